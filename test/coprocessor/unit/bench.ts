// Owns: a module of the unit on a table: its pins, cycles, and seeded chance.
import { elaborate, type Decls, type Module } from '../../../rtl-gen/dsl/index.ts'
import { compileSimulator, type SimPort, type Simulator } from '../../../rtl-gen/sim/index.ts'

export interface Bench<Name extends string> {
  readonly pins: Readonly<Record<Name, SimPort>>
  readonly sim: Simulator
  /** One cycle with the inputs as they stand. Until the next one the outputs read as they were in it, before its edge. */
  cycle(): void
}

/** Builds a module, resets it, and finds these of its ports. */
export function bench<Name extends string, P extends Decls>(of: Module<P>, names: readonly Name[]): Bench<Name> {
  const sim = compileSimulator(elaborate(of))
  const pins = Object.fromEntries(names.map((n) => [n, sim.port(n)])) as unknown as Record<Name, SimPort>
  sim.reset()
  return { pins, sim, cycle: () => { sim.step() } }
}

/** Seeded chance (mulberry32): the same seed, the same run. */
export class Chance {
  #state: number
  constructor(seed: number) { this.#state = seed >>> 0 }
  /** 0 <= value < 1 */
  real(): number {
    this.#state = this.#state + 0x6d2b79f5 >>> 0
    let t = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32
  }
  below(n: number): number { return Math.floor(this.real() * n) }
  /** True in so many of 100 cases. */
  often(percent: number): boolean { return this.real() * 100 < percent }
  one<T>(of: readonly T[]): T { return of[this.below(of.length)]! }
  word(): bigint { return BigInt(this.below(2 ** 32)) << 32n | BigInt(this.below(2 ** 32)) }
}

/** Requests that memory has taken and not answered: they come back by tag, in any order, not before `latency` cycles. */
export class InFlight<T extends { readonly tag: number }> {
  readonly #chance: Chance
  readonly #waiting: { readonly request: T; due: number }[] = []
  constructor(chance: Chance) { this.#chance = chance }
  get count(): number { return this.#waiting.length }
  has(tag: number): boolean { return this.#waiting.some((w) => w.request.tag === tag) }
  add(request: T, latency: number): void { this.#waiting.push({ request, due: latency }) }
  /** Called once a cycle; the request that is answered in it, if one is. */
  answer(percent: number): T | undefined {
    for (const w of this.#waiting) w.due--
    const ripe = this.#waiting.filter((w) => w.due < 0)
    if (ripe.length === 0 || !this.#chance.often(percent)) return undefined
    const chosen = this.#chance.one(ripe)
    this.#waiting.splice(this.#waiting.indexOf(chosen), 1)
    return chosen.request
  }
}

type Seen = string | number | bigint | boolean | undefined
/** Throws unless the two lists are equal; cheap enough for every cycle of a long run. `where` is only read then. */
export function same(seen: readonly Seen[], wanted: readonly Seen[], where: string | (() => string)): void {
  if (seen.length === wanted.length && seen.every((v, i) => v === wanted[i])) return
  const show = (of: readonly Seen[]) => of.map((v) => (typeof v === 'bigint' ? `0x${v.toString(16)}` : String(v))).join(' ')
  throw new Error(`${typeof where === 'string' ? where : where()}: saw ${show(seen)}, wanted ${show(wanted)}`)
}
