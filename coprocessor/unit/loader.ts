// Owns: the loader: bytes of a history from memory, packed into beats.
import { all, any, bit, cat, input, lit, memory, module, mux, named, output, read, register, source, uint, write, type Uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { loadRequest, MemoryAnswer, singleTagBit, storeTagBit, widths } from './shapes.ts'

/** Turned right by `n` lanes. */
const turnDown = (data: Uint<64>, n: Uint<3>): Uint<64> => [0, 1, 2].reduce<Uint<64>>((v, k) => mux(n.bit(k), cat(v.bits(0, 8 << k), v.bits(8 << k, 64 - (8 << k))).truncate(64), v), data)

/** Words of a chunk: 256 bytes from any byte of a word meet 33 words. */
const wordCount = uint(7)

/**
 * `begin` makes it stand at `addr`; each `more` lets it go on over so many `bytes` (<= 256; all but the last a multiple of 8). It asks for the aligned words that
 * meet them, several in flight, takes them in any order and gives them in order, shifted so that the first byte stands in lane 0. Lanes behind the last
 * byte are not cleared here. `stop` ends the asking at once: what is in flight is awaited (`accessing`) and thrown away, and no more is offered. `begin` only while it is not accessing. `continues`: a `more` that was not the `last` came, and no stop.
 */
export const loader = (p: Parameters) => {
  const { flight, slot } = widths(p), n = p.loadsInFlight
  return module('loader', {
    begin: input(bit), addr: input(uint(p.addrWidth)), slot: input(uint(slot)),
    more: input(bit), bytes: input(uint(9)), last: input(bit),
    stop: input(bit),
    accessing: output(bit), continues: output(bit), slotOut: output(uint(slot)),
    req: source(loadRequest(p)),
    answered: input(bit),
    answer: input(MemoryAnswer),
    beat: source(uint(64)),
    // asking: words not yet asked for, the tag of the next, tags not yet read back, requests in flight
    word: register(uint(p.addrWidth - 3), 'none'),
    unasked: register(wordCount, 0),
    ask: register(uint(flight), 0),
    tags: register(uint(flight + 1), 0),
    flying: register(uint(flight + 1), 0),
    // in order: words that came, by tag, and the tag that is due
    words: memory({ depth: n, of: uint(64), collision: 'undefined' }),
    here: register(uint(n), 0),
    due: register(uint(flight), 0),
    unread: register(wordCount, 0),
    shown: register(bit, 0),
    // packing: bytes to skip in the first word, and the word before the one shown
    offset: register(uint(3), 0),
    previous: register(uint(64), 0),
    primed: register(bit, 0),
    /** A part of the stream was asked for: its last word holds the first bytes of the next. */
    behind: register(bit, 0),
    open: register(bit, 0), owner: register(uint(slot), 0),
  }, (x, { assign, when }) => {
    const { begin, addr, more, bytes, last, stop, req, answered, answer, beat, word, unasked, ask, tags, flying, words, here, due, unread, shown, offset, previous, primed, behind } = x
    const tag = answer.tag.truncate(flight)
    const one = (i: typeof due) => lit(n, 1).shiftLeft(i)
    const { mine } = named({ mine: all(answered, answer.tag.bit(storeTagBit).not(), answer.tag.bit(singleTagBit).not()) })
    const { span } = named({ span: offset.extend(10).add(bytes.extend(10)).add(7).bits(3, 7).sub(all(behind, offset.ne(0)).extend(7)) })
    const { adds } = named({ adds: mux(all(more, bytes.ne(0)), span, lit(7, 0)) })
    // The word shown primes, or makes a beat with the one before; when no more is to come, the one before is a beat alone.
    const { alone } = named({ alone: all(shown.not(), unread.eq(0), primed) })
    const { used } = named({ used: all(shown, primed.not().or(beat.ready)) })
    const { fetch } = named({ fetch: all(here.at(due), unread.ne(0), shown.not().or(used)) })
    const { turned } = named({ turned: turnDown(words.data, offset) })
    const lanes = [0, 1, 2, 3, 4, 5, 6, 7] as const
    const packed = cat(...lanes.toReversed().map((i) => mux(offset.extend(4).add(i).lt(8), previous.bits(8 * i, 8), turned.bits(8 * i, 8)))).truncate(64)
    return [
      assign({
        accessing: unasked.ne(0).or(flying.ne(0)), continues: x.open, slotOut: x.owner,
        req: { valid: all(unasked.ne(0), tags.ne(n), stop.not()), payload: { addr: cat(word, lit(3, 0)), tag: ask.extend(6) } },
        beat: { valid: all(primed, any(shown, alone)), payload: packed },
      }),
      when(req.fire, { word: word.add(1), ask: ask.add(1) }),
      { unasked: unasked.add(adds).sub(req.fire.extend(7)), unread: unread.add(adds).sub(fetch.extend(7)) },
      when(req.fire.and(fetch.not()), { tags: tags.add(1) }).elseWhen(fetch.and(req.fire.not()), { tags: tags.sub(1) }),
      when(req.fire.and(mine.not()), { flying: flying.add(1) }).elseWhen(mine.and(req.fire.not()), { flying: flying.sub(1) }),
      when(mine, { words: write(tag, answer.data) }),
      when(mine.or(fetch), { here: here.or(mux(mine, one(tag), lit(n, 0))).and(mux(fetch, one(due), lit(n, 0)).not()) }),
      when(fetch, { words: read(due), due: due.add(1), shown: 1 }).elseWhen(used, { shown: 0 }),
      when(used, { previous: turned, primed: 1 }),
      when(all(alone, beat.ready), { primed: 0 }),
      when(more, { behind: 1, open: 1 }),
      when(last, { open: 0 }),
      when(stop, { unasked: 0, unread: 0, shown: 0, primed: 0, open: 0 }),
      when(begin, { word: addr.bits(3, p.addrWidth - 3), unasked: 0, unread: 0, ask: 0, tags: 0, here: 0, due: 0, shown: 0, offset: addr.bits(0, 3), primed: 0, behind: 0, open: 0, owner: x.slot }),
    ]
  }, { doc: 'bytes of a history from memory, packed into beats' })
}
