// Owns: the receiver of the link: header beats into fields, what is wrong with them, and the beats behind them for the storer.
import { all, any, bit, enumeration, input, module, named, output, register, sink, source } from '../../rtl-gen/dsl/index.ts'
import { answerFlags, frameKinds, kindCode } from '../link/frames.ts'
import { fieldsOf, Header } from './header.ts'
import { Beat } from './shapes.ts'

const rxState = enumeration('rx_state', ['first', 'second', 'held', 'drop'])

/**
 * Takes the two header beats of a frame and holds them (`held`) until the microcode has judged them: `hand` gives the frame to its slot, `drop`
 * lets it go, `finish` lets a handed one go. While it is held, the storer takes what follows from `body`. Letting go drops what is left, up to tlast.
 */
export const linkRx = () => module('link_rx', {
  rx: sink(Beat),
  body: source(Beat),
  held: output(bit),
  handed: output(bit),
  header: output(Header),
  /** The header is not one of the frame table, or the frame ends where it must not. */
  malformed: output(bit),
  /** A frame from the host with no data, whole. */
  hello: output(bit), cached: output(bit), reject: output(bit), answer: output(bit),
  hand: input(bit), drop: input(bit), finish: input(bit),
  state: register(rxState, 'first'),
  fields: register(Header, 'none'),
  given: register(bit, 0),
  /** tlast of this frame was taken. */
  over: register(bit, 0),
  /** A header beat had a tkeep that is not all ones, or the frame ended in its first beat. */
  bad: register(bit, 0),
}, ({ rx, body, malformed, hand, drop, finish, state, fields, given, over, bad }, { assign, when, match }) => {
  const beat = rx.payload
  const is = (name: 'hello' | 'answer' | 'reject' | 'fault' | 'cached') => fields.kind.eq(kindCode('fromHost', name))
  const short = frameKinds.filter((k) => k.direction === 'fromHost' && !k.data)
  const { single, letGo, ends, empty } = named({
    single: any(...short.map((k) => is(k.name as 'hello'))),
    letGo: drop.or(all(finish, given)),
    ends: fields.flags.bit(answerFlags.end),
    empty: fields.length.eq(0),
  })
  const isHeld = state.is('held')
  return [
    assign({
      rx: { ready: state.ne('held').or(all(over.not(), body.ready)) },
      body: { valid: all(isHeld, over.not(), rx.valid), payload: beat },
      held: isHeld, handed: all(isHeld, given), header: fields,
      malformed: any(bad, all(single, over.not()), all(is('answer'), any(over, all(empty, ends.not()))), any(single, is('answer')).not()),
      hello: all(is('hello'), malformed.not(), fields.session.ne(0)),
      cached: all(is('cached'), malformed.not()),
      reject: all(is('reject'), malformed.not()),
      answer: all(is('answer'), malformed.not()),
    }),
    match(state, {
      first: when(rx.fire, [
        { fields: { ...fieldsOf(beat.data, 0), oracle: 0, length: 0, offset: 0 }, given: 0, over: beat.last, bad: beat.last.or(beat.keep.ne(0xff)), state: 'second' },
        when(beat.last, { state: 'held' }),
      ]),
      second: when(rx.fire, { fields: fieldsOf(beat.data, 1), over: beat.last, bad: bad.or(beat.keep.ne(0xff)), state: 'held' }),
      held: [
        when(rx.fire, { over: beat.last }),
        when(hand, { given: 1 }),
        when(letGo, { given: 0, state: 'drop' }),
        when(all(letGo, over.or(all(rx.fire, beat.last))), { state: 'first' }),
      ],
      drop: when(all(rx.fire, beat.last), { state: 'first' }),
    }),
  ]
}, { doc: 'headers of the frames from the host' })
