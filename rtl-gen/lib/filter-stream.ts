// Owns: a stream of those elements of another that hold a condition.
import { module, sink, source } from '../dsl/index.ts'
import type { Shape, Uint, Value } from '../dsl/index.ts'
import { wantsFunction, wantsItem, wantsUint } from './check.ts'

/** Elements for which `keep` does not hold are taken at once and dropped; the others pass in the same cycle. */
export const filterStream = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, keep: (payload: Value<T, D>) => Uint<1, D>, domain: D = 'clk' as D) => (wantsFunction(keep, `\`keep\` of filterStream \`${name}\``, 'give a function of an element: item => item.wanted'), module(name, {
  enq: sink(wantsItem(item, `filterStream \`${name}\``, domain), domain),
  deq: source(item, domain),
}, ({ enq, deq }, { assign }) => {
  const kept = wantsUint(keep(enq.payload), 1, `\`keep\` of filterStream \`${name}\``)
  return [assign({ enq: { ready: deq.ready.or(kept.not()) }, deq: { valid: enq.valid.and(kept), payload: enq.payload } })]
}, { doc: 'elements that hold a condition' }))
