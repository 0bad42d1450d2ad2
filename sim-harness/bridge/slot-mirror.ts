// Owns: the host's copy of one slot's history, and the query that is being put together for it out of chunks.

export interface Chunk { readonly sequence: number; readonly offset: number; readonly data: Uint8Array; readonly first: boolean; readonly last: boolean; readonly cut: boolean }
/** A query whose last chunk came: the history and how much of it the mirror had already, byte for byte. A string says why there is none. */
export type Assembled = { readonly history: Uint8Array; readonly common: number } | string

export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const p of parts) {
    all.set(p, at)
    at += p.length
  }
  return all
}

/**
 * Bytes [0, length) of a segment as the host knows them. Every history that it hands out is a buffer of its own, so that an Oracle may keep it.
 * A query that is not complete leaves the bytes untouched: what the unit believes to be held stays held.
 */
export class SlotMirror {
  #settled: Uint8Array = new Uint8Array(0)
  /** What was appended since `#settled` was made, and how much that is. */
  #tail: Uint8Array[] = []
  #tailBytes = 0
  #query: { sequence: number; offset: number; parts: Uint8Array[]; next: number; wrong?: string } | null = null

  get length(): number { return this.#settled.length + this.#tailBytes }

  /** The bytes. The same buffer until something is appended or taken off; not to be changed. */
  bytes(): Uint8Array {
    if (this.#tail.length > 0) this.#settled = joined([this.#settled, ...this.#tail])
    this.#tail = []
    this.#tailBytes = 0
    return this.#settled
  }

  append(symbols: Uint8Array): void {
    this.#tail.push(symbols)
    this.#tailBytes += symbols.length
  }

  /** Forgets what lies past `length` bytes. */
  keep(length: number): void {
    if (length < this.length) this.#settled = this.bytes().slice(0, length)
  }

  /** Takes the next chunk: null while the query is not complete or was cut, else the query. */
  take(chunk: Chunk): Assembled | null {
    if (chunk.first) this.#query = { sequence: chunk.sequence, offset: chunk.offset, parts: [], next: chunk.offset }
    else if (this.#query?.sequence !== chunk.sequence) this.#query = { sequence: chunk.sequence, offset: chunk.offset, parts: [], next: chunk.offset, wrong: 'the first chunk of the query is missing' }
    const query = this.#query!
    if (chunk.cut) {
      this.#query = null
      return null
    }
    if (query.offset > this.length) query.wrong ??= `the query starts at byte ${query.offset}, the host has ${this.length}`
    if (chunk.offset !== query.next) query.wrong ??= `a chunk starts at byte ${chunk.offset}, the one before ended at ${query.next}`
    query.parts.push(chunk.data)
    query.next = chunk.offset + chunk.data.length
    if (!chunk.last) return null
    this.#query = null
    return query.wrong ?? this.#rewrite(query.offset, joined(query.parts))
  }

  /** [0, offset) stays, `added` follows it, whatever stood there is gone. */
  #rewrite(offset: number, added: Uint8Array): Assembled {
    const before = this.bytes()
    let common = offset
    while (common < before.length && common - offset < added.length && before[common] === added[common - offset]) common++
    this.#settled = joined([before.subarray(0, offset), added])
    return { history: this.#settled, common }
  }
}
