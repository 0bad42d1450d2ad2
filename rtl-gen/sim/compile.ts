// Owns: a design as running code: memory, its first contents, and the WebAssembly functions over it.
import type { Design } from '../ir/index.ts'
import { checkBytes, type CheckResult } from './checks.ts'
import { emitProgram, type Counter, type Effects, type EmitOptions } from './emit.ts'
import { clusterize, sinksOf, type Clusters } from './clusters.ts'
import { emitGated } from './emit-gated.ts'
import { op, type NodeId } from './graph.ts'
import { header, Layout, scalarBytes, writeBytes } from './layout.ts'
import { bitwise, notBits } from './bits.ts'
import { constantPart, type Clock } from './netlist.ts'
import { makePlan, type Plan } from './plan.ts'
import { resetNode, risingNode } from './read.ts'
import { defaultActivity, tieredStep, type Activity, type Step } from './tiers.ts'
import { instantiate, newMemory, type WasmMemory } from './wasm-host.ts'
import { encodeModule, FunctionCode, wasm } from './wasm-encoder.ts'

export interface Compiled {
  readonly plan: Plan
  readonly memory: WasmMemory
  /** [0, stateEnd) is all that a snapshot needs. */
  readonly stateEnd: number
  readonly step: Step
  /** Settles the outputs of the top. */
  readonly eval: () => void
  /** Code that settles the given computed elements too. */
  readonly settler: (stores: Plan['outputs']) => () => void
  /** Where each check counts. */
  readonly checks: readonly { readonly address: number; readonly of: Omit<CheckResult, 'count' | 'first'> }[]
  /** Bytes of code, and nodes of the graph. */
  readonly size: { readonly bytes: number; readonly nodes: number }
}

/** Below this many nodes a look at what has changed costs more than it saves. */
const fewNodes = 200

/** Without `activity` everything is computed in every cycle. Throws RTL6001 to RTL6003. */
export function compile(design: Design, nodesPerFunction: number, activity: Activity | undefined): Compiled {
  const plan = makePlan(design), { net } = plan, { g } = plan.ctx, { layout } = net
  const checks = plan.checks.map(c => ({
    address: layout.bytes(checkBytes), lowered: c,
    of: { check: c.statement.check, label: c.statement.label, scope: c.scope.path.replace(/\.$/, ''), at: c.statement.at },
  }))
  const counters = checks.map(({ address, lowered: c }): Counter => {
    const clock = c.scope.clocks.get(c.statement.domain)!, both = (a: NodeId, b: NodeId): NodeId => g.binary(op.and, a, b)
    const awake = both(risingNode(plan.ctx, clock), g.not1(resetNode(g, clock)))
    const cover = c.statement.check === 'cover'
    return { address, fails: !cover, hit: both(awake, both(c.active, cover ? c.condition : g.not1(c.condition))) }
  })
  const writes = plan.writes.map(w => ({ ...w, keep: w.mask && notBits(g, w.mask), value: w.mask ? bitwise(g, op.and, w.value, w.mask) : w.value }))
  const stateEnd = layout.bytes(0)
  for (const s of plan.internals) s.element.address = layout.scalar(s.element.type.width)
  const images: { address: number; bytes: number; from: Plan['arrayResets'][number]['array'] }[] = []
  const refills = plan.arrayResets.map(r => {
    const bytes = r.array.depth * r.array.bytes, image = layout.bytes(bytes)
    images.push({ address: image, bytes, from: r.array })
    return { ...r, image }
  })
  const { start, end } = net.registers
  const options = {
    scratch: (bytes: number) => layout.bytes(bytes), registers: { start, end, next: layout.bytes(end - start) },
    cycleAddress: header.cycle, failedAddress: header.failed, nodesPerFunction,
  }
  const cycleEffects: Effects = {
    stores: [...plan.outputs.map(s => ({ ...s, next: false })), ...plan.registers.map(s => ({ ...s, next: true }))], counters, writes, refills,
  }
  const cycle = emitProgram(g, cycleEffects, { ...options, name: 'cycle', firstIndex: 0 })
  const settle = (stores: Plan['outputs'], firstIndex: number, scratch: EmitOptions['scratch']): FunctionCode[] => emitProgram(
    g, { stores: [...plan.resets, ...stores].map(s => ({ ...s, next: false })), counters: [], writes: [], refills: [] },
    { ...options, scratch, name: 'settle', firstIndex },
  )
  const settleOutputs = settle(plan.outputs, cycle.length, options.scratch)
  const evalIndex = cycle.length + settleOutputs.length - 1
  const functions = [...cycle, ...settleOutputs, stepFunction(cycle.length - 1), settleFunction('eval', evalIndex, net.clocks)]
  const bytes = encodeModule(functions)
  // Settlers and other programs of the cycle are made later, over the same memory, which must not grow: views of it would be lost. They share one scratch area each.
  const lateScratch = layout.bytes(8 * g.count), sinks = sinksOf(g, cycleEffects), gatedScratch = layout.bytes(gatedBytes(g.count, sinks.length))
  const memory = newMemory(layout.end)
  fillMemory(plan, new Uint8Array(memory.buffer))
  for (const i of images) new Uint8Array(memory.buffer).copyWithin(i.address, i.from.address, i.from.address + i.bytes)
  const main = instantiate(bytes, memory), plain = main['step'] as Step
  let clusters: Clusters | undefined
  const clustersOf = (): Clusters => clusters ??= clusterize(g, sinks, net.arrays)
  const step = activity === undefined || (activity === defaultActivity && g.count < fewNodes) ? plain : tieredStep({
    plain, activity, clusters: clustersOf, words: new Uint32Array(memory.buffer), registers: { start: start / 4, end: end / 4 },
    gated: always => {
      const late = new Layout()
      late.end = gatedScratch
      const { functions: code, groups } = emitGated(g, cycleEffects, clustersOf(), { ...options, scratch: b => late.bytes(b), name: 'gated', firstIndex: 0, arrays: net.arrays, always })
      if (late.end > gatedScratch + gatedBytes(g.count, sinks.length)) throw new Error('internal: too little memory for a gated program')
      return { step: instantiate(encodeModule(code), memory)['step'] as Step, groups }
    },
  })
  return {
    plan, memory, stateEnd, checks, size: { bytes: bytes.length, nodes: g.count },
    step,
    eval: main['eval'] as unknown as () => void,
    settler: stores => {
      const late = new Layout()
      late.end = lateScratch
      const code = settle(stores, 0, b => late.bytes(b))
      return instantiate(encodeModule([...code, settleFunction('settle_all', code.length - 1, net.clocks)]), memory)['settle_all'] as unknown as () => void
    },
  }
}

