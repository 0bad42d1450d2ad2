// Owns: the proof that stopping the unit's clock while it rests changes nothing at its ports: the same programs with and without, event by event.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { restingUnit } from '../../../rocket-config/bench/resting-unit.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { layoutOf } from '../../../sim-harness/engines/layout.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, randomMemory } from '../../../sim-harness/memory/memory-port.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { noStalls, randomStalls } from '../../../sim-harness/transport/clock.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'

const folder = temporaryFolder(), shape = generateProgram(1).parameters, p = parameters(shape), design = elaborate(oracleUnit(p))
/** Programs for the one unit that is built. */
const seeds = Array.from({ length: 400 }, (_, i) => i + 1).filter((seed) => JSON.stringify(generateProgram(seed).parameters) === JSON.stringify(shape)).slice(0, 25)

const wasm = openWasm(design)
const { metadata: { top, ports }, verilog } = unitFiles(p), files = restingUnit(top, ports, verilog)

async function events(engine: Engine, seed: number): Promise<CycleEvents[]> {
  const told: CycleEvents[] = []
  await engine.reset(1)
  await runProgram(generateProgram(seed), (setting) => Promise.resolve(new UnitDriver({
    engine, ownsEngine: false, parameters: p, peer: setting.peer, observer: setting.observer, onEvents: (e) => told.push(e),
    memory: setting.memory === 0 ? idealMemory : randomMemory(setting.memory), stalls: setting.stalls === 0 ? noStalls : randomStalls(setting.stalls),
  })))
  return told
}

test('the same events in the same cycles', async () => {
  expect(seeds.length).toBeGreaterThan(15)
  const fresh = wasm.simulator.snapshot(), layout = layoutOf(design)
  const binary = await buildVerilator({ layout, files, buildDir: join(folder, 'gated') })
  for (const seed of seeds) {
    wasm.simulator.restore(fresh)
    // From power-up: a reset leaves memories alone.
    const gated = await openVerilator({ layout, binary })
    const [with_, without] = [await events(gated, seed).finally(() => gated.close()), await events(wasm, seed)]
    const at = without.findIndex((e, i) => JSON.stringify(e, big) !== JSON.stringify(with_[i], big))
    expect({ seed, at, with: with_[at], without: without[at], more: with_.length - without.length }).toEqual({ seed, at: -1, with: undefined, without: undefined, more: 0 })
  }
}, 600_000)

test('a unit at rest has no clock', () => {
  expect(files.map((f) => f.name)).toContain(`${top}_awake.v`)
  expect(files[0]!.text).toContain('.clock(gated)')
})

const big = (_: string, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)
