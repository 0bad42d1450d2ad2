// Owns: what a row of the ISA table says.
import type { Status } from './status.ts'

export interface Operand { readonly name: string; readonly doc: string }

/** One instruction of Xoracle. Every one writes rd; funct3 follows from the operands. */
export interface Instruction {
  /** As an assembler prints it, for example `oseg.open`. */
  readonly mnemonic: string
  /** 0..127; never moves once published. */
  readonly funct7: number
  readonly rs1?: Operand
  readonly rs2?: Operand
  /** any: allowed to everyone; parameter: at or above `minPrivilege`; machine: machine mode only. */
  readonly privilege: 'any' | 'parameter' | 'machine'
  /** The statuses it can answer besides privilege and opcode, in the order of the status list. */
  readonly statuses: readonly Status[]
  /** It may hold rd back until a record waits, an exception comes or nothing runs. */
  readonly waits: boolean
  /** The label of its microcode; absent: the row is kept, the unit answers `opcode`. */
  readonly microcode?: string
  /** What it does, for the reference page and the header. */
  readonly doc: string
  /** What a rd that is not negative says. */
  readonly result: string
}

/** custom-0. */
export const opcode = 0x0b
/** xd, xs1, xs2: bit 2, 1, 0. rs2 alone is an illegal instruction on Rocket: no row has it. */
export const funct3 = (i: Pick<Instruction, 'rs1' | 'rs2'>): number => 4 | (i.rs1 ? 2 : 0) | (i.rs2 ? 1 : 0)
/** The 32-bit instruction word. Registers 0..31. */
export const encode = (i: Instruction, rd: number, rs1: number, rs2: number): number =>
  (i.funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3(i) << 12 | rd << 7 | opcode) >>> 0
/** The bits of a word that say which instruction it is: funct7, funct3, opcode. */
export const encodingMask = 0xfe00_707f
