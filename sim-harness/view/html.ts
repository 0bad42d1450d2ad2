// Owns: text in HTML: nothing of it is ever markup, whoever wrote it.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\'': '&#39;' }
/** Control characters, and those that turn the writing direction or are not seen, would change what stands around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu

/** Text between tags or in a quoted attribute. Characters that nobody sees are written as their code points. */
export const text = (value: string | number): string =>
  String(value).replace(unseen, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`).replace(/[&<>"']/g, (c) => entities[c]!)

/** JSON as the content of a script element that is no script: no `<` of it can end the element, no character of it can end a line of script. */
export const jsonForElement = (value: unknown): string =>
  JSON.stringify(value)

/** With separators between thousands. */
export const number = (n: number | bigint): string => n.toLocaleString('en-US')

/** A long text cut short, with a sign that it is. */
export const short = (value: string, most = 400): string => (value.length > most ? `${value.slice(0, most)} ...` : value)
