// Owns: a register slice: one element, forward paths cut.
import { bit, module, register, sink, source } from '../dsl/index.ts'
import type { Shape } from '../dsl/index.ts'
import { wantsItem } from './check.ts'

/**
 * One register for valid and payload: what comes out is one cycle later, one element a cycle. `enq.ready` follows `deq.ready` in the same cycle; see
 * skid where that path is too long.
 */
export const pipe = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, domain: D = 'clk' as D) => module(name, {
  enq: sink(wantsItem(item, `pipe \`${name}\``, domain), domain),
  deq: source(item, domain),
  full: register(bit, 0, domain),
  word: register(item, 'none', domain),
}, ({ enq, deq, full, word }, { assign, when }) => [
  assign({ enq: { ready: full.not().or(deq.ready) }, deq: { valid: full, payload: word } }),
  when(enq.fire, { full: 1, word: enq.payload }).elseWhen(deq.ready, { full: 0 }),
], { doc: 'a register slice: valid and payload come from registers' })
