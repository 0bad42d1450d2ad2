// Owns: memories as FIRRTL and its compiler agree on them: what a `mem` leaves undefined, or the compiler does otherwise, is written out around it.
import { mapModules, widthOf } from '../../ir/index.ts'
import type { Design, Expr, GroundType, Local, Memory, Module, ReadPort, Register, SetStatement, Statement, WritePort } from '../../ir/index.ts'
import { and, bit, cast, cat, compare, ground, literal, mux, not, ref, slice, uint } from '../../passes/build.ts'
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'

/**
 * After boundMemories. Afterwards
 * - the reads of a memory are all `sync` or all `async`; words are unsigned;
 * - a sync read is one of a `mem` of read latency 1 (collision `new` or `undefined`, one clock): its data is undefined after a cycle in
 *   which it was not enabled, so a register keeps the last word. Every other sync read (firtool gives the new word whatever
 *   `read-under-write` says) is a read at once into a register;
 * - writes have lanes of one width, or none; no two of one clock set the same bits (FIRRTL says of that: undefined).
 */
export const plainMemories = (design: Design): Design => mapModules(design, m => (m.memories.length === 0 ? m : new Plain(m).run()))

/** Has a `mem` of FIRRTL with read latency 1 just the behaviour that is asked for? */
const isSynchronous = (mem: Memory): boolean =>
  mem.writes.length > 0 && mem.collision !== 'old' && mem.reads.every(r => r.mode === 'sync') && new Set([...mem.reads, ...mem.writes].map(p => p.domain)).size === 1

class Plain {
  readonly #module: Module
  readonly #names: UniqueNames
  readonly #registers: Register[] = []
  readonly #locals: Local[] = []
  readonly #body: Statement[] = []

  constructor(m: Module) {
    this.#module = m
    this.#names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  }

  run(): Module {
    const m = this.#module
    const memories = m.memories.map(mem => {
      const writes = apart(sameLanes(mem.writes, widthOf(mem.type)))
      return { ...mem, type: uint(widthOf(mem.type)), writes, reads: mem.reads.map(r => this.#read(r, { ...mem, writes }, isSynchronous(mem))) }
    })
    return { ...m, memories, registers: [...m.registers, ...this.#registers], locals: [...this.#locals, ...m.locals], body: [...m.body, ...this.#body] }
  }

  #read(r: ReadPort, mem: Memory, synchronous: boolean): ReadPort {
    const type = mem.type as GroundType
    const bits = uint(type.width)
    const always = r.enable.kind === 'literal' && r.enable.value === 1n
    if (r.mode === 'async' || (synchronous && always)) {
      if (type.kind !== 'sint') return r
      const data = this.#names.take(`${r.data}_bits`)
      this.#locals.push({ kind: 'local', name: r.data, type, value: cast(ref(data, bits, r.at), type, r.at), at: r.at })
      return { ...r, data }
    }
    const data = this.#names.take(`${r.data}_${synchronous ? 'word' : 'now'}`)
    const word = ref(data, bits, r.at)
    if (synchronous) {
      const enabled = this.#register(`${r.data}_enabled`, bit, r)
      const held = this.#register(`${r.data}_held`, type, r)
      this.#locals.push({ kind: 'local', name: r.data, type, value: mux(ref(enabled, bit, r.at), cast(word, type, r.at), ref(held, type, r.at), r.at), at: r.at })
      this.#body.push(setOf(enabled, r.enable, r), setOf(held, ref(r.data, type, r.at), r))
      return { ...r, data }
    }
    this.#registers.push({ kind: 'register', name: r.data, type, domain: r.domain, reset: null, at: r.at })
    const value = mem.collision === 'new' ? forwarded(word, r, mem) : word
    this.#body.push({ kind: 'if', arms: [{ condition: r.enable, body: [setOf(r.data, cast(value, type, r.at), r)], at: r.at }], otherwise: [], at: r.at })
    return { ...r, mode: 'async', data }
  }

  #register(wanted: string, type: GroundType, r: ReadPort): string {
    const name = this.#names.take(wanted)
    this.#registers.push({ kind: 'register', name, type, domain: r.domain, reset: null, at: r.at })
    return name
  }
}

const setOf = (name: string, value: Expr, r: ReadPort): SetStatement => ({ kind: 'set', target: { name, path: [], type: value.type, at: r.at }, value, at: r.at })

const lanesOf = (w: WritePort): number => (w.lanes === undefined ? 1 : widthOf(w.lanes.type))
const lane = (w: WritePort, i: number): Expr => slice(w.lanes!, i, 1, w.at)

/** The word that a sync read takes where writes of its own clock meet it. */
function forwarded(word: Expr, r: ReadPort, mem: Memory): Expr {
  const width = widthOf(mem.type)
  return mem.writes.filter(w => w.domain === r.domain).reduce((value, w) => {
    const meets = and(w.enable, compare('eq', w.address, r.address, r.at), r.at)
    const data = cast(w.data, uint(width), r.at)
    if (w.lanes === undefined) return mux(meets, data, value, r.at)
    const count = lanesOf(w)
    const size = width / count
    const lanes = Array.from({ length: count }, (_, i) => count - 1 - i)
      .map(i => mux(lane(w, i), slice(data, i * size, size, r.at), slice(value, i * size, size, r.at), r.at))
    return mux(meets, cat(lanes, r.at), value, r.at)
  }, word)
}

/** Writes whose lanes are all as narrow as the narrowest common part, if any has lanes. */
function sameLanes(writes: readonly WritePort[], width: number): readonly WritePort[] {
  if (writes.every(w => w.lanes === undefined)) return writes
  const size = writes.map(w => width / lanesOf(w)).reduce(commonDivisor)
  return writes.map(w => {
    const times = width / lanesOf(w) / size
    if (times === 1 && w.lanes !== undefined) return w
    const wide = w.lanes ?? literal(bit, 1n, w.at)
    const bits = Array.from({ length: width / size }, (_, i) => slice(wide, Math.floor(i / times), 1, w.at)).reverse()
    return { ...w, lanes: cat(bits, w.at) }
  })
}

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

/** Of two writes of one clock to one address the later wins: the earlier gives way. */
function apart(writes: readonly WritePort[]): readonly WritePort[] {
  return writes.map((w, n) => writes.slice(n + 1).filter(l => l.domain === w.domain).reduce((mine, later) => {
    const meets = and(later.enable, compare('eq', w.address, later.address, w.at), w.at)
    if (mine.lanes === undefined || later.lanes === undefined) return { ...mine, enable: and(mine.enable, not(meets, w.at), w.at) }
    const all = (1n << BigInt(lanesOf(mine))) - 1n
    return { ...mine, lanes: and(mine.lanes, mux(meets, not(later.lanes, w.at), literal(ground(later.lanes), all, w.at), w.at), w.at) }
  }, w))
}
