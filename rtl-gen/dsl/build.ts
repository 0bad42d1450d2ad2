// Owns: one module from its declarations and its body to IR.
import type { Instance, Module, Register, Wire } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import type { Statement } from '../ir/statement.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import type { Declared } from './declaration.ts'
import { describe } from './describe.ts'
import { fail, finding, note } from './fail.ts'
import { give, splitDestination, wholeDestination } from './give.ts'
import type { Destination } from './give.ts'
import { layout, pathKey, withReset, rememberNames } from './layout.ts'
import { Lowering, refsIn } from './lower.ts'
import { MemoryUse } from './memories.ts'
import type { ModuleSource, ResetKind } from './module.ts'
import { moduleName } from './names.ts'
import { placeOf, plain } from './place.ts'
import { RuleBook, RuleValue } from './rules.ts'
import { Scope } from './scope.ts'
import { bit, typeOf } from './shape.ts'
import { Signal } from './signal.ts'
import { portKey, streamFindings } from './streams.ts'
import type { EndChange, Pass } from './streams.ts'
import { givenToParts } from './vec-of.ts'
import { BundleValue, StreamValue, VecValue } from './tree.ts'

/** The IR of a module (not of its instances). `resets`: by clock domain, where they are not 'sync'. Throws DiagnosticError with everything that was found. */
export function buildModule(source: ModuleSource, resets: ReadonlyMap<string, ResetKind>): Module {
  return new Builder(source, resets).build()
}

class Builder {
  readonly source: ModuleSource
  readonly scope: Scope
  readonly rules = new RuleBook()
  readonly found: Diagnostic[] = []
  /** What holds in every cycle: the statements under no condition. */
  readonly always: Statement[] = []
  readonly passes: Pass[] = []
  readonly endChanges: EndChange[] = []
  readonly memories = new Map<string, MemoryUse>()
  readonly resets: ReadonlyMap<string, ResetKind>
  constructor(source: ModuleSource, resets: ReadonlyMap<string, ResetKind>) {
    this.source = source
    this.resets = resets
    this.scope = new Scope(source)
    for (const [key, p] of this.scope.layout.placed) if (p.declared.is === 'memory' || p.declared.is === 'rom') this.memories.set(key, new MemoryUse(this.scope, key, p))
  }

