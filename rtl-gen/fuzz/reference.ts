// Owns: a slow interpreter of the IR, written from its documentation only: the judge of the simulator and the back ends.
//
// Combinational values are found by running every module again and again until nothing changes, so no order is worked out and nothing is
// shared with the simulator.
import { widthOf, type CheckStatement, type Design, type Expr, type Memory, type Module, type Statement, type Step, type Target } from '../ir/index.ts'
import { evaluate } from './reference-expr.ts'
import { constant, mask, pack, sameValue, unpack, zero, type Value } from './reference-values.ts'

interface Inst { readonly module: Module; readonly path: string; values: Map<string, Value>; readonly children: Map<string, Inst>; readonly words: Map<string, bigint[]> }
/** A check that did not hold; `scope` is the path of its instance. */
export interface Failure { readonly statement: CheckStatement; readonly label: string; readonly scope: string; readonly cycle: number }

const mostRounds = 1000

/**
 * A two-state simulation that means what the documentation of the IR says: a cycle settles with the inputs as they stand, then the registers of the
 * rising clocks take their next values. Registers without a reset and words without a first value start at 0. No black boxes.
 *
 *     const sim = new ReferenceSimulator(elaborate(counter))
 *     sim.poke('enable', 1n)
 *     sim.step()
 *     sim.peek('count')   // 1n
 */
export class ReferenceSimulator {
  readonly #modules: Map<string, Module>
  readonly #top: Inst
  readonly #resets = new Map<string, bigint>()
  /** Asserts and assumes that failed. */
  readonly failures: Failure[] = []
  /** How often each cover held, by path and label. */
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

  /** A ground value: `inst.name[3].field`, after everything has settled. */
  peek(path: string): bigint {
    this.settle()
    const steps = path.match(/[^.[\]]+/g)!
    let inst = this.#top
    while (inst.children.has(steps[0]!)) inst = inst.children.get(steps.shift()!)!
    let v = inst.values.get(steps.shift()!)!
    for (const s of steps) v = (v as Record<string, Value>)[s]!
    return v as bigint
  }

