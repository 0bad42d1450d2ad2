// Owns: tests of what the Icarus engine does when its simulator ends before its time: it is reported with its last cycle, never waited for, never left behind.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openIcarus, type IcarusEngine } from '../../../sim-harness/engines/icarus/icarus-engine.ts'
import type { PortField, PortLayout } from '../../../sim-harness/engines/layout.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const field = (name: string, direction: PortField['direction'], width: number, word = 0): PortField => ({ name, path: name, direction, width, word, words: 1 })
const layout: PortLayout = {
  top: 'fuse', clock: 'clock', reset: 'reset', inputs: [field('step', 'input', 8)], inputWords: 1, outputs: [field('count', 'output', 32), field('never', 'output', 4, 1)], outputWords: 2,
}
const text = `module fuse(input wire clock, input wire reset, input wire [7:0] step, output reg [31:0] count, output reg [3:0] never);
  always @(posedge clock) begin
    count <= reset ? 32'd0 : count + {24'd0, step};
    never[0] <= step[0];
    if (count == 32'd50) begin
      $display("fifty is too much");
      $finish;
    end
  end
endmodule
`
const buildDir = join(temporaryFolder(), 'build')
const open = (): Promise<IcarusEngine> => openIcarus({ layout, files: [{ name: 'fuse.v', text }], buildDir })
const gone = (engine: IcarusEngine): boolean => {
  try {
    process.kill(engine.pid!, 0)
    return false
  } catch {
    return true
  }
}

describe('the Icarus engine', { timeout: 60_000 }, () => {
  test('runs to the first change, or to the first bit that is wanted; what is unknown is 0', async () => {
    const engine = await open(), none = Uint32Array.of(0, 0)
    expect(await engine.run(Uint32Array.of(2), 3, { changed: Uint32Array.of(8, 0), high: none })).toEqual({ cycles: 1, outputs: Uint32Array.of(0, 0) })
    expect(await engine.run(Uint32Array.of(2), 30, { changed: Uint32Array.of(8, 0), high: none })).toEqual({ cycles: 4, outputs: Uint32Array.of(8, 0) })
    expect(await engine.run(Uint32Array.of(1), 30, { changed: none, high: Uint32Array.of(0, 1) })).toEqual({ cycles: 2, outputs: Uint32Array.of(11, 1) })
    await engine.reset(1)
    expect(await engine.run(Uint32Array.of(0), 2)).toEqual({ cycles: 2, outputs: Uint32Array.of(0, 0) })
    await expect(engine.run(Uint32Array.of(0), 1, { changed: none, high: none, record: { changed: none, high: none } })).rejects.toThrow('keeps no cycles')
    await engine.close()
    expect([gone(engine), readdirSync(buildDir)]).toEqual([true, []])
  })

  test('a design that ends itself is an error with the cycle and its words', async () => {
    const engine = await open()
    await engine.run(Uint32Array.of(5), 3)
    // 50 stands in cycle 10, and its edge ends the run: cycles 0 to 9 were complete.
    await expect(engine.run(Uint32Array.of(5), 100)).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 10, message: expect.stringMatching(/10 cycles were complete\nfifty is too much/) as string })
    await expect(engine.run(Uint32Array.of(5), 1)).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 10 })
    await engine.close()
    expect([gone(engine), readdirSync(buildDir)]).toEqual([true, []])
  })

  test('a process that is killed is an error, not a wait; one that is closed in the middle of a run is gone', async () => {
    const engine = await open()
    await engine.run(Uint32Array.of(0), 20)
    const running = engine.run(Uint32Array.of(0), 2 ** 31 - 1)
    process.kill(engine.pid!, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 20, message: expect.stringContaining('SIGKILL') as string })
    await engine.close()
    const other = await open(), endless = other.run(Uint32Array.of(0), 2 ** 31 - 1)
    await Promise.all([expect(endless).rejects.toMatchObject({ code: 'SIM1003' }), other.close()])
    await expect(other.run(Uint32Array.of(0), 1)).rejects.toMatchObject({ code: 'SIM1003' })
    expect([gone(engine), gone(other), readdirSync(buildDir)]).toEqual([true, true, []])
  })

  test('sources that are refused are an error with the words of the tool, and leave nothing', async () => {
    await expect(openIcarus({ layout, files: [{ name: 'fuse.v', text: 'module fuse(;' }], buildDir })).rejects.toMatchObject({ code: 'SIM1002', message: expect.stringContaining('syntax error') as string })
    expect(readdirSync(buildDir)).toEqual([])
  })
})
