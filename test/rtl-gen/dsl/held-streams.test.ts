// Owns: whole streams that a rule holds back: both ends in one rule, or a finding.
import { describe, expect, test } from 'vitest'
import { DiagnosticError } from '../../../rtl-gen/diagnostics/index.ts'
import { bit, elaborate, indexBits, input, instance, module, sink, source, uint } from '../../../rtl-gen/dsl/index.ts'
import { queue } from '../../../rtl-gen/lib/index.ts'
import { simulate } from '../../../rtl-gen/simulate.ts'

type Rules = (x: any, when: any) => readonly unknown[]
const passed = (rules: Rules) => module('passed', { i: sink(uint(8)), o: source(uint(8)), stall: input(bit), also: input(bit) }, ((x: any, { assign, when }: any) => [assign({ i: x.o, o: x.i }), ...rules(x, when)]) as never)
const queued = (rules: Rules) => module('queued', { i: sink(uint(8)), o: source(uint(8)), stall: input(bit), q: instance(queue('q', uint(8), 4)) },
  ((x: any, { assign, when }: any) => [assign({ i: x.q.enq, q: { enq: x.i, deq: x.o }, o: x.q.deq }), ...rules(x, when)]) as never)

function found(build: () => unknown): string[] {
  try {
    build()
    return []
  } catch (e) {
    if (!(e instanceof DiagnosticError)) throw e
    for (const d of e.diagnostics) expect(d.notes.length).toBeGreaterThan(1)
    return e.diagnostics.map(d => `${d.code} ${d.message.split(':')[0]}`)
  }
}

describe('one end alone', () => {
  test.each<[string, Rules, string]>([
    ['ready', (x, when) => [when(x.stall, { i: { ready: 0 } })], 'RTL3013 `i.ready` is changed here, but `o` at the other end is passed on whole'],
    ['valid', (x, when) => [when(x.stall, { o: { valid: 0 } })], 'RTL3013 `o.valid` is changed here, but `i` at the other end is passed on whole'],
    ['without a condition', () => [{ i: { ready: 0 } }], 'RTL3013 `i.ready` is changed here, but `o` at the other end is passed on whole'],
  ])('%s', (_, rules, said) => expect(found(() => elaborate(passed(rules)))).toEqual([said]))

  test('ends in two rules are two ends alone', () => {
    expect(found(() => elaborate(passed((x, when) => [when(x.stall, { i: { ready: 0 } }), when(x.also, { o: { valid: 0 } })])))).toHaveLength(2)
  })

  test.each<[string, Rules, string]>([
    ['before a queue', (x, when) => [when(x.stall, { i: { ready: 0 } })], 'RTL3013 `i.ready` is changed here, but `q.enq` at the other end is passed on whole'],
    ['behind a queue', (x, when) => [when(x.stall, { o: { valid: 0 } })], 'RTL3013 `o.valid` is changed here, but `q.deq` at the other end is passed on whole'],
  ])('%s', (_, rules, said) => expect(found(() => elaborate(queued(rules)))).toEqual([said]))
})

describe('both ends in one rule', () => {
  test('nothing is lost or doubled', () => {
    const sim = simulate(passed((x, when) => [when(x.stall, { i: { ready: 0 }, o: { valid: 0 } })])) as any
    sim.reset()
    for (const v of [7, 8, 9]) sim.sinks.i.send(v)
    for (const stall of [1, 1, 0, 1, 0, 0, 1]) {
      sim.poke({ stall })
      sim.step()
    }
    expect(sim.sources.o.takeAll()).toEqual([7n, 8n, 9n])
  })

  test('another payload is no other end', () => {
    expect(found(() => elaborate(passed((x, when) => [when(x.stall, { o: { payload: 0 } })])))).toEqual([])
  })
})

test.each([0, -3, 4.5, 434.03, NaN, Infinity, undefined])('bits that number %s things: RTL1001', (n) => {
  expect(() => indexBits(n as number)).toThrow(DiagnosticError)
})
test('bits that number things', () => expect([1, 2, 3, 4, 5, 256, 257].map(indexBits)).toEqual([1, 1, 2, 2, 3, 8, 9]))
