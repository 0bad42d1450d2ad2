// Owns: bundles and vectors become ground signals: `a.b` is `a_b` and `v[0]` is `v_0`. Registers that are set by an index that is a signal stay arrays.
import { allSets, isGround, leavesOf, mapModules, moduleNamed, rewriter, signalKey, unreachable, widthOf } from '../ir/index.ts'
import type { BlackBox, Constant, Design, Expr, GroundType, Local, Module, Place, Port, Register, Statement, Target, Type, Wire } from '../ir/index.ts'
import { and, cast, cat, element, ground, indexWidth, isBelow, isIndex, literal, mux, ref, resize, slice, uint, zero } from './build.ts'
import { UniqueNames, declaredNames } from './unique-names.ts'

/** One ground signal that stands for a part of a declared one. `dimensions` is empty but for an array: the lengths of the vectors around it, outermost first. */
interface Part { readonly path: readonly string[]; readonly name: string; readonly type: GroundType; readonly dimensions: readonly number[] }
interface Lowered { readonly type: Type; readonly parts: readonly Part[]; readonly array: boolean }

/** Every type in the result is ground, but for registers, which may be vectors of a ground type. Names that are taken get a number. */
export function lowerAggregates(design: Design): Design {
  const ports = new Map(design.modules.map(m => [m.name, lowerPorts(m)]))
  const lowered = mapModules(design, m => new ModuleLowering(m, design, ports).run())
  return { ...lowered, modules: lowered.modules.map(m => (m.kind === 'blackbox' ? { ...m, ports: flatPorts(m, ports.get(m.name)!) } : m)) }
}

type Ports = ReadonlyMap<string, Lowered>

/** Depends on the ports alone, so that a parent finds the names that the child has. */
function lowerPorts(m: Module | BlackBox): Ports {
  const plain = m.ports.filter(p => isGround(p.type)).map(p => p.name)
  const names = new UniqueNames([...m.domains.flatMap(d => [d.clock, ...(d.reset === undefined ? [] : [d.reset.name])]), ...plain].map(n => n.toLowerCase()))
  return new Map(m.ports.map(p => [p.name, isGround(p.type) ? asItself(p.name, p.type) : { type: p.type, array: false, parts: scalarParts(p.name, p.type, names) }]))
}

const asItself = (name: string, type: GroundType): Lowered => ({ type, array: false, parts: [{ path: [], name, type, dimensions: [] }] })

const scalarParts = (name: string, type: Type, names: UniqueNames): Part[] =>
  leavesOf(type).map(leaf => ({ path: leaf.path.map(String), name: names.take([name, ...leaf.path].join('_')), type: leaf.type, dimensions: [] }))

function arrayParts(name: string, type: Type, names: UniqueNames, path: readonly string[] = [], dimensions: readonly number[] = []): Part[] {
  switch (type.kind) {
    case 'uint': case 'sint': case 'enum': return [{ path, name: names.take([name, ...path].join('_')), type, dimensions }]
    case 'vec': return arrayParts(name, type.of, names, path, [...dimensions, type.length])
    case 'bundle': return type.fields.flatMap(f => arrayParts(name, f.type, names, [...path, f.name], dimensions))
    default: return unreachable(type)
  }
}

function flatPorts(m: Module | BlackBox, lowered: Ports): Port[] {
  return m.ports.flatMap(p => lowered.get(p.name)!.parts.map(part => ({ ...p, name: part.name, type: part.type })))
}

/** The bits of one aggregate constant at a leaf's way; null stays null. */
function constantAt(c: Constant, path: readonly (string | number)[]): bigint {
  let at: unknown = c
  for (const step of path) at = (at as Record<string | number, unknown>)[step]
  return at as bigint
}

/** The registers that stay arrays: an element is set by an index that is a signal. (An array that only reads are indexed of would be registers and a choice for every tool.) */
function indexedRegisters(m: Module): ReadonlySet<string> {
  const found = new Set<string>()
  for (const s of allSets(m.body)) if (s.target.path.some(step => step.kind === 'index' && step.index.kind !== 'literal')) found.add(signalKey(s.target))
  return found
}

