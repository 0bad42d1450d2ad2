// Owns: what a micro-operation is, and what is wrong with one.
import type { Action, Condition, Fn, Source, Wait } from './vocabulary.ts'

/** A word of the slot memory: of the slot at hand or of the unit, plain or numbered by an operand of the command. */
export interface WordPlace { readonly unit: boolean; readonly at: number; readonly by: 'plain' | 'field' | 'counter' | 'info' }
export type Flow = 'branch' | 'call' | 'return' | 'home' | 'wait'

/** One micro-operation. */
export interface MicroOperation {
  readonly address: number
  readonly labels: readonly string[]
  readonly line: number
  readonly text: string
  readonly condition: Condition
  readonly negate: boolean
  /** The operations are done though the branch is taken: a goto or call without `if`. */
  readonly both: boolean
  readonly flow: Flow
  readonly target: number
  readonly wait: Wait | undefined
  readonly fn: Fn
  readonly source: Source
  readonly reads: WordPlace | undefined
  readonly writes: WordPlace | undefined
  readonly loadsA: boolean
  readonly action: Action
  readonly constant: number
}
export interface MicroProgram { readonly operations: readonly MicroOperation[]; readonly labels: ReadonlyMap<string, number> }

/** What is wrong with a line of microcode; `line` counts from 1. */
export class MicrocodeError extends Error {
  readonly line: number
  constructor(line: number, text: string, what: string) {
    super(`microcode line ${line}: ${what}\n  ${text.trim()}`)
    this.name = 'MicrocodeError'
    this.line = line
  }
}
