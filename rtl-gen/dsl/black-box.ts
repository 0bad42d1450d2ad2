// Owns: black boxes: modules whose insides are written elsewhere, as the user declares them.
import type { BlackBox as IrBlackBox, Domain } from '../ir/module.ts'
import { isKeyword } from '../ir/keywords.ts'
import type { Place } from '../ir/place.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import type { Decls, Declared } from './declaration.ts'
import { describe, isDeclaration } from './describe.ts'
import { fail, finding, note } from './fail.ts'
import type { Module, ModuleSource } from './module.ts'
import { place, plain } from './place.ts'
import { withoutLists } from './vec-of.ts'

declare const value: unique symbol
/** A Verilog parameter that takes values of type T. */
export interface Parameter<T> {
  readonly [value]?: T
  readonly kind: 'text' | 'integer'
  /** An integer has so many bits in the emitted text; 32 or more as it needs if this is not said. */
  readonly width?: number
  /** The only values that it takes. */
  readonly choices?: readonly string[]
}
/** A text. Quotes, backslashes and what is not printable ASCII (as the bytes of UTF-8) are escaped in the emitted text; a zero character is refused. */
export const text: Parameter<string> = { kind: 'text' }
/** One of these texts. */
export const choice = <const K extends string>(...choices: readonly K[]): Parameter<K> => ({ kind: 'text', choices })
/** A whole number, unsigned or negative, of `width` bits: what a Verilog parameter without a range takes its width from. */
export const integer = (width?: number): Parameter<bigint | number> => {
  if (width !== undefined && (!Number.isInteger(width) || width < 1)) fail('RTL1001', `a width is a whole number from 1 up, not ${String(width)}`, [note(place(), 'declared here')], 'give a whole number from 1 up')
  return { kind: 'integer', ...(width !== undefined && { width }) }
}

export type Parameters = { readonly [name: string]: Parameter<any> }
/** The values that the parameters of a black box take: all of them. */
export type ParameterValues<Q extends Parameters> = { readonly [K in keyof Q]: Q[K] extends Parameter<infer T> ? T : never }
/** The second argument of instance: none for a module without parameters. */
export type GivenParameters<Q extends Parameters> = [keyof Q] extends [never] ? [] : string extends keyof Q ? [values?: ParameterValues<Q>] : [values: ParameterValues<Q>]
/** A module that is written elsewhere; an instance of it gives a value to each parameter. */
export interface BlackBox<P extends Decls, Q extends Parameters> extends Module<P> { readonly parameters: Q }

/** The names of a clock port and of an active-high reset port of it. */
export type BoxClock = string | { readonly clock: string; readonly reset?: string }
export interface BlackBoxOptions<P extends Decls, Q extends Parameters> {
  /** Inputs, outputs, sinks and sources; their names are exactly those of the other text. Bundles fall into parts joined with `_`. */
  readonly ports: P
  /** Those that instances set; others keep the value that the other text gives them. */
  readonly parameters?: Q
  /** By clock domain, the clock (and reset) ports that are joined to those of the parent. */
  readonly clocks?: Readonly<Record<string, BoxClock>>
}
export interface BoxSource { readonly parameters: Parameters; readonly clocks: Readonly<Record<string, BoxClock>> }

/**
 * A module whose insides are written in another language; its name, ports and parameters are written as that text has them.
 *
 *     const pll = blackBox('vendorPll', {
 *       parameters: { MODE: choice('FAST', 'SLOW'), LABEL: text, WIDTH: integer(64) },
 *       clocks: { clk: { clock: 'CLKIN', reset: 'RST' } },
 *       ports: { ENABLE: input(bit), LOCKED: output(bit) },
 *     })
 *     ... pll: instance(pll, { MODE: 'FAST', LABEL: 'core', WIDTH: 12n }),
 *     ... assign({ pll: { ENABLE: go }, locked: pll.LOCKED })
 *
 * It is emitted as an instance only, and cannot be simulated here. From its inputs to its outputs no path within a cycle is assumed.
 * Errors: RTL1018 (a name that Verilog does not take, two of one name), RTL1019 at `instance` (a parameter that is wrong, missing or unknown).
 */
export function blackBox<const P extends Decls, const Q extends Parameters = Record<never, never>>(name: string, options: BlackBoxOptions<P, Q>): BlackBox<P, Q> {
  const at = place(), { ports, parameters = {} as Q, clocks = {} } = options, declared = ports as unknown as Readonly<Record<string, Declared>>
  const wrong = (message: string, help: string, other?: Place): Diagnostic => finding('RTL1018', message, [note(at, 'the black box'), ...(other ? [note(other, 'declared here')] : [])], help)
  const found: Diagnostic[] = []
  const named = [{ name, what: 'the black box' }, ...Object.keys(declared).map(k => ({ name: k, what: 'a port', at: declared[k]!.at as Place | undefined })), ...Object.keys(parameters).map(k => ({ name: k, what: 'a parameter' })), ...clockNames(clocks).map(k => ({ name: k, what: 'a clock or reset' }))]
  for (const n of named) if (!isVerilogName(n.name)) found.push(wrong(`\`${String(n.name)}\` is no name of Verilog for ${n.what} of \`${String(name)}\``, 'write it as the other text has it: letters, digits, _ and $, not a digit first, no keyword', 'at' in n ? n.at : undefined))
  for (const [k, d] of Object.entries(declared)) {
    if (!isDeclaration(d) || !['input', 'output', 'sink', 'source'].includes(d.is)) found.push(wrong(`port \`${k}\` of \`${name}\` is ${describe(d)}`, 'a black box has inputs, outputs, sinks and sources'))
  }
  for (const [k, p] of Object.entries(parameters)) {
    if (typeof p !== 'object' || p === null || (p.kind !== 'text' && p.kind !== 'integer')) found.push(wrong(`parameter \`${k}\` of \`${name}\` is ${describe(p)}`, 'declare it with text, choice(...) or integer(width)'))
  }
  if (found.length) throw new DiagnosticError(found)
  const box: BoxSource = { parameters, clocks }
  const source: ModuleSource = { name, ...withoutLists(declared), body: () => [], doc: [], at, box }
  return Object.assign(source, { parameters }) as never
}

