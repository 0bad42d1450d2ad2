// Owns: how the beats from the host become what the unit acts on, one item after the other, malformed frames included.
import type { Beat, Tokens } from '../link/codec.ts'
import { answerFlags, beatBytes, frameKinds, headerLayout, tokenBeats, tokenLayout, type HeaderField } from '../link/frames.ts'

/** Which query a frame names. They all lie in its first beat. */
export interface Tags { readonly slot: number; readonly session: number; readonly sequence: number }

export type FrameItem =
  | { readonly kind: 'hello' }
  | { readonly kind: 'offset'; readonly offset: number }
  /** `doubtful`: the beat itself is malformed; its symbols may still have been looked at before that was noticed. */
  | { readonly kind: 'symbols'; readonly symbols: readonly number[]; readonly doubtful: boolean }
  | { readonly kind: 'end'; readonly tokens: Tokens }
  | { readonly kind: 'reject' }
  | { readonly kind: 'fault' }
  | { readonly kind: 'cached'; readonly length: number }
  | { readonly kind: 'malformed' }

/** An item with the tags of its frame; `first` on the first of a frame: there it is decided whether the frame counts. */
export interface TaggedItem { readonly tags: Tags; readonly first: boolean; readonly named: string; readonly item: FrameItem }

const fullKeep = 0xff
const get = (beat: Beat, name: HeaderField): number => Number(beat.data >> BigInt(headerLayout[name].low) & (1n << BigInt(headerLayout[name].width)) - 1n)
const lanes = (bytes: number) => (bytes % beatBytes === 0 ? fullKeep : (1 << bytes % beatBytes) - 1)
const token = (beat: Beat, name: keyof Tokens) => Number(beat.data >> BigInt(tokenLayout[name].low) & 0xffffffffn)

interface Open {
  readonly tags: Tags
  readonly named: string
  state: 'header' | 'data' | 'tokens' | 'spoilt'
  given: boolean
  length: number
  taken: number
  end: boolean
  tokens: Beat[]
}

/** Reads one stream of beats. Each `push` gives the items that its beat completes, in order. */
export class FrameReader {
  #open: Open | undefined

  /** True between two frames. */
  get between(): boolean {
    return this.#open === undefined
  }

  push(beat: Beat): TaggedItem[] {
    const open = this.#open
    const items = open === undefined ? this.#begin(beat) : this.#next(open, beat)
    if (beat.last) this.#open = undefined
    return items
  }

  #begin(beat: Beat): TaggedItem[] {
    const kind = frameKinds.find((k) => k.direction === 'fromHost' && k.code === get(beat, 'kind'))
    const open: Open = {
      tags: { slot: get(beat, 'slot'), session: get(beat, 'session'), sequence: get(beat, 'sequence') },
      named: kind?.name ?? 'unknown', state: 'header', given: false, length: 0, taken: 0, end: get(beat, 'flags') >> answerFlags.end & 1 ? true : false, tokens: [],
    }
    this.#open = open
    return kind === undefined || beat.last || beat.keep !== fullKeep ? [this.#spoil(open)] : []
  }

  #give(open: Open, item: FrameItem): TaggedItem {
    const first = !open.given
    open.given = true
    return { tags: open.tags, first, named: open.named, item }
  }

  #spoil(open: Open): TaggedItem {
    open.state = 'spoilt'
    return this.#give(open, { kind: 'malformed' })
  }

  #next(open: Open, beat: Beat): TaggedItem[] {
    switch (open.state) {
      case 'header': return [this.#second(open, beat)]
      case 'data': return this.#data(open, beat)
      case 'tokens': return this.#tokens(open, beat)
      case 'spoilt': return []
    }
  }

  #second(open: Open, beat: Beat): TaggedItem {
    const offset = get(beat, 'offset')
    if (open.named === 'answer') {
      open.length = get(beat, 'length')
      const empty = open.length === 0 && !open.end
      if (empty || beat.last || beat.keep !== fullKeep) return this.#spoil(open)
      open.state = open.length > 0 ? 'data' : 'tokens'
      return this.#give(open, { kind: 'offset', offset })
    }
    if (!beat.last || beat.keep !== fullKeep) return this.#spoil(open)
    return this.#give(open, open.named === 'cached' ? { kind: 'cached', length: offset } : { kind: open.named as 'hello' | 'reject' | 'fault' })
  }

  #data(open: Open, beat: Beat): TaggedItem[] {
    const bytes = Math.min(beatBytes, open.length - open.taken)
    const symbols = Array.from({ length: bytes }, (_, i) => Number(beat.data >> BigInt(8 * i) & 0xffn))
    open.taken += bytes
    const final = open.taken === open.length
    const closes = final && !open.end
    const doubtful = beat.last !== closes || beat.keep !== (closes ? lanes(open.length) : fullKeep)
    const given = this.#give(open, { kind: 'symbols', symbols, doubtful })
    if (doubtful) return [given, this.#spoil(open)]
    if (final) open.state = 'tokens'
    return [given]
  }

  #tokens(open: Open, beat: Beat): TaggedItem[] {
    open.tokens.push(beat)
    const final = open.tokens.length === tokenBeats
    if (beat.last !== final || beat.keep !== fullKeep) return [this.#spoil(open)]
    if (!final) return []
    const tell = (name: keyof Tokens) => token(open.tokens[tokenLayout[name].beat]!, name)
    return [this.#give(open, { kind: 'end', tokens: { evaluated: tell('evaluated'), reused: tell('reused'), history: tell('history') } })]
  }
}
