// Owns: the program of a cycle that computes a cluster only when something that it reads has changed.
import { arrayFinder, type Cluster, type Clusters } from './clusters.ts'
import type { Effects, EmitOptions } from './emit.ts'
import { ClusterWriter, type GatedPlaces } from './emit-cluster.ts'
import { emitCounter, emitRefill, emitWrite } from './emit-effects.ts'
import { op, type Graph } from './graph.ts'
import { arrange, type Unit } from './groups.ts'
import { header } from './layout.ts'
import type { ArrayStore } from './netlist.ts'
import { findReaders, type Readers } from './readers.ts'
import { FunctionCode, wasm } from './wasm-encoder.ts'

export interface GatedOptions extends EmitOptions {
  readonly arrays: readonly ArrayStore[]
  /** Clusters that are computed in every cycle, without a look at what they read. */
  readonly always: ReadonlySet<Cluster>
}

export interface GatedProgram {
  /** The last one is `step`. */
  readonly functions: readonly FunctionCode[]
  readonly groups: readonly TracedGroup[]
}
/** Some clusters, and the address of a word: its bit i is set when cluster i is computed, and never cleared. */
export interface TracedGroup { readonly clusters: readonly Cluster[]; readonly traceAddress: number }

/**
 * Every group of clusters has a word of dirty bits, twice: one for this cycle (at parameter 0 plus its offset), one for the next (at parameter 1). A
 * node that other clusters read stands in memory; when it is computed and has changed, its readers of this cycle are marked. A register's next
 * value is kept beside it until the end of the cycle; if it differs, the register goes on the list of those to be moved, and its readers are marked in
 * the next cycle. Effects have a bit each that says whether they happen, in every cycle until their cluster clears it. `stale` marks everything.
 */
export function emitGated(g: Graph, effects: Effects, clusters: Clusters, options: GatedOptions): GatedProgram {
  return new GatedEmitter(g, effects, clusters, options).run()
}

class GatedEmitter {
  private readonly g: Graph
  private readonly effects: Effects
  private readonly options: GatedOptions
  private readonly clusters: Clusters
  private readonly units: readonly Unit[]
  private readonly readers: Readers
  private readonly writer: ClusterWriter
  private readonly places: GatedPlaces
  /** Bytes of one of the two areas of dirty bits. */
  private readonly areaBytes: number
  private readonly groups: TracedGroup[] = []
  private readonly functions: FunctionCode[] = []

  constructor(g: Graph, effects: Effects, clusters: Clusters, options: GatedOptions) {
    this.g = g
    this.effects = effects
    this.options = options
    this.clusters = clusters
    const { scratch, registers, always } = options, bitOf = new Map<Cluster, { group: number; bit: number }>()
    this.units = arrange(clusters, always, options.nodesPerFunction)
    for (const { clusters: own, group } of this.units) {
      if (group === undefined) continue
      own.forEach((c, bit) => bitOf.set(c, { group, bit }))
      this.groups.push({ clusters: own, traceAddress: scratch(4) })
    }
    this.readers = findReaders(g, clusters, always)
    this.areaBytes = 8 * Math.ceil((this.groups.length + 1) / 2)
    const stored = new Int32Array(g.count).fill(-1)
    for (const n of [...this.readers.all.keys(), ...this.readers.effects.keys()]) if (clusters.home[n]! >= 0 && stored[n]! < 0) stored[n] = scratch(8)
    this.places = {
      dirty: scratch(2 * this.areaBytes), effectBits: scratch(4 * Math.ceil(this.effectCount / 32)), listLength: scratch(4),
      list: scratch(4 * clusters.list.reduce((n, c) => n + c.sinks.length, 0)), stored, toNext: registers.next - registers.start,
    }
    this.writer = new ClusterWriter(g, clusters, this.readers, bitOf, this.places, scratch)
  }

  private get effectCount(): number { return this.effects.counters.length + this.effects.writes.length + this.effects.refills.length }

