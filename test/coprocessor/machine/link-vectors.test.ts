// Owns: the hand-computed vectors with a host, on the reference.
import { describe, expect, it } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction, instructions } from '../../../coprocessor/isa/table.ts'
import type { VectorCommand } from '../../../coprocessor/isa/vector.ts'
import type { Frame } from '../../../coprocessor/link/codec.ts'
import { linkVectorsOf } from '../../../coprocessor/machine/vectors.ts'
import { Bench, low } from './bench.ts'
import { playLinkVector, type LinkBench } from './link-bench.ts'

class ModelBench implements LinkBench {
  readonly #b = new Bench()
  readonly #waiting = new Map<number, { response: bigint | undefined }>()
  #rd = 5
  #issue(c: VectorCommand): bigint | 'waits' | undefined {
    const row = instruction(c.mnemonic), bits = c.funct3 ?? funct3(row)
    return this.#b.unit.command({ funct7: c.funct7 ?? row.funct7, xd: (bits & 4) !== 0, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rs1: c.rs1, rs2: c.rs2, prv: c.prv ?? 3, rd: this.#rd })
  }
  command(c: VectorCommand): Promise<bigint | undefined> {
    const rd = this.#issue(c)
    return Promise.resolve(rd === 'waits' || rd === undefined ? undefined : BigInt.asUintN(64, rd))
  }
  later(c: VectorCommand): { readonly response: bigint | undefined } {
    const pending: { response: bigint | undefined } = { response: undefined }
    this.#waiting.set(++this.#rd, pending)
    const rd = this.#issue(c)
    if (typeof rd === 'bigint') pending.response = rd
    return pending
  }
  write(address: bigint, bytes: Uint8Array): void { this.#b.write(Number(address), [...bytes]) }
  read(address: bigint, length: number): Uint8Array { return this.#b.memory.slice(Number(address) - low, Number(address) - low + length) }
  fromHost(f: Frame): Promise<void> {
    this.#b.frame(f)
    for (const { rd, value } of this.#b.unit.releases()) this.#waiting.get(rd)!.response = value
    return Promise.resolve()
  }
  toHost(): Promise<Frame | undefined> {
    let f = this.#b.unit.send()
    while (f?.kind.name === 'hello') f = this.#b.unit.send()
    return Promise.resolve(f)
  }
  record(): Promise<boolean> { return Promise.resolve(this.#b.unit.interrupt) }
}

describe('vectors with a host', () => {
  it.each(linkVectorsOf(instructions).map((v) => [v.name, v] as const))('%s', (_, vector) => playLinkVector(vector, new ModelBench()))

  it('notice a wrong frame, a wrong byte and a wrong answer', async () => {
    const [vector] = instruction('ovote').linkVectors!
    for (const change of ['sequence', 'rs2', 'bytes'] as const) {
      const at = vector!.steps.findLastIndex((s) => change in s && (change !== 'sequence' || 'sends' in s))
      const steps = vector!.steps.map((s, i) => (i !== at ? s : { ...s, ...(change === 'bytes' ? { bytes: [1] } : change === 'sequence' ? { sequence: 9 } : { expect: 77n }) }))
      await expect(playLinkVector({ name: change, steps }, new ModelBench())).rejects.toThrow()
    }
  })
})