  build(): Module {
    const returned = this.run()
    const raw = this.always
    this.top(returned, raw)
    this.found.push(...this.rules.unused(this.source.at))
    if (this.found.length) throw new DiagnosticError(this.found)

    const { layout: names } = this.scope, all = [...names.placed.values()]
    const memories = [...this.memories.values()].map(m => m.finish())
    const dropped = new Set(memories.flatMap(m => m.dropped))
    const lower = new Lowering(this.scope.owner, names.names, this.source)
    // A port that is used in every cycle needs no value for the others: a default would be set over, which is a finding.
    const given = new Set(raw.flatMap(s => (s.kind === 'set' ? [s.target.name] : [])))
    const defaults = memories.flatMap(m => m.defaults).filter(s => s.kind !== 'set' || !given.has(s.target.name))
    const kept = [...defaults, ...without(raw, dropped)]
    const ofPorts = memories.flatMap(({ memory: m }) => [...m.reads.flatMap(r => [r.address, r.enable]), ...m.writes.flatMap(w => [w.address, w.enable, w.data, ...(w.lanes ? [w.lanes] : [])])])
    const lost = streamFindings(this.passes, this.endChanges, new Set(refsIn(kept, ofPorts).map(r => portKey(r.name, r.instance))))
    if (lost.length) throw new DiagnosticError(lost)
    lower.nameLocals(kept, ofPorts, plain(this.source.at).file)
    const body = lower.statements(kept)
    rememberNames(this.source, names)
    const docOf = (d: Declared): { doc?: string } => (d.doc === undefined ? {} : { doc: d.doc })
    const wires: Wire[] = [
      ...all.filter(p => p.declared.is === 'wire').map((p): Wire => ({ kind: 'wire', name: p.name, type: typeOf(p.declared.shape), at: plain(p.declared.at), ...docOf(p.declared) })),
      ...memories.flatMap(m => m.wires).map(w => ({ ...w, at: plain(w.at) })),
    ]
    const registers = all.filter(p => p.declared.is === 'register').map((p): Register => ({
      kind: 'register', name: p.name, type: typeOf(p.declared.shape), domain: p.declared.domain, reset: p.declared.reset as Register['reset'], at: plain(p.declared.at), ...docOf(p.declared),
      ...(p.declared.crossing && { crossing: p.declared.crossing }),
    }))
    const instances = all.filter(p => p.declared.is === 'instance').map((p): Instance => ({ kind: 'instance', name: p.name, of: ofName(p.declared.of as unknown as ModuleSource), parameters: p.declared.parameters ?? {}, at: plain(p.declared.at) }))
    const lowered = memories.map(({ memory: m }) => ({
      ...m, at: plain(m.at),
      reads: m.reads.map(r => ({ ...r, at: plain(r.at), address: lower.expr(r.address), enable: lower.expr(r.enable) })),
      writes: m.writes.map(w => ({ ...w, at: plain(w.at), address: lower.expr(w.address), enable: lower.expr(w.enable), data: lower.expr(w.data), ...(w.lanes && { lanes: lower.expr(w.lanes) }) })),
    }))
    return {
      kind: 'module', name: moduleName(this.source.name), at: plain(this.source.at), doc: [...this.source.doc, ...names.renamed.map(r => `Port ${r.port} is ${r.name}.`)],
      domains: names.domains.map(d => withReset(d, this.resets.get(d.name) ?? 'sync')), ports: names.ports, locals: lower.locals, wires, registers, memories: lowered, instances, body,
    }
  }

  /** Runs the body. A property or method that is misspelt shows as an error of JavaScript: it is told like any other finding. */
  run(): unknown {
    try {
      const returned = (this.source.body as (x: unknown, verbs: unknown) => unknown)(this.scope.reader(), this.rules.verbs())
      return returned instanceof Promise ? this.promised(returned) : returned
    } catch (e) {
      if (!(e instanceof TypeError)) throw e
      return fail('RTL3008', `the body of \`${this.source.name}\` stops: ${e.message}`, [note(placeOf(e), 'stopped here'), note(this.source.at, 'the module')], 'look for a misspelt property or method')
    }
  }

  /** Of an async body nothing more is told: whether its rules were returned, and how it ends, comes too late to matter. */
  promised(returned: Promise<unknown>): never {
    returned.catch(() => undefined)
    return fail('RTL3012', `the body of \`${this.source.name}\` is async: it returns a promise, and rules are wanted at once`, [note(this.source.at, 'the module')], 'take `async` away, and load what the body needs before the module is made, with await at the top of the file: const words = await readFile(...)')
  }

  /** What the body returned: assign first and once, then rules. */
  top(returned: unknown, out: Statement[]): void {
    const { at } = this.source
    if (!Array.isArray(returned)) return void this.found.push(finding('RTL3012', `the body of \`${this.source.name}\` returns an array of rules, not ${describe(returned)}`, [note(at, 'the module')], 'return [assign({ ... }), ...]'))
    const first: unknown = returned[0]
    if (!(first instanceof RuleValue && first.content.kind === 'assign')) this.found.push(finding('RTL3005', `the body of \`${this.source.name}\` does not begin with assign`, [note(at, 'the module')], 'return [assign({ ... }), ...]'))
    // An object of changes has no place of its own: that of the rule before it is the nearest.
    let near = at
    Array.from(returned, (r: unknown, i) => {
      if (r instanceof RuleValue) near = r.at
      if (r instanceof RuleValue && r.content.kind === 'assign') {
        this.rules.use(r)
        if (i > 0) this.found.push(finding('RTL3005', 'assign stands first, and once', [note(r.at, 'this one'), ...(first instanceof RuleValue ? [note(first.at, 'the first rule')] : [])], 'put all values into one assign, before the rules'))
        else this.assign(r.content.values, r.at, out)
      } else this.body(r, near, out)
    })
  }

