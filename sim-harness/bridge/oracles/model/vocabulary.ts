// Owns: text and tokens of a byte-level vocabulary, exact to the byte in both directions.
import { escapedBytes, escapeText } from '../../history/escape.ts'
import type { GgufInfo } from './engine.ts'

/**
 * GPT-2's table: each byte has a printable character that stands for it in the vocabulary's words. Printable bytes stand for themselves,
 * the others for the characters from U+0100 on, in order.
 */
export const byteCharacters: readonly string[] = (() => {
  const printable = (b: number) => (b >= 0x21 && b <= 0x7e) || (b >= 0xa1 && b <= 0xac) || b >= 0xae
  let others = 0
  return Array.from({ length: 256 }, (_, b) => String.fromCharCode(printable(b) ? b : 0x100 + others++))
})()
const byteOf = new Map(byteCharacters.map((c, b) => [c, b]))

/** Token type of llama.cpp: a control token, whose word is not text. */
const control = 3
export interface Vocabulary {
  /** What token `id` adds to an answer. A control token is its word; a byte that must not come from an Oracle is escaped. */
  bytesOf(id: number): Uint8Array
  /** The tokens of a text run; never a control token, so text cannot forge one. @throws Error if the encoder lost a byte. */
  encode(run: Uint8Array): number[]
  /** The token whose word is `word`; undefined if there is none. */
  find(word: string): number | undefined
}

/** `forbidden`: the marks and the yield symbol, which no text may hold. @throws RangeError for a vocabulary that is not byte-level. */
export function vocabularyOf(info: GgufInfo, tokenize: (text: string) => number[], forbidden: readonly number[]): Vocabulary {
  const { model, tokens, token_type: types } = info.metadata.tokenizer.ggml
  if (model !== 'gpt2') throw new RangeError(`its vocabulary is of the kind '${model}', not byte-level (gpt2)`)
  const single = new Set(tokens)
  const known = (byte: number) => single.has(byteCharacters[byte]!)
  const raw = (id: number): Uint8Array => {
    const word = tokens[id] ?? ''
    const bytes = types?.[id] === control ? undefined : [...word].map((c) => byteOf.get(c))
    return bytes?.every((b) => b !== undefined) ? Uint8Array.from(bytes as number[]) : new TextEncoder().encode(word)
  }
  return {
    bytesOf(id) {
      const bytes = raw(id)
      return bytes.some((b) => forbidden.includes(b)) ? new TextEncoder().encode(escapedBytes(bytes)) : bytes
    },
    encode(run) {
      const text = escapeText(run, known)
      const ids = tokenize(text)
      if (Buffer.compare(Buffer.concat(ids.map(raw)), Buffer.from(text, 'utf8')) !== 0) throw new Error('the encoder of the model lost a byte of the history')
      return ids
    },
    find: (word) => {
      const id = tokens.indexOf(word)
      return id < 0 ? undefined : id
    },
  }
}
