// Owns: names as users write them: whatever they are, the emitted text has legal, stable, distinct ones, and the simulator knows them by those of the source.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { DiagnosticError } from '../../../rtl-gen/diagnostics/index.ts'
import { bit, bundle, elaborate, enumeration, input, instance, memory, module, named, output, read, register, sink, source, uint, wire, write } from '../../../rtl-gen/dsl/index.ts'
import { distinct, legal, moduleName } from '../../../rtl-gen/dsl/names.ts'
import { isKeyword, isPortWord } from '../../../rtl-gen/ir/keywords.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { check } from '../../../rtl-gen/passes/index.ts'
import { simulate } from '../../../rtl-gen/simulate.ts'
import { lintVerilog } from '../../support/lint-verilog.ts'

// Names that only run-time sees are written without types.
const untyped = { module, bundle, enumeration, simulate } as any
const top = (m: any): any => elaborate(m).modules.at(-1)
const ports = (m: any): string[] => top(m).ports.map((p: any) => p.name)
/** The design is well formed, and all tools take its text without a word. */
const clean = (m: any): void => {
  const design = elaborate(m)
  expect(validate(design)).toEqual([])
  check(design)
  expect(lintVerilog(emitVerilog(design))).toBe('')
}

it('legal: what each character becomes', () => {
  const cases = {
    memReq: 'mem_req', HTTPReq: 'http_req', a_b: 'a_b', 'mac (2 taps)': 'mac_2_taps', 'mac [2 taps]': 'mac_2_taps', 'été': 'ete', Ångström: 'angstrom', '2nd': 'n2nd', '日本': 'u65e5_u672c',
    'x$y': 'x_y', 'a "quoted" b': 'a_quoted_b', 'a\nb': 'a_b', "it's": 'it_s', ' ': 'u20', '+': 'u2b', '_': 'u5f', 'ﬁeld': 'field', 'straße': 'stra_udf_e', '😀': 'u1f600', 'my-unit': 'my_unit',
  }
  for (const [name, wanted] of Object.entries(cases)) expect([name, legal(name)]).toEqual([name, wanted])
  expect(legal('__proto__')).toBe('proto')
  expect(legal('constructor')).toBe('constructor')
  expect([...distinct(['Idle', 'idle', 'idle_2', 'IDLE', '__proto__', 'proto'])]).toEqual([['Idle', 'idle'], ['idle', 'idle_2'], ['idle_2', 'idle_2_2'], ['IDLE', 'idle_3'], ['__proto__', 'proto'], ['proto', 'proto_2']])
  expect(['wait', 'table', 'Fifo', '2 to 1', 'reset'].map(moduleName)).toEqual(['wait_', 'table_', 'fifo', 'n2_to_1', 'reset_'])
})

it('any text gives an identifier, and lists of any texts give distinct ones', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }), fc.constantFrom('__proto__', 'constructor', 'valueOf', 'aB', 'a_b', 'wait'))
  fc.assert(fc.property(fc.uniqueArray(text, { maxLength: 8 }), names => {
    const made = [...distinct(names).values()]
    return made.every(n => /^[a-z][a-z0-9_]*$/.test(n)) && new Set(made).size === names.length && names.every(n => !isKeyword(moduleName(n)))
  }), { seed: 7, numRuns: 500 })
})

