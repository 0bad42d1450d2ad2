// Owns: which clocks rise next: sets of clocks by name, and clocks with periods of their own.
import type { Simulator } from '../sim/index.ts'
import { refuse, remedy } from './refuse.ts'

/** A period, or a period and the time of the first edge (one period at first). Whole numbers from 1 up, in units of your choice. */
export type Period = number | { readonly period: number; readonly first?: number }

/** The edges of clocks that run by themselves: each instant at which a clock rises is a cycle of the simulation. */
export interface Schedule {
  readonly time: number
  /** Goes to the next instant and gives the set of clocks that rise at it. */
  next(): number
  /** The time of the next instant. */
  readonly ahead: number
  /** Time passes without an edge. */
  rest(until: number): void
  save(): readonly number[]
  load(saved: readonly number[]): void
}

/** What one call can run: the count is a number of 32 bits with a sign. */
const mostCycles = 2 ** 31 - 1

/** Throws RTL6010 for what is no whole number from `least` up. */
export function wholeNumber(n: unknown, what: string, least = 0): number {
  if (typeof n !== 'number' || !Number.isSafeInteger(n) || n < least) refuse('RTL6010', `${what} is a whole number from ${least} up, not ${typeof n === 'string' ? `the string '${n}'` : String(n)}`, `give ${Math.max(1, least)}`)
  if ((n as number) > mostCycles) refuse('RTL6010', `${what} is ${n}, and at most ${mostCycles} at a time`, 'run them in parts')
  return n
}

/** The set of clocks (see Simulator.clocks) with these names. Throws RTL6011. */
export function clockSet(raw: Simulator, names: readonly string[]): number {
  if (!Array.isArray(names)) refuse('RTL6011', '`clocks` takes an array of names', `there is ${raw.clocks.join(', ')}`)
  return names.reduce((set, name) => {
    const i = raw.clocks.indexOf(name)
    if (i < 0) refuse('RTL6011', `the design has no clock \`${String(name)}\``, remedy(String(name), raw.clocks))
    return (set | 1 << i) >>> 0
  }, 0)
}

/** Throws RTL6011 if a clock is missing, unknown or has no good period. */
export function schedule(raw: Simulator, periods: Readonly<Record<string, Period | undefined>>): Schedule {
  clockSet(raw, Object.keys(periods))
  const clocks = raw.clocks.map(name => {
    const given = Object.hasOwn(periods, name) ? periods[name] : undefined, { period, first } = typeof given === 'object' && given !== null ? given : { period: given }
    const good = (n: unknown): n is number => typeof n === 'number' && Number.isSafeInteger(n) && n >= 1
    if (!good(period) || !(first === undefined || good(first))) return refuse('RTL6011', `clock \`${name}\` has no period that is a whole number from 1 up`, `give each clock one: { ${raw.clocks.map(c => `${c}: 10`).join(', ')} }`)
    return { period, next: first ?? period }
  })
  let time = 0
  const ahead = (): number => Math.min(...clocks.map(c => c.next))
  return {
    get time() { return time },
    get ahead() { return ahead() },
    next: () => {
      time = ahead()
      return clocks.reduce((set, c, i) => {
        if (c.next !== time) return set
        c.next += c.period
        return (set | 1 << i) >>> 0
      }, 0)
    },
    rest: until => { time = until },
    save: () => [time, ...clocks.map(c => c.next)],
    load: ([t, ...next]) => {
      time = t!
      clocks.forEach((c, i) => { c.next = next[i]! })
    },
  }
}
