// Owns: how the user's names become names of the emitted text.
import { isKeyword, isPortWord } from '../ir/keywords.ts'
import type { Place } from '../ir/place.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'

/** memReq -> mem_req, HTTPReq -> http_req, rs1 -> rs1. */
export const snake = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2').toLowerCase()

/** A letter, then letters, digits and underscores. */
export const isPlain = (name: string): boolean => /^[A-Za-z][A-Za-z0-9_]*$/.test(name)

/**
 * Any text as a name in snake_case, which may still be a keyword or taken. Marks above letters go, other letters are written as their code points,
 * what is neither letter nor digit becomes `_`: `mac (2 taps)` -> mac_2_taps, `été` -> ete, `2nd` -> n2nd, `日` -> u65e5, `__proto__` -> proto.
 */
export function legal(name: string): string {
  if (isPlain(name)) return snake(name)
  const code = (c: string): string => `u${c.codePointAt(0)!.toString(16)}`
  const parts = [...name.normalize('NFKD').replace(/\p{M}+/gu, '')].map(c => (/[A-Za-z0-9]/.test(c) ? c : /[\p{L}\p{N}]/u.test(c) ? `_${code(c)}_` : '_'))
  const made = snake(parts.join('').replace(/_+/g, '_').replace(/^_|_$/g, ''))
  return made === '' ? [...name].map(code).join('_') : /^[0-9]/.test(made) ? `n${made}` : made
}

/** The name of a module in the emitted text; its file has the same. */
export function moduleName(name: string): string {
  const plain = legal(name)
  // Most modules have ports of these names, and nothing in a module is called like it.
  return isKeyword(plain) || plain === 'clock' || plain === 'reset' ? `${plain}_` : plain
}

/** Each of the names of one list, in order: the first keeps its plain one, later ones that would be the same get _2, _3, ... */
export function distinct(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(names.map(n => {
    const plain = legal(n)
    let name = plain
    for (let i = 2; taken.has(name); i++) name = `${plain}_${i}`
    taken.add(name)
    return [n, name]
  }))
}

/** The steps to a part of a declaration as one text: `payload.addr`; a dot or backslash inside a name has a backslash before it. */
export const pathKey = (path: readonly (string | number)[]): string => path.map(s => String(s).replace(/[\\.]/g, '\\$&')).join('.')

/** The most characters of a name in the emitted text. */
const longest = 120

export function checkName(name: string, what: string, at: Place): void {
  if (typeof name !== 'string' || name === '') {
    fail('RTL1006', `${name === '' ? 'an empty text' : typeof name === 'number' ? String(name) : describe(name)} is not a name for ${what}`, [note(at, 'named here')], 'give a text with at least one character, best in camelCase')
  }
  const { length } = legal(name)
  if (length > longest) fail('RTL1006', `a name of ${length} characters for ${what}: \`${name.slice(0, 20)}...\``, [note(at, 'named here')], `the most is ${longest}: Verilator writes longer ones in another way, and files cannot be called so`)
}

/** In an object that is written out, `__proto__: x` is no property: JavaScript makes x the prototype, and the name would be lost without a word. */
export function checkKeys(o: object, what: string, at: Place): void {
  if (typeof o !== 'object' || o === null || Array.isArray(o)) fail('RTL1007', `${what} are the properties of an object, not ${describe(o)}`, [note(at, 'declared here')], 'write { name: ..., other: ... }')
  const symbol = Object.getOwnPropertySymbols(o)[0]
  if (symbol !== undefined) fail('RTL1006', `${String(symbol)} is not a name: it would be left out without a word`, [note(at, 'named here')], 'give a text for a name')
  const proto: unknown = Object.getPrototypeOf(o)
  if (proto !== null && Object.getPrototypeOf(proto) !== null) fail('RTL1009', `${what} have another prototype than a plain object`, [note(at, 'declared here')], "write ['__proto__']: ... for a property of that name, or give it another one")
}

/** The names of one module. A keyword gets a `_`, what is taken _2, _3, ...: the same design always gets the same names. */
export class Names {
  readonly #taken = new Set<string>()
  /** All that are taken so far. */
  all(): ReadonlySet<string> { return new Set(this.#taken) }
  /** `also`: names that the passes will make from this one (the parts of an aggregate); they are kept free. `not`: names that it may not be, though they stand elsewhere. */
  take(wanted: string, also: readonly string[] = [], not: ReadonlySet<string> = new Set()): string {
    for (let n = 1; ; n++) {
      const name = n > 1 ? `${wanted}_${n}` : isKeyword(wanted) ? `${wanted}_` : wanted
      const all = [name, ...also.map(a => `${name}_${a}`)]
      if (not.has(name) || all.some(a => this.#taken.has(a) || isKeyword(a))) continue
      all.forEach(a => this.#taken.add(a))
      return name
    }
  }

  /** Names of ports that share a base, which itself stays free: `parts` says what comes after it, '' nothing. A part that meets a word of Verilog or C++ gets a `_`; if one is taken, all get another base. */
  takePorts(wanted: string, parts: readonly string[]): { readonly base: string; readonly names: readonly string[] } {
    for (let n = 1; ; n++) {
      const base = n > 1 ? `${wanted}_${n}` : wanted, names = parts.map(p => portName(p === '' ? base : `${base}_${p}`))
      if (names.some(a => this.#taken.has(a))) continue
      names.forEach(a => this.#taken.add(a))
      return { base, names }
    }
  }
}
/** The name that a port gets where nothing else has it. */
export const portName = (wanted: string): string => (isPortWord(wanted) ? `${wanted}_` : wanted)
