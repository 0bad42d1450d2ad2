// Owns: the cost card: what a design will cost, without synthesis.
import { verilogPasses } from '../backends/verilog/index.ts'
import { moduleExprs, moduleNamed, modulesOf, refsIn, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Memory, Module } from '../ir/index.ts'
import { hoist } from '../passes/hoist.ts'
import { check } from '../passes/pipeline.ts'
import { longestChain } from './chain.ts'
import type { Chain } from './chain.ts'
import { families, mapMemory } from './memory-parts.ts'
import type { Family, Mapping } from './memory-parts.ts'
import { muxesOf, operatorKinds, operatorsOf } from './operators.ts'
import type { MuxCost, OperatorCost } from './operators.ts'

export type { Chain, Hop } from './chain.ts'
export type { Family, Mapping, MemoryKind } from './memory-parts.ts'
export type { MuxCost, OperatorCost, OperatorKind } from './operators.ts'
export { formatCostCard } from './format.ts'

export interface MemoryCost {
  readonly name: string; readonly depth: number; readonly width: number; readonly bits: number
  readonly syncReads: number; readonly asyncReads: number; readonly writes: number; readonly collision: Memory['collision']
  readonly mapping: Readonly<Record<Family, Mapping>>
}

/** What one module costs by itself, without its instances; `chain` is through them. */
export interface ModuleCost {
  readonly name: string
  /** How often it stands in the tree. */
  readonly times: number
  /** Bits of registers that something reads. The words that a memory's sync reads hold are not among them: a block has them inside. */
  readonly flipFlops: number
  readonly memoryBits: number
  readonly memories: readonly MemoryCost[]
  readonly operators: readonly OperatorCost[]
  readonly muxes: MuxCost
  /** The longest chain if this module were the top. */
  readonly chain: Chain
}

/** All instances of the tree together. */
export interface TotalCost {
  readonly modules: number
  readonly flipFlops: number; readonly memoryBits: number
  readonly operators: readonly OperatorCost[]; readonly muxes: MuxCost; readonly chain: Chain
  /** Parts of memories by family, and the flip-flops that memories take there. */
  readonly memories: Readonly<Record<Family, { readonly parts: Readonly<Record<string, number>>; readonly flipFlops: number }>>
}

/** Modules in the order of the design: those that are used before those that use them. */
export interface CostCard { readonly top: string; readonly modules: readonly ModuleCost[]; readonly total: TotalCost }

/** As it is written, but for names that are only for readers. */
const passes = verilogPasses.filter(pass => pass !== hoist)

/**
 * What a design will cost: flip-flops, memory bits and where they map, operators, choices, and the longest chain of logic in levels (a
 * level is about one look-up table of four inputs; levels.ts says how they are counted). No tool is run. The design is checked first; it is
 * counted as it is emitted, with constants folded and what nothing reads left out.
 *
 *     console.log(formatCostCard(costCard(elaborate(fifo('bytes', uint(8))))))
 *
 * @throws DiagnosticError with all that the checks find
 */
export function costCard(design: Design): CostCard {
  check(design)
  const ready = passes.reduce((d, pass) => pass(d), design)
  const times = timesOf(ready)
  const modules = modulesOf(ready).filter(m => (times.get(m.name) ?? 0) > 0).map((m): ModuleCost => {
    const memories = m.memories.map(memoryCost)
    return {
      name: m.name, times: times.get(m.name)!,
      flipFlops: flipFlopsOf(m),
      memoryBits: memories.reduce((n, x) => n + x.bits, 0), memories,
      operators: operatorsOf(m), muxes: muxesOf(m), chain: longestChain({ ...ready, top: m.name }),
    }
  })
  return { top: ready.top, modules, total: totalOf(modules, ready.top) }
}

/** Synthesis drops a register that nothing reads. */
function flipFlopsOf(m: Module): number {
  const read = new Set(refsIn(moduleExprs(m)).map(signalKey))
  return m.registers.filter(r => read.has(r.name)).reduce((n, r) => n + widthOf(r.type), 0)
}

/** How often each module stands in the tree below the top. */
function timesOf(design: Design): Map<string, number> {
  const times = new Map([[design.top, 1]])
  for (const m of [...modulesOf(design)].reverse()) {
    for (const i of m.instances) if (moduleNamed(design, i.of)?.kind === 'module') times.set(i.of, (times.get(i.of) ?? 0) + (times.get(m.name) ?? 0))
  }
  return times
}

function memoryCost(m: Memory): MemoryCost {
  const width = widthOf(m.type)
  const reads = (mode: 'sync' | 'async') => m.reads.filter(r => r.mode === mode).length
  return {
    name: m.name, depth: m.depth, width, bits: m.depth * width, syncReads: reads('sync'), asyncReads: reads('async'), writes: m.writes.length, collision: m.collision,
    mapping: Object.fromEntries(families.map(f => [f, mapMemory(m, f)])) as Record<Family, Mapping>,
  }
}

function totalOf(modules: readonly ModuleCost[], top: string): TotalCost {
  const sum = (f: (m: ModuleCost) => number): number => modules.reduce((n, m) => n + m.times * f(m), 0)
  const operators = operatorKinds.flatMap((kind): OperatorCost[] => {
    const all = modules.flatMap(m => m.operators.filter(o => o.kind === kind).map(o => ({ ...o, count: o.count * m.times })))
    const widest = all.reduce((a, b) => (b.width > a.width ? b : a), all[0]!)
    return all.length === 0 ? [] : [{ ...widest, count: all.reduce((n, o) => n + o.count, 0) }]
  })
  const memories = Object.fromEntries(families.map(family => {
    const parts: Record<string, number> = {}
    for (const m of modules) for (const { mapping } of m.memories) if (mapping[family].part !== '') parts[mapping[family].part] = (parts[mapping[family].part] ?? 0) + m.times * mapping[family].count
    return [family, { parts: Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))), flipFlops: sum(m => m.memories.reduce((n, x) => n + x.mapping[family].flipFlops, 0)) }]
  })) as TotalCost['memories']
  return {
    modules: sum(() => 1), flipFlops: sum(m => m.flipFlops), memoryBits: sum(m => m.memoryBits), operators,
    muxes: { count: sum(m => m.muxes.count), bits: sum(m => m.muxes.bits) }, chain: modules.find(m => m.name === top)?.chain ?? { levels: 0, path: [] }, memories,
  }
}
