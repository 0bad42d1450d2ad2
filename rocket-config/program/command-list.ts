// Owns: the data of examples/rocket/commands.c: commands as bytes for its symbol `commands`, and its console as values.
import { funct3, opcode, type Instruction } from '../../coprocessor/isa/instruction.ts'

/** One command. It runs with `a0` and `a1` in these registers and leaves its result in a0. */
export interface ListedCommand {
  readonly word: number
  /** Default machine. */
  readonly mode?: 'machine' | 'supervisor'
  readonly a0?: bigint
  readonly a1?: bigint
}
/** What it left in a0 (unsigned, 64 bits), or the exception that it met. */
export type ListedResult = bigint | { readonly exception: number }

const a0 = 10, a1 = 11
/** Name in the program, and the most commands that it takes. */
export const commandSymbol = 'commands'
export const mostCommands = 2047
const bytesEach = 24

/** An instruction of the unit on a0 and a1, legal or not. */
export const unitWord = (i: Pick<Instruction, 'funct7' | 'rs1' | 'rs2'>, more: { readonly funct3?: number; readonly funct7?: number } = {}): number =>
  ((more.funct7 ?? i.funct7) << 25 | a1 << 20 | a0 << 15 | (more.funct3 ?? funct3(i)) << 12 | a0 << 7 | opcode) >>> 0
/** Of the hart: loads and stores at the address in a0, and a wait until the interrupt line is up. */
export const hartWords = {
  /** `ld a0, 0(a0)` */ load: a0 << 15 | 3 << 12 | a0 << 7 | 0x03,
  /** `lbu a0, 0(a0)` */ loadByte: a0 << 15 | 4 << 12 | a0 << 7 | 0x03,
  /** `sd a1, 0(a0)` */ store: a1 << 20 | a0 << 15 | 3 << 12 | 0x23,
  /** `sb a1, 0(a0)` */ storeByte: a1 << 20 | a0 << 15 | 0x23,
  /** `wfi`: a hart without a record to come waits for ever. */ wait: 0x1050_0073,
} as const

/** @throws RangeError for more commands than the program takes, or a word of 0 */
export function commandBytes(commands: readonly ListedCommand[]): Uint8Array {
  if (commands.length > mostCommands) throw new RangeError(`${commands.length} commands, the program takes ${mostCommands}`)
  const bytes = Buffer.alloc(bytesEach * (commands.length + 1))
  commands.forEach(({ word, mode, a0: first = 0n, a1: second = 0n }, i) => {
    if (word === 0) throw new RangeError(`command ${i} has the word 0, which is the end`)
    const at = bytesEach * i
    bytes.writeUInt32LE(word >>> 0, at)
    bytes.writeUInt32LE(mode === 'supervisor' ? 1 : 0, at + 4)
    bytes.writeBigUInt64LE(BigInt.asUintN(64, first), at + 8)
    bytes.writeBigUInt64LE(BigInt.asUintN(64, second), at + 16)
  })
  return bytes
}

/** Reads what the program printed, in the order of the commands. @throws SyntaxError for a line that is none of its */
export function commandResults(console: string): ListedResult[] {
  return console.split('\n').filter((line) => line !== '').map((line, i) => {
    const [, number, exception, value] = /^(\d+): (?:exception (\d+)|([0-9a-f]+))$/.exec(line) ?? []
    if (Number(number) !== i) throw new SyntaxError(`line ${i + 1} of the console is ${JSON.stringify(line)}, not the result of command ${i}`)
    return exception === undefined ? BigInt(`0x${value}`) : { exception: Number(exception) }
  })
}
