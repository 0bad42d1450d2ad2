// Owns: CIRCT's firtool for tests: FIRRTL to Verilog. It is fetched by the set-up; where it is missing, tests that need it are skipped.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { firtoolCommand, firtoolPlace } from '../../scripts/setup/firtool-binary.ts'
import { firrtlMemoryFiles, writeFirrtl } from '../../rtl-gen/backends/firrtl/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { inFolder } from './lint-verilog.ts'
import type { SourceFile } from './lint-verilog.ts'

/** Said by the names of tests that are skipped. */
export const withoutFirtool = firtoolPlace === undefined ? 'there is no firtool for this system' : existsSync(firtoolPlace) ? undefined : `firtool is not here: ${firtoolCommand}`

/** For Verilog that Icarus 11, Verilator 5.006 and Yosys 0.23 all read. */
const options = ['--disable-all-randomization', '--strip-debug-info', '--lowering-options=disallowLocalVariables,disallowPackedArrays,noAlwaysComb']

/** What firtool makes of a circuit: the Verilog, then the files that are written out beside it. @throws what it says, if it says anything */
export function firtool(text: string, more: readonly string[] = []): SourceFile[] {
  return inFolder([{ file: 'circuit.fir', text }], folder => {
    const done = spawnSync(firtoolPlace!, ['circuit.fir', ...options, ...more], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })
    if (done.status !== 0 || done.stderr !== '') throw new Error(`firtool: ${done.error?.message ?? done.stderr}`)
    const [main, ...parts] = done.stdout.split(/^\/\/ -+ 8< -+ FILE "(?:\.\/)?([^"]+)" -+ 8< -+$/m)
    return [{ file: 'circuit.v', text: main! }, ...parts.flatMap((file, i) => (i % 2 === 0 ? [{ file, text: parts[i + 1]! }] : []))]
  })
}

/** `change`: made to the FIRRTL on its way. `more`: options of firtool. */
export interface FirtoolRun { readonly change?: (text: string) => string; readonly more?: readonly string[] }

/**
 * Our FIRRTL of a design as firtool's Verilog, with the files that it reads; modules that firtool adds have the top's name before their own,
 * so that several circuits fit together.
 */
export function firtoolOf(design: Design, { change = text => text, more = [] }: FirtoolRun = {}): SourceFile[] {
  const files = firtool(change(writeFirrtl(design)), more)
  const known = new Set(design.modules.map(m => m.name))
  const added = files.flatMap(f => [...f.text.matchAll(/^module (\w+)/gm)].map(m => m[1]!)).filter(n => !known.has(n))
  const rename = (text: string): string => added.reduce((t, n) => t.replace(new RegExp(`^(module |  )${n}(?=\\b)`, 'gm'), `$1${design.top}_${n}`), text)
  return [...files.map(f => ({ file: `${design.top}_${f.file}`, text: rename(f.text) })), ...firrtlMemoryFiles(design)]
}

/** The same, not optimised: a register that never leaves its reset value stays one, whatever it was before the first reset. */
export const firtoolUnoptimised = (design: Design): SourceFile[] => firtoolOf(design, { more: ['--disable-opt'] })
