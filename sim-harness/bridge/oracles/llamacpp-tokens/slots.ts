// Owns: which slot of a server belongs to which slot of the unit.

/** As many of the unit's slots as the server has keep one each; then the one that was asked longest ago gives its up. */
export class ServerSlots {
  readonly #free: number[]
  /** In the order in which they were asked, the last one last. */
  readonly #owned = new Map<number, number>()
  readonly #busy = new Set<number>()

  constructor(count: number) { this.#free = Array.from({ length: count }, (_, n) => n) }

  /** The server's slot for a query of `slot`. When all are at work the one asked longest ago is shared: the server lets the query wait. */
  take(slot: number): number {
    const place = this.#owned.get(slot) ?? this.#free.shift() ?? this.#evict()
    this.#owned.delete(slot)
    this.#owned.set(slot, place)
    this.#busy.add(slot)
    return place
  }

  /** The query has ended. */
  leave(slot: number): void { this.#busy.delete(slot) }

  /** The slot was closed. */
  free(slot: number): void {
    const place = this.#owned.get(slot)
    this.#owned.delete(slot)
    if (place !== undefined && ![...this.#owned.values()].includes(place)) this.#free.push(place)
  }

  #evict(): number {
    const owners = [...this.#owned.keys()]
    const oldest = owners.find((slot) => !this.#busy.has(slot)) ?? owners[0]!
    const place = this.#owned.get(oldest)!
    this.#owned.delete(oldest)
    return place
  }
}
