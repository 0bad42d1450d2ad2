// Owns: the microcode of the unit, assembled, and where threads and instructions begin.
import { entryLabel } from '../isa/instruction.ts'
import { instructions } from '../isa/table.ts'
import { assemble, type MicroProgram } from './assemble.ts'
import { checkRecord, checkWaits } from './paths.ts'
import { microcode } from './program.ts'
import { threads, waits, type Thread } from './vocabulary.ts'

/** Where the threads begin; the command thread begins anew at each instruction, and after reset at `boot`. */
export const threadEntries = { sender: 'tx', receiver: 'rx', ender: 'end', watcher: 'dog', unknown: 'unknown', boot: 'boot' } as const

const entriesOf: Readonly<Record<Thread, readonly string[]>> = {
  command: [threadEntries.boot, threadEntries.unknown, ...instructions.filter((i) => i.microcode !== undefined).map(entryLabel)],
  sender: [threadEntries.sender], receiver: [threadEntries.receiver], ender: [threadEntries.ender], watcher: [threadEntries.watcher],
}

/** Assembles a microcode in which every thread and instruction begins somewhere, each thread waits for its own, and one line records. @throws MicrocodeError */
export function assembleUnit(text: string): MicroProgram {
  const made = assemble(text, Object.values(entriesOf).flat())
  checkRecord(made.operations)
  for (const t of threads) checkWaits(made.operations, entriesOf[t.name].map((e) => addressOf(e, made)), waits.filter((w) => w.thread === t.name).map((w) => w.name))
  return made
}

let program: MicroProgram | undefined
/** The microcode of the unit, assembled once. */
export const unitMicrocode = (): MicroProgram => program ??= assembleUnit(microcode)

export const addressOf = (label: string, of: MicroProgram = unitMicrocode()): number => {
  const at = of.labels.get(label)
  if (at === undefined) throw new RangeError(`no microcode label ${label}`)
  return at
}
