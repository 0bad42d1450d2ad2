// Owns: the decoder: what the ISA table says of the command at hand.
import { bit, input, lit, module, output, uint } from '../../rtl-gen/dsl/index.ts'
import { entryLabel, funct3 } from '../isa/instruction.ts'
import { statuses } from '../isa/status.ts'
import { instructions } from '../isa/table.ts'
import type { MicroProgram } from '../microcode/assemble.ts'
import { addressOf, threadEntries } from '../microcode/words.ts'
import type { Parameters } from '../parameters.ts'
import { instructionCode, instructionShape } from './instruction-code.ts'
import { addressBits } from './micro-word.ts'
import { Command } from './shapes.ts'

/** Which instruction the command is, where it begins in the microcode, whether its funct3 is that of the row, its least privilege, and the statuses that it can answer, as a mask. */
export const decoder = (p: Parameters, program: MicroProgram) => module('decoder', {
  command: input(Command),
  instruction: output(instructionShape),
  entry: output(uint(addressBits(program))),
  known: output(bit),
  privilege: output(uint(2)),
  answers: output(uint(statuses.length)),
}, ({ command }, { assign, matchSome }) => {
  const rows = instructions.flatMap((i) => {
    const least = { any: 0, parameter: p.minPrivilege, machine: 3 }[i.privilege]
    if (i.microcode === undefined) return [[i.funct7, { privilege: least }] as const]
    // What needs two slots its microcode tests.
    const seen = i.perform.on === 'slot' && i.perform.another ? i.statuses.filter((s) => s === 'slot') : i.statuses
    const mask = seen.reduce((m, s) => m | 1n << BigInt(statuses.findIndex((x) => x.name === s)), 3n)
    const shape = command.xd.extend(3).shiftLeft(2).or(command.xs1.extend(3).shiftLeft(1)).or(command.xs2.extend(3))
    return [[i.funct7, { instruction: instructionCode(i.mnemonic), entry: addressOf(entryLabel(i), program), known: shape.eq(funct3(i)), privilege: least, answers: mask }] as const]
  })
  return [
    assign({ instruction: 'unknown', entry: addressOf(threadEntries.unknown, program), known: 0, privilege: p.minPrivilege, answers: lit(statuses.length, 3) }),
    matchSome(command.funct7, { ...Object.fromEntries(rows), otherwise: {} }),
  ]
}, { doc: 'the ISA table' })
