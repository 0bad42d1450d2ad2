// Owns: how fast a query and its answer stream, from the events at the unit's ports: whole, and past their start-up at memory and on the link.
import { FigureKeeper } from '../../rocket-config/run/figures.ts'
import type { CycleEvents } from '../../sim-harness/port-events.ts'

/** Bytes a clock cycle; null where nothing streamed long enough. */
export interface Rates {
  /** Bytes of history: of a query from its first beat to its last, of an answer from its first beat to memory's answer to its last store. */
  readonly whole: number | null
  /** Bytes that memory was asked for, from the first access to the last. */
  readonly memory: number | null
  /** Bytes on the link, headers and trailers among them, from the first beat behind the first header to the last beat. */
  readonly link: number | null
}
export interface StreamRates { readonly query: Rates; readonly answer: Rates; /** Clock cycles from the start to the first beat. */ readonly enterToQuery: number }

interface Access { readonly cycle: number; readonly bytes: number }

/** Bytes after the first of them over the cycles since it: how fast they follow each other. */
function following(passed: readonly Access[]): number | null {
  const [first, ...rest] = passed, last = rest.at(-1)
  return first && last && rest.length >= 16 ? rest.reduce((n, a) => n + a.bytes, 0) / (last.cycle - first.cycle) : null
}

/** Give it the cycles in order; while one slot runs. */
export class RateKeeper {
  readonly #figures = new FigureKeeper()
  readonly #loads: Access[] = []
  readonly #stores: Access[] = []
  readonly #toHost: Access[] = []
  readonly #fromHost: Access[] = []

  observe(e: CycleEvents): void {
    this.#figures.observe(e)
    if (e.memoryRequest) (e.memoryRequest.store ? this.#stores : this.#loads).push({ cycle: e.cycle, bytes: e.memoryRequest.bytes })
    if (e.toHost) this.#toHost.push({ cycle: e.cycle, bytes: 8 })
    if (e.fromHost) this.#fromHost.push({ cycle: e.cycle, bytes: 8 })
  }

  /** Of every exchange that is over. */
  rates(): StreamRates[] {
    return this.#figures.figures().exchanges.flatMap((x) => {
      if (x.answerFirst === undefined || x.answerLast === undefined || x.answerCycles === undefined) return []
      const from = x.answerFirst, within = (of: readonly Access[], low: number, high: number): Access[] => of.filter((a) => a.cycle >= low && a.cycle <= high)
      return [{
        query: {
          whole: x.queryBytes / (x.queryLast - x.queryFirst + 1),
          memory: following(within(this.#loads, x.queryFirst, x.queryLast)), link: following(within(this.#toHost, x.queryFirst, x.queryLast).slice(1)),
        },
        answer: {
          whole: x.answerBytes / x.answerCycles,
          memory: following(within(this.#stores, from, from + x.answerCycles)), link: following(within(this.#fromHost, from, x.answerLast).slice(1)),
        },
        enterToQuery: x.started === undefined ? NaN : x.queryFirst - x.started,
      }]
    })
  }
}
