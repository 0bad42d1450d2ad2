// Owns: a slow interpreter of the IR, written from its documentation only: the judge of the simulator and the back ends in tests.
//
// Values are whole: a bigint pattern, an object for a bundle, an array for a vector. Combinational values are found by running every module
// again and again until nothing changes, so no order is worked out and nothing is shared with the simulator.
import type { Constant, Design, Expr, GroundType, Memory, Module, Statement, Step, Target, Type } from '../../rtl-gen/ir/index.ts'

export type Value = bigint | readonly Value[] | { readonly [field: string]: Value }

interface Inst { readonly module: Module; readonly path: string; values: Map<string, Value>; readonly children: Map<string, Inst>; readonly words: Map<string, bigint[]> }
export interface Failure { readonly label: string; readonly scope: string; readonly cycle: number }

const mask = (width: number): bigint => (1n << BigInt(width)) - 1n
const signed = (v: bigint, width: number): bigint => v >> BigInt(width - 1) ? v - (1n << BigInt(width)) : v
const bool = (b: boolean): bigint => b ? 1n : 0n
const width = (t: Type): number => t.kind === 'bundle' ? t.fields.reduce((n, f) => n + width(f.type), 0) : t.kind === 'vec' ? t.length * width(t.of) : t.width

function zero(t: Type): Value {
  if (t.kind === 'bundle') return Object.fromEntries(t.fields.map(f => [f.name, zero(f.type)]))
  if (t.kind === 'vec') return Array.from({ length: t.length }, () => zero(t.of))
  return 0n
}

function constant(c: Constant, t: Type): Value {
  if (t.kind === 'bundle') return Object.fromEntries(t.fields.map(f => [f.name, constant((c as Record<string, Constant>)[f.name]!, f.type)]))
  if (t.kind === 'vec') return Array.from({ length: t.length }, (_, i) => constant((c as Constant[])[i]!, t.of))
  return BigInt.asUintN(t.width, c as bigint)
}

/** One row of bits: the first field highest, element 0 lowest. */
function pack(v: Value, t: Type): bigint {
  if (t.kind === 'bundle') return t.fields.reduce((n, f) => n << BigInt(width(f.type)) | pack((v as Record<string, Value>)[f.name]!, f.type), 0n)
  if (t.kind === 'vec') return (v as Value[]).reduceRight<bigint>((n, e) => n << BigInt(width(t.of)) | pack(e, t.of), 0n)
  return v as bigint
}

function unpack(bits: bigint, t: Type): Value {
  if (t.kind === 'bundle') {
    let rest = bits
    return Object.fromEntries(t.fields.toReversed().map(f => {
      const part = rest & mask(width(f.type))
      rest >>= BigInt(width(f.type))
      return [f.name, unpack(part, f.type)]
    }))
  }
  if (t.kind === 'vec') return Array.from({ length: t.length }, (_, i) => unpack(bits >> BigInt(i * width(t.of)) & mask(width(t.of)), t.of))
  return bits
}

const same = (a: Value, b: Value): boolean => {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  const x = a as Record<string, Value>, y = b as Record<string, Value>
  return Object.keys(x).every(k => same(x[k]!, y[k]!))
}

export class ReferenceSimulator {
  readonly #modules: Map<string, Module>
  readonly #top: Inst
  readonly #resets = new Map<string, bigint>()
  readonly failures: Failure[] = []
  readonly covers = new Map<string, number>()
  cycle = 0
  #settled = false

  constructor(design: Design) {
    this.#modules = new Map(design.modules.flatMap(m => m.kind === 'module' ? [[m.name, m]] : []))
    this.#top = this.#instance(this.#modules.get(design.top)!, '')
  }