  /** Runs a step, and keeps what it finds for the end; `remark` is said of the place `at`, because a key has none at run time. */
  collect(step: () => void, at: Place, remark: string): void {
    const before = this.found.length, here = plain(at)
    try { step() } catch (e) {
      if (!(e instanceof DiagnosticError)) throw e
      this.found.push(...e.diagnostics)
    }
    const isHere = ({ place: p }: Note): boolean => p.file === here.file && p.line === here.line && p.column === here.column
    this.found.push(...this.found.splice(before).map(d => ({ ...d, notes: d.notes.map(n => (isHere(n) ? { ...n, text: `${n.text}${remark}` } : n)) })))
  }

  assign(values: unknown, at: Place, out: Statement[]): void {
    const given = givenToParts((typeof values === 'object' && values !== null ? values : {}) as Record<string, unknown>, this.source.lists, at, false, this.found)
    for (const [key, p] of this.scope.layout.placed) {
      const d = p.declared
      if (d.is === 'input' || d.is === 'register' || d.is === 'memory' || d.is === 'rom' || own(given, key) !== undefined) continue
      if (d.is === 'instance' && this.drivenPorts(d).length === 0) continue
      this.found.push(finding('RTL3001', `nothing gives ${d.is} \`${key}\` a value`, [note(at, 'assign'), note(d.at, `\`${key}\` declared here`)], `add \`${key}\` to assign`))
    }
    for (const key of Object.keys(given)) {
      if (this.scope.layout.placed.get(key)?.declared.is === 'register') {
        this.found.push(finding('RTL3005', `\`${key}\` is a register: it keeps its value when no rule changes it`, [note(at, 'assign'), note(this.scope.layout.placed.get(key)!.declared.at, 'declared here')], 'change it in a rule'))
      } else this.collect(() => this.change(key, given[key], at, false, out), at, ` (in this assign, under \`${key}\`)`)
    }
  }

  body(b: unknown, at: Place, out: Statement[]): void {
    if (Array.isArray(b)) return void flat(b).forEach(x => x === b ? this.found.push(finding('RTL3012', 'rules in an array that holds itself', [note(at, 'here'), note(this.source.at, 'the module')], 'give an array of changes and rules')) : this.body(x, at, out))
    if (b instanceof RuleValue) return this.rule(b, out)
    if (typeof b !== 'object' || b === null || b instanceof Signal || b instanceof BundleValue || b instanceof VecValue || b instanceof StreamValue) {
      return void this.found.push(finding('RTL3012', `rules are wanted, not ${b instanceof Signal ? 'a signal' : describe(b)}`, [note(at, 'here')], 'give an object of changes, a rule, or an array of these'))
    }
    for (const s of Object.getOwnPropertySymbols(b)) this.found.push(finding('RTL3003', `module \`${this.source.name}\` declares no ${String(s)}`, [note(at, 'changed here'), note(this.source.at, 'the module')], 'names are texts'))
    const where = out === this.always ? 'the changes after this rule' : 'this rule'
    for (const [key, v] of Object.entries(givenToParts(b as Record<string, unknown>, this.source.lists, at, true, this.found))) this.collect(() => this.change(key, v, at, true, out), at, ` (in ${where}, under \`${key}\`)`)
  }

