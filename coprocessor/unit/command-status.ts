// Owns: the status of a command that can be seen from its operands and the flags of slots, the first that applies. What needs a word of the slot the microcode tests.
import { all, any, bit, cat, input, lit, module, mux, named, output, uint, type Bit } from '../../rtl-gen/dsl/index.ts'
import { fieldNumber } from '../isa/fields.ts'
import { statuses, type Status } from '../isa/status.ts'
import { instructions } from '../isa/table.ts'
import type { Parameters } from '../parameters.ts'
import { instructionShape, isInstruction } from './instruction-code.ts'
import { lowest } from './lowest.ts'
import { Command, widths } from './shapes.ts'

/** `answers` says which statuses the instruction has. No instruction has one of these behind one that the microcode tests. */
export const commandStatus = (p: Parameters) => {
  const flags = uint(p.slots)
  return module('command_status', {
    command: input(Command), instruction: input(instructionShape), known: input(bit), privilege: input(uint(2)), answers: input(uint(statuses.length)),
    oldest: input(uint(widths(p).slot)),
    // the slot that the command names
    isOpen: input(bit), isRunning: input(bit), isTrapped: input(bit), isColoured: input(bit),
    active: input(flags), trappedSlots: input(flags),
    entrySet: input(bit), autoSet: input(bit), windowSet: input(bit),
    refused: output(bit), status: output(uint(5)),
    slot: output(uint(widths(p).slot)),
    /** `otrap` of any slot. */
    anySlot: output(bit),
    maskTrapped: output(bit),
  }, (x, { assign }) => {
    const { rs1, rs2, prv } = x.command
    const is = (...names: string[]) => isInstruction(x.instruction, ...names)
    const { opens, asksStatus } = named({ opens: is('oseg.open'), asksStatus: all(is('oseg.get'), rs2.eq(fieldNumber('status'))) })
    /** The slot of these lies in the low byte of an operand, and what stands above it is something else. */
    const inLow8 = is(...instructions.filter((i) => i.microcode !== undefined && i.perform.on === 'slot' && i.perform.slot({ rs1: 0x100n, rs2: 0x100n }) === 0n).map((i) => i.mnemonic))
    const { high, anySlot } = named({ high: rs1.bits(8, 56).ne(0), anySlot: all(is('otrap'), rs1.not().eq(0)) })
    const low = mux(opens, rs2.truncate(8), rs1.truncate(8))
    const tests: Partial<Record<Status, Bit>> = {
      privilege: prv.lt(x.privilege),
      opcode: x.known.not(),
      slot: mux(is('owait'), rs1.shiftRight(p.slots).ne(0), all(anySlot.not(), any(low.ge(p.slots), all(high, inLow8.not())))),
      free: all(x.isOpen.not(), anySlot.not(), asksStatus.not()),
      taken: x.isOpen,
      busy: all(any(x.isTrapped, all(x.isRunning, is('oabort').not())), asksStatus.not()),
      unset: mux(opens, x.windowSet.not(), x.entrySet.not()),
      locked: mux(is('oentry'), x.entrySet, mux(is('oauto'), x.autoSet, x.windowSet)),
      colour: x.isColoured.not(),
      align: mux(is('oentry'), rs1.bits(0, 2).ne(0), mux(is('owindow'), rs1.bits(0, 12).or(rs2.bits(0, 12)).ne(0), mux(opens, any(rs1.bits(1, 2).ne(0), rs2.bits(8, 3).ne(0)), rs2.bits(0, 3).ne(0)))),
      idle: mux(is('owait'), x.active.and(rs1.truncate(p.slots)).eq(0), x.isRunning.not()),
    }
    const { found } = named({ found: cat(...statuses.toReversed().map((s) => tests[s.name] ?? lit(1, 0))).truncate(statuses.length).and(x.answers) })
    return [assign({
      refused: found.ne(0), status: lowest(found, 5), anySlot, slot: mux(anySlot, x.oldest, low.truncate(widths(p).slot)), maskTrapped: x.trappedSlots.and(rs1.truncate(p.slots)).ne(0),
    })]
  }, { doc: 'the status of a command as its operands and the flags of slots tell it, the first that applies' })
}
