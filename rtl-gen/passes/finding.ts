// Owns: how the checks make their findings.
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import type { PassCode } from '../diagnostics/codes-passes.ts'
import type { Place } from '../ir/index.ts'

export const note = (place: Place, text: string): Note => ({ place, text })

export const finding = (code: PassCode, message: string, notes: readonly Note[], help: string): Diagnostic => ({ code, message, notes, help })

/** `a`, `a and b`, `a, b and c`; of many the first few and how many more. */
export function listText(items: readonly string[], most = 4): string {
  if (items.length > most) return `${items.slice(0, most - 1).join(', ')} and ${items.length - most + 1} more`
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
