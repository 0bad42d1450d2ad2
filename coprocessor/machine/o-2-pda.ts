// Owns: the paper's first machine: a two-stack pushdown automaton with one more instruction, `oracle s l_e`. A pure interpreter.

export type StackName = 'A' | 'B'
/** Labels are places in the program. A program counter past its end halts. */
export type PdaInstruction =
  | { readonly op: 'push'; readonly stack: StackName; readonly symbol: number }
  | { readonly op: 'pop'; readonly stack: StackName }
  | { readonly op: 'jeq'; readonly stack: StackName; readonly symbol: number; readonly to: number }
  | { readonly op: 'oracle'; readonly stack: StackName; readonly rejected: number }
  | { readonly op: 'halt' }

/** An Oracle is any function of the whole content of a stack, bottom first: symbols to append, or a refusal. */
export type OracleFunction = (history: readonly number[]) => readonly number[] | 'reject'
export type Stacks = Readonly<Record<StackName, readonly number[]>>

/** One query that was made and what came back: the whole of what the machine and the Oracle say to each other. */
export interface Query { readonly stack: StackName; readonly history: readonly number[]; readonly answer: readonly number[] | 'reject' }

export interface PdaState {
  readonly pc: number
  readonly halted: boolean
  readonly stacks: Stacks
  readonly queries: readonly Query[]
}

export const pdaStart = (stacks: Partial<Stacks> = {}): PdaState => ({ pc: 0, halted: false, stacks: { A: [], B: [], ...stacks }, queries: [] })

/** The top of a stack; undefined when it is empty. */
export const topOf = (stacks: Stacks, stack: StackName): number | undefined => stacks[stack][stacks[stack].length - 1]

/** One query of a stack: an answer is appended to the same stack; a refusal appends nothing. */
export function ask(s: PdaState, stack: StackName, oracle: OracleFunction): PdaState & { readonly answer: readonly number[] | 'reject' } {
  const history = s.stacks[stack]
  const answer = oracle(history)
  const stacks = answer === 'reject' ? s.stacks : { ...s.stacks, [stack]: [...history, ...answer] }
  return { ...s, stacks, queries: [...s.queries, { stack, history, answer }], answer }
}

/** One transition. `pop` of an empty stack leaves it empty; `jeq` on one does not jump. */
export function pdaStep(program: readonly PdaInstruction[], s: PdaState, oracle: OracleFunction): PdaState {
  const at = program[s.pc]
  if (s.halted || at === undefined || at.op === 'halt') return { ...s, halted: true }
  const next = { ...s, pc: s.pc + 1 }
  switch (at.op) {
    case 'push': return { ...next, stacks: { ...s.stacks, [at.stack]: [...s.stacks[at.stack], at.symbol] } }
    case 'pop': return { ...next, stacks: { ...s.stacks, [at.stack]: s.stacks[at.stack].slice(0, -1) } }
    case 'jeq': return topOf(s.stacks, at.stack) === at.symbol ? { ...s, pc: at.to } : next
    case 'oracle': {
      const { answer, ...asked } = ask(next, at.stack, oracle)
      return answer === 'reject' ? { ...asked, pc: at.rejected } : asked
    }
  }
}

/** Runs until it halts or `fuel` transitions were made. */
export function runPda(program: readonly PdaInstruction[], start: PdaState, oracle: OracleFunction, fuel: number): PdaState {
  let s = start
  for (let i = 0; i < fuel && !s.halted; i++) s = pdaStep(program, s, oracle)
  return s
}
