// Owns: the machine fitted to a von Neumann computer (construction V): stacks are segments of one memory, O-mode has a budget, every way out of it has a cause.
import type { Cause } from '../isa/cause.ts'
import type { OracleFunction, Query, StackName } from './o-2-pda.ts'
import type { TsInstruction, TsProgram } from './o-2-pda-ts.ts'

/** base <= top <= limit; the content is [base, top), the room [top, limit). Places in the one memory. */
export interface Segment { readonly base: number; readonly top: number; readonly limit: number }
export type TsvTrap = Extract<Cause, 'yield' | 'limit' | 'budget' | 'reject'> | 'colour'

export interface TsvProgram extends TsProgram {
  /** Queries and symbols that each entry may cost; undefined: no budget. */
  readonly budget?: number
}
export interface TsvState {
  readonly pc: number
  readonly halted: boolean
  readonly memory: readonly number[]
  readonly segments: Readonly<Record<StackName, Segment>>
  readonly mode: 'P' | StackName
  readonly left: number | undefined
  readonly traps: readonly TsvTrap[]
  readonly queries: readonly Query[]
  /** Queries and appended symbols since the last entry. */
  readonly spent: number
}

/** Two disjoint segments with these contents and this much room each. */
export function tsvStart(contents: Readonly<Record<StackName, readonly number[]>>, room: number): TsvState {
  const { A, B } = contents
  const a: Segment = { base: 0, top: A.length, limit: A.length + room }
  const b: Segment = { base: a.limit, top: a.limit + B.length, limit: a.limit + B.length + room }
  const free = Array.from({ length: room }, () => 0)
  return { pc: 0, halted: false, memory: [...A, ...free, ...B, ...free], segments: { A: a, B: b }, mode: 'P', left: undefined, traps: [], queries: [], spent: 0 }
}

export const contentOf = (s: TsvState, stack: StackName): readonly number[] => s.memory.slice(s.segments[stack].base, s.segments[stack].top)

const trap = (p: TsvProgram, s: TsvState, cause: TsvTrap): TsvState => ({ ...s, mode: 'P', pc: p.trap, traps: [...s.traps, cause] })
const spend = (s: TsvState): TsvState => ({ ...s, spent: s.spent + 1, left: s.left === undefined ? undefined : s.left - 1 })
const withTop = (s: TsvState, stack: StackName, top: number): TsvState =>
  ({ ...s, segments: { ...s.segments, [stack]: { ...s.segments[stack], top } } })

/** One symbol at top; undefined: no room. */
function append(s: TsvState, stack: StackName, symbol: number): TsvState | undefined {
  const { top, limit } = s.segments[stack]
  return top === limit ? undefined : withTop({ ...s, memory: s.memory.with(top, symbol) }, stack, top + 1)
}

function asked(s: TsvState, stack: StackName, oracle: OracleFunction): { readonly s: TsvState; readonly answer: readonly number[] | 'reject' } {
  const history = contentOf(s, stack)
  const answer = oracle(history)
  return { s: { ...s, queries: [...s.queries, { stack, history, answer }] }, answer }
}

/** The one instruction: query and answer. In O-mode each costs; what fitted before a cut stays. */
function query(p: TsvProgram, before: TsvState, stack: StackName, oracle: OracleFunction, rejected: number | 'trap'): TsvState {
  const inOMode = rejected === 'trap'
  if (inOMode && before.left === 0) return trap(p, before, 'budget')
  const { s: after, answer } = asked(inOMode ? spend(before) : before, stack, oracle)
  if (answer === 'reject') return inOMode ? trap(p, after, 'reject') : { ...after, pc: rejected }
  let s = after
  for (const symbol of answer) {
    const next = append(s, stack, symbol)
    if (next === undefined) return trap(p, s, 'limit')
    if (inOMode && s.left === 0) return trap(p, s, 'budget')
    s = inOMode ? spend(next) : next
  }
  return inOMode && answer[answer.length - 1] === p.yieldSymbol ? trap(p, s, 'yield') : s
}

function instruction(p: TsvProgram, s: TsvState, at: TsInstruction, oracle: OracleFunction): TsvState {
  const next = { ...s, pc: s.pc + 1 }
  switch (at.op) {
    case 'push': return append(next, at.stack, at.symbol) ?? trap(p, s, 'limit')
    case 'pop': return withTop(next, at.stack, Math.max(s.segments[at.stack].base, s.segments[at.stack].top - 1))
    case 'jeq': {
      const { base, top } = s.segments[at.stack]
      return top > base && s.memory[top - 1] === at.symbol ? { ...s, pc: at.to } : next
    }
    case 'oracle': return query(p, next, at.stack, oracle, at.rejected)
    case 'enter': return p.colours[at.stack] === 'O' ? { ...s, mode: at.stack, left: p.budget, spent: 0 } : trap(p, s, 'colour')
    case 'halt': return { ...s, halted: true }
  }
}

/** One transition; in O-mode there is no code, and it is one query and its answer. */
export function tsvStep(p: TsvProgram, s: TsvState, oracle: OracleFunction): TsvState {
  if (s.halted) return s
  if (s.mode !== 'P') return query(p, s, s.mode, oracle, 'trap')
  const at = p.code[s.pc]
  return at === undefined ? { ...s, halted: true } : instruction(p, s, at, oracle)
}

export function runTsv(p: TsvProgram, start: TsvState, oracle: OracleFunction, fuel: number): TsvState {
  let s = start
  for (let i = 0; i < fuel && !s.halted; i++) s = tsvStep(p, s, oracle)
  return s
}
