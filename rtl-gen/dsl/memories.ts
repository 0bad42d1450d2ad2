// Owns: reads and writes of memories: the wires of their ports, and their IR.
import type { Expr } from '../ir/expr.ts'
import type { Memory, ReadPort, Wire, WritePort } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import type { Statement } from '../ir/statement.ts'
import { isGround } from '../ir/type.ts'
import type { GroundType, Type } from '../ir/type.ts'
import type { Declared, MemoryPort } from './declaration.ts'
import { describe } from './describe.ts'
import { beside, fail, note } from './fail.ts'
import { packTree } from './functions.ts'
import { give, sameDomain, wholeDestination } from './give.ts'
import type { Placed } from './layout.ts'
import { legal } from './names.ts'
import type { Scope } from './scope.ts'
import { wordType } from './scope.ts'
import { indexBits, typeOf } from './shape.ts'
import { amount, bitType, lift, literal, Signal, uintType, wrap } from './signal.ts'
import { show } from './show.ts'

type Part = 'enable' | 'address' | 'data' | 'lanes'
type Use = { readonly is: 'read'; readonly address: unknown } | { readonly is: 'write'; readonly index: unknown; readonly value: unknown; readonly lanes?: unknown }

/** What the wires of a port are called after the memory; a lone port has the name of its kind. */
const portName = (p: MemoryPort): string => (p.key === undefined ? p.kind : legal(p.key))
/** The name of the word that a read port gives, after that of the memory. */
export const dataName = (p: MemoryPort): string => (p.key === undefined ? 'data' : `${legal(p.key)}_data`)

/** What the IR holds beside a memory of the language: the words that are read, and wires for its ports. */
export function memoryParts(d: Declared): string[] {
  const [reads, writes] = (['read', 'write'] as const).map(kind => d.ports!.filter(p => p.kind === kind)) as [MemoryPort[], MemoryPort[]]
  // A ROM without named ports keeps the names of a memory.
  const all = d.is === 'rom' && reads[0]!.key === undefined ? [{ kind: 'write', domain: d.domain } as const] : writes
  return [
    ...reads.map(dataName), ...reads.flatMap(p => ['enable', 'address'].map(x => `${portName(p)}_${x}`)),
    ...all.flatMap(p => ['enable', 'address', 'data', ...(d.lanes === undefined ? [] : ['lanes'])].map(x => `${portName(p)}_${x}`)),
  ]
}

/**
 * One memory of the module under construction. Rules set the wires of its ports; an address or a word that is the same
 * wherever the port is used needs no wire.
 */
export class MemoryUse {
  readonly #scope: Scope
  readonly #key: string
  readonly #placed: Placed
  readonly #word: Type
  readonly #ports: readonly { readonly port: MemoryPort; readonly given: Map<Part, Expr[]> }[]
  constructor(scope: Scope, key: string, placed: Placed) {
    this.#scope = scope
    this.#key = key
    this.#placed = placed
    this.#word = wordType(placed.declared.shape)
    this.#ports = placed.declared.ports!.map(port => ({ port, given: new Map<Part, Expr[]>() }))
  }

