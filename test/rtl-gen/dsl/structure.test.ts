// Owns: what declarations become: names, ports, domains, memories, modules in modules, documents, checks.
import { describe, expect, it } from 'vitest'
import { bit, bundle, doc, elaborate, enumeration, input, instance, layout, lit, memory, module, named, output, read, register, rom, sink, source, uint, unpack, vec, wire, write } from '../../../rtl-gen/dsl/index.ts'
import type { Module as IrModule } from '../../../rtl-gen/ir/index.ts'
import { printDesign, printModule } from '../../../rtl-gen/ir/print.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'

const top = (m: unknown): IrModule => {
  const design = elaborate(m as never)
  expect(validate(design)).toEqual([])
  return design.modules.at(-1) as IrModule
}
const portNames = (m: unknown): string[] => top(m).ports.map(p => p.name)
class Beat extends bundle({ data: uint(64), keepBytes: uint(8) }) {}

describe('names', () => {
  it('are written in snake_case', () => {
    const m = top(module('bigUnit', { memReq: input(bit), rs1: input(bit), HTTPReq: input(bit), already_so: output(bit) }, (_, { assign }) => [assign({ already_so: 0 })]))
    expect([m.name, ...m.ports.map(p => p.name)]).toEqual(['big_unit', 'mem_req', 'rs1', 'http_req', 'already_so'])
  })
  it('inside a module that are keywords get a `_`, those of ports or taken a number, in the order of declaration; ports have theirs, wherever they stand', () => {
    const m = module('m', { end: wire(bit), iValid: register(bit, 0), aB: wire(bit), a_b: wire(bit), i: sink(bit), seg: wire(Beat), seg_data: register(bit, 0) },
      (_, { assign }) => [assign({ end: 0, aB: 0, a_b: 0, i: { ready: 1 }, seg: { data: 0, keepBytes: 0 } })])
    expect(portNames(m)).toEqual(['i_valid', 'i_ready', 'i_payload'])
    expect(top(m).wires.map(w => w.name)).toEqual(['end_', 'a_b', 'a_b_2', 'seg'])
    // `seg` will fall into seg_data and seg_keep_bytes, so these stay free.
    expect(top(m).registers.map(r => r.name)).toEqual(['i_valid_2', 'seg_data_2'])
  })
  it('of named values are theirs; unused ones are left out; equal names get a number', () => {
    const m = top(module('m', { a: input(uint(8)), o: output(uint(8)), i: input(Beat) }, ({ a, i }, { assign }) => {
      const { sum, beat } = named({ sum: a.add(1), unused: a.add(2), beat: i })
      const again = named({ sum: sum.add(3) })
      return [assign({ o: again.sum.xor(beat.keepBytes) })]
    }))
    expect(m.locals.map(l => l.name)).toEqual(['sum', 'beat_keep_bytes', 'sum_2'])
  })
  it('of bundle and vector ports are joined', () => {
    expect(portNames(module('m', { a: input(Beat), v: input(vec(2, Beat)), k: sink(Beat) }, (_, { assign }) => [assign({ k: { ready: 1 } })])))
      .toEqual(['a_data', 'a_keep_bytes', 'v_0_data', 'v_0_keep_bytes', 'v_1_data', 'v_1_keep_bytes', 'k_valid', 'k_ready', 'k_data', 'k_keep_bytes'])
  })
  it('of AXI4-Stream ports are its own', () => {
    expect(portNames(module('m', { tx: source(Beat, { axis: true }), rx: sink(uint(8), 'clk', { axis: true }) }, (_, { assign }) => [assign({ tx: { valid: 0, payload: { data: 0, keepBytes: 0 } }, rx: { ready: 1 } })])))
      .toEqual(['tx_tvalid', 'tx_tready', 'tx_tdata', 'tx_tkeep_bytes', 'rx_tvalid', 'rx_tready', 'rx_tdata'])
  })
  it('can be looked up from the declarations', () => {
    const m = module('m', { memReq: source(Beat), x: register(bit, 0) }, (_, { assign }) => [assign({ memReq: { valid: 0, payload: { data: 0, keepBytes: 0 } } })])
    const { placed } = layout(m as never)
    expect(placed.get('memReq')!.leaves.get('payload.keepBytes')).toBe('mem_req_keep_bytes')
    expect(placed.get('x')!.name).toBe('x')
  })
})

