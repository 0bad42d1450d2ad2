// Owns: answers to cases about value change dumps.
import { expect } from 'vitest'
import { bit, compileSimulator, elaborate, input, instance, module, output, recordVcd, register, sint, uint, wire } from '../../../rtl-gen/index.ts'
import type { Module } from '../../../rtl-gen/index.ts'
import { vcdChange, vcdHeader, vcdIdentifier } from '../../../rtl-gen/waves/index.ts'
import type { Answers } from './answer.ts'

interface Variable { readonly code: string; readonly width: number; readonly path: string }
/** A reader that takes nothing but what the format allows. */
export function readStrictly(text: string): { readonly variables: readonly Variable[]; readonly changes: readonly { readonly time: number; readonly path: string; readonly digits: string }[] } {
  const variables: Variable[] = [], changes: { time: number; path: string; digits: string }[] = [], scopes: string[] = []
  let header = true, time = -1
  for (const line of text.split('\n')) {
    if (line === '') continue
    const words = line.split(' ')
    if (header) {
      if (words[0] === '$scope') { expect(words).toHaveLength(4); expect(words[2]).toMatch(/^[A-Za-z_][A-Za-z0-9_$]*$/); scopes.push(words[2]!) }
      else if (words[0] === '$upscope') scopes.pop()
      else if (words[0] === '$var') {
        expect(line).toMatch(/^\$var (wire|reg) \d+ [!-~]+ [^ ]+( \[\d+:0\])? \$end$/)
        variables.push({ code: words[3]!, width: Number(words[2]), path: [...scopes, words[4]].join('.') })
      } else if (words[0] === '$enddefinitions') header = false
      else expect(words[0]).toBe('$timescale')
      continue
    }
    if (line === '$dumpvars' || line === '$end') continue
    const at = /^#(\d+)$/.exec(line)
    if (at) {
      expect(Number(at[1])).toBeGreaterThan(time)
      time = Number(at[1])
      continue
    }
    const m = /^([01])([!-~]+)$/.exec(line) ?? /^b([01]+) ([!-~]+)$/.exec(line)
    expect(m, line).not.toBeNull()
    const variable = variables.find(v => v.code === m![2])!
    expect(line.startsWith('b')).toBe(variable.width > 1)
    expect(m![1]!.length).toBeLessThanOrEqual(variable.width)
    changes.push({ time, path: variable.path, digits: m![1]! })
  }
  expect(scopes).toEqual([])
  expect(new Set(variables.map(v => v.path)).size, 'different signals keep different names').toBe(variables.length)
  expect(new Set(variables.map(v => v.code)).size).toBe(variables.length)
  return { variables, changes }
}

/** The dump of a module, with its inputs set before each cycle. */
export function dumpOf(m: Module<any>, rows: readonly Readonly<Record<string, bigint>>[]): string {
  const sim = compileSimulator(elaborate(m))
  let text = ''
  const waves = recordVcd(sim, t => { text += t })
  for (const row of rows) {
    for (const [k, v] of Object.entries(row)) sim.poke(k, v)
    waves.sample()
    sim.step()
  }
  waves.finish()
  return text
}

const signed = module('s84', { d: input(sint(4)), q: output(sint(4)), kept: register(sint(4), 0) }, ({ d, kept }, { assign }) => [assign({ q: kept }), { kept: d }])
const inner = module('s86Inner', { f: input(bit), o: output(bit), deep: wire(bit) }, ({ f, deep }, { assign }) => [assign({ o: deep, deep: f.not() })])
const wide = module('s86', { f: input(bit), v: input(uint(3)), w: input(uint(100)), o: output(bit), box: instance(inner) }, ({ f, v, w, box }, { assign }) => [
  assign({ box: { f }, o: box.o.xor(v.orReduce()).xor(w.orReduce()) }),
])

const leaf = module('a.b leaf', { 'x$y': input(bit), 'été': output(bit) }, (x, { assign }) => [assign({ 'été': x['x$y'] })])
const oddNames = module('s85', { 'sum : stage 1': input(bit), 'sum  stage 1': input(bit), 'x$y': input(bit), 'été': output(bit), 'a.b': instance(leaf) }, (x, { assign }) => [
  assign({ 'a.b': { 'x$y': x['sum : stage 1'].and(x['x$y']) }, 'été': x['a.b']['été'].or(x['sum  stage 1']) }),
])

export const waves: Answers = {
  'hdl-S85': {
    check: () => {
      const { variables } = readStrictly(dumpOf(oddNames, [{}, {}]))
      for (const v of variables) expect(v.path).toMatch(/^[A-Za-z0-9_.]+$/)
      expect(variables.length).toBeGreaterThanOrEqual(7)
    },
  },
  'hdl-S84': {
    modules: [signed],
    check: () => {
      const { changes } = readStrictly(dumpOf(signed, [-3n, -8n, 7n, 0n].map(d => ({ d: BigInt.asUintN(4, d) }))))
      expect(changes.filter(c => c.path.endsWith('.q')).map(c => c.digits)).toEqual(['0', '1101', '1000', '111'])
    },
  },
  'hdl-S86': {
    check: () => {
      const w = 2n ** 99n + 1n, text = dumpOf(wide, [{ f: 0n, v: 5n, w }, { f: 1n, v: 5n, w }, { f: 1n, v: 5n, w: 0n }])
      const { changes, variables } = readStrictly(text), of = (name: string): string[] => changes.filter(c => c.path.endsWith(`top.${name}`)).map(c => c.digits)
      expect(of('f')).toEqual(['0', '1'])
      expect(of('v')).toEqual(['101'])
      expect(of('w')).toEqual([`1${'0'.repeat(98)}1`, '0'])
      const code = variables.find(v => v.path.endsWith('top.f'))!.code
      expect(text.split('\n')).toContain(`1${code}`)
      // More signals than printable characters.
      const many = Array.from({ length: 9000 }, (_, i) => vcdIdentifier(i))
      expect(new Set(many).size).toBe(9000)
      expect(many.every(c => /^[!-~]{1,3}$/.test(c))).toBe(true)
      expect([vcdChange('!', 1, 1n), vcdChange('!', 100, w)]).toEqual(['1!\n', `b1${'0'.repeat(98)}1 !\n`])
      readStrictly(vcdHeader(many.map((_, i) => ({ scope: [], name: `s${i}`, width: 1, kind: 'wire' as const })), 'top'))
    },
  },
}