  /** A word of a memory, by the path of the memory. */
  word(path: string, index: number): bigint {
    const steps = path.split('.'), name = steps.pop()!
    return steps.reduce((i, s) => i.children.get(s)!, this.#top).words.get(name)![index]!
  }

  settle(): void {
    if (this.#settled) return
    this.#settled = true
    for (let round = 0; this.#round(this.#top); round++) if (round > mostRounds) throw new Error('the reference does not settle: a combinational loop')
  }

  /** Do all assumes hold at an edge of these clocks, with the inputs as they stand? */
  assumptionsHold(clocks: readonly string[] = this.#clocks()): boolean {
    this.settle()
    let hold = true
    const visit = (inst: Inst): void => {
      this.#checks(inst, new Set(clocks), (s, holds) => { if (s.check === 'assume' && !holds) hold = false })
      for (const c of inst.children.values()) visit(c)
    }
    visit(this.#top)
    return hold
  }

  /** One cycle in which the named clocks (of domains; all) rise. */
  step(clocks: readonly string[] = this.#clocks()): void {
    this.settle()
    const commits: (() => void)[] = []
    this.#edge(this.#top, new Set(clocks), commits)
    commits.forEach(c => c())
    this.#settled = false
    this.cycle++
  }

  #clocks(): string[] { return this.#top.module.domains.map(d => d.name) }

  #resetOf(inst: Inst, domain: string): { active: boolean; kind: 'sync' | 'async' | undefined } {
    const own = inst.module.domains.find(d => d.name === domain)?.reset, top = this.#top.module.domains.find(d => d.name === domain)?.reset
    return { active: own !== undefined && top !== undefined && this.#resets.get(top.name) === 1n, kind: own?.kind }
  }

  #round(inst: Inst): boolean {
    const { module } = inst
    let changed = false
    const put = (to: Inst, name: string, v: Value): void => {
      if (sameValue(to.values.get(name)!, v)) return
      to.values.set(name, v)
      changed = true
    }
    for (const r of module.registers) {
      const reset = this.#resetOf(inst, r.domain)
      if (r.reset !== null && reset.kind === 'async' && reset.active) put(inst, r.name, constant(r.reset, r.type))
    }
    for (const l of module.locals) put(inst, l.name, this.#expr(inst, l.value))
    for (const m of module.memories) for (const r of m.reads) if (r.mode === 'async') put(inst, r.data, unpack(word(inst, m, this.#bits(inst, r.address)), m.type))
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

  #checks(inst: Inst, clocks: ReadonlySet<string>, found: (s: CheckStatement, holds: boolean) => void): void {
    this.#run(inst, inst.module.body, new Map(), () => false, s => {
      if (clocks.has(s.domain) && !this.#resetOf(inst, s.domain).active) found(s, this.#bits(inst, s.condition) === 1n)
    })
  }

  #edge(inst: Inst, clocks: ReadonlySet<string>, commits: (() => void)[]): void {
    const { module } = inst
    this.#checks(inst, clocks, (s, holds) => {
      const key = inst.path + s.label
      if (s.check === 'cover') { if (holds) this.covers.set(key, (this.covers.get(key) ?? 0) + 1) }
      else if (!holds) this.failures.push({ statement: s, label: s.label, scope: inst.path.replace(/\.$/, ''), cycle: this.cycle })
    })
    const set = new Map<string, Value>(module.registers.map(r => [r.name, inst.values.get(r.name)!]))
    this.#run(inst, module.body, set, t => t.instance === undefined && set.has(t.name))
    for (const r of module.registers) {
      if (!clocks.has(r.domain)) continue
      const v = r.reset !== null && this.#resetOf(inst, r.domain).active ? constant(r.reset, r.type) : set.get(r.name)!
      commits.push(() => inst.values.set(r.name, v))
    }
    for (const m of module.memories) this.#memoryEdge(inst, m, clocks, commits)
    for (const c of inst.children.values()) this.#edge(c, clocks, commits)
  }

  #memoryEdge(inst: Inst, m: Memory, clocks: ReadonlySet<string>, commits: (() => void)[]): void {
    const width = widthOf(m.type)
    const writes = m.writes.filter(w => clocks.has(w.domain) && this.#bits(inst, w.enable) === 1n).map(w => {
      const lanes = w.lanes && this.#bits(inst, w.lanes), lane = w.lanes ? width / widthOf(w.lanes.type) : 0
      let bits = mask(width)
      if (lanes !== undefined) {
        bits = 0n
        for (let i = 0; i * lane < width; i++) if (lanes >> BigInt(i) & 1n) bits |= mask(lane) << BigInt(i * lane)
      }
      return { address: this.#bits(inst, w.address), data: pack(this.#expr(inst, w.data), m.type), bits }
    }).filter(w => w.bits !== 0n && w.address < m.depth)
    const after = (address: bigint): bigint => writes.filter(w => w.address === address).reduce((v, w) => v & ~w.bits | w.data & w.bits, word(inst, m, address))
    for (const r of m.reads) {
      if (r.mode !== 'sync' || !clocks.has(r.domain) || this.#bits(inst, r.enable) !== 1n) continue
      const address = this.#bits(inst, r.address), old = word(inst, m, address)
      const meets = writes.some(w => w.address === address)
      const v = !meets || m.collision === 'old' ? old : m.collision === 'new' ? after(address) : old ^ mask(width)
      commits.push(() => inst.values.set(r.data, unpack(v, m.type)))
    }
    const words = inst.words.get(m.name)!
    const news = writes.map(w => [Number(w.address), after(w.address)] as const)
    commits.push(() => news.forEach(([i, v]) => { words[i] = v }))
  }

  #run(inst: Inst, body: readonly Statement[], set: Map<string, Value>, wanted: (t: Target) => boolean, check?: (s: CheckStatement) => void): void {
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
      case 'slice': {
        const all = whole as bigint, low = BigInt(step.low), part = this.#into(inst, all >> low & mask(step.width), rest, value)
        return all & ~(mask(step.width) << low) | (part as bigint) << low
      }
    }
  }

  #bits(inst: Inst, e: Expr): bigint { return this.#expr(inst, e) as bigint }

  #expr(inst: Inst, e: Expr): Value {
    return evaluate(e, r => (r.instance === undefined ? inst : inst.children.get(r.instance)!).values.get(r.name) ?? this.#resets.get(r.name) ?? 0n)
  }
}

const word = (inst: Inst, m: Memory, address: bigint): bigint => address < m.depth ? inst.words.get(m.name)![Number(address)]! : 0n
