// Owns: what the slot table holds: the fields and flags of every slot, the settings of the unit, and the ports by which the rest sees them.
import { bit, bundle, input, memory, output, register, uint, vec, type Shape } from '../../rtl-gen/dsl/index.ts'
import { conditions } from '../microcode/vocabulary.ts'
import type { Parameters } from '../parameters.ts'
import { counterBits } from './counters.ts'
import { Header } from './header.ts'
import { instructionShape } from './instruction-code.ts'
import { actionShape, argumentBits } from './micro-word.ts'
import { threadBits } from './sequencer.ts'
import { causeShape, Command, linkLength, longCount, widths } from './shapes.ts'

/** What the storer says of the chunk that it took. */
export class Taken extends bundle({ accepted: linkLength, failed: bit, full: bit, spent: bit, lastIsYield: bit, evaluated: uint(32), reused: uint(32), history: uint(32) }) {}
/** What the receiver says of the frame at hand. */
export class Received extends bundle({ header: Header, hello: bit, cached: bit, reject: bit, answer: bit, ends: bit }) {}

export const slotState = (p: Parameters) => {
  const address = uint(p.addrWidth), flags = uint(p.slots), slot = uint(widths(p).slot)
  const field = <S extends Shape>(of: S) => memory({ depth: p.slots, of, collision: 'undefined' })
  return {
    // the micro-operation
    fires: input(bit), action: input(actionShape), argument: input(uint(argumentBits)), thread: input(uint(threadBits(p))), resume: input(uint(threadBits(p))),
    // what it may look at
    command: input(Command), instruction: input(instructionShape), refused: input(bit), status: input(uint(5)), anySlot: input(bit),
    counterValue: input(uint(48)), symbolRead: input(uint(8)), maskWaits: input(bit),
    rx: input(Received), handed: input(bit), taken: input(Taken),
    sending: input(bit), querying: input(bit), queryLeaves: input(bit), loading: input(bit), storing: input(bit), trapWaits: input(bit), oldestTrap: input(slot),
    expired: input(bit), expiredSlot: input(slot),
    // what it tells
    conditions: output(uint(conditions.length)), slot: output(slot), value: output(uint(64)),
    told: output(flags), grant: output(flags), sent: output(flags), frame: output(flags), stored: output(flags), flag: output(bit),
    chunk: output(uint(9)), chunkIsFirst: output(bit), chunkIsLast: output(bit), frameHeader: output(Header),
    position: output(address), top: output(address), base: output(address), limit: output(address), oracle: output(uint(6)),
    room: output(linkLength), credit: output(linkLength), accessAt: output(address), active: output(flags),
    openSlot: output(bit), runningSlot: output(bit), trappedSlot: output(bit), colourSlot: output(bit),
    loadStop: output(bit), storeStop: output(bit), sendCut: output(bit), storeSlotOut: output(slot), watched: output(flags),
    first: output(uint(p.addrWidth + 1)), behind: output(uint(p.addrWidth + 1)),
    entrySetOut: output(bit), autoSetOut: output(bit), autoOut: output(uint(64)), windowSetOut: output(bit), lowOut: output(address), highOut: output(address),
    nowOut: output(longCount), counter: output(uint(counterBits)), addend: output(uint(48)), watchCycles: output(longCount),
    // fields of the slots
    bases: field(address), tops: field(address), limits: field(address),
    /** top when the current query began */
    marks: field(address),
    /** the first byte of the history that has not left */
    positions: field(address),
    helds: field(address), seens: field(address),
    /** symbols of answers that stay, since the start */
    gains: field(address),
    /** the Oracle that is bound, and the one that the current run queries */
    oracles: field(uint(6)), askeds: field(uint(6)),
    sequences: field(uint(16)), budgets: field(longCount), watchdogs: field(longCount), cacheds: field(address), records: field(uint(64)),
    /** when the current phase began */
    sinces: field(longCount),
    // flags of the slots, a bit each
    open: register(flags, 0), running: register(flags, 0), trapped: register(flags, 0), colour: register(flags, 0),
    /** P-mode: one answer, then the end */
    single: register(flags, 0),
    budgeted: register(flags, 0), ended: register(flags, 0), cut: register(flags, 0), yielded: register(flags, 0),
    /** a chunk of the current query was begun; it was numbered and its answer has not ended; its last chunk has not left */
    begun: register(flags, 0), asked: register(flags, 0), leaving: register(flags, 0),
    /** the host may have nothing of it: held counts as 0; cached has a value */
    lost: register(flags, 0), cachedKnown: register(flags, 0),
    abortDue: register(flags, 0), closeDue: register(flags, 0),
    /** phases: waiting for the host, taking an answer in; neither: sending */
    inHost: register(flags, 0), inAppend: register(flags, 0),
    causes: register(vec(p.slots, causeShape), 'none'),
    // the unit
    now: register(longCount, 0), session: register(uint(16), 0), helloDue: register(bit, 1), dropped: register(uint(48), 0),
    entry: register(uint(64), 0), entrySet: register(bit, 0), auto: register(uint(64), 0), autoSet: register(bit, 0),
    low: register(address, 0), high: register(address, 0), windowSet: register(bit, 0),
    // working registers of the routine that runs; they hold across no wait
    a: register(uint(p.addrWidth + 1), 0), b: register(uint(p.addrWidth + 1), 0), tookRecord: register(bit, 0),
    scan: register(uint(4), 0), scanning: register(bit, 0), scanLast: register(uint(4), 0),
    // whose history the sender, the loader and the storer are at
    sendSlot: register(slot, 0), storeSlot: register(slot, 0),
  }
}
export type SlotState = ReturnType<typeof slotState>
