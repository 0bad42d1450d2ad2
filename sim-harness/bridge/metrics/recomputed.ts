// Owns: which tokens of a query were computed before and are computed again, and why.

/**
 * `encoder`: the bytes only grew, and what stands for them changed. `compaction`: the history was rewritten or cut. `eviction`: nothing of it changed, but the cache did
 * not have it any more. `resume`: the query has nothing new, and a model needs one token to go on from.
 */
export const recomputationCauses = ['encoder', 'compaction', 'eviction', 'resume'] as const
export type RecomputationCause = (typeof recomputationCauses)[number]
export type Recomputed = Readonly<Record<RecomputationCause, number>>
export const nothingRecomputed: Recomputed = { encoder: 0, compaction: 0, eviction: 0, resume: 0 }

/** Of how many first elements both lists have the same. */
export function commonLength(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  return same
}

export interface TokensOfQuery {
  /** The tokens of the history as it was after the answer before, all of them computed once; none: a first query. */
  readonly before: readonly number[]
  /** The tokens of the query. */
  readonly now: readonly number[]
  /** How many first ones of them the cache had. */
  readonly reused: number
  /** The bytes behind `before` are not the beginning of those behind `now`. */
  readonly rewritten: boolean
}

/**
 * By position: a token is computed again when its place in the history had one before. The sum over the causes is max(0, min(before, now) - reused).
 * @example recomputedOf({ before: [1, 2, 3], now: [1, 9, 3, 4], reused: 1, rewritten: true }).compaction // 2
 */
export function recomputedOf({ before, now, reused, rewritten }: TokensOfQuery): Recomputed {
  const known = commonLength(before, now)
  const end = Math.min(before.length, now.length)
  // Nothing new: the last token is computed again whatever the cache has.
  const resume = known === now.length && reused < now.length ? 1 : 0
  const eviction = Math.max(0, known - resume - reused)
  const changed = Math.max(0, end - Math.max(known, reused))
  return { encoder: rewritten ? 0 : changed, compaction: rewritten ? changed : 0, eviction, resume }
}
