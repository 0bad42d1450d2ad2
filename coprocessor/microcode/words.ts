// Owns: the micro-words of the ROM: how an assembled operation is laid out for the sequencer, and where threads begin.
import { instructions } from '../isa/table.ts'
import { assemble, type MicroProgram } from './assemble.ts'
import { microcode } from './program.ts'

/** Where the threads begin, beside the instructions: a slot, the receiver, the sender, an instruction that is not there. */
export const threadEntries = { slot: 'o_loop', receiver: 'rx', sender: 'tx', unknown: 'unknown' } as const

let program: MicroProgram | undefined
/** The microcode of the unit, assembled once. */
export const unitMicrocode = (): MicroProgram =>
  program ??= assemble(microcode, [...Object.values(threadEntries), ...instructions.flatMap((i) => i.microcode ?? [])])

export const addressOf = (label: string): number => {
  const at = unitMicrocode().labels.get(label)
  if (at === undefined) throw new RangeError(`no microcode label ${label}`)
  return at
}
