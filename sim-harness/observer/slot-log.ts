// Owns: M9 of the properties (K1): what the log of one slot alone says its history is, and that the interleaved run has the same.

interface Log {
  /** The history at the last start, from `base` on, and the number of the last query before it. */
  readonly base: number
  readonly before: Uint8Array
  readonly sequence: number
}
/** Symbols by their place in the history. */
type Offers = Map<number, Set<number>>

/** Whether a query came after another; the numbers have 16 bits. */
const isAfter = (a: number, b: number): boolean => ((a - b - 1) & 0xffff) < 0x7fff

/**
 * Independent of the states of the observer: of a slot it knows its starts with the history then, the answers that the host sent to it, its records. A record of
 * n symbols says: the history is the one before and n symbols that were offered to this slot. What other slots did is not in the log, so it cannot be in the history.
 */
export class SlotLog {
  readonly #logs = new Map<number, Log>()
  /** By slot and query: what the host's answers offered. A host may answer before it was asked, and the unit take it when it has asked. */
  readonly #offers = new Map<number, Map<number, Offers>>()

  /** @param sequence of its last query before */
  started(slot: number, sequence: number, base: number, history: Uint8Array): void {
    this.#logs.set(slot, { base, before: history, sequence })
    const offers = this.#offers.get(slot)
    for (const query of offers?.keys() ?? []) if (!isAfter(query, sequence)) offers!.delete(query)
  }
  /** The Priestess wrote into the history of a slot that runs, or it was closed: its log says nothing more. */
  lost(slot: number): void { this.#logs.delete(slot) }
  /** Symbols of an answer to a query of the slot, `offset` from base. */
  answered(slot: number, sequence: number, offset: number, symbols: readonly number[]): void {
    const ofSlot = this.#offers.get(slot) ?? new Map<number, Offers>(), offers: Offers = ofSlot.get(sequence) ?? new Map<number, Set<number>>()
    this.#offers.set(slot, ofSlot.set(sequence, offers))
    for (const [i, symbol] of symbols.entries()) offers.set(offset + i, (offers.get(offset + i) ?? new Set()).add(symbol))
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
      const offered = [...this.#offers.get(slot) ?? []].flatMap(([query, offers]) => (isAfter(query, log.sequence) ? [...offers.get(i) ?? []] : []))
      if (!offered.includes(now[i]!)) return `M9: byte ${i} of the history of slot ${slot} is ${now[i]}, and its own log alone gives ${offered.join(' or ') || 'none'}`
    }
    return undefined
  }
}
