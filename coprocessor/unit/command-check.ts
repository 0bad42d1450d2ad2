// Owns: the checks of a command: which status it answers, the first that applies.
import { any, all, bit, cat, input, lit, module, mux, named, output, uint, type Bit, type Uint } from '../../rtl-gen/dsl/index.ts'
import { counters, fieldNumber, infos, slotFields } from '../isa/fields.ts'
import { statuses, type Status } from '../isa/status.ts'
import type { Parameters } from '../parameters.ts'
import { instructionShape, isInstruction } from './instruction-code.ts'
import { lowest } from './lowest.ts'
import { Command } from './shapes.ts'

/**
 * All checks stand side by side; `answers` says which of them the instruction has. `first` and `behind` are the segment or the length that
 * `prepare` worked out. The scan for overlaps comes later, in the microcode.
 */
export const commandCheck = (p: Parameters) => {
  const address = uint(p.addrWidth)
  return module('command_check', {
    command: input(Command), instruction: input(instructionShape), known: input(bit), privilege: input(uint(2)), answers: input(uint(statuses.length)),
    first: input(uint(p.addrWidth + 1)), behind: input(uint(p.addrWidth + 1)),
    // the slot that the command names
    open: input(bit), running: input(bit), trapped: input(bit), colour: input(bit),
    base: input(address), top: input(address), limit: input(address), oracle: input(uint(6)),
    /** Slots that run or are trapped. */
    active: input(uint(p.slots)),
    // what was set once
    entrySet: input(bit), autoSet: input(bit), allowed: input(uint(64)), windowSet: input(bit), low: input(address), high: input(address),
    refused: output(bit), status: output(uint(5)),
    /** `otrap` of any slot. */
    anySlot: output(bit),
  }, (x, { assign }) => {
    const { rs1, rs2, prv } = x.command
    const is = (...names: string[]) => isInstruction(x.instruction, ...names)
    const beyond = (v: Uint<64>) => v.bits(p.addrWidth, 64 - p.addrWidth).ne(0)
    const { isOpen, asksStatus, low2 } = named({
      isOpen: is('oseg.open'),
      asksStatus: all(is('oseg.get'), rs2.eq(fieldNumber('status'))),
      low2: rs2.truncate(p.addrWidth),
    })
    const { atTop, fits } = named({
      atTop: any(beyond(rs2), low2.lt(x.base), low2.gt(x.limit)),
      fits: all(x.first.ge(x.low.extend(p.addrWidth + 1)), x.behind.le(x.high.extend(p.addrWidth + 1))),
    })
    const range: readonly (readonly [readonly string[], Bit])[] = [
      [['oinfo'], rs1.ge(infos.length)],
      [['oentry'], rs1.bit(63)],
      [['owindow'], any(rs1.ge(rs2), rs1.lt(p.cacheableLow), rs2.gt(p.cacheableHigh))],
      [['oseg.open'], any(beyond(rs1), rs2.shiftRight(8).bits(p.addrWidth, 56 - p.addrWidth).ne(0), fits.not())],
      [['oseg.limit'], any(beyond(rs2), low2.lt(x.top), fits.not())],
      [['oseg.top', 'oseg.touch'], atTop],
      [['oseg.bind', 'oask', 'oracle'], rs2.ge(64)],
      [['opush'], rs2.ge(256)],
      [['opeek'], any(beyond(rs2), low2.ge(x.top.sub(x.base)))],
      [['oseg.watch'], any(rs2.eq(0), rs2.bits(48, 16).ne(0))],
      [['oseg.get'], rs2.ge(slotFields.length)],
      [['ostart', 'oenter'], rs2.bits(48, 16).ne(0)],
      [['ocount'], rs2.ge(counters.length)],
    ]
    const tests: Partial<Record<Status, Bit>> = {
      privilege: prv.lt(x.privilege),
      opcode: x.known.not(),
      slot: mux(isOpen, rs2.bits(0, 8).ge(p.slots), mux(is('owait'), rs1.shiftRight(p.slots).ne(0), all(x.anySlot.not(), rs1.ge(p.slots)))),
      free: all(x.open.not(), x.anySlot.not(), asksStatus.not()),
      taken: x.open,
      busy: all(any(x.trapped, all(x.running, is('oabort').not())), asksStatus.not()),
      unset: any(all(isOpen, x.windowSet.not()), all(isOpen.not(), x.entrySet.not())),
      locked: any(all(is('oentry'), x.entrySet), all(is('oauto'), x.autoSet), all(is('owindow'), x.windowSet)),
      colour: x.colour.not(),
      oracle: x.allowed.at(x.oracle).not(),
      align: any(
        all(is('oentry'), rs1.bits(0, 2).ne(0)), all(is('owindow'), rs1.bits(0, 12).or(rs2.bits(0, 12)).ne(0)),
        all(isOpen, any(rs1.bits(1, 2).ne(0), rs2.bits(8, 3).ne(0))), all(is('oseg.limit'), rs2.bits(0, 3).ne(0)),
      ),
      range: any(...range.map(([names, test]) => all(is(...names), test))),
      room: x.top.eq(x.limit),
      empty: x.top.eq(x.base),
      idle: mux(is('owait'), x.active.and(rs1.truncate(p.slots)).eq(0), x.running.not()),
    }
    const { found } = named({ found: cat(...statuses.toReversed().map((s) => tests[s.name] ?? lit(1, 0))).truncate(statuses.length).and(x.answers) })
    return [assign({ refused: found.ne(0), status: lowest(found, 5), anySlot: all(is('otrap'), rs1.not().eq(0)) })]
  }, { doc: 'the status of a command, the first that applies' })
}
