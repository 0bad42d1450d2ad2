// Owns: the vectors of a set of instructions: each one's own, those that every instruction passes, and those that speak of several.
import { funct3, type Instruction } from '../isa/instruction.ts'
import { abortRecord, awaitRecord, c, end64, low, O, one, packed, runs, status, trapped, type LinkVector, type Vector } from '../isa/vector.ts'
import { instructions } from '../isa/table.ts'
import { isBuilt } from './commands.ts'

export type { LinkStep, LinkVector, Vector, VectorCommand, VectorRecord } from '../isa/vector.ts'

/** Instructions that must be open, and say so before anything else of their own: rs1 is the slot. */
const ofSlot = (i: Instruction): boolean => i.perform.on === 'slot' && i.rs1?.name === 'slot' && i.statuses.includes('free')
const legal = (i: Instruction, expect: Parameters<typeof c>[3], slot = 1n) => c(i.mnemonic, slot, i.sample ?? 0n, expect)

/** Rows of the table with funct7 that no row has, of today and of those that are left out. */
const unknown = (rows: readonly Instruction[]): number[] => [4, 7, 17, 23, 39, 50, 58, 127].filter((funct7) => !rows.some((i) => i.funct7 === funct7))

const everyRow = (rows: readonly Instruction[]): Vector[] => [
  {
    name: 'below its privilege an instruction is not looked at, whatever its operands', steps: [
      ...rows.filter((i) => i.privilege !== 'any').flatMap((i) => [c(i.mnemonic, end64 - 2n, end64 - 1n, 'privilege', { prv: 0 }), c(i.mnemonic, 0n, 0n, 'privilege', { prv: 1 })]),
      c('oinfo', 1n, 0n, 8n, { prv: 0 }),
    ],
  },
  { name: 'privilege comes before opcode, for an unknown instruction too', steps: [c('oinfo', 0n, 0n, 'privilege', { funct7: 100, prv: 1 }), c('oseg.get', 0n, 0n, 'privilege', { funct3: 4, prv: 0 }), c('oinfo', 1n, 0n, 'opcode', { funct3: 4, prv: 0 })] },
  { name: 'an unknown funct7', steps: unknown(rows).map((funct7) => c('oinfo', 0n, 0n, 'opcode', { funct7 })) },
  { name: 'exactly the funct3 of the row', steps: rows.flatMap((i) => [4, 6, 7].filter((bits) => bits !== funct3(i)).map((bits) => c(i.mnemonic, 0n, 0n, 'opcode', { funct3: bits }))) },
  { name: 'rows that this unit does not have', steps: instructions.filter((i) => !rows.includes(i)).map((i) => c(i.mnemonic, 0n, 0n, 'opcode')) },
  { name: 'oinfo features: one bit for each instruction of this unit', steps: [c('oinfo', 3n, 0n, rows.reduce((word, i) => word | 1n << BigInt(i.funct7), 0n))] },
  {
    name: 'slot: compared at full width; free', steps: [
      ...one, ...rows.filter(ofSlot).flatMap((i) => [...[8n, 1n << 32n, 1n << 63n].map((slot) => legal(i, 'slot', slot)), legal(i, 'free', 3n)]),
    ],
  },
  { name: 'busy: while it runs', steps: [...runs, ...rows.filter((i) => ofSlot(i) && i.statuses.includes('busy') && i.mnemonic !== 'oabort').map((i) => legal(i, 'busy')), status(1n, 2n), c('oseg.open', low, packed(1n, 8n), 'taken')] },
  {
    name: 'busy: until its record was taken', steps: [
      ...trapped, status(1n, 3n), ...rows.filter((i) => ofSlot(i) && i.statuses.includes('busy')).map((i) => legal(i, 'busy')), c('otrap', 1n, 0n, abortRecord), status(1n, 1n),
    ],
  },
]

const top = (value: bigint) => c('oseg.get', 1n, 3n, value)
const several: readonly Vector[] = [
  { name: 'opush, opeek, opop: any byte, the last in is the first out', steps: [
    ...one, c('opop', 1n, 0n, 'empty'), c('opeek', 1n, 0n, 'range'),
    c('opush', 1n, 0x61n, 0n), top(low + 0x101n), c('opush', 1n, 0n, 0n), c('opush', 1n, 0xffn, 0n), c('opush', 1n, 0xf8n, 0n), top(low + 0x104n),
    c('opeek', 1n, 0n, 0x61n), c('opeek', 1n, 1n, 0n), c('opeek', 1n, 2n, 0xffn), c('opeek', 1n, 3n, 0xf8n), c('opeek', 1n, 4n, 'range'), top(low + 0x104n),
    c('opop', 1n, 0n, 0xf8n), top(low + 0x103n), c('opeek', 1n, 3n, 'range'), c('opop', 1n, 0n, 0xffn), c('opush', 1n, 0x7an, 0n), c('opop', 1n, 0n, 0x7an), c('opop', 1n, 0n, 0n), c('opop', 1n, 0n, 0x61n),
    top(low + 0x100n), c('opop', 1n, 0n, 'empty'), c('oseg.get', 1n, 5n, 0n), c('oseg.get', 1n, 6n, 0n), c('ocount', 1n, 5n, 0n), c('ocount', 1n, 4n, 0n),
  ] },
  { name: 'each slot has its own stack', steps: [
    ...one, c('oseg.open', low, packed(0n, 8n), 0n), c('opush', 0n, 1n, 0n), c('opush', 1n, 2n, 0n), c('opush', 0n, 3n, 0n), c('opop', 1n, 0n, 2n), c('opop', 1n, 0n, 'empty'), c('opop', 0n, 0n, 3n), c('opop', 0n, 0n, 1n),
  ] },
  { name: 'P-mode and O-mode of two slots at once, each record its own', steps: [
    ...one, c('oseg.open', low + O, packed(0n, 8n), 0n), c('ostart', 0n, 0n, 0n), c('oask', 1n, 9n, 0n), status(0n, 2n), status(1n, 2n), c('oabort', 0n, 0n, 0n), awaitRecord, status(1n, 2n), c('otrap', 1n, 0n, 0n), c('otrap', 0n, 0n, 6n << 55n),
    c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', end64 - 1n, 0n, abortRecord),
  ] },
]

/** The vectors of a unit that has these instructions: those that name another are left out. */
export function vectorsOf(rows: readonly Instruction[]): readonly Vector[] {
  const has = (mnemonic: string) => rows.some((i) => i.mnemonic === mnemonic)
  const general = everyRow(rows)
  const own = [...rows.flatMap((i) => i.vectors), ...several]
  return [...general, ...own.filter((v) => v.steps.every((step) => !('mnemonic' in step) || has(step.mnemonic)))]
}

/** All vectors of the generated unit. Each starts after reset, with default parameters and no host on the link. The status `memory` needs a dead memory port and is not in them. */
export const vectors: readonly Vector[] = vectorsOf(instructions.filter(isBuilt))

/** The vectors with a host of these instructions: those that name another are left out. */
export const linkVectorsOf = (rows: readonly Instruction[]): readonly LinkVector[] => rows.flatMap((i) => i.linkVectors ?? [])
  .filter((v) => v.steps.every((step) => !('mnemonic' in step) || rows.some((i) => i.mnemonic === step.mnemonic)))
