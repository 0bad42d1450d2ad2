// Owns: that an instruction is one file: the list is that of the folder, a file that goes takes every trace with it, and the one that the how-to shows works.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { cHeader as CHeader } from '../../../coprocessor/isa/header.ts'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import type { referencePages as ReferencePages } from '../../../coprocessor/isa/reference.ts'
import { statusOf, statusValue } from '../../../coprocessor/isa/status.ts'
import { instructions, type instructions as Instructions } from '../../../coprocessor/isa/table.ts'
import type { Vector } from '../../../coprocessor/isa/vector.ts'
import type { UnitModel as Model } from '../../../coprocessor/machine/unit-model.ts'
import type { vectorsOf as VectorsOf } from '../../../coprocessor/machine/vectors.ts'
import type { unitMicrocode as UnitMicrocode } from '../../../coprocessor/microcode/words.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { currentList, exportOf, instructionList } from '../../../scripts/instruction-list.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(root, 'coprocessor/isa/instructions')
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const copies: string[] = []
afterAll(() => copies.forEach((at) => rmSync(at, { recursive: true })))

interface Loaded {
  readonly instructions: typeof Instructions
  readonly vectorsOf: typeof VectorsOf
  readonly UnitModel: typeof Model
  readonly cHeader: typeof CHeader
  readonly referencePages: typeof ReferencePages
  readonly unitMicrocode: typeof UnitMicrocode
  /** Every source of it but the unit, by its name. */
  readonly sources: ReadonlyMap<string, string>
}

/** The sources with the instruction files changed and the list written anew, as `npm run docs` does, loaded. */
async function tree(change: (instructionFolder: string) => void): Promise<Loaded> {
  const at = mkdtempSync(join(tmpdir(), 'instructions-'))
  copies.push(at)
  symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
  writeFileSync(join(at, 'package.json'), '{ "type": "module" }')
  cpSync(join(root, 'coprocessor'), join(at, 'coprocessor'), { recursive: true, filter: (from) => !/\/(unit|output)$/.test(from) })
  const here = join(at, 'coprocessor/isa/instructions')
  change(here)
  writeFileSync(join(at, 'coprocessor/isa/instruction-list.ts'), instructionList(readdirSync(here)))
  const load = async <T>(name: string) => await import(pathToFileURL(join(at, 'coprocessor', name)).href) as T
  const names = readdirSync(join(at, 'coprocessor'), { recursive: true }).map(String).filter((name) => name.endsWith('.ts'))
  return {
    ...await load<Loaded>('isa/table.ts'), ...await load<Loaded>('machine/vectors.ts'), ...await load<Loaded>('machine/unit-model.ts'), ...await load<Loaded>('isa/header.ts'),
    ...await load<Loaded>('isa/reference.ts'), ...await load<Loaded>('microcode/words.ts'), sources: new Map(names.map((name) => [name, readFileSync(join(at, 'coprocessor', name), 'utf8')])),
  }
}

/** Names of the vectors that the reference of that tree answers otherwise. */
function wrong(t: Loaded, vectors: readonly Vector[]): string[] {
  const row = (mnemonic: string) => t.instructions.find((i) => i.mnemonic === mnemonic)!
  const bytes = new Map<number, number>()
  const memory = {
    read: (a: number, n: number) => Uint8Array.from({ length: n }, (_, i) => bytes.get(a + i) ?? 0), write: (a: number, data: Uint8Array) => data.forEach((b, i) => bytes.set(a + i, b)),
  }
  return vectors.filter((v) => {
    const unit = new t.UnitModel({ parameters: parameters(), memory, also: t.instructions.map((i) => i.mnemonic) })
    return v.steps.some((s) => {
      if ('awaitRecord' in s) {
        for (let n = 0; n < 8; n++) if (unit.slot(n).watchdog < 2 ** 32) unit.expire(n)
        return !unit.interrupt
      }
      const i = row(s.mnemonic)
      const bits = s.funct3 ?? funct3(i)
      const rd = unit.command({ funct7: s.funct7 ?? i.funct7, xd: (bits & 4) !== 0, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rs1: s.rs1, rs2: s.rs2, prv: s.prv ?? 3 })
      return rd !== (typeof s.expect === 'bigint' ? s.expect : statusValue(s.expect)) && !(rd === 'waits' && s.expect === 0n)
    })
  }).map((v) => v.name)
}

