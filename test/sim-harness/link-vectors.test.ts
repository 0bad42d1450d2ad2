// Owns: the hand-computed vectors with a host, on the simulated unit.
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../coprocessor/isa/instruction.ts'
import { instruction, instructions } from '../../coprocessor/isa/table.ts'
import type { VectorCommand } from '../../coprocessor/isa/vector.ts'
import { encodeFrame, type Frame } from '../../coprocessor/link/codec.ts'
import { linkVectorsOf } from '../../coprocessor/machine/vectors.ts'
import type { TimedBeats } from '../../sim-harness/bridge/peer.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import type { SoakDriver } from '../../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../../sim-harness/soak/wasm-drivers.ts'
import { playLinkVector, type LinkBench } from '../coprocessor/machine/link-bench.ts'
import { FakePeer } from './fake-peer.ts'

const drivers = wasmDrivers()

/** A peer that is given frames while the clock stands: what it says comes next is looked at anew in every stretch. */
class LivePeer extends FakePeer {
  override next(): Promise<TimedBeats> {
    const { queue } = this
    return Promise.resolve({
      get earliest() { return queue[0]?.earliest ?? Infinity }, get beats() { return queue[0]!.beats }, get what() { return queue[0]?.what ?? 'nothing' },
    })
  }
}
/** Cycles in which the unit must have done what it can. */
const patience = 1500

class UnitBench implements LinkBench {
  readonly #unit: SoakDriver
  readonly #peer: FakePeer
  #rd = 7
  #seen = 0
  constructor(unit: SoakDriver, peer: FakePeer) {
    this.#unit = unit
    this.#peer = peer
  }
  #issue(c: VectorCommand, rd: number): { readonly response?: bigint } {
    const row = instruction(c.mnemonic), bits = c.funct3 ?? funct3(row)
    return this.#unit.issueRaw({
      funct7: c.funct7 ?? row.funct7, xd: (bits & 4) !== 0, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd, rs1: BigInt.asUintN(64, c.rs1), rs2: BigInt.asUintN(64, c.rs2), prv: c.prv ?? 3,
    })
  }
  async command(c: VectorCommand): Promise<bigint | undefined> {
    const pending = this.#issue(c, 7)
    await this.#unit.until(() => pending.response !== undefined, patience)
    return pending.response
  }
  later(c: VectorCommand): { readonly response: bigint | undefined } {
    const pending = this.#issue(c, ++this.#rd)
    return { get response() { return pending.response } }
  }
  write(address: bigint, bytes: Uint8Array): void { this.#unit.write(address, bytes) }
  read(address: bigint, length: number): Uint8Array { return this.#unit.read(address, length) }
  async fromHost(f: Frame): Promise<void> {
    this.#peer.queue.push({ beats: encodeFrame(f), earliest: this.#unit.cycle, what: f.kind.name })
    await this.#unit.until(() => this.#peer.queue.length === 0, patience)
    // A hello is answered, an answer taken.
    await this.#unit.step(100)
  }
  async toHost(): Promise<Frame | undefined> {
    const frames = () => this.#peer.received.flatMap(({ frame }) => (typeof frame !== 'string' && frame.kind.name !== 'hello' ? [frame] : []))
    await this.#unit.until(() => frames().length > this.#seen, patience)
    const next = frames()[this.#seen]
    if (next) this.#seen++
    return next
  }
  record(): Promise<boolean> { return this.#unit.until(() => this.#unit.interrupt, patience) }
}

describe('vectors with a host on the unit', () => {
  it.each(linkVectorsOf(instructions.filter((i) => i.microcode !== undefined)).map((v) => [v.name, v] as const))('%s', async (_, vector) => {
    const peer = new LivePeer()
    const unit = await drivers.create({ parameters: parameters(), peer, observer: { observe: () => undefined, wrote: () => undefined }, memory: 0, stalls: 0 })
    try {
      await playLinkVector(vector, new UnitBench(unit, peer))
    } finally {
      await unit.close()
    }
    expect(peer.closed).toBe(1)
  })
})
