// Owns: text to tokens at a llama.cpp server, exact to the byte: what its encoder would lose is found out first and escaped.
import { z } from 'zod'
import { escapeText } from '../../history/escape.ts'
import type { LlamaServer } from './server.ts'

const id = z.number().int().min(0).max(0x7fff_ffff)
/** A piece that is no UTF-8 by itself comes as its bytes. */
const piecesSchema = z.object({ tokens: z.array(z.object({ id, piece: z.union([z.string(), z.array(z.number().int().min(0).max(255))]) })) })
const idsSchema = z.object({ tokens: z.array(id) })

export interface ServerEncoder {
  /** The tokens of a text run, never a control token. @throws Error if the encoder lost a byte */
  encode(server: LlamaServer, run: Uint8Array, signal: AbortSignal): Promise<readonly number[]>
  /** The control token that this word is; undefined if it is none. */
  control(server: LlamaServer, word: string, signal: AbortSignal): Promise<number | undefined>
}

/** Characters in whose UTF-8 every byte occurs that UTF-8 can have: each lead byte, each byte that follows one. */
const probes = ((): string => {
  const points = [...Array.from({ length: 0x800 }, (_, n) => n), 0x800, ...Array.from({ length: 15 }, (_, n) => n + 1 << 12), 0x10000, 0x40000, 0x80000, 0xc0000, 0x10_0000]
  return points.map((p) => String.fromCodePoint(p)).join('')
})()

async function pieces(server: LlamaServer, text: string, signal: AbortSignal): Promise<{ ids: readonly number[]; bytes: Buffer }> {
  const parsed = piecesSchema.safeParse(await server.post('/tokenize', { content: text, add_special: false, parse_special: false, with_pieces: true }, signal))
  if (!parsed.success) throw new Error('the server does not tell the pieces of a text as llama.cpp does')
  const { tokens } = parsed.data
  return { ids: tokens.map((t) => t.id), bytes: Buffer.concat(tokens.map((t) => (typeof t.piece === 'string' ? Buffer.from(t.piece, 'utf8') : Buffer.from(t.piece)))) }
}

/** Finds out which bytes the server's encoder knows. */
export async function encoderOf(server: LlamaServer, opening: AbortSignal): Promise<ServerEncoder> {
  const known = new Set((await pieces(server, probes, opening)).bytes)
  return {
    async encode(server, run, signal) {
      if (run.length === 0) return []
      const text = escapeText(run, (byte) => known.has(byte))
      const { ids, bytes } = await pieces(server, text, signal)
      if (!bytes.equals(Buffer.from(text, 'utf8'))) throw new Error("the encoder of the server's model lost a byte of the history")
      return ids
    },
    async control(server, word, signal) {
      const parsed = idsSchema.safeParse(await server.post('/tokenize', { content: word, add_special: false, parse_special: true }, signal))
      return parsed.success && parsed.data.tokens.length === 1 ? parsed.data.tokens[0] : undefined
    },
  }
}
