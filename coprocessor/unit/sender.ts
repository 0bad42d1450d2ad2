// Owns: the sender of the link: frames to the host, header, data and trailer, whole whatever happens meanwhile.
import { all, any, bit, enumeration, input, lit, module, mux, named, output, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import { kindCode, trailerLayout } from '../link/frames.ts'
import { Header, headerBeat } from './header.ts'
import { Beat } from './shapes.ts'
import { keepLanes } from './storer.ts'

const txState = enumeration('tx_state', ['idle', 'first', 'second', 'data', 'trailer'])

/**
 * On `start` sends the frame of `header`. A query's data come from `beat`; once `cut` was seen they are zeros, and the trailer says so: a chunk that
 * was begun is always completed, and never waits for memory again. The trailer has a beat of its own.
 */
export const sender = () => module('sender', {
  start: input(bit),
  header: input(Header),
  firstChunk: input(bit),
  lastChunk: input(bit),
  cut: input(bit),
  beat: sink(uint(64)),
  tx: source(Beat),
  busy: output(bit),
  querying: output(bit),
  /** The last chunk of a query leaves in this cycle, whole. */
  queryLeaves: output(bit),
  state: register(txState, 'idle'),
  fields: register(Header, 'none'),
  left: register(uint(9), 0),
  isFirst: register(bit, 0),
  isLast: register(bit, 0),
  isCut: register(bit, 0),
}, ({ start, header, firstChunk, lastChunk, cut, beat, tx, state, fields, left, isFirst, isLast, isCut }, { assign, when, match }) => {
  const { isQuery, zeros, finishes, lanes } = named({
    isQuery: fields.kind.eq(kindCode('toHost', 'query')),
    zeros: any(isCut, cut),
    finishes: left.le(8),
    lanes: mux(left.gt(8), lit(4, 8), left.truncate(4)),
  })
  const flag = (at: number, b: typeof cut) => b.extend(64).shiftLeft(at)
  const { trailer } = named({ trailer: flag(trailerLayout.first, isFirst).or(flag(trailerLayout.last, isLast)).or(flag(trailerLayout.cut, zeros)) })
  return [
    assign({
      beat: { ready: all(state.is('data'), tx.ready) },
      tx: { valid: 0, payload: { data: 0, keep: 0xff, last: 0 } },
      busy: state.ne('idle'),
      querying: all(state.ne('idle'), isQuery),
      queryLeaves: all(state.is('trailer'), tx.ready, isLast, zeros.not()),
    }),
    match(state, {
      idle: [],
      first: [{ tx: { valid: 1, payload: { data: headerBeat(fields, 0) } } }, when(tx.ready, { state: 'second' })],
      second: [
        { tx: { valid: 1, payload: { data: headerBeat(fields, 1), last: isQuery.not() } } },
        when(tx.ready, { state: mux(isQuery, mux(left.eq(0), lit(txState, 'trailer'), lit(txState, 'data')), lit(txState, 'idle')) }),
      ],
      data: [
        { tx: { valid: beat.valid.or(zeros), payload: { data: mux(zeros, lit(64, 0), keepLanes(beat.payload, lanes)) } } },
        when(tx.fire, [{ left: left.sub(lanes.extend(9)) }, when(finishes, { state: 'trailer' })]),
      ],
      trailer: [{ tx: { valid: 1, payload: { data: trailer, last: 1 } } }, when(tx.ready, { state: 'idle' })],
    }),
    when(cut, { isCut: 1 }),
    when(start, { state: 'first', fields: header, left: header.length.truncate(9), isFirst: firstChunk, isLast: lastChunk, isCut: 0 }),
  ]
}, { doc: 'frames to the host' })
