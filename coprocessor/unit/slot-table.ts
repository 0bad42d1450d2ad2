// Owns: the slot table: reads the row of the slot that runs, and joins what its parts say of it.
import { all, any, cat, lit, module, mux, named, type Bit, type Read, type Uint } from '../../rtl-gen/dsl/index.ts'
import { counterNumber, counters, infos, slotFields, type Counter, type Info, type SlotField } from '../isa/fields.ts'
import { kindCode, linkVersion } from '../link/frames.ts'
import { conditions, type Action, type Condition } from '../microcode/vocabulary.ts'
import { parameterHash } from '../parameter-hash.ts'
import type { Parameters } from '../parameters.ts'
import { isaFeatures, isaVersion } from '../isa/version.ts'
import { done, running, statuses } from '../isa/status.ts'
import { isInstruction } from './instruction-code.ts'
import { counterBits } from './counters.ts'
import { lowest } from './lowest.ts'
import { threads } from './sequencer.ts'
import { widths } from './shapes.ts'
import { slotActions } from './slot-actions.ts'
import { slotState, type SlotState } from './slot-state.ts'

type State = Read<SlotState>

/** What the parts of the slot table have in common: the row of the slot that runs, and values made of it. */
export function rowOf(p: Parameters, x: State) {
  const w = widths(p), t = threads(p)
  const { commandSlot, flagged } = named({
    commandSlot: mux(isInstruction(x.instruction, 'oseg.open'), x.command.rs2.truncate(w.slot), mux(x.anySlot, x.oldestTrap, x.command.rs1.truncate(w.slot))),
    flagged: lowest(x.abortDue.or(x.closeDue), w.slot),
  })
  const of = (thread: Uint<any>): Uint<any> =>
    mux(thread.eq(t.command), commandSlot, mux(thread.eq(t.sender), flagged, mux(thread.eq(t.receiver), x.rx.header.slot.truncate(w.slot), thread.truncate(w.slot))))
  const does = (...actions: Action[]): Bit => all(x.fires, x.action.isIn(...actions))
  const { scanNow, scans } = named({
    scanNow: mux(does('scan_slots', 'scan_counters'), lit(4, 0), mux(does('scan_next'), x.scan.add(1), x.scan)),
    scans: any(x.scanning, does('scan_slots')),
  })
  const { slot } = x
  const { nextSlot, one } = named({ nextSlot: mux(scans, scanNow.truncate(w.slot), of(x.resume)), one: lit(p.slots, 1).shiftLeft(slot) })
  const row = {
    base: x.bases.data, top: x.tops.data, limit: x.limits.data, mark: x.marks.data, position: x.positions.data, seen: x.seens.data, gained: x.gains.data,
    oracle: x.oracles.data, asked: x.askeds.data, sequence: x.sequences.data, budget: x.budgets.data, watchdog: x.watchdogs.data, record: x.records.data, since: x.sinces.data,
  }
  const { cause } = named({ cause: x.causes.at(slot) })
  const { held, cached, size, kept, unsent, elapsed, maskTrapped } = named({
    held: mux(x.lost.at(slot), lit(p.addrWidth, 0), x.helds.data),
    cached: mux(x.cachedKnown.at(slot), x.cacheds.data, lit(p.addrWidth, 0)),
    size: row.top.sub(row.base),
    kept: row.top.sub(row.mark),
    unsent: row.top.sub(row.position),
    elapsed: x.now.sub(row.since),
    /** a slot of the mask that the command names is trapped */
    maskTrapped: x.trapped.and(x.command.rs1.truncate(p.slots)).ne(0),
  })
  return { ...row, held, cached, size, kept, unsent, elapsed, maskTrapped, cause, chunk: x.chunk, slot, nextSlot, one, ownSlot: of(x.thread), scanNow, does, has: (flags: Uint<any>) => flags.at(slot) }
}
export type Row = ReturnType<typeof rowOf>

