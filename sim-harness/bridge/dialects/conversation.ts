// Owns: a history in the forms that servers want: messages of sides in turn, or one text; and that no text in it reads as a record of another side.
import type { AuthorSpan } from '../history/authors.ts'
import { splitRecords, type Symbols } from '../history/records.ts'
import { escapedBytes } from '../history/escape.ts'
import type { Told } from './dialect.ts'
import type { ServerSettings } from './settings.ts'

export type Side = 'system' | 'priestess' | 'oracle'
export interface Message { readonly side: Side; readonly text: string }
export type Wording = Pick<ServerSettings, 'yield' | 'after_yield' | 'marks'>

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
/** Words in the form in which models know control tokens: `<|end|>`, `<s>`, `[INST]`. */
const tokenLike = /<[^\s<>]+>|\[[^\s[\]]+\]/g

/** Everything that stands for a mark or a yield, and each control token in it: what no text may hold. Longest first. */
function controls({ yield: stop, after_yield: after, marks }: Wording): string[] {
  const all = [stop, after, marks.system, marks.priestess, marks.oracle].flatMap((w) => [w.trim(), ...(w.match(tokenLike) ?? [])])
  return [...new Set(all)].filter((w) => w !== '').sort((a, b) => b.length - a.length)
}

/** Bytes of one side as text: bytes that are no UTF-8 become U+FFFD; the first character of a control becomes U+E000 + each of its bytes, so that it is none any more. */
function wordsOf(bytes: Uint8Array, guarded: readonly string[]): string {
  let text = decoder.decode(bytes)
  for (const word of guarded) {
    if (!text.includes(word)) continue
    const first = String.fromCodePoint(word.codePointAt(0)!)
    text = text.replaceAll(word, escapedBytes(Buffer.from(first)) + word.slice(first.length))
  }
  return text
}

interface Run { readonly side: Side; readonly parts: Uint8Array[] }

/** The bodies of all records, cut where the writer changes. Bytes that an Oracle wrote are its own, whatever record they stand in; for the rest the mark says it, and no mark is the Priestess. */
function runsOf(history: Uint8Array, authors: readonly AuthorSpan[], symbols: Symbols): Run[] {
  const runs: Run[] = []
  let span = 0
  for (const { speaker, bodyStart, bodyEnd } of splitRecords(history, symbols)) {
    let last: Run | undefined
    for (let at = bodyStart; at < bodyEnd;) {
      while (span < authors.length && authors[span]!.end <= at) span++
      const writer = authors[span]
      const end = Math.min(bodyEnd, writer?.end ?? bodyEnd)
      const side = writer?.author === 'oracle' ? 'oracle' : speaker === 'none' ? 'priestess' : speaker
      if (last?.side === side) last.parts.push(history.subarray(at, end))
      else runs.push(last = { side, parts: [history.subarray(at, end)] })
      at = end
    }
  }
  return runs
}

/** Records at the start that are the system's are one message; later ones go with the Priestess. Neighbours of one side are one message, joined by the yield. */
function messagesOf(history: Uint8Array, authors: readonly AuthorSpan[], symbols: Symbols, wording: Wording): Message[] {
  const guarded = controls(wording)
  const messages: { side: Side; texts: string[] }[] = []
  for (const run of runsOf(history, authors, symbols)) {
    const last = messages.at(-1)
    const side = run.side === 'system' && last !== undefined && last.side !== 'system' ? 'priestess' : run.side
    const words = wordsOf(Buffer.concat(run.parts), guarded)
    if (last?.side === side) last.texts.push(words)
    else messages.push({ side, texts: [words] })
  }
  return messages.map(({ side, texts }) => ({ side, text: texts.join(wording.yield) }))
}

function promptOf(history: Uint8Array, symbols: Symbols, wording: Wording): string {
  const { yield: stop, after_yield: after, marks } = wording
  const guarded = controls(wording)
  const opening = { system: marks.system, priestess: marks.priestess, oracle: marks.oracle, none: '' }
  return splitRecords(history, symbols)
    .map((r) => (r.bodyStart > r.start ? opening[r.speaker] : '') + wordsOf(history.subarray(r.bodyStart, r.bodyEnd), guarded) + (r.ended ? stop + after : ''))
    .join('')
}

/**
 * What is told of a history, of whose bytes `authors` says who wrote them. A prompt only grows when its history does, but for a character that was cut in its middle.
 * @param authors from byte 0 on, without gaps; bytes past the last are the Priestess's
 */
export const tell = (history: Uint8Array, authors: readonly AuthorSpan[], symbols: Symbols, wording: Wording): Told => ({
  get messages() { return messagesOf(history, authors, symbols, wording) },
  get prompt() { return promptOf(history, symbols, wording) },
})
