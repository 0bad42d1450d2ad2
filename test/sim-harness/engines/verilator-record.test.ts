// Owns: tests of what a verilated simulator can do beyond frames: keep cycles without a stop, take arguments and C++ of the design's own, pass on what the design prints, write FST.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { elaborate, module, output, register, uint } from '../../../rtl-gen/dsl/index.ts'
import { mostRecorded, type Engine, type Watch } from '../../../sim-harness/engines/engine.ts'
import type { PortField, PortLayout } from '../../../sim-harness/engines/layout.ts'
import { buildVerilator, type VerilatorBuild } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator, type VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const field = (name: string, direction: PortField['direction'], width: number, word: number): PortField => ({ name, path: name, direction, width, word, words: 1 })
const layout: PortLayout = {
  top: 'meter', clock: 'clock', reset: 'reset', inputs: [field('step', 'input', 8, 0)], inputWords: 1,
  outputs: [field('count', 'output', 32, 0), field('eighth', 'output', 1, 1), field('resets', 'output', 8, 2)], outputWords: 3,
}
/** Counts; `eighth` is 1 while the count is a multiple of 8; talks all the time; gives up at the limit. */
const text = `import "DPI-C" function int twice(input int value);
module meter(input wire clock, input wire reset, input wire [7:0] step, output reg [31:0] count, output wire eighth, output reg [7:0] resets);
  reg [31:0] first, limit;
  initial begin
    if (!$value$plusargs("first=%d", first)) first = \`FIRST;
    if (!$value$plusargs("limit=%d", limit)) limit = 100000;
    resets = 0;
  end
  assign eighth = count[2:0] == 3'd0;
  always @(posedge clock) begin
    count <= reset ? twice(first) : count + {24'd0, step};
    if (reset) resets <= resets + 8'd1;
    $display("the count is %0d", count);
    $fwrite(32'h80000002, "still %0d\\n", count);
    if (!reset && count == limit) $fatal(1, "the limit %0d was met", count);
  end
endmodule
`
const buildDir = temporaryFolder()
const base: VerilatorBuild = {
  layout, buildDir, files: [{ name: 'meter.sv', text }], cpp: [{ name: 'twice.cpp', text: 'extern "C" int twice(int value) { return 2 * value; }\n' }], options: ['+define+FIRST=0'], resetCycles: 3,
}
let open: VerilatorEngine | undefined
afterEach(async () => { await open?.close() })
const start = async (given: Partial<VerilatorBuild> = {}, args: readonly string[] = [], wavesFile?: string): Promise<VerilatorEngine> =>
  open = await openVerilator({ layout, binary: await buildVerilator({ ...base, ...given }), args, wavesFile })
const none = Uint32Array.of(0, 0, 0)
const keep = (changed: Uint32Array, high: Uint32Array, stop = none): Watch => ({ changed: none, high: stop, record: { changed, high } })

