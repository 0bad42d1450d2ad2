// Owns: what the body of a module reads: a value for each declaration.
import type { Expr } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import type { Type } from '../ir/type.ts'
import { isGround } from '../ir/type.ts'
import type { Declared, MemoryPort } from './declaration.ts'
import { fail, note } from './fail.ts'
import { unpackTree } from './functions.ts'
import { layout, pathKey } from './layout.ts'
import type { Layout, Placed } from './layout.ts'
import { dataName } from './memories.ts'
import type { ModuleSource } from './module.ts'
import { place } from './place.ts'
import { typeOf } from './shape.ts'
import type { Shape } from './shape.ts'
import { bitType, uintType, wrap } from './signal.ts'
import type { OwnedRef, Signal, UintSignal } from './signal.ts'
import { splitTree, StreamValue, treeOf } from './tree.ts'
import type { Tree } from './tree.ts'

/** The type of a memory's words in the IR: aggregates are packed into one uint. */
export const wordType = (shape: Shape): Type => (isGround(typeOf(shape)) ? typeOf(shape) : uintType(shape.bits))

/** The values of a module under construction; `owner` marks its references. */
export class Scope {
  readonly source: ModuleSource
  readonly layout: Layout
  readonly owner = {}
  readonly values: Readonly<Record<string, unknown>>
  constructor(source: ModuleSource) {
    this.source = source
    this.layout = layout(source)
    // Not by assignment: that would make a declaration named __proto__ the prototype.
    const values: Record<string, unknown> = Object.fromEntries([...this.layout.placed].map(([key, p]) => [key, this.#value(key, p)]))
    this.values = { ...values, ...listsOf(source, values) }
  }

  /** The values; reading a name that is not declared is an error, not undefined. */
  reader(): object {
    return this.#checked(this.values, `declared in module \`${this.source.name}\``, this.source.at)
  }

  #checked(all: Readonly<Record<string, unknown>>, what: string, at: Place): object {
    return new Proxy(all, {
      get: (values, key) => {
        if (typeof key === 'symbol' || Object.hasOwn(values, key)) return values[key as string]
        return fail('RTL3008', `\`${key}\` is not ${what}`, [note(place(), 'read here'), note(at, at === this.source.at ? 'the module' : 'declared here')], `declare it, or use one of ${Object.keys(values).join(', ')}`)
      },
    })
  }

  ref(name: string, type: Type, shown: string, at: Place, instance?: string): Expr {
    const r: OwnedRef = { kind: 'ref', name, type, at, shown, owner: this.owner, ...(instance !== undefined && { instance }) }
    return r
  }

  #value(key: string, p: Placed): unknown {
    const d = p.declared
    switch (d.is) {
      case 'input': case 'output': case 'sink': case 'source': return this.#port(d, p.leaves, key)
      case 'register': case 'wire': return treeOf(d.shape, this.ref(p.name, typeOf(d.shape), key, d.at), d.domain)
      case 'memory': case 'rom': {
        const type = wordType(d.shape)
        const stored = (port: MemoryPort): { data: Tree } => {
          const word = wrap(this.ref(`${p.name}_${dataName(port)}`, type, [key, ...(port.key === undefined ? [] : [port.key]), 'data'].join('.'), d.at), port.domain)
          return { data: isGround(typeOf(d.shape)) ? word : unpackTree(d.shape, word as UintSignal) }
        }
        const reads = d.ports!.filter(x => x.kind === 'read')
        return reads[0]!.key === undefined ? stored(reads[0]!) : this.#checked(Object.fromEntries(reads.map(x => [x.key!, stored(x)])), `a read port of \`${key}\``, d.at)
      }
      case 'instance': {
        const inner = layout(d.of as unknown as ModuleSource)
        const ports = Object.fromEntries([...inner.placed].filter(([, q]) => q.leaves.size > 0).map(([k, q]) => [k, this.#port({ ...q.declared, at: d.at }, q.leaves, `${key}.${k}`, p.name)]))
        return { ...ports, ...listsOf(d.of as unknown as ModuleSource, ports) }
      }
    }
  }

  #port(d: Declared, leaves: ReadonlyMap<string, string>, shown: string, instance?: string): Tree | StreamValue {
    const leaf = (path: readonly string[], type: Type): Signal =>
      wrap(this.ref(leaves.get(pathKey(path))!, type, [shown, ...path].join('.'), d.at, instance), d.domain)
    if (d.is === 'input' || d.is === 'output') return splitTree(d.shape, (path, s) => leaf(path, typeOf(s)), d.domain)
    const payload = splitTree(d.shape, (path, s) => leaf(['payload', ...path], typeOf(s)), d.domain)
    return new StreamValue(leaf(['valid'], bitType), leaf(['ready'], bitType), payload, (d.is === 'source') !== (instance !== undefined), d.at)
  }
}

/** The values of parts as lists. */
const listsOf = (m: ModuleSource, values: Readonly<Record<string, unknown>>): Record<string, readonly unknown[]> =>
  Object.fromEntries(Object.entries(m.lists).map(([key, parts]) => [key, parts.map(k => values[k])]))