const condition = (p: Parameters, x: State, r: Row): Record<Condition, Bit> => {
  const { rx } = x
  const rxOpen = all(rx.header.slot.lt(p.slots), x.open.at(r.slot))
  return {
    always: lit(1, 1),
    ended: r.has(x.ended),
    owes_abort: r.has(x.abortDue),
    spent: all(r.has(x.budgeted), r.budget.eq(0)),
    unsent: r.unsent.ne(0),
    frame_answer: all(rx.answer, rx.header.offset.eq(r.size.extend(40))),
    frame_reject: all(rx.reject, r.kept.eq(0)),
    answer_ends: rx.ends,
    rolls_back: r.cause.isIn('reject', 'abort', 'link', 'memory'),
    refused: x.refused,
    scan_overlap: all(
      x.open.at(x.scan), any(x.scan.ne(r.slot.extend(4)), isInstruction(x.instruction, 'oseg.open')),
      r.base.extend(p.addrWidth + 1).lt(x.b), x.a.lt(r.limit.extend(p.addrWidth + 1)),
    ),
    scan_more: x.scan.ne(x.scanLast),
    no_record: mux(x.anySlot, x.trapWaits.not(), r.has(x.trapped).not()),
    rx_hello: rx.hello,
    rx_cached: rx.cached,
    rx_fits: all(rxOpen, x.session.ne(0), rx.header.session.eq(x.session), rx.header.offset.le(r.held.extend(40))),
    rx_current: all(rxOpen, r.has(x.running), r.has(x.asked), r.has(x.ended).not(), x.session.ne(0), rx.header.session.eq(x.session), rx.header.sequence.eq(r.sequence)),
    rx_early: r.has(x.leaving),
    rx_same_session: rx.header.session.eq(x.session),
    wakes: any(r.maskTrapped, x.maskWaits),
    tx_hello: x.helloDue,
    tx_abort: r.has(x.abortDue),
  }
}

/** rd of the command at hand. */
function replyValue(p: Parameters, x: State, r: Row): Uint<64> {
  const { rs1, rs2 } = x.command
  const wide = (v: Uint<any>) => v.extend(64)
  const status = mux(r.has(x.trapped), lit(64, 3), mux(r.has(x.running), lit(64, 2), wide(r.has(x.open))))
  const field: Record<SlotField, Uint<64>> = {
    status, colour: wide(r.has(x.colour)), base: wide(r.base), top: wide(r.top), limit: wide(r.limit), held: wide(r.held), seen: wide(r.seen), oracle: wide(r.oracle),
    sequence: wide(r.sequence), budget: wide(r.budget), watchdog: wide(r.watchdog), cached: wide(r.cached), record: r.record,
  }
  const info: Record<Info, Uint<64>> = {
    version: lit(64, isaVersion), slots: lit(64, p.slots), symbols: lit(64, p.recordMarks.reduce((n, m, i) => n + m * 256 ** (i + 1), p.yieldSymbol)),
    features: lit(64, isaFeatures()), entry: x.entry, parameters: lit(64, parameterHash(p)),
  }
  const choose = <K extends string>(names: readonly { name: K }[], by: Record<K, Uint<64>>, index: Uint<64>) =>
    names.reduce<Uint<64>>((v, { name }, i) => mux(index.bits(0, 4).eq(i), by[name] as Uint<64>, v), lit(64, 0))
  const { aboutUnit, aboutSlot, count } = named({
    aboutUnit: choose(infos, info, rs1),
    aboutSlot: choose(slotFields, field, rs2),
    count: mux(rs2.bits(0, 4).eq(counterNumber('dropped')), wide(x.dropped), wide(x.counterValue)),
  })
  const by: readonly (readonly [readonly string[], Uint<64>])[] = [
    [['oinfo'], aboutUnit],
    [['oseg.get'], aboutSlot],
    [['ocount'], count],
    [['otrap'], mux(x.tookRecord, r.record, lit(64, 0))],
    [['opop', 'opeek'], wide(x.symbolRead)],
    [['owait'], mux(r.maskTrapped, lit(64, done), lit(64, running))],
  ]
  return by.reduce((value, [names, own]) => mux(isInstruction(x.instruction, ...names), own, value), lit(64, done))
}

/** What the micro-operation at hand adds to which counter. */
function counting(p: Parameters, x: State, r: Row) {
  const wide = (v: Uint<any>) => v.extend(48)
  const by: Record<Counter, Uint<48>> = {
    queries: lit(48, 1), answers: lit(48, 1), sentNew: wide(x.a), sentAgain: wide(x.b), appended: wide(x.a),
    truncated: wide(mux(r.seen.extend(p.addrWidth + 1).gt(x.a), r.seen.extend(p.addrWidth + 1).sub(x.a), lit(p.addrWidth + 1, 0))), shared: lit(48, 0),
    tokensEvaluated: wide(x.taken.evaluated), tokensReused: wide(x.taken.reused), tokensHistory: wide(x.taken.history),
    cyclesSending: r.elapsed, cyclesHost: r.elapsed, cyclesAppending: r.elapsed, dropped: lit(48, 0),
  }
  const phase = mux(r.has(x.inAppend), lit(counterBits, counterNumber('cyclesAppending')), mux(r.has(x.inHost), lit(counterBits, counterNumber('cyclesHost')), lit(counterBits, counterNumber('cyclesSending'))))
  const counter = mux(x.action.is('count'), x.argument.truncate(counterBits), mux(x.action.is('clear_counter'), x.scan, mux(x.action.is('read_counter'), x.command.rs2.truncate(counterBits), phase)))
  return { counter, addend: counters.reduce<Uint<48>>((v, c, i) => mux(x.counter.eq(i), by[c.name], v), r.elapsed) }
}