/** A place for each node, some words for each sink and each cluster, of which there are no more than nodes and sinks together. */
const gatedBytes = (nodes: number, sinks: number): number => 1024 + 16 * nodes + 32 * sinks

/** Runs a program that settles, and says so. While an asynchronous reset is active it has written registers. */
function settleFunction(name: string, index: number, clocks: readonly Clock[]): FunctionCode {
  const f = new FunctionCode(name, 0, true, false).call(index)
  f.const32(0).const32(1).memory(wasm.i32Store, header.settled)
  for (const c of clocks) {
    if (c.domain.reset?.kind === 'async') f.const32(0).const32(0).memory(wasm.i32Load, header.stale).const32(0).memory(wasm.i32Load, c.resetAddress).op(wasm.i32Or).memory(wasm.i32Store, header.stale)
  }
  return f
}

/** The loop calls the cycle: V8 cannot replace a running loop by its optimised code, but it does so for the function that the loop calls. */
function stepFunction(cycleIndex: number): FunctionCode {
  const f = new FunctionCode('step', 3, true, true)
  const n = 0, rising = 1, stop = 2, done = f.local('i32')
  f.const32(0).get(rising).memory(wasm.i32Store, header.rising)
  f.const32(0).const32(0).memory(wasm.i32Store, header.failed)
  f.begin(wasm.block).begin(wasm.loop)
  f.get(done).get(n).op(wasm.i32LtU).op(wasm.i32Eqz).branchIf(1)
  f.call(cycleIndex)
  f.const32(0).const32(0).memory(wasm.i64Load, header.cycle).const64(1n).op(wasm.i64Add).memory(wasm.i64Store, header.cycle)
  f.get(done).const32(1).op(wasm.i32Add).set(done)
  f.const32(0).memory(wasm.i32Load, header.failed).get(stop).op(wasm.i32And).op(wasm.i32Eqz).branchIf(0)
  return f.end().end().get(done)
}

/** Reset values and the first words of arrays. */
function fillMemory(plan: Plan, memory: Uint8Array): void {
  for (const scope of plan.net.scopes) for (const s of scope.signals.values()) {
    if (s.storage !== 'state' || s.reset === null) continue
    for (const e of s.elements.values()) writeBytes(memory, e.address, scalarBytes(e.type.width), BigInt.asUintN(e.type.width, constantPart(s.reset, e.suffix)))
  }
  for (const a of plan.net.arrays) {
    for (let i = 0; i < a.depth; i++) {
      const v = a.initial(i)
      if (v !== 0n) writeBytes(memory, a.address + i * a.bytes, a.bytes, BigInt.asUintN(a.width, v))
    }
  }
}
