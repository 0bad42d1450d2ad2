// Owns: the check that the Oracle unit is one machine on every engine: the same port trace on Wasm, Verilator and Icarus, the same result of a run.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { runTurns, type TurnsResult } from '../../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import { must } from '../../sim-harness/driver/boot.ts'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import { engineNames } from '../../sim-harness/engines/engine-names.ts'
import { playIcarus } from '../../sim-harness/engines/icarus/play.ts'
import { openEngine, verilogFiles } from '../../sim-harness/engines/open-engine.ts'
import { randomMemory } from '../../sim-harness/memory/memory-port.ts'
import { Random } from '../../sim-harness/memory/random.ts'
import { compareTraces } from '../../sim-harness/trace/compare.ts'
import { RunRecorder } from '../../sim-harness/trace/recorder.ts'
import { randomStalls } from '../../sim-harness/transport/clock.ts'
import { temporaryFolder } from './temporary-folder.ts'

const p = parameters(), design = elaborate(oracleUnit(p)), folder = temporaryFolder()
const seed = 20261130

/** A script of answers in pieces, some with a yield, and what the Priestess adds after each yield. */
function conversation(turns: number): { script: string; then: Uint8Array[]; answered: number } {
  const random = new Random(seed), lines: string[] = []
  let answered = 0
  for (let turn = 0; turn < turns; turn++) {
    for (let more = random.between(0, 2); more >= 0; more--) {
      const length = random.between(1, 600), first = random.between(1, length)
      const yields = more === 0
      answered += length + (yields ? 1 : 0)
      lines.push(JSON.stringify({
        text: 'x'.repeat(length), yield: yields, after_cycles: random.between(0, 900), chunks: [first, length - first + (yields ? 1 : 0)].filter((n) => n > 0),
        tokens: { evaluated: random.between(0, 99), reused: random.between(0, 99), history: random.between(0, 999) },
      }))
    }
  }
  const then = Array.from({ length: turns - 1 }, () => Uint8Array.from({ length: random.between(0, 400) }, () => random.between(0x20, 0x7e)))
  return { script: lines.join('\n'), then, answered }
}

interface Run { result: TurnsResult; recorder: RunRecorder; cycles: number; sent: number }

async function run(engine: Engine, turns: number, hostile: boolean): Promise<Run> {
  const { script, then, answered } = conversation(turns), recorder = new RunRecorder()
  const unit = new UnitDriver({
    engine, parameters: p, peer: new BridgeHost({ oracle: scriptOracle(parseScript(script)), session: 1 }), ownsEngine: false,
    ...(hostile ? { memory: randomMemory(seed), stalls: randomStalls(seed), onStretch: recorder.stretch } : {}),
  })
  try {
    const result = await runTurns(unit, { history: Buffer.from('The history. '.repeat(40)), then, room: 2 * answered, oracle: 'script', version: '0' })
    if (hostile) {
      // Commands of every kind, good and bad, also while O-mode runs with nobody to answer: it ends by oabort.
      const random = new Random(seed + 1)
      for (let i = 0; i < 200; i++) {
        const name = ['oinfo', 'oseg.get', 'ocount', 'otrap', 'oseg.touch', 'oseg.bind', 'oauto', 'opush', 'oseg.watch'][random.between(0, 8)]!
        await unit.command(name, BigInt(random.between(0, 9)), BigInt(random.between(0, 15)), { prv: random.between(0, 9) === 0 ? 0 : 3 })
      }
      await unit.command('oseg.bind', 0n, 0n)
      await unit.command('oseg.watch', 0n, 2n ** 40n)
      const waiting = unit.issue('oenter', 0n, 0n)
      await unit.step(300)
      await must(unit, 'oabort', 0n)
      await unit.wait(waiting)
      await unit.step(Math.max(200, 21_000 - unit.cycle))
    }
    const sent = unit.log.reduce((n, e) => n + (e.direction === 'toHost' && typeof e.frame !== 'string' ? e.frame.data.length : 0), 0)
    return { result, recorder, cycles: unit.cycle, sent }
  } finally {
    await unit.close()
  }
}

describe('the unit', { timeout: 300_000 }, () => {
  test('a seeded run of more than 20,000 cycles gives one port trace on three engines', async () => {
    const wasm = await openEngine('wasm', design)
    const { recorder, result, cycles } = await run(wasm, 12, true)
    expect(cycles).toBeGreaterThan(20_000)
    expect(result.json.turns).toHaveLength(12)
    expect(result.json.turns.map((t) => t.trap.cause)).toEqual(Array.from({ length: 12 }, () => 'yield'))
    const verilator = await openEngine('verilator', design, { buildDir: folder })
    try {
      expect(compareTraces(verilator.layout, recorder.trace, await verilator.play(recorder.stimulus))).toBeUndefined()
    } finally {
      await verilator.close()
    }
    const icarus = await playIcarus({ layout: wasm.layout, files: verilogFiles(design), rows: recorder.stimulus, buildDir: folder })
    expect(icarus.reduce((n, r) => n + r.cycles, 0)).toBe(cycles)
    expect(compareTraces(wasm.layout, recorder.trace, icarus)).toBeUndefined()
  })

  test('the same script gives the same result on every engine, and each symbol of the history leaves once', async () => {
    const results: TurnsResult[] = []
    for (const name of engineNames) {
      const engine = await openEngine(name, design, { buildDir: folder })
      try {
        const { result, sent } = await run(engine, 3, false)
        results.push(result)
        const { json, stretches } = result
        const { answered, then } = conversation(3)
        const priestess = 13 * 40 + then[0]!.length + then[1]!.length
        expect(json.symbols).toEqual({ sentNew: priestess, sentAgain: 0, appended: answered })
        expect(sent).toBe(priestess)
        expect(result.history.length).toBe(priestess + answered)
        expect(stretches.filter((s) => s.by === 'oracle').reduce((n, s) => n + s.to - s.from, 0)).toBe(answered)
      } finally {
        await engine.close()
      }
    }
    for (const other of results.slice(1)) {
      expect({ ...other.json, engine: 'wasm' }).toEqual(results[0]!.json)
      expect(other.history).toEqual(results[0]!.history)
    }
  })
})
