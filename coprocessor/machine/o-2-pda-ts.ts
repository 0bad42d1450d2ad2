// Owns: the machine with both symmetry breakings: stacks have colours (S), and O-mode (T) queries one O stack until an answer yields, then traps to one fixed label.
import { ask, pdaStep, type OracleFunction, type PdaInstruction, type PdaState, type StackName } from './o-2-pda.ts'

export type TsInstruction = PdaInstruction | { readonly op: 'enter'; readonly stack: StackName }
export type TsTrap = 'yield' | 'reject' | 'colour'

export interface TsProgram {
  readonly code: readonly TsInstruction[]
  readonly colours: Readonly<Record<StackName, 'O' | 'P'>>
  readonly yieldSymbol: number
  /** The one label to which control comes back. */
  readonly trap: number
}
/** `mode` names the stack that O-mode runs on; in P-mode the Priestess's code runs. `traps`: why control came back, each time. */
export interface TsState extends PdaState { readonly mode: 'P' | StackName; readonly traps: readonly TsTrap[] }

export const tsStart = (s: PdaState): TsState => ({ ...s, mode: 'P', traps: [] })

const trap = (p: TsProgram, s: TsState, cause: TsTrap): TsState => ({ ...s, mode: 'P', pc: p.trap, traps: [...s.traps, cause] })

/** One transition. In O-mode it is one query and its whole answer; no instruction of the program is looked at. */
export function tsStep(p: TsProgram, s: TsState, oracle: OracleFunction): TsState {
  if (s.halted) return s
  if (s.mode !== 'P') {
    const { answer, ...asked } = ask(s, s.mode, oracle)
    const after: TsState = { ...s, ...asked }
    if (answer === 'reject') return trap(p, after, 'reject')
    return answer[answer.length - 1] === p.yieldSymbol ? trap(p, after, 'yield') : after
  }
  const at = p.code[s.pc]
  if (at?.op !== 'enter') return { ...s, ...pdaStep(p.code as readonly PdaInstruction[], s, oracle) }
  return p.colours[at.stack] === 'O' ? { ...s, mode: at.stack } : trap(p, s, 'colour')
}

export function runTs(p: TsProgram, start: TsState, oracle: OracleFunction, fuel: number): TsState {
  let s = start
  for (let i = 0; i < fuel && !s.halted; i++) s = tsStep(p, s, oracle)
  return s
}
