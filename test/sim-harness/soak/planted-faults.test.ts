// Owns: faults planted in the unit's description, each of which the observer must find.
import { describe, expect, it } from 'vitest'
import { parameters, type Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import type { Design, Expr, Literal, Module } from '../../../rtl-gen/ir/index.ts'
import { mapModule, rewriter } from '../../../rtl-gen/ir/visit.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'

/** The unit with one module changed. @throws if the change changes nothing: then the fault is not planted */
function planted(p: Parameters, name: string, change: (m: Module) => Module): Design {
  const design = elaborate(oracleUnit(p))
  const found = design.modules.find((m) => m.name === name)
  if (found?.kind !== 'module') throw new Error(`no module ${name}`)
  const changed = change(found)
  if (JSON.stringify(changed, text) === JSON.stringify(found, text)) throw new Error(`nothing of ${name} was changed`)
  return { ...design, modules: design.modules.map((m) => (m === found ? changed : m)) }
}
const text = (_: string, v: unknown): unknown => (typeof v === 'bigint' ? String(v) : v)
const ones = (like: Expr): Literal => {
  if (like.type.kind === 'bundle' || like.type.kind === 'vec') throw new Error('a ground value is wanted')
  return { kind: 'literal', type: like.type, value: (1n << BigInt(like.type.width)) - 1n, at: like.at }
}
const none = (like: Expr): Literal => ({ ...ones(like), value: 0n })

/** A named value is something else. */
const local = (name: string, value: (now: Expr) => Expr) => (m: Module): Module =>
  ({ ...m, locals: m.locals.map((l) => (l.name === name ? { ...l, value: value(l.value) } : l)) })
/** Every comparison with a signal holds. */
const noCompare = (signal: string) => (m: Module): Module =>
  mapModule(m, rewriter((e) => (e.kind === 'binary' && e.op === 'eq' && e.left.kind === 'ref' && e.left.name === signal ? ones(e) : e)))

/** What is read of a signal is this. */
const unread = (signal: string, to: (like: Expr) => Literal = none) => (m: Module): Module =>
  mapModule(m, rewriter((e) => (e.kind === 'ref' && e.name === signal ? to(e) : e)))
/** The module does not know this instruction: where it asks for it the answer is no. */
const noInstruction = (name: string) => (m: Module): Module => mapModule(m, rewriter((e) => {
  const code = e.kind === 'binary' && e.op === 'eq' && e.right.kind === 'literal' ? e.right : undefined
  const named = code?.type.kind === 'enum' && code.type.name === 'instruction' && code.type.members.find((x) => BigInt(x.value) === code.value)?.name === name
  return named ? none(e) : e
}))
/** A byte that should stand on all lanes stands on the lowest. */
const oneLane = (m: Module): Module => mapModule(m, rewriter((e) => (e.kind === 'cat' && e.parts.length === 8 ? { ...e, parts: e.parts.map((part, i) => (i < 7 ? none(part) : part)) } : e)))

const faults: readonly (readonly [string, string, (m: Module) => Module])[] = [
  ['bounds check: a symbol behind the limit is stored', 'storer', local('fits', ones)],
  ['held: the whole history is sent again', 'slot_table', local('held', none)],
  ['yield test: no symbol is the yield symbol', 'storer', local('yields', none)],
  ['budget: a symbol is free', 'storer', local('pays', ones)],
  ['sequence compare: an answer to an older query counts', 'slot_table', noCompare('rx_header_sequence')],
  ['session compare: a frame of an older session counts', 'slot_table', noCompare('rx_header_session')],
  ['marks: a mark is an ordinary symbol', 'storer', local('marks', none)],
  ['rollback: a cause keeps what it must not', 'slot_table', local('test_rolls_back', none)],
  ['P-mode: oask is O-mode, its operand the budget', 'slot_table', local('asks', none)],
  ['O-mode: one answer ends it', 'slot_table', local('asks', ones)],
  ['P-mode: the operand is a budget', 'slot_table', local('budget', (now) => (now.kind === 'mux' ? now.else : now))],
  ['owait looks at no slot', 'slot_table', local('mask_trapped', none)],
  ['owait: a second one takes the place of the first', 'slot_table', unread('mask_waits')],
  ['owait: any record wakes it', 'rocc_port', unread('mask', ones)],
  ['waiting: an exception lets nothing go', 'rocc_port', local('released', none)],
  ['opop leaves top', 'slot_table', noInstruction('opop')],
  ['opush reads', 'oracle_unit', noInstruction('opush')],
  ['a command does not wait for its access', 'single_access', unread('flies')],
  ['a pushed byte stands on one lane', 'single_access', oneLane],
]

/** Programs until the observer speaks. */
async function firstDifference(change: (p: Parameters) => Design, programs: number): Promise<ObserverDifference | undefined> {
  const drivers = wasmDrivers(change)
  for (let seed = 1; seed <= programs; seed++) {
    try {
      await runProgram(generateProgram(seed), drivers.create)
    } catch (error) {
      if (error instanceof ObserverDifference) return error
      throw error
    }
  }
  return undefined
}

describe('planted faults', () => {
  it.each(faults)('%s', async (_, module, change) => {
    expect(await firstDifference((p) => planted(p, module, change), 30)).toBeInstanceOf(ObserverDifference)
  }, 60_000)

  it('a fault that is not there is not planted', () => {
    expect(() => planted(parameters(), 'storer', local('no such value', none))).toThrow('nothing')
  })
})
