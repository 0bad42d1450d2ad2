// Owns: one stream to several takers, each of whom gets every element once.
import { all, cat, module, register, sink, source, uint, vecOf } from '../dsl/index.ts'
import type { Shape } from '../dsl/index.ts'
import { wantsCount, wantsItem } from './check.ts'

/** Every element goes to all of `outs`, to each once, as soon as it is ready; the element leaves `enq` when the last has it. */
export const fork = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, n: number, domain: D = 'clk' as D) => module(name, {
  enq: sink(wantsItem(item, `fork \`${name}\``, domain), domain),
  outs: vecOf(wantsCount(n, 1, `outputs of fork \`${name}\``), source(item, domain)),
  had: register(uint(n), 0, domain),
}, ({ enq, outs, had }, { assign, when }) => {
  const served = outs.map((o, i) => had.bit(i).or(o.ready))
  return [
    assign({ enq: { ready: all(...served) }, outs: outs.map((_, i) => ({ valid: enq.valid.and(had.bit(i).not()), payload: enq.payload })) }),
    when(enq.fire, { had: 0 }).elseWhen(enq.valid, { had: cat(...served.toReversed()) }),
  ]
}, { doc: `one stream to ${n}, each element once to each` })