it('streams say which ports belong together, and which way they go', () => {
  const m = top(module('m', { k: sink(bit), s: source(bit) }, ({ k, s }, { assign }) => [assign({ k: s, s: k })]))
  expect(m.ports.map(p => [p.name, p.direction, p.stream])).toEqual([
    ['k_valid', 'input', { name: 'k', role: 'valid' }], ['k_ready', 'output', { name: 'k', role: 'ready' }], ['k_payload', 'input', { name: 'k', role: 'payload' }],
    ['s_valid', 'output', { name: 's', role: 'valid' }], ['s_ready', 'input', { name: 's', role: 'ready' }], ['s_payload', 'output', { name: 's', role: 'payload' }],
  ])
})

it('clock domains: clk has clock and reset, any other its name in front; those of instances come along', () => {
  const inner = module('inner', { r: register(bit, 0, 'rx'), o: output(bit, 'rx') }, ({ r }, { assign, when }) => [assign({ o: r }), when(r.not(), { r: 1 })])
  const m = top(module('m', { i: instance(inner), o: output(bit, 'rx'), a: input(bit) }, ({ i }, { assign, assert }) => [assign({ i: {}, o: i.o }), assert('low', i.o.not())]))
  expect(m.domains.map(d => [d.name, d.clock, d.reset?.name])).toEqual([['rx', 'rx_clock', 'rx_reset'], ['clk', 'clock', 'reset']])
  expect(m.body.find(s => s.kind === 'check')).toMatchObject({ check: 'assert', label: 'low', domain: 'rx' })
})

it('documents reach the IR', () => {
  const m = top(module('m', { o: doc('always 1', output(bit)), r: doc('counts', register(uint(4), 0)) }, ({ r }, { assign, when }) => [assign({ o: 1 }), when(r.lt(9), { r: r.add(1) })], { doc: ['one line', 'another'] }))
  expect([m.doc, m.ports[0]!.doc, m.registers[0]!.doc]).toEqual([['one line', 'another'], 'always 1', 'counts'])
})

it('reset values: by field, by element, members by their value, none', () => {
  const mode = enumeration('mode', { off: 2, on: 5 })
  const m = top(module('m', { b: register(Beat, { data: 2n ** 64n - 1n, keepBytes: 3 }), v: register(vec(2, mode), ['on', 'off']), n: register(bit, 'none') }, (_, { assign }) => [assign({})]))
  expect(m.registers.map(r => r.reset)).toEqual([{ data: 2n ** 64n - 1n, keep_bytes: 3n }, [5n, 2n], null])
  expect(m.registers[1]!.type).toEqual({ kind: 'vec', length: 2, of: { kind: 'enum', name: 'mode', width: 3, members: [{ name: 'off', value: 2n }, { name: 'on', value: 5n }] } })
})

describe('memories', () => {
  const ram = module('ram', {
    go: input(bit), other: input(bit), a: input(uint(2)), b: input(uint(2)), value: input(uint(8)), out: output(uint(8)),
    mem: memory({ depth: 4, of: uint(8), collision: 'new', init: [7, 9] }),
  }, ({ go, other, a, b, value, mem }, { assign, when }) => [
    assign({ out: mem.data }),
    when(go, { mem: [read(a), write(b, value)] }).elseWhen(other, { mem: read(b) }),
  ])
  it('an address that is always the same needs no wire; one that varies has one', () => {
    expect(printModule(top(ram)).split('\n').filter(l => /mem/.test(l)).map(l => l.trim())).toEqual([
      'wire mem_read_address: uint(2)', 'wire mem_read_enable: uint(1)', 'wire mem_write_enable: uint(1)',
      'memory mem: 4 of uint(8), collision new = [7, 9]', 'read mem_data sync on clk [mem_read_address] when mem_read_enable', 'write on clk [b] := value when mem_write_enable',
      'mem_read_address := 0:uint(2)', 'mem_read_enable := 0:uint(1)', 'mem_write_enable := 0:uint(1)',
      'out := mem_data', 'mem_read_enable := 1:uint(1)', 'mem_read_address := a', 'mem_write_enable := 1:uint(1)', 'mem_read_enable := 1:uint(1)', 'mem_read_address := b',
    ])
  })
  it('a word that was read stays until the next read', () => {
    const sim = compileSimulator(elaborate(ram))
    sim.reset()
    const cycle = (pokes: Record<string, number>): bigint => {
      for (const [k, v] of Object.entries({ go: 0, other: 0, ...pokes })) sim.poke(k, v)
      sim.step()
      return sim.peek('out')
    }
    expect([
      cycle({ other: 1, b: 1 }), cycle({ b: 0 }), cycle({ other: 1, b: 0 }), // init words 9 (kept), then 7
      cycle({ go: 1, a: 3, b: 3, value: 42 }), // written and read at once: the new word
      cycle({ go: 1, a: 0, b: 1, value: 43 }), cycle({ other: 1, b: 1 }), cycle({ other: 1, b: 3 }),
    ]).toEqual([9n, 9n, 7n, 42n, 7n, 43n, 42n])
  })
  it('a ROM of bundles is read like a memory; a read in assign always reads', () => {
    const sim = compileSimulator(elaborate(module('m', { a: input(uint(1)), out: output(uint(64)), keep: output(uint(8)), r: rom({ of: Beat, words: [{ data: 5, keepBytes: 1 }, { data: 2n ** 63n, keepBytes: 255 }] }) },
      ({ a, r }, { assign }) => [assign({ out: r.data.data, keep: r.data.keepBytes, r: read(a) })])))
    sim.poke('a', 1)
    sim.step()
    expect([sim.peek('out'), sim.peek('keep')]).toEqual([2n ** 63n, 255n])
    sim.poke('a', 0)
    sim.step()
    expect([sim.peek('out'), sim.peek('keep')]).toEqual([5n, 1n])
  })
})

