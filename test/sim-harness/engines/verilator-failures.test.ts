// Owns: tests of what a compiled simulator does when it ends before its time: it is reported with its last cycle, never waited for, never left behind.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PortField, PortLayout } from '../../../sim-harness/engines/layout.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator, type VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const field = (name: string, direction: PortField['direction'], width: number): PortField => ({ name, path: name, direction, width, word: 0, words: 1 })
const layout: PortLayout = { top: 'fuse', clock: 'clock', reset: 'reset', inputs: [field('step', 'input', 8)], inputWords: 1, outputs: [field('count', 'output', 32)], outputWords: 1 }
const text = `module fuse(input wire clock, input wire reset, input wire [7:0] step, output reg [31:0] count);
  always @(posedge clock) begin
    count <= reset ? 32'd0 : count + {24'd0, step};
    if (count == 32'd50) $fatal(1, "fifty");
  end
endmodule
`
const folder = temporaryFolder(), buildDir = join(folder, 'build')
const steps: string[] = []
const build = (): Promise<string> => buildVerilator({ layout, files: [{ name: 'fuse.v', text }], buildDir, progress: (s) => steps.push(s) })
const gone = (engine: VerilatorEngine): boolean => {
  try {
    process.kill(engine.pid!, 0)
    return false
  } catch {
    return true
  }
}

describe('a verilated simulator', { timeout: 60_000 }, () => {
  test('is built once for each content, and leaves nothing but binaries', async () => {
    const first = await build()
    expect(steps).toEqual(['verilator', 'compile'])
    expect(await build()).toBe(first)
    expect(steps).toEqual(['verilator', 'compile'])
    expect(readdirSync(buildDir)).toHaveLength(1)
  })

  test('$fatal is an error with the cycle, and the process is gone', async () => {
    const engine = await openVerilator({ layout, binary: await build() })
    expect(await engine.run(Uint32Array.of(5), 3)).toMatchObject({ cycles: 3, outputs: Uint32Array.of(10) })
    // 50 stands in cycle 10, and its edge is fatal: cycles 0 to 9 were complete.
    await expect(engine.run(Uint32Array.of(5), 100)).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 10, message: expect.stringMatching(/stopped itself.*fuse\.v:4/) as string })
    await expect(engine.run(Uint32Array.of(5), 1)).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 10 })
    await engine.close()
    expect(gone(engine)).toBe(true)
  })

  test('what a call had kept before a $fatal comes with the error', async () => {
    const engine = await openVerilator({ layout, binary: await build() })
    const none = Uint32Array.of(0), watch = { changed: none, high: none }
    // Bit 2 is 1 in 15, 20, 30 and 45 before the 50; the call before has rows of its own.
    await engine.run(Uint32Array.of(5), 2, { ...watch, record: { changed: none, high: Uint32Array.of(4) } })
    await expect(engine.run(Uint32Array.of(5), 100, { ...watch, record: { changed: none, high: Uint32Array.of(4) } })).rejects.toMatchObject({
      completeCycles: 10, recorded: [1, 2, 4, 7].map((offset) => ({ offset, outputs: Uint32Array.of(10 + 5 * offset) })), stop: { file: expect.stringContaining('fuse.v') as string, line: 4 },
    })
    await engine.close()
    const other = await openVerilator({ layout, binary: await build() })
    await other.run(Uint32Array.of(5), 2, { ...watch, record: { changed: none, high: Uint32Array.of(4) } })
    await expect(other.run(Uint32Array.of(5), 100)).rejects.toMatchObject({ recorded: [] })
    await other.close()
  })

  test('a process that is killed is an error, not a wait', async () => {
    const engine = await openVerilator({ layout, binary: await build() })
    await engine.run(Uint32Array.of(0), 20)
    const running = engine.run(Uint32Array.of(0), 2 ** 31 - 1)
    process.kill(engine.pid!, 'SIGKILL')
    await expect(running).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 20, message: expect.stringContaining('SIGKILL') as string })
    await engine.close()
  })

  test('one that was closed is gone, and says so', async () => {
    const engine = await openVerilator({ layout, binary: await build() })
    await engine.close()
    await engine.close()
    expect(gone(engine)).toBe(true)
    await expect(engine.run(Uint32Array.of(0), 1)).rejects.toThrow('closed')
  })

  test('Ctrl-C at the terminal is not for the simulator', async () => {
    const engine = await openVerilator({ layout, binary: await build() })
    process.kill(engine.pid!, 'SIGINT')
    expect(await engine.run(Uint32Array.of(1), 5)).toMatchObject({ cycles: 5, outputs: Uint32Array.of(4) })
    await engine.close()
  })

  test('a build that is stopped says so, and leaves no folder', async () => {
    const control = new AbortController(), elsewhere = join(folder, 'stopped')
    const stopped = buildVerilator({ layout, files: [{ name: 'fuse.v', text }], buildDir: elsewhere, progress: (s) => { if (s === 'compile') setTimeout(() => control.abort(), 50) }, signal: control.signal })
    await expect(stopped).rejects.toMatchObject({ code: 'SIM3005', exitCode: 130 })
    expect(readdirSync(elsewhere)).toEqual([])
  })

  test('a missing tool is exit code 3 with the command that gets it', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = folder
    try {
      await expect(build()).rejects.toMatchObject({ code: 'SIM1001', exitCode: 3, message: 'verilator is not on this machine', help: expect.stringContaining('apt-get install --no-install-recommends verilator') as string })
    } finally {
      process.env['PATH'] = path
    }
  })

  test('sources that are refused are an error with the words of the tool, and leave nothing', async () => {
    await expect(buildVerilator({ layout, files: [{ name: 'fuse.v', text: 'module fuse(;' }], buildDir: join(folder, 'bad') })).rejects.toMatchObject({ code: 'SIM1002', message: expect.stringContaining('syntax error') as string })
    expect(readdirSync(join(folder, 'bad'))).toEqual([])
  })
})
