// Owns: a small unit for the bridge's tests: it sends frames to a host by hand and takes what the host gives.
import { decodeFrame, header, type Frame, type Header } from '../../../coprocessor/link/codec.ts'
import { frameKinds, linkVersion } from '../../../coprocessor/link/frames.ts'
import type { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../../../sim-harness/bridge/oracle.ts'

const toHost = (name: string) => frameKinds.find((k) => k.direction === 'toHost' && k.name === name)!
export const bytes = (text: string) => new TextEncoder().encode(text)
export const unitFrame = (name: string, head: Partial<Header>, data: Uint8Array = new Uint8Array(0), trailer?: Frame['trailer']): Frame =>
  ({ kind: toHost(name), header: header({ ...head, ...(name === 'query' ? { length: data.length } : {}) }), data, ...(trailer ? { trailer } : {}) })
export const query = (head: Partial<Header>, data: Uint8Array, trailer: Partial<NonNullable<Frame['trailer']>> = {}) =>
  unitFrame('query', head, data, { first: true, last: true, cut: false, ...trailer })

/** What the host gives next, taken in the first cycle that it allows; null when it waits for the unit. */
export async function take(host: BridgeHost): Promise<{ frame: Frame; cycle: number } | null> {
  const timed = await host.next()
  if (!timed) return null
  const frame = decodeFrame(timed.beats)
  if (typeof frame === 'string') throw new Error(frame)
  host.taken(timed.earliest)
  return { frame, cycle: timed.earliest }
}

export async function openSession(host: BridgeHost, session: number): Promise<void> {
  await take(host)
  host.receive(unitFrame('hello', { session, length: linkVersion }), 5)
}

/** Takes everything of one answer; its symbols, and the frame that ends it. */
export async function takeAnswer(host: BridgeHost): Promise<{ symbols: Uint8Array; end: Frame; cycles: number[] }> {
  const parts: number[] = []
  const cycles: number[] = []
  for (;;) {
    const got = await take(host)
    if (!got) throw new Error('the host waits for the unit in the middle of an answer')
    parts.push(...got.frame.data)
    cycles.push(got.cycle)
    if (got.frame.kind.name !== 'answer' || got.frame.tokens) return { symbols: Uint8Array.from(parts), end: got.frame, cycles }
  }
}

/** An Oracle that gives the listed answers in turn and writes down what it was asked. */
export function listed(answers: (AnswerEvent[] | ((q: OracleQuery) => AsyncIterable<AnswerEvent>))[]): Oracle & { asked: OracleQuery[]; kept: [number, number][]; closed: number[] } {
  const asked: OracleQuery[] = []
  const kept: [number, number][] = []
  const closed: number[] = []
  async function* play(list: AnswerEvent[]): AsyncGenerator<AnswerEvent> { yield* list }
  return {
    name: 'listed', asked, kept, closed,
    ask(q) {
      const answer = answers[asked.length]!
      asked.push(q)
      return typeof answer === 'function' ? answer(q) : play(answer)
    },
    keep: (slot, length) => { kept.push([slot, length]) },
    close: (slot) => { closed.push(slot) },
    dispose: async () => undefined,
  }
}
export const says = (text: string, more: Partial<Extract<AnswerEvent, { kind: 'symbols' }>> = {}): AnswerEvent => ({ kind: 'symbols', symbols: bytes(text), ...more })
export const end = { tokens: { evaluated: 1, reused: 2, history: 3 } }
