// Owns: a register slice whose every output comes from a register.
import { bit, module, register, sink, source } from '../dsl/index.ts'
import type { Shape } from '../dsl/index.ts'
import { wantsItem } from './check.ts'

/**
 * Two registers in a row, so that valid, payload and ready all come straight from registers, and still one element passes a cycle: an element that
 * was sent while `deq` was not ready waits in the second one.
 */
export const skid = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, domain: D = 'clk' as D) => module(name, {
  enq: sink(wantsItem(item, `skid \`${name}\``, domain), domain),
  deq: source(item, domain),
  shown: register(bit, 0, domain),
  word: register(item, 'none', domain),
  room: register(bit, 1, domain),
  spare: register(item, 'none', domain),
}, ({ enq, deq, shown, word, room, spare }, { assign, when, assert }) => [
  assign({ enq: { ready: room }, deq: { valid: shown, payload: word } }),
  when(shown.and(deq.ready.not()), when(enq.fire, { spare: enq.payload, room: 0 }))
    .elseWhen(room, { word: enq.payload, shown: enq.valid })
    .otherwise({ word: spare, room: 1 }),
  assert('spareOnlyBehindAWord', room.or(shown)),
], { doc: 'a register slice: valid, payload and ready come from registers' })
