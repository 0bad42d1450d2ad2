// Owns: the SystemVerilog and the FIRRTL of the whole unit, the latter through firtool, do in every cycle of a run what the unit's Verilog does.
import { spawnSync } from 'node:child_process'
import { expect, it, test } from 'vitest'
import { writeFirrtl } from '../../../rtl-gen/backends/firrtl/index.ts'
import { emitSystemVerilog, writeSystemVerilog } from '../../../rtl-gen/backends/systemverilog/index.ts'
import { decided, simulatedDifferences, type Pair } from '../../support/equivalence.ts'
import { firtoolOf, withoutFirtool } from '../../support/firtool.ts'
import { inFolder } from '../../support/lint-verilog.ts'
import { recordedRun } from './recorded-run.ts'

const { design, cycles } = recordedRun()
const pair = { design: decided(design), cycles }

const system: Pair = { ...pair, name: 'SystemVerilog', other: writeSystemVerilog }
const throughFirtool: Pair = { ...pair, name: 'FIRRTL', other: (d) => firtoolOf(d) }
/** With a fault in the first sum. */
const faulty: Pair = { ...pair, name: 'faulty FIRRTL', other: (d) => firtoolOf(d, { change: (text) => {
  const sum = /connect \w+, tail\(add\(\w+, UInt<\d+>\(1\)\), 1\)/.exec(text)![0]
  return text.replace(sum, sum.replace('add(', 'sub('))
} }) }

// One bench for all: what takes time is to compile the unit.
it(`SystemVerilog and FIRRTL are the unit, and a fault in one sum shows${withoutFirtool === undefined ? '' : ` (FIRRTL skipped: ${withoutFirtool})`}`, () => {
  const seen = simulatedDifferences(withoutFirtool === undefined ? [system, throughFirtool, faulty] : [system])
  expect(seen.filter((line) => !line.startsWith('faulty'))).toEqual([])
  expect(seen.length > 0).toBe(withoutFirtool === undefined)
  expect(cycles.length).toBeGreaterThan(1000)
}, 400_000)

test('Verilator finds nothing to say about the SystemVerilog', () => {
  const files = emitSystemVerilog(design)
  expect(inFolder(files, (folder) => {
    const done = spawnSync('verilator', ['--lint-only', '-Wall', '--assert', '--top-module', design.top, ...files.map((f) => f.file)], { cwd: folder, encoding: 'utf8' })
    return done.stdout + done.stderr
  })).toBe('')
})

test('each statement of the FIRRTL has its place in the sources, but for members of enums and words of the ROM', () => {
  const statements = writeFirrtl(design).split('\n').filter((line) => /^ +(connect|node|regreset|reg|when|else when|mem|inst) /.test(line))
  expect(statements.length).toBeGreaterThan(1000)
  expect(statements.filter((line) => !/ @\[[\w/-]+\.ts \d+:\d+\]$/.test(line) && !/^ +(node [A-Z0-9_]+ = UInt<\d+>\(\w+\)|connect code\[\d+\], UInt<\d+>\(\w+\).*)$/.test(line))).toEqual([])
})
