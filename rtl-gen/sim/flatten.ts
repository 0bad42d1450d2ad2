// Owns: from a design to its scopes and signals, with a place in memory for each.
import { DiagnosticError, type Diagnostic } from '../diagnostics/index.ts'
import { widthOf, type Design, type Domain, type Module, type Place, type Type } from '../ir/index.ts'
import { Layout, wordBytes } from './layout.ts'
import { constantPart, groundArrays, groundParts, type ArrayStore, type Clock, type Element, type Scope, type Signal, type SignalKind } from './netlist.ts'
import { indexedRegisters } from './indexed-registers.ts'

/** All scopes, the top first and each parent before its children, and where things stand. */
export interface Netlist {
  readonly top: Scope
  readonly scopes: readonly Scope[]
  readonly clocks: readonly Clock[]
  readonly layout: Layout
  /** Scalar registers: [start, end) in memory. */
  readonly registers: { readonly start: number; readonly end: number }
  readonly arrays: readonly ArrayStore[]
}

/** Throws RTL6001 for black boxes, RTL6003 for more than 32 clocks. */
export function flatten(design: Design): Netlist {
  const modules = new Map(design.modules.map(m => [m.name, m]))
  const top = modules.get(design.top)
  if (top === undefined || top.kind === 'blackbox') throw new DiagnosticError([missing(design.top, top?.at)])
  const layout = new Layout()
  if (top.domains.length > 32) throw new DiagnosticError([tooManyClocks(top)])
  const clocks = top.domains.map((domain, bit): Clock => ({ name: domain.name, bit, domain, resetAddress: layout.scalar(1) }))
  const byName = new Map(clocks.map(c => [c.name, c]))
  const scopes: Scope[] = [], findings: Diagnostic[] = []
  const build = (module: Module, path: string, parent: Scope | undefined): Scope => {
    const children = new Map<string, Scope>()
    const scope: Scope = { path, module, parent, children, signals: new Map(), memories: new Map(), clocks: byName, values: new Map(), parts: new Map() }
    scopes.push(scope)
    declare(scope)
    for (const i of module.instances) {
      const of = modules.get(i.of)
      if (of === undefined || of.kind === 'blackbox') findings.push(blackBox(path + i.name, i.of, i.at, of?.at))
      else children.set(i.name, build(of, `${path}${i.name}.`, scope))
    }
    return scope
  }
  const scope = build(top, '', undefined)
  if (findings.length > 0) throw new DiagnosticError(findings)
  return { top: scope, scopes, clocks, layout, ...place(scopes, layout) }
}

function declare(scope: Scope): void {
  const { module } = scope, indexed = indexedRegisters(module)
  const add = (name: string, kind: SignalKind, storage: Signal['storage'], type: Type, at: Place, doc?: string, domain?: Domain, reset: Signal['reset'] = null): Signal => {
    const path = scope.path + name
    const elements = new Map<string, Element>(), arrays = new Map<string, ArrayStore>()
    const signal: Signal = {
      name, path, scope, kind, type, storage, at, doc, elements, arrays, reset,
      clock: domain && scope.clocks.get(domain.name), asyncReset: domain?.reset?.kind === 'async' && reset !== null,
    }
    if (storage === 'array') for (const p of groundArrays(type)) arrays.set(p.suffix, arrayStore(path + p.suffix, p.type, p.dimensions, i => constantPart(reset, indexedSuffix(p.suffix, p.dimensions, i)), at))
    else for (const p of groundParts(type)) elements.set(p.suffix, { signal, suffix: p.suffix, type: p.type, address: -1, segments: [] })
    scope.signals.set(name, signal)
    return signal
  }
  const domains = new Map(module.domains.map(d => [d.name, d]))
  for (const p of module.ports) {
    const outside = p.direction === 'input' && scope.parent === undefined
    add(p.name, p.direction, outside ? 'input' : 'computed', p.type, p.at, p.doc, domains.get(p.domain))
  }
  for (const l of module.locals) add(l.name, 'local', 'computed', l.type, l.at)
  for (const w of module.wires) add(w.name, 'wire', 'computed', w.type, w.at, w.doc)
  for (const r of module.registers) {
    const domain = domains.get(r.domain), asynchronous = domain?.reset?.kind === 'async' && r.reset !== null
    add(r.name, 'register', indexed.has(r.name) && !asynchronous ? 'array' : 'state', r.type, r.at, r.doc, domain, r.reset)
  }
  for (const m of module.memories) {
    const width = widthOf(m.type)
    scope.memories.set(m, arrayStore(scope.path + m.name, { kind: 'uint', width }, [m.depth], i => m.init[i] ?? 0n, m.at))
    for (const r of m.reads) add(r.data, 'read', r.mode === 'sync' ? 'state' : 'computed', m.type, r.at, undefined, domains.get(r.domain))
  }
}

function arrayStore(path: string, type: ArrayStore['type'], dimensions: readonly number[], initial: ArrayStore['initial'], at: Place): ArrayStore {
  const depth = dimensions.reduce((a, b) => a * b, 1)
  return { path, type, width: type.width, dimensions, depth, bytes: wordBytes(type.width), address: -1, initial, at }
}

/** The suffix with the linear index `i` written into its `[]`. */
function indexedSuffix(suffix: string, dimensions: readonly number[], i: number): string {
  const indices: number[] = []
  let rest = i
  for (const d of dimensions.toReversed()) {
    indices.unshift(rest % d)
    rest = Math.floor(rest / d)
  }
  return suffix.replaceAll('[]', () => `[${indices.shift()}]`)
}

/** Ports, then registers (together, so that one copy moves them), then arrays. */
function place(scopes: readonly Scope[], layout: Layout): { registers: { start: number; end: number }; arrays: ArrayStore[] } {
  const signals = scopes.flatMap(s => [...s.signals.values()])
  const elements = (test: (s: Signal) => boolean): void => {
    for (const s of signals) if (test(s)) for (const e of s.elements.values()) e.address = layout.scalar(e.type.width)
  }
  const isTopPort = (s: Signal): boolean => s.scope.parent === undefined && (s.kind === 'input' || s.kind === 'output')
  elements(isTopPort)
  const start = layout.bytes(0)
  elements(s => s.storage === 'state')
  // One word to spare: registers of 4 bytes are moved with what stands behind them.
  layout.bytes(4, 4)
  const end = layout.bytes(0)
  const arrays = scopes.flatMap(s => [...s.memories.values(), ...[...s.signals.values()].flatMap(x => [...x.arrays.values()])])
  for (const a of arrays) a.address = layout.bytes((a.depth + 1) * a.bytes)
  return { registers: { start, end }, arrays }
}

const missing = (name: string, at: Place | undefined): Diagnostic => ({
  code: 'RTL6001', message: `the top, \`${name}\`, has no insides that could be simulated`, notes: at ? [{ place: at, text: 'declared here as a black box' }] : [],
  help: 'simulate a module that is described in rtl-gen',
})
const blackBox = (path: string, of: string, at: Place, declared: Place | undefined): Diagnostic => ({
  code: 'RTL6001', message: `\`${path}\` is a black box, \`${of}\`: its insides are not known to the simulator`,
  notes: [{ place: at, text: 'used here' }, ...(declared ? [{ place: declared, text: 'declared here' }] : [])],
  help: 'simulate with Verilator and the box\'s Verilog, or replace the box by a module that behaves like it',
})
const tooManyClocks = (top: Module): Diagnostic => ({
  code: 'RTL6003', message: `the design has ${top.domains.length} clocks; a simulation has at most 32`, notes: [{ place: top.at, text: 'declared here' }], help: 'simulate a part of the design',
})