describe('ports', () => {
  const words = ['edge', 'wait', 'reg', 'table', 'module', 'signed', 'output', 'begin', 'case', 'time', 'logic', 'bit', 'int', 'do', 'priority', 'class', 'delete', 'namespace', 'public', 'auto', 'constructor', 'toString', 'hasOwnProperty', '2nd', 'é', 'a b', 'a-b', 'A', 'a']
  const wide = untyped.module('table of words', Object.fromEntries([...words.map(w => [w, input(uint(4))]), ['o.', output(uint(4))]]), (x: any, { assign }: any) => [assign({ 'o.': words.map(w => x[w]).reduce((a, b) => a.xor(b)) })])
  it('that are words of Verilog or C++ get a `_`, those that meet a number; the header says so', () => {
    expect(ports(wide)).toEqual([
      'edge_', 'wait_', 'reg_', 'table_', 'module_', 'signed_', 'output_', 'begin_', 'case_', 'time_', 'logic_', 'bit_', 'int_', 'do_', 'priority_', 'class_', 'delete_', 'namespace_', 'public_', 'auto_',
      'constructor', 'to_string', 'has_own_property', 'n2nd', 'e', 'a_b', 'a_b_2', 'a', 'a_2', 'o',
    ])
    expect(ports(wide).some(isPortWord)).toBe(false)
    expect(top(wide).doc).toEqual([...words.slice(0, 20).map(w => `Port ${w} is ${w}_.`), 'Port "2nd" is n2nd.', 'Port "é" is e.', 'Port "a b" is a_b.', 'Port "a-b" is a_b_2.', 'Port a is a_2.', 'Port "o." is o.'])
    clean(wide)
  })
  it('are poked and read by their names in the source, in a parent too', () => {
    const parent = untyped.module('table', { reg: input(uint(4)), ['__proto__']: output(uint(4)), case: instance(wide) }, (x: any, { assign }: any) =>
      [assign({ ['__proto__']: x.case['o.'], case: Object.fromEntries(words.map((w, i) => [w, i === 3 ? x.reg : 0])) })])
    expect(elaborate(parent).modules.map((m: any) => m.name)).toEqual(['table_of_words', 'table_'])
    expect(top(parent).instances.map((i: any) => [i.name, i.of])).toEqual([['case_2', 'table_of_words']])
    clean(parent)
    const sim = untyped.simulate(parent)
    sim.poke({ reg: 9 })
    expect(sim.peek['__proto__']).toBe(9n)
    const inner = untyped.simulate(wide)
    for (const [i, w] of words.entries()) inner.poke({ [w]: i % 16 })
    expect(inner.peek['o.']).toBe(BigInt(words.map((_, i) => i % 16).reduce((a, b) => a ^ b)))
    expect(inner.peek['constructor']).toBe(BigInt(words.indexOf('constructor') % 16))
  })
  class S extends bundle({ x: uint(2), y: uint(3) }) {}
  it('a bundle and a port that meet: the first declared keeps its names, the other is another as a whole', () => {
    const first = module('m', { s: input(S), s_x: input(uint(4)), p: output(uint(2)), q: output(uint(4)) }, ({ s, s_x }, { assign }) => [assign({ p: s.x, q: s_x.xor(s.y.extend(4)) })])
    expect(ports(first)).toEqual(['s_x', 's_y', 's_x_2', 'p', 'q'])
    const second = module('m', { s_x: input(uint(4)), s: input(S), p: output(uint(2)), q: output(uint(4)) }, ({ s, s_x }, { assign }) => [assign({ p: s.x, q: s_x.xor(s.y.extend(4)) })])
    expect(ports(second)).toEqual(['s_x', 's_2_x', 's_2_y', 'p', 'q'])
    expect(top(second).doc).toEqual(['Port s.x is s_2_x.', 'Port s.y is s_2_y.'])
    clean(first)
    clean(second)
    for (const m of [first, second]) {
      const sim = simulate(m)
      sim.poke({ s: { x: 2, y: 0 }, s_x: 13 })
      expect([sim.peek.p, sim.peek.q, sim.peek.s]).toEqual([2n, 13n, { x: 2n, y: 0n }])
    }
  })
  it('streams that meet, and fields that meet their own handshake', () => {
    class P extends bundle({ valid: bit, Ready: uint(2), data: uint(3) }) {}
    const m = module('m', { iValid: input(bit), i: sink(P), I: source(P) }, ({ i, iValid, I }, { assign }) => [assign({ i: { ready: I.ready.and(iValid) }, I: { valid: i.valid.and(iValid), payload: i.payload } })])
    expect(ports(m)).toEqual(['i_valid', 'i_2_valid', 'i_2_ready', 'i_2_valid_2', 'i_2_ready_2', 'i_2_data', 'i_3_valid', 'i_3_ready', 'i_3_valid_2', 'i_3_ready_2', 'i_3_data'])
    clean(m)
    const sim = simulate(m)
    sim.poke({ iValid: 1 })
    sim.sinks.i.send({ valid: 1, Ready: 2, data: 5 })
    sim.step()
    expect(sim.sources.I.take()).toEqual({ valid: 1n, Ready: 2n, data: 5n })
  })
})