class ModuleLowering {
  readonly #module: Module
  readonly #signals = new Map<string, Lowered>()
  readonly #ports: ReadonlyMap<string, Ports>
  readonly #rewrite: (e: Expr) => Expr
  readonly #memories: ReadonlySet<string>
  readonly #renamed = new Map<string, string>()

  constructor(m: Module, design: Design, ports: ReadonlyMap<string, Ports>) {
    this.#module = m
    this.#ports = ports
    for (const [name, lowered] of ports.get(m.name)!) this.#signals.set(name, lowered)
    const own = flatPorts(m, ports.get(m.name)!).map(p => p.name)
    const declared = new Set(m.ports.map(p => p.name))
    const names = new UniqueNames([...declaredNames({ ...m, ports: [], registers: [], wires: [], locals: [], memories: [], instances: [] }), ...own].map(n => n.toLowerCase()))
    const inner = declaredNames(m).filter(n => !declared.has(n))
    const aggregates = new Map([...m.registers, ...m.wires, ...m.locals].filter(d => !isGround(d.type)).map(d => [d.name, d.type]))
    const clocks = new Set(m.domains.flatMap(d => [d.clock, d.reset?.name]))
    for (const name of inner) if (!clocks.has(name) && !aggregates.has(name)) this.#renamed.set(name, names.take(name))
    const indexed = indexedRegisters(m)
    for (const d of [...m.registers, ...m.wires, ...m.locals]) {
      if (isGround(d.type)) this.#signals.set(d.name, asItself(this.#renamed.get(d.name)!, d.type))
      else if (d.kind === 'register' && indexed.has(d.name)) this.#signals.set(d.name, { type: d.type, array: true, parts: arrayParts(d.name, d.type, names) })
      else this.#signals.set(d.name, { type: d.type, array: false, parts: scalarParts(d.name, d.type, names) })
    }
    for (const i of m.instances) {
      for (const p of moduleNamed(design, i.of)?.ports ?? []) this.#signals.set(signalKey({ name: p.name, instance: i.name }), ports.get(i.of)!.get(p.name)!)
    }
    this.#memories = new Set(m.memories.flatMap(mem => mem.reads.map(r => r.data)))
    this.#rewrite = rewriter((node, original) => this.#ground(node, original))
  }

