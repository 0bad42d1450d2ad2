// Owns: M9 of the properties (K1): what the log of one slot alone says its history is, and that the interleaved run has the same.

interface Log {
  /** The history at the last start, from `base` on, and what the host's answers offered since for the places behind it. */
  base: number
  before: Uint8Array
  readonly offered: Map<number, Set<number>>
}

/**
 * Independent of the states of the observer: of a slot it knows its starts with the history then, the answers that the host sent to it, its records. A record of
 * n symbols says: the history is the one before and n symbols that were offered to this slot. What other slots did is not in the log, so it cannot be in the history.
 */
export class SlotLog {
  readonly #logs = new Map<number, Log>()

  started(slot: number, base: number, history: Uint8Array): void {
    this.#logs.set(slot, { base, before: history, offered: new Map() })
  }
  /** The Priestess wrote into the history of a slot that runs, or it was closed: its log says nothing more. */
  lost(slot: number): void { this.#logs.delete(slot) }
  /** Symbols of an answer to the slot, `offset` from base. */
  answered(slot: number, offset: number, symbols: readonly number[]): void {
    const log = this.#logs.get(slot)
    if (!log) return
    for (const [i, symbol] of symbols.entries()) log.offered.set(offset + i, (log.offered.get(offset + i) ?? new Set()).add(symbol))
  }

  /** Its record was taken, and it says so many symbols. `memory` from base on. @returns what is wrong */
  trapped(slot: number, appended: number, memory: (address: number, length: number) => Uint8Array): string | undefined {
    const log = this.#logs.get(slot)
    this.#logs.delete(slot)
    if (!log) return undefined
    const now = memory(log.base, log.before.length + appended)
    const changed = log.before.findIndex((b, i) => b !== now[i])
    if (changed >= 0) return `M9: byte ${changed} of the history of slot ${slot} is not what it was when it started`
    for (let i = log.before.length; i < now.length; i++) {
      if (!log.offered.get(i)?.has(now[i]!)) return `M9: byte ${i} of the history of slot ${slot} is ${now[i]}, and its own log alone gives ${[...log.offered.get(i) ?? []].join(' or ') || 'none'}`
    }
    return undefined
  }
}
