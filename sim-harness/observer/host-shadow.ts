// Owns: what a host believes that only listens to the link: its mirror of each history (M1), that histories grow (M2), and who wrote each byte (M5).
import type { Frame } from '../../coprocessor/link/codec.ts'

type Author = 'priestess' | number

interface Mirror {
  bytes: number[]
  sequence: number
  /** Chunks of the query that is coming in; undefined: its first was not seen. */
  incoming: { readonly offset: number; readonly bytes: number[] } | undefined
  /** The last whole query, while the Priestess only appends. */
  before: number[] | undefined
  /** The host answered a query that had not wholly come: what the unit took of it is not known. */
  unsure: boolean
  /** The query that it answered so, which may have come to the unit before it was seen to leave. */
  early: number
}

/** Independent of the states of the observer: it knows frames, stores and the Priestess's own writes, nothing of the instruction set. */
export class HostShadow {
  readonly #mirrors = new Map<number, Mirror>()
  readonly #authors = new Map<number, Author>()

  priestess(address: number, length: number): void {
    for (let i = 0; i < length; i++) this.#authors.set(address + i, 'priestess')
  }

  stored(slot: number, address: number, length: number): void {
    for (let i = 0; i < length; i++) this.#authors.set(address + i, slot)
  }

  /** The Priestess changed the history other than by appending: the next query owes nothing to the one before. */
  rewrote(slot: number): void {
    this.#mirror(slot).before = undefined
  }

  /** Symbols that the host sent for the query that is out. */
  answered(slot: number, sequence: number, symbols: readonly number[]): void {
    const mirror = this.#mirror(slot)
    if (sequence === mirror.sequence) mirror.bytes.push(...symbols)
    else {
      mirror.unsure = true
      mirror.early = sequence
    }
  }

  /** A run ended: `history` is what the host has of it by the unit's account. It may have more. A string says what is wrong. */
  trapped(slot: number, history: Uint8Array): string | undefined {
    const mirror = this.#mirrors.get(slot)
    if (mirror === undefined || mirror.unsure || mirror.incoming) return undefined
    const differs = history.findIndex((b, i) => b !== mirror.bytes[i])
    return differs < 0 ? undefined : `M1: at the record the host's mirror and the history part at byte ${differs}, the host is said to have ${history.length}`
  }

  /**
   * A frame to the host. A string says what a host would find wrong. `base`: of the slot's segment; `history`: what it held when a query began,
   * undefined when that is no longer certain.
   */
  sent(frame: Frame, base: number, history: Uint8Array | undefined): string | undefined {
    const { slot, sequence, offset } = frame.header
    const mirror = this.#mirror(slot)
    if (frame.kind.name === 'close') this.#mirrors.delete(slot)
    if (frame.kind.name === 'abort' && sequence === mirror.sequence) {
      mirror.bytes.length = Math.min(mirror.bytes.length, offset)
      mirror.before = undefined
    }
    if (frame.kind.name === 'fork') {
      const { bytes, unsure } = this.#mirror(frame.header.length)
      Object.assign(mirror, { bytes: bytes.slice(0, offset), before: undefined, unsure: mirror.unsure || unsure })
      if (offset > bytes.length && !unsure) return `a fork of ${offset} bytes of slot ${frame.header.length}, of which the host has ${bytes.length}`
    }
    if (frame.kind.name !== 'query') return undefined
    const { first, last, cut } = frame.trailer!
    if (first) mirror.incoming = { offset, bytes: [] }
    if (cut) mirror.incoming = undefined
    if (mirror.incoming === undefined) return undefined
    mirror.incoming.bytes.push(...frame.data)
    if (!last) return undefined
    const { incoming, before } = mirror
    if (incoming.offset === 0 && sequence !== mirror.early) mirror.unsure = false
    if (mirror.unsure) return undefined
    if (incoming.offset > mirror.bytes.length) return `a query from byte ${incoming.offset}, the host has ${mirror.bytes.length}`
    mirror.bytes = [...mirror.bytes.slice(0, incoming.offset), ...incoming.bytes]
    mirror.sequence = sequence
    mirror.incoming = undefined
    mirror.before = [...mirror.bytes]
    if (history === undefined) return undefined
    const differs = mirror.bytes.findIndex((b, i) => b !== history[i])
    if (mirror.bytes.length !== history.length || differs >= 0) return `M1: the host's mirror has ${mirror.bytes.length} bytes, the history ${history.length}; they part at byte ${differs < 0 ? Math.min(history.length, mirror.bytes.length) : differs}`
    const shrunk = before?.findIndex((b, i) => b !== mirror.bytes[i]) ?? -1
    if (shrunk >= 0) return `M2: byte ${shrunk} is not that of the query before, and the Priestess only appended`
    const foreign = mirror.bytes.findIndex((_, i) => ![slot, 'priestess'].includes(this.#authors.get(base + i) ?? 'nobody' as Author))
    return foreign >= 0 ? `M5: byte ${foreign} of the query was written by ${this.#authors.get(base + foreign) ?? 'nobody'}` : undefined
  }

  #mirror(slot: number): Mirror {
    const known = this.#mirrors.get(slot)
    if (known) return known
    const fresh: Mirror = { bytes: [], sequence: -1, incoming: undefined, before: undefined, unsure: false, early: -1 }
    this.#mirrors.set(slot, fresh)
    return fresh
  }
}
