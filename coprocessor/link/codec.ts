// Owns: the TypeScript codec of link frames: fields to beats and back, and what is wrong with a frame that does not fit the table.
import { answerFlags, beatBytes, frameKinds, headerBeats, headerLayout, tokenBeats, tokenLayout, trailerLayout, type FrameKind, type HeaderField } from './frames.ts'

export interface Beat { readonly data: bigint; readonly keep: number; readonly last: boolean }
export type Header = Readonly<Record<Exclude<HeaderField, 'kind'>, number>>
export interface Tokens { readonly evaluated: number; readonly reused: number; readonly history: number }
export interface Frame {
  readonly kind: FrameKind
  readonly header: Header
  readonly data: Uint8Array
  readonly trailer?: { readonly first: boolean; readonly last: boolean; readonly cut: boolean }
  readonly tokens?: Tokens
}

const fields = Object.keys(headerLayout) as HeaderField[]
const mask = (width: number) => (1n << BigInt(width)) - 1n
const lanes = (bytes: number) => (bytes % beatBytes === 0 ? 0xff : (1 << bytes % beatBytes) - 1)

/** The header of a frame with nothing in it; fields that are not given are 0. */
export const header = (given: Partial<Header>): Header =>
  ({ unit: 0, slot: 0, flags: 0, session: 0, sequence: 0, oracle: 0, length: 0, offset: 0, ...given })

export const endsAnswer = (f: Frame): boolean => f.kind.tail === 'tokens-on-end' && (f.header.flags >> answerFlags.end & 1) === 1

/** The beats of a frame. `header.length` is taken as it stands, so that a test can lie in it. */
export function encodeFrame(f: Frame): Beat[] {
  const words: bigint[] = Array.from({ length: headerBeats }, () => 0n)
  for (const name of fields) {
    const at = headerLayout[name]
    const value = BigInt(name === 'kind' ? f.kind.code : f.header[name])
    words[at.beat]! |= (value & mask(at.width)) << BigInt(at.low)
  }
  let keep = 0xff
  for (let i = 0; i < f.data.length; i += beatBytes) {
    let word = 0n
    for (let k = 0; k < beatBytes && i + k < f.data.length; k++) word |= BigInt(f.data[i + k]!) << BigInt(8 * k)
    words.push(word)
  }
  if (f.trailer) words.push(BigInt(Number(f.trailer.first) << trailerLayout.first | Number(f.trailer.last) << trailerLayout.last | Number(f.trailer.cut) << trailerLayout.cut))
  else if (f.tokens) {
    const beats = Array.from({ length: tokenBeats }, () => 0n)
    for (const [name, at] of Object.entries(tokenLayout)) beats[at.beat]! |= (BigInt(f.tokens[name as keyof Tokens]) & mask(32)) << BigInt(at.low)
    words.push(...beats)
  } else if (f.data.length > 0) keep = lanes(f.data.length)
  return words.map((data, i) => ({ data, keep: i === words.length - 1 ? keep : 0xff, last: i === words.length - 1 }))
}

/** The frame of beats that end with tlast; a string says what is wrong with them. */
export function decodeFrame(beats: readonly Beat[]): Frame | string {
  if (beats.length < headerBeats) return `a header has ${headerBeats} beats, the frame ${beats.length}`
  const get = (name: HeaderField) => Number(beats[headerLayout[name].beat]!.data >> BigInt(headerLayout[name].low) & mask(headerLayout[name].width))
  const kind = frameKinds.find((k) => k.code === get('kind'))
  if (!kind) return `no frame kind 0x${get('kind').toString(16)}`
  const head = header(Object.fromEntries(fields.filter((n) => n !== 'kind').map((n) => [n, get(n)])))
  const dataBeats = kind.data ? Math.ceil(head.length / beatBytes) : 0
  const ends = kind.tail === 'tokens-on-end' && (head.flags >> answerFlags.end & 1) === 1
  const tail = kind.tail === 'trailer' ? 1 : ends ? tokenBeats : 0
  if (beats.length !== headerBeats + dataBeats + tail) return `${kind.name} of ${head.length} bytes has ${headerBeats + dataBeats + tail} beats, the frame ${beats.length}`
  const last = beats.length - 1
  const wanted = (i: number) => (i === last && tail === 0 && dataBeats > 0 ? lanes(head.length) : 0xff)
  const wrong = beats.findIndex((b, i) => b.keep !== wanted(i) || b.last !== (i === last))
  if (wrong >= 0) return `beat ${wrong} has tkeep 0x${beats[wrong]!.keep.toString(16)} and tlast ${Number(beats[wrong]!.last)}`
  const data = new Uint8Array(kind.data ? head.length : 0)
  for (let i = 0; i < data.length; i++) data[i] = Number(beats[headerBeats + Math.floor(i / beatBytes)]!.data >> BigInt(8 * (i % beatBytes)) & 0xffn)
  if (kind.tail === 'trailer') {
    const bits = Number(beats[last]!.data)
    return { kind, header: head, data, trailer: { first: (bits >> trailerLayout.first & 1) === 1, last: (bits >> trailerLayout.last & 1) === 1, cut: (bits >> trailerLayout.cut & 1) === 1 } }
  }
  if (!ends) return { kind, header: head, data }
  const token = (at: { beat: number; low: number }) => Number(beats[headerBeats + dataBeats + at.beat]!.data >> BigInt(at.low) & mask(32))
  return { kind, header: head, data, tokens: { evaluated: token(tokenLayout.evaluated), reused: token(tokenLayout.reused), history: token(tokenLayout.history) } }
}
