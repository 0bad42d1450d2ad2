// Owns: what the checks find, code by code, with the words and places that a user sees.
import { describe, expect, it } from 'vitest'
import { DiagnosticError, codes, formatDiagnostics } from '../../../rtl-gen/diagnostics/index.ts'
import type { Design, Statement } from '../../../rtl-gen/ir/index.ts'
import { check, findings } from '../../../rtl-gen/passes/index.ts'
import { and, bin, bundle, cat, design, domain, enumeration, index, input, instance, lit, local, match, memory, module, mux, not, on, output, read, readPort, ref, register, set, slice, target, u, vec, when, whenElse, wire, writePort } from '../../support/ir-nodes.ts'
import * as samples from '../../support/ir-samples.ts'

const found = (d: Design): string => formatDiagnostics(findings(d))
const codesOf = (d: Design): string[] => findings(d).map(f => f.code)
const a = input('a', u(1))
const b = input('b', u(1))
const v = input('v', u(4))
const y = output('y', u(4))
const z = output('z', u(1))
const m = (parts: Parameters<typeof module>[1]): Design => design(module('m', { ports: [a, b, v, y, z], ...parts }))
const whole: Statement[] = [set(y, read(v)), set(z, read(a))]
/** The design with the lines of statements as given. */
const lines = (...body: Statement[]): Statement[] => body.map((s, i) => ({ ...s, at: on(10 + i) }))

it('finds nothing in designs that are right, and explains every code', () => {
  for (const d of [samples.fifo(), samples.accumulator(), samples.aggregates(), samples.partial(), samples.nested(), samples.domains(), m({ body: whole })]) expect(found(d)).toBe('')
  for (const code of ['RTL4001', 'RTL4002', 'RTL4003', 'RTL4004', 'RTL4005', 'RTL4006', 'RTL4007', 'RTL4008', 'RTL4009', 'RTL4010']) expect(codes[code]?.example).toBeTruthy()
})

it('throws all findings at once', () => {
  const d = m({ body: [] })
  expect(() => check(d)).toThrow(DiagnosticError)
  expect(codesOf(d)).toEqual(['RTL4003', 'RTL4003'])
})

describe('widths and shape', () => {
  it('RTL4001: widths that differ', () => {
    expect(found(m({ body: [...whole.slice(1), set(y, bin('add', read(v), lit(u(5), 1)))] }))).toBe(`error RTL4001: the operands of add have 4 and 5 bits
  examples/t.ts:1:1   in module \`m\`
  examples/t.ts:1:1   uint(4) here
  examples/t.ts:1:1   uint(5) here
  help: make the widths equal: truncate or extend one side`)
    expect(codesOf(m({ body: [set(target(y, [2, 3]), lit(u(3), 0)), set(z, read(a))] }))).toEqual(['RTL4001'])
  })
  it('RTL4002: names that do not exist, inputs that are set, modules out of order', () => {
    expect(found(m({ body: [...whole, set(a, read(b))] }))).toContain('RTL4002: `a` is input and cannot be set')
    expect(found(m({ body: [set(y, ref('w', u(4))), set(z, read(a))] }))).toContain('RTL4002: there is no `w` to read')
    expect(found(m({ body: whole, instances: [instance('i', 'later')] }))).toContain('instance `i` is of `later`')
  })
})

