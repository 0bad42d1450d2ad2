// Owns: a stream from one clock to another, an element at a time.
import { bit, crossing, module, register, sink, source } from '../dsl/index.ts'
import type { Shape } from '../dsl/index.ts'
import { wantsItem, wantsOptions, wantsTwo } from './check.ts'

/** Clock domains by name. */
export interface FromTo<F extends string, T extends string> { readonly from: F; readonly to: T }

/**
 * A stream of clock domain `from` in clock domain `to`. An element is held while a request and an acknowledge, one bit each that changes for every
 * element, go through two registers: so one passes in about three cycles of each clock. It costs two registers of the element and no memory; where
 * more must pass see asyncQueue. Both domains are reset together, while nothing is sent. Errors: RTL1021.
 */
export const handshakeCrossing = <I extends Shape, const F extends string, const T extends string>(name: string, item: I, domains: FromTo<F, T>) => {
  const what = `handshakeCrossing \`${name}\``, { from, to } = wantsTwo(wantsOptions(domains, ['from', 'to'], what), what)
  return module(name, {
    enq: sink(wantsItem(item, what), from),
    deq: source(item, to),
    word: register(item, 'none', from),
    asked: register(bit, 0, from),
    asked1: crossing(bit, 0, { from, to }),
    asked2: register(bit, 0, to),
    shown: register(bit, 0, to),
    copy: crossing<I, F, T>(item, 'none', { from, to, why: 'held from the request to the acknowledge' } as never),
    answered: register(bit, 0, to),
    answered1: crossing(bit, 0, { from: to, to: from }),
    answered2: register(bit, 0, from),
  }, ({ enq, deq, word, asked, asked1, asked2, shown, copy, answered, answered1, answered2 }, { assign, when }) => [
    assign({ enq: { ready: asked.eq(answered2) }, deq: { valid: shown, payload: copy } }),
    { asked1: asked, asked2: asked1, answered1: answered, answered2: answered1 },
    when(enq.fire, { word: enq.payload, asked: asked.not() }),
    when(shown.not().and(asked2.ne(answered)), { copy: word, shown: 1 }),
    when(deq.fire, { shown: 0, answered: asked2 }),
  ], { doc: `a stream from ${from} to ${to}: request and acknowledge` })
}
