// Owns: the host's end of the link, clock by clock: when a peer's beats stand on the wires, and what of the unit's beats reaches the peer.
import { decodeFrame, type Beat } from '../../coprocessor/link/codec.ts'
import type { LinkPeer, TimedBeats } from '../bridge/peer.ts'
import type { Gate } from '../memory/random.ts'
import { FrameAssembler, type LinkEntry, type StartedEntry } from './link-log.ts'

/** Decides for each cycle what the unit sees, from what the peer said in earlier ones. */
export class LinkHostSide {
  private readonly peer: LinkPeer
  private readonly gaps: Gate
  private readonly toHost = new FrameAssembler('toHost')
  private readonly fromHost = new FrameAssembler('fromHost')
  private waiting: TimedBeats | null = null
  private asked = false
  private sending: readonly Beat[] | undefined
  private index = 0
  private offeredFirst = 0
  private due = 0
  /** A beat stands on the wires and was not taken: it stays. */
  private standing = false

  constructor(peer: LinkPeer, gaps: Gate) {
    this.peer = peer
    this.gaps = gaps
  }

  /** The peer must say what comes next before the clock moves on. */
  get mustAsk(): boolean { return this.sending === undefined && !this.asked }

  async ask(): Promise<void> {
    this.waiting = await this.peer.next()
    this.asked = true
  }

  /** The host has something for the unit, now or later; not while a beat stands on the wires: then it is the unit's turn. */
  get owes(): boolean { return !this.standing && (this.waiting !== null || this.sending !== undefined) }

  /** The frame that the peer gave and the unit has not wholly taken. */
  get unfinished(): StartedEntry | undefined {
    const beats = this.sending
    return beats && { first: this.fromHost.began ?? this.offeredFirst, due: this.due, direction: 'fromHost', beats, frame: decodeFrame(beats) }
  }

  /** The beat on the wires in `cycle`, or undefined. Ask once a stretch of held inputs. */
  beat(cycle: number): Beat | undefined {
    if (this.standing) return this.sending![this.index]
    if (!this.gaps.isUp(cycle)) return undefined
    if (!this.sending) {
      if (!this.waiting || this.waiting.earliest > cycle) return undefined
      this.sending = this.waiting.beats
      this.index = 0
      this.offeredFirst = cycle
      this.due = this.waiting.earliest
      this.waiting = null
      this.asked = false
      this.peer.taken(cycle)
    }
    this.standing = true
    return this.sending[this.index]
  }

  /** The first cycle after `cycle` in which another beat may stand on the wires without the unit doing anything. */
  change(cycle: number): number {
    if (this.standing) return Infinity
    if (this.sending) return this.gaps.change
    return this.waiting ? Math.max(cycle + 1, this.gaps.isUp(cycle) ? this.waiting.earliest : this.gaps.change) : Infinity
  }

  /** The unit took the standing beat in `cycle`; the entry when it was the last of its frame. */
  taken(cycle: number): LinkEntry | undefined {
    const beat = this.sending![this.index]!
    this.standing = false
    this.index++
    if (this.index === this.sending!.length) this.sending = undefined
    const entry = this.fromHost.add(beat, cycle, this.offeredFirst)
    this.offeredFirst = cycle + 1
    return entry && { ...entry, due: this.due }
  }

  /** The unit's beat was taken in `cycle`; the entry when it ended a frame, which the peer has then. */
  received(beat: Beat, cycle: number): LinkEntry | undefined {
    const entry = this.toHost.add(beat, cycle)
    if (entry) {
      this.peer.receive(entry.frame, cycle)
      this.asked = false
    }
    return entry
  }
}
