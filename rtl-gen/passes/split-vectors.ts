// Owns: vectors whose bits feed other bits of their own become separate signals, so that no tool sees a loop where there is none.
import { allSets, isGround, mapBody, mapModule, mapModules, modulesOf, moduleExprs, postOrder, rewriter, scopeOf, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Expr, Local, Module, Scope, SetStatement, Statement, Wire } from '../ir/index.ts'
import { cat, ref, slice, uint } from './build.ts'
import { combGraphs, loops, reached } from './comb-graph.ts'
import type { CombGraph } from './comb-graph.ts'
import { targetBits } from './coverage.ts'
import { runsOf } from './bit-names.ts'
import { UniqueNames, declaredNames } from './unique-names.ts'

interface Piece { readonly low: number; readonly width: number; readonly name: string }

/**
 * After lowerAggregates, for a design without combinational loops. A wire, output or instance input that follows from other bits of
 * itself is cut where its parts are set and read; `t` becomes `t_3`, `t_2_0`, ... and is their concatenation for everyone else.
 * Named values on the way are put in place.
 */
export function splitVectors(design: Design): Design {
  const graphs = combGraphs(design)
  const has = modulesOf(design).some(m => loops(graphs.get(m.name)!).length > 0)
  return has ? mapModules(design, m => splitModule(m, scopeOf(m, design), graphs.get(m.name)!)) : design
}

function splitModule(m: Module, scope: Scope, graph: CombGraph): Module {
  const circles = loops(graph).flat()
  if (circles.length === 0) return m
  const locals = new Set(m.locals.map(l => l.name).filter(n => circles.includes(n)))
  const between = new Map([...graph].filter(([k]) => locals.has(k)).map(([k, sources]) => [k, new Map([...sources].filter(([s]) => locals.has(s)))]))
  const inlined = [...locals].some(k => reached(between, k).has(k)) ? m : inline(m, locals)
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const pieces = new Map<string, readonly Piece[]>()
  for (const key of circles) {
    const s = scope.get(key)!
    if (s.kind !== 'wire' && s.kind !== 'output' && s.kind !== 'instance-input') continue
    const cuts = cutsOf(key, widthOf(s.type), inlined)
    if (cuts.length < 3) continue
    const base = key.replace('.', '_')
    pieces.set(key, cuts.slice(1).map((end, i) => {
      const low = cuts[i]!
      return { low, width: end - low, name: names.take(end - low === 1 ? `${base}_${low}` : `${base}_${end - 1}_${low}`) }
    }).reverse())
  }
  return pieces.size === 0 ? m : splitSignals(inlined, pieces, scope)
}

/** The module with some named values written out where they are read. */
function inline(m: Module, names: ReadonlySet<string>): Module {
  const values = new Map(m.locals.map(l => [l.name, l.value]))
  const done = new Map<string, Expr>()
  const valueOf = (name: string): Expr => {
    const known = done.get(name)
    if (known !== undefined) return known
    const value = rewriter(e => (e.kind === 'ref' && e.instance === undefined && names.has(e.name) ? valueOf(e.name) : e))(values.get(name)!)
    done.set(name, value)
    return value
  }
  return mapModule(m, rewriter(e => (e.kind === 'ref' && e.instance === undefined && names.has(e.name) ? valueOf(e.name) : e)))
}

/** Where a signal is cut: 0, its width, and each end of a part that is set, read, or joined from others. */
function cutsOf(key: string, width: number, m: Module): number[] {
  const cuts = new Set([0, width])
  for (const s of allSets(m.body)) {
    if (signalKey(s.target) !== key) continue
    const run = runsOf(targetBits(s.target, uint(width)).mask)[0]!
    cuts.add(run.low).add(run.low + run.width)
    for (const e of postOrder([s.value])) {
      if (e.kind !== 'cat' || widthOf(e.type) !== run.width) continue
      let low = run.low + run.width
      for (const p of e.parts) cuts.add(low -= widthOf(p.type))
    }
  }
  for (const e of postOrder(moduleExprs(m))) if (e.kind === 'slice' && e.of.kind === 'ref' && signalKey(e.of) === key) cuts.add(e.low).add(e.low + e.type.width)
  return [...cuts].sort((a, b) => a - b)
}

