// Owns: random programs over several slots on the reference, with a host that keeps mirrors and lies: what holds in every state.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../coprocessor/link/codec.ts'
import type { SlotState } from '../../../coprocessor/machine/slot-state.ts'
import { Bench, fromHost, low, noTokens } from './bench.ts'

const slots = 4
const Y = 0xff
/** Segments lie at eight places of this size; a move takes one to another place. */
const size = 48

type Step = { readonly op: string; readonly slot: number; readonly a: number; readonly b: number }
const ops = [
  'turn', 'turn', 'turn', 'turn', 'append', 'append', 'start', 'start', 'ask', 'vote', 'answer', 'answer', 'yield', 'yield', 'empty', 'send', 'send', 'send', 'one', 'take', 'take', 'push', 'pop', 'top', 'rewrite',
  'fork', 'fork', 'fork', 'move', 'hint', 'close', 'open', 'open', 'limit', 'abort', 'expire', 'reject', 'fault', 'mark', 'cached', 'session', 'exception', 'bind', 'dies',
] as const
const step: fc.Arbitrary<Step> = fc.record({ op: fc.constantFrom(...ops), slot: fc.integer({ min: 0, max: slots - 1 }), a: fc.integer({ min: 0, max: 50 }), b: fc.integer({ min: 0, max: slots - 1 }) })

/** The unit, its memory, and a host that knows only what the link told it. */
class World {
  readonly b = new Bench({ slots, chunkBytes: 8 })
  readonly mirrors: number[][] = Array.from({ length: slots }, () => [])
  readonly #queries = new Map<number, { readonly offset: number; readonly data: number[] }>()
  session = 7
  #symbol = 0
  forks = 0
  forksSent = 0
  votes = 0

  constructor() { this.b.boot([1, 2, 3], 29) }

  slot(n: number): SlotState { return this.b.unit.slot(n) }

  /** The bridge's rules, byte for byte. */
  host(f: Frame): void {
    const { slot, offset, length } = f.header
    if (f.kind.name === 'abort') this.mirrors[slot] = this.mirrors[slot]!.slice(0, offset)
    else if (f.kind.name === 'close') this.mirrors[slot] = []
    else if (f.kind.name === 'fork') {
      this.forksSent++
      this.mirrors[slot] = this.mirrors[length]!.slice(0, offset)
    } else if (f.kind.name === 'query') {
      if (f.trailer!.first) this.#queries.set(slot, { offset, data: [] })
      const query = this.#queries.get(slot)!
      expect(query.offset + query.data.length).toBe(offset)
      if (f.trailer!.cut) return
      query.data.push(...f.data)
      if (!f.trailer!.last) return
      // P11: what the host puts together is the history.
      expect(query.offset).toBeLessThanOrEqual(this.mirrors[slot]!.length)
      this.mirrors[slot] = [...this.mirrors[slot]!.slice(0, query.offset), ...query.data]
      expect(this.mirrors[slot]).toEqual(this.b.history(slot))
    }
  }

  send(all: boolean): void {
    for (let f = this.b.unit.send(); f !== undefined; f = all ? this.b.unit.send() : undefined) this.host(f)
  }

  answer(slot: number, symbols: readonly number[], ends: boolean): void {
    if (this.slot(slot).run?.phase === 'awaiting') this.mirrors[slot]!.push(...symbols)
    this.b.answer(symbols, ends ? noTokens : undefined, slot)
  }