export const slotTable = (p: Parameters) => module('slot_table', slotState(p), (x, verbs) => {
  const { assign } = verbs
  const r = rowOf(p, x)
  const bits = condition(p, x, r)
  const tests = named(Object.fromEntries(conditions.map((c) => [`test_${c.name}`, bits[c.name]])))
  const none = lit(p.slots, 0)
  const only = (slot: Uint<any>) => lit(p.slots, 1).shiftLeft(slot)
  const { owes, free } = named({ owes: x.abortDue.or(x.closeDue), free: all(x.sending.not(), x.loading.not(), x.session.ne(0)) })
  const saturated = (left: Uint<any>) => mux(left.shiftRight(16).ne(0), lit(16, 0xffff), left.truncate(16))
  const isSend = r.does('send')
  const zero = lit(40, 0)
  const kind = mux(x.action.is('send_hello'), lit(8, kindCode('toHost', 'hello')), mux(x.action.is('send_abort'), lit(8, kindCode('toHost', 'abort')), mux(x.action.is('send_close'), lit(8, kindCode('toHost', 'close')), lit(8, kindCode('toHost', 'query')))))
  const hello = x.action.is('send_hello')
  return [
    assign({
      conditions: cat(...Object.values(tests).toReversed()).truncate(conditions.length),
      slot: r.ownSlot,
      value: mux(x.action.is('refuse'), mux(x.scanning, lit(64, overlapStatus), x.status.extend(64)).not(), replyValue(p, x, r)),
      told: x.ended.or(x.abortDue.not()),
      grant: x.ended.or(mux(free, owes.not(), none)),
      sent: x.ended.or(mux(x.querying, only(x.sendSlot), none).not()),
      frame: x.ended.or(mux(all(x.handed, any(x.storing.not(), x.storeSlot.extend(8).eq(x.rx.header.slot))), only(x.rx.header.slot), none)),
      stored: mux(x.loading, only(x.sendSlot), none).or(mux(x.storing, only(x.storeSlot), none)).not(),
      flag: all(x.sending.not(), any(x.helloDue, all(x.session.ne(0), owes.ne(0)))),
      chunk: mux(r.unsent.gt(p.chunkBytes), lit(9, p.chunkBytes), r.unsent.truncate(9)), chunkIsFirst: r.position.sub(r.base).eq(r.held), chunkIsLast: r.unsent.eq(r.chunk.extend(p.addrWidth)),
      frameHeader: {
        kind, unit: 0, slot: mux(hello, lit(8, 0), r.slot.extend(8)), flags: 0, session: x.session, sequence: mux(hello, lit(16, 0), r.sequence),
        oracle: mux(isSend, r.asked.extend(8), lit(8, 0)), length: mux(isSend, r.chunk.extend(16), mux(hello, lit(16, linkVersion), lit(16, 0))),
        offset: mux(isSend, r.position.sub(r.base).extend(40), mux(x.action.is('send_abort'), r.held.extend(40), zero)),
      },
      accessAt: mux(isInstruction(x.instruction, 'opush'), r.top, mux(isInstruction(x.instruction, 'opop'), r.top.sub(1), r.base.add(x.command.rs2.truncate(p.addrWidth)))),
      active: x.running.or(x.trapped),
      position: r.position, top: r.top, base: r.base, limit: r.limit, oracle: r.oracle,
      room: saturated(r.limit.sub(r.top)), credit: mux(r.has(x.budgeted), saturated(r.budget), lit(16, 0xffff)),
      openSlot: r.has(x.open), runningSlot: r.has(x.running), trappedSlot: r.has(x.trapped), colourSlot: r.has(x.colour),
      loadStop: x.ended.at(x.sendSlot), storeStop: x.ended.at(x.storeSlot), sendCut: x.ended.at(x.sendSlot), storeSlotOut: x.storeSlot, watched: x.running.and(x.ended.not()),
      first: x.a, behind: x.b,
      entrySetOut: x.entrySet, autoSetOut: x.autoSet, autoOut: x.auto, windowSetOut: x.windowSet, lowOut: x.low, highOut: x.high,
      nowOut: x.now, ...counting(p, x, r), watchCycles: mux(isInstruction(x.instruction, 'oseg.watch'), x.command.rs2.truncate(48), lit(48, p.watchdogCycles)),
    }),
    ...slotActions(p, x, r, verbs),
  ]
}, { doc: 'the slots, and what each micro-operation changes in them' })
/** The place of `overlap` in the list of statuses. */
const overlapStatus = statuses.findIndex((s) => s.name === 'overlap')
