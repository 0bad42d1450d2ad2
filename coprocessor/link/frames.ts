// Owns: the frame table of the Oracle link: kinds, header layout, what follows the header. The unit and every codec are made from it.

/** Beats are 64 bits, little-endian: byte 0 of a beat is the first on the link. */
export const beatBytes = 8

/** Bit positions inside the two header beats. */
export const headerLayout = {
  kind: { beat: 0, low: 0, width: 8 },
  unit: { beat: 0, low: 8, width: 8 },
  slot: { beat: 0, low: 16, width: 8 },
  flags: { beat: 0, low: 24, width: 8 },
  session: { beat: 0, low: 32, width: 16 },
  sequence: { beat: 0, low: 48, width: 16 },
  oracle: { beat: 1, low: 0, width: 8 },
  length: { beat: 1, low: 8, width: 16 },
  offset: { beat: 1, low: 24, width: 40 },
} as const
export type HeaderField = keyof typeof headerLayout
export const headerBeats = 2

export type Direction = 'toHost' | 'fromHost'
/**
 * `data`: `length` bytes follow the header, in ceil(length / 8) beats, lanes past the end zero. `tail`: beats that follow the data.
 * tlast stands on the last beat of a frame; tkeep is all ones, but on a last beat of data only the lanes of data.
 */
export interface FrameKind { readonly name: string; readonly code: number; readonly direction: Direction; readonly data: boolean; readonly tail: 'none' | 'trailer' | 'tokens-on-end'; readonly doc: string }

export const frameKinds = [
  { name: 'hello', code: 0x01, direction: 'toHost', data: false, tail: 'none', doc: 'after reset, and to every hello of the host; length: the version of the link' },
  { name: 'query', code: 0x02, direction: 'toHost', data: true, tail: 'trailer', doc: 'a chunk of a query; offset: of its first byte from base' },
  { name: 'abort', code: 0x03, direction: 'toHost', data: false, tail: 'none', doc: 'the query of this sequence ended early; offset: bytes of the history that the host is to keep' },
  { name: 'hint', code: 0x04, direction: 'toHost', data: false, tail: 'none', doc: 'advice of `ohint`; offset: the hint' },
  { name: 'close', code: 0x05, direction: 'toHost', data: false, tail: 'none', doc: 'the slot was freed: forget its history' },
  { name: 'fork', code: 0x06, direction: 'toHost', data: false, tail: 'none', doc: 'what the host has of this slot is now a copy of the first offset bytes of what it has of slot `length`' },
  { name: 'hello', code: 0x81, direction: 'fromHost', data: false, tail: 'none', doc: 'opens session `session`, at least 1' },
  { name: 'answer', code: 0x82, direction: 'fromHost', data: true, tail: 'tokens-on-end', doc: 'a chunk of an answer; offset: of its first symbol from base' },
  { name: 'reject', code: 0x83, direction: 'fromHost', data: false, tail: 'none', doc: 'the Oracle refuses the history' },
  { name: 'fault', code: 0x84, direction: 'fromHost', data: false, tail: 'none', doc: 'the Oracle or the host failed' },
  { name: 'cached', code: 0x85, direction: 'fromHost', data: false, tail: 'none', doc: 'offset: bytes of the history that are computed and kept' },
] as const satisfies readonly FrameKind[]

/** Bits of an answer's header flags: the answer ends with this chunk, and two beats of token counts follow. */
export const answerFlags = { end: 0 } as const
/** The trailer beat of a query chunk. cut: the unit gave the query up, the data past the cut are zeros, the host drops the query. */
export const trailerLayout = { first: 0, last: 1, cut: 2 } as const
/** The two beats of token counts: of this answer's query evaluated and reused, and all of the history at its end. 32 bits each. */
export const tokenLayout = { evaluated: { beat: 0, low: 0 }, reused: { beat: 0, low: 32 }, history: { beat: 1, low: 0 } } as const
export const tokenBeats = 2
export const linkVersion = 1

export const kindCode = (direction: Direction, name: (typeof frameKinds)[number]['name']): number => {
  const kind = frameKinds.find((k) => k.direction === direction && k.name === name)
  if (!kind) throw new RangeError(`no frame ${name} ${direction}`)
  return kind.code
}
