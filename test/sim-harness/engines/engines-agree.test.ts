// Owns: the check that Wasm, Verilator and Icarus say the same, cycle by cycle, over random stimulus.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { bit, elaborate, input, memory, module, output, read, register, sink, source, uint, write } from '../../../rtl-gen/dsl/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { everyChange, type Engine, type Row } from '../../../sim-harness/engines/engine.ts'
import { playIcarus } from '../../../sim-harness/engines/icarus/play.ts'
import { layoutOf } from '../../../sim-harness/engines/layout.ts'
import { openEngine, verilogFiles } from '../../../sim-harness/engines/open-engine.ts'
import { Random } from '../../../sim-harness/memory/random.ts'
import { compareTraces } from '../../../sim-harness/trace/compare.ts'
import type { TraceRow } from '../../../sim-harness/trace/row-file.ts'
import { fakeUnit } from '../fake-unit.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** Widths on both sides of 32 and 64 bits, a memory, a stream. */
const mixed = (): Design => elaborate(module('mixed', {
  go: input(bit), narrow: input(uint(5)), wide: input(uint(70)), where: input(uint(3)),
  enq: sink(uint(33)), deq: source(uint(33)), sum: output(uint(70)), seen: output(uint(33)),
  total: register(uint(70), 1n), full: register(bit, 0), item: register(uint(33), 'none'), store: memory({ depth: 8, of: uint(33), collision: 'old' }),
}, ({ go, narrow, wide, where, enq, deq, total, full, item, store }, { assign, when }) => [
  assign({ enq: { ready: full.not() }, deq: { valid: full, payload: item }, sum: total.xor(wide), seen: store.data, store: read(where) }),
  when(go, { total: total.add(wide).add(narrow.extend(70)) }),
  when(deq.fire, { full: 0 }),
  when(enq.fire, { full: 1, item: enq.payload, store: [read(where), write(where, enq.payload)] }),
]))

function stimulus(design: Design, seed: number, count: number): Row[] {
  const layout = layoutOf(design), random = new Random(seed)
  return Array.from({ length: count }, () => {
    const frame = new Uint32Array(layout.inputWords)
    for (const f of layout.inputs) for (let i = 0; i < f.words; i++) {
      const bits = Math.min(32, f.width - 32 * i)
      frame[f.word + i] = bits === 32 ? random.word() : random.word() & (2 ** bits - 1)
    }
    return { cycles: random.between(1, 4), frame }
  })
}

/** What `run` says, cycle by cycle. */
async function stepped(engine: Engine, rows: readonly Row[]): Promise<TraceRow[]> {
  const trace: TraceRow[] = []
  for (const row of rows) for (let n = 0; n < row.cycles; n++) {
    const { outputs } = await engine.run(row.frame, 1)
    trace.push({ cycles: 1, frame: outputs.slice() })
  }
  return trace
}

/** What `run` says when it may skip, put together again. */
async function skipped(engine: Engine, rows: readonly Row[]): Promise<TraceRow[]> {
  const trace: TraceRow[] = [], watch = everyChange(engine.layout)
  let before = new Uint32Array(engine.layout.outputWords)
  for (const row of rows) for (let left = row.cycles; left > 0;) {
    const { cycles, outputs } = await engine.run(row.frame, left, watch)
    if (cycles > 1) trace.push({ cycles: cycles - 1, frame: before })
    before = outputs.slice()
    trace.push({ cycles: 1, frame: before })
    left -= cycles
  }
  return trace
}

describe.each([['mixed widths', mixed, 400], ['the ports of the unit', () => fakeUnit(parameters()), 400]] as const)('%s', (_, make, count) => {
  const folder = temporaryFolder(), design = make(), layout = layoutOf(design), rows = stimulus(design, 7, count)

  test('three engines give one trace, played, stepped and skipping', { timeout: 180_000 }, async () => {
    const wasm = await openEngine('wasm', design), verilator = await openEngine('verilator', design, { buildDir: folder }), icarus = await openEngine('icarus', design, { buildDir: folder })
    try {
      const left = await wasm.play(rows)
      expect(left.reduce((n, r) => n + r.cycles, 0)).toBe(rows.reduce((n, r) => n + r.cycles, 0))
      expect(new Set(left.map((r) => r.frame.join())).size).toBeGreaterThan(20)
      expect(compareTraces(layout, left, await verilator.play(rows))).toBeUndefined()
      expect(compareTraces(layout, left, await icarus.play(rows))).toBeUndefined()
      expect(compareTraces(layout, left, await playIcarus({ layout, files: verilogFiles(design), rows, buildDir: folder }))).toBeUndefined()
      // A reset does not touch memories, so all start the next runs from the same words.
      for (const run of [stepped, skipped]) {
        await wasm.reset(2)
        await verilator.reset(2)
        await icarus.reset(2)
        const wanted = await run(wasm, rows)
        for (const engine of [verilator, icarus]) expect([engine.name, compareTraces(layout, wanted, await run(engine, rows))]).toEqual([engine.name, undefined])
      }
    } finally {
      await wasm.close()
      await verilator.close()
      await icarus.close()
      expect(readdirSync(folder).filter((name) => name.startsWith('icarus'))).toEqual([])
    }
  })
})
