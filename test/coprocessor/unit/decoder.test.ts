// Owns: checks of the decoder against the instruction table: every funct7 with every funct3.
import { expect, test } from 'vitest'
import { entryLabel, funct3 } from '../../../coprocessor/isa/instruction.ts'
import { statuses, type Status } from '../../../coprocessor/isa/status.ts'
import { instructionByFunct7 } from '../../../coprocessor/isa/table.ts'
import { unitMicrocode } from '../../../coprocessor/microcode/words.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { instructionShape } from '../../../coprocessor/unit/instruction-code.ts'
import { decoder } from '../../../coprocessor/unit/decoder.ts'
import { bench, Chance, same } from './bench.ts'

const names = ['funct7', 'xd', 'xs1', 'xs2', 'rd', 'rs1', 'rs2', 'prv'] as const
const bits = (of: readonly Status[]) => of.reduce((m, s) => m | 1 << statuses.findIndex((x) => x.name === s), 0)

test.each([0, 1, 3] as const)('all 128 x 8 encodings, least privilege %i', (minPrivilege) => {
  const { pins, cycle } = bench(decoder(parameters({ minPrivilege }), unitMicrocode()), [...names.map((n) => `command_${n}` as const), 'instruction', 'entry', 'known', 'privilege', 'answers'])
  const chance = new Chance(1), { operations } = unitMicrocode()
  let known = 0
  for (let funct7 = 0; funct7 < 128; funct7++) {
    const row = instructionByFunct7(funct7)
    for (let f3 = 0; f3 < 8; f3++) {
      pins.command_funct7.set(funct7)
      pins.command_xd.set(f3 >> 2)
      pins.command_xs1.set(f3 >> 1 & 1)
      pins.command_xs2.set(f3 & 1)
      // What else is in a command says nothing about what it is.
      pins.command_rd.set(chance.below(32))
      pins.command_rs1.setBig(chance.word())
      pins.command_rs2.setBig(chance.word())
      pins.command_prv.set(chance.below(4))
      cycle()
      const is = row?.microcode !== undefined && funct3(row) === f3, where = () => `funct7 ${funct7} (${row?.mnemonic}), funct3 ${f3}`
      const least = row === undefined || row.privilege === 'parameter' ? minPrivilege : row.privilege === 'machine' ? 3 : 0
      same([pins.known.get() === 1, pins.privilege.get()], [is, least], where)
      same([BigInt(pins.instruction.get())], [instructionShape.valueOf(row?.microcode === undefined ? 'unknown' : row.mnemonic.replace('.', '_'))], where)
      const labels = operations[pins.entry.get()]!.labels
      same([labels.includes(row?.microcode === undefined ? 'unknown' : entryLabel(row)) || !is && labels.includes('unknown')], [true], () => `entry ${labels.join(' ')}, ${where()}`)
      const always = bits(['privilege', 'opcode'])
      // What needs two slots the microcode tests.
      const own: readonly Status[] = !is ? [] : row.perform.on === 'slot' && row.perform.another ? ['slot'] : row.statuses
      if (is) same([pins.answers.get()], [always | bits(own)], () => `statuses, ${where()}`)
      else same([pins.answers.get() & always], [always], () => `statuses, ${where()}`)
      if (is) known++
    }
  }
  // oinfo, three settings, eight of segments, ostart, oenter, otrap, oabort, ocount at least: a decoder that knows nothing would not be noticed otherwise.
  expect(known).toBeGreaterThanOrEqual(17)
})
