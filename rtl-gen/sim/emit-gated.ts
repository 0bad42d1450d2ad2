// Owns: the program of a cycle that computes a cluster only when something that it reads has changed.
import { arrayFinder, type Cluster, type Clusters, type EffectSink, type Sink, type StoreSink } from './clusters.ts'
import type { Effects, EmitOptions } from './emit.ts'
import { emitCounter, emitRefill, emitWrite } from './emit-effects.ts'
import { eachOperand, NodeWriter } from './emit-nodes.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import { header } from './layout.ts'
import type { ArrayStore } from './netlist.ts'
import { FunctionCode, wasm } from './wasm-encoder.ts'

export interface GatedOptions extends EmitOptions {
  readonly arrays: readonly ArrayStore[]
  /** Clusters that are computed in every cycle, without a look at what they read. */
  readonly always: ReadonlySet<Cluster>
  /** Keeps, for each group, which of its clusters the last cycle computed. */
  readonly trace: boolean
}

export interface GatedProgram {
  /** The last one is `step`. */
  readonly functions: readonly FunctionCode[]
  /** With `trace`: the clusters of each group, and the address of a word whose bit i tells of cluster i since it was last cleared. */
  readonly groups: readonly { readonly clusters: readonly Cluster[]; readonly traceAddress: number }[]
}

/** Clusters that are tested together: one word of dirty bits. */
const groupSize = 32

/*
 * How it works. Every group of clusters has a word of dirty bits, twice: one for this cycle (at parameter 0 plus its offset), one for the next (at
 * parameter 1). A node that other clusters read stands in memory; when it is computed and has changed, its readers of this cycle are marked. A
 * register's next value is kept beside it until the end of the cycle; if it differs, the register goes on the list of those to be moved, and its
 * readers are marked in the next cycle. Effects have a bit each that says whether they happen, in every cycle until their cluster clears it.
 * `stale` marks everything.
 */
export function emitGated(g: Graph, effects: Effects, clusters: Clusters, options: GatedOptions): GatedProgram {
  return new GatedEmitter(g, effects, clusters, options).run()
}

class GatedEmitter {
  private readonly g: Graph
  private readonly effects: Effects
  private readonly options: GatedOptions
  private readonly clusters: Clusters
  private readonly writer: NodeWriter
  private readonly groupOf = new Map<Cluster, { group: number; bit: number }>()
  private readonly allReaders = new Map<NodeId, Cluster[]>()
  private readonly readByEffects = new Map<NodeId, Set<Cluster>>()
  /** The readers of a fixed address or a node that are not computed anyway. */
  private readonly readers = new Map<NodeId, Cluster[]>()
  private readonly arrayReaders = new Map<ArrayStore, Cluster[]>()
  /** Where nodes stand that something outside of their cluster reads. */
  private readonly stored = new Map<NodeId, number>()
  /** The clusters that are being written. */
  private here: ReadonlySet<Cluster> = new Set()
  private readonly functions: FunctionCode[] = []
  private groups: { clusters: Cluster[]; traceAddress: number }[] = []
  private readonly outputs: { readonly address: number; readonly second: number; readonly long: boolean }[] = []
  /** Registers that are moved in every cycle. */
  private readonly moved: StoreSink[] = []
  private readonly units: readonly { readonly clusters: readonly Cluster[]; readonly group: number | undefined }[]
  private readonly areaBytes: number
  private readonly dirty: number
  private readonly effectBits: number
  private readonly listLength: number
  private readonly list: number

  constructor(g: Graph, effects: Effects, clusters: Clusters, options: GatedOptions) {
    this.g = g
    this.effects = effects
    this.options = options
    this.clusters = clusters
    this.writer = new NodeWriter(g, n => {
      const home = clusters.home[n]
      return home === undefined || this.here.has(home) ? undefined : this.stored.get(n)
    })
    const { scratch } = options
    this.units = this.arrange()
    this.areaBytes = 8 * Math.ceil((this.groups.length + 1) / 2)
    this.dirty = scratch(2 * this.areaBytes)
    this.effectBits = scratch(4 * Math.ceil(this.effectCount / 32))
    this.listLength = scratch(8)
    this.list = scratch(4 * clusters.list.reduce((n, c) => n + c.sinks.length, 0))
  }

