// Owns: the instructions of clusters: their nodes, what they store, and the marks that they leave on their readers.
import type { Cluster, Clusters, EffectSink, StoreSink } from './clusters.ts'
import { eachOperand, NodeWriter } from './emit-nodes.ts'
import { op, type Graph, type NodeId } from './graph.ts'
import type { Readers } from './readers.ts'
import { wasm } from './wasm-encoder.ts'

/** Where a program that skips clusters keeps what it knows from cycle to cycle. */
export interface GatedPlaces {
  /** The words of dirty bits, one a group; what stands in parameter 0 is added for this cycle, in parameter 1 for the next. */
  readonly dirty: number
  /** A bit for each effect that happens. */
  readonly effectBits: number
  /** Addresses of the registers that change, and the bytes of that list in use. */
  readonly list: number
  readonly listLength: number
  /** Of a node that something outside of its cluster reads; -1 for others. */
  readonly stored: Int32Array
  /** From a register to its next value. */
  readonly toNext: number
}
/** The group of the cluster that is being written, and the local with its dirty bits. */
export interface OwnGroup { readonly group: number; readonly bits: number }

export class ClusterWriter {
  readonly nodes: NodeWriter
  /** Registers that are moved in every cycle; outputs and their second places. */
  readonly moved: StoreSink[] = []
  readonly outputs: { readonly address: number; readonly second: number; readonly long: boolean }[] = []
  private readonly g: Graph
  private readonly readers: Readers
  private readonly places: GatedPlaces
  private readonly home: Int32Array
  private readonly bitOf: ReadonlyMap<Cluster, { readonly group: number; readonly bit: number }>
  private readonly scratch: (bytes: number) => number
  /** 1 for the clusters that are being written. */
  private readonly here: Uint8Array
  private readonly uses: Uint32Array

  constructor(g: Graph, clusters: Clusters, readers: Readers, bitOf: ClusterWriter['bitOf'], places: GatedPlaces, scratch: (bytes: number) => number) {
    this.g = g
    this.readers = readers
    this.places = places
    this.home = clusters.home
    this.bitOf = bitOf
    this.scratch = scratch
    this.here = new Uint8Array(clusters.list.length)
    this.uses = new Uint32Array(g.count)
    const { home } = clusters, { stored } = places, { here } = this
    this.nodes = new NodeWriter(g, n => home[n]! < 0 || here[home[n]!] === 1 || stored[n]! < 0 ? undefined : stored[n])
  }

  /** All that some clusters compute. */
  write(clusters: readonly Cluster[], own: OwnGroup | undefined): void {
    const { nodes, uses } = this, touched: NodeId[] = []
    for (const c of clusters) this.here[c.number] = 1
    const late = this.lateNodes(clusters)
    const use = (n: NodeId): void => {
      if (nodes.isConstant(n)) return
      uses[n]! += 1
      // What comes from outside is read once.
      if (uses[n] === 2 && !this.isHere(n)) touched.push(n)
    }
    for (const c of clusters) {
      for (const n of c.nodes) eachOperand(this.g, n, use)
      for (const s of c.sinks) {
        use(s.kind === 'effect' ? s.enable : s.value)
        if (s.kind === 'effect') for (const n of s.operands) if (this.isHere(n)) use(n)
      }
      touched.push(...c.nodes)
    }
    for (const n of touched.sort((a, b) => a - b)) {
      if (late.has(n)) continue
      nodes.visit(n, uses[n]!)
      if (!this.isHere(n)) nodes.keep(n)
      else if (this.isReadOutside(n)) this.storeNode(n, own)
    }
    for (const c of clusters) for (const s of c.sinks) {
      if (s.kind === 'effect') this.writeEffect(s, late)
      else if (s.kind === 'output') this.writeOutput(s)
      else this.writeRegister(s, own !== undefined)
    }
    for (const c of clusters) {
      this.here[c.number] = 0
      for (const n of c.nodes) { uses[n] = 0; eachOperand(this.g, n, m => { uses[m] = 0 }) }
      for (const s of c.sinks) uses[s.kind === 'effect' ? s.enable : s.value] = 0
    }
  }

  /** Marks clusters in this cycle (0) or the next (1). */
  mark(readers: readonly Cluster[], cycle: 0 | 1, own?: OwnGroup): void {
    const { f } = this.nodes, masks = new Map<number, number>()
    for (const c of readers) {
      const { group, bit } = this.bitOf.get(c)!
      masks.set(group, (masks.get(group) ?? 0) | 1 << bit)
    }
    for (const [group, mask] of masks) {
      if (cycle === 0 && group === own?.group) {
        f.get(own.bits).const32(mask).op(wasm.i32Or).set(own.bits)
        continue
      }
      const at = this.places.dirty + 4 * group
      f.get(cycle).get(cycle).memory(wasm.i32Load, at).const32(mask).op(wasm.i32Or).memory(wasm.i32Store, at)
    }
  }

  private isHere(n: NodeId): boolean { return this.home[n]! >= 0 && this.here[this.home[n]!] === 1 }

  private isReadOutside(n: NodeId): boolean { return this.readers.effects.has(n) || this.isReadByOther(this.readers.all.get(n)) }

