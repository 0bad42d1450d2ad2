// Owns: what each micro-operation changes in the slots and in the unit.
import { all, any, cat, lit, mux, named, read, write, type Body, type Changes, type Read, type Statement, type Uint, type Verbs } from '../../rtl-gen/dsl/index.ts'
import { recordFlags, recordLayout } from '../isa/cause.ts'
import { counterNumber } from '../isa/fields.ts'
import type { Action } from '../microcode/vocabulary.ts'
import type { Parameters } from '../parameters.ts'
import { isInstruction } from './instruction-code.ts'
import { causeShape } from './shapes.ts'
import type { SlotState } from './slot-state.ts'
import type { Row } from './slot-table.ts'

type Rule = Body<SlotState>

/** The rules behind `assign`: the later wins, so a micro-operation wins over the watchdog. */
export function slotActions(p: Parameters, x: Read<SlotState>, r: Row, { when, matchSome }: Verbs<SlotState>): readonly (Statement<SlotState> | Changes<SlotState>)[] {
  const { slot, one, cause } = r
  const bit = (slot: Uint<any>, when: Uint<1>) => mux(when, lit(p.slots, 1).shiftLeft(slot), lit(p.slots, 0))
  const { failed, full, spent } = x.taken
  // What the storer, the sender and the watchdogs say in this cycle comes first: a micro-operation for another slot loses nothing of it.
  const { expires, stops, cuts } = named({
    expires: all(x.expired, x.running.at(x.expiredSlot), x.ended.at(x.expiredSlot).not()),
    stops: all(any(failed, full, spent), x.ended.at(x.storeSlot).not()),
    cuts: all(any(full, spent), x.ended.at(x.storeSlot).not()),
  })
  const { ended, cut, leaving } = named({
    ended: x.ended.or(bit(x.expiredSlot, expires)).or(bit(x.storeSlot, stops)),
    cut: x.cut.or(bit(x.storeSlot, cuts)),
    leaving: x.leaving.and(bit(x.sendSlot, x.queryLeaves).not()),
  })
  const set = (flags: Uint<any>) => flags.or(one), clear = (flags: Uint<any>) => flags.and(one.not())
  const put = (flags: Uint<any>, b: Uint<1>) => mux(b, set(flags), clear(flags))
  const lower = (value: Uint<any>, bound: Uint<any>) => mux(value.extend(p.addrWidth + 1).gt(bound), bound.truncate(p.addrWidth), value)
  const end = (cause: Uint<any>): Statement<SlotState> => when(r.has(ended).not(), { ended: set(ended), causes: write(slot, cause.truncate(causeShape.bits).asEnum(causeShape)) })
  const settle: Changes<SlotState>[] = [{
    seens: write(slot, r.size), helds: write(slot, r.size), marks: write(slot, r.top), gains: write(slot, r.gained.add(r.kept)), a: r.kept.extend(p.addrWidth + 1),
  }]
  const record = cat(
    lit(1, 0), cause.asUint().extend(recordLayout.cause.width), slot.extend(recordLayout.slot.width),
    all(r.has(x.yielded), cause.isIn('yield', 'answer')).extend(8).shiftLeft(recordFlags.yielded).or(r.has(x.cut).extend(8).shiftLeft(recordFlags.cut)),
    saturate(r.gained, recordLayout.appended.width),
  ).truncate(64)
  const { asks } = named({ asks: isInstruction(x.instruction, 'oask', 'oracle') })
  const { budget } = named({ budget: mux(asks, lit(48, 0), x.command.rs2.truncate(48)) })
  const all1 = lit(p.slots, 2n ** BigInt(p.slots) - 1n), none = lit(p.slots, 0)

  const arms: Partial<Record<Action, Rule>> = {
    // O-mode
    query: [
      when(r.has(x.budgeted), { budgets: write(slot, r.budget.sub(1)) }),
      {
        sequences: write(slot, r.sequence.add(1)), marks: write(slot, r.top), positions: write(slot, r.base.add(r.held)),
        yielded: clear(x.yielded), begun: clear(x.begun), asked: set(x.asked), leaving: set(leaving),
      },
    ],
    send: { begun: set(x.begun), sendSlot: slot },
    advance: { positions: write(slot, r.position.add(r.chunk.extend(p.addrWidth))) },
    left: {
      a: r.size.sub(r.seen).extend(p.addrWidth + 1), b: r.seen.sub(r.held).extend(p.addrWidth + 1),
      helds: write(slot, r.size), seens: write(slot, r.size), lost: clear(x.lost),
    },
    phase_send: { sinces: write(slot, x.now), inHost: clear(x.inHost), inAppend: clear(x.inAppend) },
    phase_host: { sinces: write(slot, x.now), inHost: set(x.inHost), inAppend: clear(x.inAppend) },
    phase_append: { sinces: write(slot, x.now), inHost: clear(x.inHost), inAppend: set(x.inAppend) },
    take: { storeSlot: slot },
    accept: [
      { tops: write(slot, r.top.add(x.taken.accepted.extend(p.addrWidth))) },
      when(r.has(x.budgeted), { budgets: write(slot, r.budget.sub(x.taken.accepted.extend(48))) }),
      when(x.taken.accepted.ne(0), { yielded: put(x.yielded, x.taken.lastIsYield) }),
    ],
    commit: [
      ...settle, { lost: clear(x.lost), begun: clear(x.begun), asked: clear(x.asked) },
      when(any(r.has(x.single), r.has(x.yielded)), { ended: set(ended), causes: write(slot, mux(r.has(x.single), lit(causeShape, 'answer'), lit(causeShape, 'yield'))) }),
    ],
    keep: settle,
    roll_back: [{ tops: write(slot, r.mark), yielded: clear(x.yielded) }, when(cause.isIn('link', 'memory'), { helds: write(slot, lit(p.addrWidth, 0)) })],
    record: [
      { records: write(slot, record), running: clear(x.running), trapped: set(x.trapped) },
      when(all(r.has(x.begun), cause.isIn('yield', 'answer', 'reject').eq(0)), { abortDue: set(x.abortDue) }),
    ],
    end: end(x.argument),
    // the receiver
    end_receiver: end(lit(causeShape, 'link').asUint()),
    drop: when(x.dropped.andReduce().not(), { dropped: x.dropped.add(1) }),
    session: [
      { session: x.rx.header.session, lost: all1, cachedKnown: none, abortDue: none, closeDue: none },
      when(x.session.ne(0), [
        { ended: ended.or(x.running) },
        ...Array.from({ length: p.slots }, (_, i) => when(all(x.running.bit(i), ended.bit(i).not()), { causes: write(i, lit(causeShape, 'link')) })),
      ]),
    ],
    hello: { helloDue: 1 },
    cached: { cacheds: write(slot, x.rx.header.offset.truncate(p.addrWidth)), cachedKnown: set(x.cachedKnown) },
    // the sender
    send_hello: { helloDue: 0 },
    send_abort: { abortDue: clear(x.abortDue) },
    send_close: { closeDue: clear(x.closeDue) },
    // the command port
    prepare: [...prepare(), { tookRecord: 0 }],
    set: settings(),
    start: {
      running: set(x.running), ended: clear(ended), cut: clear(cut), yielded: clear(x.yielded), begun: clear(x.begun), asked: clear(x.asked), leaving: clear(leaving),
      inHost: clear(x.inHost), inAppend: clear(x.inAppend), single: put(x.single, asks), budgeted: put(x.budgeted, budget.ne(0)),
      budgets: write(slot, budget), askeds: write(slot, mux(asks, x.command.rs2.truncate(6), r.oracle)), gains: write(slot, lit(p.addrWidth, 0)), marks: write(slot, r.top), sinces: write(slot, x.now),
    },
    abort: end(lit(causeShape, 'abort').asUint()),
    take_record: { trapped: clear(x.trapped), tookRecord: 1 },
    scan_slots: { scan: 0, scanning: 1, scanLast: p.slots - 1 },
    scan_counters: { scan: 0, scanLast: counterNumber('dropped') - 1 },
    scan_next: { scan: r.scanNow },
  }

  const row = read(r.nextSlot)
  return [
    {
      now: x.now.add(1), bases: row, tops: row, limits: row, marks: row, positions: row, helds: row, seens: row, gains: row, oracles: row, askeds: row, sequences: row,
      budgets: row, watchdogs: row, cacheds: row, records: row, sinces: row,
    },
    { ended, cut, leaving },
    when(expires, { causes: write(x.expiredSlot, lit(causeShape, 'link')) }),
    when(stops, { causes: write(x.storeSlot, mux(failed, lit(causeShape, 'link'), mux(full, lit(causeShape, 'limit'), lit(causeShape, 'budget')))) }),
    when(x.fires, matchSome(x.action, { ...arms, otherwise: {} })),
    when(any(r.does('wait'), r.does('set')), { scanning: 0 }),
  ]

  /** The segment or the length that the command speaks of. */
  function prepare(): Statement<SlotState>[] {
    const { rs1, rs2 } = x.command, wide = (v: Uint<any>) => v.extend(p.addrWidth + 1)
    const opened = cat(rs1.bits(3, p.addrWidth - 3), lit(3, 0))
    return [when(isInstruction(x.instruction, 'oseg.open'), { a: wide(opened), b: opened.addWide(rs2.bits(8, p.addrWidth)) })
      .elseWhen(isInstruction(x.instruction, 'oseg.limit'), { a: wide(r.base), b: rs2.truncate(p.addrWidth + 1) })
      .elseWhen(isInstruction(x.instruction, 'opush'), { a: wide(r.size).add(1) })
      .elseWhen(isInstruction(x.instruction, 'opop'), { a: wide(r.size).sub(1) })
      .otherwise({ a: wide(rs2.truncate(p.addrWidth).sub(r.base)) })]
  }

  function settings(): Rule {
    const { rs1, rs2 } = x.command, is = (name: string) => isInstruction(x.instruction, name)
    const zero = lit(p.addrWidth, 0), a = x.a.truncate(p.addrWidth), b = x.b.truncate(p.addrWidth)
    return [
      when(is('oentry'), { entry: rs1, entrySet: 1 }),
      when(is('oauto'), { auto: rs1, autoSet: 1 }),
      when(is('owindow'), { low: rs1.truncate(p.addrWidth), high: rs2.truncate(p.addrWidth), windowSet: 1 }),
      when(is('oseg.open'), {
        bases: write(slot, a), tops: write(slot, a), limits: write(slot, b), marks: write(slot, a), helds: write(slot, zero), seens: write(slot, zero), gains: write(slot, zero),
        oracles: write(slot, lit(6, 0)), budgets: write(slot, lit(48, 0)), watchdogs: write(slot, lit(48, p.watchdogCycles)), records: write(slot, lit(64, 0)),
        open: set(x.open), colour: put(x.colour, rs1.bit(0)), budgeted: clear(x.budgeted), lost: clear(x.lost), cachedKnown: clear(x.cachedKnown),
      }),
      when(is('oseg.limit'), { limits: write(slot, b) }),
      when(isInstruction(x.instruction, 'oseg.top', 'opush', 'opop'), { tops: write(slot, r.base.add(a)), helds: write(slot, lower(r.held, x.a)), seens: write(slot, lower(r.seen, x.a)), lost: clear(x.lost) }),
      when(is('oseg.touch'), { helds: write(slot, lower(r.held, x.a)), lost: clear(x.lost) }),
      when(is('oseg.bind'), { oracles: write(slot, rs2.truncate(6)) }),
      when(is('oseg.watch'), { watchdogs: write(slot, rs2.truncate(48)) }),
      when(is('oseg.close'), { open: clear(x.open), closeDue: set(x.closeDue), abortDue: clear(x.abortDue) }),
    ]
  }
}

const saturate = (v: Uint<any>, width: number): Uint<any> =>
  v.width <= width ? v.extend(width) : mux(v.shiftRight(width).ne(0), lit(width, 2n ** BigInt(width) - 1n), v.truncate(width))