  private get effectCount(): number { return this.effects.counters.length + this.effects.writes.length + this.effects.refills.length }

  run(): GatedProgram {
    const { options, functions } = this, { firstIndex } = options
    this.findReaders()
    this.findStored()
    const calls: ((f: FunctionCode) => void)[] = []
    const add = (f: FunctionCode): number => firstIndex + functions.push(f) - 1
    for (const u of this.units) {
      if (u.group === undefined) {
        const index = add(this.emitAlways(u.clusters))
        calls.push(f => f.get(0).get(1).call(index))
      } else {
        const at = this.dirty + 4 * u.group, index = add(this.emitGroup(u.clusters, u.group))
        calls.push(f => f.get(0).memory(wasm.i32Load, at).begin(wasm.if).get(0).get(1).call(index).end())
      }
    }
    for (let word = 0; word * 32 < this.effectCount; word++) {
      const made = this.emitEffectWord(word)
      if (made === undefined) continue
      const index = add(made)
      calls.push(f => f.const32(0).memory(wasm.i32Load, this.effectBits + 4 * word).begin(wasm.if).get(0).get(1).call(index).end())
    }
    const move = add(this.emitMoves())
    const cycle = new FunctionCode('cycle', 2, false, false)
    for (const c of calls) c(cycle)
    cycle.call(move)
    const cycleIndex = add(cycle), refreshIndex = add(this.emitRefresh()), inputsIndex = add(this.emitInputs())
    add(this.emitStep(cycleIndex, refreshIndex, inputsIndex))
    return { functions, groups: this.groups }
  }

  /** Puts clusters that are always computed together as far as the order allows. */
  private arrange(): { clusters: Cluster[]; group: number | undefined }[] {
    const { always, nodesPerFunction } = this.options, levels: Cluster[][] = []
    const level = new Map<Cluster, number>()
    for (const c of this.clusters.list) {
      let own = 0
      for (const n of c.inputs) {
        const from = this.clusters.home[n]
        if (from !== undefined) own = Math.max(own, level.get(from)! + (always.has(c) && !always.has(from) ? 1 : 0))
      }
      level.set(c, own);
      (levels[own] ??= []).push(c)
    }
    return levels.flatMap(all => {
      const out: { clusters: Cluster[]; group: number | undefined }[] = []
      let nodes = Infinity
      for (const c of all) {
        if (!always.has(c)) continue
        if (nodes + c.nodes.length > nodesPerFunction) {
          out.push({ clusters: [], group: undefined })
          nodes = 0
        }
        nodes += c.nodes.length
        out.at(-1)!.clusters.push(c)
      }
      const gated = all.filter(c => !always.has(c))
      for (let i = 0; i < gated.length; i += groupSize) {
        const own = gated.slice(i, i + groupSize), group = this.groups.length
        own.forEach((c, bit) => this.groupOf.set(c, { group, bit }))
        this.groups.push({ clusters: own, traceAddress: this.options.trace ? this.options.scratch(4) : 0 })
        out.push({ clusters: own, group })
      }
      return out
    })
  }

  private findReaders(): void {
    const put = <K>(map: Map<K, Cluster[]>, key: K, c: Cluster): void => {
      const known = map.get(key)
      if (known) known.push(c)
      else map.set(key, [c])
    }
    for (const c of this.clusters.list) {
      for (const n of c.inputs) put(this.allReaders, n, c)
      for (const s of c.sinks) if (s.kind === 'effect') for (const n of s.operands) this.readByEffects.set(n, (this.readByEffects.get(n) ?? new Set()).add(c))
      if (this.options.always.has(c)) continue
      for (const n of c.inputs) put(this.readers, n, c)
      for (const a of c.arrays) put(this.arrayReaders, a, c)
    }
  }

