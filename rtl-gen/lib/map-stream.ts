// Owns: a stream whose elements are computed from those of another.
import { module, sink, source } from '../dsl/index.ts'
import type { Init, Shape, Value } from '../dsl/index.ts'
import { wantsFunction, wantsItem } from './check.ts'

/** Each element of `deq` is `f` of one of `enq`, in the same cycle: `mapStream('sums', Pair, uint(9), p => p.a.addWide(p.b))`. */
export const mapStream = <T extends Shape, U extends Shape, const D extends string = 'clk'>(name: string, item: T, to: U, f: (payload: Value<T, D>) => Init<U, D>, domain: D = 'clk' as D) => (wantsItem(to, `the result of mapStream \`${name}\``), wantsFunction(f, `what computes the elements of mapStream \`${name}\``, 'give a function of an element: p => p.a.addWide(p.b)'), module(name, {
  enq: sink(wantsItem(item, `mapStream \`${name}\``, domain), domain),
  deq: source(to, domain),
}, ({ enq, deq }, { assign }) => [
  assign({ enq: { ready: deq.ready }, deq: { valid: enq.valid, payload: f(enq.payload) } }),
], { doc: 'each element of one stream becomes one of another' }))
