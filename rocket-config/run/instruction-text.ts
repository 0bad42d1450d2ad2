// Owns: the lines of an instruction trace: one an instruction, one a trap. Mnemonics for the unit's own instructions and the few that say why a hart stands.
import type { HartTrap, Retirement } from '../../sim-harness/observer/hart-watch.ts'
import { ownInstruction } from '../../sim-harness/observer/hart-watch.ts'
import type { Places } from './places.ts'
import { trapWords } from './trap-words.ts'

const registers = ['zero', 'ra', 'sp', 'gp', 'tp', 't0', 't1', 't2', 's0', 's1', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 't3', 't4', 't5', 't6']
/** The ABI's name of a register, 0..31. */
export const registerName = (number: number): string => registers[number]!

/** Words of the privileged architecture that a report speaks of. */
export const systemWords = { ecall: 0x0000_0073, ebreak: 0x0010_0073, sret: 0x1020_0073, wfi: 0x1050_0073, mret: 0x3020_0073 } as const
/** c.ebreak. */
const shortBreak = 0x9002

/** 4 digits for a 16-bit instruction, 8 for a 32-bit one. */
export const wordText = (insn: number): string => ((insn & 3) === 3 ? insn.toString(16).padStart(8, '0') : (insn & 0xffff).toString(16).padStart(4, '0'))

/** `oseg.open a0, a1, a2`, `wfi`; undefined for what has no name here. */
export function mnemonicOf(insn: number): string | undefined {
  const row = ownInstruction(insn)
  if (row) {
    const operands = [insn >>> 7 & 31, ...(row.rs1 ? [insn >>> 15 & 31] : []), ...(row.rs2 ? [insn >>> 20 & 31] : [])]
    return `${row.mnemonic} ${operands.map(registerName).join(', ')}`
  }
  if (insn === shortBreak) return 'ebreak'
  return Object.entries(systemWords).find(([, word]) => word === insn)?.[0]
}

/** The handler has returned with this one. */
export const isReturn = (insn: number): boolean => insn === systemWords.mret || insn === systemWords.sret

const cycleColumn = (cycle: number): string => String(cycle).padStart(9)

/** `cycle pc word mnemonic`. */
export function retirementLine({ cycle, pc, insn }: Retirement): string {
  const mnemonic = mnemonicOf(insn)
  return `${cycleColumn(cycle)} ${pc.toString(16).padStart(16, '0')} ${wordText(insn).padEnd(8)}${mnemonic === undefined ? '' : ` ${mnemonic}`}`
}

/** A line that cannot be taken for an instruction's: it says `trap` where the word stands. */
export function trapLine({ cycle, interrupt, cause, epc }: HartTrap, places: Places): string {
  return `${cycleColumn(cycle)} ${epc.toString(16).padStart(16, '0')} trap     ${trapWords(interrupt, cause)}${places.symbol(epc) === undefined ? '' : `, at ${places.symbol(epc)}`}`
}
