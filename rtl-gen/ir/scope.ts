// Owns: what the names of a module stand for.
import type { BlackBox, Constant, Design, Module, Port } from './module.ts'
import type { Place } from './place.ts'
import type { Target } from './statement.ts'
import type { Type } from './type.ts'
import { signalKey } from './visit.ts'

export type SignalKind = 'input' | 'output' | 'local' | 'wire' | 'register' | 'memory-data' | 'instance-input' | 'instance-output'

/** A name that can be read; `domain` where the declaration has one; `mode` for the data of a memory's read port. */
export interface Signal { readonly key: string; readonly kind: SignalKind; readonly type: Type; readonly at: Place; readonly domain?: string; readonly mode?: 'sync' | 'async'; readonly reset?: Constant | null }

/** Every signal of a module by its key (`name`, or `instance.port`), in the order of declaration. The first of two with one key stays. */
export type Scope = ReadonlyMap<string, Signal>

/** The module or black box of that name. */
export const moduleNamed = (design: Design, name: string): Module | BlackBox | undefined => design.modules.find(m => m.name === name)

/** The modules that have insides. */
export const modulesOf = (design: Design): readonly Module[] => design.modules.filter(m => m.kind === 'module')

/** The design with each module (not the black boxes) replaced. */
export const mapModules = (design: Design, f: (m: Module) => Module): Design => ({ ...design, modules: design.modules.map(m => (m.kind === 'module' ? f(m) : m)) })

export function scopeOf(m: Module, design: Design): Scope {
  const scope = new Map<string, Signal>()
  const add = (s: Signal): void => { if (!scope.has(s.key)) scope.set(s.key, s) }
  for (const p of m.ports) add({ key: p.name, kind: p.direction, type: p.type, at: p.at, domain: p.domain })
  for (const r of m.registers) add({ key: r.name, kind: 'register', type: r.type, at: r.at, domain: r.domain, reset: r.reset })
  for (const w of m.wires) add({ key: w.name, kind: 'wire', type: w.type, at: w.at })
  for (const l of m.locals) add({ key: l.name, kind: 'local', type: l.type, at: l.at })
  for (const mem of m.memories) for (const r of mem.reads) add({ key: r.data, kind: 'memory-data', type: mem.type, at: r.at, domain: r.domain, mode: r.mode })
  for (const i of m.instances) {
    for (const p of moduleNamed(design, i.of)?.ports ?? []) {
      add({ key: signalKey({ name: p.name, instance: i.name }), kind: `instance-${p.direction}`, type: p.type, at: i.at, domain: p.domain })
    }
  }
  return scope
}

/** What a statement may set. */
export const isSettable = (s: Signal): boolean => s.kind === 'output' || s.kind === 'wire' || s.kind === 'register' || s.kind === 'instance-input'

/** What follows from other signals within a cycle, by statements. */
export const isCombinational = (s: Signal): boolean => isSettable(s) && s.kind !== 'register'

/** The ports of one direction. */
export const portsOf = (m: Module | BlackBox, direction: Port['direction']): readonly Port[] => m.ports.filter(p => p.direction === direction)

/** The whole signal that a target is a part of. */
export const signalOf = (scope: Scope, t: Target): Signal | undefined => scope.get(signalKey(t))
