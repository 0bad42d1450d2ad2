// Owns: the datapath of the microcode: the slot memory, the accumulator, what a line reads and computes.
import { all, any, bit, cat, indexBits, input, lit, memory, module, mux, named, output, read, register, uint, write, type Uint } from '../../rtl-gen/dsl/index.ts'
import { recordFlags, recordLayout } from '../isa/cause.ts'
import type { Parameters } from '../parameters.ts'
import { parameterHash } from '../parameter-hash.ts'
import { hintWidth } from '../isa/hint.ts'
import { isaFeatures, isaVersion } from '../isa/version.ts'
import { constantBits, countersAt, flagMasks, infosAt, pageWords, sources, unitWords, type Source } from '../microcode/vocabulary.ts'
import { functionShape, indexShape, sourceShape, wordBits } from './micro-word.ts'
import { widths } from './shapes.ts'

/** What the words of the unit are from the start. The others are written before they are read. */
function firstWords(p: Parameters): bigint[] {
  const symbols = p.recordMarks.reduce((word, mark, i) => word | BigInt(mark) << BigInt(8 * (i + 1)), BigInt(p.yieldSymbol))
  const known: Readonly<Record<string, bigint>> = {
    chunk: BigInt(p.chunkBytes), version: BigInt(isaVersion), slots: BigInt(p.slots), symbols, features: isaFeatures(),
    parameters: parameterHash(p), cacheableLow: p.cacheableLow, cacheableHigh: p.cacheableHigh, longest: (1n << 48n) - 1n, furthest: (1n << BigInt(hintWidth)) - 1n, patience: BigInt(p.watchdogCycles),
  }
  const words = Array<bigint>(pageWords).fill(0n)
  for (const w of unitWords) words[w.at] = known[w.name] ?? 0n
  return words
}

/** Bits of the word `flags` that a function may set or clear. */
const logicBits = constantBits - 1

/**
 * In the cycle in which a line is fetched the word that it names is read; in the next one Y, that word or a source, and A are computed to `value`,
 * which goes to A, to a word, and to what else the line names. A line cannot read what the line before it wrote.
 */
