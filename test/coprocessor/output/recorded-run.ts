// Owns: what a run of the whole unit puts on its pins, as stimulus for its other texts: commands, queries, answers, two slots, an abort.
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { pinsOf, type Cycle } from '../../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { lowerAggregates } from '../../../rtl-gen/passes/index.ts'
import { low, UnitBench } from '../unit/unit-bench.ts'

const text = (n: number) => Array.from({ length: n }, (_, i) => 0x41 + i % 26)
const resetCycles = 3

/** The unit, and a run of it from its reset. */
export function recordedRun(): { readonly design: Design; readonly cycles: readonly Cycle[] } {
  const design = elaborate(oracleUnit(parameters())), { inputs } = pinsOf(lowerAggregates(design)), cycles: Cycle[] = []
  const resets = new Set(design.modules.at(-1)!.domains.map((d) => d.reset?.name))
  const idle = Object.fromEntries(inputs.map((p) => [p.name, 0n]))
  for (let i = 0; i < resetCycles; i++) cycles.push({ rising: 1, values: { ...idle, ...Object.fromEntries(inputs.filter((p) => resets.has(p.name)).map((p) => [p.name, 1n])) } })
  const unit = new UnitBench()
  unit.watch = (pins) => {
    const values: Record<string, bigint> = { ...idle }
    for (const [name, pin] of Object.entries(pins)) if (name in idle) values[name] = pin.getBig()
    cycles.push({ rising: 1, values })
  }
  unit.boot(text(20), 44)
  unit.memory.set(text(20), 64)
  unit.command('oseg.open', low + 64n | 1n, 64n << 8n | 1n)
  unit.command('oseg.top', 1n, low + 84n)
  for (const slot of [0n, 1n]) unit.command('ostart', slot)
  unit.cycle(300)
  unit.answer(1, 20, [0x61, 0x62, 0xff])
  unit.command('otrap', 0n)
  unit.queue('answer', { session: 7, sequence: 1, offset: 20, length: 3, slot: 1 }, text(3))
  unit.cycle(100)
  unit.command('oabort', 1n)
  unit.cycle(100)
  for (const field of ['base', 'top', 'limit', 'cached'] as const) unit.get(field)
  for (let counter = 0n; counter < 16n; counter++) unit.command('ocount', 0n, counter)
  unit.command('ostart', 0n)
  unit.cycle(200)
  unit.watch = undefined
  return { design, cycles }
}
