// Owns: the frames that the host sends, made from the events of an Oracle.
import { header, type Frame, type Header } from '../../coprocessor/link/codec.ts'
import { answerFlags, frameKinds, kindCode } from '../../coprocessor/link/frames.ts'
import type { AnswerEnd, AnswerEvent, SymbolsEvent } from './oracle.ts'

/** `header.length` has 16 bits. */
export const mostFrameBytes = 65535
type Name = 'hello' | 'answer' | 'reject' | 'fault' | 'cached'
const kindOf = (name: Name) => frameKinds.find((k) => k.code === kindCode('fromHost', name))!
const noData = new Uint8Array(0)

export const bareFrame = (name: Exclude<Name, 'answer'>, of: Partial<Header>): Frame => ({ kind: kindOf(name), header: header(of), data: noData })

/** What every frame of one answer says in its header. */
export type AnswerTags = Pick<Header, 'unit' | 'slot' | 'session' | 'sequence' | 'oracle'>

/** `end`: with the frame that ends an answer. A frame for the unit and the cycles between the first beat of the frame before it (or the query's last beat) and its own. */
export interface DueFrame { readonly frame: Frame; readonly after: number; readonly ends: boolean; readonly message?: string; readonly end?: AnswerEnd }

/** One event as frames of at most `mostFrameBytes`, the first after `after` cycles, what follows at once; `offset` is the length of the history before it. */
export function* framesOf(event: AnswerEvent, tags: AnswerTags, offset: number, after: number): Generator<DueFrame> {
  if (event.kind !== 'symbols') {
    yield { frame: bareFrame(event.kind, tags), after, ends: true, ...(event.message === undefined ? {} : { message: event.message }) }
    return
  }
  const { symbols, end }: SymbolsEvent = event
  for (let at = 0; at === 0 || at < symbols.length; at += mostFrameBytes) {
    const data = symbols.slice(at, at + mostFrameBytes)
    const ends = end !== undefined && at + data.length === symbols.length
    const head = header({ ...tags, flags: ends ? 1 << answerFlags.end : 0, length: data.length, offset: offset + at })
    yield { frame: { kind: kindOf('answer'), header: head, data, ...(ends ? { tokens: end.tokens } : {}) }, after: at === 0 ? after : 0, ends, ...(ends && end ? { end } : {}) }
  }
}