  private findStored(): void {
    for (const n of [...this.allReaders.keys(), ...this.readByEffects.keys()]) {
      if (this.clusters.home[n] !== undefined && !this.stored.has(n)) this.stored.set(n, this.options.scratch(8))
    }
  }

  private begin(name: string): FunctionCode { return this.writer.start(new FunctionCode(name, 2, false, false)) }

  private emitAlways(clusters: readonly Cluster[]): FunctionCode {
    const f = this.begin('always')
    this.emitBody(clusters, undefined)
    return f
  }

  private emitGroup(clusters: readonly Cluster[], group: number): FunctionCode {
    const f = this.begin(`group_${group}`), bits = f.local('i32'), at = this.dirty + 4 * group, trace = this.groups[group]!.traceAddress
    f.get(0).memory(wasm.i32Load, at).set(bits)
    f.get(0).const32(0).memory(wasm.i32Store, at)
    clusters.forEach((c, bit) => {
      f.get(bits).const32(2 ** bit).op(wasm.i32And).begin(wasm.if)
      this.writer.locals = new Map()
      this.emitBody([c], { group, bits })
      f.end()
    })
    if (this.options.trace) f.const32(0).const32(0).memory(wasm.i32Load, trace).get(bits).op(wasm.i32Or).memory(wasm.i32Store, trace)
    return f
  }

  /** All that some clusters compute. */
  private emitBody(clusters: readonly Cluster[], own: { group: number; bits: number } | undefined): void {
    const { g, writer } = this
    this.here = new Set(clusters)
    const sinks = clusters.flatMap(c => c.sinks), late = this.lateNodes(clusters, sinks)
    const uses = new Map<NodeId, number>()
    const use = (n: NodeId): void => { if (!writer.isConstant(n)) uses.set(n, (uses.get(n) ?? 0) + 1) }
    for (const c of clusters) for (const n of c.nodes) eachOperand(g, n, use)
    for (const s of sinks) {
      use(s.kind === 'effect' ? s.enable : s.value)
      if (s.kind === 'effect') for (const n of s.operands) if (this.isHere(n)) use(n)
    }
    const nodes = new Set(clusters.flatMap(c => c.nodes))
    // What comes from outside is read once.
    for (const [n, count] of uses) if (count > 1 && !this.isHere(n)) nodes.add(n)
    for (const n of [...nodes].sort((a, b) => a - b)) {
      if (late.has(n)) continue
      const outside = !this.isHere(n)
      writer.visit(n, uses.get(n) ?? 0)
      if (outside) writer.keep(n)
      else if (this.isWantedElsewhere(n)) this.storeNode(n, own)
    }
    for (const s of sinks) {
      if (s.kind === 'effect') this.emitEffectSink(s, late, uses)
      else if (s.kind === 'output') this.emitOutput(s)
      else this.emitRegister(s, own !== undefined)
    }
  }

  private isWantedElsewhere(n: NodeId): boolean {
    return this.readByEffects.has(n) || (this.allReaders.get(n) ?? []).some(c => !this.here.has(c))
  }

  private isHere(n: NodeId): boolean {
    const home = this.clusters.home[n]
    return home !== undefined && this.here.has(home)
  }

  /** Nodes that only one effect wants, and only when it happens, with that effect. */
  private lateNodes(clusters: readonly Cluster[], sinks: readonly Sink[]): Map<NodeId, Sink> {
    const wanted = new Set<NodeId>(), late = new Map<NodeId, Sink>()
    const reach = (roots: readonly NodeId[], visit: (n: NodeId) => boolean): void => {
      const stack = [...roots]
      for (let n = stack.pop(); n !== undefined; n = stack.pop()) if (this.isHere(n) && visit(n)) eachOperand(this.g, n, m => stack.push(m))
    }
    const want = (n: NodeId): boolean => !wanted.has(n) && wanted.add(n).has(n)
    for (const s of sinks) reach([s.kind === 'effect' ? s.enable : s.value], want)
    const isWanted = (n: NodeId): boolean => this.allReaders.has(n) || [...this.readByEffects.get(n) ?? []].some(c => !this.here.has(c))
    for (const c of clusters) for (const n of c.nodes) if (isWanted(n)) reach([n], want)
    for (const s of sinks) {
      if (s.kind !== 'effect') continue
      reach(s.operands, n => {
        if (wanted.has(n) || late.get(n) === s) return false
        if (late.has(n)) {
          reach([n], want)
          return false
        }
        late.set(n, s)
        return true
      })
    }
    for (const n of wanted) late.delete(n)
    return late
  }

