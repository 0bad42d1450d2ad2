// Owns: how the user's names become names of the emitted text.
import { isKeyword } from '../ir/keywords.ts'
import type { Place } from '../ir/place.ts'
import { fail, note } from './fail.ts'

/** memReq -> mem_req, HTTPReq -> http_req, rs1 -> rs1. */
export const snake = (name: string): string =>
  name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2').toLowerCase()

export function checkName(name: string, what: string, at: Place): void {
  if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
    fail('RTL1006', `\`${String(name)}\` is not a name for ${what}`, [note(at, 'named here')], 'start with a letter, and use letters, digits and underscores')
  }
}

/** The names of one module. Ports have the name that they want, or none; any other that is a keyword or taken gets _2, _3, ...: the same design always gets the same names. */
export class Names {
  readonly #taken = new Set<string>()
  /** `also`: names that the passes will make from this one (the parts of an aggregate); they are kept free. */
  take(wanted: string, also: readonly string[] = []): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted}_${n}`
      const all = [name, ...also.map(a => `${name}_${a}`)]
      if (all.some(a => this.#taken.has(a) || isKeyword(a))) continue
      all.forEach(a => this.#taken.add(a))
      return name
    }
  }
}
