// Owns: the table of all diagnostic codes: one file a family, joined here.
import { dslCodes } from './codes-dsl.ts'
import { passCodes } from './codes-passes.ts'
import { simCodes } from './codes-sim.ts'

/** What `explain CODE` prints: a title, what went wrong and why it is an error, and a small example (wrong, then right). `level`: an error unless it says otherwise. */
export interface CodeEntry { readonly title: string; readonly text: string; readonly example: string; readonly level?: Level }
/** An error keeps a design from being used; a note stops nothing. */
export type Level = 'error' | 'note'

/** Code to explanation. RTL1xxx declarations, RTL2xxx values, RTL3xxx rules and modules (all of the language); RTL4xxx checks and passes; RTL5xxx back ends; RTL6xxx simulation. */
export const codes: Readonly<Record<string, CodeEntry>> = { ...dslCodes, ...passCodes, ...simCodes }

/** The explanation of a code at length, without a final newline; undefined for an unknown code. */
export function explainCode(code: string): string | undefined {
  const entry = Object.hasOwn(codes, code) ? codes[code] : undefined
  if (!entry) return undefined
  return [`${code}: ${entry.title}`, '', entry.text, '', ...entry.example.split('\n').map(l => (l ? `    ${l}` : l))].join('\n')
}

/** Of the findings of a code; an error if it is not in the table. */
export const levelOf = (code: string): Level => (Object.hasOwn(codes, code) ? codes[code]!.level : undefined) ?? 'error'
