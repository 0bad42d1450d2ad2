// Owns: random well-formed designs, from a source of numbers that fast-check can shrink.
import { isGround, widthOf, type Design, type Expr, type GroundType, type Memory, type Module, type Statement, type Step, type Type } from '../../rtl-gen/ir/index.ts'
import { add, at, binary, bit, bundle, cast, cat, design, domain, dynamicSlice, eq, extend, field, index, input, instance, lit, match, memory, module, mux, output, readPort, ref, register, set, sint, slice, target, uint, unary, vec, when, writePort } from './ir-short.ts'

/** Takes one number below `n` at a time. 0 is the simplest choice. */
export type Pick = (n: number) => number

/** Deterministic numbers from a seed, the same on every machine. */
export function seededPick(seed: number): Pick {
  let s = (seed ^ 0x9e3779b9) >>> 0
  return n => {
    s = (s + 0x6d2b79f5) >>> 0
    let t = Math.imul(s ^ (s >>> 15), s | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

/** `prefix`: of the names of the modules. `collisions`: kinds of memories (all). */
export interface RandomOptions { readonly prefix?: string; readonly collisions?: readonly Memory['collision'][]; readonly domains?: readonly string[]; readonly asyncReset?: boolean; readonly depth?: number; readonly statements?: number; readonly child?: boolean }

const widths = [1, 2, 3, 8, 13, 31, 32, 33, 40, 63, 64, 65, 96, 127, 128, 130]

/** A design with inputs, registers (scalar, bundle, vector), memories, wires that read earlier ones only, and perhaps an instance. */
export function randomDesign(pick: Pick, options: RandomOptions = {}): Design {
  const child = options.child === false ? undefined : randomModule(pick, `${options.prefix ?? ''}inner`, options, undefined)
  const top = randomModule(pick, `${options.prefix ?? ''}top`, options, child)
  return child ? design(child, top) : design(top)
}

function randomType(pick: Pick): GroundType {
  const w = widths[pick(widths.length)]!
  return pick(4) === 3 ? sint(w) : uint(w)
}

function randomModule(pick: Pick, name: string, options: RandomOptions, child: Module | undefined): Module {
  const domains = (options.domains ?? ['clk']).map(d => domain(d, options.asyncReset ? 'async' : 'sync'))
  const anyDomain = (): string => domains[pick(domains.length)]!.name
  const ports = [...Array.from({ length: 2 + pick(3) }, (_, i) => input(`in${i}`, randomType(pick))), input('go', bit)]
  const constantOf = (t: Type): bigint => BigInt.asUintN(widthOf(t), BigInt(pick(1 << 16)) * 0x9e3779b97f4a7c15f39cc0605cedc834n)
  const registers = Array.from({ length: 1 + pick(3) }, (_, i) => { const t = randomType(pick); return register(`r${i}`, t, pick(4) === 3 ? null : constantOf(t), anyDomain()) })
  const pair = bundle('pair', { a: randomType(pick), b: vec(2, randomType(pick)) })
  const length = 2 + pick(4), element = randomType(pick)
  const bundled = register('pairs', vec(3, pair), pick(2) ? null : [0, 1, 2].map(() => {
    const f = pair.kind === 'bundle' ? pair.fields : [], b = f[1]!.type.kind === 'vec' ? f[1]!.type.of : bit
    return { a: constantOf(f[0]!.type), b: [constantOf(b), constantOf(b)] }
  }), anyDomain())
  const list = register('list', vec(length, element), pick(2) ? null : Array.from({ length }, () => constantOf(element)), anyDomain())
  const readable: Expr[] = [...ports, ...registers].map(s => ref(s.name, s.type))
  const arrays: Expr[] = [ref('list', list.type), ref('pairs', bundled.type)]
  const g = new ExprGen(pick, readable, arrays)

  const wordType = randomType(pick), depth = 3 + pick(6), laneCount = [1, 2, 4].filter(n => widthOf(wordType) % n === 0).at(-1)!
  const kinds = options.collisions ?? ['old', 'new', 'undefined'] as const
  // Between clocks `new` has no meaning: the word is not there yet when the other clock rises.
  const collision = kinds[pick(kinds.length)]!, readDomain = anyDomain(), writeDomain = collision === 'new' ? readDomain : anyDomain()
  const mem: Memory = memory('mem', depth, wordType,
    [readPort('mem_q', 'sync', g.expr(uint(3), 1), g.expr(bit, 1), readDomain), readPort('mem_now', 'async', g.expr(uint(4), 1))],
    [writePort(g.expr(uint(3), 1), g.expr(bit, 1), g.expr(wordType, 1), pick(2) ? g.expr(uint(laneCount), 1) : undefined, writeDomain)],
    { collision, init: [constantOf(wordType), constantOf(wordType)] })
  readable.push(ref('mem_q', wordType), ref('mem_now', wordType))

  const body: Statement[] = []
  const instances = child ? [instance('sub', child.name)] : []
  if (child) {
    for (const p of child.ports) if (p.direction === 'input') body.push(set(target(p.name, p.type, [], 'sub'), g.expr(p.type as GroundType, 1)))
    // Registers of the child only: its other outputs may depend on its inputs.
    for (const p of child.ports) if (p.direction === 'output' && p.name.startsWith('out_r')) readable.push(ref(p.name, p.type, 'sub'))
  }
  const locals = Array.from({ length: 1 + pick(3) }, (_, i) => {
    const t = randomType(pick), value = g.expr(t, options.depth ?? 3)
    readable.push(ref(`l${i}`, t))
    return { kind: 'local' as const, name: `l${i}`, type: t, value, at }
  })
  const wires = Array.from({ length: 1 + pick(3) }, (_, i) => ({ kind: 'wire' as const, name: `w${i}`, type: randomType(pick) as Type, at }))
  const vectorWire = { kind: 'wire' as const, name: 'wv', type: vec(3, element) as Type, at }
  for (const w of wires) {
    body.push(set(w.name, g.expr(w.type as GroundType, 2)))
    body.push(...g.statements(1 + pick(2), 2, [{ name: w.name, type: w.type }]))
    readable.push(ref(w.name, w.type))
  }
  for (let i = 0; i < 3; i++) body.push(set(target('wv', element, [{ kind: 'index', index: lit(2, i) }]), g.expr(element, 1)))
  body.push(...g.statements(2, 1, [{ name: 'wv', type: vectorWire.type }]))
  arrays.push(ref('wv', vectorWire.type))
  const settable = [...registers, bundled, list].map(r => ({ name: r.name, type: r.type }))
  body.push(...g.statements(options.statements ?? 4, 3, settable))
  const outputs = [...registers.map(r => output(`out_${r.name}`, r.type)), ...Array.from({ length: 2 }, (_, i) => output(`out_x${i}`, randomType(pick)))]
  for (const o of outputs) body.push(set(o.name, o.name.startsWith('out_r') ? ref(o.name.slice(4), o.type) : g.expr(o.type as GroundType, options.depth ?? 3)))
  return module(name, { domains, ports: [...ports, ...outputs], registers: [...registers, bundled, list], memories: [mem], locals, wires: [...wires, vectorWire], instances, body })
}

class ExprGen {
  readonly #pick: Pick
  readonly #readable: readonly Expr[]
  readonly #arrays: readonly Expr[]
  constructor(pick: Pick, readable: readonly Expr[], arrays: readonly Expr[]) {
    this.#pick = pick
    this.#readable = readable
    this.#arrays = arrays
  }

  /** An expression of exactly this type. */
  expr(t: GroundType, depth: number): Expr {
    const pick = this.#pick, raw = this.#uint(t.width, depth)
    if (t.kind === 'sint') return pick(2) ? cast(raw, t) : this.#operation(t, depth)
    return raw
  }

  statements(count: number, depth: number, settable: readonly { name: string; type: Type }[]): Statement[] {
    return Array.from({ length: count }, () => this.#statement(depth, settable))
  }

  #statement(depth: number, settable: readonly { name: string; type: Type }[]): Statement {
    const pick = this.#pick, choice = depth === 0 ? 0 : pick(4)
    if (choice === 1) return when(this.expr(bit, 2), this.statements(1 + pick(2), depth - 1, settable), pick(2) ? this.statements(1, depth - 1, settable) : [])
    if (choice === 2) {
      const subject = this.expr(uint(2), 1)
      return match(subject, [[[0n, 3n], this.statements(1, depth - 1, settable)], [[1n], this.statements(1, depth - 1, settable)]], pick(2) ? this.statements(1, depth - 1, settable) : [])
    }
    if (choice === 3) return { kind: 'if', at, otherwise: [], arms: [0, 1].map(() => ({ at, condition: this.expr(bit, 1), body: this.statements(1, depth - 1, settable) })) }
    const to = settable[pick(settable.length)]!, path: Step[] = []
    let type = to.type
    while (!isGround(type)) {
      if (type.kind === 'vec') {
        path.push({ kind: 'index', index: pick(2) ? lit(3, pick(type.length)) : this.expr(uint(3), 1) })
        type = type.of
      } else {
        const f = type.fields[pick(type.fields.length)]!
        path.push({ kind: 'field', field: f.name })
        type = f.type
      }
    }
    if (pick(4) === 3 && type.width > 1) {
      const low = pick(type.width - 1), w = 1 + pick(type.width - low)
      path.push({ kind: 'slice', low, width: w })
      type = uint(w)
    }
    return set(target(to.name, type, path), this.expr(type, 2))
  }

  #leaf(w: number): Expr {
    const pick = this.#pick
    if (pick(6) === 0) return lit(w, BigInt(pick(1 << 16)) * 0x9e3779b97f4a7c15f39cc0605cedc834n)
    let e = pick(4) === 3 ? this.#element() : this.#readable[pick(this.#readable.length)]!
    if (e.type.kind === 'sint') e = cast(e, uint(widthOf(e.type)))
    const own = widthOf(e.type)
    if (own === w) return e
    if (own > w) return slice(e, pick(own - w + 1), w)
    return pick(2) ? extend(e, w) : cat(e, lit(w - own, pick(2)))
  }

  #element(): Expr {
    const pick = this.#pick
    let e = this.#arrays[pick(this.#arrays.length)]!
    while (!isGround(e.type)) {
      if (e.type.kind === 'vec') e = index(e, pick(3) ? this.#leaf(1 + pick(3)) : lit(3, pick(8)))
      else e = field(e, e.type.fields[pick(e.type.fields.length)]!.name)
    }
    return e
  }

  #operation(t: GroundType, depth: number): Expr {
    const pick = this.#pick, inner = (): Expr => depth > 0 ? this.expr(t, depth - 1) : this.expr(t, 0)
    if (depth <= 0) return cast(this.#leaf(t.width), t)
    switch (pick(6)) {
      case 0: return binary((['add', 'sub', 'mul', 'div', 'rem', 'and', 'or', 'xor'] as const)[pick(8)]!, inner(), inner())
      case 1: return unary(pick(2) ? 'not' : 'neg', inner())
      case 2: return mux(this.expr(bit, depth - 1), inner(), inner())
      case 3: return binary(pick(2) ? 'shl' : 'shr', inner(), this.#leaf([3, 5, 6, 7, 8, 40, 70][pick(7)]!))
      case 4: return t.kind === 'sint' && t.width > 1 ? extend(this.#signed(1 + pick(t.width - 1), depth - 1), t.width) : add(inner(), inner())
      default: return inner()
    }
  }

  #signed(w: number, depth: number): Expr { return cast(this.#uint(w, depth), sint(w)) }

  #uint(w: number, depth: number): Expr {
    const pick = this.#pick
    if (depth <= 0) return this.#leaf(w)
    const other = (): GroundType => { const x = widths[pick(widths.length)]!; return pick(3) === 2 ? sint(x) : uint(x) }
    if (w === 1 && pick(2)) {
      const t = other()
      switch (pick(3)) {
        case 0: return binary((['eq', 'ne', 'lt', 'le', 'gt', 'ge'] as const)[pick(6)]!, this.expr(t, depth - 1), this.expr(t, depth - 1))
        case 1: return unary((['andReduce', 'orReduce', 'xorReduce'] as const)[pick(3)]!, this.expr(t, depth - 1))
        default: return eq(this.#leaf(w), this.#leaf(w))
      }
    }
    switch (pick(8)) {
      case 1: { const from = other(); return from.width >= w ? slice(this.expr(from, depth - 1), pick(from.width - w + 1), w) : extend(this.#uint(Math.min(from.width, w), depth - 1), w) }
      case 2: return w > 1 ? ((low: number) => cat(this.#uint(w - low, depth - 1), this.#uint(low, depth - 1)))(1 + pick(w - 1)) : this.#leaf(w)
      case 3: return dynamicSlice(this.expr(other(), depth - 1), this.#leaf([2, 4, 7, 9, 66][pick(5)]!), w)
      case 4: return cast(this.#signed(w, depth - 1), uint(w))
      default: return this.#operation(uint(w), depth)
    }
  }
}
