// Owns: the instructions of the unit as an enumeration, which the decoder gives and the rest asks.
import { any, enumeration, type Bit, type Enum } from '../../rtl-gen/dsl/index.ts'
import { cName } from '../isa/instruction.ts'
import { instruction, instructions } from '../isa/table.ts'

/** Every instruction that the unit has, and `unknown`. */
export const instructionShape = enumeration('instruction', ['unknown', ...instructions.filter((i) => i.microcode !== undefined).map((i) => cName(i.mnemonic))])
/** The member that stands for an instruction. @throws RangeError for a mnemonic that is not in the table */
export const instructionCode = (mnemonic: string): string => cName(instruction(mnemonic).mnemonic)
/** Is it one of these instructions? */
export const isInstruction = (code: Enum<string>, ...mnemonics: string[]): Bit => any(...mnemonics.map((m) => code.is(instructionCode(m))))