export const datapath = (p: Parameters) => {
  const w = widths(p), page = indexBits(pageWords)
  return module('datapath', {
    // of the line that is fetched
    readWord: input(uint(wordBits)), readUnit: input(bit), index: input(indexShape), slotAhead: input(uint(w.slot)),
    // of the line that is done
    fn: input(functionShape), source: input(sourceShape), constant: input(uint(constantBits)),
    loadsA: input(bit), writes: input(bit), writeWord: input(uint(wordBits)), writeUnit: input(bit), slot: input(uint(w.slot)),
    // sources
    rs1: input(uint(64)), rs2: input(uint(64)), now: input(uint(48)), status: input(uint(5)), symbol: input(uint(8)),
    rxSequence: input(uint(16)), beat: input(uint(64)), rxOffset: input(uint(40)), accepted: input(uint(16)), kept: input(uint(64)),
    value: output(uint(64)), a: output(uint(64)),
    less: output(bit), equal: output(bit), has: output(bit), listed: output(bit),
    words: memory({ depth: p.slots * pageWords, of: uint(64), collision: 'undefined', init: firstWords(p) }),
    sum: register(uint(64), 0),
  }, (x, { assign, when }) => {
    const { words, sum: a, constant, fn } = x
    const place = (unit: typeof x.readUnit, slot: Uint<any>, word: Uint<any>): Uint<any> => cat(mux(unit, lit(w.slot, 0), slot), word).truncate(indexBits(p.slots * pageWords))
    const { word } = named({
      word: mux(x.index.is('field'), x.rs2.bits(0, 4).extend(page), mux(x.index.is('counter'), x.rs2.bits(0, 4).extend(page).or(countersAt), mux(x.index.is('info'), x.rs1.bits(0, 3).extend(page).or(infosAt), x.readWord))),
    })
    const m = words.data
    const wide = (v: Uint<any>) => v.extend(64)
    const flag = (name: string) => m.bit(Math.log2(flagMasks[name]!))
    const record = cat(
      lit(1, 0), m.bits(0, 4).extend(recordLayout.cause.width), x.slot.extend(recordLayout.slot.width),
      flag('yielded').extend(8).shiftLeft(recordFlags.yielded).or(flag('cut').extend(8).shiftLeft(recordFlags.cut)), a.truncate(recordLayout.appended.width),
    ).truncate(64)
    const extended = cat(mux(constant.bit(constantBits - 1), lit(64 - constantBits, 2n ** BigInt(64 - constantBits) - 1n), lit(64 - constantBits, 0)), constant).truncate(64)
    const by: Record<Exclude<Source, 'word'>, Uint<64>> = {
      rs1: x.rs1, rs2: x.rs2, rs1High: wide(x.rs1.bits(8, 56)), rs2High: wide(x.rs2.bits(8, 56)),
      constant: extended, now: wide(x.now), status: wide(x.status).not(), trapRecord: record,
      rxOffset: wide(x.rxOffset), rxLow: wide(x.beat.bits(0, 32)), rxHigh: wide(x.beat.bits(32, 32)), symbol: wide(x.symbol), rxSequence: wide(x.rxSequence), accepted: wide(x.accepted), kept: x.kept,
    }
    const code = x.source.asUint()
    /** The sources of a group, chosen by the bits of their codes. */
    const group = (n: number, bits: number, from = n * 8): Uint<64> => {
      if (bits === 0) return by[(sources.find((s) => s.code === from)?.name ?? 'rs1') as 'rs1']
      const half = 1 << bits - 1
      const [low, high] = [sources.some((s) => s.code >= from && s.code < from + half), sources.some((s) => s.code >= from + half && s.code < from + 2 * half)]
      return low && high ? mux(code.bit(bits - 1), group(n, bits - 1, from + half), group(n, bits - 1, from)) : group(n, bits - 1, low ? from : from + half)
    }
    const { operand, own, received } = named({ operand: group(1, 3), own: group(2, 3), received: group(3, 3) })
    const { y } = named({ y: mux(code.bit(4), mux(code.bit(3), received, own), mux(code.bit(3), operand, m)) })
    // A + Y, A - Y, 0 + Y, 0 + Y + 1 by one adder: a subtraction adds the complement and 1, and carries out unless A < Y
    const { subtracts, uses } = named({ subtracts: fn.is('subtract'), uses: fn.isIn('add', 'subtract') })
    const { total } = named({
      total: cat(mux(uses, a, lit(64, 0)), lit(1, 1)).extend(66).add(cat(y.xor(mux(subtracts, lit(64, 2n ** 64n - 1n), lit(64, 0))), any(subtracts, fn.is('increment'))).extend(66)),
    })
    const { result } = named({ result: total.bits(1, 64) })
    const logic = (v: Uint<any>, mask: Uint<any>): Uint<any> => mux(fn.is('set'), v.or(mask), mux(fn.is('clear'), v.and(mask.not()), v))
    const { changed } = named({ changed: logic(result.truncate(logicBits), constant.truncate(logicBits)) })
    const { outcome } = named({ outcome: cat(result.bits(logicBits, 64 - logicBits), changed).truncate(64) })
    return [
      assign({
        value: outcome, a, less: all(subtracts, total.bit(65).not()), equal: a.eq(y),
        has: m.truncate(logicBits).and(constant.truncate(logicBits)).ne(0), listed: m.at(a.truncate(6)),
      }),
      { words: read(place(x.readUnit, x.slotAhead, word)) },
      when(x.writes, { words: write(place(x.writeUnit, x.slot, x.writeWord), outcome) }),
      when(x.loadsA, { sum: outcome }),
    ]
  }, { doc: 'the slot memory, the accumulator and the adder' })
}
