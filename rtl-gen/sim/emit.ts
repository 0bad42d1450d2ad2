// Owns: from graph nodes and effects to WebAssembly functions: what becomes a local, what is spilled, where functions are cut.
import type { Bits } from './bits.ts'
import { op, type Graph, type NodeId, type Op } from './graph.ts'
import type { ArrayStore } from './netlist.ts'
import { FunctionCode, wasm } from './wasm-encoder.ts'

/** What a program leaves behind, in this order; every operand is computed before the first of them. */
export interface Effects {
  /** `next`: seen only after the whole program (the registers); else at once. */
  readonly stores: readonly { readonly address: number; readonly value: Bits; readonly next: boolean }[]
  readonly counters: readonly Counter[]
  readonly writes: readonly { readonly array: ArrayStore; readonly enable: NodeId; readonly offset: NodeId; readonly value: Bits; readonly mask: Bits | undefined; readonly keep: Bits | undefined }[]
  /** Copies the first words of an array over it. */
  readonly refills: readonly { readonly active: NodeId; readonly array: ArrayStore; readonly image: number }[]
}
/** Counts the cycles in which `hit` holds, at `address`, and keeps the first one behind it; `fails` also sets the word `failed`. */
export interface Counter { readonly hit: NodeId; readonly fails: boolean; readonly address: number }

export interface EmitOptions {
  readonly name: string
  /** Index of the first function of this program in its module. */
  readonly firstIndex: number
  /** Gives scratch bytes. */
  readonly scratch: (bytes: number) => number
  /** Registers stand at [start, end); `next` is a scratch area of this size. */
  readonly registers: { readonly start: number; readonly end: number; readonly next: number }
  readonly cycleAddress: number
  readonly failedAddress: number
  /** A program of more nodes is cut into several functions. */
  readonly nodesPerFunction: number
}

const deepestInline = 100

const binaryCodes: Partial<Record<Op, readonly [short: number, long: number]>> = {
  [op.add]: [0x6a, 0x7c], [op.sub]: [0x6b, 0x7d], [op.mul]: [0x6c, 0x7e], [op.div]: [0x6e, 0x80], [op.rem]: [0x70, 0x82], [op.and]: [0x71, 0x83], [op.or]: [0x72, 0x84], [op.xor]: [0x73, 0x85],
  [op.shl]: [0x74, 0x86], [op.shr]: [0x76, 0x88], [op.shrSigned]: [0x75, 0x87], [op.eq]: [0x46, 0x51], [op.ne]: [0x47, 0x52],
  [op.lt]: [0x49, 0x54], [op.gt]: [0x4b, 0x56], [op.le]: [0x4d, 0x58], [op.ge]: [0x4f, 0x5a],
}
const popcountCodes = [0x69, 0x7b] as const
const loadCodes: Record<number, number> = { 1: wasm.i32Load8U, 2: wasm.i32Load16U, 4: wasm.i32Load, 8: wasm.i64Load }
const storeCodes: Record<number, number> = { 1: wasm.i32Store8, 2: wasm.i32Store16, 4: wasm.i32Store, 8: wasm.i64Store }

/** The functions of a program. The last one runs it; it takes and gives nothing. */
export function emitProgram(g: Graph, effects: Effects, options: EmitOptions): FunctionCode[] {
  return new Emitter(g, effects, options).run()
}

function rootsOf(effects: Effects): NodeId[] {
  return [...new Set([
    ...effects.stores.flatMap(s => s.value.parts), ...effects.counters.map(c => c.hit), ...effects.refills.map(r => r.active),
    ...effects.writes.flatMap(w => [w.enable, w.offset, ...w.value.parts, ...w.mask?.parts ?? [], ...w.keep?.parts ?? []]),
  ])]
}

class Emitter {
  private readonly g: Graph
  private readonly effects: Effects
  private readonly options: EmitOptions
  private readonly roots: NodeId[]
  private readonly uses: Uint32Array
  /** The function that computes a node: 0 for dead ones too. */
  private readonly home: Uint16Array
  private readonly depth: Uint16Array
  private readonly spilled = new Map<NodeId, number>()
  /** With several functions: where a node is stored as soon as it is known. */
  private readonly direct = new Map<NodeId, number[]>()
  private locals = new Map<NodeId, number>()
  private f!: FunctionCode
  private current = 0