describe('a verilated simulator', { timeout: 120_000 }, () => {
  test('keeps the cycles in which a bit is 1, and does not stop for them', async () => {
    const engine = await start()
    expect(engine.records).toBe(true)
    const ran = await engine.run(Uint32Array.of(3), 20, keep(none, Uint32Array.of(0, 1, 0)))
    // Counts 0, 3, 6, ...: multiples of 8 are 0, 24 and 48.
    expect(ran).toEqual({ cycles: 20, outputs: Uint32Array.of(57, 0, 3), recorded: [0, 8, 16].map((offset) => ({ offset, outputs: Uint32Array.of(3 * offset, 1, 3) })) })
  })

  test('keeps the cycles in which a bit changed, compared with the last of the run before; after a reset the first is kept', async () => {
    const engine = await start(), eighth = Uint32Array.of(0, 1, 0)
    const offsets = async (cycles: number): Promise<number[]> => (await engine.run(Uint32Array.of(4), cycles, keep(eighth, none))).recorded!.map((r) => r.offset)
    expect(await offsets(1)).toEqual([0])
    // Counts 4, 8, 12 and so on: every cycle is a change.
    expect(await offsets(3)).toEqual([0, 1, 2])
    await engine.run(Uint32Array.of(0), 1)
    expect(await offsets(2)).toEqual([1])
    await engine.reset(1)
    expect(await offsets(1)).toEqual([0])
    expect((await engine.run(Uint32Array.of(0), 5, keep(none, none))).recorded).toEqual([])
  })

  test('stops where it is told to, with what was kept until then', async () => {
    const engine = await start()
    // 1 in bit 3 of the count: 8 is the first.
    const ran = await engine.run(Uint32Array.of(1), 100, keep(Uint32Array.of(0, 1, 0), none, Uint32Array.of(8, 0, 0)))
    expect(ran).toMatchObject({ cycles: 9, outputs: Uint32Array.of(8, 1, 3) })
    expect(ran.recorded!.map((r) => r.offset)).toEqual([0, 1, 8])
  })

  test('stops early after the most cycles that one run keeps, and the next goes on', async () => {
    const engine = await start(), all = keep(Uint32Array.of(0xffff_ffff, 0, 0), none)
    const first = await engine.run(Uint32Array.of(1), 10_000, all)
    expect(first).toMatchObject({ cycles: mostRecorded, outputs: Uint32Array.of(mostRecorded - 1, 0, 3) })
    expect(first.recorded).toHaveLength(mostRecorded)
    const second = await engine.run(Uint32Array.of(1), 10_000 - mostRecorded, all)
    expect(second.recorded![0]).toEqual({ offset: 0, outputs: Uint32Array.of(mostRecorded, 1, 3) })
    // What the first run gave is still what it was.
    expect(first.recorded!.at(-1)!.outputs[0]).toBe(mostRecorded - 1)
  })

  test('takes arguments for the design, C++ of its own, and as many cycles of reset as it was built for', async () => {
    const engine = await start({}, ['+first=21'])
    expect((await engine.run(Uint32Array.of(1), 1)).outputs).toEqual(Uint32Array.of(42, 0, 3))
  })

  test('passes on what the design said before it gave up, with the place and the exact cycle', async () => {
    const engine = await start({}, ['+limit=6'])
    const running = engine.run(Uint32Array.of(2), 100, keep(none, none))
    // 6 stands in cycle 3.
    await expect(running).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 3, stop: { file: 'meter.sv', line: 15 } })
    await expect(running).rejects.toMatchObject({ said: expect.stringMatching(/still 4\n[^]*the count is 6\n[^]*still 6\n[^]*the limit 6 was met/) as string })
  })

  test('an end of the process by a signal has no place in the design, but its words', async () => {
    const engine = await start()
    await engine.run(Uint32Array.of(1), 7)
    process.kill(engine.pid!, 'SIGKILL')
    await expect(engine.run(Uint32Array.of(1), 7)).rejects.toMatchObject({ completeCycles: 7, stop: undefined, message: expect.stringContaining('SIGKILL') as string })
  })

  test('writes FST up to its end, also when the design gives up', async () => {
    const endOf = (file: string): number => {
      const head = readFileSync(file)
      // The header block of the format: its kind, its length, first and last time, big endian.
      expect(head[0]).toBe(0)
      expect(head.readBigUInt64BE(1)).toBe(329n)
      return Number(head.readBigUInt64BE(17))
    }
    const whole = join(buildDir, 'whole.fst'), cut = join(buildDir, 'cut.fst')
    const engine = await start({ waves: 'fst' }, [], whole)
    await engine.run(Uint32Array.of(0), 12)
    await engine.close()
    // Two times a cycle, 5 apart: 3 cycles of reset, 12 of the run.
    expect(endOf(whole)).toBe((3 + 12) * 10 - 5)
    const failing = await start({ waves: 'fst' }, ['+limit=6'], cut)
    await expect(failing.run(Uint32Array.of(2), 100)).rejects.toMatchObject({ completeCycles: 3 })
    expect(endOf(cut)).toBe((3 + 3) * 10 + 5)
  })
})

test('an engine that cannot keep cycles says so', () => {
  const counter = module('counter', { out: output(uint(8)), value: register(uint(8), 0) }, ({ value }, { assign, when }) => [assign({ out: value }), when(value.eq(value), { value: value.add(1) })])
  const engine: Engine = openWasm(elaborate(counter)), mask = Uint32Array.of(0)
  expect(engine.records).toBeUndefined()
  expect(() => engine.run(new Uint32Array(0), 1, { changed: mask, high: mask, record: { changed: mask, high: Uint32Array.of(1) } })).toThrow('keeps no cycles')
})
