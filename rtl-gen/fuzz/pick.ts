// Owns: random choices that a seed decides, the same on every machine.

/** Takes one number below `n` at a time. 0 is the simplest choice. */
export type Pick = (n: number) => number

/** Deterministic numbers from a seed. */
export function seededPick(seed: number): Pick {
  let s = (seed ^ 0x9e3779b9) >>> 0
  return n => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

/** A seed of its own for each thing that has a name: what is drawn for one does not depend on the others. */
export function seedFor(seed: number, name: string): number {
  let h = (seed ^ 0x811c9dc5) >>> 0
  for (let i = 0; i < name.length; i++) h = Math.imul(h ^ name.charCodeAt(i), 0x01000193) >>> 0
  return h
}

export const oneOf = <T>(pick: Pick, choices: readonly T[]): T => choices[pick(choices.length)]!

/** `count` times, with the number of the time. */
export const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** Bits of a pattern, often one where carries run (all ones, the highest bit, small numbers), and of any length. */
export function randomBits(pick: Pick, width: number): bigint {
  const edges = [0n, 1n, (1n << BigInt(width)) - 1n, 1n << BigInt(width - 1), BigInt(pick(16)), -BigInt(pick(16))]
  if (pick(8) < 3) return BigInt.asUintN(width, oneOf(pick, edges))
  let v = 0n
  for (let done = 0; done < width; done += 31) v = v << 31n | BigInt(pick(2 ** 31))
  return BigInt.asUintN(width, v) >> BigInt(pick(3) === 0 ? pick(width) : 0)
}