  /** The statements of a patch: uses of ports, by name if they have one. */
  patch(value: unknown, at: Place, out: Statement[]): void {
    const d = this.#placed.declared, notes = [note(at, 'used here'), note(d.at, `\`${this.#key}\` declared here`)]
    const isUse = (u: unknown): u is Use => typeof u === 'object' && u !== null && ((u as { is?: unknown }).is === 'read' || (u as { is?: unknown }).is === 'write')
    if (this.#ports[0]!.port.key === undefined) {
      const uses: unknown[] = Array.isArray(value) ? value : [value]
      if (uses.length === 0 || !uses.every(isUse)) fail('RTL3011', `\`${this.#key}\` takes read(address)${d.is === 'rom' ? '' : ' and write(address, value)'}`, notes, `write { ${this.#key}: read(address) }`)
      if (new Set(uses.map(u => u.is)).size !== uses.length) fail('RTL3011', `\`${this.#key}\` has one read port and one write port`, notes, "use each once in a set of changes, or declare more: reads: ['a', 'b']")
      if (d.is === 'rom' && uses.some(u => u.is === 'write')) fail('RTL3011', `\`${this.#key}\` is a ROM: it cannot be written`, notes, 'declare a memory')
      return uses.forEach(u => this.#use(this.#ports.findIndex(p => p.port.kind === u.is), u, this.#key, at, out))
    }
    const names = this.#ports.map(p => `${p.port.key!} (${p.port.kind})`).join(', ')
    if (typeof value !== 'object' || value === null || isUse(value) || Array.isArray(value)) fail('RTL3011', `\`${this.#key}\` takes an object of its ports: ${names}`, notes, `write { ${this.#key}: { ${this.#ports[0]!.port.key}: ${this.#ports[0]!.port.kind}(address) } }`)
    for (const [k, u] of Object.entries(value)) {
      const i = this.#ports.findIndex(p => p.port.key === k), wanted = this.#ports[i]?.port.kind
      if (wanted === undefined) fail('RTL3011', `\`${this.#key}\` has no port \`${k}\``, notes, `its ports are ${names}`)
      if (!isUse(u) || u.is !== wanted) fail('RTL3011', `port \`${k}\` of \`${this.#key}\` takes ${wanted === 'read' ? 'read(address)' : 'write(address, value)'}, not ${isUse(u) ? `${u.is}(...)` : describe(u)}`, notes, `write { ${this.#key}: { ${k}: ${wanted}(...) } }`)
      this.#use(i, u, `${this.#key}.${k}`, at, out)
    }
  }

  #use(i: number, u: Use, shown: string, at: Place, out: Statement[]): void {
    const { port } = this.#ports[i]!, d = this.#placed.declared
    if (u.is === 'read') {
      if (d.mode !== 'async') this.#set(i, 'enable', bitType, literal(bitType, 1n, at), at, out)
      return this.#set(i, 'address', this.#addressType, this.#address(u.address, port, shown, at), at, out)
    }
    this.#set(i, 'enable', bitType, literal(bitType, 1n, at), at, out)
    this.#set(i, 'address', this.#addressType, this.#address(u.index, port, shown, at), at, out)
    this.#set(i, 'data', this.#word, this.#data(u.value, port, shown, at), at, out)
    if (d.lanes !== undefined) this.#set(i, 'lanes', uintType(d.lanes), this.#lanes(u.lanes, d.lanes, port, shown, at), at, out)
    else if (u.lanes !== undefined) fail('RTL3011', `a write of some lanes of \`${this.#key}\`, whose words have none`, [note(at, 'used here'), note(d.at, `\`${this.#key}\` declared here`)], 'declare it with lanes: 4 (or another number)')
  }

  get #addressType() { return uintType(indexBits(this.#placed.declared.depth!)) }

  #address(v: unknown, port: MemoryPort, shown: string, at: Place): Expr {
    const d = this.#placed.declared, type = this.#addressType
    const a = typeof v === 'number' || typeof v === 'bigint' ? wrap(literal(type, this.#constantAddress(v, at), at), '') : beside(() => amount(v, at), d.at, () => `\`${this.#key}\` declared here`)
    if (a.width !== type.width) {
      fail('RTL3011', `the address has ${a.width} bits, \`${this.#key}\` of ${d.depth} words takes ${type.width}`, [note(at, 'used here'), note(a.expr.at, `the address, \`${show(a.expr)}\``), note(d.at, `\`${this.#key}\` declared here`)],
        a.width > type.width ? `use truncate(${type.width})` : `use extend(${type.width})`)
    }
    sameDomain({ shown, domain: port.domain, at: d.at }, a, at)
    return a.expr
  }
  #constantAddress(v: number | bigint, at: Place): bigint {
    const d = this.#placed.declared
    if (!(Number.isSafeInteger(Number(v)) && v >= 0 && v < d.depth!)) fail('RTL3011', `address ${v} of \`${this.#key}\`, which has ${d.depth} words`, [note(at, 'used here'), note(d.at, 'declared here')], `use 0 to ${d.depth! - 1}`)
    return BigInt(v)
  }