  private isReadByOther(readers: Iterable<Cluster> | undefined): boolean {
    for (const c of readers ?? []) if (this.here[c.number] === 0) return true
    return false
  }

  /** Nodes that only one effect wants, and only when it happens, with that effect. */
  private lateNodes(clusters: readonly Cluster[]): Map<NodeId, EffectSink> {
    const late = new Map<NodeId, EffectSink>(), effects = clusters.flatMap(c => c.sinks).filter(s => s.kind === 'effect')
    if (effects.every(s => s.operands.length === 0)) return late
    const wanted = new Set<NodeId>()
    const reach = (roots: Iterable<NodeId>, visit: (n: NodeId) => boolean): void => {
      const stack = [...roots]
      for (let n = stack.pop(); n !== undefined; n = stack.pop()) if (this.isHere(n) && visit(n)) eachOperand(this.g, n, m => stack.push(m))
    }
    const want = (n: NodeId): boolean => !wanted.has(n) && wanted.add(n).has(n)
    for (const c of clusters) {
      for (const s of c.sinks) reach([s.kind === 'effect' ? s.enable : s.value], want)
      for (const n of c.nodes) if (this.readers.all.has(n) || this.isReadByOther(this.readers.effects.get(n))) reach([n], want)
    }
    for (const s of effects) {
      reach(s.operands, n => {
        if (wanted.has(n) || late.get(n) === s) return false
        // Another effect wants it too.
        if (late.has(n)) reach([n], want)
        else late.set(n, s)
        return !wanted.has(n)
      })
    }
    for (const n of wanted) late.delete(n)
    return late
  }

  private store(n: NodeId, address: number): void {
    this.nodes.f.const32(0)
    this.nodes.value(n)
    this.nodes.f.memory(this.g.long[n] ? wasm.i64Store : wasm.i32Store, address)
  }

  /** Leaves on the stack whether a local is not what stands at an address. */
  private differs(local: number, long: boolean, address: number): void {
    this.nodes.f.get(local).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, address).op(long ? wasm.i64Ne : wasm.i32Ne)
  }

  /** Stores a node that is read outside, and marks its readers if it has changed. */
  private storeNode(n: NodeId, own: OwnGroup | undefined): void {
    const { f } = this.nodes, place = this.places.stored[n]!, readers = this.readers.marked.get(n) ?? [], local = this.nodes.keep(n)
    if (readers.length === 0) {
      this.store(n, place)
      return
    }
    this.differs(local, this.g.long[n]!, place)
    f.begin(wasm.if)
    this.store(n, place)
    this.mark(readers, 0, own)
    f.end()
  }

  private writeRegister(s: StoreSink, tested: boolean): void {
    const { nodes, places } = this, { f } = nodes, long = this.g.long[s.value]!, next = s.address + places.toNext, readers = this.readers.markedAt.get(s.address) ?? []
    if (this.g.op[s.value] === op.load && this.g.imm[s.value] === s.address) return
    if (!tested && readers.length === 0) {
      this.store(s.value, next)
      this.moved.push(s)
      return
    }
    const value = f.local(long ? 'i64' : 'i32'), length = f.local('i32')
    nodes.value(s.value)
    f.set(value)
    this.differs(value, long, s.address)
    f.begin(wasm.if)
    f.const32(0).get(value).memory(long ? wasm.i64Store : wasm.i32Store, next)
    f.const32(0).memory(wasm.i32Load, places.listLength).tee(length).const32(s.address).memory(wasm.i32Store, places.list)
    f.const32(0).get(length).const32(4).op(wasm.i32Add).memory(wasm.i32Store, places.listLength)
    this.mark(readers, 1)
    f.end()
  }

  /** Outputs have a second place: settling them after a cycle overwrites what they were in it. */
  private writeOutput(s: StoreSink): void {
    const second = this.scratch(8)
    this.outputs.push({ address: s.address, second, long: this.g.long[s.value]! })
    if (!this.nodes.isConstant(s.value)) this.nodes.keep(s.value)
    this.store(s.value, s.address)
    this.store(s.value, second)
  }

  private writeEffect(s: EffectSink, late: ReadonlyMap<NodeId, EffectSink>): void {
    const { nodes, places } = this, { f } = nodes, at = places.effectBits + 4 * Math.floor(s.number / 32), bit = 1 << s.number % 32
    const happens = (): void => {
      for (const n of [...late.keys()].filter(k => late.get(k) === s).sort((a, b) => a - b)) {
        nodes.visit(n, this.uses[n]!)
        if (this.readers.effects.has(n)) this.store(n, places.stored[n]!)
      }
      f.const32(0).const32(0).memory(wasm.i32Load, at).const32(bit).op(wasm.i32Or).memory(wasm.i32Store, at)
    }
    if (nodes.isConstant(s.enable)) {
      happens()
      return
    }
    nodes.value(s.enable)
    f.begin(wasm.if)
    happens()
    f.op(wasm.else).const32(0).const32(0).memory(wasm.i32Load, at).const32(~bit).op(wasm.i32And).memory(wasm.i32Store, at).end()
  }
}
