// Owns: what advice says of a design, and what it keeps quiet about.
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { codes, formatDiagnostics, levelOf } from '../../../rtl-gen/diagnostics/index.ts'
import { toJson } from '../../../rtl-gen/diagnostics/json.ts'
import { toSarif } from '../../../rtl-gen/diagnostics/sarif.ts'
import { bit, bundle, elaborate, enumeration, input, instance, memory, module, output, read, register, rom, sink, sint, source, uint, vec, vecOf, wire, write } from '../../../rtl-gen/dsl/index.ts'
import { modulesOf } from '../../../rtl-gen/ir/index.ts'
import { advice } from '../../../rtl-gen/passes/advice.ts'
import { check } from '../../../rtl-gen/passes/pipeline.ts'
import { sourceAt } from '../mistakes/try.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

/** A module with an input `go` and an output `o` that tells of `see`. */
const one = (decls: object, rules: (x: any, verbs: any) => readonly unknown[] = () => [], defaults: (x: any) => object = () => ({})): any =>
  (module as any)('m', { go: input(bit), o: output(bit), ...decls }, (x: any, verbs: any) => [verbs.assign({ o: x.go, ...defaults(x) }), ...rules(x, verbs)])
const said = (m: any): string[] => {
  const design = elaborate(m)
  check(design)
  return advice(design).map(d => `${d.code} ${d.message}`)
}

