// Owns: the microcode of the unit, assembled, and where threads and instructions begin.
import { instructions } from '../isa/table.ts'
import { assemble, type MicroProgram } from './assemble.ts'
import { microcode } from './program.ts'

/** Where the threads begin; the command thread begins anew at each instruction, and after reset at `boot`. */
export const threadEntries = { sender: 'tx', receiver: 'rx', ender: 'end', watcher: 'dog', unknown: 'unknown', boot: 'boot' } as const

/** Assembles a microcode in which every thread and instruction begins somewhere. @throws MicrocodeError */
export const assembleUnit = (text: string): MicroProgram => assemble(text, [...Object.values(threadEntries), ...instructions.flatMap((i) => i.microcode ?? [])])

let program: MicroProgram | undefined
/** The microcode of the unit, assembled once. */
export const unitMicrocode = (): MicroProgram => program ??= assembleUnit(microcode)

export const addressOf = (label: string, of: MicroProgram = unitMicrocode()): number => {
  const at = of.labels.get(label)
  if (at === undefined) throw new RangeError(`no microcode label ${label}`)
  return at
}