function splitSignals(m: Module, pieces: ReadonlyMap<string, readonly Piece[]>, scope: Scope): Module {
  const read = rewriter((e): Expr => {
    const all = e.kind === 'slice' && e.of.kind === 'ref' ? pieces.get(signalKey(e.of)) : undefined
    if (e.kind !== 'slice' || all === undefined) return e
    const end = e.low + e.type.width
    const parts = all.filter(p => p.low < end && p.low + p.width > e.low).map(p => {
      const low = Math.max(p.low, e.low)
      return slice(ref(p.name, uint(p.width), e.at), low - p.low, Math.min(end, p.low + p.width) - low, e.at)
    })
    return cat(parts, e.at)
  })
  const setPieces = (s: Statement): readonly Statement[] => {
    const all = s.kind === 'set' ? pieces.get(signalKey(s.target)) : undefined
    if (s.kind !== 'set' || all === undefined) return [s]
    const run = runsOf(targetBits(s.target, scope.get(signalKey(s.target))!.type).mask)[0]!
    return all.filter(p => p.low >= run.low && p.low + p.width <= run.low + run.width).map((p): SetStatement => ({
      ...s, target: { name: p.name, path: [], type: uint(p.width), at: s.target.at }, value: read(narrow(s.value, p.low - run.low, p.width)),
    }))
  }
  const wires: Wire[] = []
  const wholes: Statement[] = []
  const locals: Local[] = []
  for (const [key, all] of pieces) {
    const s = scope.get(key)!
    const value = cast(cat(all.map(p => ref(p.name, uint(p.width), s.at)), s.at), s.type)
    wires.push(...all.map((p): Wire => ({ kind: 'wire', name: p.name, type: uint(p.width), at: s.at })))
    if (s.kind === 'wire') locals.push({ kind: 'local', name: key, type: s.type, value, at: s.at })
    else {
      const dot = key.indexOf('.')
      const target = { path: [], type: s.type, at: s.at, ...(dot < 0 ? { name: key } : { instance: key.slice(0, dot), name: key.slice(dot + 1) }) }
      wholes.push({ kind: 'set', target, value, at: s.at })
    }
  }
  const body = mapBody(m.body, e => e, setPieces)
  const rewritten = mapModule({ ...m, body }, read)
  return { ...rewritten, wires: [...m.wires.filter(w => !pieces.has(w.name)), ...wires], locals: [...locals, ...rewritten.locals], body: [...wholes, ...rewritten.body] }
}

const cast = (e: Expr, type: Expr['type']): Expr => (isGround(type) && type.kind !== 'uint' ? { kind: 'cast', of: e, type, at: e.at } : e)

/** Some bits of a value, taken from just the bits of its operands that they follow from. */
function narrow(e: Expr, low: number, width: number): Expr {
  if (low === 0 && width === widthOf(e.type)) return e.type.kind === 'uint' ? e : slice(e, low, width, e.at)
  const type = uint(width)
  const part = (x: Expr): Expr => narrow(x, low, width)
  switch (e.kind) {
    case 'mux': return { ...e, then: part(e.then), else: part(e.else), type }
    case 'unary': return e.op === 'not' ? { ...e, of: part(e.of), type } : slice(e, low, width, e.at)
    case 'binary': return e.op === 'and' || e.op === 'or' || e.op === 'xor' ? { ...e, left: part(e.left), right: part(e.right), type } : slice(e, low, width, e.at)
    case 'cat': {
      let top = widthOf(e.type)
      const parts: Expr[] = []
      for (const p of e.parts) {
        const end = top
        top -= widthOf(p.type)
        const from = Math.max(low, top)
        const to = Math.min(low + width, end)
        if (from < to) parts.push(narrow(p, from - top, to - from))
      }
      return cat(parts, e.at)
    }
    case 'cast': return part(e.of)
    default: return slice(e, low, width, e.at)
  }
}
