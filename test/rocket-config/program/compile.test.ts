// Owns: checks of what the compiler makes of sources and runtime: the programs of examples/rocket, the words of failures, and what is in the file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encode, encodingMask } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { commandsProgram, programConfigs, programFiles, rocketPrograms } from '../../../examples/rocket/programs.ts'
import { rocketConfigs, type RocketConfigName } from '../../../rocket-config/configs.ts'
import { memory } from '../../../rocket-config/memory-map.ts'
import { compileProgram, type ProgramSources } from '../../../rocket-config/program/compile.ts'
import { readElf } from '../../../rocket-config/program/elf.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import { platformHeader } from '../../../rocket-config/program/platform.ts'
import { look, tools } from '../../../cli/tools.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'

const compilerHere = look(tools.find((t) => t.name === 'riscv64-unknown-elf-gcc')!).found
const folder = temporaryFolder()
let files = 0
/** A source with this text. */
const source = (text: string, kind = 'c'): string => {
  const file = join(folder, `source-${++files}.${kind}`)
  writeFileSync(file, text)
  return file
}
const compile = async (sources: readonly string[], more: Partial<ProgramSources> = {}): Promise<{ image: ProgramImage; warnings: string; bytes: Buffer }> => {
  const out = join(folder, `program-${++files}.elf`)
  const { warnings } = await compileProgram({ sources, out, config: 'small', parameters: parameters(), ...more })
  const bytes = readFileSync(out)
  return { image: readElf(bytes, 'program.elf'), warnings, bytes }
}
const failureOf = (work: Promise<unknown>) => work.then(() => { throw new Error('it was compiled') }, (error: { code?: string; message: string; help?: string; exitCode?: number }) => error)

/** Every 32-bit word of the program at every even address, as the hart could fetch it. */
function* words(image: ProgramImage): Generator<number> {
  for (const { bytes } of image.segments) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 4 <= bytes.length; at += 2) yield view.getUint32(at, true)
  }
}
const otrap = encode(instruction('otrap'), 0, 0, 0)

describe.skipIf(!compilerHere)('the programs of examples/rocket', () => {
  const first = (configs: readonly RocketConfigName[]) => configs[0]!
  test.each([...rocketPrograms, commandsProgram].map((p) => [p.name, p] as const))('%s: no warning, one otrap at most, the start first', async (_name, program) => {
    const { image, warnings } = await compile(programFiles(program).sources, { config: first(programConfigs(program)) })
    expect(warnings).toBe('')
    expect([...words(image)].filter((w) => ((w & encodingMask) >>> 0) === otrap).length).toBeLessThanOrEqual(1)
    expect(image.symbols.get('_start')).toBe(memory.base)
    expect(image.symbols.get('rt_trap_entry')! % 64n).toBe(0n)
    const window = image.symbols.get('__window_low')!
    expect([window % 4096n, image.symbols.get('__window_high')! - window]).toEqual([0n, 0x10_0000n])
    for (const s of image.segments) expect(s.address + s.size <= window).toBe(true)
    expect(image.symbols.get('__fatal_stack_top')! <= window).toBe(true)
  })

  test('hello on every configuration; only the one with an FPU passes floating point numbers in registers', async () => {
    const floats = await Promise.all(rocketConfigs.map(async ({ name }) => [name, (await compile(programFiles(rocketPrograms[0]!).sources, { config: name })).image.float]))
    expect(floats).toEqual([['small', 'none'], ['medium', 'none'], ['big', 'double']])
  })

  test('every file of the folder belongs to a program, and the README names each', () => {
    const all = readdirSync('examples/rocket')
    const named = [...rocketPrograms, commandsProgram].flatMap((p) => [`${p.name}.c`, ...p.with ?? [], ...(p === commandsProgram ? [] : [`${p.name}.expected`]), ...(p.script && !p.script.startsWith('..') ? [p.script] : [])])
    expect(all.filter((f) => !/\.(h|md|ts)$/.test(f)).sort()).toEqual(named.sort())
    const readme = readFileSync('examples/rocket/README.md', 'utf8')
    for (const file of named) if (!file.endsWith('.expected')) expect([file, readme.includes(`\`${file}\``)]).toEqual([file, true])
    for (const p of [...rocketPrograms, commandsProgram]) expect(existsSync(programFiles(p).sources[0]!)).toBe(true)
  })
})

