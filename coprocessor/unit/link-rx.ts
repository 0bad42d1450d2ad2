// Owns: the receiver of the link: the first header beat into fields, what is wrong with the two, and the beats behind them for the storer and the microcode.
import { all, any, bit, enumeration, input, module, mux, named, output, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import { answerFlags, frameKinds, kindCode } from '../link/frames.ts'
import { fieldsOf } from './header.ts'
import { Beat } from './shapes.ts'

const rxState = enumeration('rx_state', ['first', 'held', 'drop'])

/**
 * Takes the first header beat of a frame and holds it while the second stands (`held`), until the microcode has judged it. `start` takes the second
 * beat, and the storer what follows from `body`; `pop` takes a beat for the microcode; `rest` lets what is left go, up to tlast.
 */
export const linkRx = () => module('link_rx', {
  rx: sink(Beat),
  body: source(Beat),
  /** A frame is to be judged. */
  held: output(bit),
  slot: output(uint(8)), session: output(uint(16)), sequence: output(uint(16)), ends: output(bit),
  /** A beat stands; what it is. */
  stands: output(bit), inside: output(bit), final: output(bit), beat: output(uint(64)), offset: output(uint(40)), length: output(uint(16)),
  /** A well-formed frame without data; a well-formed header of an answer. */
  hello: output(bit), cached: output(bit), reject: output(bit), answer: output(bit),
  /** The storer takes beats. */
  storing: input(bit),
  start: input(bit), pop: input(bit), rest: input(bit),
  state: register(rxState, 'first'),
  kind: register(uint(8), 'none'), owner: register(uint(8), 'none'), ending: register(bit, 'none'), opened: register(uint(16), 'none'), number: register(uint(16), 'none'),
  /** The first beat had a tkeep that is not all ones, or tlast. */
  bad: register(bit, 0),
  /** tlast of this frame was taken. */
  over: register(bit, 0),
}, (x, { assign, when, match }) => {
  const { rx, body, state, kind, bad, over, start, pop, rest } = x
  const { data, keep, last } = rx.payload
  const head = fieldsOf(data, 0), second = fieldsOf(data, 1)
  const is = (name: 'hello' | 'answer' | 'reject' | 'fault' | 'cached') => kind.eq(kindCode('fromHost', name))
  const short = frameKinds.filter((k) => k.direction === 'fromHost' && !k.data)
  const { single, here, full } = named({ single: any(...short.map((k) => is(k.name as 'hello'))), here: all(rx.valid, over.not(), state.is('held')), full: keep.eq(0xff) })
  const { whole, open } = named({ whole: all(here, bad.not(), full, last, single), open: all(here, bad.not(), full, last.not(), any(second.length!.ne(0), x.ending)) })
  return [
    assign({
      rx: { ready: mux(state.is('held'), all(over.not(), any(start, pop, rest, all(x.storing, body.ready))), 1) },
      body: { valid: all(here, x.storing), payload: rx.payload },
      held: all(state.is('held'), any(here, over)), slot: x.owner, session: x.opened, sequence: x.number, ends: x.ending,
      stands: here, inside: all(here, full, last.not()), final: all(here, full, last), beat: data, offset: second.offset!, length: second.length!.truncate(16),
      hello: all(whole, is('hello'), x.opened.ne(0)), cached: all(whole, is('cached')), reject: all(whole, is('reject')), answer: all(open, is('answer')),
    }),
    match(state, {
      first: when(rx.fire, { kind: head.kind!, owner: head.slot!, ending: head.flags!.bit(answerFlags.end), opened: head.session!, number: head.sequence!, bad: any(last, keep.ne(0xff)), over: last, state: 'held' }),
      held: [
        when(rx.fire, { over: last }),
        when(rest, { state: 'drop' }),
        when(all(rest, any(over, all(rx.fire, last))), { state: 'first' }),
      ],
      drop: when(all(rx.fire, last), { state: 'first' }),
    }),
  ]
}, { doc: 'headers of the frames from the host' })
