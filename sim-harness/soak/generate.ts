// Owns: random soak programs: the same seed gives the same program on every machine.
import { instruction, instructions } from '../../coprocessor/isa/table.ts'
import { Random } from '../memory/random.ts'
import { memoryProfile, type MemoryProfile } from '../memory/settings.ts'
import { hex64, textOf, type HostAnswer, type HostFrame, type SoakProgram, type SoakStep } from './program.ts'

const windowLow = 0x8000_0000n
const windowHigh = 0x8000_4000n
const anySlot = (1n << 64n) - 1n
const yieldSymbol = 0xff
const marks = [0xf8, 0xf9, 0xfa]

/** Programs lean on the instructions that the unit has; the rest is tried now and then: it answers `opcode`. */
class Maker {
  readonly #random: Random
  readonly has: (mnemonic: string) => boolean
  readonly bySlot: readonly string[]
  readonly rare: readonly string[]
  /** The host answers as one that is asked for votes. */
  readonly ballots: boolean
  constructor(seed: number, also: readonly string[]) {
    this.#random = new Random(seed)
    this.has = (mnemonic) => also.includes(mnemonic) || instructions.some((i) => i.mnemonic === mnemonic && i.microcode !== undefined)
    this.bySlot = instructions.filter((i) => i.perform.on === 'slot' && this.has(i.mnemonic)).map((i) => i.mnemonic)
    this.ballots = this.chance(12)
    this.rare = instructions.map((i) => i.mnemonic).filter((name) => !this.bySlot.includes(name))
  }
  upTo(n: number): number { return this.#random.between(0, n) }
  chance(percent: number): boolean { return this.upTo(99) < percent }
  pick<T>(from: readonly T[]): T { return from[this.upTo(from.length - 1)]! }
  /** Mostly small, now and then large. */
  length(large: number): number { return this.chance(85) ? this.upTo(12) : this.upTo(large) }
  text(length: number): number[] { return Array.from({ length }, () => this.pick([...'abcdefgh']).charCodeAt(0)) }
}

function symbols(m: Maker, ends: boolean): number[] {
  // Ballots that are often the same.
  if (m.chance(15)) return [...m.text(1).map((symbol) => symbol & 0x61), ...(m.chance(30) ? [yieldSymbol] : [])]
  const bytes = m.text(m.length(m.chance(10) ? 600 : 60))
  if (bytes.length > 0 && m.chance(12)) bytes[m.upTo(bytes.length - 1)] = yieldSymbol
  if (bytes.length > 0 && m.chance(5)) bytes[m.upTo(bytes.length - 1)] = m.pick(marks)
  if (ends && m.chance(65)) bytes.push(yieldSymbol)
  return bytes
}

function frame(m: Maker, last: boolean): HostFrame {
  const after = m.chance(80) ? m.upTo(20) : m.upTo(600)
  const bend = m.chance(9) ? { bend: m.pick(['sequence', 'next', 'session', 'session', 'slot', 'offset'] as const) } : {}
  const spoil = m.chance(7) ? { spoil: m.pick(['short', 'early', 'late', 'kind', 'keep', 'headerKeep', 'empty', 'tail'] as const) } : {}
  const roll = m.upTo(99)
  if (roll < 3) return { kind: 'reject', after, ...bend, ...spoil }
  if (roll < 6) return { kind: 'fault', after, ...bend, ...spoil }
  if (roll < 9) return { kind: 'cached', length: m.upTo(80), after, ...bend, ...spoil }
  if (roll < 11) return { kind: 'hello', fresh: m.chance(40), after, ...spoil }
  const bytes = symbols(m, last)
  return { kind: 'answer', symbols: textOf(bytes.length > 0 || last ? bytes : m.text(1)), end: last, after, ...bend, ...spoil }
}

function answer(m: Maker): HostAnswer {
  if (m.ballots && m.chance(90)) return { frames: [{ kind: 'answer', symbols: textOf(m.text(m.chance(90) ? m.upTo(2) : 7 + m.upTo(3)).map((symbol) => symbol & 0x61)), end: true, after: m.upTo(20) }], stubborn: false }
  const roll = m.upTo(99)
  // Never answered, or answered and never ended.
  if (roll < 5) return { frames: [], stubborn: false }
  // A flood: far more than was asked for, hardly a cycle between, most of it lies.
  if (roll >= 97) {
    const flood = Array.from({ length: 20 + m.upTo(40) }, (): HostFrame => ({ ...frame(m, m.chance(10)), after: m.upTo(2) }))
    return { frames: flood, stubborn: m.chance(60) }
  }
  const count = 1 + (m.chance(50) ? 0 : m.upTo(4))
  const frames = Array.from({ length: count }, (_, i) => frame(m, i === count - 1 && roll >= 10))
  return { frames, stubborn: m.chance(25), ...(m.chance(8) ? { early: true } : {}) }
}

const command = (mnemonic: string, rs1: bigint | number, rs2: bigint | number = 0n, more: object = {}): SoakStep =>
  ({ do: 'command', mnemonic, rs1: hex64(rs1), rs2: hex64(rs2), wait: true, ...more })

/** Mostly slots that exist. */
const mask = (m: Maker, slots: number): bigint => (m.chance(8) ? m.pick([1n << BigInt(slots), anySlot, 1n << 63n, 0n]) : BigInt(m.upTo(2 ** slots - 1)))

/** A command with operands that may be anything. */
function wild(m: Maker, slots: number): SoakStep {
  const odd = () => m.pick([
    0n, 1n, 7n, 8n, 1n << 32n, 1n << 48n, (1n << 48n) - 1n, 1n << 63n, anySlot, windowLow, windowLow + BigInt(8 * m.upTo(600)),
    windowLow + BigInt(m.upTo(4000)), windowHigh, windowHigh - 8n, BigInt(m.upTo(20)),
  ])
  const slot = m.chance(85) ? BigInt(m.upTo(slots - 1)) : odd()
  const mnemonic = m.chance(80) ? m.pick(m.bySlot) : m.pick(m.rare)
  const more = {
    ...(m.chance(14) ? { prv: m.pick([0, 1]) } : {}), ...(m.chance(14) ? { funct3: m.upTo(7) } : {}), ...(m.chance(3) ? { funct7: m.upTo(127) } : {}),
    ...(m.chance(10) ? { wait: false } : {}),
  }
  const value = odd()
  // A watchdog of a few cycles ends every query anywhere: the observer would have to hold every outcome possible, run after run.
  const named = instruction(mnemonic).perform
  const rs1 = named.on === 'mask' ? mask(m, slots) : instruction(mnemonic).rs1?.name === 'dstLength' ? (m.chance(70) ? BigInt(m.upTo(40)) : odd()) << 8n | slot : slot
  return command(mnemonic, rs1, mnemonic === 'oseg.watch' && value > 0n && value < 200n ? 200n + value : value, more)
}

/** Settings with operands that are refused, before the ones that hold. */
function badBoot(m: Maker): SoakStep[] {
  const some = [
    command('oentry', m.pick([1n, 2n, 3n, 1n << 63n, 1n << 48n, 1n << 48n])), command('owindow', windowLow + 8n, windowHigh), command('owindow', windowLow, windowHigh + 1n),
    command('owindow', windowHigh, windowLow), command('owindow', 0n, windowHigh), command('owindow', windowLow, anySlot - 4095n),
    command('oseg.open', windowLow, 8n << 8n), command('ostart', 0n), command('oinfo', m.chance(50) ? 4 : m.upTo(40)),
    ...['oinfo', 'oentry', 'oauto', 'owindow', 'oseg.open'].map((name) => command(name, windowLow, windowHigh, m.chance(60) ? { funct3: m.upTo(7) } : { prv: m.upTo(1) })),
  ]
  return Array.from({ length: 1 + m.upTo(5) }, () => m.pick(some))
}

/** A slot that has much to say. */
const talkative = (m: Maker, slot: number): SoakStep[] => [
  command('oseg.close', slot), command('oseg.open', place(slot) | 1n, 0x700n << 8n | BigInt(slot)), { do: 'append', slot, bytes: textOf(m.text(250 + m.upTo(300))) },
]

/** An abort while much is leaving, and at once the next start: the abort is still owed then. */
function hasty(m: Maker, slots: number, slot: number): SoakStep[] {
  const others = m.chance(50) ? Array.from({ length: Math.min(slots, 4) }, (_, i) => i).filter((i) => i !== slot) : []
  return [
    { do: 'take' }, ...others.flatMap((i) => talkative(m, i)), { do: 'append', slot, bytes: textOf(m.text(60 + m.upTo(200))) }, command('ostart', slot), { do: 'step', cycles: 8 + m.upTo(40) },
    ...others.map((i) => command('oask', i)), command('oabort', slot), { do: 'await', cycles: 300 }, command('otrap', anySlot), command('ostart', slot), { do: 'await', cycles: 1500 },
  ]
}

/** Symbols pushed, popped and looked at; now and then more than there are or than fit. */
function stack(m: Maker, slot: number): SoakStep[] {
  const one = (): SoakStep => {
    const roll = m.upTo(99)
    if (roll < 45) return command('opush', slot, m.chance(95) ? m.upTo(255) : m.pick([256n, 1n << 32n, anySlot]))
    return roll < 75 ? command('opop', slot) : command('opeek', slot, m.chance(90) ? m.upTo(12) : m.upTo(300))
  }
  return Array.from({ length: 1 + m.upTo(m.chance(80) ? 6 : 30) }, () => (m.chance(85) ? one() : { ...one(), wait: false } as SoakStep))
}

/** P-mode: a query to any Oracle; what waits was taken before. */
function ask(m: Maker, slot: number): SoakStep[] {
  const oracle = m.chance(92) ? m.upTo(63) : m.pick([64n, 255n, 1n << 32n, anySlot])
  const background = m.chance(60)
  return [{ do: 'take' }, ...(m.chance(40) ? stack(m, slot) : []), command(background ? 'oask' : 'oracle', slot, oracle), ...(background && m.chance(75) ? [{ do: 'await', cycles: 1500 } as const] : [])]
}

/** What only some units have; of a unit that has none of it nothing. */
function extension(m: Maker, slots: number, slot: number): SoakStep[] {
  // Another one where there is one.
  const others = Array.from({ length: Math.min(slots, 4) }, (_, i) => i).filter((i) => i !== slot)
  const other = others.length > 0 && m.chance(95) ? m.pick(others) : slot
  const hint = command('ohint', slot, m.chance(80) ? m.pick([0n, 1n, BigInt(2 + m.upTo(5000))]) : m.pick([1n << 40n, (1n << 40n) - 1n, anySlot]))
  const kinds: readonly (readonly [string, () => SoakStep[]])[] = [
    ['ohint', () => [hint, ...(m.chance(50) ? turn(m, slot) : [])]],
    ['oseg.move', () => [{ do: 'take' }, ...(m.chance(25) ? open(m, other) : []), { do: 'move', slot, base: hex64(place(m.chance(30) ? other : m.chance(60) ? m.upTo(7) : slot) + BigInt(m.chance(90) ? 8 * m.upTo(m.chance(60) ? 4 : 200) : m.upTo(200))) }, ...(m.chance(40) ? turn(m, slot) : [])]],
    ['ofork', () => [
      ...(m.chance(50) ? turn(m, slot) : [{ do: 'take' } as const, command('oask', slot, 0n), { do: 'step', cycles: 400 } as const, command('oabort', slot)]), { do: 'await', cycles: 2500 }, { do: 'take' },
      ...(m.chance(75) ? [{ do: 'step', cycles: 60 } as const] : []), ...(m.chance(80) ? [command('oseg.close', other), ...open(m, other)] : []), ...(m.chance(75) ? [{ do: 'truncate', slot: other, count: 2000 } as const] : []),
      m.chance(85) ? { do: 'fork', slot: other, source: m.chance(90) ? slot : m.upTo(slots), length: m.length(300) } : command('ofork', BigInt(m.upTo(400)) << 8n | BigInt(other), slot),
      ...(m.chance(50) ? [m.pick([hint, command('oseg.touch', slot, place(slot) + BigInt(m.upTo(20))), command('opop', slot), command('oseg.close', slot)])] : []),
      ...(m.chance(70) ? [command('ostart', m.chance(60) ? other : slot, 0n), { do: 'await', cycles: 1500 } as const] : []),
    ]],
    ['ofork', () => waitingFork(m, slots, slot, other)],
    ['ovote', () => [{ do: 'take' }, ...(m.chance(30) ? open(m, slot) : []), command('ovote', slot, m.chance(90) ? 1 + m.upTo(7) : m.pick([0n, 9n, anySlot]), { wait: m.chance(50) }), ...(m.chance(60) ? [{ do: 'await', cycles: 2500 } as const] : [])]],
  ]
  const there = kinds.filter(([name]) => m.has(name))
  return there.length === 0 ? turn(m, slot) : m.pick(there)[1]()
}

/** Votes that come to their end. */
function votes(m: Maker, slots: number): SoakStep[] {
  const slot = m.upTo(Math.min(slots - 1, 1))
  const fresh = m.chance(60) ? [command('oseg.close', slot), command('oseg.open', place(slot) | 1n, BigInt(8 * m.upTo(m.chance(40) ? 1 : 20)) << 8n | BigInt(slot)), ...stack(m, slot), ...stack(m, slot)] : []
  return [{ do: 'take' }, ...fresh, command('ovote', slot, m.chance(60) ? 8 : m.upTo(9)), { do: 'await', cycles: 4000 }, ...(m.chance(30) ? turn(m, slot) : [])]
}

/** A fork that has not left when something happens to its source: a third slot has much to send. */
function waitingFork(m: Maker, slots: number, slot: number, other: number): SoakStep[] {
  const third = Array.from({ length: Math.min(slots, 5) }, (_, i) => i).find((i) => i !== slot && i !== other)
  const behind = third === undefined ? [] : talkative(m, third)
  return [
    { do: 'take' }, command('oask', slot), { do: 'step', cycles: 100 + m.upTo(400) }, command('oabort', slot), { do: 'await', cycles: 600 }, { do: 'take' }, command('oseg.close', other), ...open(m, other), { do: 'truncate', slot: other, count: 2000 },
    ...behind, { do: 'step', cycles: 60 }, { do: 'fork', slot: other, source: slot, length: m.length(300), ...(third === undefined ? {} : { behind: third }) },
    m.pick([command('oseg.close', slot), command('ostart', slot), command('oask', slot), command('opop', slot), ...[0, 1, 2].map((at) => command('oseg.touch', slot, place(slot) + BigInt(at))), command('oseg.top', slot, place(slot))]),
    ...(m.chance(50) ? [command('ostart', other), { do: 'await', cycles: 1500 } as const] : []),
  ]
}

/** Each way in which one command is refused for what it is, not for what the slots are. */
function refused(m: Maker, slots: number): SoakStep[] {
  const one = (): SoakStep => {
    const row = m.pick(instructions)
    const roll = m.upTo(99)
    const high = BigInt(m.pick([slots, 64, 255]))
    if (roll < 25) return command(row.mnemonic, 0n, m.upTo(8), { prv: m.pick([0, 1]) })
    // Of those without rd nothing is heard.
    if (roll < 65) return command(row.mnemonic, 0n, m.upTo(8), { funct3: m.chance(85) ? 4 + m.upTo(3) : m.upTo(3) })
    return row.rs2?.name === 'slotLength' ? command(row.mnemonic, place(1), 8n << 8n | high) : command(row.mnemonic, row.rs1?.name === 'dstLength' ? BigInt(m.upTo(20)) << 8n | high : high, m.upTo(8))
  }
  return Array.from({ length: 2 + m.upTo(6) }, one)
}

/** Many slots at work at once, while others are spoken to: what each gets must not depend on the rest. */
function together(m: Maker, slots: number): SoakStep[] {
  const busy = Array.from({ length: Math.min(slots, 6) }, (_, i) => i).filter(() => m.chance(75))
  const starts = busy.flatMap((i) => [...(m.chance(25) ? open(m, i) : []), ...(m.chance(30) ? [{ do: 'append', slot: i, bytes: textOf(m.text(m.length(300))) } as const] : []), begin(m, i)])
  const meanwhile = (): SoakStep[] => {
    const slot = m.upTo(slots - 1)
    const roll = m.upTo(99)
    if (roll < 25) return [{ do: 'step', cycles: m.chance(70) ? m.upTo(60) : m.upTo(600) }]
    if (roll < 40) return [{ do: 'take' }]
    if (roll < 55) return [begin(m, slot)]
    if (roll < 70) return stack(m, slot)
    if (roll < 80) return [command('oabort', slot)]
    if (roll < 85) return [{ do: 'await', cycles: 800 }]
    return roll < 95 ? extension(m, slots, slot) : [wild(m, slots)]
  }
  return [{ do: 'take' }, ...starts, ...Array.from({ length: 2 + m.upTo(6) }, meanwhile).flat(), { do: 'await', cycles: 1500 }, { do: 'take' }]
}

const begin = (m: Maker, slot: number): SoakStep => (m.chance(50) ? command('ostart', slot, m.chance(50) ? 0 : m.upTo(12)) : command('oask', slot, m.upTo(63)))

/** Runs in the background, and what waits for them: one command or several, let go by a record, an interrupt or another one's place. */
function wait(m: Maker, slots: number): SoakStep[] {
  const all = Array.from({ length: slots }, (_, i) => i).filter((i) => i < 3)
  const some = all.filter(() => m.chance(80))
  const begun = some.length > 0 ? some : [0]
  const waiting = (): SoakStep => {
    const roll = m.upTo(99)
    const more = { wait: m.chance(30) }
    if (roll < 75) return command('owait', m.chance(60) ? 1n << BigInt(m.pick(begun)) : mask(m, all.length), 0n, more)
    return roll < 87 ? command('oracle', m.pick(all), m.upTo(63), more) : command('oenter', m.pick(all), 0n, more)
  }
  const between = (): SoakStep[] => {
    const roll = m.upTo(99)
    if (roll < 20) return [{ do: 'exception' }]
    if (roll < 45) return [{ do: 'step', cycles: m.chance(70) ? m.upTo(30) : m.upTo(400) }]
    if (roll < 70) return [command('oabort', m.pick(begun)), ...(m.chance(50) ? [{ do: 'step', cycles: m.upTo(60) } as const] : [])]
    if (roll < 78) return [{ do: 'take' }]
    return roll < 88 ? [begin(m, m.pick(all))] : stack(m, m.pick(all))
  }
  return [
    { do: 'take' }, ...begun.slice(1).filter(() => m.chance(60)).flatMap((i) => open(m, i)), ...begun.map((i) => begin(m, i)),
    ...Array.from({ length: 1 + m.upTo(3) }, () => [waiting(), ...(m.chance(80) ? between() : [])]).flat(), { do: 'await', cycles: 600 },
  ]
}

const place = (slot: number) => windowLow + BigInt(0x800 * slot)

function open(m: Maker, slot: number): SoakStep[] {
  const colour = m.chance(slot === 0 ? 92 : 65) ? 1n : 0n
  const length = 8 * (m.chance(40) ? m.upTo(8) : m.upTo(120))
  const base = m.chance(85) ? place(slot) : place(m.upTo(7)) + BigInt(m.pick([0, 8, 4, 2, 64, 0x4000]))
  const steps = [command('oseg.open', base | colour, BigInt(length) << 8n | BigInt(slot)), ...(m.chance(60) ? [command('oseg.watch', slot, m.chance(96) ? 200 + m.upTo(3000) : m.pick([0n, 1n << 48n]))] : [])]
  return [...steps, { do: 'append', slot, bytes: textOf(m.text(m.upTo(m.chance(70) ? 24 : 300))) }]
}

/** What a kernel does in turn: take what waits, append a record, go into O-mode, wait for the trap. */
function turn(m: Maker, slot: number): SoakStep[] {
  const budget = m.chance(50) ? 0 : m.chance(95) ? 1 + m.upTo(m.chance(70) ? 12 : 60) : 1n << 48n
  const prepare: SoakStep[] = [{ do: 'take' }, ...(m.chance(60) ? [{ do: 'append', slot, bytes: textOf(m.text(m.length(100))) } as const] : [])]
  return [...prepare, command(m.chance(75) ? 'ostart' : 'oenter', slot, budget), ...(m.chance(75) ? [{ do: 'await', cycles: 1500 } as const] : [])]
}

function step(m: Maker, slots: number): SoakStep[] {
  if (m.ballots && m.has('ovote') && m.chance(20)) return votes(m, slots)
  const slot = m.chance(60) ? 0 : m.upTo(Math.min(slots - 1, 2))
  const roll = m.upTo(99)
  if (roll < 6) return open(m, slot)
  if (roll < 10) return hasty(m, slots, slot)
  if (roll < 15) return together(m, slots)
  if (roll < 22) return extension(m, slots, slot)
  if (roll < 25) return refused(m, slots)
  if (roll < 31) return turn(m, slot)
  if (roll < 39) return ask(m, slot)
  if (roll < 43) return stack(m, slot)
  if (roll < 51) return wait(m, slots)
  if (roll < 54) return [{ do: 'take' }]
  if (roll < 58) return [{ do: 'truncate', slot, count: m.length(100) }]
  if (roll < 62) return [{ do: 'rewrite', slot, at: m.upTo(30), bytes: textOf(m.text(1 + m.upTo(8))) }]
  if (roll < 65) return [{ do: 'read', slot }]
  if (roll < 72) return [{ do: 'step', cycles: m.chance(70) ? m.upTo(40) : m.upTo(800) }]
  if (roll < 76) return [{ do: 'await', cycles: 2000 }]
  if (roll < 82) return [command('oabort', slot), ...(m.chance(50) ? [{ do: 'await', cycles: 500 } as const, { do: 'take' } as const] : [])]
  if (roll < 84) return [{ do: 'exception' }]
  if (roll < 86) return [{ do: 'hello', fresh: m.chance(50) }]
  if (roll < 88) return [command('oseg.close', slot), ...(m.chance(70) ? open(m, slot) : [])]
  if (roll < 90) return [{ do: 'take' }, command('oseg.limit', slot, place(m.chance(65) ? slot : m.upTo(7)) + BigInt(m.chance(85) ? 8 * m.upTo(260) : m.upTo(2000)))]
  return Array.from({ length: 1 + m.upTo(3) }, () => wild(m, slots))
}

/** The generated units that programs run on: each is compiled once. */
const shapes = [
  { slots: 8, chunkBytes: 256, loadsInFlight: 8, burst: 1024, quiet: 32, txDepth: 16, rxDepth: 16, memoryCycles: 700 },
  { slots: 2, chunkBytes: 8, loadsInFlight: 2, burst: 4, quiet: 32, txDepth: 2, rxDepth: 2, memoryCycles: 400 },
  { slots: 3, chunkBytes: 64, loadsInFlight: 16, burst: 64, quiet: 0, txDepth: 32, rxDepth: 32, memoryCycles: 500 },
  { slots: 1, chunkBytes: 16, loadsInFlight: 4, burst: 1024, quiet: 8, txDepth: 16, rxDepth: 4, memoryCycles: 400 },
] as const

/** Longer than any memory but a dead one takes, and short: a program is to see what follows. One in eight dies. */
const profiles: readonly MemoryProfile[] = ['ideal', 'ideal', 'ideal', 'rocket', 'random', 'random', 'hostile', 'dying']

/** Commands that need memory, one after another, on a slot that may take them: of a memory that died they are refused. */
function afterDeath(m: Maker): SoakStep[] {
  const needs = instructions.filter((i) => i.statuses.includes('memory') && m.has(i.mnemonic)).map((i) => i.mnemonic)
  const rs2: Partial<Record<string, number>> = { ovote: 1 }
  return [
    { do: 'step', cycles: 900 }, command('oabort', 0), { do: 'await', cycles: 300 }, { do: 'take' }, command('oseg.close', 0), command('oseg.open', place(0) | 1n, 16n << 8n), { do: 'append', slot: 0, bytes: textOf(m.text(4)) },
    ...needs.filter(() => m.chance(60)).flatMap((name) => [command(name, 0, rs2[name] ?? 0), { do: 'step', cycles: 20 } as const, { do: 'take' } as const]),
  ]
}

/** A seed with which memory dies early, mostly. */
function deathSeed(m: Maker): number {
  const soon = m.chance(75)
  for (;;) {
    const seed = 1 + m.upTo(1000)
    if (!soon || memoryProfile('dying', seed).dies!.after < 40) return seed
  }
}

/** A program for this seed. @param length about how many steps; default by the seed, 10 to 60 @param also mnemonics that are used as if the unit had them */
export function generateProgram(seed: number, length?: number, also: readonly string[] = []): SoakProgram {
  const m = new Maker(seed, also)
  const shape = m.pick(shapes)
  const { slots } = shape
  const boot = [command('oentry', 0x8000_0000), command('oauto', m.chance(90) ? 0b11 : 0b10), command('owindow', windowLow, windowHigh)]
  const steps: SoakStep[] = [...(m.chance(25) ? badBoot(m) : []), ...(m.chance(95) ? boot : boot.slice(m.upTo(2))), ...open(m, 0)]
  const count = length ?? 10 + m.upTo(50)
  while (steps.length < count) steps.push(...step(m, slots))
  const profile = m.pick(profiles)
  if (profile === 'dying') steps.push(...afterDeath(m))
  return {
    seed,
    parameters: { ...shape, watchdogCycles: 5000 },
    profile, memory: profile === 'dying' ? deathSeed(m) : 1 + m.upTo(1000), stalls: m.chance(50) ? 1 + m.upTo(1000) : 0,
    steps, answers: Array.from({ length: 1 + m.upTo(5) }, () => answer(m)),
  }
}
