// Owns: the sender of the link: frames to the host, header, data and trailer, whole whatever happens meanwhile.
import { all, any, bit, enumeration, input, lit, module, mux, named, output, register, sink, source, uint, type Uint } from '../../rtl-gen/dsl/index.ts'
import { kindCode, trailerLayout } from '../link/frames.ts'
import type { Action } from '../microcode/vocabulary.ts'
import type { Parameters } from '../parameters.ts'
import { headerBeat } from './header.ts'
import { actionShape } from './micro-word.ts'
import { Beat, widths } from './shapes.ts'
import { keepLanes } from './storer.ts'

const txState = enumeration('tx_state', ['first', 'second', 'data', 'trailer'])
/** The actions that begin a frame, and its kind. */
const kinds: readonly (readonly [Action, 'hello' | 'query' | 'abort' | 'close' | 'fork' | 'hint'])[] = [
  ['txHello', 'hello'], ['txQuery', 'query'], ['txEarly', 'query'], ['txAbort', 'abort'], ['txClose', 'close'], ['txFork', 'fork'], ['txHint', 'hint'],
]

/**
 * The microcode gives it a header piece by piece; the first beat leaves when the sequence is there, the second with the offset. The next header may
 * come while the data of a frame leave (`free`). A query's data come from `beat`; once its slot has ended they are zeros, and the trailer says so: a
 * chunk that was begun is always completed, and never waits for memory again; one of which nothing has left is withdrawn. `whole`: the last chunk of a query left uncut, until `txSeen`.
 */
export const sender = (p: Parameters) => {
  const slot = uint(widths(p).slot)
  return module('sender', {
    fires: input(bit), action: input(actionShape), value: input(uint(40)), slot: input(slot), session: input(uint(16)),
    endedSlots: input(uint(p.slots)),
    beat: sink(uint(64)),
    tx: source(Beat),
    /** A header has a place; nothing is to be sent. */
    free: output(bit), idle: output(bit), whole: output(bit),
    /** The header at hand was begun ahead of the rest, for this slot. */
    early: output(bit), ownerOut: output(slot),
    /** The first beat of a chunk leaves in this cycle. */
    begins: output(bit),
    state: register(txState, 'first'),
    // the header at hand, whose first beat, whose all is there
    begun: register(bit, 0), ready: register(bit, 0), ahead: register(bit, 0),
    kind: register(uint(8), 'none'), owner: register(slot, 0), hasSlot: register(bit, 0), sequence: register(uint(16), 'none'), oracle: register(uint(8), 'none'), length: register(uint(16), 'none'), offset: register(uint(40), 'none'),
    isFirst: register(bit, 0), isLast: register(bit, 0), isCut: register(bit, 0),
    // of the chunk whose data leave
    left: register(uint(9), 0), chunkOwner: register(slot, 0), chunkFirst: register(bit, 0), chunkLast: register(bit, 0), chunkCut: register(bit, 0),
    leftWhole: register(bit, 0),
  }, (x, { assign, when, match }) => {
    const { beat, tx, state, begun, ready, left } = x
    const does = (...actions: Action[]) => all(x.fires, x.action.isIn(...actions))
    /** The slot has ended, or does in this cycle. */
    const endsAt = (slot: Uint<any>) => any(x.endedSlots.at(slot), all(does('end'), x.slot.eq(slot)))
    const isQueryKind = x.kind.eq(kindCode('toHost', 'query'))
    const { starts, isQuery, cuts, withdraws, zeros, finishes, lanes } = named({
      starts: does(...kinds.map(([a]) => a)),
      isQuery: isQueryKind,
      cuts: any(x.isCut, endsAt(x.owner)),
      zeros: any(x.chunkCut, endsAt(x.chunkOwner)),
      /** a chunk of a slot that has ended, or anything for a session that is over, of which nothing has left */
      withdraws: all(begun, any(all(isQueryKind, any(x.isCut, endsAt(x.owner))), all(does('session'), x.hasSlot))),
      finishes: left.le(8),
      lanes: mux(left.gt(8), lit(4, 8), left.truncate(4)),
    })
    const flag = (at: number, b: Uint<1>) => b.extend(64).shiftLeft(at)
    const { trailer } = named({ trailer: flag(trailerLayout.first, x.chunkFirst).or(flag(trailerLayout.last, x.chunkLast)).or(flag(trailerLayout.cut, zeros)) })
    const fields = {
      kind: x.kind, unit: lit(8, 0), slot: mux(x.hasSlot, x.owner.extend(8), lit(8, 0)), flags: lit(8, 0), session: x.session, sequence: x.sequence,
      oracle: x.oracle, length: x.length, offset: x.offset,
    }
    const kind = kinds.reduce<Uint<8>>((v, [a, name]) => mux(x.action.is(a), lit(8, kindCode('toHost', name)), v), lit(8, 0))
    return [
      assign({
        beat: { ready: all(state.is('data'), zeros.not(), tx.ready) },
        tx: { valid: 0, payload: { data: 0, keep: 0xff, last: 0 } },
        free: begun.not(), idle: all(begun.not(), state.is('first')), whole: x.leftWhole, early: x.ahead, ownerOut: x.owner, begins: all(state.is('first'), tx.fire, isQuery),
      }),
      match(state, {
        first: [{ tx: { valid: all(begun, withdraws.not()), payload: { data: headerBeat(fields, 0) } } }, when(tx.fire, { state: 'second' })],
        second: [
          { tx: { valid: ready, payload: { data: headerBeat(fields, 1), last: isQuery.not() } } },
          when(tx.fire, {
            begun: 0, ready: 0, left: x.length.truncate(9), chunkOwner: x.owner, chunkFirst: x.isFirst, chunkLast: x.isLast, chunkCut: cuts,
            state: mux(isQuery, mux(x.length.eq(0), lit(txState, 'trailer'), lit(txState, 'data')), lit(txState, 'first')),
          }),
        ],
        data: [
          { tx: { valid: beat.valid.or(zeros), payload: { data: mux(zeros, lit(64, 0), keepLanes(beat.payload, lanes)) } } },
          when(tx.fire, [{ left: left.sub(lanes.extend(9)) }, when(finishes, { state: 'trailer' })]),
        ],
        trailer: [
          { tx: { valid: 1, payload: { data: trailer, last: 1 } } },
          when(tx.fire, [{ state: 'first' }, when(all(x.chunkLast, zeros.not()), { leftWhole: 1 })]),
        ],
      }),
      { isCut: cuts },
      when(all(withdraws, state.ne('second')), { begun: 0, ready: 0, ahead: 0 }),
      when(state.isIn('data', 'trailer'), { chunkCut: zeros }),
      when(does('txSeen'), { leftWhole: 0 }),
      when(starts, { begun: 1, ready: 0, kind, owner: x.slot, hasSlot: x.action.is('txHello').not(), sequence: x.value.truncate(16), oracle: 0, length: 0, isFirst: 0, isLast: 0, isCut: 0, ahead: x.action.is('txEarly') }),
      when(does('txOracle'), { oracle: x.value.truncate(8), ahead: 0 }),
      when(does('txLength', 'txData'), { length: x.value.truncate(16) }),
      when(does('txOffset'), { offset: x.value, ready: 1 }),
      when(does('txFirst'), { isFirst: 1 }),
      when(does('txLast'), { isLast: 1 }),
    ]
  }, { doc: 'frames to the host' })
}