  /** Stores a node that other clusters read, and marks them if it has changed. */
  private storeNode(n: NodeId, own: { group: number; bits: number } | undefined): void {
    const { f } = this.writer, long = this.g.long[n]!, place = this.stored.get(n)!, readers = this.readers.get(n) ?? []
    const local = this.writer.keep(n), store = long ? wasm.i64Store : wasm.i32Store
    if (readers.length === 0) {
      f.const32(0).get(local).memory(store, place)
      return
    }
    f.get(local).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, place).op(long ? wasm.i64Ne : wasm.i32Ne).begin(wasm.if)
    f.const32(0).get(local).memory(store, place)
    this.mark(readers, 0, own)
    f.end()
  }

  /** Marks clusters in this cycle (0) or the next (1). */
  private mark(readers: readonly Cluster[], cycle: 0 | 1, own?: { group: number; bits: number }): void {
    const { f } = this.writer, masks = new Map<number, number>()
    for (const c of readers) {
      const { group, bit } = this.groupOf.get(c)!
      masks.set(group, (masks.get(group) ?? 0) | 1 << bit)
    }
    for (const [group, mask] of masks) {
      if (cycle === 0 && group === own?.group) {
        f.get(own.bits).const32(mask).op(wasm.i32Or).set(own.bits)
        continue
      }
      const at = this.dirty + 4 * group
      f.get(cycle).get(cycle).memory(wasm.i32Load, at).const32(mask).op(wasm.i32Or).memory(wasm.i32Store, at)
    }
  }

  private storeAt(address: number, n: NodeId): void {
    this.writer.f.const32(0)
    this.writer.value(n)
    this.writer.f.memory(this.g.long[n] ? wasm.i64Store : wasm.i32Store, address)
  }

  private emitRegister(s: StoreSink, gated: boolean): void {
    const { f } = this.writer, long = this.g.long[s.value]!, { registers } = this.options, next = s.address - registers.start + registers.next
    const readers = this.readersAt.get(s.address) ?? []
    if (!gated && readers.length === 0) {
      this.storeAt(next, s.value)
      this.moved.push(s)
      return
    }
    const local = f.local(long ? 'i64' : 'i32'), load = long ? wasm.i64Load : wasm.i32Load
    this.writer.value(s.value)
    f.tee(local).const32(0).memory(load, s.address).op(long ? wasm.i64Ne : wasm.i32Ne).begin(wasm.if)
    f.const32(0).get(local).memory(long ? wasm.i64Store : wasm.i32Store, next)
    const length = f.local('i32')
    f.const32(0).memory(wasm.i32Load, this.listLength).tee(length).const32(s.address).memory(wasm.i32Store, this.list)
    f.const32(0).get(length).const32(4).op(wasm.i32Add).memory(wasm.i32Store, this.listLength)
    this.mark(readers, 1)
    f.end()
  }

  /** Outputs have a second place: settling them after a cycle overwrites what they were in it. */
  private emitOutput(s: StoreSink): void {
    const second = this.options.scratch(8)
    this.outputs.push({ address: s.address, second, long: this.g.long[s.value]! })
    this.writer.keep(s.value)
    this.storeAt(s.address, s.value)
    this.storeAt(second, s.value)
  }

  private cachedReadersAt: Map<number, Cluster[]> | undefined
  /** The readers of a register by its address. */
  private get readersAt(): ReadonlyMap<number, Cluster[]> {
    if (this.cachedReadersAt) return this.cachedReadersAt
    const all = this.cachedReadersAt = new Map<number, Cluster[]>()
    for (const [n, clusters] of this.readers) if (this.g.op[n] === op.load) all.set(this.g.imm[n] as number, [...new Set([...all.get(this.g.imm[n] as number) ?? [], ...clusters])])
    return all
  }

  private emitEffectSink(s: EffectSink, late: ReadonlyMap<NodeId, Sink>, uses: ReadonlyMap<NodeId, number>): void {
    const { writer } = this, { f } = writer, at = this.effectBits + 4 * Math.floor(s.number / 32), bit = 1 << s.number % 32
    const set = (): void => {
      for (const n of [...late].filter(([, of]) => of === s).map(([n]) => n).sort((a, b) => a - b)) {
        writer.visit(n, uses.get(n) ?? 0)
        const place = this.stored.get(n)
        if (place !== undefined) this.storeAt(place, n)
      }
      f.const32(0).const32(0).memory(wasm.i32Load, at).const32(bit).op(wasm.i32Or).memory(wasm.i32Store, at)
    }
    if (writer.isConstant(s.enable)) { set(); return }
    writer.value(s.enable)
    f.begin(wasm.if)
    set()
    f.op(wasm.else).const32(0).const32(0).memory(wasm.i32Load, at).const32(~bit).op(wasm.i32And).memory(wasm.i32Store, at).end()
  }

  /** The effects of one word of bits, in order. */
  private emitEffectWord(word: number): FunctionCode | undefined {
    const { writer, options } = this, { counters, writes, refills } = this.effects
    const present = new Set(this.clusters.list.flatMap(c => c.sinks).flatMap(s => s.kind === 'effect' ? [s.number] : []))
    const f = this.begin(`effects_${word}`), bits = f.local('i32')
    this.here = new Set()
    f.const32(0).memory(wasm.i32Load, this.effectBits + 4 * word).set(bits)
    let some = false
    for (let i = 32 * word; i < Math.min(32 * word + 32, this.effectCount); i++) {
      if (!present.has(i)) continue
      some = true
      const condition = (): void => { f.get(bits).const32(1 << i % 32).op(wasm.i32And) }
      const changed = (a: ArrayStore) => (): void => this.mark(this.arrayReaders.get(a) ?? [], 1)
      if (i < counters.length) emitCounter(f, counters[i]!, condition, options)
      else if (i < counters.length + writes.length) {
        const w = writes[i - counters.length]!
        emitWrite(writer, w, condition, this.arrayReaders.has(w.array) ? changed(w.array) : undefined)
      } else {
        const r = refills[i - counters.length - writes.length]!
        emitRefill(f, r, condition, changed(r.array))
      }
    }
    return some ? f : undefined
  }

  /** Registers take their next values. */
  private emitMoves(): FunctionCode {
    const f = new FunctionCode('move', 0, false, false), { registers } = this.options, offset = registers.next - registers.start
    const bytes = this.moved.reduce((n, s) => n + (this.g.long[s.value] ? 8 : 4), 0)
    if (bytes > (registers.end - registers.start) / 2) {
      f.copyMemory(registers.start, registers.next, registers.end - registers.start)
      f.const32(0).const32(0).memory(wasm.i32Store, this.listLength)
      return f
    }
    for (const s of this.moved) {
      const long = this.g.long[s.value]!
      f.const32(0).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, s.address + offset).memory(long ? wasm.i64Store : wasm.i32Store, s.address)
    }
    const end = f.local('i32'), at = f.local('i32'), address = f.local('i32')
    f.const32(0).memory(wasm.i32Load, this.listLength).tee(end).begin(wasm.if)
    f.begin(wasm.loop)
    // 8 bytes also for a shorter register: what stands behind it has its next value there, or is equal.
    f.get(at).memory(wasm.i32Load, this.list).tee(address).get(address).memory(wasm.i64Load, offset).memory(wasm.i64Store, 0)
    f.get(at).const32(4).op(wasm.i32Add).tee(at).get(end).op(wasm.i32LtU).branchIf(0)
    f.end()
    f.const32(0).const32(0).memory(wasm.i32Store, this.listLength)
    return f.end()
  }

  /** Everything is to be computed; the next values of registers are what they are. */
  private emitRefresh(): FunctionCode {
    const f = new FunctionCode('refresh', 2, false, false), { registers } = this.options
    f.get(0).fillMemory(this.dirty, -1, this.areaBytes)
    f.get(1).fillMemory(this.dirty, 0, this.areaBytes)
    if (registers.end > registers.start) f.copyMemory(registers.next, registers.start, registers.end - registers.start)
    f.const32(0).const32(0).memory(wasm.i32Store, this.listLength)
    return f.const32(0).const32(0).memory(wasm.i32Store, header.stale)
  }

  /** Compares what is set from outside with what it was in the last cycle. */
  private emitInputs(): FunctionCode {
    const { g, writer } = this, f = this.begin('inputs'), { registers, scratch } = this.options, arrayOf = arrayFinder(this.options.arrays)
    for (const [n, readers] of this.readers) {
      const address = g.imm[n] as number
      if (g.op[n] !== op.load || (address >= registers.start && address < registers.end) || arrayOf(address) !== undefined) continue
      const long = g.long[n]!, local = f.local(long ? 'i64' : 'i32'), shadow = scratch(8)
      writer.value(n)
      f.tee(local).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, shadow).op(long ? wasm.i64Ne : wasm.i32Ne).begin(wasm.if)
      f.const32(0).get(local).memory(long ? wasm.i64Store : wasm.i32Store, shadow)
      this.mark(readers, 0)
      f.end()
    }
    return f
  }

  /** The loop calls the cycle, as in the plain step. The two areas of dirty bits change places after each cycle. */
  private emitStep(cycle: number, refresh: number, inputs: number): FunctionCode {
    const f = new FunctionCode('step', 3, true, true), parity = this.options.scratch(8)
    const n = 0, rising = 1, stop = 2, done = f.local('i32'), now = f.local('i32')
    const areas = (): FunctionCode => f.get(now).const32(this.areaBytes).get(now).op(wasm.i32Sub)
    f.const32(0).get(rising).memory(wasm.i32Store, header.rising)
    f.const32(0).const32(0).memory(wasm.i32Store, header.failed)
    f.const32(0).memory(wasm.i32Load, parity).set(now)
    // Another program may have left anything in the scratch area.
    f.const32(0).memory(wasm.i32Load, header.stale).begin(wasm.if).const32(0).set(now)
    areas().call(refresh).end()
    areas().call(inputs)
    this.restoreOutputs(f)
    f.begin(wasm.block).begin(wasm.loop)
    f.get(done).get(n).op(wasm.i32LtU).op(wasm.i32Eqz).branchIf(1)
    areas().call(cycle)
    f.const32(this.areaBytes).get(now).op(wasm.i32Sub).set(now)
    f.const32(0).const32(0).memory(wasm.i64Load, header.cycle).const64(1n).op(wasm.i64Add).memory(wasm.i64Store, header.cycle)
    f.get(done).const32(1).op(wasm.i32Add).set(done)
    f.const32(0).memory(wasm.i32Load, header.failed).get(stop).op(wasm.i32And).op(wasm.i32Eqz).branchIf(0)
    f.end().end()
    f.const32(0).get(now).memory(wasm.i32Store, parity)
    return f.get(done)
  }

  private restoreOutputs(f: FunctionCode): void {
    f.const32(0).memory(wasm.i32Load, header.settled).begin(wasm.if)
    for (const { address, second, long } of this.outputs) f.const32(0).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, second).memory(long ? wasm.i64Store : wasm.i32Store, address)
    f.const32(0).const32(0).memory(wasm.i32Store, header.settled).end()
  }
}
