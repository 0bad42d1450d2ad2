// Owns: a peer for tests that gives what it was told to give.
import type { Frame } from '../../coprocessor/link/codec.ts'
import type { LinkPeer, TimedBeats } from '../../sim-harness/bridge/peer.ts'

export class FakePeer implements LinkPeer {
  readonly received: { frame: Frame | string; cycle: number }[] = []
  readonly takenAt: number[] = []
  closed = 0
  readonly queue: TimedBeats[]
  constructor(queue: TimedBeats[] = []) { this.queue = queue }

  receive(frame: Frame | string, cycle: number): void { this.received.push({ frame, cycle }) }
  next(): Promise<TimedBeats | null> { return Promise.resolve(this.queue[0] ?? null) }
  taken(cycle: number): void {
    this.takenAt.push(cycle)
    this.queue.shift()
  }

  close(): Promise<void> {
    this.closed++
    return Promise.resolve()
  }
}
