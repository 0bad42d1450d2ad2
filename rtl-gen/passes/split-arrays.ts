// Owns: arrays that are written at constant places only become registers of their own: as arrays, synthesis tools would find fault with them.
import { allSets, isGround, mapLeaves, mapModule, mapModules, rewriter } from '../ir/index.ts'
import type { Constant, Design, Expr, GroundType, Module, Register, Statement } from '../ir/index.ts'
import { ground, isIndex, mux, ref, zero } from './build.ts'
import { UniqueNames, declaredNames } from './unique-names.ts'

/** After lowerAggregates. `a[0]` of such an array is `a_0`; a read by a signal is a choice. */
export const splitArrays = (design: Design): Design => mapModules(design, splitModule)

function splitModule(m: Module): Module {
  const indexed = new Set([...allSets(m.body)].filter(s => s.target.path.some(p => p.kind === 'index' && p.index.kind !== 'literal')).map(s => s.target.name))
  const split = m.registers.filter(r => !isGround(r.type) && !indexed.has(r.name))
  if (split.length === 0) return m
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const elements = new Map(split.map(r => [r.name, Array.from({ length: lengthOf(r) }, (_, i) => names.take(`${r.name}_${i}`))]))
  const rewrite = rewriter((e): Expr => {
    if (e.kind !== 'index' || e.of.kind !== 'ref') return e
    const all = e.of.instance === undefined ? elements.get(e.of.name) : undefined
    if (all === undefined) return e
    const type = ground(e)
    if (e.index.kind === 'literal') {
      const name = all[Number(e.index.value)]
      return name === undefined ? zero(type, e.at) : ref(name, type, e.at)
    }
    return all.map((name, i) => ({ name, i })).reverse().reduce<Expr>((rest, x) => mux(isIndex(e.index, x.i, e.at), ref(x.name, type, e.at), rest, e.at), zero(type, e.at))
  })
  const rewritten = mapModule(m, rewrite)
  return {
    ...rewritten,
    registers: m.registers.flatMap(r => {
      const resets = r.reset as readonly Constant[] | null
      return elements.get(r.name)?.map((name, i): Register => ({ ...r, name, type: elementOf(r), reset: resets?.[i] ?? null })) ?? [r]
    }),
    body: retarget(rewritten.body, elements),
  }
}

const lengthOf = (r: Register): number => (r.type as Extract<Register['type'], { kind: 'vec' }>).length
const elementOf = (r: Register): GroundType => (r.type as Extract<Register['type'], { kind: 'vec' }>).of as GroundType

function retarget(body: readonly Statement[], elements: ReadonlyMap<string, readonly string[]>): Statement[] {
  return mapLeaves(body, s => {
    const all = s.kind === 'set' && s.target.instance === undefined ? elements.get(s.target.name) : undefined
    if (s.kind !== 'set' || all === undefined) return [s]
    const [first, ...path] = s.target.path
    const name = first?.kind === 'index' && first.index.kind === 'literal' ? all[Number(first.index.value)] : undefined
    return name === undefined ? [] : [{ ...s, target: { ...s.target, name, path } }]
  })
}