  rule(r: RuleValue, out: Statement[]): void {
    this.rules.use(r)
    const c = r.content, inside = (b: unknown, at: Place): Statement[] => { const s: Statement[] = []; this.body(b, at, s); return s }
    switch (c.kind) {
      case 'assign': return void this.found.push(finding('RTL3005', 'assign stands first in the body, not inside a rule', [note(r.at, 'this one'), note(this.source.at, 'the module')], 'give an object of changes here'))
      case 'if': return void out.push({ kind: 'if', at: r.at, arms: c.arms.map(a => ({ condition: a.condition.expr, body: inside(a.body, a.at), at: a.at })), otherwise: c.otherwise === undefined ? [] : inside(c.otherwise, r.at) })
      case 'match': return void out.push({ kind: 'match', at: r.at, subject: c.subject.expr, arms: c.arms.map(a => ({ values: a.values, body: inside(a.body, r.at), at: r.at })), otherwise: c.otherwise === undefined ? [] : inside(c.otherwise, r.at) })
      case 'check': {
        const label = this.scope.layout.names.take(c.label)
        out.push({ kind: 'check', at: r.at, check: c.check, label, ...(label !== c.written && { written: c.written }), condition: c.condition.expr, domain: c.condition.domain || this.scope.layout.domains[0]?.name || 'clk' })
      }
    }
  }

  /** One property of an object of changes (`partly`), or of assign. */
  change(key: string, value: unknown, at: Place, partly: boolean, out: Statement[]): void {
    const p = this.scope.layout.placed.get(key)
    if (!p) return fail('RTL3003', `module \`${this.source.name}\` declares no \`${key}\``, [note(at, 'changed here'), note(this.source.at, 'the module')], `it declares ${[...this.scope.layout.placed.keys()].join(', ')}`)
    const d = p.declared
    switch (d.is) {
      case 'input': return fail('RTL3002', `\`${key}\` is an input of \`${this.source.name}\`: it is driven from outside`, [note(at, 'changed here'), note(d.at, `\`${key}\` declared here`)], 'drive an output, a wire or a register')
      case 'wire': case 'register': return give(wholeDestination(d.shape, p.name, key, d.crossing?.from ?? d.domain, d.at), value, at, partly, out)
      case 'output': case 'sink': case 'source': return this.port(d, p.leaves, key, value, at, partly, out, d.is)
      case 'memory': case 'rom': return this.memories.get(key)!.patch(value, at, out)
      case 'instance': {
        const inner = layout(d.of as unknown as ModuleSource), wanted = this.drivenPorts(d)
        if (typeof value !== 'object' || value === null) fail('RTL2011', `\`${key}\` takes an object of its ports, not ${describe(value)}`, [note(at, 'given here'), note(d.at, 'declared here')], `give ${wanted.join(', ')}`)
        const given = givenToParts(value as Record<string, unknown>, (d.of as unknown as ModuleSource).lists, at, partly, this.found)
        for (const k of partly ? [] : wanted.filter(w => own(given, w) === undefined)) {
          this.found.push(finding('RTL3001', `nothing gives \`${key}.${k}\` a value`, [note(at, 'given here'), note(d.at, `\`${key}\` declared here`)], `add \`${k}\` to \`${key}\``))
        }
        for (const k of Object.keys(given)) {
          const q = inner.placed.get(k)
          if (!q || !wanted.includes(k)) {
            this.found.push(finding('RTL3003', `\`${key}\` has no input \`${k}\``, [note(at, 'given here'), note(d.at, `\`${key}\` declared here`)], `it takes ${wanted.join(', ')}`))
            continue
          }
          // Seen from outside, the directions are the other way round.
          const role = q.declared.is === 'sink' ? 'source' : q.declared.is === 'source' ? 'sink' : 'output'
          this.collect(() => this.port({ ...q.declared, at: d.at }, q.leaves, `${key}.${k}`, given[k], at, partly, out, role, p.name), at, ` (in \`${k}\`)`)
        }
      }
    }
  }

  drivenPorts(d: Declared): string[] {
    return Object.entries((d.of as unknown as ModuleSource).ports).filter(([, x]) => x.is === 'input' || x.is === 'sink' || x.is === 'source').map(([k]) => k)
  }

