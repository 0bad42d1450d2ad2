// Owns: how a vector with a host is played: on any bench that takes commands, has memory, and two ends of a link.
import { expect } from 'vitest'
import { header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { statusOf } from '../../../coprocessor/isa/status.ts'
import type { LinkStep, LinkVector, VectorCommand } from '../../../coprocessor/isa/vector.ts'

/** What a vector needs of a unit, be it the reference or simulated. */
export interface LinkBench {
  /** rd, unsigned; undefined: it has not come. */
  command(c: VectorCommand): Promise<bigint | undefined>
  /** A command that may wait; what it gives is asked at the end. */
  later(c: VectorCommand): { readonly response: bigint | undefined }
  write(address: bigint, bytes: Uint8Array): void
  read(address: bigint, length: number): Uint8Array
  fromHost(f: Frame): Promise<void>
  /** The next frame to the host that is not a hello; undefined: none came. */
  toHost(): Promise<Frame | undefined>
  record(): Promise<boolean>
}

const fromHost = (name: string, head: Parameters<typeof header>[0], data: readonly number[] = []): Frame =>
  ({ kind: frameKinds.find((k) => k.direction === 'fromHost' && k.name === name)!, header: header(head), data: Uint8Array.from(data) })
const tokens = { evaluated: 0, reused: 0, history: 0 }
const answered = (c: VectorCommand, rd: bigint | undefined, step: number): void =>
  expect(rd === undefined ? 'no answer' : typeof c.expect === 'bigint' ? BigInt.asUintN(64, rd) : statusOf(rd) ?? rd, `step ${step}: ${c.mnemonic} ${c.rs1}, ${c.rs2}`).toBe(c.expect)

export async function playLinkVector(vector: LinkVector, b: LinkBench): Promise<void> {
  let session = 0
  const waiting: { readonly c: VectorCommand; readonly step: number; readonly pending: { readonly response: bigint | undefined } }[] = []
  for (const [i, step] of vector.steps.entries()) await play(step, i)
  for (const { c, step, pending } of waiting) answered(c, pending.response, step)

  async function play(step: LinkStep, i: number): Promise<void> {
    if ('mnemonic' in step) return answered(step, await b.command(step), i)
    if ('later' in step) return void waiting.push({ c: step.later, step: i, pending: b.later(step.later) })
    if ('awaitRecord' in step) return expect(await b.record(), `step ${i}: a record waits`).toBe(true)
    if ('session' in step) {
      session = step.session
      return b.fromHost(fromHost('hello', { session }))
    }
    if ('writes' in step) return b.write(step.writes, Uint8Array.from(step.bytes))
    if ('holds' in step) return expect([...b.read(step.holds, step.bytes.length)], `step ${i}: memory`).toEqual(step.bytes)
    if ('quiet' in step) return expect(await b.toHost(), `step ${i}`).toBe(undefined)
    if ('answers' in step) {
      const f = fromHost('answer', { slot: step.answers, session, sequence: step.sequence, length: step.symbols.length, offset: step.at, flags: step.goesOn ? 0 : 1 }, step.symbols)
      return b.fromHost(step.goesOn ? f : { ...f, tokens })
    }
    const f = await b.toHost()
    const seen = f && { sends: f.kind.name, slot: f.header.slot, session: f.header.session, sequence: f.header.sequence, at: f.header.offset, ...(f.kind.name === 'query' ? { bytes: [...f.data], trailer: f.trailer } : { length: f.header.length }) }
    const { source, bytes, ...told } = step
    const wanted = { ...told, session, ...(step.sends === 'query' ? { bytes: bytes ?? [], trailer: { first: true, last: true, cut: false } } : { length: source ?? 0 }) }
    expect(seen, `step ${i}`).toEqual(wanted)
  }
}