  run(): Module {
    const m = this.#module
    const name = (n: string): string => this.#renamed.get(n) ?? n
    return {
      ...m,
      ports: flatPorts(m, this.#ports.get(m.name)!),
      registers: m.registers.flatMap(r => this.#register(r)),
      wires: m.wires.flatMap((w): Wire[] => this.#of(w.name).parts.map(p => ({ ...w, name: p.name, type: p.type }))),
      locals: m.locals.flatMap((l): Local[] => {
        const values = this.#leaves(l.value)
        return this.#of(l.name).parts.map((p, i) => ({ ...l, name: p.name, type: p.type, value: values[i]! }))
      }),
      memories: m.memories.map(mem => ({
        ...mem,
        name: name(mem.name),
        type: isGround(mem.type) ? mem.type : uint(widthOf(mem.type)),
        reads: mem.reads.map(r => ({ ...r, data: name(r.data), address: this.#rewrite(r.address), enable: this.#rewrite(r.enable) })),
        writes: mem.writes.map(w => ({
          ...w, address: this.#rewrite(w.address), enable: this.#rewrite(w.enable), data: this.#packed(w.data), ...(w.lanes === undefined ? {} : { lanes: this.#rewrite(w.lanes) }),
        })),
      })),
      instances: m.instances.map(i => ({ ...i, name: name(i.name) })),
      body: this.#body(m.body),
    }
  }

  #of(key: string): Lowered {
    const lowered = this.#signals.get(key)
    if (lowered === undefined) throw new Error(`no signal ${key}`)
    return lowered
  }

  #register(r: Register): Register[] {
    const lowered = this.#of(r.name)
    if (lowered.array) {
      return lowered.parts.map(p => ({
        ...r, name: p.name, type: p.dimensions.length === 0 ? p.type : { kind: 'vec', length: p.dimensions.reduce((a, b) => a * b, 1), of: p.type },
        reset: r.reset === null ? null : p.dimensions.length === 0 ? constantAt(r.reset, p.path) : leavesOf(r.type).filter(leaf => fieldsOf(leaf.path) === p.path.join('.')).map(leaf => constantAt(r.reset!, leaf.path)),
      }))
    }
    return lowered.parts.map((p, i) => ({ ...r, name: p.name, type: p.type, reset: r.reset === null ? null : constantAt(r.reset, leavesOf(r.type)[i]!.path) }))
  }

  /** One node whose ground operands are lowered already; aggregates are left for the node that takes a part of them. */
  #ground(node: Expr, original: Expr): Expr {
    if (!isGround(original.type)) return original
    if (node.kind === 'ref') return this.#refParts(node)[0]!
    if (node.kind === 'field' || node.kind === 'index') return this.#access(original, this.#rewrite)[0]!
    return node
  }

  /** The ground parts of a value, in the order of declaration. */
  #leaves(e: Expr): readonly Expr[] {
    return isGround(e.type) ? [this.#rewrite(e)] : this.#access(e, this.#rewrite)
  }

  #packed(e: Expr): Expr {
    if (isGround(e.type)) return this.#rewrite(e)
    const leaves = leavesOf(e.type)
    const values = this.#leaves(e)
    return cat(leaves.map((leaf, i) => ({ leaf, value: values[i]! })).sort((a, b) => b.leaf.low - a.leaf.low).map(x => x.value), e.at)
  }

  /** All parts of a signal that is read whole. */
  #refParts(e: Extract<Expr, { kind: 'ref' }>): readonly Expr[] {
    const instance = e.instance === undefined ? undefined : this.#renamed.get(e.instance) ?? e.instance
    if (e.instance === undefined && this.#memories.has(e.name)) {
      const data = this.#renamed.get(e.name)!
      if (isGround(e.type)) return [{ ...e, name: data }]
      const word = ref(data, uint(widthOf(e.type)), e.at)
      return leavesOf(e.type).map(leaf => cast(slice(word, leaf.low, leaf.type.width, e.at), leaf.type, e.at))
    }
    const lowered = this.#of(signalKey(e))
    if (lowered.array) return this.#access(e, this.#rewrite)
    return lowered.parts.map(p => ref(p.name, p.type, e.at, instance))
  }

  /** The parts that a chain of fields and indices reaches, in the order of declaration. */
  #access(e: Expr, rewrite: (e: Expr) => Expr): readonly Expr[] {
    const chain: Extract<Expr, { kind: 'field' | 'index' }>[] = []
    let base = e
    while (base.kind === 'field' || base.kind === 'index') {
      chain.unshift(base)
      base = base.of
    }
    if (base.kind !== 'ref') throw new Error(`${base.kind} has no parts`)
    const lowered = this.#signals.get(signalKey(base))
    if (lowered?.array === true) return this.#arrayAccess(lowered, chain, e.type, e.at, rewrite)
    let values = this.#refParts(base)
    let type: Type = base.type
    for (const step of chain) {
      if (step.kind === 'field') {
        values = fieldPart(type, step.field, values)
      } else {
        const length = (type as Extract<Type, { kind: 'vec' }>).length
        const size = values.length / length
        const index = rewrite(step.index)
        const at = (n: number): readonly Expr[] => values.slice(n * size, (n + 1) * size)
        values = Array.from({ length: size }, (_, i) => {
          const fallback = zero(ground(values[i]!), step.at)
          if (index.kind === 'literal') return index.value < BigInt(length) ? at(Number(index.value))[i]! : fallback
          // The last element needs no test where the index cannot be past the end.
          const exact = 1n << BigInt(widthOf(index.type)) === BigInt(length)
          const first = exact ? at(length - 1)[i]! : fallback
          return Array.from({ length: exact ? length - 1 : length }, (_, n) => n).reverse().reduce((rest, n) => mux(isIndex(index, n, step.at), at(n)[i]!, rest, step.at), first)
        })
      }
      type = step.type
    }
    return values
  }