describe('a register that never changes', () => {
  it('because no rule sets it: with both places and something to do', () => {
    const m = one({ full: register(uint(4), 5) })
    const found = advice(elaborate(m))
    expect(formatDiagnostics(found)).toMatch(new RegExp([
      '^note RTL4050: no rule changes register `full`: it is 5 for ever',
      '  test/rtl-gen/passes/advice.test.ts:\\d+:\\d+ +`full` declared here',
      '  test/rtl-gen/passes/advice.test.ts:\\d+:\\d+ +in module `m`',
      '  help: change it in a rule, or write a constant in its place$'].join('\n')))
    const [declared, around] = found[0]!.notes.map(n => sourceAt(n.place))
    expect(declared).toMatch(/^register\(uint\(4\), 5\)/)
    expect(around).toMatch(/^\('m', \{ go:/)
  })
  it('says what is known of its value', () => {
    const state = enumeration('state', ['idle', 'busy'])
    expect(said(one({ a: register(sint(4), -1), b: register(state, 'busy'), c: register(vec(2, bit), [0, 1]), d: register(bit, 'none') }))).toEqual([
      ...['a', 'b', 'c'].map(n => `RTL4050 no rule changes register \`${n}\`: it keeps its reset value for ever`), 'RTL4050 no rule changes register `d`: it has no reset value either'])
  })
  it('because every rule gives it what it has from reset', () => {
    const m = one({ full: register(sint(4), -3) }, (x, { when }) => [when(x.go, { full: -3 })])
    expect(said(m)).toEqual(['RTL4050 no rule gives another value than that of reset to register `full`: it keeps its reset value for ever'])
    expect(advice(elaborate(m))[0]!.notes.map(n => n.text)).toEqual(['`full` declared here', 'its reset value is given here', 'in module `m`'])
  })
  it('not one that a rule sets, a part of it, or back to what reset gives', () => {
    class Pair extends bundle({ x: bit, y: uint(2) }) {}
    expect(said(one({ a: register(bit, 0), b: register(vec(2, bit), [0, 0]), c: register(Pair, { x: 0, y: 0 }), d: register(bit, 'none') }, (x, { when }) => [
      when(x.go, { a: 1 }).otherwise({ a: 0 }), { b: write(1, 0) }, { c: { x: x.go } }, { d: 0 },
    ]))).toEqual([])
  })
})

describe('an input that nothing reads', () => {
  it('is told once for a bundle, a vector, a list of ports or a stream', () => {
    class Pair extends bundle({ x: bit, y: uint(2) }) {}
    expect(said(one({ a: input(uint(3)), p: input(Pair), v: vecOf(2, input(bit)), i: sink(uint(8)) }, undefined, () => ({ i: { ready: 1 } })))).toEqual([
      'RTL4051 nothing reads input `a`', 'RTL4051 nothing reads inputs `p_x` and `p_y`', 'RTL4051 nothing reads inputs `v_0` and `v_1`', 'RTL4051 nothing reads stream `i`'])
  })
  it('a ready is told by what follows from it', () => {
    expect(said(one({ q: source(bit) }, undefined, x => ({ q: { valid: x.go, payload: 1 } })))).toEqual(['RTL4051 nothing reads `q_ready`: an element of `q` that is not taken at once is lost'])
  })
  it('not if a part is read: in an assert, an address, a condition, an instance', () => {
    class Pair extends bundle({ x: bit, y: uint(2) }) {}
    const inner = module('inner', { a: input(bit), b: output(bit) }, (x, { assign }) => [assign({ b: x.a })])
    expect(said(one({ p: input(Pair), v: vecOf(2, input(bit)), i: sink(bit), a: input(uint(2)), c: input(bit), n: instance(inner), t: rom({ of: bit, words: [0, 1, 1, 0], mode: 'async' }), r: register(bit, 0) }, (x, { assert, when }) => [
      assert('x', x.p.x), assert('v', x.v[1]), when(x.i.valid, { r: x.t.data.or(x.n.b) }),
    ], x => ({ n: { a: x.c }, t: read(x.a), i: { ready: 1 } })))).toEqual([])
  })
  it('not if its name says so, or a wire takes it: both are clean in three tools', () => {
    const m = one({ unusedPin: input(bit), pinUnused: input(uint(4)), spare: input(uint(4)), gone: wire(uint(4)) }, undefined, x => ({ gone: x.spare }))
    expect(said(m)).toEqual([])
    expect(lintVerilog(emitVerilog(elaborate(m)))).toBe('')
    expect(said(one({ reused: input(bit) }))).toEqual(['RTL4051 nothing reads input `reused`'])
  })
})

describe('a memory that is read and never written', () => {
  const table = (more: object): any => memory({ depth: 4, of: bit, collision: 'old', ...more } as any)
  const reads = (x: any, { when }: any) => [{ t: read(0) }, when(x.t.data, { r: x.go })]
  it('is told', () => expect(said(one({ t: table({}), r: register(bit, 0) }, reads))).toEqual(['RTL4052 no rule writes memory `t`, and it has no first words: every read gives 0']))
  it('not one with first words, one that a rule writes, or one that nothing reads', () => {
    expect(said(one({ t: table({ init: [0n, 1n] }), r: register(bit, 0) }, reads))).toEqual([])
    expect(said(one({ t: table({}), r: register(bit, 0) }, (x, { when }) => [{ t: [read(0), write(1, x.go)] }, when(x.t.data, { r: x.go })]))).toEqual([])
    expect(said(one({ t: table({}) }))).toEqual([])
  })
})

describe('modules that a function makes', () => {
  const made = (name: string, useful: boolean): any =>
    (module as any)(name, { a: input(bit), b: output(bit), r: register(bit, 0) }, (x: any, { assign }: any) => [assign({ b: x.r }), ...useful ? [{ r: x.a }] : []])
  const both = (...of: any[]): any => one(Object.fromEntries(of.map((x, i) => [`i${i}`, instance(x)])), undefined, x => Object.fromEntries(of.map((_, i) => [`i${i}`, { a: x.go }])))
  it('are told of once, and not at all if one of them makes use of it', () => {
    expect(said(both(made('p', false), made('q', false)))).toEqual(['RTL4050 no rule changes register `r`: it is 0 for ever', 'RTL4051 nothing reads input `a`'])
    for (const of of [[made('p', false), made('q', true)], [made('p', true), made('q', false)]]) expect(said(both(...of))).toEqual([])
  })
})

it('notes are notes in JSON and SARIF, and change nothing that is emitted', () => {
  const design = elaborate(one({ full: register(bit, 0), spare: input(bit) })), before = JSON.stringify(modulesOf(design), (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))
  const found = advice(design)
  expect(found.map(d => [d.code, levelOf(d.code), codes[d.code]?.level])).toEqual([['RTL4050', 'note', 'note'], ['RTL4051', 'note', 'note']])
  expect([levelOf('RTL4001'), levelOf('toString')]).toEqual(['error', 'error'])
  expect(toJson(found).map(d => d.level)).toEqual(['note', 'note'])
  const [run] = (toSarif(found) as { runs: { results: { level: string }[]; tool: { driver: { rules: { defaultConfiguration: { level: string } }[] } } }[] }).runs
  expect([run!.results.map(r => r.level), run!.tool.driver.rules.map(r => r.defaultConfiguration.level)]).toEqual([['note', 'note'], ['note', 'note']])
  expect(JSON.stringify(modulesOf(design), (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))).toBe(before)
})
