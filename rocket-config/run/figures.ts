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
  /** First and last beat of its answer that the unit took; symbols in them. Undefined until they came. */
  readonly answerFirst: number | undefined
  readonly answerLast: number | undefined
  readonly answerBytes: number
  /** The last store of the unit that memory confirmed after the answer began; exact while one slot runs. */
  readonly stored: number | undefined
}

/** Sums over exchanges, for one line of a benchmark. Rates are bytes a clock cycle; undefined where nothing streamed. */
export interface RunFigures {
  readonly exchanges: readonly Exchange[]
  /** From the acceptance of a start to its first query beat, each. */
  readonly startToQuery: readonly number[]
  /** Bytes of whole queries that carry any over the cycles from first to last beat, headers and trailers included. */
  readonly queryRate: number | undefined
  /** Symbols of whole answers over the cycles from the first beat to the last confirmed store. */
  readonly answerRate: number | undefined
}

type Open = { -readonly [K in keyof Exchange]: Exchange[K] }

/** Give it the cycles in order. */
export class FigureKeeper {
  readonly #toHost = new FrameAssembler('toHost')
  readonly #fromHost = new FrameAssembler('fromHost')
  readonly #exchanges: Open[] = []
  readonly #open = new Map<number, Open>()
  readonly #starts = new Map<number, number>()
  readonly #stores = new Set<number>()

  observe(e: CycleEvents): void {
    if (e.command && isStart(e.command)) this.#starts.set(Number(e.command.rs1), e.cycle)
    if (e.memoryRequest?.store) this.#stores.add(e.memoryRequest.tag)
    if (e.memoryResponse && this.#stores.delete(e.memoryResponse.tag)) {
      for (const x of this.#open.values()) if (x.answerFirst !== undefined) x.stored = e.cycle
    }
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
      answerRate: rate(exchanges.flatMap(({ answerFirst, answerBytes, stored }) => {
        if (answerFirst === undefined || stored === undefined || answerBytes === 0) return []
        return [{ bytes: answerBytes, cycles: stored - answerFirst + 1 }]
      })),
    }
  }

  #sent({ cycle, toHost }: CycleEvents): void {
    const entry = this.#toHost.add(toHost!, cycle)
    if (!entry || typeof entry.frame === 'string' || entry.frame.kind.name !== 'query') return
    const { header: { slot, sequence }, data, trailer } = entry.frame
    let open = this.#open.get(slot)
    if (trailer!.first || open?.sequence !== sequence) {
      open = {
        slot, sequence, started: this.#starts.get(slot), queryFirst: entry.first, queryLast: cycle, queryBytes: 0,
        answerFirst: undefined, answerLast: undefined, answerBytes: 0, stored: undefined,
      }
      this.#starts.delete(slot)
      this.#open.set(slot, open)
    }
    open.queryLast = cycle
    open.queryBytes += data.length
    // A query that was given up is none.
    if (trailer!.last) this.#exchanges.push(open)
  }

  #got({ cycle, fromHost }: CycleEvents): void {
    const entry = this.#fromHost.add(fromHost!, cycle)
    if (!entry || typeof entry.frame === 'string' || entry.frame.kind.name !== 'answer') return
    const { header: { slot, sequence }, data } = entry.frame, open = this.#open.get(slot)
    if (open?.sequence !== sequence) return
    open.answerFirst ??= entry.first
    open.answerLast = cycle
    open.answerBytes += data.length
  }
}
