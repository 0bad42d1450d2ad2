// Owns: what the modules of the library want of their arguments.
import { fail, note } from '../dsl/fail.ts'
import { placeOfUser } from '../dsl/place.ts'

/** RTL1021 unless `holds`. */
export function wants(holds: boolean, message: string, help: string): void {
  if (!holds) fail('RTL1021', message, [note(placeOfUser(), 'made here')], help)
}

/** The number itself if it is a whole one, `least` or more. */
export function wantsCount(n: number, least: number, what: string): number {
  wants(Number.isInteger(n) && n >= least, `${what}: ${String(n)}`, `give a whole number from ${least} up`)
  return n
}

/** Two clock domains. */
export const wantsTwo = (from: string, to: string, what: string): void => wants(from !== to, `${what} from clock domain \`${from}\` to itself`, 'within one domain nothing has to cross')
