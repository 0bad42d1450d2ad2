// Owns: values that follow from themselves within one cycle.
import type { Diagnostic } from '../diagnostics/index.ts'
import { modulesOf, reachedStatements, scopeOf, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Expr, Module, Place, Scope } from '../ir/index.ts'
import { bitNames, runsOf } from './bit-names.ts'
import { bitSources } from './bit-sources.ts'
import { combGraphs, loops } from './comb-graph.ts'
import type { CombGraph } from './comb-graph.ts'
import { targetBits } from './coverage.ts'
import { finding, note } from './finding.ts'

/** RTL4006 for each group of signals with a bit that comes back to itself: through wires, named values, async reads of memories and instances. */
export function checkCombLoops(design: Design): Diagnostic[] {
  const graphs = combGraphs(design)
  return modulesOf(design).flatMap(m => {
    const graph = graphs.get(m.name)!
    return loops(graph).flatMap(keys => {
      const way = new BitLoops(m, scopeOf(m, design), graph, new Set(keys)).find()
      return way === undefined ? [] : [toDiagnostic(way, m, scopeOf(m, design))]
    })
  })
}

/** One bit of a signal, and where it was made to follow from the bit before it on the way. */
interface Hop { readonly key: string; readonly bit: number; readonly name: string; readonly at: Place }

function toDiagnostic(way: readonly Hop[], m: Module, scope: Scope): Diagnostic {
  const names = way.map(h => h.name), alone = way.length === 1 ? scope.get(way[0]!.key) : undefined
  const shown = [...names, names[0]!].join(' -> ')
  return finding('RTL4006', `${names[0]!} of module \`${m.name}\` follows from itself within one cycle: ${shown}`,
    [...way.map((h, i) => note(h.at, `${h.name} follows from ${names[(i + 1) % names.length]!}`)), ...(alone ? [note(alone.at, `${names[0]!} declared here`)] : [])], 'break the loop with a register, or use the value of the cycle before')
}

interface BitOf { readonly key: string; readonly bit: number }
interface Step extends BitOf { readonly at: Place }
/** What sets some bits of a signal: a value, whose bits go to bits from `low` up, and what all of them follow from. */
interface Maker { readonly mask: bigint; readonly low: number; readonly exact: boolean; readonly value: Expr | undefined; readonly whole: readonly Expr[]; readonly at: Place }
interface Source { readonly key: string; readonly mask: bigint; readonly at: Place }

/** Everything bit by bit, for the few signals that stand on a loop when whole signals are looked at. */
class BitLoops {
  readonly #scope: Scope
  readonly #keys: ReadonlySet<string>
  readonly #makers = new Map<string, Maker[]>()
  readonly #wholes = new Map<string, ReadonlyMap<string, Place>>()

  constructor(m: Module, scope: Scope, graph: CombGraph, keys: ReadonlySet<string>) {
    this.#scope = scope
    this.#keys = keys
    for (const key of keys) if (scope.get(key)?.kind === 'instance-output') this.#wholes.set(key, graph.get(key)!)
    for (const l of m.locals) if (keys.has(l.name)) this.#make(l.name, { mask: -1n, low: 0, exact: true, value: l.value, whole: [], at: l.at })
    for (const r of m.memories.flatMap(mem => mem.reads)) if (r.mode === 'async' && keys.has(r.data)) this.#make(r.data, { mask: -1n, low: 0, exact: true, value: undefined, whole: [r.address], at: r.at })
    for (const { statement: s, under } of reachedStatements(m.body)) {
      if (s.kind !== 'set' || !keys.has(signalKey(s.target))) continue
      const { mask, exact } = targetBits(s.target, scope.get(signalKey(s.target))!.type)
      const indices = s.target.path.flatMap(p => (p.kind === 'index' ? [p.index] : []))
      this.#make(signalKey(s.target), { mask, exact, low: Math.max(0, runsOf(mask)[0]?.low ?? 0), value: s.value, whole: [...under, ...indices], at: s.at })
    }
  }

  /** The shortest way from some bit back to itself, or undefined. */
  find(): Hop[] | undefined {
    let best: Hop[] | undefined
    const done = new Set<string>()
    for (const key of this.#keys) {
      for (let bit = 0; bit < widthOf(this.#scope.get(key)!.type); bit++) {
        const way = this.#wayBack(key, bit, done)
        if (way !== undefined && (best === undefined || way.length < best.length)) best = way
        if (best !== undefined && best.length <= 2) return best
      }
    }
    return best
  }

  /** Breadth first; `done` collects bits from which the start cannot be on a loop any more. */
  #wayBack(key: string, bit: number, done: Set<string>): Hop[] | undefined {
    const id = (k: string, b: number): string => `${k}#${b}`
    const from = new Map<string, Step | undefined>([[id(key, bit), undefined]])
    const queue: BitOf[] = [{ key, bit }]
    for (let i = 0; i < queue.length; i++) {
      const here = queue[i]!
      for (const s of this.#sources(here.key, here.bit)) {
        for (const run of runsOf(s.mask)) {
          for (let b = run.low; b < run.low + run.width; b++) {
            if (s.key === key && b === bit) return this.#hops(here, s.at, from, id)
            const next = id(s.key, b)
            if (from.has(next) || done.has(next)) continue
            from.set(next, { ...here, at: s.at })
            queue.push({ key: s.key, bit: b })
          }
        }
      }
    }
    done.add(id(key, bit))
    return undefined
  }

  #hops(last: BitOf, at: Place, from: ReadonlyMap<string, Step | undefined>, id: (k: string, b: number) => string): Hop[] {
    const hops: Hop[] = []
    let here: BitOf | undefined = last
    let made = at
    while (here !== undefined) {
      const type = this.#scope.get(here.key)!.type
      const before: Step | undefined = from.get(id(here.key, here.bit))
      hops.unshift({ key: here.key, bit: here.bit, name: widthOf(type) === 1 ? `\`${here.key}\`` : bitNames(here.key, type, 1n << BigInt(here.bit)), at: made })
      made = before?.at ?? made
      here = before
    }
    return hops
  }

  #make(key: string, maker: Maker): void {
    this.#makers.set(key, [...this.#makers.get(key) ?? [], maker])
  }

  /** What one bit follows from, within the group. */
  #sources(key: string, bit: number): Source[] {
    const found: Source[] = [...this.#wholes.get(key) ?? []].map(([k, at]) => ({ key: k, mask: (1n << BigInt(widthOf(this.#scope.get(k)!.type))) - 1n, at }))
    for (const m of this.#makers.get(key) ?? []) {
      if ((m.mask >> BigInt(bit) & 1n) === 0n) continue
      const value = m.value === undefined ? [] : [bitSources(m.value, m.exact ? 1n << BigInt(bit - m.low) : (1n << BigInt(widthOf(m.value.type))) - 1n)]
      for (const sources of [...value, ...m.whole.map(w => bitSources(w, (1n << BigInt(widthOf(w.type))) - 1n))]) {
        for (const [k, mask] of sources) if (this.#keys.has(k)) found.push({ key: k, mask, at: m.at })
      }
    }
    return found
  }
}
