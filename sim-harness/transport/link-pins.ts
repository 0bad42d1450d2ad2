// Owns: the link's pins of a simulated design: what stands on them in a cycle, what was handed over there, and the log of frames. The unit alone and a whole core use the same.
import type { Beat } from '../../coprocessor/link/codec.ts'
import type { LinkPeer } from '../bridge/peer.ts'
import type { PortLayout } from '../engines/layout.ts'
import { HarnessError } from '../errors.ts'
import type { Gate } from '../memory/random.ts'
import { LinkHostSide } from './link-host-side.ts'
import type { LinkEntry, StartedEntry } from './link-log.ts'
import { read64, unitPorts, write64, type UnitPorts } from './unit-ports.ts'

/** A cycle's beats: one that the host took from the unit, one that the unit took from the host. */
export interface HandedBeats { readonly toHost?: Beat; readonly fromHost?: Beat }

const nothing: HandedBeats = {}

/** Used once a stretch of held inputs: `ask` while `mustAsk`, `put`, then the engine, then `handed` and `settle` with the last cycle of the stretch. */
export class LinkPins {
  /** Every frame that crossed the link. */
  readonly log: LinkEntry[] = []
  private readonly ports: UnitPorts
  private readonly side: LinkHostSide
  private readonly toHostGate: Gate
  /** The unit's beat that was offered and not taken: it must stay. */
  private readonly stood = new Uint32Array(4)
  private stands = false

  /** @throws RangeError naming a port that the top module does not have */
  constructor(layout: PortLayout, peer: LinkPeer, gates: { readonly toHost: Gate; readonly fromHost: Gate }) {
    this.ports = unitPorts(layout)
    this.side = new LinkHostSide(peer, gates.fromHost)
    this.toHostGate = gates.toHost
  }

  /** The peer must say what comes next before the clock moves on. */
  get mustAsk(): boolean { return this.side.mustAsk }

  /** The host has something for the unit that does not stand on the pins yet. */
  get owes(): boolean { return this.side.owes }

  /** The frame that the unit has not wholly taken; it is not in the log. */
  get unfinished(): StartedEntry | undefined { return this.side.unfinished }

  /** Waits for the peer. @throws HarnessError SIM3005 when the signal fires first; what the peer throws */
  async ask(cycle: number, signal: AbortSignal | undefined): Promise<void> {
    if (!signal) return this.side.ask()
    let stop = (): void => undefined
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(stoppedIn(cycle))
      signal.addEventListener('abort', stop, { once: true })
    })
    try {
      await Promise.race([this.side.ask(), aborted])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Sets the link's inputs of `cycle`, and in `high` the outputs whose rise hands a beat over. */
  put(cycle: number, inputs: Uint32Array, high: Uint32Array): void {
    const { ports } = this
    inputs[ports.link_tx_tready] = high[ports.link_tx_tvalid] = this.toHostGate.isUp(cycle) ? 1 : 0
    const beat = this.side.beat(cycle)
    inputs[ports.link_rx_tvalid] = high[ports.link_rx_tready] = beat ? 1 : 0
    if (!beat) return
    write64(inputs, ports.link_rx_tdata, beat.data)
    inputs[ports.link_rx_tkeep] = beat.keep
    inputs[ports.link_rx_tlast] = beat.last ? 1 : 0
  }

  /** The first cycle after `cycle` in which the pins may be otherwise without the unit doing anything. */
  change(cycle: number): number { return Math.min(this.toHostGate.change, this.side.change(cycle)) }

  /** What these frames of one cycle hand over. */
  handed(inputs: Uint32Array, outputs: Uint32Array): HandedBeats {
    const { ports } = this
    const sends = inputs[ports.link_tx_tready] === 1 && outputs[ports.link_tx_tvalid] === 1
    const takes = inputs[ports.link_rx_tvalid] === 1 && outputs[ports.link_rx_tready] === 1
    if (!sends && !takes) return nothing
    return {
      ...(sends ? { toHost: { data: read64(outputs, ports.link_tx_tdata), keep: outputs[ports.link_tx_tkeep]!, last: outputs[ports.link_tx_tlast] === 1 } } : {}),
      ...(takes ? { fromHost: { data: read64(inputs, ports.link_rx_tdata), keep: inputs[ports.link_rx_tkeep]!, last: inputs[ports.link_rx_tlast] === 1 } } : {}),
    }
  }

  /** The beats of `cycle` reach the peer and the log. */
  settle(cycle: number, { toHost, fromHost }: HandedBeats): void {
    const sent = toHost && this.side.received(toHost, cycle)
    if (sent) this.log.push(sent)
    const got = fromHost && this.side.taken(cycle)
    if (got) this.log.push(got)
  }

  /** @throws HarnessError SIM2002 when a beat that the unit offered changed before it was taken */
  checkHeld(cycle: number, inputs: Uint32Array, outputs: Uint32Array): void {
    const { ports, stood } = this
    const words = [ports.link_tx_tdata, ports.link_tx_tdata + 1, ports.link_tx_tkeep, ports.link_tx_tlast]
    if (this.stands && !(outputs[ports.link_tx_tvalid] === 1 && words.every((w, i) => outputs[w] === stood[i]))) {
      throw new HarnessError('SIM2002', `cycle ${cycle}: what stood on link_tx changed before it was taken`, 'hold valid and payload until ready')
    }
    this.stands = outputs[ports.link_tx_tvalid] === 1 && inputs[ports.link_tx_tready] === 0
    if (this.stands) words.forEach((w, i) => { stood[i] = outputs[w]! })
  }
}

export const stoppedIn = (cycle: number): HarnessError => new HarnessError('SIM3005', `stopped in cycle ${cycle}`, 'start it again')
