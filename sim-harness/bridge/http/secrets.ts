// Owns: that a key stands in no line that people read: texts from servers and from the bridge pass through here.

export const hidden = '[key]'

/** The forms in which a server may give a key back. */
const formsOf = (key: string): string[] => [...new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), Buffer.from(key).toString('base64')])]

/** A function that takes the key, in the forms in which it travels, and every Bearer value out of a text. */
export function redactor(key: string | undefined): (text: string) => string {
  const forms = key === undefined || key === '' ? [] : formsOf(key).sort((a, b) => b.length - a.length)
  return (text) => forms.reduce((t, form) => t.replaceAll(form, hidden), text).replace(/\b(bearer)\s+(?!\[key\])[^\s"',;]+/gi, `$1 ${hidden}`)
}

/** Server's words, made short and fit for one line of a terminal. */
export function shortened(text: string, most = 240): string {
  const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return line.length > most ? `${Array.from(line).slice(0, most - 3).join('')}...` : line
}