const isVerilogName = (name: unknown): boolean => typeof name === 'string' && /^[A-Za-z_][A-Za-z0-9_$]*$/.test(name) && !isKeyword(name)
const clockNames = (clocks: BoxSource['clocks']): string[] => Object.values(clocks).flatMap(c => (typeof c === 'string' ? [c] : [c.clock, ...(c.reset === undefined ? [] : [c.reset])]))

/** The clocks that are joined to those of the parent. */
export const boxDomains = (m: ModuleSource): Domain[] => Object.entries(m.box!.clocks).map(([name, c]): Domain => ({
  name, clock: typeof c === 'string' ? c : c.clock, edge: 'rising', at: plain(m.at), ...(typeof c === 'object' && c.reset !== undefined && { reset: { name: c.reset, kind: 'sync' } }),
}))

/** The values of the parameters as the IR has them; `at` is where the instance was declared. */
export function parameterValues(of: ModuleSource, given: unknown, at: Place): Record<string, bigint | string> {
  const wanted = of.box?.parameters ?? {}, values = (given ?? {}) as Record<string, unknown>, found: Diagnostic[] = []
  const wrong = (message: string, help: string): void => void found.push(finding('RTL1019', message, [note(at, 'the instance'), note(of.at, `\`${of.name}\` declared here`)], help))
  if (typeof values !== 'object' || Array.isArray(values)) wrong(`the parameters of \`${of.name}\` are ${describe(given)}`, 'give an object: instance(box, { WIDTH: 8 })')
  const unknown = Object.keys(values).filter(k => !Object.hasOwn(wanted, k)), missing = Object.keys(wanted).filter(k => values[k] === undefined)
  for (const k of unknown) wrong(`\`${of.name}\` has no parameter \`${k}\``, of.box === undefined ? 'a module of the language takes its parameters as arguments of the function that makes it' : `it has ${Object.keys(wanted).join(', ') || 'none'}`)
  for (const k of missing) wrong(`parameter \`${k}\` of \`${of.name}\` is given no value`, `give it, or leave it out of the black box: it then keeps the value of the other text`)
  const result: Record<string, bigint | string> = {}
  for (const [k, p] of Object.entries(wanted)) {
    const v = values[k]
    if (v === undefined) continue
    const problem = p.kind === 'text' ? textProblem(v, p) : integerProblem(v, p)
    if (problem === undefined) result[k] = p.kind === 'text' ? v as string : BigInt(v as bigint)
    else wrong(`parameter \`${k}\` of \`${of.name}\` ${problem}`, p.choices ? `it takes ${p.choices.map(c => `'${c}'`).join(', ')}` : p.kind === 'text' ? 'give a text' : 'give a whole number that fits; above 2^53 as a bigint: 0x1fn')
  }
  if (found.length) throw new DiagnosticError(found)
  return result
}

function textProblem(v: unknown, p: Parameter<unknown>): string | undefined {
  if (typeof v !== 'string') return `is a text, not ${describe(v)}`
  if (p.choices && !p.choices.includes(v)) return `is not '${v}'`
  if (v.includes('\0')) return 'holds a zero character, which no text of Verilog can'
  return /\p{Surrogate}/u.test(v) ? 'holds half of a character' : undefined
}
function integerProblem(v: unknown, { width = 64 }: Parameter<unknown>): string | undefined {
  if (typeof v !== 'bigint' && !(typeof v === 'number' && Number.isSafeInteger(v))) return `is a whole number, not ${typeof v === 'number' ? String(v) : describe(v)}`
  const n = BigInt(v)
  return n >= 1n << BigInt(width) || n < -(1n << BigInt(width - 1)) ? `has ${width} bits: ${n} does not fit` : undefined
}

/** The IR of a black box. `ports`: from its layout. */
export const boxOf = (m: ModuleSource, ports: IrBlackBox['ports']): IrBlackBox => {
  const widths = Object.entries(m.box!.parameters).flatMap(([k, p]) => (p.width === undefined ? [] : [[k, p.width] as const]))
  return { kind: 'blackbox', name: m.name, at: plain(m.at), domains: boxDomains(m), ports, parameters: Object.keys(m.box!.parameters), ...(widths.length > 0 && { parameterWidths: Object.fromEntries(widths) }) }
}
