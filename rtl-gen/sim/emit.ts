// Owns: from graph nodes and effects to WebAssembly functions: what becomes a local, what is spilled, where functions are cut.
import type { Bits } from './bits.ts'
import { emitCounter, emitRefill, emitWrite } from './emit-effects.ts'
import { eachOperand, NodeWriter } from './emit-nodes.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import type { ArrayStore } from './netlist.ts'
import { FunctionCode, wasm } from './wasm-encoder.ts'

/** What a program leaves behind, in this order; every operand is computed before the first of them. */
export interface Effects {
  /** `next`: seen only after the whole program (the registers); else at once. */
  readonly stores: readonly { readonly address: number; readonly value: Bits; readonly next: boolean }[]
  readonly counters: readonly Counter[]
  /** `value` has no bits outside of those that it sets; `keep`: the others, which stay. */
  readonly writes: readonly { readonly array: ArrayStore; readonly enable: NodeId; readonly offset: NodeId; readonly value: Bits; readonly keep: Bits | undefined }[]
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

/** The functions of a program. The last one runs it; it takes and gives nothing. */
export function emitProgram(g: Graph, effects: Effects, options: EmitOptions): FunctionCode[] {
  return new Emitter(g, effects, options).run()
}

function rootsOf(effects: Effects): NodeId[] {
  return [...new Set([
    ...effects.stores.flatMap(s => s.value.parts), ...effects.counters.map(c => c.hit), ...effects.refills.map(r => r.active),
    ...effects.writes.flatMap(w => [w.enable, w.offset, ...w.value.parts, ...w.keep?.parts ?? []]),
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
  private readonly spilled = new Map<NodeId, number>()
  /** With several functions: where a node is stored as soon as it is known. */
  private readonly direct = new Map<NodeId, number[]>()
  private readonly writer: NodeWriter
  private f!: FunctionCode
  private current = 0

  constructor(g: Graph, effects: Effects, options: EmitOptions) {
    this.g = g
    this.effects = effects
    this.options = options
    this.uses = new Uint32Array(g.count)
    this.home = new Uint16Array(g.count)
    this.writer = new NodeWriter(g, n => this.home[n] === this.current ? undefined : this.spilled.get(n))
    this.roots = rootsOf(effects)
  }

  run(): FunctionCode[] {
    const { g } = this, { nodesPerFunction } = this.options
    for (const r of this.roots) this.uses[r]! += 2 // A root has a local.
    const live: NodeId[] = []
    for (let n = g.count - 1; n >= 0; n--) {
      if (this.uses[n] === 0) continue
      if (!this.writer.isConstant(n)) live.push(n)
      eachOperand(g, n, m => { this.uses[m]! += 1 })
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
    this.f = this.writer.start(new FunctionCode(name, 0, false, false))
    this.current = index
    out.push(this.f)
  }

  /** Gives a place in memory to each node that another function uses. Loads from fixed addresses are simply repeated. */
  private findSpills(live: readonly NodeId[], effectsHome: number): void {
    const far = (n: NodeId, user: number): void => {
      if (this.home[n] === user || this.writer.isConstant(n) || this.g.op[n] === op.load || this.spilled.has(n)) return
      this.uses[n]! += 2
      this.spilled.set(n, this.options.scratch(8))
    }
    for (const n of live) eachOperand(this.g, n, m => far(m, this.home[n]!))
    const { stores, ...others } = this.effects
    for (const r of rootsOf({ stores: [], ...others })) far(r, effectsHome)
    for (const s of stores) {
      s.value.parts.forEach((p, i) => {
        if (this.writer.isConstant(p) || this.g.op[p] === op.load) return
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
      this.writer.visit(n, this.uses[n]!)
      if (this.writer.locals.has(n)) this.storeFar(n)
    }
  }

  /** Stores a node where other functions, or the next cycle, look for it. */
  private storeFar(n: NodeId): void {
    const spill = this.spilled.get(n)
    for (const p of [...spill === undefined ? [] : [spill], ...this.direct.get(n) ?? []]) {
      this.f.const32(0)
      this.writer.value(n)
      this.f.memory(this.g.long[n] ? wasm.i64Store : wasm.i32Store, p)
    }
  }

  private emitEffects(several: boolean): void {
    const { f, effects, options, writer } = this, { registers } = options
    for (const r of this.roots) if (!writer.isConstant(r) && !writer.locals.has(r) && !(this.direct.has(r) && !this.spilled.has(r))) writer.keep(r)
    for (const s of effects.stores) this.storeBits(this.storeAddress(s, several), s.value)
    for (const c of effects.counters) emitCounter(f, c, () => writer.value(c.hit), options)
    for (const w of effects.writes) emitWrite(writer, w, () => writer.value(w.enable))
    for (const r of effects.refills) emitRefill(f, r, () => writer.value(r.active))
    if (several && registers.end > registers.start && effects.stores.some(s => s.next)) f.copyMemory(registers.start, registers.next, registers.end - registers.start)
  }

  private storeBits(address: number, value: Bits): void {
    value.parts.forEach((p, i) => {
      if (this.direct.has(p)) return
      this.f.const32(0)
      this.writer.value(p)
      this.f.memory(this.g.long[p] ? wasm.i64Store : wasm.i32Store, address + 8 * i)
    })
  }
}
