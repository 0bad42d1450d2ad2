// Owns: the figures of a run that the benchmarks print, from the events at the unit's ports alone: how long until a query begins, how fast query and answer stream.
import { FrameAssembler } from '../../sim-harness/transport/link-log.ts'
import type { CycleEvents } from '../../sim-harness/port-events.ts'
import { isStart } from './ledger.ts'

/** One query and its answer. Cycles are numbers of clock cycles. */
export interface Exchange {
  readonly slot: number
  readonly sequence: number
  /** The start that it belongs to was accepted in this cycle; undefined for the later queries of one start. */
  readonly started: number | undefined
  /** Its first and its last beat were accepted by the host in these cycles; bytes of history that it carried. */
  readonly queryFirst: number
  readonly queryLast: number
  readonly queryBytes: number
  /** First and last beat of its answer that the unit took; symbols in them. Undefined until a frame of it came. */
  readonly answerFirst: number | undefined
  readonly answerLast: number | undefined
  readonly answerBytes: number
  /**
   * Cycles in which its answer streamed: for each frame from its first beat to the answer of memory to its last symbol's store, none counted twice, and none in which
   * the host kept the unit waiting. Undefined until every symbol is stored. Exact while one slot runs.
   */
  readonly answerCycles: number | undefined
}

/** Sums over exchanges, for one line of a benchmark. Rates are bytes a clock cycle; undefined where nothing streamed. */
export interface RunFigures {
  readonly exchanges: readonly Exchange[]
  /** From the acceptance of a start to its first query beat, each. */
  readonly startToQuery: readonly number[]
  /** Bytes of whole queries that carry any over the cycles from first to last beat, headers and trailers included. */
  readonly queryRate: number | undefined
  /** Symbols of stored answers over the cycles in which they streamed. */
  readonly answerRate: number | undefined
}

/** An exchange that is not over. */
interface Open {
  readonly made: { -readonly [K in keyof Exchange]: Exchange[K] }
  /** The last chunk was seen: what the unit stores now is an answer. */
  asked: boolean
  ended: boolean
  stored: number
  storedAt: number
  /** Frames whose symbols are not all stored: first beat, and how many symbols of the answer end with it. */
  readonly frames: { readonly first: number; readonly upTo: number }[]
  /** The end of what was counted in `cycles`. */
  counted: number
  cycles: number
}

/** Give it the cycles in order. */
export class FigureKeeper {
  readonly #toHost = new FrameAssembler('toHost')
  readonly #fromHost = new FrameAssembler('fromHost')
  readonly #exchanges: Exchange[] = []
  readonly #open = new Map<number, Open>()
  readonly #starts = new Map<number, number>()
  readonly #stores = new Map<number, number>()

  observe(e: CycleEvents): void {
    if (e.command && isStart(e.command)) this.#starts.set(Number(e.command.rs1), e.cycle)
    if (e.memoryRequest?.store) this.#stores.set(e.memoryRequest.tag, e.memoryRequest.bytes)
    if (e.memoryResponse) this.#answered(e.memoryResponse.tag, e.cycle)
    if (e.toHost) this.#sent(e)
    if (e.fromHost) this.#got(e)
  }

  figures(): RunFigures {
    const exchanges = this.#exchanges.map((x) => ({ ...x }))
    const rate = (of: readonly { bytes: number; cycles: number }[]): number | undefined => {
      const cycles = of.reduce((n, x) => n + x.cycles, 0)
      return cycles === 0 ? undefined : of.reduce((n, x) => n + x.bytes, 0) / cycles
    }
    return {
      exchanges,
      startToQuery: exchanges.flatMap((x) => (x.started === undefined ? [] : [x.queryFirst - x.started])),
      queryRate: rate(exchanges.filter((x) => x.queryBytes > 0).map((x) => ({ bytes: x.queryBytes, cycles: x.queryLast - x.queryFirst + 1 }))),
      answerRate: rate(exchanges.flatMap(({ answerBytes, answerCycles }) => (answerCycles === undefined || answerBytes === 0 ? [] : [{ bytes: answerBytes, cycles: answerCycles }]))),
    }
  }

  #sent({ cycle, toHost }: CycleEvents): void {
    const entry = this.#toHost.add(toHost!, cycle)
    if (!entry || typeof entry.frame === 'string' || entry.frame.kind.name !== 'query') return
    const { header: { slot, sequence }, data, trailer } = entry.frame
    let open = this.#open.get(slot)
    if (trailer!.first || open?.made.sequence !== sequence) {
      const made = {
        slot, sequence, started: this.#starts.get(slot), queryFirst: entry.first, queryLast: cycle, queryBytes: 0,
        answerFirst: undefined, answerLast: undefined, answerBytes: 0, answerCycles: undefined,
      }
      open = { made, asked: false, ended: false, stored: 0, storedAt: 0, frames: [], counted: 0, cycles: 0 }
      this.#starts.delete(slot)
      this.#open.set(slot, open)
    }
    open.made.queryLast = cycle
    open.made.queryBytes += data.length
    // A query that was given up is none.
    if (!trailer!.last) return
    open.asked = true
    this.#exchanges.push(open.made)
  }

  #got({ cycle, fromHost }: CycleEvents): void {
    const entry = this.#fromHost.add(fromHost!, cycle)
    if (!entry || typeof entry.frame === 'string' || entry.frame.kind.name !== 'answer') return
    const { header: { slot, sequence }, data, tokens } = entry.frame, open = this.#open.get(slot)
    if (!open?.asked || open.made.sequence !== sequence || open.ended) return
    const { made } = open
    made.answerFirst ??= entry.first
    made.answerLast = cycle
    made.answerBytes += data.length
    open.frames.push({ first: entry.first, upTo: made.answerBytes })
    open.ended = tokens !== undefined
    settle(open)
  }

  #answered(tag: number, cycle: number): void {
    const bytes = this.#stores.get(tag)
    if (bytes === undefined) return
    this.#stores.delete(tag)
    for (const open of this.#open.values()) {
      if (!open.asked || open.made.answerCycles !== undefined) continue
      open.stored += bytes
      open.storedAt = cycle
      settle(open)
    }
  }
}

/** Counts the frames whose symbols are all stored. */
function settle(open: Open): void {
  for (let frame = open.frames[0]; frame && frame.upTo <= open.stored; frame = open.frames[0]) {
    open.frames.shift()
    open.cycles += Math.max(0, open.storedAt + 1 - Math.max(frame.first, open.counted))
    open.counted = Math.max(open.counted, open.storedAt + 1)
  }
  if (open.ended && open.frames.length === 0) open.made.answerCycles = open.cycles
}