  /** The word as one expression: what a register of this shape would be given, packed. */
  #data(value: unknown, port: MemoryPort, shown: string, at: Place): Expr {
    const d = this.#placed.declared, sets: Statement[] = []
    give(wholeDestination(d.shape, this.#placed.name, shown, port.domain, d.at), value, at, false, sets)
    const parts = sets.map(s => (s as Statement & { kind: 'set' }).value)
    if (isGround(typeOf(d.shape))) return parts[0]!
    const bits = parts.map(p => packTree(wrap(p, ''), at).expr)
    return bits.length === 1 ? bits[0]! : { kind: 'cat', type: uintType(d.shape.bits), parts: bits, at }
  }

  /** A write without lanes is one of all. */
  #lanes(v: unknown, lanes: number, port: MemoryPort, shown: string, at: Place): Expr {
    const type = uintType(lanes), given = v === undefined ? wrap(literal(type, (1n << BigInt(lanes)) - 1n, at), '') : lift(v, type, at), d = this.#placed.declared
    if (!(given instanceof Signal) || given.type.kind !== 'uint' || given.width !== lanes) {
      fail('RTL3011', `the lanes have ${given.width} bits, \`${this.#key}\` has ${lanes}`, [note(at, 'used here'), note(given.expr.at, `the lanes, \`${show(given.expr)}\``), note(d.at, `\`${this.#key}\` declared here`)], 'give one bit a lane, as a uint')
    }
    sameDomain({ shown, domain: port.domain, at: d.at }, given, at)
    return given.expr
  }

  #set(i: number, part: Part, type: Type, value: Expr, at: Place, out: Statement[]): void {
    const { port, given } = this.#ports[i]!, known = given.get(part)
    if (known) known.push(value)
    else given.set(part, [value])
    out.push({ kind: 'set', target: { name: this.#name(port, part), path: [], type, at }, value, at })
  }
  #name(port: MemoryPort, part: Part): string { return `${this.#placed.name}_${portName(port)}_${part}` }

  /** What the whole body made of it. `dropped`: wires that were set but are not needed. */
  finish(): { memory: Memory; wires: Wire[]; defaults: Statement[]; dropped: string[] } {
    const { declared: d, name } = this.#placed, at = d.at, wires: Wire[] = [], defaults: Statement[] = [], dropped: string[] = []
    const through = (i: number, part: Part, type: Type): Expr => {
      const { port, given: all } = this.#ports[i]!, given = all.get(part), wire = this.#name(port, part)
      if (!given) return literal(type as GroundType, 0n, at)
      if (part !== 'enable' && given.every(g => same(g, given[0]!))) {
        dropped.push(wire)
        return given[0]!
      }
      wires.push({ kind: 'wire', name: wire, type, at })
      defaults.push({ kind: 'set', target: { name: wire, path: [], type, at }, value: literal(type as GroundType, 0n, at), at })
      return this.#scope.ref(wire, type, [this.#key, ...(port.key === undefined ? [] : [port.key]), port.key === undefined ? `${port.kind}_${part}` : part].join('.'), at)
    }
    const reads: ReadPort[] = [], writes: WritePort[] = []
    this.#ports.forEach(({ port, given }, i) => {
      const base = { domain: port.domain, at }
      if (port.kind === 'read') {
        const address = through(i, 'address', this.#addressType)
        reads.push({ ...base, data: `${name}_${dataName(port)}`, mode: d.mode!, address, enable: d.mode === 'async' ? literal(bitType, 1n, at) : through(i, 'enable', bitType) })
      } else if (given.has('enable')) {
        const port = { ...base, address: through(i, 'address', this.#addressType), enable: through(i, 'enable', bitType), data: through(i, 'data', this.#word) }
        const lanes = d.lanes === undefined ? undefined : through(i, 'lanes', uintType(d.lanes))
        writes.push(lanes === undefined || isAll(lanes) ? port : { ...port, lanes })
      }
    })
    const memory: Memory = {
      kind: 'memory', name, depth: d.depth!, type: this.#word, reads, writes, collision: d.collision!, init: d.words!, at, ...(d.remarks ? { remarks: d.remarks } : {}),
      ...(d.doc !== undefined && { doc: d.doc }),
    }
    return { memory, wires, defaults, dropped }
  }
}

const same = (a: Expr, b: Expr): boolean => a === b || (a.kind === 'literal' && b.kind === 'literal' && a.value === b.value)
const isAll = (lanes: Expr): boolean => lanes.kind === 'literal' && lanes.value === (1n << BigInt(lanes.type.width)) - 1n
