// Owns: the Oracle at the other end of a program's link: the one that was named, or none; and how its death, or a question to nobody, ends the run.
import type { Parameters } from '../../coprocessor/parameters.ts'
import { wordsOf } from '../../sim-harness/bridge/errors.ts'
import { BridgeHost, type HostNote } from '../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../../sim-harness/bridge/oracle.ts'
import { openOracle } from '../../sim-harness/bridge/oracles/index.ts'
import type { ServerOptions } from '../../sim-harness/bridge/oracles/open-server.ts'
import type { LinkPeer, TimedBeats } from '../../sim-harness/bridge/peer.ts'
import { CliError } from '../failure.ts'

export interface OraclePeer {
  readonly peer: LinkPeer
  /** Complete queries that came. */
  readonly queries: number
  /** What the Oracle said with its last fault or reject; the program saw only the trap cause. */
  readonly said: string | undefined
  /** Why the run cannot go on, if it cannot: the Oracle died, or there is none and it was asked. */
  readonly failure: Error | undefined
  /** Ends the Oracle, after the peer was closed. */
  dispose(): Promise<void>
}

/** A program that never asks needs no Oracle. */
const nobody: Oracle = {
  name: 'none',
  ask() { throw new CliError('CLI4002', 'the program asks an Oracle, and none was given', 'name one by --oracle: smollm2, gguf:FILE, script:FILE or human') },
  dispose: async () => undefined,
}

/** What an Oracle throws is no answer: `failed` is told before the host makes a fault of it, which the program could take for one. */
function watched(oracle: Oracle, failed: (error: unknown) => void): Oracle {
  async function* answer(query: OracleQuery): AsyncGenerator<AnswerEvent> {
    try {
      yield* oracle.ask(query)
    } catch (thrown) {
      // One that was given up may well throw: nobody waits for it.
      if (!query.signal.aborted) failed(thrown)
      throw thrown
    }
  }
  return { name: oracle.name, ask: answer, keep: (slot, length) => oracle.keep?.(slot, length), close: (slot) => oracle.close?.(slot), dispose: () => oracle.dispose() }
}

/** A peer that hands on what another one does, until it is told to fail: then `next` rejects, also one that was asked before. */
class EndingPeer implements LinkPeer {
  readonly #peer: LinkPeer
  readonly #asked = new Set<(error: Error) => void>()
  #failure: Error | undefined
  constructor(peer: LinkPeer) { this.#peer = peer }

  get failure(): Error | undefined { return this.#failure }

  fail(error: Error): void {
    this.#failure ??= error
    for (const reject of this.#asked) reject(this.#failure)
    this.#asked.clear()
  }

  receive: LinkPeer['receive'] = (frame, cycle) => this.#peer.receive(frame, cycle)
  taken: LinkPeer['taken'] = (cycle) => this.#peer.taken(cycle)
  close(): Promise<void> { return this.#peer.close() }

  async next(): Promise<TimedBeats | null> {
    if (this.#failure) throw this.#failure
    let ask: (error: Error) => void = () => undefined
    const failed = new Promise<never>((_, reject) => { ask = reject })
    this.#asked.add(ask)
    try {
      return await Promise.race([failed, this.#peer.next()])
    } finally {
      this.#asked.delete(ask)
    }
  }
}

export interface WantedOracle {
  /** As for `openOracle`; undefined: nobody, and the first query ends the run. */
  readonly spec: string | undefined
  readonly server?: ServerOptions
  /** Its marks and yield symbol. */
  readonly parameters: Parameters
  readonly progress: (text: string) => void
}

/** An Oracle with a host around it. `opened` stands for the one of `spec`, for tests. @throws BridgeError for a SPEC, file, script or model that is wrong or missing */
export async function openPeer({ spec, server = {}, parameters, progress }: WantedOracle, opened?: Oracle): Promise<OraclePeer> {
  const [system = 0, priestess = 0, answers = 0] = parameters.recordMarks
  const symbols = { yieldSymbol: parameters.yieldSymbol, marks: [system, priestess, answers] as const }
  const oracle = opened ?? (spec === undefined ? nobody : await openOracle(spec, { symbols, progress, server }))
  let queries = 0
  let said: string | undefined
  const report = ({ kind, message }: HostNote) => {
    if (kind === 'query') queries++
    if (kind === 'fault' || kind === 'reject') said = message
  }
  const host = new BridgeHost({
    oracle: watched(oracle, (thrown) => peer.fail(thrown instanceof CliError ? thrown : new Error(`the Oracle ${oracle.name} died: ${wordsOf(thrown)}`, { cause: thrown }))),
    session: 1, report,
  })
  const peer = new EndingPeer(host)
  return {
    peer,
    get queries() { return queries },
    get said() { return said },
    get failure() { return peer.failure },
    dispose: () => oracle.dispose(),
  }
}
