// Owns: the slot at hand, and of every slot the flags that must be seen at once; which slot a thread takes up.
import { all, any, bit, input, lit, module, mux, named, output, register, uint, type Bit, type Uint } from '../../rtl-gen/dsl/index.ts'
import type { Action, Thread } from '../microcode/vocabulary.ts'
import type { Parameters } from '../parameters.ts'
import { lowest } from './lowest.ts'
import { actionShape } from './micro-word.ts'
import { threadBits, threadNumber } from './sequencer.ts'
import { widths } from './shapes.ts'

/** `ahead` is the slot at hand in the next cycle. A thread that is picked takes up its slot: the one of the command, the next to send, that of the frame, one that ended, the next to be watched. */
export const slots = (p: Parameters) => {
  const slot = uint(widths(p).slot), flags = uint(p.slots)
  return module('slots', {
    fires: input(bit), action: input(actionShape), colourBit: input(bit),
    picks: input(bit), picked: input(uint(threadBits)), fromHome: input(bit),
    commandSlot: input(slot), sourceSlot: input(slot), frameSlot: input(slot),
    /** The sender's next slot is this one, whatever the order. */
    sendsEarly: input(bit), earlySlot: input(slot),
    /** Slots whose accesses have not drained, or whose frame or chunk is in work. */
    holds: input(flags),
    /** The first beat of a chunk leaves. */
    begins: input(bit), beginSlot: input(slot),
    /** The watcher's turn comes. */
    tick: input(bit),
    slot: output(slot), ahead: output(slot), sendSlot: output(slot), isLast: output(bit),
    isOpen: output(bit), isColoured: output(bit), isRunning: output(bit), isTrapped: output(bit), isEnded: output(bit), isWanting: output(bit), isOwing: output(bit), isBegun: output(bit),
    runningSlots: output(flags), trappedSlots: output(flags), endedSlots: output(flags), frameCurrent: output(bit), frameOpen: output(bit),
    sendWork: output(bit), endWork: output(bit), watchWork: output(bit),
    at: register(slot, 0), sends: register(slot, 0), watches: register(slot, 0), watchDue: register(bit, 0),
    open: register(flags, 0), coloured: register(flags, 0), running: register(flags, 0), trapped: register(flags, 0), ended: register(flags, 0),
    wanting: register(flags, 0), owing: register(flags, 0), begun: register(flags, 0),
  }, (x, { assign, when }) => {
    const { at, open, coloured, running, trapped, ended, wanting, owing } = x
    const does = (...actions: Action[]): Bit => all(x.fires, x.action.isIn(...actions))
    const is = (t: Thread): Bit => x.picked.eq(threadNumber(t))
    const all1 = lit(p.slots + 1, 2n ** BigInt(p.slots + 1) - 1n)
    const { works, ends, one } = named({ works: wanting.or(owing), ends: running.and(ended).and(x.holds.not()), one: lit(p.slots, 1).shiftLeft(at) })
    const { later } = named({ later: works.and(all1.shiftLeft(x.sends).shiftLeft(1).truncate(p.slots)) })
    const { next, count } = named({ next: mux(later.ne(0), lowest(later, slot.bits), lowest(works, slot.bits)), count: at.add(1) })
    const { sendPick } = named({ sendPick: mux(x.fromHome, mux(x.sendsEarly, x.earlySlot, next), x.sends) })
    const { pick } = named({ pick: mux(is('command'), x.commandSlot, mux(is('sender'), sendPick, mux(is('receiver'), x.frameSlot, mux(is('ender'), lowest(ends, slot.bits), x.watches)))) })
    const { ahead } = named({ ahead: mux(x.picks, pick, mux(does('slotFirst'), lit(slot, 0), mux(does('slotNext'), count, mux(does('slotCommand'), x.commandSlot, mux(does('slotSource'), x.sourceSlot, at))))) })
    const { began } = named({ began: x.begun.or(mux(x.begins, lit(p.slots, 1).shiftLeft(x.beginSlot), lit(p.slots, 0))) })
    const set = (v: Uint<any>) => v.or(one), clear = (v: Uint<any>) => v.and(one.not())
    return [
      assign({
        slot: at, ahead, sendSlot: x.sends, isLast: at.eq(p.slots - 1),
        isOpen: open.at(at), isColoured: coloured.at(at), isRunning: running.at(at), isTrapped: trapped.at(at), isEnded: ended.at(at),
        isWanting: wanting.at(at), isOwing: owing.at(at), isBegun: x.begun.at(at),
        runningSlots: running, trappedSlots: trapped, endedSlots: ended, frameCurrent: running.and(ended.not()).at(x.frameSlot), frameOpen: open.at(x.frameSlot),
        sendWork: works.ne(0), endWork: ends.ne(0), watchWork: x.watchDue,
      }),
      { at: ahead },
      when(all(x.picks, is('sender')), { sends: sendPick }),
      when(all(x.picks, is('watcher')), { watches: mux(x.watches.eq(p.slots - 1), lit(slot, 0), x.watches.add(1)), watchDue: 0 }),
      when(x.tick, { watchDue: any(running.ne(0)) }),
      when(does('open'), [{ open: set(open) }, when(x.colourBit, { coloured: set(coloured) }).otherwise({ coloured: clear(coloured) })]),
      when(does('close'), { open: clear(open) }),
      when(does('run'), { running: set(running) }),
      when(does('end'), { ended: set(ended) }),
      when(does('record'), { running: clear(running), ended: clear(ended), trapped: set(trapped), wanting: clear(wanting) }),
      { begun: began.and(mux(does('record', 'settle'), one.not(), lit(p.slots, 2n ** BigInt(p.slots) - 1n))) },
      when(does('take'), { trapped: clear(trapped) }),
      when(does('want'), { wanting: set(wanting) }),
      when(does('unwant'), { wanting: clear(wanting) }),
      when(does('owe', 'close'), { owing: set(owing) }),
      when(does('paid'), { owing: clear(owing) }),
    ]
  }, { doc: 'the slot at hand, and the flags of all slots' })
}
