// Owns: does a frame to the host fit a state of its slot, and what is the state after it.
import type { Frame, Header } from '../../coprocessor/link/codec.ts'
import { chunkBegun, lastChunkLeft } from '../../coprocessor/machine/slot-run.ts'
import { queryByte, skippable, type Hypothesis, type Out, type QueryOut } from './hypothesis.ts'

/** The entry that a frame answers to, everything before it may stay away; undefined: none. */
function entry(h: Hypothesis, fits: (o: Out) => boolean): number | undefined {
  for (const [i, o] of h.out.entries()) {
    if (fits(o)) return i
    if (!skippable(o)) return undefined
  }
  return undefined
}

const sends = (h: Hypothesis, q: QueryOut): boolean => q.mode === 'sending' && h.slot.run?.phase === 'sending'
/** The query was given up, and its run has not left its record yet: that a chunk was begun still counts. */
const endsBegun = (h: Hypothesis, q: QueryOut): boolean => q.mode === 'ended' && h.slot.run?.phase === 'ending' && h.slot.sequence === q.sequence

/** The header of a chunk was seen. `sessions[n]`: number of the n-th session, 0 before the first. */
export function chunkOpens(h: Hypothesis, head: Header, sessions: readonly number[], chunkBytes: number): Hypothesis | undefined {
  const at = entry(h, (o) => o.kind === 'query' && !o.open && o.epoch > 0 && head.session === sessions[o.epoch] && head.sequence === o.sequence && head.oracle === o.oracle
    && head.offset === o.next && head.length === Math.min(chunkBytes, o.end - o.next))
  if (at === undefined) return undefined
  const query = h.out[at] as QueryOut
  return { ...h, slot: sends(h, query) || endsBegun(h, query) ? chunkBegun(h.slot) : h.slot, out: [{ ...query, open: true }, ...h.out.slice(at + 1)] }
}

/** The data are the history; of a chunk that was cut up to somewhere, and zeros behind. */
function dataFit(q: QueryOut, f: Frame): boolean {
  let i = 0
  while (i < f.data.length && f.data[i] === queryByte(q, q.next + i)) i++
  return i === f.data.length || (f.trailer!.cut && f.data.subarray(i).every((b) => b === 0))
}

/** The last beat of a chunk whose header fitted was seen. */
export function chunkEnds(h: Hypothesis, f: Frame): Hypothesis | undefined {
  const query = h.out[0]
  if (query?.kind !== 'query' || !query.open || !dataFit(query, f)) return undefined
  const { first, last, cut } = f.trailer!
  const rest = h.out.slice(1)
  const next = query.next + f.data.length
  const isLast = next === query.end
  if (cut) return query.mode === 'ended' ? { ...h, out: rest } : undefined
  if (first !== (query.next === query.start) || last !== isLast) return undefined
  if (!isLast) return { ...h, out: [{ ...query, next, open: false }, ...rest] }
  // Given up after its last beat was handed on: it comes whole, and whether it counts as left hangs on a few cycles. In this state it did not.
  return { ...h, slot: sends(h, query) ? lastChunkLeft(h.slot) : h.slot, out: rest }
}

/** A short frame of a slot was seen: it may be any of those that it fits, up to the first that had to come before it. */
export function flagSeen(h: Hypothesis, f: Frame, sessions: readonly number[]): readonly Hypothesis[] {
  const { session, sequence, offset, length } = f.header
  const fits = (o: Out): boolean => o.kind === f.kind.name && o.kind !== 'query' && sessions.slice(Math.max(1, o.epoch)).includes(session)
    && (o.kind === 'close' || (o.kind === 'hint' ? offset === o.held : o.kind === 'fork' ? length === o.source && (offset === o.held || offset === h.slot.held) : sequence === o.sequence && (offset === o.held || offset === h.slot.held)))
  const first = h.out.findIndex((o) => !skippable(o))
  const within = first < 0 ? h.out : h.out.slice(0, first + 1)
  return within.flatMap((o, i) => (fits(o) ? [{ ...h, out: h.out.slice(i + 1) }] : []))
}

/** What the state still has to send, in words. */
export const owes = (h: Hypothesis): string =>
  h.out.map((o) => (o.kind === 'query' ? `query ${o.sequence} (${o.mode}, next byte ${o.next} of ${o.end}, Oracle ${o.oracle})` : `${o.must ? '' : 'perhaps '}${o.kind} of query ${o.sequence}, ${o.held} kept`)).join(', ') || 'nothing'
