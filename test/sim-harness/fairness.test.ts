// Owns: the fairness among slots that docs/microarchitecture.md states, measured: endless answers, queries of many chunks, empty answers as fast as can be, commands meanwhile.
import { describe, expect, test } from 'vitest'
import { fieldNumber } from '../../coprocessor/isa/fields.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle } from '../../sim-harness/bridge/oracle.ts'
import { boot, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, rocketMemory, type MemorySettings } from '../../sim-harness/memory/memory-port.ts'

const slots = 8, p = parameters({ slots }), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const all = Array.from({ length: slots }, (_, slot) => slot)
/** Beats of a chunk of a query: header, data, trailer. */
const chunkBeats = 2 + p.chunkBytes / 8 + 1
/** Cycles that a slot's turn takes besides its beats, at the most: what the sequencer does for it, and for others between. */
const turnCycles = 120
const room = 262_144, tokens = { evaluated: 0, reused: 0, history: 0 }

const oracle = (answer: (slot: number) => AsyncIterable<AnswerEvent>): Oracle => ({ name: 'here', ask: ({ slot }) => answer(slot), dispose: () => Promise.resolve() })
/** Frames of so many symbols, one after another. */
async function* endless(symbols: number): AsyncGenerator<AnswerEvent> {
  for (;;) yield { kind: 'symbols', symbols: new Uint8Array(symbols).fill(0x61), afterCycles: 0 }
}
async function* empty(): AsyncGenerator<AnswerEvent> { yield { kind: 'symbols', symbols: new Uint8Array(0), end: { tokens }, afterCycles: 0 } }

interface Seen { readonly slot: number; readonly kind: string; readonly cycle: number }
/** The frames that name a slot, each way, in their order; the cycle in which each slot's start was accepted. */
interface Run { readonly seen: readonly Seen[]; readonly started: readonly number[] }
/** All slots in O-mode at once, with histories of `history` bytes.*/
async function run(of: Oracle, history: number, cycles: number, memory: MemorySettings, meanwhile: (unit: UnitDriver) => Promise<void> = (unit) => unit.step(cycles)): Promise<Run> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, memory, peer: new BridgeHost({ oracle: of, session: 1, latency: { first: 0, further: 0, hello: 1024 } }) })
  try {
    await boot(unit)
    for (const slot of all) await openSegment(unit, { slot, base: p.cacheableLow + BigInt(2 * room * slot), length: 2 * room, history: new Uint8Array(history).fill(0x62) })
    const started: number[] = []
    for (const slot of all) {
      const pending = unit.issue('ostart', BigInt(slot))
      await unit.wait(pending)
      started.push(pending.accepted!)
    }
    await meanwhile(unit)
    const seen = unit.log.flatMap(({ frame, cycle }) => (typeof frame === 'string' || frame.kind.name === 'hello' ? [] : [{ slot: frame.header.slot, kind: frame.kind.name, cycle }]))
    return { seen, started }
  } finally {
    await unit.close()
  }
}
const counts = (seen: readonly Seen[], kind: string): number[] => all.map((slot) => seen.filter((s) => s.slot === slot && s.kind === kind).length)
/**
 * Of one slot from its start to its first frame of a kind and from each to the next: the most frames of that kind of one other slot, and of all others, and the most cycles.
 */
function gaps({ seen, started }: Run, kind: string): { ofOne: number; ofAll: number; cycles: number } {
  const of = seen.filter((s) => s.kind === kind)
  const found = all.flatMap((slot) => {
    const at = [started[slot]!, ...of.filter((s) => s.slot === slot).map((s) => s.cycle)]
    return at.slice(1).map((to, i) => {
      const between = of.filter((s) => s.slot !== slot && s.cycle > at[i]! && s.cycle < to)
      return { ofOne: Math.max(...all.map((other) => between.filter((s) => s.slot === other).length)), ofAll: between.length, cycles: to - at[i]! }
    })
  })
  const most = (pick: (g: (typeof found)[number]) => number): number => found.reduce((m, g) => Math.max(m, pick(g)), 0)
  return { ofOne: most((g) => g.ofOne), ofAll: most((g) => g.ofAll), cycles: most((g) => g.cycles) }
}

describe.each([['ideal', idealMemory], ['rocket', rocketMemory()]] as const)('%s memory', (_, memory) => {
  test('endless answers: each slot gets its share of the symbols', async () => {
    const { seen } = await run(oracle(() => endless(64)), 40, 40_000, memory)
    // From then on all of them have one.
    const begun = Math.max(...all.map((slot) => seen.findIndex((s) => s.slot === slot && s.kind === 'answer'))), taken = counts(seen.slice(begun), 'answer')
    expect(Math.min(...taken)).toBeGreaterThan(40)
    expect(Math.max(...taken) - Math.min(...taken)).toBeLessThanOrEqual(1)
    const { ofOne, cycles } = gaps({ seen: seen.slice(begun), started: all.map(() => seen[begun]!.cycle) }, 'answer')
    expect(ofOne).toBeLessThanOrEqual(1)
    expect(cycles).toBeLessThanOrEqual(slots * (2 + 64 / 8 + turnCycles))
  })

  test('queries of many chunks: between two chunks of a slot each other one sends one at most', async () => {
    const result = await run(oracle(() => endless(8)), 16 * p.chunkBytes, 20_000, memory)
    expect(counts(result.seen, 'query')).toEqual(all.map(() => 16))
    const { ofOne, cycles } = gaps(result, 'query')
    expect(ofOne).toBe(1)
    expect(cycles).toBeLessThanOrEqual(slots * (chunkBeats * (memory.replay ? 1.5 : 1) + turnCycles))
  })

  test('answers without a symbol, at once: each slot asks as often as any other', async () => {
    const result = await run(oracle(empty), 40, 60_000, memory), asked = counts(result.seen, 'query')
    expect(Math.min(...asked)).toBeGreaterThan(20)
    expect(Math.max(...asked) - Math.min(...asked)).toBeLessThanOrEqual(2)
    expect(gaps(result, 'query').ofOne).toBeLessThanOrEqual(2)
  })

  test('one that floods the link with frames of 64 KiB does not keep the others from asking', async () => {
    const frame = 65_535
    const { seen } = await run(oracle((slot) => (slot === 0 ? endless(frame) : empty())), 40, 16 * frame / 8, memory), asked = counts(seen, 'query'), floods = counts(seen, 'answer')[0]!
    expect(floods).toBeGreaterThanOrEqual(8)
    // The host sends in the order in which things are due: an answer of each other slot between two of these frames, and a query behind it.
    expect(Math.min(...asked.slice(1))).toBeGreaterThanOrEqual(Math.floor(floods / 3))
  })

  test('a command is answered meanwhile, whatever the slots do', async () => {
    let most = 0
    const asks = async (unit: UnitDriver): Promise<void> => {
      for (let i = 0; i < 300; i++) {
        await unit.step(i % 37)
        const pending = unit.issue('oseg.get', BigInt(i % slots), BigInt(fieldNumber('status')))
        await unit.wait(pending)
        most = Math.max(most, pending.answered! - pending.accepted!)
      }
    }
    await run(oracle((slot) => (slot % 2 ? endless(64) : empty())), 2000, 0, memory, asks)
    // The longest path of another thread, the sender's 53 cycles, and its own.
    expect(most).toBeLessThanOrEqual(70)
  })
})
