// Owns: the storer: the symbols of an answer chunk, tested one by one and written behind the top.
import { all, any, bit, cat, enumeration, input, lit, module, mux, named, output, register, replicate, sink, source, uint, type Bit, type Uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { lowest } from './lowest.ts'
import { Beat, linkLength, MemoryAnswer, memoryRequest, singleTagBit, storeTagBit, widths } from './shapes.ts'

const takeState = enumeration('take_state', ['idle', 'data', 'own', 'flush'])
const lanes = [0, 1, 2, 3, 4, 5, 6, 7] as const
/** A lane number 0..8. */
const lane = uint(4)

/** The bytes of a beat from lane `n` on are cleared. */
export const keepLanes = (data: Uint<64>, n: Uint<4>): Uint<64> =>
  cat(...lanes.toReversed().map((i) => mux(n.gt(i), data.bits(8 * i, 8), lit(8, 0)))).truncate(64)
/** tkeep of a beat with `n` bytes, 1..8. */
export const keepMask = (n: Uint<4>): Uint<8> => cat(...lanes.toReversed().map((i) => n.gt(i))).truncate(8)

/** Turned left by `n` lanes. */
const turn = (data: Uint<64>, n: Uint<3>): Uint<64> => [0, 1, 2].reduce<Uint<64>>((v, k) => mux(n.bit(k), cat(v.bits(0, 64 - (8 << k)), v.bits(64 - (8 << k), 8 << k)).truncate(64), v), data)

/**
 * Takes `length` symbols from `body` on `start`, after `setAddr`, `setRoom` and `setBudget` gave the rest. Symbol by symbol: a mark stops it
 * (`failed`), then a lack of room (`full`), then of budget (`spent`); a tlast or tkeep that does not fit the length stops it too (`failed`), as does
 * `abandon`, from whose cycle on no beat is taken. What was accepted is written from the address on, byte for byte and nothing else; `accepted` counts it. `busy` falls when the last store was
 * asked for, `accessing` when the last was confirmed. `progress`: a symbol was accepted since `look`.
 *
 * On `own` the eight symbols of `word` are taken instead, up to the first mark. After `keep` symbols go nowhere: `kept` has them, eight at most, and marks behind them.
 */
export const storer = (p: Parameters) => {
  const { flight, slot } = widths(p), n = p.loadsInFlight
  return module('storer', {
    setAddr: input(bit), setRoom: input(bit), setBudget: input(bit), value: input(uint(64)), slot: input(uint(slot)),
    start: input(bit),
    keep: input(bit), own: input(bit), ownData: input(uint(64)), kept: output(uint(64)),
    length: input(linkLength),
    ends: input(bit),
    abandon: input(bit), look: input(bit),
    body: sink(Beat),
    req: source(memoryRequest(p)),
    answered: input(bit),
    answer: input(MemoryAnswer),
    takes: output(bit),
    busy: output(bit),
    accessing: output(bit),
    owner: register(uint(slot), 0), slotOut: output(uint(slot)),
    accepted: register(linkLength, 0), acceptedOut: output(linkLength),
    failed: register(bit, 0), full: register(bit, 0), spent: register(bit, 0), isYield: register(bit, 0), moved: register(bit, 0),
    /** It stopped, or does in this cycle, before the end of the chunk. */
    stopped: output(bit),
    failedOut: output(bit), fullOut: output(bit), spentOut: output(bit), lastIsYield: output(bit), progress: output(bit),
    state: register(takeState, 'idle'),
    left: register(linkLength, 0), roomLeft: register(linkLength, 0), budgetLeft: register(linkLength, 0), closing: register(bit, 0),
    keeping: register(bit, 0),
    // the word being filled: its address, its bytes, the lanes [from, to) that are new
    word: register(uint(p.addrWidth - 3), 'none'), filled: register(uint(64), 0), from: register(lane, 0), to: register(lane, 0),
    // the word being written: the lanes [low, high) are still to be asked for
    writing: register(bit, 0), target: register(uint(p.addrWidth - 3), 'none'), bytes: register(uint(64), 0), low: register(lane, 0), high: register(lane, 0),
    flying: register(uint(n), 0), tag: register(uint(flight), 0),
  }, (x, { assign, when, match }) => {
    const { start, length, ends, value, abandon, body, req, answered, answer, accepted, state, left, roomLeft, budgetLeft, closing } = x
    const { isYield, keeping, word, filled, from, to, writing, target, bytes, low, high, flying, tag } = x
    const beat = body.payload
    const { ofOwn } = named({ ofOwn: state.is('own') })
    const { data } = named({ data: mux(ofOwn, x.ownData, beat.data) })
    const symbol = (i: number): Uint<8> => data.bits(8 * i, 8)
    const of = (test: (i: number) => Bit): Uint<8> => cat(...lanes.toReversed().map(test)).truncate(8)
    const { offered, finishes } = named({ offered: mux(left.gt(8), lit(4, 8), left.truncate(4)), finishes: left.le(8) })
    const { here, marks, yields, fits, pays } = named({
      here: keepMask(offered),
      marks: of((i) => any(...p.recordMarks.map((m) => symbol(i).eq(m)))),
      yields: of((i) => symbol(i).eq(p.yieldSymbol)),
      fits: of((i) => roomLeft.gt(i)),
      pays: of((i) => budgetLeft.gt(i)),
    })
    const { good } = named({ good: here.and(marks.not()).and(fits).and(pays) })
    /** the lanes up to the first that is not good, and that one */
    const { takes } = named({ takes: good.and(good.add(1).not()) })
    const { stop } = named({ stop: takes.addWide(1) })
    const { taking, marked, noRoom, noBudget, endsYield, misfit } = named({
      taking: lowest(stop, 4),
      marked: stop.truncate(8).and(here).and(marks).ne(0),
      noRoom: stop.truncate(8).and(here).and(marks.not()).and(fits.not()).ne(0),
      noBudget: stop.truncate(8).and(here).and(marks.not()).and(fits).and(pays.not()).ne(0),
      endsYield: yields.and(takes.xor(takes.shiftRight(1))).ne(0),
      misfit: all(ofOwn.not(), any(beat.last.ne(all(finishes, closing.not())), beat.keep.ne(mux(all(finishes, closing.not()), here, lit(8, 0xff))))),
    })
    const { stops } = named({ stops: any(marked, noRoom, noBudget) })
    const saturated = named({ fits16: mux(value.shiftRight(16).ne(0), lit(16, 0xffff), value.truncate(16)) }).fits16
    // the beat, turned so that its first byte stands in lane `to`: the lanes from there on belong to the word being filled, those below to the next
    const { turned, reach } = named({ turned: turn(data, to.truncate(3)), reach: to.add(taking) })
    const { merged } = named({ merged: cat(...lanes.toReversed().map((i) => mux(to.gt(i), filled.bits(8 * i, 8), turned.bits(8 * i, 8)))).truncate(64) })
    // the word being written leaves as a whole, or byte by byte
    const { whole } = named({ whole: all(low.eq(0), high.eq(8)) })
    const { after, datum } = named({ after: mux(whole, lit(4, 8), low.add(1)), datum: bytes.shiftRight(cat(low.truncate(3), lit(3, 0))).truncate(8) })
    const onAllLanes = mux(whole, bytes, replicate(8, datum).truncate(64))
    const { free } = named({ free: writing.not().or(all(req.fire, after.eq(high))) })
    const { taken } = named({ taken: any(body.fire, all(ofOwn, free)) })
    const { fills, flushes } = named({ fills: all(taken, reach.ge(8), keeping.not()), flushes: all(state.is('flush'), free, to.gt(from), keeping.not()) })
    const one = (i: typeof tag) => lit(n, 1).shiftLeft(i)
    const mine = all(answered, answer.tag.bit(storeTagBit), answer.tag.bit(singleTagBit).not())
    return [
      assign({
        body: { ready: all(state.is('data'), free, abandon.not()) }, takes: any(state.is('data'), ofOwn),
        kept: cat(...lanes.toReversed().map((i) => mux(to.gt(i), filled.bits(8 * i, 8), lit(8, p.recordMarks[0]!)))).truncate(64),
        req: {
          valid: all(writing, flying.at(tag).not()),
          payload: {
            addr: cat(target, low.truncate(3)).truncate(p.addrWidth), tag: lit(6, 1 << storeTagBit).or(tag.extend(6)), store: 1, size: mux(whole, lit(2, 3), lit(2, 0)),
            data: onAllLanes,
          },
        },
        busy: state.ne('idle').or(writing),
        accessing: any(state.ne('idle'), writing, flying.ne(0)),
        progress: x.moved, slotOut: x.owner,
        acceptedOut: accepted, lastIsYield: isYield, stopped: any(x.failed, x.full, x.spent, all(body.fire, any(stops, misfit))), failedOut: x.failed, fullOut: x.full, spentOut: x.spent,
      }),
      when(req.fire, [{ low: after, flying: flying.or(one(tag)).and(mux(mine, one(answer.tag.truncate(flight)), lit(n, 0)).not()), tag: tag.add(1) }, when(after.eq(high), { writing: 0 })])
        .elseWhen(mine, { flying: flying.and(one(answer.tag.truncate(flight)).not()) }),
      match(state, {
        idle: [],
        data: [
          when(taken, when(stops.or(misfit), { state: 'flush', failed: any(marked, all(misfit, stops.not())), full: noRoom, spent: noBudget }).elseWhen(finishes, { state: 'flush' })),
          when(abandon, { state: 'flush' }),
        ],
        own: when(taken, { state: 'flush', full: noRoom }).elseWhen(abandon, { state: 'flush' }),
        flush: when(flushes, { from: to }).elseWhen(any(to.le(from), keeping), { state: 'idle' }),
      }),
      when(taken, [
        { left: left.sub(offered.extend(16)), roomLeft: roomLeft.sub(taking.extend(16)), budgetLeft: budgetLeft.sub(taking.extend(16)), accepted: accepted.add(taking.extend(16)) },
        when(taking.ne(0), { isYield: endsYield }),
        { filled: merged, to: reach },
        when(fills, { filled: turned, to: reach.sub(8), from: 0, word: word.add(1) }),
      ]),
      when(fills.or(flushes), { writing: 1, target: word, bytes: merged, low: from, high: mux(state.is('flush'), to, lit(4, 8)) }),
      when(all(body.fire, taking.ne(0)), { moved: 1 }),
      when(x.look, { moved: 0 }),
      when(x.setAddr, { word: value.bits(3, p.addrWidth - 3), from: value.bits(0, 3).extend(4), to: value.bits(0, 3).extend(4), owner: x.slot, keeping: 0 }),
      when(x.keep, { from: 0, to: 0, keeping: 1 }),
      when(x.setRoom, { roomLeft: saturated }),
      when(x.setBudget, { budgetLeft: saturated }),
      when(start, { state: mux(length.eq(0), lit(takeState, 'flush'), lit(takeState, 'data')), left: length, closing: ends }),
      when(x.own, { state: 'own', left: 8 }),
      when(any(start, x.own), { accepted: 0, failed: 0, full: 0, spent: 0 }),
    ]
  }, { doc: 'the symbols of an answer chunk, tested and written behind the top' })
}
