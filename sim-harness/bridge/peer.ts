// Owns: what stands at the other end of the link: the bridge's host, or a hostile one in a test. The clock waits for it; it never looks at a wall clock.
import type { Beat, Frame } from '../../coprocessor/link/codec.ts'

/** Beats for the unit; the first is offered in cycle `earliest` or later, when the link is free. */
export interface TimedBeats { readonly beats: readonly Beat[]; readonly earliest: number; readonly what: string }

export interface LinkPeer {
  /** A whole frame left the unit; its last beat was accepted in `cycle`. A string stands for a frame that does not decode. */
  receive(frame: Frame | string, cycle: number): void
  /**
   * What the unit gets next: resolves as soon as it is known, and to null when nothing will come before the unit has sent again.
   * Called again after each `receive`, and after what it gave was taken (see `taken`). The same until it is taken or `receive` changed it.
   */
  next(): Promise<TimedBeats | null>
  /** The first beat of what `next` gave was offered in `cycle`: it is on its way and no longer the peer's. */
  taken(cycle: number): void
  /** Ends everything that still computes. */
  close(): Promise<void>
}