  /** `role`: how the port looks to the one who drives it. A whole stream gives only what its direction wants. */
  port(d: Declared, leaves: ReadonlyMap<string, string>, shown: string, value: unknown, at: Place, partly: boolean, out: Statement[], role: 'output' | 'sink' | 'source', instance?: string): void {
    const to = (shape: Declared['shape'], prefix: readonly string[]): Destination =>
      splitDestination(shape, path => leaves.get(pathKey([...prefix, ...path]))!, [shown, ...prefix].join('.'), d.domain, d.at, instance)
    if (role === 'output') return give(to(d.shape, []), value, at, partly, out)
    const mine = role === 'sink' ? ['ready'] : ['valid', 'payload'], notes = [note(at, 'given here'), note(d.at, `\`${shown}\` declared here`)]
    if (typeof value !== 'object' || value === null || value instanceof Signal) return fail('RTL2011', `stream \`${shown}\` takes an object with ${mine.join(' and ')}, not ${value instanceof Signal ? 'a signal' : describe(value)}`, notes, `give { ${mine.join(', ')} }`)
    const given = value as Record<string, unknown>
    const wrong = value instanceof StreamValue ? [] : Object.keys(given).filter(k => !mine.includes(k))
    if (wrong.length) fail('RTL3009', `\`${wrong.join('`, `')}\` of stream \`${shown}\` ${wrong.length > 1 ? 'are' : 'is'} not given from here`, notes, `give only ${mine.join(' and ')}`)
    if (value instanceof StreamValue) this.passes.push({ stream: value, role, to: shown, at, declared: d.at, ready: portKey(leaves.get('ready')!, instance), always: out === this.always })
    else if (partly && (given['ready'] ?? given['valid']) !== undefined) {
      this.endChanges.push({ end: portKey(leaves.get('ready')!, instance), shown: `${shown}.${mine[0]!}`, at, declared: d.at, body: out })
    }
    for (const k of mine) {
      if (given[k] !== undefined) give(to(k === 'payload' ? d.shape : bit, [k]), given[k], at, partly, out)
      else if (!partly) this.found.push(finding('RTL3001', `nothing gives \`${shown}.${k}\` a value`, notes, `add \`${k}\` to \`${shown}\``))
    }
  }
}

/** A property of the object itself: `constructor` and its like stand on every prototype. */
const own = (o: Record<string, unknown>, key: string): unknown => (Object.hasOwn(o, key) ? o[key] : undefined)

const ofName = (m: ModuleSource): string => (m.box ? m.name : moduleName(m.name))

/** What stands in an array and in the arrays inside it, holes as undefined; the array itself for one that holds itself. */
function flat(all: readonly unknown[]): unknown[] {
  const open = new Set<unknown>([all]), stack = [{ items: all, next: 0 }], found: unknown[] = []
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (top.next === top.items.length) {
      open.delete(stack.pop()!.items)
      continue
    }
    const x = top.items[top.next++]
    if (!Array.isArray(x)) found.push(x)
    else if (open.has(x)) return [all]
    else {
      open.add(x)
      stack.push({ items: x as unknown[], next: 0 })
    }
  }
  return found
}

/** The statements without those that set a dropped wire. */
const without = (all: readonly Statement[], dropped: ReadonlySet<string>): Statement[] => dropped.size === 0 ? [...all] : all.flatMap((s): Statement[] => {
  switch (s.kind) {
    case 'set': return s.target.instance === undefined && dropped.has(s.target.name) ? [] : [s]
    case 'if': return [{ ...s, arms: s.arms.map(a => ({ ...a, body: without(a.body, dropped) })), otherwise: without(s.otherwise, dropped) }]
    case 'match': return [{ ...s, arms: s.arms.map(a => ({ ...a, body: without(a.body, dropped) })), otherwise: without(s.otherwise, dropped) }]
    case 'check': return [s]
  }
})
