// Owns: `oinfo`: its row, what it means, its vectors.
import { onUnit } from '../../machine/perform.ts'
import { infos } from '../fields.ts'
import type { Instruction } from '../instruction.ts'
import { c, end64 } from '../vector.ts'

export const oinfo: Instruction = {
  mnemonic: 'oinfo',
  funct7: 0,
  rs1: { name: 'index', doc: 'which fact' },
  privilege: 'any',
  statuses: ['range'],
  waits: false,
  microcode: `
              if refused goto refuse
              A = rs1
              if A >= 6 goto badRange
              if A != 4 goto .word
              if not entrySet goto done
  .word:      reply = @info home
  `,
  doc: 'Tells a fact of the unit: version, slots, symbols, features, entry, parameters.',
  result: 'the fact',
  perform: onUnit((c, { parameters: p, locks, facts, features }) => {
    if (c.rs1 >= BigInt(infos.length)) return 'range'
    const told = {
      version: facts.version, slots: BigInt(p.slots), symbols: [p.yieldSymbol, ...p.recordMarks].reduce((word, symbol, i) => word | BigInt(symbol) << BigInt(8 * i), 0n),
      features, entry: locks.entry ?? 0n, parameters: facts.parametersHash,
    }
    return { value: told[infos[Number(c.rs1)]!.name], locks }
  }),
  vectors: [
    { name: 'oinfo: slots, symbols, entry; past the list is range', steps: [
      c('oinfo', 1n, 0n, 8n), c('oinfo', 2n, 0n, 0xfaf9f8ffn), c('oinfo', 4n, 0n, 0n), c('oinfo', 6n, 0n, 'range'), c('oinfo', 1n << 32n, 0n, 'range'), c('oinfo', end64 - 1n, 0n, 'range'),
    ] },
  ],
}
