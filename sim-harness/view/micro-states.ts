// Owns: the micro-states of the unit's threads over time, as the registers of its sequencer tell them.
import { threads, type Thread } from '../../coprocessor/microcode/vocabulary.ts'
import type { MicroProgram } from '../../coprocessor/microcode/operation.ts'
import { unitMicrocode } from '../../coprocessor/microcode/words.ts'

/** What must be read in every cycle, in this order. */
export const microPaths = ['sequencer.running', 'sequencer.at', 'sequencer.valid', 'sequencer.done_pc', 'sequencer.pc', 'sequencer.out'] as const

/** A thread in `cycles` cycles from `from` on: at a label of the microcode, or waiting for something. At home it has no state. */
export interface MicroState { readonly thread: Thread; readonly name: string; readonly from: number; readonly cycles: number }

/** `name` begins with this where a thread waits. */
export const waitSign = 'wait '

/** For each address of the microcode the label that it stands behind, and how many lines behind. */
export function placesOf(program: MicroProgram): readonly { readonly label: string; readonly lines: number }[] {
  let label = '', lines = 0
  return program.operations.map((o) => {
    if (o.labels.length > 0) {
      label = o.labels.at(-1)!
      lines = 0
    } else lines++
    return { label, lines }
  })
}

/** The address of the line that is done, or is fetched to be done next; undefined while no thread runs. Values as `microPaths` says. */
export const lineOf = (values: readonly number[]): number | undefined => values[0] === 1 ? values[2] === 1 ? values[3] : values[4] : undefined

/** Told cycle by cycle; `tell` gets each state when it has ended. `end` after the last cycle. */
export class MicroStates {
  private readonly tell: (state: MicroState) => void
  private readonly program = unitMicrocode()
  private readonly labels = placesOf(this.program).map((p) => p.label)
  private readonly names: readonly Thread[] = threads.map((t) => t.name)
  private readonly open: ({ name: string; from: number } | undefined)[] = threads.map(() => undefined)
  /** What each thread waits for, once it has rested. */
  private readonly waits: string[] = threads.map(() => '')
  private at = 0

  constructor(tell: (state: MicroState) => void) { this.tell = tell }

  cycle(cycle: number, values: readonly number[]): void {
    const line = lineOf(values), running = line === undefined ? -1 : values[1]!, out = values[5]!
    if (line !== undefined && values[2] === 1) this.waits[running] = this.program.operations[line]?.wait ?? ''
    for (let t = 0; t < this.names.length; t++) {
      const name = t === running ? this.labels[line!] ?? '' : (out >> t & 1) === 1 ? waitSign + this.waits[t] : ''
      this.set(t, name, cycle)
    }
    this.at = cycle + 1
  }

  end(): void { this.names.forEach((_, t) => this.set(t, '', this.at)) }

  private set(t: number, name: string, cycle: number): void {
    const open = this.open[t]
    if ((open?.name ?? '') === name) return
    if (open) this.tell({ thread: this.names[t]!, name: open.name, from: open.from, cycles: cycle - open.from })
    this.open[t] = name === '' ? undefined : { name, from: cycle }
  }
}