  text(n: number): number[] { return Array.from({ length: n }, () => this.#symbol = (this.#symbol + 1) % 200) }

  act({ op, slot, a, b }: Step): bigint | 'waits' | undefined {
    const s = this.slot(slot)
    const { sequence } = s
    const room = s.limit - s.top
    switch (op) {
      case 'append':
        if (s.status === 'idle') this.b.write(s.top, this.text(Math.min(a % 20, room)))
        return this.b.command('oseg.top', slot, s.top + Math.min(a % 20, room))
      case 'turn': {
        // What a kernel does: until the host has it all.
        this.b.command('otrap', slot)
        const rd = this.b.command('ostart', slot, 0)
        this.send(true)
        this.answer(slot, [b, Y], true)
        this.b.command('otrap', slot)
        return rd === 0n ? rd : undefined
      }
      case 'start': return this.b.command('ostart', slot, a % 10)
      case 'ask': return this.b.command('oask', slot, a)
      case 'vote': {
        const rd = this.b.command('ovote', slot, 1 + a % 4)
        if (rd === 'waits') this.votes++
        return rd
      }
      case 'answer': return void this.answer(slot, a % 3 === 0 ? this.text(a % 12) : Array<number>(a % 9).fill(b), false)
      case 'yield': return void this.answer(slot, [b, Y], true)
      case 'empty': return void this.answer(slot, [], true)
      case 'send': return void this.send(true)
      case 'one': return void this.send(false)
      case 'take': return this.b.command('otrap', slot)
      case 'push': return this.b.command('opush', slot, a)
      case 'pop': return this.b.command('opop', slot)
      case 'top': return this.b.command('oseg.top', slot, s.base + a)
      case 'rewrite':
        if (s.status === 'idle' && s.base + a < s.top) this.b.write(s.base + a, this.text(1))
        return this.b.command('oseg.touch', slot, s.base + a)
      case 'fork': {
        if (a % 2 === 0) this.send(true)
        if (a % 4 === 0) this.b.command('otrap', slot)
        if (a % 3 > 0) this.b.command('oseg.top', slot, s.base)
        const source = this.slot(b), target = this.slot(slot)
        const length = Math.min(a, source.top - source.base)
        const copies = target.status === 'idle' && source.status === 'idle' && target.top === s.base && length <= target.limit - s.base
        if (copies) this.b.write(s.base, [...this.b.memory.slice(source.base - low, source.base - low + length)])
        const rd = this.b.command('ofork', BigInt(length) << 8n | BigInt(slot), b)
        if (rd === 0n && this.slot(slot).held > 0) this.forks++
        return rd
      }
      case 'move': {
        const base = low + 0x1000 + size * (a % 8)
        const rd = this.b.command('oseg.move', slot, base)
        if (rd === 0n) this.b.write(base, [...this.b.memory.slice(s.base - low, s.top - low)])
        return rd
      }
      case 'hint': return this.b.command('ohint', slot, a)
      case 'close': return this.b.command('oseg.close', slot)
      case 'open': return this.b.command('oseg.open', BigInt(low + 0x1000 + size * (a % 8)) | (a % 5 === 0 ? 0n : 1n), BigInt(size) << 8n | BigInt(slot))
      case 'limit': return this.b.command('oseg.limit', slot, s.limit - 8 + 8 * (a % 3))
      case 'abort': return this.b.command('oabort', slot)
      case 'expire': return void this.b.unit.expire(slot)
      case 'reject': return void this.b.frame(fromHost('reject', { slot, session: this.session, sequence }))
      case 'fault': return void this.b.frame(fromHost('fault', { slot, session: this.session - a % 2, sequence: sequence + a % 3 - 1 }))
      case 'mark': return void this.b.answer([1, 0xf8], undefined, slot)
      case 'cached': return void this.b.frame(fromHost('cached', { slot, session: this.session, sequence, offset: a }))
      case 'session':
        if (a % 4 === 0) this.session++
        return void this.b.hello(this.session)
      case 'exception': return void this.b.unit.exception()
      case 'bind': return this.b.command('oseg.bind', slot, a % 3 > 0 ? 0 : 1)
      case 'dies':
        if (a === 50) this.b.unit.memoryDies()
        return undefined
      default: throw new RangeError(op)
    }
  }

  check(): void {
    const open: { base: number; limit: number }[] = []
    for (let n = 0; n < slots; n++) {
      const s = this.slot(n)
      const c = s.counters
      // M3
      expect(c.shared + c.sentNew + c.appended - c.truncated).toBe(s.seen)
      // P3
      expect(s.base <= s.top && s.top <= s.limit && s.held <= s.seen && s.seen <= s.top - s.base).toBe(true)
      if (s.status === 'free') continue
      expect(open.some((o) => o.base < s.limit && s.base < o.limit)).toBe(false)
      open.push(s)
      // M1, as far as the host was told: what the unit believes to be held is there.
      if (s.abort === undefined && !s.close && s.fork === undefined && s.run === undefined) expect(this.mirrors[n]!.slice(0, s.held)).toEqual(this.b.history(n).slice(0, s.held))
      if (s.fork !== undefined) expect(this.mirrors[s.fork.source]!.slice(0, s.held)).toEqual(this.b.history(n).slice(0, s.held))
    }
  }
}

describe('whatever is done with several slots', () => {
  it('the sums hold, segments stay apart, the host has what the unit believes it to have, and a negative status changes nothing', () => {
    const seen = { forks: 0, forksSent: 0, votes: 0 }
    fc.assert(fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      const w = new World()
      w.send(true)
      w.b.open(1, low + 0x1000, [], size)
      w.b.open(2, low + 0x1000 + size, [], size)
      for (const s of steps) {
        const before = Array.from({ length: slots }, (_, n) => w.slot(n))
        const rd = w.act(s)
        if (typeof rd === 'bigint' && rd < 0n && s.op !== 'fork') before.forEach((x, n) => expect(w.slot(n)).toBe(x))
        w.check()
      }
      seen.forks += w.forks
      seen.forksSent += w.forksSent
      seen.votes += w.votes
    }), { numRuns: 1200 })
    expect(seen.forks).toBeGreaterThan(50)
    expect(seen.forksSent).toBeGreaterThan(20)
    expect(seen.votes).toBeGreaterThan(100)
  })
})