it('fields: keywords, spaces, case, names of JavaScript, dots', () => {
  const F = untyped.bundle({ begin: uint(2), 'a b': uint(2), aB: uint(2), a_b: uint(2), ['__proto__']: uint(2), constructor: uint(2), 'x.y': uint(2), x: class extends bundle({ y: uint(2) }) {} })
  const m = untyped.module('m', { i: input(F), o: output(F), r: register(F, { begin: 1, 'a b': 2, aB: 3, a_b: 0, ['__proto__']: 1, constructor: 2, 'x.y': 3, x: { y: 1 } }), w: wire(F) },
    ({ i, r, w }: any, { assign, when }: any) => [assign({ o: w, w: { ...r } }), when(i.begin.eq(3), { r: i }), when(i['__proto__'].eq(3), { r: { constructor: 0, ['__proto__']: 0 } })])
  expect(top(m).ports.slice(0, 8).map((p: any) => p.name)).toEqual(['i_begin', 'i_a_b', 'i_a_b_2', 'i_a_b_3', 'i_proto', 'i_constructor', 'i_x_y', 'i_x_y_2'])
  clean(m)
  const sim = untyped.simulate(m)
  sim.reset()
  expect(sim.peek.o).toEqual({ begin: 1n, 'a b': 2n, aB: 3n, a_b: 0n, ['__proto__']: 1n, constructor: 2n, 'x.y': 3n, x: { y: 1n } })
  sim.poke({ i: { begin: 3, 'a b': 1, aB: 2, a_b: 3, ['__proto__']: 3, constructor: 1, 'x.y': 0, x: { y: 2 } } })
  sim.step()
  expect(sim.peek.o).toEqual({ begin: 3n, 'a b': 1n, aB: 2n, a_b: 3n, ['__proto__']: 0n, constructor: 0n, 'x.y': 0n, x: { y: 2n } })
})

it('a field or member of JavaScript that is missing is told, not found on the prototype', () => {
  const F = untyped.bundle({ ['__proto__']: bit, constructor: bit, toString: bit }), full = { ['__proto__']: 0, constructor: 0, toString: 0 }
  const build = (v: unknown): unknown => elaborate(untyped.module('m', { o: output(F) }, (_: any, { assign }: any) => [assign({ o: v })]))
  expect(() => build(full)).not.toThrow()
  expect(() => build({})).toThrow('`__proto__`, `constructor`, `toString` are missing')
  expect(() => register(F, {} as never)).toThrow(DiagnosticError)
  expect(() => register(F, { ...full, valueOf: 1 } as never)).toThrow('`valueOf`')
  const outputs = untyped.module('m', { ['__proto__']: output(bit), constructor: output(bit) }, (_: any, { assign }: any) => [assign({})])
  expect(() => elaborate(outputs)).toThrow('nothing gives output `__proto__` a value')
  expect(() => elaborate(outputs)).toThrow('nothing gives output `constructor` a value')
  const child = untyped.module('c', { ['__proto__']: input(bit), constructor: input(bit), o: output(bit) }, (x: any, { assign }: any) => [assign({ o: x.constructor.and(x['__proto__']) })])
  const parent = untyped.module('m', { o: output(bit), i: instance(child) }, (x: any, { assign }: any) => [assign({ o: x.i.o, i: {} })])
  expect(() => elaborate(parent)).toThrow('nothing gives `i.constructor` a value')
  expect(() => elaborate(parent)).toThrow('nothing gives `i.__proto__` a value')
  const e = untyped.enumeration('e', ['a', 'b'])
  expect(() => elaborate(untyped.module('m', { s: input(e), o: output(bit) }, (x: any, { assign }: any) => [assign({ o: x.s.is('constructor') })]))).toThrow('has no member `constructor`')
  expect(() => elaborate(untyped.module('m', { o: output(bit) }, (x: any, { assign }: any) => [assign({ o: x.toString })]))).toThrow('`toString` is not declared')
})