describe('drivers', () => {
  it('RTL4003: bits that nothing sets', () => {
    expect(found(m({ body: lines(set(target(y, [0, 2]), slice(read(v), 0, 2)), set(z, read(a))) }))).toBe(`error RTL4003: nothing gives \`y[3:2]\` a value
  examples/t.ts:1:1    output \`y\` of module \`m\` declared here
  examples/t.ts:10:1   other bits are set here
  help: set every bit, if only to 0`)
  })
  it('names fields and elements', () => {
    const p = output('p', bundle('pair', { lo: u(2), hi: vec(2, u(3)) }))
    expect(found(design(module('m', { ports: [p], body: [set(target(p, 'hi', lit(u(1), 1)), lit(u(3), 1)), set(target(p, 'lo', [1, 1]), lit(u(1), 1))] })))).toContain('nothing gives `p.lo[0]` and `p.hi[0]` a value')
  })
  it('RTL4004: bits that are set on some paths only', () => {
    const latch = (body: Statement[]): string => found(m({ body: [...body, set(z, read(a))] }))
    expect(latch([when([read(a), [set(y, read(v))]])])).toContain('RTL4004: `y` would keep its value on some path: a latch')
    expect(latch([whenElse([set(target(y, [0, 2]), lit(u(2), 0))], [read(a), [set(y, read(v))]])])).toContain('`y[3:2]` would keep')
    expect(latch([match(read(v), [[[1], [set(y, read(v))]], [[2], []]], [set(y, read(v))])])).toContain('RTL4004')
    expect(latch([whenElse([set(y, lit(u(4), 0))], [read(a), [set(y, read(v))]])])).toBe('')
  })
  it('takes a match over all members of an enum as complete, and an element set by a signal as not', () => {
    const state = enumeration('State', 2, { idle: 0, busy: 1, done: 2 })
    const s = register('s', state, 0n)
    const arms = (n: number) => match(read(s), Array.from({ length: n }, (_, i): [number[], Statement[]] => [[i], [set(y, lit(u(4), i))]]))
    expect(found(m({ registers: [s], body: [arms(3), set(z, read(a))] }))).toBe('')
    expect(codesOf(m({ registers: [s], body: [arms(2), set(z, read(a))] }))).toEqual(['RTL4004'])
    const w = wire('w', vec(2, u(1)))
    expect(codesOf(m({ wires: [w], body: [...whole, set(target(w, read(a)), read(b))] }))).toEqual(['RTL4004'])
  })
  it('RTL4003 for inputs of instances and wires', () => {
    const inner = module('inner', { ports: [input('i', u(1))] })
    expect(found(design(inner, module('m', { instances: [instance('q', 'inner')] })))).toContain('nothing gives `q.i` a value')
    expect(found(m({ body: whole, wires: [wire('w', u(2))] }))).toContain('nothing gives `w` a value')
  })
  it('RTL4005: set twice without a condition', () => {
    expect(found(m({ body: lines(...whole, set(target(y, [1, 2]), lit(u(2), 0))) }))).toBe(`error RTL4005: \`y[2:1]\` is set twice without a condition
  examples/t.ts:12:1   set here
  examples/t.ts:10:1   set before here, to no effect
  help: remove one, or put the later one under a condition`)
  })
})

describe('combinational loops', () => {
  const w = wire('w', u(4))
  it('RTL4006: shows the way round, hop by hop', () => {
    const sum = local('sum', bin('add', read(w), lit(u(4), 1)), 7)
    expect(found(m({ wires: [w], locals: [sum], body: lines(set(y, read(w)), set(z, read(a)), set(w, ref('sum', u(4)))) }))).toBe(`error RTL4006: \`sum[0]\` of module \`m\` follows from itself within one cycle: \`sum[0]\` -> \`w[0]\` -> \`sum[0]\`
  examples/t.ts:7:1    \`sum[0]\` follows from \`w[0]\`
  examples/t.ts:12:1   \`w[0]\` follows from \`sum[0]\`
  help: break the loop with a register, or use the value of the cycle before`)
  })
  it('lets a vector feed its own other bits, but no bit itself', () => {
    const chain = (first: Parameters<typeof not>[0]) => {
      const next = cat(and(slice(read(w), 2, 1), read(a)), not(slice(read(w), 1, 1)), slice(read(w), 0, 1), first)
      return m({ wires: [w], body: [set(y, read(w)), set(z, read(a)), set(w, next)] })
    }
    expect(found(chain(read(b)))).toBe('')
    expect(found(chain(slice(read(w), 3, 1)))).toContain('RTL4006: `w[0]` of module `m` follows from itself within one cycle: `w[0]` -> `w[3]` -> `w[2]` -> `w[1]` -> `w[0]`')
  })
  it('knows that a carry goes up only', () => {
    const d = (low: number) => m({ wires: [w], body: [set(y, read(w)), set(z, slice(bin('add', read(w), read(v)), low, 1)), set(target(w, [0, 2]), lit(u(2), 1)), set(target(w, [2, 2]), cat(read(a), slice(bin('add', read(w), read(v)), low, 1)))] })
    expect(found(d(1))).toBe('')
    expect(codesOf(d(2))).toEqual(['RTL4006'])
  })
  it('sees through conditions, memories and instances, and stops at registers', () => {
    expect(codesOf(m({ wires: [w], body: [set(y, read(w)), set(z, read(a)), set(w, read(v)), when([slice(read(w), 0, 1), [set(target(w, [0, 1]), read(a))]])] }))).toEqual(['RTL4006'])
    const mem = (mode: 'sync' | 'async') => memory('mem', u(4), 16, { reads: [readPort('word', mode, read(w))], writes: [writePort(read(v), read(a), read(v))] })
    expect(codesOf(m({ wires: [w], memories: [mem('async')], body: [...whole, set(w, ref('word', u(4)))] }))).toEqual(['RTL4006'])
    expect(codesOf(m({ wires: [w], memories: [mem('sync')], body: [...whole, set(w, ref('word', u(4)))] }))).toEqual([])
    const two = module('two', { ports: [input('i', u(4)), input('j', u(4)), output('o', u(4)), output('p', u(4))], body: [set(output('o', u(4)), ref('i', u(4))), set(output('p', u(4)), ref('j', u(4)))] })
    const around = (source: string) => design(two, module('m', { ports: [v, y], instances: [instance('t', 'two')], body: [
      set({ name: 'i', type: u(4), instance: 't' }, source === 'v' ? read(v) : ref(source, u(4), 't')), set({ name: 'j', type: u(4), instance: 't' }, ref('o', u(4), 't')), set(y, ref('p', u(4), 't')),
    ] }))
    expect(codesOf(around('v'))).toEqual([])
    expect(codesOf(around('p'))).toEqual(['RTL4006'])
  })
})