  run(): GatedProgram {
    const calls: ((f: FunctionCode) => void)[] = [], add = (f: FunctionCode): number => this.options.firstIndex + this.functions.push(f) - 1
    for (const { clusters, group } of this.units) {
      const index = add(group === undefined ? this.emitAlways(clusters) : this.emitGroup(clusters, group))
      if (group === undefined) calls.push(f => f.get(0).get(1).call(index))
      else calls.push(f => f.get(0).memory(wasm.i32Load, this.places.dirty + 4 * group).begin(wasm.if).get(0).get(1).call(index).end())
    }
    for (let word = 0; word * 32 < this.effectCount; word++) {
      const made = this.emitEffectWord(word)
      if (made === undefined) continue
      const index = add(made)
      calls.push(f => f.const32(0).memory(wasm.i32Load, this.places.effectBits + 4 * word).begin(wasm.if).get(0).get(1).call(index).end())
    }
    const move = add(this.emitMoves()), cycle = new FunctionCode('cycle', 2, false, false)
    for (const c of calls) c(cycle)
    const cycleIndex = add(cycle.call(move)), refreshIndex = add(this.emitRefresh()), inputsIndex = add(this.emitInputs())
    add(this.emitStep(cycleIndex, refreshIndex, inputsIndex))
    return { functions: this.functions, groups: this.groups }
  }

  private begin(name: string): FunctionCode { return this.writer.nodes.start(new FunctionCode(name, 2, false, false)) }

  private emitAlways(clusters: readonly Cluster[]): FunctionCode {
    const f = this.begin('always')
    this.writer.write(clusters, undefined)
    return f
  }

  private emitGroup(clusters: readonly Cluster[], group: number): FunctionCode {
    const f = this.begin(`group_${group}`), bits = f.local('i32'), at = this.places.dirty + 4 * group, trace = this.groups[group]!.traceAddress
    f.get(0).memory(wasm.i32Load, at).set(bits)
    f.get(0).const32(0).memory(wasm.i32Store, at)
    clusters.forEach((c, bit) => {
      f.get(bits).const32(2 ** bit).op(wasm.i32And).begin(wasm.if)
      this.writer.nodes.locals = new Map()
      this.writer.write([c], { group, bits })
      f.end()
    })
    return f.const32(0).const32(0).memory(wasm.i32Load, trace).get(bits).op(wasm.i32Or).memory(wasm.i32Store, trace)
  }

  /** The effects of one word of bits, in order. */
  private emitEffectWord(word: number): FunctionCode | undefined {
    const { options, readers, writer } = this, { counters, writes, refills } = this.effects
    const present = new Set(this.clusters.list.flatMap(c => c.sinks).flatMap(s => s.kind === 'effect' && Math.floor(s.number / 32) === word ? [s.number] : []))
    if (present.size === 0) return undefined
    const f = this.begin(`effects_${word}`), bits = f.local('i32')
    f.const32(0).memory(wasm.i32Load, this.places.effectBits + 4 * word).set(bits)
    for (const i of [...present].sort((a, b) => a - b)) {
      const condition = (): void => { f.get(bits).const32(1 << i % 32).op(wasm.i32And) }
      const counter = counters[i], write = writes[i - counters.length], refill = refills[i - counters.length - writes.length]
      const array = write?.array ?? refill?.array, marked = array === undefined ? undefined : readers.markedOf.get(array)
      const changed = marked === undefined ? undefined : (): void => writer.mark(marked, 1)
      if (counter) emitCounter(f, counter, condition, options)
      else if (write) emitWrite(writer.nodes, write, condition, changed)
      else if (refill) emitRefill(f, refill, condition, changed)
    }
    return f
  }

