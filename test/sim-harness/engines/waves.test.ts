// Owns: the check that waves of both engines show the same ports at the same time.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bit, elaborate, input, module, output, register, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Engine, Row } from '../../../sim-harness/engines/engine.ts'
import { layoutOf } from '../../../sim-harness/engines/layout.ts'
import { verilogFiles } from '../../../sim-harness/engines/open-engine.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { vcdWaves } from '../../../sim-harness/trace/waves.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const design = elaborate(module('counter', { enable: input(bit), count: output(uint(8)), next: output(uint(8)), value: register(uint(8), 3) },
  ({ enable, value }, { assign, when }) => [assign({ count: value, next: value.add(enable.extend(8)) }), when(enable, { value: value.add(1) })]))
const rows: Row[] = [1, 1, 0, 1, 0, 0, 1].map((enable) => ({ cycles: 1, frame: Uint32Array.of(enable) }))

/** The values of a signal of the top at the start of each cycle (10 ns). */
function values(vcd: string, name: string, cycles: number): number[] {
  const id = new RegExp(`\\$var \\S+ +\\d+ (\\S+) ${name}(?: \\[\\d+:\\d+\\])? \\$end`).exec(vcd)?.[1]
  if (id === undefined) throw new Error(`no ${name} in ${vcd.slice(0, 500)}`)
  const found: number[] = []
  let time = 0, value = 0
  const upTo = (end: number): void => { while (found.length < cycles && found.length * 10 < end) found.push(value) }
  for (const line of vcd.slice(vcd.indexOf('$enddefinitions')).split('\n')) {
    if (line.startsWith('#')) {
      upTo(time = Number(line.slice(1)))
    } else if (line.endsWith(` ${id}`) && line.startsWith('b')) value = Number.parseInt(line.slice(1), 2)
    else if (line.slice(1) === id && /^[01]/.test(line)) value = Number(line[0])
  }
  upTo(time + 1000)
  return found
}

test('waves of both engines show the same values in the same cycles', { timeout: 60_000 }, async () => {
  const file = join(folder, 'waves.vcd'), layout = layoutOf(design)
  let text = ''
  const wasm: Engine = openWasm(design, vcdWaves(design.top, (part) => { text += part }))
  const binary = await buildVerilator({ layout, files: verilogFiles(design), buildDir: folder, waves: 'vcd' })
  const verilator = await openVerilator({ layout, binary, wavesFile: file })
  for (const engine of [wasm, verilator]) {
    await engine.play(rows)
    await engine.close()
  }
  // The cycle of reset comes first. Worked out by hand from the stimulus.
  for (const vcd of [text, readFileSync(file, 'utf8')]) {
    expect(values(vcd, 'enable', 8)).toEqual([0, 1, 1, 0, 1, 0, 0, 1])
    expect(values(vcd, 'count', 8)).toEqual([3, 3, 4, 5, 5, 6, 6, 6].map((v, i) => i === 0 && vcd !== text ? expect.any(Number) as number : v))
    expect(values(vcd, 'next', 8).slice(1)).toEqual([4, 5, 5, 6, 6, 6, 7])
  }
})
