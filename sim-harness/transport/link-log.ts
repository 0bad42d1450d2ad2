// Owns: the one log of what crossed the link, frame by frame. Record, traces, observer and replay read it.
import { decodeFrame, type Beat, type Frame } from '../../coprocessor/link/codec.ts'
import type { Direction } from '../../coprocessor/link/frames.ts'

/**
 * `first`: the cycle in which its first beat was offered (fromHost) or accepted (toHost); `cycle`: in which its last one was accepted. `due`, of the host: the cycle from which
 * on it was to be offered, which is before `first` where the link was not free.
 */
export interface LinkEntry { readonly first: number; readonly cycle: number; readonly due?: number; readonly direction: Direction; readonly beats: readonly Beat[]; readonly frame: Frame | string }

/** A frame of the host of which the unit has not taken every beat. */
export type StartedEntry = Omit<LinkEntry, 'cycle'>

/** Assembles the frames of one direction. */
export class FrameAssembler {
  private readonly direction: Direction
  private beats: Beat[] = []
  private first = 0

  constructor(direction: Direction) { this.direction = direction }

  get inFrame(): boolean { return this.beats.length > 0 }
  /** `first` of the frame that was begun. */
  get began(): number | undefined { return this.inFrame ? this.first : undefined }

  /** Adds an accepted beat; the entry when it was the last of its frame. */
  add(beat: Beat, cycle: number, first = cycle): LinkEntry | undefined {
    if (this.beats.length === 0) this.first = first
    this.beats.push(beat)
    if (!beat.last) return undefined
    const beats = this.beats
    this.beats = []
    return { first: this.first, cycle, direction: this.direction, beats, frame: decodeFrame(beats) }
  }
}

/** `query slot 0 seq 3, 40 bytes at 12` and the like, for people. */
export function describeFrame(frame: Frame | string): string {
  if (typeof frame === 'string') return `no frame: ${frame}`
  const { slot, sequence, session, length, offset } = frame.header
  switch (frame.kind.name) {
    case 'hello': return `hello, session ${session}`
    case 'query': return `query of slot ${slot}, sequence ${sequence}: ${length} bytes at ${offset}${frame.trailer?.last ? ', last' : ''}${frame.trailer?.cut ? ', cut' : ''}`
    case 'answer': return `answer to slot ${slot}, sequence ${sequence}: ${length} bytes at ${offset}${frame.tokens ? ', end' : ''}`
    case 'abort': return `abort of slot ${slot}, sequence ${sequence}: keep ${offset}`
    case 'cached': return `cached of slot ${slot}: ${offset} bytes`
    default: return `${frame.kind.name} of slot ${slot}, sequence ${sequence}`
  }
}
