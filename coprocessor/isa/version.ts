// Owns: the version of the instruction contract and the set of instructions that the unit has.
import { instructions } from './table.ts'

/** major << 16 | minor << 8 | patch. */
export const isaVersion = 0x000100
/** Bit funct7 is set for every instruction with microcode. */
export const isaFeatures = (): bigint => instructions.reduce((m, i) => (i.microcode === undefined ? m : m | 1n << BigInt(i.funct7)), 0n)