it('members: keywords, case, spaces, names of JavaScript', () => {
  const state = untyped.enumeration('case', ['idle', 'begin', 'end', 'Idle', 'not idle', '__proto__', 'constructor', 'otherwise'])
  const m = untyped.module('m', { go: input(bit), st: output(uint(3)), state: register(state, 'idle') }, ({ go, state: s }: any, { assign, when, match }: any) => [
    assign({ st: s.asUint() }),
    when(go, match(s, { idle: { state: 'begin' }, begin: { state: 'end' }, end: { state: 'Idle' }, Idle: { state: 'not idle' }, 'not idle': { state: '__proto__' }, ['__proto__']: { state: 'constructor' }, constructor: { state: 'otherwise' }, otherwise: { state: 'idle' } })),
  ])
  expect(top(m).registers[0].type.members.map((x: any) => x.name)).toEqual(['idle', 'begin', 'end', 'idle_2', 'not_idle', 'proto', 'constructor', 'otherwise'])
  clean(m)
  const sim = untyped.simulate(m)
  sim.reset()
  sim.poke({ go: 1 })
  const seen = Array.from({ length: 9 }, () => { const s = [sim.peek.state, sim.peek.st]; sim.step(); return s })
  expect(seen).toEqual(['idle', 'begin', 'end', 'Idle', 'not idle', '__proto__', 'constructor', 'otherwise', 'idle'].map((k, i) => [k, BigInt(i % 8)]))
  expect(() => elaborate(untyped.module('m', { s: input(state), o: output(bit) }, (x: any, { assign, match }: any) => [assign({ o: 0 }), match(x.s, { idle: { o: 1 } })]))).toThrow('match has no arm for `begin`, `end`, `Idle`, `not idle`')
})

it('inside a module: registers, wires, memories, instances, named values, labels, clock domains', () => {
  const child = module('not', { a: input(bit), y: output(bit) }, ({ a }, { assign }) => [assign({ y: a.not() })])
  const m = untyped.module('Module', {
    d: input(uint(4)), 'other clock': input(bit, 'RX side'), second: output(bit, 'rx-side'), o: output(uint(4)), 'a/b': register(uint(4), 0), 'a b': register(uint(4), 3), reg: wire(uint(4)), 'my mem': memory({ depth: 4, of: uint(4), collision: 'old' }),
    'n o t': instance(child), seen: register(bit, 0, 'RX side'), also: register(bit, 0, 'rx-side'),
  }, (x: any, { assign, assert }: any) => {
    const { 'two words': sum, ['__proto__']: other, for: last } = named({ 'two words': x['a/b'].add(x['a b']), ['__proto__']: x.d.add(1), for: x.reg })
    return [
      assign({ o: sum.xor(other).xor(last).xor(x['my mem'].data), reg: x.d, 'n o t': { a: x.d.bit(0) }, second: x.also }), { 'a/b': x.d, 'a b': x['n o t'].y.extend(4), 'my mem': [read(0), write(1, x.d)], seen: x['other clock'], also: x.also.not() },
      assert('wait', sum.le(15)), assert('a "b"', x.seen.eq(x.seen)),
    ]
  })
  const ir = top(m)
  expect([ir.name, ir.registers.map((r: any) => r.name), ir.wires.map((w: any) => w.name).filter((n: string) => n.startsWith('reg')), ir.memories[0].name, ir.instances.map((i: any) => [i.name, i.of]), ir.locals.map((l: any) => l.name)])
    .toEqual(['module_', ['a_b', 'a_b_2', 'seen', 'also'], ['reg_'], 'my_mem', [['n_o_t', 'not_']], ['two_words', 'proto', 'for_']])
  expect(ir.domains.map((d: any) => [d.name, d.clock, d.reset.name])).toEqual([['clk', 'clock', 'reset'], ['RX side', 'rx_side_clock', 'rx_side_reset'], ['rx-side', 'rx_side_2_clock', 'rx_side_2_reset']])
  expect(ir.body.filter((s: any) => s.kind === 'check').map((s: any) => s.label)).toEqual(['wait_', 'a_b_3'])
  clean(m)
})

