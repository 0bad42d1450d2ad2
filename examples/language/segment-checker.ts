// Owns: a slice of a segment table: a memory of bundles, a look-up that takes one cycle, a check that names what is wrong.
// Run: as try-counter.ts does; `simulate(segmentChecker)` has poke({ load: 1, ... }), sinks.access.send(...) and sources.verdict.take().
import { bit, bundle, enumeration, input, memory, module, named, output, read, register, sink, source, uint, write } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'

export class Segment extends bundle({ base: uint(40), limit: uint(40), valid: bit, writable: bit }) {}
export class Access extends bundle({ slot: uint(2), offset: uint(40), length: uint(16), store: bit }) {}
export const status = enumeration('status', ['ok', 'noSegment', 'notWritable', 'tooLong', 'crossesLimit'])
export class Verdict extends bundle({ status, address: uint(40) }) {}

export const segmentChecker = module('segmentChecker', {
  load: input(bit),
  loadSlot: input(uint(2)),
  entry: input(Segment),
  access: sink(Access),
  verdict: source(Verdict),
  refused: output(uint(16)),
  // One read port and one write port. `collision`: what a read gives of the word that is written in the same cycle: the old one here, 'new',
  // or 'undefined' where that cannot happen (the cheapest in an FPGA).
  segments: memory({ depth: 4, of: Segment, collision: 'old' }),
  pending: register(bit, 0),
  asked: register(Access, 'none'),
  refusals: register(uint(16), 0),
}, ({ load, loadSlot, entry, access, verdict, segments, pending, asked, refusals }, { assign, when, assert }) => {
  // The word that was read stands in segments.data one cycle after the read, and stays until the next read.
  const seg = segments.data
  const { size, reach, taken } = named({
    size: seg.limit.sub(seg.base),
    reach: asked.offset.addWide(asked.length.extend(40)), // 41 bits: the sum cannot wrap past the check
    taken: access.fire,
  })
  return [
    assign({
      // A pipeline of one slot: there is room if it is empty, or if what is in it leaves in this cycle.
      access: { ready: pending.not().or(verdict.ready) },
      verdict: { valid: pending, payload: { status: 'ok', address: seg.base.add(asked.offset) } },
      refused: refusals,
    }),
    when(load, { segments: write(loadSlot, entry) }),
    // If one leaves and one comes in the same cycle, both rules hold, and the last change of `pending` wins: 1.
    when(verdict.fire, { pending: 0 }),
    when(taken, { segments: read(access.payload.slot), asked: access.payload, pending: 1 }),
    // Changes of single fields leave the others as assign has them. The first condition that holds decides.
    when(seg.valid.not(), { verdict: { payload: { status: 'noSegment' } } })
      .elseWhen(asked.store.and(seg.writable.not()), { verdict: { payload: { status: 'notWritable' } } })
      .elseWhen(asked.length.gt(4096), { verdict: { payload: { status: 'tooLong' } } })
      .elseWhen(reach.gt(size.extend(41)), { verdict: { payload: { status: 'crossesLimit' } } }),
    when(verdict.fire.and(verdict.payload.status.is('ok').not()), { refusals: refusals.add(1) }),
    // "If offered and ok, then inside": `a implies b` is a.not().or(b). An assertion is checked at each clock edge of a simulation.
    assert('okStaysInside', verdict.valid.not().or(verdict.payload.status.is('ok').not()).or(reach.le(size.extend(41)))),
  ]
})