  /** Elements of arrays: for each leaf one read at the joined index, zero where an index is past its end. */
  #arrayAccess(lowered: Lowered, chain: readonly Extract<Expr, { kind: 'field' | 'index' }>[], type: Type, at: Place, rewrite: (e: Expr) => Expr): readonly Expr[] {
    const fields = chain.flatMap(s => (s.kind === 'field' ? [s.field] : []))
    const indices = chain.flatMap(s => (s.kind === 'index' ? [rewrite(s.index)] : []))
    return leavesOf(type).map(leaf => {
      const way = [...fields, ...leaf.path.filter(s => typeof s === 'string')].join('.')
      const part = lowered.parts.find(p => p.path.join('.') === way)!
      const all = [...indices, ...leaf.path.filter(s => typeof s === 'number').map(n => literal(uint(indexWidth(n + 1)), BigInt(n), at))]
      if (part.dimensions.length === 0) return ref(part.name, part.type, at)
      const array = ref(part.name, { kind: 'vec', length: part.dimensions.reduce((a, b) => a * b, 1), of: part.type }, at)
      const { index, inside } = joinIndex(all, part.dimensions, at)
      return mux(inside, element(array, index, part.type, at), zero(part.type, at), at)
    })
  }

  #body(body: readonly Statement[]): Statement[] {
    return body.flatMap((s): readonly Statement[] => {
      switch (s.kind) {
        case 'set': return this.#set(s.target, this.#leaves(s.value), s.at)
        case 'check': return [{ ...s, condition: this.#rewrite(s.condition) }]
        case 'if': return [{ ...s, arms: s.arms.map(a => ({ ...a, condition: this.#rewrite(a.condition), body: this.#body(a.body) })), otherwise: this.#body(s.otherwise) }]
        case 'match': return [{ ...s, subject: this.#rewrite(s.subject), arms: s.arms.map(a => ({ ...a, body: this.#body(a.body) })), otherwise: this.#body(s.otherwise) }]
        default: return unreachable(s)
      }
    })
  }

  #set(t: Target, values: readonly Expr[], at: Place): readonly Statement[] {
    const lowered = this.#of(signalKey(t))
    const instance = t.instance === undefined ? {} : { instance: this.#renamed.get(t.instance) ?? t.instance }
    if (lowered.array) return this.#setArray(t, lowered, values, at)
    let choices: { readonly parts: readonly Part[]; readonly when: readonly { readonly index: Expr; readonly n: number }[] }[] = [{ parts: lowered.parts, when: [] }]
    let type: Type = lowered.type
    let bits: { readonly low: number; readonly width: number } | undefined
    for (const step of t.path) {
      if (step.kind === 'slice') {
        bits = bits === undefined ? step : { low: bits.low + step.low, width: step.width }
        continue
      }
      if (step.kind === 'field') {
        const of = type
        choices = choices.map(c => ({ ...c, parts: fieldPart(of, step.field, c.parts) }))
        type = (of as Extract<Type, { kind: 'bundle' }>).fields.find(f => f.name === step.field)!.type
        continue
      }
      const { length, of } = type as Extract<Type, { kind: 'vec' }>
      const index = this.#rewrite(step.index)
      choices = choices.flatMap(c => Array.from({ length }, (_, n) => n).filter(n => index.kind !== 'literal' || index.value === BigInt(n)).filter(n => canBe(index, n)).map(n => {
        const size = c.parts.length / length
        return { parts: c.parts.slice(n * size, (n + 1) * size), when: index.kind === 'literal' ? c.when : [...c.when, { index, n }] }
      }))
      type = of
    }
    const path = bits === undefined ? [] : [{ kind: 'slice' as const, low: bits.low, width: bits.width }]
    const sets = (parts: readonly Part[]): Statement[] => parts.map((p, i) => ({ kind: 'set', at, value: values[i]!, target: { ...instance, name: p.name, path, type: bits === undefined ? p.type : uint(bits.width), at: t.at } }))
    return nest(choices.map(c => ({ when: c.when, body: sets(c.parts) })), at)
  }

  #setArray(t: Target, lowered: Lowered, values: readonly Expr[], at: Place): readonly Statement[] {
    const fields = t.path.flatMap(s => (s.kind === 'field' ? [s.field] : []))
    const indices = t.path.flatMap(s => (s.kind === 'index' ? [this.#rewrite(s.index)] : []))
    const bits = t.path.filter(s => s.kind === 'slice')
    let inside: Expr = literal(uint(1), 1n, at)
    const sets = leavesOf(t.type).map((leaf, i): Statement => {
      const way = [...fields, ...leaf.path.filter(s => typeof s === 'string')].join('.')
      const part = lowered.parts.find(p => p.path.join('.') === way)!
      const all = [...indices, ...leaf.path.filter(s => typeof s === 'number').map(n => literal(uint(indexWidth(n + 1)), BigInt(n), at))]
      const type = bits.length > 0 ? uint(bits.at(-1)!.width) : part.type
      if (part.dimensions.length === 0) return { kind: 'set', at, value: values[i]!, target: { name: part.name, path: bits, type, at: t.at } }
      const joined = joinIndex(all, part.dimensions, at)
      // Numbers inside the target's type are never past the end, so that one test holds for all leaves.
      inside = joined.inside
      return { kind: 'set', at, value: values[i]!, target: { name: part.name, path: [{ kind: 'index', index: joined.index }, ...bits], type, at: t.at } }
    })
    if (inside.kind === 'literal') return inside.value === 1n ? sets : []
    return [{ kind: 'if', arms: [{ condition: inside, body: sets, at }], otherwise: [], at }]
  }
}

const canBe = (index: Expr, n: number): boolean => BigInt(n) >> BigInt(widthOf(index.type)) === 0n

const fieldsOf = (path: readonly (string | number)[]): string => path.filter(s => typeof s === 'string').join('.')

/** Of one value a part, the parts that belong to a field. */
function fieldPart<T>(type: Type, field: string, values: readonly T[]): readonly T[] {
  const leaves = leavesOf(type)
  return values.filter((_, i) => leaves[i]!.path[0] === field)
}

/** The place in the joined array, and whether every index lies inside its own vector. */
function joinIndex(indices: readonly Expr[], dimensions: readonly number[], at: Place): { readonly index: Expr; readonly inside: Expr } {
  const total = dimensions.reduce((a, b) => a * b, 1)
  const width = indexWidth(total)
  if (indices.length === 1) {
    const only = indices[0]!
    const fitting = only.kind === 'literal' && only.value < BigInt(total) ? literal(uint(width), only.value, at) : resize(only, width, at)
    return { index: fitting, inside: isBelow(only, total, at) }
  }
  const inside = indices.map((index, i) => isBelow(index, dimensions[i]!, at)).reduce((a, b) => and(a, b, at))
  const powers = dimensions.slice(1).every(d => d > 1 && (d & (d - 1)) === 0)
  if (indices.every(i => i.kind === 'literal')) {
    const n = indices.reduce((sum, index, i) => sum * dimensions[i]! + Number((index as Extract<Expr, { kind: 'literal' }>).value), 0)
    return { index: literal(uint(width), BigInt(n) & (1n << BigInt(width)) - 1n, at), inside }
  }
  if (powers) return { index: resize(cat(indices.map((index, i) => resize(index, indexWidth(dimensions[i]!), at)), at), width, at), inside }
  const wide = indices.map(index => resize(index, width, at))
  const index = wide.reduce((sum, next, i): Expr => {
    const scaled: Expr = { kind: 'binary', op: 'mul', left: sum, right: literal(uint(width), BigInt(dimensions[i]!), at), type: uint(width), at }
    return { kind: 'binary', op: 'add', left: scaled, right: next, type: uint(width), at }
  })
  return { index, inside }
}

/** Sets that depend on the value of indices: one `match` an index. */
function nest(choices: readonly { readonly when: readonly { readonly index: Expr; readonly n: number }[]; readonly body: readonly Statement[] }[], at: Place): readonly Statement[] {
  const first = choices[0]?.when[0]
  if (first === undefined) return choices.flatMap(c => c.body)
  const numbers = [...new Set(choices.map(c => c.when[0]!.n))]
  return [{
    kind: 'match', subject: first.index, otherwise: [], at,
    arms: numbers.map(n => ({ values: [BigInt(n)], at, body: nest(choices.filter(c => c.when[0]!.n === n).map(c => ({ ...c, when: c.when.slice(1) })), at) })),
  }]
}
