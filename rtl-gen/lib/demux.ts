// Owns: one stream to one of several takers, by what an element says.
import { any, module, sink, source, vecOf } from '../dsl/index.ts'
import type { Shape, Uint, Value } from '../dsl/index.ts'
import { wantsCount, wantsFunction, wantsItem, wantsUint } from './check.ts'

/** Each element goes to the one of `outs` that `select` computes from it, a uint of any width; a number past the end means the last. */
export const demux = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, n: number, select: (payload: Value<T, D>) => Uint<any, D>, domain: D = 'clk' as D) => (wantsFunction(select, `\`select\` of demux \`${name}\``, 'give a function of an element: item => item.to'), module(name, {
  enq: sink(wantsItem(item, `demux \`${name}\``, domain), domain),
  outs: vecOf(wantsCount(n, 1, `outputs of demux \`${name}\``), source(item, domain)),
}, ({ enq, outs }, { assign }) => {
  const to = wantsUint(select(enq.payload), undefined, `\`select\` of demux \`${name}\``)
  const reachable = Math.min(n - 1, 2 ** to.width - 1)
  const chosen = outs.map((_, i) => (i < n - 1 ? (i <= reachable ? to.eq(i) : to.ne(to)) : 2 ** to.width > n - 1 ? to.ge(n - 1) : to.ne(to)))
  return [assign({
    enq: { ready: any(...outs.map((o, i) => o.ready.and(chosen[i]!))) },
    outs: outs.map((_, i) => ({ valid: enq.valid.and(chosen[i]!), payload: enq.payload })),
  })]
}, { doc: `one stream to one of ${n}` }))
