// Owns: what an instruction's file says: its row, what it means, and how that is checked.
import type { Perform } from '../machine/perform.ts'
import type { Status } from './status.ts'
import type { LinkVector, Vector } from './vector.ts'

export interface Operand { readonly name: string; readonly doc: string }

/** What becomes of the answers of a run: the microcode beside an `AnswerRule`. */
export interface AnswerMicrocode {
  /** Its flag in the word `flags`, set while such a run goes on. */
  readonly flag: string
  /** Words of the slot that are its own. */
  readonly words: readonly { readonly name: string; readonly doc: string }[]
  readonly at: {
    /** A chunk of symbols stands, the storer knows where top is: goes on at `rxTook` when they are taken, top counting them. */
    readonly chunk: string
    /** The answer ended and its third count stands: goes on at `rxFinished`, where what lies between mark and top stays. */
    readonly ended: string
    /** The answer is counted: the next query (`number`), or a cause. */
    readonly settled: string
    /** The run has ended, with whatever cause: goes on at `endNow`. */
    readonly end: string
  }
}

/** One instruction of Xoracle: all of it stands in one file of `instructions/`. Every one writes rd; funct3 follows from the operands. */
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
  /** A run begins with it. */
  readonly starts?: true
  /** Its microcode, from where the command stands at hand (see microcode/program.ts); labels that begin with a dot are its own. Absent: the row is kept, the unit answers `opcode`. */
  readonly microcode?: string
  /** The answers of a run that begins with it go where this says. */
  readonly answers?: AnswerMicrocode
  /** What it does, for the reference page and the header. */
  readonly doc: string
  /** What a rd that is not negative says. */
  readonly result: string
  /** What it means: what it answers and changes. Pure; instruction set, not time. */
  readonly perform: Perform
  /** This command reads a number of clock cycles: the reference, which has no clock, does not know it. */
  readonly timed?: (c: { readonly rs2: bigint }) => boolean
  /**
   * rs2 of a command that is legal on slot 1 of the shared vectors: open, colour O, idle, empty (see `one` in vector.ts). Default 0. The vectors that every
   * instruction passes (privilege, opcode, slot, free, busy) are made with it.
   */
  readonly sample?: bigint
  /** Hand-computed: sequences of commands and what each answers. Together with the shared ones they reach every status of the row but `memory`. */
  readonly vectors: readonly Vector[]
  /** The same with a host, of an instruction that speaks to it. */
  readonly linkVectors?: readonly LinkVector[]
}

/** A mnemonic as a part of a name, of C or of Verilog: `oseg_get`. */
export const cName = (mnemonic: string): string => mnemonic.replaceAll('.', '_')
/** Where its microcode begins. */
export const entryLabel = (i: Pick<Instruction, 'mnemonic'>): string => cName(i.mnemonic)
/** custom-0. */
export const opcode = 0x0b
/** xd, xs1, xs2: bit 2, 1, 0. rs2 alone is an illegal instruction on Rocket: no row has it. */
export const funct3 = (i: Pick<Instruction, 'rs1' | 'rs2'>): number => 4 | (i.rs1 ? 2 : 0) | (i.rs2 ? 1 : 0)
/** The 32-bit instruction word. Registers 0..31. */
export const encode = (i: Pick<Instruction, 'funct7' | 'rs1' | 'rs2'>, rd: number, rs1: number, rs2: number): number =>
  (i.funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3(i) << 12 | rd << 7 | opcode) >>> 0
/** The bits of a word that say which instruction it is: funct7, funct3, opcode. */
export const encodingMask = 0xfe00_707f