  constructor(g: Graph, effects: Effects, options: EmitOptions) {
    this.g = g
    this.effects = effects
    this.options = options
    this.uses = new Uint32Array(g.count)
    this.home = new Uint16Array(g.count)
    this.depth = new Uint16Array(g.count)
    this.roots = rootsOf(effects)
  }

  run(): FunctionCode[] {
    const { g } = this, { nodesPerFunction } = this.options
    for (const r of this.roots) this.uses[r]! += 2 // A root has a local.
    const live: NodeId[] = []
    for (let n = g.count - 1; n >= 0; n--) {
      if (this.uses[n] === 0) continue
      if (!this.isConstant(n)) live.push(n)
      this.eachOperand(n, m => { this.uses[m]! += 1 })
    }
    live.reverse()
    const functions = Math.max(1, Math.ceil(live.length / nodesPerFunction))
    live.forEach((n, i) => { this.home[n] = Math.floor(i / nodesPerFunction) })
    // With several functions, effects have one of their own, after all others.
    const effectsHome = functions === 1 ? 0 : functions
    if (functions > 1) this.findSpills(live, effectsHome)
    const out: FunctionCode[] = []
    for (let i = 0; i < functions; i++) {
      this.start(out, i, `${this.options.name}_${i}`)
      this.compute(live.slice(i * nodesPerFunction, (i + 1) * nodesPerFunction))
    }
    if (functions > 1) this.start(out, effectsHome, `${this.options.name}_effects`)
    this.emitEffects(functions > 1)
    if (functions === 1) return out
    const main = new FunctionCode(this.options.name, 0, false, false)
    out.forEach((_, i) => main.call(this.options.firstIndex + i))
    return [...out, main]
  }

  private start(out: FunctionCode[], index: number, name: string): void {
    this.f = new FunctionCode(name, 0, false, false)
    this.locals = new Map()
    this.current = index
    out.push(this.f)
  }

  private isConstant(n: NodeId): boolean { return this.g.op[n] === op.constant }

  private eachOperand(n: NodeId, visit: (m: NodeId) => void): void {
    const { a, b, c } = this.g
    if (a[n]! >= 0) visit(a[n]!)
    if (b[n]! >= 0) visit(b[n]!)
    if (c[n]! >= 0) visit(c[n]!)
  }

  /** Gives a place in memory to each node that another function uses. Loads from fixed addresses are simply repeated. */
  private findSpills(live: readonly NodeId[], effectsHome: number): void {
    const far = (n: NodeId, user: number): void => {
      if (this.home[n] === user || this.isConstant(n) || this.g.op[n] === op.load || this.spilled.has(n)) return
      this.uses[n]! += 2
      this.spilled.set(n, this.options.scratch(8))
    }
    for (const n of live) this.eachOperand(n, m => far(m, this.home[n]!))
    const { stores, ...others } = this.effects
    for (const r of rootsOf({ stores: [], ...others })) far(r, effectsHome)
    for (const s of stores) {
      s.value.parts.forEach((p, i) => {
        if (this.isConstant(p) || this.g.op[p] === op.load) return
        const places = this.direct.get(p) ?? []
        this.direct.set(p, [...places, this.storeAddress(s, true) + 8 * i])
      })
    }
  }

  private storeAddress(s: Effects['stores'][number], several: boolean): number {
    const { registers } = this.options
    return s.address + (several && s.next ? registers.next - registers.start : 0)
  }

  private compute(nodes: readonly NodeId[]): void {
    for (const n of nodes) {
      let depth = 0
      this.eachOperand(n, m => { if (!this.locals.has(m)) depth = Math.max(depth, this.depth[m]! + 1) })
      this.depth[n] = depth
      if (this.uses[n]! > 1 || depth >= deepestInline) this.keep(n)
    }
  }

  /** Computes a node into a local, and into its spill place. */
  private keep(n: NodeId): number {
    this.value(n)
    const local = this.f.local(this.g.long[n] ? 'i64' : 'i32')
    this.f.set(local)
    this.locals.set(n, local)
    if (this.home[n] === this.current) {
      const spill = this.spilled.get(n)
      for (const p of [...spill === undefined ? [] : [spill], ...this.direct.get(n) ?? []]) {
        this.f.const32(0).get(local).memory(this.g.long[n] ? wasm.i64Store : wasm.i32Store, p)
      }
    }
    return local
  }

