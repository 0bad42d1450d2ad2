// Owns: checks of the datapath: random lines against a model in whole numbers, every source, function and test, every word of every slot.
import { describe, expect, test } from 'vitest'
import { encodeRecord } from '../../../coprocessor/isa/cause.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { parameterHash } from '../../../coprocessor/parameter-hash.ts'
import { constantBits, flagMasks, sources, unitWords } from '../../../coprocessor/microcode/vocabulary.ts'
import { datapath } from '../../../coprocessor/unit/datapath.ts'
import { functionShape, indexShape, sourceShape } from '../../../coprocessor/unit/micro-word.ts'
import { bench, Chance, same } from './bench.ts'

const operands = { rs1: 64, rs2: 64, now: 48, status: 5, symbol: 8, rx_sequence: 16, beat: 64, rx_offset: 40, accepted: 16, kept: 64 } as const
type Operand = keyof typeof operands
const build = (slots: number) => bench(datapath(parameters({ slots })), [
  'read_word', 'read_unit', 'index', 'slot_ahead', 'fn', 'source', 'constant', 'loads_a', 'writes', 'write_word', 'write_unit', 'slot',
  ...Object.keys(operands) as Operand[], 'value', 'a', 'less', 'equal', 'has', 'listed',
])
const two64 = 2n ** 64n, mask = (width: number) => 2n ** BigInt(width) - 1n
const fns = ['pass', 'increment', 'add', 'subtract', 'set', 'clear'] as const
type Source = (typeof sources)[number]['name']

interface Line {
  readonly read: number; readonly readUnit: boolean; readonly index: 'plain' | 'field' | 'counter' | 'info'
  readonly fn: (typeof fns)[number]; readonly source: Source; readonly constant: number
  readonly loadsA: boolean; readonly writes: boolean; readonly write: number; readonly writeUnit: boolean
}
/** 64 words a slot, those of the unit in slot 0; the value and what is told of it, a line at a time. */
class Model {
  readonly words: bigint[]
  a = 0n
  constructor(slots: number) { this.words = Array<bigint>(64 * slots).fill(0n) }

  /** The place that a line reads: `field`, `counter` and `info` are numbered by an operand. */
  static place(l: Line, slot: number, o: Readonly<Record<Operand, bigint>>): number {
    const word = { plain: BigInt(l.read), field: o.rs2 & 15n, counter: 16n + (o.rs2 & 15n), info: 48n + (o.rs1 & 7n) }[l.index]
    return 64 * (l.readUnit ? 0 : slot) + Number(word)
  }

  step(l: Line, word: bigint, slot: number, o: Readonly<Record<Operand, bigint>>) {
    const constant = BigInt.asUintN(64, BigInt(l.constant)), low = constant & mask(constantBits - 1)
    const flag = (name: string) => (word & BigInt(flagMasks[name]!)) !== 0n
    const from: Record<Source, bigint> = {
      word, rs1: o.rs1, rs2: o.rs2, rs1High: o.rs1 >> 8n, rs2High: o.rs2 >> 8n, constant, now: o.now, status: two64 - 1n - o.status,
      trapRecord: recordOf(Number(word & 15n), slot, flag('cut'), flag('yielded'), this.a & mask(39)),
      symbol: o.symbol, rxSequence: o.rx_sequence, rxOffset: o.rx_offset, rxLow: o.beat & mask(32), rxHigh: o.beat >> 32n, accepted: o.accepted, kept: o.kept,
    }
    const y = from[l.source]
    const value = BigInt.asUintN(64, { pass: y, increment: y + 1n, add: this.a + y, subtract: this.a - y, set: y | low, clear: y & ~low }[l.fn])
    const got = { value, a: this.a, less: l.fn === 'subtract' && this.a < y, equal: this.a === y, has: (word & low) !== 0n, listed: (word >> (this.a & 63n) & 1n) === 1n }
    if (l.writes) this.words[64 * (l.writeUnit ? 0 : slot) + l.write] = value
    if (l.loadsA) this.a = value
    return got
  }
}
/** Bit 63 clear, cause, slot, flags (bit 0 cut, bit 1 yielded as the record says), appended in 39 bits. */
const recordOf = (cause: number, slot: number, cut: boolean, yielded: boolean, appended: bigint): bigint =>
  (BigInt(cause) << 55n | BigInt(slot) << 47n | BigInt(flagsOf(cut, yielded)) << 39n | appended)
const flagsOf = (cut: boolean, yielded: boolean): number => {
  const of = (c: boolean, y: boolean) => Number(encodeRecord({ cause: 'yield', slot: 0, cut: c, yielded: y, appended: 0n }) >> 39n & 255n)
  return of(cut, yielded)
}