describe.skipIf(!compilerHere)('what the compiler is given', () => {
  const main = (body: string) => `#include "runtime.h"\nint main(void) { ${body} }\n`

  test('oracle.h is of the parameters of the unit, platform.h of the memory map and the configuration, defines come through', async () => {
    const text = `#include "runtime.h"
_Static_assert(ORACLE_SLOTS == 4 && ORACLE_YIELD == 0xfe, "oracle.h");
_Static_assert(PLATFORM_MEMORY_BASE == ${memory.base} && PLATFORM_MTIME == 0x200bff8 && PLATFORM_EXIT == 0x60000000 && PLATFORM_CONSOLE == 0x60000008 && PLATFORM_ROCC_INTERRUPT == 12, "platform.h");
_Static_assert(sizeof PLATFORM_CONFIG == sizeof "medium" && FIVE == 5, "");
int main(void) { return 0; }
`
    const { warnings } = await compile([source(text)], { config: 'medium', parameters: parameters({ slots: 4, yieldSymbol: 0xfe, recordMarks: [0xf8, 0xf9, 0xfa] }), defines: { FIVE: 5 } })
    expect(warnings).toBe('')
  })

  test('the same sources give the same bytes, and no place of this machine is in them', async () => {
    const sources = [source(main('rt_printf("%d\\n", 5); return 0;')), programFiles(rocketPrograms.find((p) => p.name === 'busy')!).sources[1]!]
    const [one, two] = [await compile(sources), await compile(sources)]
    expect(one.bytes.equals(two.bytes)).toBe(true)
    expect(one.bytes.includes(process.cwd())).toBe(false)
    expect(one.bytes.includes('archnights-program-')).toBe(false)
  })

  test('a warning is handed on in the words of the compiler', async () => {
    expect((await compile([source(main('int unused; return 0;'))])).warnings).toContain('unused variable')
  })

  test('what lies in .input is not in the file and not cleared at the start', async () => {
    const { image } = await compile([source('#include "runtime.h"\nchar input[4096] __attribute__((section(".input")));\nint main(void) { return input[0]; }\n')])
    const input = image.symbols.get('input')!
    expect(image.segments.every((s) => s.address + s.size <= input)).toBe(true)
    expect(image.symbols.get('__bss_high')! <= input).toBe(true)
  })

  test('platform.h', () => {
    expect(platformHeader('big')).toContain('#define PLATFORM_CONFIG ')
    expect(platformHeader('big')).toContain('"big"')
  })
})

describe('failures', () => {
  // Others compile beside this file: what it leaves behind is looked for in a place of its own.
  const before = process.env['TMPDIR']
  beforeAll(() => { process.env['TMPDIR'] = folder })
  afterAll(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
  const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith('archnights-program-'))

  test.skipIf(!compilerHere)('an error in the program: the words of the compiler, nothing written, nothing left', async () => {
    const out = join(folder, 'never.elf')
    const error = await failureOf(compileProgram({ sources: [source('int main(void) { return nobody; }\n')], out, config: 'small', parameters: parameters() }))
    expect([error.code, error.exitCode]).toEqual(['RKT1102', 2])
    expect(error.message).toMatch(/source-\d+\.c.*nobody.*undeclared/s)
    expect(existsSync(out)).toBe(false)
    expect(ours()).toEqual([])
  })

  test.skipIf(!compilerHere)('a program that is too big for its place says so', async () => {
    const error = await failureOf(compile([source('char big[1 << 20]; int main(void) { return big[5]; }\n')]))
    expect(error.code).toBe('RKT1102')
    expect(error.message).toContain('the program is too big')
  })

  test('no compiler: the command that brings it', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = folder
    try {
      const error = await failureOf(compile([source('int main(void) { return 0; }\n')]))
      expect([error.code, error.exitCode, error.help]).toEqual(['RKT1101', 3, 'apt-get install --no-install-recommends gcc-riscv64-unknown-elf'])
      expect(ours()).toEqual([])
    } finally {
      process.env['PATH'] = path
    }
  })

  test.skipIf(!compilerHere)('stopped before it began', async () => {
    const stop = new AbortController()
    stop.abort()
    expect((await failureOf(compile([source('int main(void) { return 0; }\n')], { signal: stop.signal }))).exitCode).toBe(130)
  })
})
