// Owns: faults planted in the unit's description, each of which the observer must find.
import { describe, expect, it } from 'vitest'
import { microcode } from '../../../coprocessor/microcode/program.ts'
import { assembleUnit } from '../../../coprocessor/microcode/words.ts'
import { parameters, type Parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import type { Design, Expr, Literal, Module } from '../../../rtl-gen/ir/index.ts'
import { mapModule, rewriter } from '../../../rtl-gen/ir/visit.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'

type Plant = (p: Parameters) => Design
/** The unit with one module changed. @throws if the change changes nothing: then the fault is not planted */
const planted = (name: string, change: (m: Module) => Module): Plant => (p) => {
  const design = elaborate(oracleUnit(p))
  const found = design.modules.find((m) => m.name === name)
  if (found?.kind !== 'module') throw new Error(`no module ${name}`)
  const changed = change(found)
  if (JSON.stringify(changed, text) === JSON.stringify(found, text)) throw new Error(`nothing of ${name} was changed`)
  return { ...design, modules: design.modules.map((m) => (m === found ? changed : m)) }
}
/** The unit with other microcode: one place of it reads otherwise. @throws if that place is not there, or not once */
const microfault = (from: string, to: string): Plant => (p) => {
  const times = microcode.split(from).length - 1
  if (times !== 1) throw new Error(`${JSON.stringify(from)} stands ${times} times in the microcode`)
  return elaborate(oracleUnit(p, assembleUnit(microcode.replace(from, to))))
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
/** What is read of a signal is this. */
const unread = (signal: string, to: (like: Expr) => Literal = none) => (m: Module): Module =>
  mapModule(m, rewriter((e) => (e.kind === 'ref' && e.name === signal ? to(e) : e)))
/** A byte that should stand on all lanes stands on the lowest. */
const oneLane = (m: Module): Module => mapModule(m, rewriter((e) => (e.kind === 'cat' && e.parts.length === 8 ? { ...e, parts: e.parts.map((part, i) => (i < 7 ? none(part) : part)) } : e)))

const faults: readonly (readonly [string, Plant])[] = [
  ['bounds check: a symbol behind the limit is stored', planted('storer', local('fits', ones))],
  ['budget: a symbol is free', planted('storer', local('pays', ones))],
  ['marks: a mark is an ordinary symbol', planted('storer', local('marks', none))],
  ['yield test: no symbol is the yield symbol', planted('storer', local('yields', none))],
  ['held: the whole history is sent again', microfault('position = A + held', 'position = A')],
  ['held: it does not rise when a query has left', microfault('            held = @x\n            seen = @x\n            A = now', '            seen = @x\n            A = now')],
  ['held: it does not fall with top', microfault('if A >= held goto lowerEnd\n            held = A', 'if A >= held goto lowerEnd\n            held = held')],
  ['truncated: nothing is counted', microfault('truncated = A + truncated', 'truncated = truncated')],
  ['sequence compare: an answer to an older query counts', microfault('            if A != sequence goto rxDrop\n', '')],
  ['sequence: it begins anew with a slot', microfault('            queries = 0\n', '            queries = 0\n            sequence = 0\n')],
  ['session compare: a frame of an older session counts', planted('oracle_unit', local('session_right', ones))],
  ['offset: an answer may begin anywhere', microfault('            if A != rxOffset goto rxLink\n', '')],
  ['rollback: a cause keeps what it must not', microfault('            top = mark\n', '')],
  ['reject: legal after a symbol', microfault('rxReject:   A = top\n            if A != mark goto rxLink', 'rxReject:   A = top')],
  ['cached: more than held is taken', microfault('            if A > held goto rxDrop\n', '')],
  ['P-mode: oask is O-mode', microfault('            flags = flags | single\n', '')],
  ['O-mode ends with one answer, P-mode does not', microfault('if flags has single goto rxSingle', 'if not flags has single goto rxSingle')],
  ['budget: a query is free', microfault('            budget = A - 1\n', '')],
  ['budget: what a start was given is not taken', microfault('            flags = flags | budgeted\n', '')],
  ['touch: held stays', microfault('            if A >= held goto done\n            held = A', '            if A >= held goto done\n            held = held')],
  ['close: the host is not told', microfault('flags = flags | closeDue; close', 'close')],
  ['abort: the host is not told', microfault('flags = flags | abortDue; owe', 'owe')],
  ['owait looks at no slot', microfault('if maskTrapped goto done', 'if maskTrapped goto owaitOn\nowaitOn:   ')],
  ['owait: a second one takes the place of the first', microfault('            if maskWaits goto getOne\n            replyLater home', '            replyLater home')],
  ['owait: any record wakes it', planted('rocc_port', unread('mask', ones))],
  ['waiting: an exception lets nothing go', planted('rocc_port', local('released', none))],
  ['opop leaves top', microfault('A, top = A - 1', 'A = A - 1')],
  ['opush reads', microfault('accessStore = A wait accessed', 'accessLoad = A wait accessed')],
  ['a command does not wait for its access', planted('single_access', unread('flies'))],
  ['a pushed byte stands on one lane', planted('single_access', oneLane)],
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
  it.each(faults)('%s', async (_, plant) => {
    expect(await firstDifference(plant, 150)).toBeInstanceOf(ObserverDifference)
  }, 60_000)

  it('a fault that is not there is not planted', () => {
    expect(() => planted('storer', local('no such value', none))(parameters())).toThrow('nothing')
    expect(() => microfault('no such line', '')(parameters())).toThrow('0 times')
  })
})