describe.each([1, 3, 8, 16])('%i slots', (slots) => {
  const { pins, sim, cycle } = build(slots)

  test('random lines', () => {
    sim.reset()
    const chance = new Chance(slots), model = new Model(slots)
    const wide = (width: number) => chance.one([chance.word(), chance.word() >> 40n, 0n, mask(64), model.a, model.a + 1n]) & mask(width)
    const line = (avoid: number | undefined, slot: number, rs: { rs1: bigint; rs2: bigint }): Line => {
      for (;;) {
        const l: Line = {
          read: chance.below(64), readUnit: chance.often(20), index: chance.often(80) ? 'plain' : chance.one(['field', 'counter', 'info']),
          fn: chance.one(fns), source: chance.often(40) ? 'word' : chance.one(sources).name, constant: chance.one([chance.below(2 ** 20), -chance.below(2 ** 20), 1 << chance.below(20), 0, -1]),
          loadsA: chance.often(50), writes: chance.often(50), write: chance.below(64), writeUnit: chance.often(20),
        }
        // The words begin with what this bench wrote: a line reads what the one before it does not write.
        if (Model.place(l, slot, { ...zero, ...rs }) !== avoid) return l
      }
    }
    const zero = Object.fromEntries(Object.keys(operands).map((n) => [n, 0n])) as Record<Operand, bigint>
    const give = (l: Line, slot: number, o: Readonly<Record<Operand, bigint>>, fires: boolean) => {
      pins.fn.set(Number(functionShape.valueOf(l.fn)))
      pins.source.set(Number(sourceShape.valueOf(l.source)))
      pins.constant.setBig(BigInt.asUintN(constantBits, BigInt(l.constant)))
      pins.loads_a.set(fires && l.loadsA ? 1 : 0)
      pins.writes.set(fires && l.writes ? 1 : 0)
      pins.write_word.set(l.write)
      pins.write_unit.set(l.writeUnit ? 1 : 0)
      pins.slot.set(slot)
      for (const n of Object.keys(operands) as Operand[]) pins[n].setBig(o[n])
    }
    const fetch = (l: Line, slot: number) => {
      pins.read_word.set(l.read)
      pins.read_unit.set(l.readUnit ? 1 : 0)
      pins.index.set(Number(indexShape.valueOf(l.index)))
      pins.slot_ahead.set(slot)
    }
    const nop: Line = { read: 0, readUnit: false, index: 'plain', fn: 'pass', source: 'constant', constant: 0, loadsA: false, writes: false, write: 0, writeUnit: false }
    // Every word of every slot is written once, with something of its own.
    for (let slot = 0; slot < slots; slot++) {
      for (let at = 0; at < 64; at++) {
        const l: Line = { ...nop, source: 'rs1', writes: true, write: at }, o = { ...zero, rs1: chance.word() }
        give(l, slot, o, true)
        fetch(nop, at === 0 && slot === 0 && slots > 1 ? 1 : 0)
        if (at === 0 && slot === 0 && slots === 1) fetch({ ...nop, read: 1 }, 0)
        model.step(l, 0n, slot, o)
        cycle()
      }
    }
    let slot = 0, l = nop, word = model.words[1]!
    give(nop, 0, zero, false)
    fetch({ ...nop, read: 1 }, 0)
    cycle()
    let rs = { rs1: 0n, rs2: 0n }
    const seen = new Set<string>()
    for (let i = 0; i < 12_000; i++) {
      if (chance.often(20)) rs = { rs1: wide(64), rs2: wide(64) }
      const o = Object.fromEntries((Object.keys(operands) as Operand[]).map((n) => [n, wide(operands[n])])) as Record<Operand, bigint>
      const given = { ...o, ...rs }, fires = chance.often(85)
      give(l, slot, given, fires)
      const ahead = chance.often(70) ? slot : chance.below(slots), written = l.writes && fires ? 64 * (l.writeUnit ? 0 : slot) + l.write : undefined
      const next = line(written, ahead, rs)
      fetch(next, ahead)
      const nextWord = model.words[Model.place(next, ahead, given)]!
      const want = model.step({ ...l, loadsA: l.loadsA && fires, writes: l.writes && fires }, word, slot, given)
      cycle()
      same([pins.value.getBig(), pins.a.getBig(), pins.equal.get() === 1, pins.has.get() === 1, pins.listed.get() === 1], [want.value, want.a, want.equal, want.has, want.listed], () => `cycle ${i}: ${JSON.stringify(l)} on 0x${word.toString(16)}`)
      if (l.fn === 'subtract') same([pins.less.get() === 1], [want.less], () => `less, cycle ${i}`)
      seen.add(`${l.fn} ${want.less} ${want.equal}`).add(l.source).add(l.index)
      word = nextWord
      slot = ahead
      l = next
    }
    for (const s of sources) expect(seen).toContain(s.name)
    for (const i of ['field', 'counter', 'info', 'plain', 'subtract true false', 'subtract false true', 'subtract false false']) expect(seen).toContain(i)
  })

  test('the words of the unit from the start', () => {
    const p = parameters({ slots }), fresh = build(slots)
    const want: Readonly<Record<string, bigint>> = {
      version: 1n, slots: BigInt(slots), parameters: parameterHash(p), chunk: 256n, low: 0n, high: 0n, dropped: 0n, auto: 0n, entry: 0n,
      cacheableLow: p.cacheableLow, cacheableHigh: p.cacheableHigh, longest: 2n ** 48n - 1n, patience: BigInt(p.watchdogCycles), symbols: 0xfa_f9_f8_ffn,
    }
    for (const w of unitWords) {
      if (want[w.name] === undefined || w.name === 'version') continue
      fresh.pins.read_word.set(w.at)
      fresh.pins.read_unit.set(1)
      fresh.pins.slot_ahead.set(slots - 1)
      fresh.pins.fn.set(Number(functionShape.valueOf('pass')))
      fresh.pins.source.set(Number(sourceShape.valueOf('word')))
      fresh.cycle()
      fresh.cycle()
      same([fresh.pins.value.getBig()], [want[w.name]], w.name)
    }
  })
})
