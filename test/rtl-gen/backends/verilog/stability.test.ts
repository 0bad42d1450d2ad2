// Owns: checks that emitted text stays put: the same bytes in other surroundings, a renamed signal on its own lines only, a moved line in places only, and no source path that leaves its comment.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { counter } from '../../../../examples/language/counter.ts'
import { fifo } from '../../../../examples/language/fifo.ts'
import { designFiles } from '../../../../rtl-gen/artifacts/index.ts'
import { emitVerilog } from '../../../../rtl-gen/backends/verilog/index.ts'
import { elaborate, uint } from '../../../../rtl-gen/dsl/index.ts'
import type { Design, Place } from '../../../../rtl-gen/ir/index.ts'
import { lintVerilog } from '../../../support/lint-verilog.ts'
import { manyModules } from '../../../support/many-modules.ts'
import * as samples from '../../../support/ir-samples.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const texts = (made: Design): string => designFiles(made).map(f => `--- ${f.name}\n${f.text}`).join('')

describe('the same bytes', () => {
  test('twice in a process, and after another design', () => {
    const first = texts(elaborate(counter))
    texts(manyModules(5))
    expect(texts(elaborate(counter))).toBe(first)
    expect(texts(elaborate(fifo('byte_fifo', uint(8))))).toBe(texts(elaborate(fifo('byte_fifo', uint(8)))))
  })

  test('in processes with another time zone, language and working directory', () => {
    const program = fileURLToPath(new URL('../../../support/emit-in-process.ts', import.meta.url))
    const loader = pathToFileURL(`${root}/node_modules/ts-blank-space/loader/register.js`).href
    const surroundings = [
      { cwd: root, env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } }, { cwd: tmpdir(), env: { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' } }, { cwd: '/', env: { TZ: 'America/St_Johns', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' } },
    ]
    const hashes = surroundings.map(({ cwd, env }) => {
      const done = spawnSync(process.execPath, ['--import', loader, program], { cwd, encoding: 'utf8', env: { ...process.env, ...env } })
      expect([done.status, done.stderr]).toEqual([0, ''])
      return done.stdout
    })
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(1)
  })
})

/** The design with every node changed that is an object of this shape. */
function mapDeep<T>(value: T, change: (o: Record<string, unknown>) => Record<string, unknown>): T {
  const done = new Map<unknown, unknown>()
  const go = (v: unknown): unknown => {
    if (typeof v !== 'object' || v === null) return v
    if (done.has(v)) return done.get(v)
    if (Array.isArray(v)) {
      const copy: unknown[] = []
      done.set(v, copy)
      copy.push(...v.map(go))
      return copy
    }
    const copy = change(Object.fromEntries(Object.entries(v).map(([k, x]) => [k, go(x)])))
    done.set(v, copy)
    return copy
  }
  return go(value) as T
}

/** A signal of the design by another name, wherever it is declared, read or set. */
const renamed = (made: Design, from: string, to: string): Design =>
  mapDeep(made, o => (o['kind'] === 'enum' ? o : { ...o, ...Object.fromEntries(['name', 'data', 'instance'].filter(k => o[k] === from).map(k => [k, to])) }))

const lines = (text: string): string[] => text.split('\n')
/** Lines that are in one text and not in the other, counted. */
function changed(a: string, b: string): string[] {
  const left = new Map<string, number>()
  for (const l of lines(a)) left.set(l, (left.get(l) ?? 0) + 1)
  const added = lines(b).filter(l => {
    const n = left.get(l) ?? 0
    if (n > 0) left.set(l, n - 1)
    return n === 0
  })
  return [...[...left].flatMap(([l, n]) => Array.from({ length: n }, () => l)), ...added]
}

const verilog = (made: Design): string => emitVerilog(made).map(f => f.text).join('')
/** Every name that is declared in a design, but for those of modules. */
function signalNames(made: Design): string[] {
  return made.modules.flatMap(m => [
    ...m.ports.map(p => p.name), ...(m.kind === 'blackbox' ? [] : [...m.registers.map(r => r.name), ...m.wires.map(w => w.name), ...m.locals.map(l => l.name), ...m.memories.flatMap(x => [x.name, ...x.reads.map(r => r.data)]), ...m.instances.map(i => i.name)]),
  ])
}

const designs: Record<string, () => Design> = {
  'FIFO': samples.fifo, 'accumulator': samples.accumulator, 'nested': samples.nested, 'many modules': () => manyModules(3),
}

describe.each(Object.keys(designs))('a renamed signal: %s', name => {
  const made = designs[name]!()
  const before = verilog(made)
  const names = [...new Set(signalNames(made))].filter(n => /^[a-z]\w*$/.test(n))

  test('changes only lines that name it, be its new name longer or shorter', () => {
    expect(names.length).toBeGreaterThan(3)
    for (const from of names) {
      for (const to of ['a_name_that_is_a_good_deal_longer_than_any_other', 'q9']) {
        const after = verilog(renamed(made, from, to))
        const others = changed(before, after).filter(l => !l.includes(from) && !l.includes(to))
        expect([from, to, others]).toEqual([from, to, []])
        expect([from, after === before]).toEqual([from, !new RegExp(`\\b${from}`).test(before)])
      }
    }
  })
})

describe('a moved source line', () => {
  const moved = (made: Design): Design => mapDeep(made, o => (typeof o['line'] === 'number' && typeof o['file'] === 'string' ? { ...o, line: o['line'] + 7 } : o))

  test.each(Object.keys(designs))('changes nothing but places: %s', name => {
    const made = designs[name]!()
    const [before, after] = [verilog(made), verilog(moved(made))]
    const noPlaces = (text: string) => text.replace(/([^\s/(]+\.ts):\d+/g, '$1')
    expect(after).not.toBe(before)
    expect(noPlaces(after)).toBe(noPlaces(before))
  })
})

describe('a source path stays in its comment', () => {
  const paths = [
    'my-dir/a b\n*/ `define x 1\n.ts', 'a\r\nendmodule.ts', 'é/模块.ts', 'x\u2028y\u0085z.ts', 'ends with \\', '`include "x".ts', '/* open.ts', '"quoted" \'n\' $(x).ts',
    'verilator lint_off WIDTH.ts', 'synopsys translate_off.ts', 'dir/verilator public.ts', 'synthesis translate_off',
  ]
  const inFile = (made: Design, file: string): Design => mapDeep(made, o => (typeof o['line'] === 'number' && typeof o['file'] === 'string' ? { ...o, file } satisfies Partial<Place> : o))

  test.each(paths)('%j', path => {
    const made = inFile(samples.accumulator(), path)
    const files = emitVerilog(made)
    expect(lintVerilog(files)).toBe('')
    // Without comments nothing is left of the path.
    const bare = (all: readonly { text: string }[]) => all.map(f => f.text.replace(/ *\/\/[^\n]*/g, '')).join('')
    expect(bare(files)).toBe(bare(emitVerilog(samples.accumulator())))
    expect(files.every(f => !/[\r\u0085\u2028\u2029]/.test(f.text) && f.places.length === f.text.split('\n').length - 1)).toBe(true)
  })
})
