// Owns: text in HTML: nothing of it is ever markup, whoever wrote it.
import { isSeen } from '../bridge/history/printer.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' }
/** Text between tags or in a quoted attribute. Characters that nobody sees are written as their code points. */
export const text = (value: string | number): string =>
  [...String(value)].map((c) => isSeen(c) ? c : `\\u{${c.codePointAt(0)!.toString(16)}}`).join('').replace(/[&<>"']/g, (c) => entities[c]!)

/** JSON as the content of a script element that is no script: no `<` of it can end the element, no character of it can end a line of script. */
export const jsonForElement = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** With separators between thousands. */
export const number = (n: number | bigint): string => n.toLocaleString('en-US')

/** A long text cut short, with a sign that it is. */
export const short = (value: string, most = 400): string => (value.length > most ? `${value.slice(0, most)} ...` : value)