describe('instruction files', () => {
  test('the list is that of the folder (npm run docs writes it)', () => {
    expect(readFileSync(join(root, 'coprocessor/isa/instruction-list.ts'), 'utf8')).toBe(currentList())
    expect(instructions.length).toBe(files.length)
    expect(exportOf('oseg-open.ts')).toBe('osegOpen')
  })

  test.each(['opop', 'ofork', 'ovote', 'oseg-move', 'ohint'])('without %s.ts no trace of it is left, and the rest works', async (name) => {
    const { mnemonic } = instructions.find((i) => exportOf(`${i.mnemonic.replace('.', '-')}.ts`) === exportOf(`${name}.ts`))!
    const t = await tree((at) => rmSync(join(at, `${name}.ts`)))
    expect(t.instructions.map((i) => i.mnemonic)).toEqual(instructions.map((i) => i.mnemonic).filter((m) => m !== mnemonic))
    const c = mnemonic.replace('.', '_')
    expect(t.unitMicrocode().labels.has(c)).toBe(false)
    expect(t.cHeader(parameters())).not.toMatch(new RegExp(`oracle_${c}\\(|ORACLE_${c.toUpperCase()}\\(|ORACLE_MATCH_${c.toUpperCase()}\\b`))
    expect(t.referencePages()['isa.md']).not.toContain(`\`${mnemonic}\`](`)
    expect(t.referencePages()['isa.md']).not.toContain(`### \`${mnemonic}\``)
    // Comments of others may speak of it; nothing asks for it by name.
    for (const [source, text] of t.sources) {
      const code = text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)|name: '|c\('| doc: /.test(line)).join('\n')
      expect([source, code.includes(`'${mnemonic}'`), code.includes(`/${name}.ts`)]).toEqual([source, false, false])
    }
    const vectors = t.vectorsOf(t.instructions)
    expect(vectors.length).toBeGreaterThan(20)
    expect(wrong(t, vectors)).toEqual([])
  })

  test('the instruction of the how-to: in every table, and its vectors hold', async () => {
    const page = readFileSync(join(root, 'docs/how-to/a-new-instruction.md'), 'utf8')
    const [, text] = /```ts\n(\/\/ Owns: `odrop`[\s\S]*?\n)```/.exec(page)!
    const t = await tree((at) => writeFileSync(join(at, 'odrop.ts'), text!))
    const row = t.instructions.find((i) => i.mnemonic === 'odrop')!
    expect(t.instructions.filter((i) => i.funct7 === row.funct7)).toEqual([row])
    expect(t.unitMicrocode().labels.has('odrop')).toBe(true)
    expect(t.cHeader(parameters())).toContain('static inline oracle_word oracle_odrop(oracle_uword slot, oracle_uword count)')
    expect(t.referencePages()['isa.md']).toContain('### `odrop`')
    const vectors = t.vectorsOf(t.instructions)
    expect(vectors.filter((v) => v.name.startsWith('odrop')).length).toBeGreaterThan(0)
    expect(wrong(t, vectors)).toEqual([])
    // Each status of the row is reached by a vector, as every row's are.
    const seen = new Set(vectors.flatMap((v) => v.steps).flatMap((s) => ('mnemonic' in s && s.mnemonic === 'odrop' && s.funct7 === undefined ? [typeof s.expect === 'string' ? s.expect : statusOf(s.expect) ?? 'done'] : [])))
    expect([...seen].sort()).toEqual(['done', 'opcode', 'privilege', ...row.statuses].sort())
    // And a wrong one is noticed.
    const off = row.vectors.map((v) => ({ ...v, steps: v.steps.map((s) => ('mnemonic' in s && s.expect === 0n ? { ...s, expect: 1n } : s)) }))
    expect(wrong(t, off).length).toBe(row.vectors.length)
  })

  test('two that have answers of their own: each has its flag, both use the same words, and both keep their vectors', async () => {
    const other = (text: string): string => text.replaceAll('ovote', 'opoll').replaceAll('voting', 'polling').replaceAll('ballot', 'slip').replaceAll("'leader'", "'ahead'").replaceAll("'score'", "'tally'")
      .replaceAll(/(?<=[\s,=])(leader|score)(?=[\s])/g, (w) => (w === 'leader' ? 'ahead' : 'tally')).replace('funct7: 57', 'funct7: 58')
    const t = await tree((at) => writeFileSync(join(at, 'opoll.ts'), other(readFileSync(join(at, 'ovote.ts'), 'utf8'))))
    const texts = t.unitMicrocode().operations.map((o) => o.text)
    for (const flag of ['voting', 'polling']) for (const at of ['chunk', 'ended', 'settled', 'end']) expect(texts).toContain(`if flags has ${flag} goto ${flag === 'voting' ? 'ovote' : 'opoll'}_${at}`)
    const places = (name: string) => t.unitMicrocode().operations.find((o) => o.text.startsWith(`${name} = @symbols`))!.writes!.at
    expect(places('slip1')).toBe(places('ballot1'))
    const vectors = t.vectorsOf(t.instructions)
    expect(vectors.filter((v) => v.name.startsWith('opoll')).length).toBeGreaterThan(0)
    expect(wrong(t, vectors)).toEqual([])
  })
})
