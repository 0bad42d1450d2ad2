// Owns: what the modules of the library want of their arguments.
import { describe, isShape } from '../dsl/describe.ts'
import { fail, note } from '../dsl/fail.ts'
import { placeOfUser } from '../dsl/place.ts'
import { UintSignal } from '../dsl/signal.ts'
import type { Shape, Uint } from '../dsl/index.ts'
import { remedy } from '../diagnostics/nearest.ts'

/** From the body of a module to the call that builds the design. */
const bodyDepth = 40

/** RTL1021 unless `holds`. */
export function wants(holds: boolean, message: string, help: string): void {
  if (!holds) fail('RTL1021', message, [note(placeOfUser(), 'made here')], help)
}

/** The number itself if it is a whole one, `least` or more. */
export function wantsCount(n: number, least: number, what: string): number {
  wants(Number.isInteger(n) && n >= least, `${what}: ${shown(n)}`, `give a whole number from ${least} up`)
  return n
}

/** One of some words. */
export function wantsOneOf<W extends string>(word: W, there: readonly W[], what: string): W {
  wants(there.includes(word), `${what} is ${describe(word)}`, remedy(String(word), there))
  return word
}

/** The shape of the elements of a stream; and its clock domain is the name of one. */
export function wantsItem<T extends Shape>(item: T, what: string, domain?: string): T {
  wants(isShape(item), `the elements of ${what} are ${describe(item)}`, 'give a shape: uint(8), bit, a bundle, an enumeration')
  wants(domain === undefined || (typeof domain === 'string' && domain !== ''), `the clock domain of ${what} is ${shown(domain)}`, "give its name: 'clk'")
  return item
}

/** What computes from an element. */
export function wantsFunction(f: unknown, what: string, help: string): void { wants(typeof f === 'function', `${what} is ${describe(f)}, not a function`, help) }

/** What a function of the user gave: a uint of so many bits, or of any width. The place is where the design is built. */
export function wantsUint<W extends number, D extends string>(value: Uint<W, D>, width: W | undefined, what: string): Uint<W, D> {
  const given: unknown = value
  if (given instanceof UintSignal && (width === undefined || given.width === width)) return value
  return fail('RTL1021', `${what} gives ${given instanceof UintSignal ? `a uint(${given.width})` : shown(given)}`, [note(placeOfUser(bodyDepth), 'the design is built here')], width === 1 ? 'give a condition, one bit: item => item.kind.eq(3)' : 'give a uint: item => item.to')
}

/** An object with no other properties than `known`; one that is not known would do nothing without a word. */
export function wantsOptions<O extends object>(options: O, known: readonly (keyof O & string)[], what: string): O {
  wants(typeof options === 'object' && options !== null && !Array.isArray(options), `${what} takes an object, not ${describe(options)}`, `write { ${known.map((k) => `${k}: ...`).join(', ')} }`)
  for (const key of Object.keys(options)) wants((known as readonly string[]).includes(key), `${what} has no option \`${key}\``, remedy(key, known))
  return options
}

/** Options of what has two clock domains. */
export function wantsTwo<O extends { readonly from: string; readonly to: string }>(options: O, what: string): O {
  const { from, to } = options
  for (const [key, domain] of Object.entries({ from, to })) wants(typeof domain === 'string' && domain !== '', `\`${key}\` of ${what} is ${shown(domain)}`, "name two clock domains: { from: 'rx', to: 'clk' }")
  wants(from !== to, `${what} from clock domain \`${from}\` to itself`, 'within one domain nothing has to cross')
  return options
}

/** What was given, in words. */
export const shown = (n: unknown): string => (typeof n === 'number' || typeof n === 'bigint' ? String(n) : describe(n))