describe('clock domains', () => {
  const [fast, slow] = ['fast', 'slow'].map(name => ({ ...domain, name, clock: `${name}_clock`, reset: { name: `${name}_reset`, kind: 'sync' as const } }))
  const from = register('from', u(1), 0n, 'fast')
  const [one, two] = [register('one', u(1), 0n, 'slow'), register('two', u(1), 0n, 'slow')]
  const d = (body: Statement[], more = {}): Design => design(module('m', { domains: [fast!, slow!], registers: [from, one, two], body: [set(from, not(read(from))), ...body], ...more }))
  it('RTL4007: a register that takes a value of another clock', () => {
    expect(found(d(lines(set(one, not(read(from))))))).toBe(`error RTL4007: register \`one\` of clock domain \`slow\` takes a value of \`fast\`
  examples/t.ts:10:1   \`from\` read here
  examples/t.ts:1:1    \`from\` declared here
  help: pass one bit through two registers (synchronizer), several through a handshake or a FIFO with two clocks (handshakeCrossing, asyncQueue)`)
    expect(codesOf(d([when([read(from), [set(one, lit(u(1), 1))]])]))).toEqual(['RTL4007'])
    expect(codesOf(d([set(one, ref('l', u(1)))], { locals: [local('l', not(read(from)))] }))).toEqual(['RTL4007'])
  })
  it('lets one bit through two registers, of which the first has no other reader', () => {
    expect(codesOf(d([set(one, read(from)), set(two, read(one))]))).toEqual([])
    expect(codesOf(d([set(one, read(from)), set(two, not(read(one)))]))).toEqual(['RTL4007'])
    expect(codesOf(d([set(one, read(from)), set(two, read(one))], { locals: [local('peek', not(read(one)))] }))).toEqual(['RTL4007'])
  })
})

describe('names', () => {
  it('RTL4008: keywords and odd names; words of C++ as ports only', () => {
    expect(found(m({ body: whole, wires: [], registers: [register('reg', u(1), 0n)] }))).toContain('RTL4008: `reg` is a keyword')
    expect(found(m({ body: whole, registers: [register('0a', u(1), 0n)] }))).toContain('RTL4008: "0a" is no name')
    expect(codesOf(design(module('m', { ports: [input('abort', u(1))], registers: [register('queue', u(1), 0n)] })))).toEqual(['RTL4008'])
  })
  it('RTL4009 and RTL4010: case only, and two things of one name', () => {
    expect(codesOf(design(module('Fifo', {}), module('fifo', {})))).toEqual(['RTL4009'])
    expect(codesOf(m({ body: whole, registers: [register('A', u(1), 0n)] }))).toEqual(['RTL4009'])
    expect(codesOf(m({ body: whole, registers: [register('clock', u(1), 0n)] }))).toEqual(['RTL4010'])
  })
})

it('is quick on a chain of thousands', () => {
  const reads = Array.from({ length: 5000 }, (_, i) => (i % 2 === 0 ? read(a) : read(b)))
  const left = reads.slice(1).reduce((chain, r) => cat(chain, r), reads[0]!)
  const chosen = reads.reduce((chain, r) => mux(r, chain, not(chain)), read(a))
  expect(found(m({ body: [set(y, slice(left, 4996, 4)), set(z, chosen)], locals: [local('l', index(ref('r', vec(4, u(1))), slice(read(v), 0, 2)))], registers: [register('r', vec(4, u(1)), null)] }))).toBe('')
})