  #instance(module: Module, path: string): Inst {
    const values = new Map<string, Value>()
    for (const s of [...module.ports, ...module.locals, ...module.wires]) values.set(s.name, zero(s.type))
    for (const r of module.registers) values.set(r.name, r.reset === null ? zero(r.type) : constant(r.reset, r.type))
    for (const m of module.memories) for (const r of m.reads) values.set(r.data, zero(m.type))
    return {
      module, path, values,
      children: new Map(module.instances.map(i => [i.name, this.#instance(this.#modules.get(i.of)!, `${path}${i.name}.`)])),
      words: new Map(module.memories.map(m => [m.name, Array.from({ length: m.depth }, (_, i) => m.init[i] ?? 0n)])),
    }
  }

  /** Sets an input of the top (whole) or a reset. */
  poke(name: string, value: Value): void {
    this.#settled = false
    if (this.#top.module.ports.some(p => p.name === name)) this.#top.values.set(name, value)
    else this.#resets.set(name, value as bigint)
  }

  /** `inst.name[3].field`, after everything has settled. */
  peek(path: string): bigint {
    this.settle()
    const steps = path.match(/[^.[\]]+/g)!
    let inst = this.#top
    while (inst.children.has(steps[0]!)) inst = inst.children.get(steps.shift()!)!
    let v = inst.values.get(steps.shift()!)!
    for (const s of steps) v = (v as Record<string, Value>)[s]!
    return v as bigint
  }

  word(path: string, index: number): bigint {
    const steps = path.split('.'), name = steps.pop()!
    return steps.reduce((i, s) => i.children.get(s)!, this.#top).words.get(name)![index]!
  }

  settle(): void {
    if (this.#settled) return
    this.#settled = true
    for (let round = 0; ; round++) {
      if (round > 1000) throw new Error('the reference does not settle: a combinational loop')
      if (!this.#round(this.#top)) return
    }
  }

  #resetOf(inst: Inst, domain: string): { active: boolean; kind: 'sync' | 'async' | undefined } {
    const own = inst.module.domains.find(d => d.name === domain)?.reset, top = this.#top.module.domains.find(d => d.name === domain)?.reset
    return { active: own !== undefined && top !== undefined && this.#resets.get(top.name) === 1n, kind: own?.kind }
  }

  #round(inst: Inst): boolean {
    const { module } = inst
    let changed = false
    const put = (to: Inst, name: string, v: Value): void => {
      if (same(to.values.get(name)!, v)) return
      to.values.set(name, v)
      changed = true
    }
    for (const r of module.registers) {
      const reset = this.#resetOf(inst, r.domain)
      if (r.reset !== null && reset.kind === 'async' && reset.active) put(inst, r.name, constant(r.reset, r.type))
    }
    for (const l of module.locals) put(inst, l.name, this.#expr(inst, l.value))
    for (const m of module.memories) for (const r of m.reads) if (r.mode === 'async') put(inst, r.data, unpack(this.#word(inst, m, this.#bits(inst, r.address)), m.type))
    const set = new Map<string, Value>()
    for (const s of [...module.wires, ...module.ports.filter(p => p.direction === 'output')]) set.set(s.name, zero(s.type))
    for (const c of inst.children.values()) for (const p of c.module.ports) if (p.direction === 'input') set.set(`${c.path}${p.name}`, zero(p.type))
    const registers = new Set(module.registers.map(r => r.name))
    this.#run(inst, module.body, set, t => t.instance !== undefined || !registers.has(t.name))
    for (const [name, v] of set) {
      const child = [...inst.children.values()].find(c => name.startsWith(c.path))
      if (child) put(child, name.slice(child.path.length), v)
      else put(inst, name, v)
    }
    for (const c of inst.children.values()) if (this.#round(c)) changed = true
    return changed
  }

  /** One cycle in which the named clocks rise. */
  step(clocks: readonly string[] = this.#top.module.domains.map(d => d.name)): void {
    this.settle()
    const commits: (() => void)[] = []
    this.#edge(this.#top, new Set(clocks), commits)
    commits.forEach(c => c())
    this.#settled = false
    this.cycle++
  }

  #edge(inst: Inst, clocks: ReadonlySet<string>, commits: (() => void)[]): void {
    const { module } = inst
    const set = new Map<string, Value>(module.registers.map(r => [r.name, inst.values.get(r.name)!]))
    this.#run(inst, module.body, set, t => t.instance === undefined && set.has(t.name), s => {
      if (!clocks.has(s.domain) || this.#resetOf(inst, s.domain).active) return
      const holds = this.#bits(inst, s.condition) === 1n, key = inst.path + s.label
      if (s.check === 'cover') { if (holds) this.covers.set(key, (this.covers.get(key) ?? 0) + 1) }
      else if (!holds) this.failures.push({ label: s.label, scope: inst.path.replace(/\.$/, ''), cycle: this.cycle })
    })
    for (const r of module.registers) {
      if (!clocks.has(r.domain)) continue
      const v = r.reset !== null && this.#resetOf(inst, r.domain).active ? constant(r.reset, r.type) : set.get(r.name)!
      commits.push(() => inst.values.set(r.name, v))
    }
    for (const m of module.memories) this.#memoryEdge(inst, m, clocks, commits)
    for (const c of inst.children.values()) this.#edge(c, clocks, commits)
  }

  #memoryEdge(inst: Inst, m: Memory, clocks: ReadonlySet<string>, commits: (() => void)[]): void {
    const writes = m.writes.filter(w => clocks.has(w.domain) && this.#bits(inst, w.enable) === 1n).map(w => {
      const lanes = w.lanes && this.#bits(inst, w.lanes), lane = w.lanes ? width(m.type) / width(w.lanes.type) : 0
      let bits = mask(width(m.type))
      if (lanes !== undefined) {
        bits = 0n
        for (let i = 0; i * lane < width(m.type); i++) if (lanes >> BigInt(i) & 1n) bits |= mask(lane) << BigInt(i * lane)
      }
      return { address: this.#bits(inst, w.address), data: pack(this.#expr(inst, w.data), m.type), bits }
    }).filter(w => w.bits !== 0n && w.address < m.depth)
    const after = (address: bigint): bigint => writes.filter(w => w.address === address).reduce((v, w) => v & ~w.bits | w.data & w.bits, this.#word(inst, m, address))
    for (const r of m.reads) {
      if (r.mode !== 'sync' || !clocks.has(r.domain) || this.#bits(inst, r.enable) !== 1n) continue
      const address = this.#bits(inst, r.address), old = this.#word(inst, m, address)
      const meets = writes.some(w => w.address === address)
      const v = !meets || m.collision === 'old' ? old : m.collision === 'new' ? after(address) : old ^ mask(width(m.type))
      commits.push(() => inst.values.set(r.data, unpack(v, m.type)))
    }
    const words = inst.words.get(m.name)!
    const news = writes.map(w => [Number(w.address), after(w.address)] as const)
    commits.push(() => news.forEach(([i, v]) => { words[i] = v }))
  }

  #word(inst: Inst, m: Memory, address: bigint): bigint { return address < m.depth ? inst.words.get(m.name)![Number(address)]! : 0n }

  #run(inst: Inst, body: readonly Statement[], set: Map<string, Value>, wanted: (t: Target) => boolean, check?: (s: Extract<Statement, { kind: 'check' }>) => void): void {
    for (const s of body) {
      switch (s.kind) {
        case 'set': {
          if (!wanted(s.target)) break
          const key = s.target.instance === undefined ? s.target.name : `${inst.children.get(s.target.instance)!.path}${s.target.name}`
          set.set(key, this.#into(inst, set.get(key)!, s.target.path, this.#expr(inst, s.value)))
          break
        }
        case 'if': {
          const arm = s.arms.find(a => this.#bits(inst, a.condition) === 1n)
          this.#run(inst, arm ? arm.body : s.otherwise, set, wanted, check)
          break
        }
        case 'match': {
          const subject = this.#bits(inst, s.subject), arm = s.arms.find(a => a.values.includes(subject))
          this.#run(inst, arm ? arm.body : s.otherwise, set, wanted, check)
          break
        }
        case 'check': check?.(s)
      }
    }
  }

  #into(inst: Inst, whole: Value, path: readonly Step[], value: Value): Value {
    const [step, ...rest] = path
    if (step === undefined) return value
    switch (step.kind) {
      case 'field': { const w = whole as Record<string, Value>; return { ...w, [step.field]: this.#into(inst, w[step.field]!, rest, value) } }
      case 'index': { const at = this.#bits(inst, step.index); return (whole as Value[]).map((e, i) => BigInt(i) === at ? this.#into(inst, e, rest, value) : e) }
      case 'slice': return (whole as bigint) & ~(mask(step.width) << BigInt(step.low)) | (value as bigint) << BigInt(step.low)
    }
  }

  #bits(inst: Inst, e: Expr): bigint { return this.#expr(inst, e) as bigint }

  #expr(inst: Inst, e: Expr): Value {
    const of = (x: Expr): bigint => this.#bits(inst, x)
    const own = BigInt(width(e.type))
    switch (e.kind) {
      case 'literal': return e.value
      case 'ref': {
        const from = e.instance === undefined ? inst : inst.children.get(e.instance)!
        return from.values.get(e.name) ?? this.#resets.get(e.name) ?? 0n
      }
      case 'field': return (this.#expr(inst, e.of) as Record<string, Value>)[e.field]!
      case 'index': return (this.#expr(inst, e.of) as Value[])[Number(of(e.index))] ?? zero(e.type)
      case 'unary': {
        const x = of(e.of), w = width(e.of.type)
        switch (e.op) {
          case 'not': return x ^ mask(w)
          case 'neg': return BigInt.asUintN(w, -x)
          case 'andReduce': return bool(x === mask(w))
          case 'orReduce': return bool(x !== 0n)
          case 'xorReduce': return BigInt(x.toString(2).split('1').length - 1) & 1n
        }
      }
      // eslint-disable-next-line no-fallthrough
      case 'binary': {
        const x = of(e.left), y = of(e.right), t = e.left.type as GroundType
        const a = t.kind === 'sint' ? signed(x, t.width) : x, b = t.kind === 'sint' ? signed(y, t.width) : y
        switch (e.op) {
          case 'add': return BigInt.asUintN(t.width, x + y)
          case 'sub': return BigInt.asUintN(t.width, x - y)
          case 'mul': return BigInt.asUintN(t.width, x * y)
          case 'div': return b === 0n ? mask(t.width) : BigInt.asUintN(t.width, a / b)
          case 'rem': return BigInt.asUintN(t.width, b === 0n ? a : a % b)
          case 'and': return x & y
          case 'or': return x | y
          case 'xor': return x ^ y
          case 'eq': return bool(x === y)
          case 'ne': return bool(x !== y)
          case 'lt': return bool(a < b)
          case 'le': return bool(a <= b)
          case 'gt': return bool(a > b)
          case 'ge': return bool(a >= b)
          case 'shl': return y >= own ? 0n : BigInt.asUintN(t.width, x << y)
          case 'shr': return y >= own ? (a < 0n ? mask(t.width) : 0n) : BigInt.asUintN(t.width, a >> y)
        }
      }
      // eslint-disable-next-line no-fallthrough
      case 'mux': return of(e.condition) === 1n ? this.#expr(inst, e.then) : this.#expr(inst, e.else)
      case 'slice': return of(e.of) >> BigInt(e.low) & mask(e.type.width)
      case 'dynamic-slice': return of(e.low) > 100000n ? 0n : of(e.of) >> of(e.low) & mask(e.type.width)
      case 'cat': return e.parts.reduce((n, p) => n << BigInt(width(p.type)) | of(p), 0n)
      case 'extend': return BigInt.asUintN(e.type.width, e.of.type.kind === 'sint' ? signed(of(e.of), width(e.of.type)) : of(e.of))
      case 'cast': return of(e.of)
    }
  }
}
