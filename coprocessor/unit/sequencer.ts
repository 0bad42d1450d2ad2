// Owns: the sequencer: threads, their micro-program counters, and the ROM.
import { all, any, bit, cat, indexBits, input, lit, module, mux, named, output, read, register, rom, uint, vec, write, type Bit } from '../../rtl-gen/dsl/index.ts'
import { actions, conditions, type Wait } from '../microcode/vocabulary.ts'
import { addressOf, threadEntries, unitMicrocode } from '../microcode/words.ts'
import type { Parameters } from '../parameters.ts'
import { lowest } from './lowest.ts'
import { actionShape, addressBits, argumentBits, microWord, waitShape } from './micro-word.ts'
import { widths } from './shapes.ts'

/** Threads: one a slot, then the receiver, the sender and the command port. */
export const threads = (p: Parameters) => ({ receiver: p.slots, sender: p.slots + 1, command: p.slots + 2, count: p.slots + 3 })
export const threadBits = (p: Parameters): number => indexBits(threads(p).count)

const isSlow = (name: string): boolean => actions.some((a) => a.name === name && 'slow' in a)

/**
 * One thread runs at a time, a micro-operation in each cycle (a slow one takes two), until it waits. Then the next thread whose wait has ended runs,
 * round robin. `resume` is the thread that runs in the next cycle. `fires`: the action is done in this cycle.
 */
export const sequencer = (p: Parameters) => {
  const t = threads(p), thread = uint(threadBits(p)), address = uint(addressBits())
  const words = unitMicrocode().operations.map((o) => ({
    condition: o.condition, negate: o.negate ? 1 : 0, both: o.both ? 1 : 0, target: o.target, action: o.action, argument: o.argument, slow: isSlow(o.action) ? 1 : 0,
  }))
  const remarks = unitMicrocode().operations.map((o) => [...o.labels.map((l) => `${l}:`), o.text].join(' '))
  const kinds = Array.from({ length: t.count }, (_, i) => (i < p.slots ? 'slot' : i === t.receiver ? 'receiver' : i === t.sender ? 'sender' : 'command' as const))
  const starts = kinds.map((k) => addressOf(k === 'command' ? threadEntries.unknown : threadEntries[k]))
  const firstWaits = kinds.map((k) => ({ slot: 'parked', receiver: 'header', sender: 'flag', command: 'command' } as const)[k])
  const slotBits = uint(p.slots)
  return module('sequencer', {
    conditions: input(uint(conditions.length)),
    // what has ended the waits of that name
    told: input(slotBits), grant: input(slotBits), sent: input(slotBits), frame: input(slotBits), stored: input(slotBits),
    taken: input(bit), command: input(bit), accessed: input(bit), header: input(bit), released: input(bit), flag: input(bit),
    /** Where the command at hand begins. */
    entry: input(address),
    start: input(bit), startSlot: input(uint(widths(p).slot)),
    fires: output(bit), action: output(actionShape), argument: output(uint(argumentBits)),
    thread: output(thread), resume: output(thread),
    serving: output(bit),
    /** For coverage: the address of the operation that is done, and whether one is. */
    address: output(address), executes: output(bit),
    code: rom({ of: microWord(), words, remarks }),
    running: register(bit, 0), at: register(thread, 0), pc: register(address, 0), stall: register(bit, 0),
    saved: register(vec(t.count, address), starts), waiting: register(vec(t.count, waitShape), firstWaits),
  }, (x, { assign, when }) => {
    const { code, running, at, pc, stall, saved, waiting } = x
    const op = code.data
    /** Has the wait of thread i ended? */
    const ended = (i: number): Bit => {
      const w = waiting.at(i), is = (wait: Wait, b: Bit) => w.is(wait).and(b)
      if (i === t.receiver) return is('header', x.header).or(is('released', x.released))
      if (i === t.sender) return is('flag', x.flag)
      if (i === t.command) return is('command', x.command).or(is('accessed', x.accessed))
      return any(w.is('ready'), is('told', x.told.bit(i)), is('grant', x.grant.bit(i)), is('sent', x.sent.bit(i)), is('frame', x.frame.bit(i)), is('taken', x.taken), is('stored', x.stored.bit(i)))
    }
    const each = named(Object.fromEntries(Array.from({ length: t.count }, (_, i) => [`wake${i}`, ended(i)])))
    const { wake } = named({ wake: cat(...Object.values(each).toReversed()) })
    const { later } = named({ later: wake.and(lit(t.count + 1, 2n ** BigInt(t.count + 1) - 1n).shiftLeft(at).shiftLeft(1).truncate(t.count)) })
    const { next } = named({ next: mux(later.ne(0), lowest(later, thread.bits), lowest(wake, thread.bits)) })
    const { picks, branches } = named({ picks: all(running.not(), wake.ne(0)), branches: x.conditions.at(op.condition.asUint()).xor(op.negate) })
    const { follow } = named({ follow: mux(branches, op.target, pc.add(1)) })
    const { pauses, first } = named({
      pauses: all(x.fires, op.action.is('wait')),
      first: mux(all(next.eq(t.command), waiting.at(t.command).is('command')), x.entry, saved.at(next)),
    })
    return [
      assign({
        fires: all(x.executes, branches.not().or(op.both)), action: op.action, argument: op.argument, thread: at, resume: mux(running, at, next),
        serving: all(running, at.eq(t.command)), address: pc, executes: all(running, stall.not()),
      }),
      when(picks, { running: 1, at: next, pc: first, code: read(first), stall: 0 }),
      when(x.executes, { pc: follow, code: read(follow), stall: all(x.fires, op.slow) }),
      when(stall, { stall: 0 }),
      when(pauses, { running: 0, saved: write(at, follow), waiting: write(at, op.argument.truncate(waitShape.bits).asEnum(waitShape)) }),
      when(x.start, { waiting: write(x.startSlot.extend(thread.bits), lit(waitShape, 'ready')) }),
    ]
  }, { doc: 'the sequencer of the microcode' })
}
