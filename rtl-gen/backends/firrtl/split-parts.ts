// Owns: signals that are set part by part, for a language that sets whole signals only.
import { allSets, isGround, mapBody, mapModule, mapModules, rewriter, scopeOf, signalKey, widthOf } from '../../ir/index.ts'
import type { Constant, Design, Expr, GroundType, Module, Register, SetStatement, Signal, Statement, Target, VecType, Wire } from '../../ir/index.ts'
import { cast, cat, element, ref, slice, uint } from '../../passes/build.ts'
import { UniqueNames, declaredNames } from '../../passes/unique-names.ts'

interface Piece { readonly low: number; readonly width: number; readonly name: string }

/**
 * After lowerAggregates. A ground signal of which a statement sets some bits gets a wire for each run of bits that are set together
 * (`t_7_4`, of a register `r_next_7_4`), and is their concatenation; a register's wires hold its own bits where nothing sets them.
 * An array of which some bits of an element are set becomes an array for each run.
 */
export const splitParts = (design: Design): Design => mapModules(design, m => splitModule(m, design))

function splitModule(m: Module, design: Design): Module {
  const scope = scopeOf(m, design)
  const cuts = cutsOf(m)
  if (cuts.size === 0) return m
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const pieces = new Map<string, readonly Piece[]>()
  for (const [key, places] of cuts) {
    const s = scope.get(key)!
    const base = key.replace('.', '_') + (s.kind === 'register' && isGround(s.type) ? '_next' : '')
    const ends = [...places.add(0).add(widthOf(elementOf(s.type)))].sort((a, b) => a - b)
    pieces.set(key, ends.slice(1).map((end, i) => {
      const low = ends[i]!
      return { low, width: end - low, name: names.take(end - low === 1 ? `${base}_${low}` : `${base}_${end - 1}_${low}`) }
    }).reverse())
  }
  const arrays = new Map(m.registers.filter(r => !isGround(r.type) && pieces.has(r.name)).map(r => [r.name, r]))
  const read = rewriter((e): Expr => {
    const array = e.kind === 'index' && e.of.kind === 'ref' && e.of.instance === undefined ? arrays.get(e.of.name) : undefined
    if (array === undefined || e.kind !== 'index') return e
    const parts = pieces.get(array.name)!.map(p => element(ref(p.name, { kind: 'vec', length: lengthOf(array), of: uint(p.width) }, e.at), e.index, uint(p.width), e.at))
    return cast(cat(parts, e.at), elementOf(array.type), e.at)
  })
  const before: Statement[] = []
  const after: Statement[] = []
  const wires: Wire[] = []
  for (const [key, all] of pieces) {
    const s = scope.get(key)!
    if (arrays.has(key)) continue
    wires.push(...all.map((p): Wire => ({ kind: 'wire', name: p.name, type: uint(p.width), at: s.at })))
    if (s.kind === 'register') before.push(...all.map(p => setOf({ name: p.name, type: uint(p.width) }, slice(ref(s.key, s.type, s.at), p.low, p.width, s.at), s)))
    after.push(setOf({ ...splitKey(key), type: s.type }, cast(cat(all.map(p => ref(p.name, uint(p.width), s.at)), s.at), elementOf(s.type), s.at), s))
  }
  const setPieces = (s: Statement): readonly Statement[] => {
    const all = s.kind === 'set' ? pieces.get(signalKey(s.target)) : undefined
    if (s.kind !== 'set' || all === undefined) return [s]
    const run = bitsOf(s.target) ?? { low: 0, width: widthOf(s.value.type) }
    const path = s.target.path.filter(p => p.kind === 'index')
    return all.filter(p => p.low >= run.low && p.low + p.width <= run.low + run.width).map((p): SetStatement => ({
      ...s, target: { name: p.name, path, type: uint(p.width), at: s.target.at }, value: slice(s.value, p.low - run.low, p.width, s.at),
    }))
  }
  const rewritten = mapModule(m, read)
  return {
    ...rewritten, wires: [...m.wires, ...wires], body: [...before, ...mapBody(rewritten.body, e => e, setPieces), ...after],
    registers: m.registers.flatMap(r => (arrays.has(r.name) ? pieces.get(r.name)!.map(p => partOf(r, p)) : [r])),
  }
}

/** For each signal of which some bits are set: where these begin and end. */
function cutsOf(m: Module): Map<string, Set<number>> {
  const cuts = new Map<string, Set<number>>()
  for (const s of allSets(m.body)) {
    const run = bitsOf(s.target)
    if (run === undefined) continue
    const key = signalKey(s.target)
    if (!cuts.has(key)) cuts.set(key, new Set())
    cuts.get(key)!.add(run.low).add(run.low + run.width)
  }
  return cuts
}

function bitsOf(t: Target): { readonly low: number; readonly width: number } | undefined {
  const slices = t.path.filter(p => p.kind === 'slice')
  return slices.length === 0 ? undefined : { low: slices.reduce((n, s) => n + s.low, 0), width: slices.at(-1)!.width }
}

const setOf = (t: Pick<Target, 'name' | 'instance' | 'type'>, value: Expr, s: Signal): SetStatement => ({ kind: 'set', target: { ...t, path: [], at: s.at }, value, at: s.at })

const splitKey = (key: string): { readonly name: string; readonly instance?: string } => {
  const dot = key.indexOf('.')
  return dot < 0 ? { name: key } : { instance: key.slice(0, dot), name: key.slice(dot + 1) }
}

const lengthOf = (r: Register): number => (r.type as VecType).length
const elementOf = (t: Expr['type']): GroundType => (t.kind === 'vec' ? t.of : t) as GroundType

const partOf = (r: Register, p: Piece): Register => ({
  ...r, name: p.name, type: { kind: 'vec', length: lengthOf(r), of: uint(p.width) },
  reset: r.reset === null ? null : (r.reset as readonly Constant[]).map(c => (c as bigint) >> BigInt(p.low) & (1n << BigInt(p.width)) - 1n),
})
