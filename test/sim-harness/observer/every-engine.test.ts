// Owns: the observer beside the unit on Wasm, Verilator and Icarus: the same short programs pass on each, event by event the same, and a planted fault is found on each in the same cycle.
import { describe, expect, test } from 'vitest'
import { fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { microcode } from '../../../coprocessor/microcode/program.ts'
import { assembleUnit } from '../../../coprocessor/microcode/words.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { engineNames } from '../../../sim-harness/engines/engine-names.ts'
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { openEngine } from '../../../sim-harness/engines/open-engine.ts'
import { randomMemory } from '../../../sim-harness/memory/memory-port.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { Observer } from '../../../sim-harness/observer/observer.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { randomStalls } from '../../../sim-harness/transport/clock.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const p = parameters({ slots: 2, chunkBytes: 16, burst: 8, quiet: 8, loadsInFlight: 2, txDepth: 4, rxDepth: 4 }), folder = temporaryFolder()
const bases = [0x8000_0000n, 0x8000_0400n] as const, any = (1n << 64n) - 1n
const text = (s: string): Uint8Array => Buffer.from(s)
const open = (unit: UnitDriver, slot: 0 | 1, colour: 'O' | 'P', history: string): Promise<bigint> => openSegment(unit, { slot, base: bases[slot], length: 64, colour, history: text(history) })

/** Short on purpose: Icarus does some hundred cycles a second. */
const programs = {
  'two slots in O-mode, one of them cut': async (unit: UnitDriver) => {
    await open(unit, 0, 'O', 'the history of slot 0')
    await open(unit, 1, 'O', 'the history of slot 1, which is long and leaves little room')
    for (const slot of [0n, 1n]) await must(unit, 'ostart', slot, 9n)
    for (const _ of bases) {
      await unit.untilInterrupt(5000)
      await must(unit, 'otrap', any)
    }
  },
  'P-mode, symbols pushed and taken off, an abort': async (unit: UnitDriver) => {
    await open(unit, 0, 'P', 'a?')
    await must(unit, 'oracle', 0n, 0n)
    await must(unit, 'otrap', 0n)
    await must(unit, 'opush', 0n, 0x62n)
    for (let i = 0; i < 3; i++) await must(unit, 'opop', 0n)
    await must(unit, 'oseg.get', 0n, BigInt(fieldNumber('top')))
    await must(unit, 'oask', 0n, 0n)
    await must(unit, 'oabort', 0n)
    await unit.untilInterrupt(2000)
    await must(unit, 'otrap', 0n)
  },
  'a fork that asks, and a vote': async (unit: UnitDriver) => {
    await open(unit, 0, 'O', 'shared history')
    await must(unit, 'oenter', 0n, 4n)
    await must(unit, 'otrap', 0n)
    unit.write(bases[1], unit.read(bases[0], 8))
    await must(unit, 'oseg.open', bases[1] | 1n, 64n << 8n | 1n)
    await must(unit, 'ofork', 8n << 8n | 1n, 0n)
    await must(unit, 'ovote', 1n, 3n)
    await unit.untilInterrupt(5000)
    await must(unit, 'otrap', 1n)
  },
} as const satisfies Record<string, (unit: UnitDriver) => Promise<void>>

const names = Object.keys(programs) as (keyof typeof programs)[]
/** The events of one program, and what the observer says. */
async function watched(engine: Engine, program: (unit: UnitDriver) => Promise<void>): Promise<{ events: string[]; found?: ObserverDifference }> {
  const events: CycleEvents[] = [], observer = new Observer({ parameters: p })
  const script = ['abc', 'xy', 'abc', 'defgh', 'xy'].map((symbols, i) => JSON.stringify({ text: symbols, yield: i > 0, cached: 3 })).join('\n')
  const peer = new BridgeHost({ oracle: scriptOracle(parseScript(script)), session: 1, latency: { first: 60, further: 10, hello: 200 } })
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer, observer, onEvents: (e) => events.push(e), memory: randomMemory(3), stalls: randomStalls(3) })
  try {
    await boot(unit)
    await program(unit)
    for (const slot of [0n, 1n]) await unit.command('oseg.get', slot, BigInt(fieldNumber('held')))
    observer.finish()
  } catch (error) {
    if (!(error instanceof ObserverDifference)) throw error
    return { events: events.map(line), found: error }
  } finally {
    await unit.close()
  }
  return { events: events.map(line) }
}
const line = (e: CycleEvents): string => JSON.stringify(e, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v))

/** The same microcode but for one place. */
function planted(from: string, to: string): Design {
  if (microcode.split(from).length !== 2) throw new Error(`${from} does not stand there once`)
  return elaborate(oracleUnit(p, assembleUnit(microcode.replace(from, to))))
}
const sound = elaborate(oracleUnit(p))
/** opop gives the symbol and leaves top where it is. */
const faulty = planted('A, top = A - 1', 'A = A - 1')

/** Each program from a fresh simulator: a reset leaves memories alone. */
async function all(name: (typeof engineNames)[number], design: Design, which: readonly (keyof typeof programs)[] = names): Promise<Awaited<ReturnType<typeof watched>>[]> {
  const results: Awaited<ReturnType<typeof watched>>[] = []
  for (const program of which) {
    const engine = await openEngine(name, design, { buildDir: folder })
    try {
      results.push(await watched(engine, programs[program]))
    } finally {
      await engine.close()
    }
  }
  return results
}

describe('the observer on every engine', { timeout: 300_000 }, () => {
  const wasm = all('wasm', sound)
  test.each(engineNames)('%s: says nothing beside the unit, and finds the fault', async (name) => {
    const passed = await all(name, sound)
    expect(passed.map((r) => r.found?.message)).toEqual([undefined, undefined, undefined])
    expect(passed.map((r) => r.events)).toEqual((await wasm).map((r) => r.events))
    expect(Math.min(...passed.map((r) => r.events.length))).toBeGreaterThan(60)
    const [found] = await all(name, faulty, [names[1]!])
    // Two symbols, an answer of three, one pushed: the second opop reads where the first did.
    expect(found!.found?.finding).toMatchObject({
      rule: 'load', slot: 0, expected: expect.stringContaining('load of 1 at 0x80000004,') as string, seen: expect.stringContaining('load of 1 at 0x80000005,') as string,
    })
    const same = passed[1]!.events.findIndex((e, i) => e !== found!.events[i])
    expect(same).toBeGreaterThan(30)
  })
})