describe('modules in modules', () => {
  const half = (name: string, by: number) => module(name, { i: input(uint(8)), o: output(uint(8)) }, ({ i }, { assign }) => [assign({ o: i.shiftRight(by) })])
  it('equal ones are one, whoever made them; different names stay apart', () => {
    const d = elaborate(module('m', { a: instance(half('half', 1)), b: instance(half('half', 1)), c: instance(half('quarter', 2)), x: input(uint(8)), o: output(uint(8)) },
      ({ a, b, c, x }, { assign }) => [assign({ a: { i: x }, b: { i: a.o }, c: { i: b.o }, o: c.o })]))
    expect(d.modules.map(m => m.name)).toEqual(['half', 'quarter', 'm'])
    expect(d.top).toBe('m')
    const sim = compileSimulator(d)
    sim.poke('x', 0xf0)
    expect(sim.peek('o')).toBe(0xfn)
  })
  it('a rule may change single inputs of an instance', () => {
    const sim = compileSimulator(elaborate(module('m', { h: instance(half('half', 1)), go: input(bit), o: output(uint(8)) }, ({ h, go }, { assign, when }) => [assign({ h: { i: 2 }, o: h.o }), when(go, { h: { i: 8 } })])))
    expect(sim.peek('o')).toBe(1n)
    sim.poke('go', 1)
    expect(sim.peek('o')).toBe(4n)
  })
})

it('match and matchSome become one statement, with what holds otherwise', () => {
  const light = enumeration('light', ['red', 'green', 'yellow'])
  const m = module('m', { st: register(light, 'red'), n: input(uint(4)), o: output(uint(2)) }, ({ st, n }, { assign, match, matchSome }) => [
    assign({ o: 0 }),
    match(st, { red: { st: 'green' }, green: { st: 'yellow' }, yellow: { st: 'red' } }),
    matchSome(st, { red: { o: 1 }, otherwise: {} }),
    matchSome(n, { 3: { o: 2 }, 9: { o: 3 }, otherwise: {} }),
  ])
  expect(printDesign(elaborate(m)).split('\n').slice(8)).toEqual([
    '  match st', '    0', '      st := 1:enum light(2)', '    1', '      st := 2:enum light(2)', '    2', '      st := 0:enum light(2)',
    '  match st', '    0', '      o := 1:uint(2)', '  match n', '    3', '      o := 2:uint(2)', '    9', '      o := 3:uint(2)', '',
  ])
})

it('shared expressions stay shared, and a body runs once for each elaboration', () => {
  let runs = 0
  const m = module('m', { a: input(uint(8)), o: output(uint(8)), p: output(uint(8)) }, ({ a }, { assign }) => {
    runs++
    const sum = a.add(1)
    return [assign({ o: sum, p: sum })]
  })
  const [o, p] = top(m).body
  expect(o!.kind === 'set' && p!.kind === 'set' && o!.value === p!.value).toBe(true)
  expect(runs).toBe(1)
  expect(elaborate(m)).toEqual(elaborate(m))
})

it('a design is plain data', () => {
  const design = elaborate(module('m', { a: input(bit), b: input(Beat), o: output(bit) }, ({ a, b }, { assign }) => [assign({ o: named({ x: a }).x.and(unpack(Beat, lit(72, 1)).data.eq(b.data)) })]))
  expect(structuredClone(design)).toEqual(design)
})
