// Owns: from the log of a link to the frames of a recording: each frame of an answer with the cycles since the one before.
import type { Frame } from '../../../coprocessor/link/codec.ts'
import type { Direction } from '../../../coprocessor/link/frames.ts'
import type { HostNote } from '../host.ts'
import type { RecordedFrame } from './format.ts'

/** A frame of the log; see the transport's `LinkEntry`. Without `cycle`: the unit has not taken all of it. */
export interface LoggedFrame { readonly direction: Direction; readonly first: number; readonly cycle?: number; readonly due?: number; readonly frame: Frame | string }

/** In the order in which the host knew of them: its own frames from their first beat on, those of the unit when they were whole. Nothing ties but a frame each way: then the host's was first. */
export const hostOrder = <T extends LoggedFrame>(frames: readonly T[]): T[] => {
  const key = (f: T): number => (f.direction === 'fromHost' ? 2 * f.first : 2 * (f.cycle ?? f.first) + 1)
  return [...frames].sort((a, b) => key(a) - key(b))
}

const timed = ['answer', 'reject', 'fault']

/** `log`: all frames of a run. `notes`: what the host said, from which a reject or fault takes its words. */
export function recordedFrames(log: readonly LoggedFrame[], notes: readonly HostNote[] = []): RecordedFrame[] {
  /** By slot: the last beat of its query, later the first beat of the answer's last frame. */
  const since = new Map<number, number>()
  return hostOrder(log).map(({ direction, first, cycle, due = first, frame }) => {
    const entry = { direction, first, ...(cycle === undefined ? {} : { cycle }), frame }
    if (typeof frame === 'string') return entry
    const { kind: { name }, header: { slot } } = frame
    if (direction === 'toHost') {
      if (name === 'query' && frame.trailer!.last && cycle !== undefined) since.set(slot, cycle)
      return entry
    }
    if (!timed.includes(name)) return entry
    // When it was due, not when the link was free: then frames of several slots come in the same order again.
    const afterCycles = Math.max(0, due - (since.get(slot) ?? due))
    since.set(slot, first)
    const said = name === 'answer' ? undefined : notes.find((n) => n.kind === name && n.slot === slot && n.cycle === first)?.message
    return { ...entry, afterCycles, ...(said === undefined ? {} : { message: said }) }
  })
}