it('modules whose names meet are one if they are equal, and refused if they differ', () => {
  const plus = (name: string, n: number): any => module(name, { i: input(uint(8)), o: output(uint(8)) }, ({ i }, { assign }) => [assign({ o: i.add(n) })])
  const both = (a: any, b: any): any => module('m', { i: input(uint(8)), p: output(uint(8)), q: output(uint(8)), a: instance(a), b: instance(b) }, (x: any, { assign }: any) => [assign({ p: x.a.o, q: x.b.o, a: { i: x.i }, b: { i: x.i } } as never)])
  expect(elaborate(both(plus('mac (2 taps)', 1), plus('mac [2 taps]', 1))).modules.map(m => m.name)).toEqual(['mac_2_taps', 'm'])
  const refused = (a: string, b: string): string => { try { elaborate(both(plus(a, 1), plus(b, 2))); return '' } catch (e) { return JSON.stringify((e as DiagnosticError).diagnostics) } }
  expect(refused('mac (2 taps)', 'mac [2 taps]')).toMatch(/RTL3006.*mac_2_taps.*mac \(2 taps\).*mac \[2 taps\]/)
  expect(refused('Fifo', 'fifo')).toContain('RTL3006')
})

it('nothing in a module is named like it, and no instance like something inside: Verilator would find one hidden by the other', () => {
  const count = module('count', { count: output(uint(4)), q: register(uint(4), 0) }, ({ q }, { assign }) => [assign({ count: q }), { q: q.add(1) }])
  const m = module('m', { q: instance(count), m: output(uint(4)) }, ({ q }, { assign }) => [assign({ m: q.count, q: {} })])
  expect([ports(count), ports(m), top(m).instances[0].name]).toEqual([['count_2'], ['m_2'], 'q_2'])
  clean(m)
  clean(count)
  const sim = simulate(m)
  sim.step(3)
  expect(sim.peek.m).toBe(3n)
  const inner = module('adder', { a: input(uint(4)), y: output(uint(4)) }, ({ a }, { assign, assert }) => {
    const { sum } = named({ sum: a.add(1) })
    return [assign({ y: sum }), assert('small', sum.le(15))]
  })
  const outer = module('outer', { a: input(uint(4)), sum: instance(inner), small: instance(inner), y: output(uint(4)) }, ({ a, sum, small }, { assign }) => [assign({ y: small.y, sum: { a }, small: { a: sum.y } })])
  expect(top(outer).instances.map((i: any) => i.name)).toEqual(['sum_2', 'small_2'])
  clean(outer)
  const both = simulate(outer)
  both.poke({ a: 3 })
  expect(both.peek.y).toBe(5n)
})

it('a name is stable: what is declared later changes none before it', () => {
  const m = (later: object): any => untyped.module('m', { aB: input(bit), 'a b': input(bit), ...later, o: output(bit) }, (x: any, { assign }: any) => [assign({ o: x.aB.and(x['a b']) })])
  expect(ports(m({}))).toEqual(['a_b', 'a_b_2', 'o'])
  expect(ports(m({ 'a-b': input(bit), z: input(bit) }))).toEqual(['a_b', 'a_b_2', 'a_b_3', 'z', 'o'])
})
