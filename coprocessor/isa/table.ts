// Owns: the table of all instructions, in the order of funct7. A row without microcode keeps its encoding and answers `opcode`.
import type { Instruction } from './instruction.ts'
import { listed } from './instruction-list.ts'

export const instructions: readonly Instruction[] = [...listed].sort((a, b) => a.funct7 - b.funct7)

export const instructionByFunct7 = (funct7: number): Instruction | undefined => instructions.find((i) => i.funct7 === funct7)
export const instruction = (mnemonic: string): Instruction => {
  const found = instructions.find((i) => i.mnemonic === mnemonic)
  if (!found) throw new RangeError(`no instruction ${mnemonic}`)
  return found
}