  /** Leaves the value of a node on the stack. */
  private value(n: NodeId): void {
    const { g, f } = this, local = this.locals.get(n), long = g.long[n]!
    if (local !== undefined) { f.get(local); return }
    const place = this.spilled.get(n)
    if (place !== undefined && this.home[n] !== this.current) { f.const32(0).memory(long ? wasm.i64Load : wasm.i32Load, place); return }
    const kind = g.op[n]!, a = g.a[n]!, b = g.b[n]!
    switch (kind) {
      case op.constant:
        if (long) f.const64(g.imm[n] as bigint)
        else f.const32(g.imm[n] as number)
        return
      case op.load: f.const32(0).memory(loadCodes[g.size[n]!]!, g.imm[n] as number); return
      case op.loadAt: this.value(a); f.memory(loadCodes[g.size[n]!]!, g.imm[n] as number); return
      case op.select: this.value(a); this.value(b); this.value(g.c[n]!); f.op(wasm.select); return
      case op.narrow: this.value(a); f.op(wasm.i32WrapI64); return
      case op.widen: this.value(a); f.op(wasm.i64ExtendI32U); return
      case op.popcount: this.value(a); f.op(popcountCodes[long ? 1 : 0]); return
      default: {
        const longOperands = g.long[a]!
        this.value(a)
        if (kind === op.eq && g.isZero(b)) { f.op(longOperands ? wasm.i64Eqz : wasm.i32Eqz); return }
        this.value(b)
        f.op(binaryCodes[kind]![longOperands ? 1 : 0])
      }
    }
  }

  private emitEffects(several: boolean): void {
    const { f, effects, options } = this, { registers } = options
    for (const r of this.roots) if (!this.isConstant(r) && !this.locals.has(r) && !(this.direct.has(r) && !this.spilled.has(r))) this.keep(r)
    for (const s of effects.stores) this.storeBits(this.storeAddress(s, several), s.value)
    this.emitCounters()
    for (const w of effects.writes) this.emitWrite(w)
    for (const r of effects.refills) {
      this.value(r.active)
      f.begin(wasm.if).copyMemory(r.array.address, r.image, r.array.depth * r.array.bytes).end()
    }
    if (several && registers.end > registers.start && effects.stores.some(s => s.next)) f.copyMemory(registers.start, registers.next, registers.end - registers.start)
  }

  private storeBits(address: number, value: Bits): void {
    value.parts.forEach((p, i) => {
      if (this.direct.has(p)) return
      this.f.const32(0)
      this.value(p)
      this.f.memory(this.g.long[p] ? wasm.i64Store : wasm.i32Store, address + 8 * i)
    })
  }

  private emitCounters(): void {
    const { f, options } = this
    for (const c of this.effects.counters) {
      if (this.g.value(c.hit) === 0) continue
      this.value(c.hit)
      f.begin(wasm.if)
      f.const32(0).memory(wasm.i32Load, c.address).op(wasm.i32Eqz).begin(wasm.if)
      f.const32(0).const32(0).memory(wasm.i64Load, options.cycleAddress).memory(wasm.i64Store, c.address + 8).end()
      f.const32(0).const32(0).memory(wasm.i32Load, c.address).const32(1).op(wasm.i32Add).memory(wasm.i32Store, c.address)
      if (c.fails) f.const32(0).const32(1).memory(wasm.i32Store, options.failedAddress)
      f.end()
    }
  }

  private emitWrite(w: Effects['writes'][number]): void {
    const { f, g } = this
    if (g.value(w.enable) === 0) return
    this.value(w.enable)
    f.begin(wasm.if)
    w.value.parts.forEach((p, i) => {
      const long = g.long[p]!, size = Math.min(8, w.array.bytes), address = w.array.address + 8 * i
      this.value(w.offset)
      if (w.mask !== undefined && w.keep !== undefined) {
        // The word as earlier writes of this edge left it, with the masked bits replaced.
        this.value(w.offset)
        f.memory(loadCodes[size]!, address)
        this.value(w.keep.parts[i]!)
        f.op(binaryCodes[op.and]![long ? 1 : 0])
        this.value(p)
        this.value(w.mask.parts[i]!)
        f.op(binaryCodes[op.and]![long ? 1 : 0])
        f.op(binaryCodes[op.or]![long ? 1 : 0])
      } else this.value(p)
      f.memory(storeCodes[size]!, address)
    })
    f.end()
  }
}