  /** Registers take their next values. */
  private emitMoves(): FunctionCode {
    const f = new FunctionCode('move', 0, false, false), { registers } = this.options, { list, listLength, toNext } = this.places, { moved } = this.writer
    const bytes = moved.reduce((n, s) => n + (this.g.long[s.value] ? 8 : 4), 0), done = (): FunctionCode => f.const32(0).const32(0).memory(wasm.i32Store, listLength)
    if (bytes > (registers.end - registers.start) / 2) {
      f.copyMemory(registers.start, registers.next, registers.end - registers.start)
      return done()
    }
    for (const s of moved) {
      const long = this.g.long[s.value]!
      f.const32(0).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, s.address + toNext).memory(long ? wasm.i64Store : wasm.i32Store, s.address)
    }
    const end = f.local('i32'), at = f.local('i32'), address = f.local('i32')
    f.const32(0).memory(wasm.i32Load, listLength).tee(end).begin(wasm.if).begin(wasm.loop)
    // 8 bytes also for a shorter register: what stands behind it has its next value there, or is equal.
    f.get(at).memory(wasm.i32Load, list).tee(address).get(address).memory(wasm.i64Load, toNext).memory(wasm.i64Store, 0)
    f.get(at).const32(4).op(wasm.i32Add).tee(at).get(end).op(wasm.i32LtU).branchIf(0).end()
    return done().end()
  }

  /** Everything is to be computed; the next values of registers are what they are. */
  private emitRefresh(): FunctionCode {
    const f = new FunctionCode('refresh', 2, false, false), { registers } = this.options, { dirty, listLength } = this.places
    f.get(0).fillMemory(dirty, -1, this.areaBytes)
    f.get(1).fillMemory(dirty, 0, this.areaBytes)
    if (registers.end > registers.start) f.copyMemory(registers.next, registers.start, registers.end - registers.start)
    f.const32(0).const32(0).memory(wasm.i32Store, listLength)
    return f.const32(0).const32(0).memory(wasm.i32Store, header.stale)
  }

  /** Compares what is set from outside with what it was in the last cycle. */
  private emitInputs(): FunctionCode {
    const { g, writer } = this, f = this.begin('inputs'), { registers, scratch } = this.options, arrayOf = arrayFinder(this.options.arrays)
    for (const [n, readers] of this.readers.marked) {
      const address = g.imm[n] as number
      if (g.op[n] !== op.load || (address >= registers.start && address < registers.end) || arrayOf(address) !== undefined) continue
      const long = g.long[n]!, local = f.local(long ? 'i64' : 'i32'), shadow = scratch(8)
      writer.nodes.value(n)
      f.tee(local).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, shadow).op(long ? wasm.i64Ne : wasm.i32Ne).begin(wasm.if)
      f.const32(0).get(local).memory(long ? wasm.i64Store : wasm.i32Store, shadow)
      writer.mark(readers, 0)
      f.end()
    }
    return f
  }

  /** The loop calls the cycle, as in the plain step. The two areas of dirty bits change places after each cycle. */
  private emitStep(cycle: number, refresh: number, inputs: number): FunctionCode {
    const f = new FunctionCode('step', 3, true, true), parity = this.options.scratch(4)
    const n = 0, rising = 1, stop = 2, done = f.local('i32'), now = f.local('i32')
    const areas = (): FunctionCode => f.get(now).const32(this.areaBytes).get(now).op(wasm.i32Sub)
    f.const32(0).get(rising).memory(wasm.i32Store, header.rising)
    f.const32(0).const32(0).memory(wasm.i32Store, header.failed)
    f.const32(0).memory(wasm.i32Load, parity).set(now)
    // Another program may have left anything in the scratch area.
    f.const32(0).memory(wasm.i32Load, header.stale).begin(wasm.if).const32(0).set(now)
    areas().call(refresh).end()
    areas().call(inputs)
    f.const32(0).memory(wasm.i32Load, header.settled).begin(wasm.if)
    for (const { address, second, long } of this.writer.outputs) {
      f.const32(0).const32(0).memory(long ? wasm.i64Load : wasm.i32Load, second).memory(long ? wasm.i64Store : wasm.i32Store, address)
    }
    f.const32(0).const32(0).memory(wasm.i32Store, header.settled).end()
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
}
