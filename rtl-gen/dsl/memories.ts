// Owns: reads and writes of memories: the wires of their ports, and their IR.
import type { Expr } from '../ir/expr.ts'
import type { Memory, ReadPort, Wire, WritePort } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import type { Statement } from '../ir/statement.ts'
import { isGround } from '../ir/type.ts'
import type { Type } from '../ir/type.ts'
import { fail, note } from './fail.ts'
import { packTree } from './functions.ts'
import { give, wholeDestination } from './give.ts'
import type { Placed } from './layout.ts'
import type { Scope } from './scope.ts'
import { wordType } from './scope.ts'
import { indexBits, typeOf } from './shape.ts'
import { amount, bitType, literal, uintType, wrap } from './signal.ts'
import { show } from './show.ts'

type PortWire = 'read_enable' | 'read_address' | 'write_enable' | 'write_address' | 'write_data'

/**
 * One memory of the module under construction. Rules set the wires of its ports; an address or a word that is the same
 * wherever the port is used needs no wire.
 */
export class MemoryUse {
  readonly #scope: Scope
  readonly #key: string
  readonly #placed: Placed
  readonly #word: Type
  readonly #given = new Map<PortWire, Expr[]>()
  constructor(scope: Scope, key: string, placed: Placed) {
    this.#scope = scope
    this.#key = key
    this.#placed = placed
    this.#word = wordType(placed.declared.shape)
  }

  /** The statements of a patch: a read, a write, or both. */
  patch(value: unknown, at: Place, out: Statement[]): void {
    const d = this.#placed.declared, uses = Array.isArray(value) ? value : [value]
    const kinds = uses.map(u => (typeof u === 'object' && u !== null ? (u as { is?: unknown }).is : undefined))
    const notes = [note(at, 'used here'), note(d.at, `\`${this.#key}\` declared here`)]
    if (kinds.some(k => k !== 'read' && k !== 'write') || uses.length === 0) fail('RTL3011', `\`${this.#key}\` takes read(address)${d.is === 'rom' ? '' : ' and write(address, value)'}`, notes, `write { ${this.#key}: read(address) }`)
    if (new Set(kinds).size !== kinds.length) fail('RTL3011', `\`${this.#key}\` has one read port and one write port`, notes, 'use each once in a set of changes')
    if (d.is === 'rom' && kinds.includes('write')) fail('RTL3011', `\`${this.#key}\` is a ROM: it cannot be written`, notes, 'declare a memory')
    for (const u of uses as ({ is: 'read'; address: unknown } | { is: 'write'; index: unknown; value: unknown })[]) {
      if (u.is === 'read') {
        this.#set('read_enable', bitType, literal(bitType, 1n, at), at, out)
        this.#set('read_address', this.#addressType, this.#address(u.address, at), at, out)
      } else {
        this.#set('write_enable', bitType, literal(bitType, 1n, at), at, out)
        this.#set('write_address', this.#addressType, this.#address(u.index, at), at, out)
        this.#set('write_data', this.#word, this.#data(u.value, at), at, out)
      }
    }
  }

  get #addressType() { return uintType(indexBits(this.#placed.declared.depth!)) }

  #address(v: unknown, at: Place): Expr {
    const d = this.#placed.declared, type = this.#addressType
    const a = typeof v === 'number' || typeof v === 'bigint' ? wrap(literal(type, this.#constantAddress(v, at), at), '') : amount(v, at)
    if (a.width !== type.width) {
      fail('RTL3011', `the address has ${a.width} bits, \`${this.#key}\` of ${d.depth} words takes ${type.width}`, [note(at, 'used here'), note(a.expr.at, `the address, \`${show(a.expr)}\``), note(d.at, `\`${this.#key}\` declared here`)],
        a.width > type.width ? `use truncate(${type.width})` : `use extend(${type.width})`)
    }
    return a.expr
  }
  #constantAddress(v: number | bigint, at: Place): bigint {
    const d = this.#placed.declared
    if (!(Number.isSafeInteger(Number(v)) && v >= 0 && v < d.depth!)) fail('RTL3011', `address ${v} of \`${this.#key}\`, which has ${d.depth} words`, [note(at, 'used here'), note(d.at, 'declared here')], `use 0 to ${d.depth! - 1}`)
    return BigInt(v)
  }

  /** The word as one expression: what a register of this shape would be given, packed. */
  #data(value: unknown, at: Place): Expr {
    const d = this.#placed.declared, sets: Statement[] = []
    give(wholeDestination(d.shape, this.#placed.name, this.#key, d.domain, d.at), value, at, false, sets)
    const parts = sets.map(s => (s as Statement & { kind: 'set' }).value)
    if (isGround(typeOf(d.shape))) return parts[0]!
    const bits = parts.map(p => packTree(wrap(p, ''), at).expr)
    return bits.length === 1 ? bits[0]! : { kind: 'cat', type: uintType(d.shape.bits), parts: bits, at }
  }

  #set(wire: PortWire, type: Type, value: Expr, at: Place, out: Statement[]): void {
    const known = this.#given.get(wire)
    if (known) known.push(value)
    else this.#given.set(wire, [value])
    out.push({ kind: 'set', target: { name: this.#name(wire), path: [], type, at }, value, at })
  }
  #name(part: string): string { return `${this.#placed.name}_${part}` }

  /** What the whole body made of it. `dropped`: wires that were set but are not needed. */
  finish(): { memory: Memory; wires: Wire[]; defaults: Statement[]; dropped: string[] } {
    const { declared: d, name } = this.#placed, at = d.at, wires: Wire[] = [], defaults: Statement[] = [], dropped: string[] = []
    const through = (part: PortWire, type: Type): Expr => {
      const given = this.#given.get(part)
      if (!given) return literal(type as never, 0n, at)
      if (part !== 'read_enable' && part !== 'write_enable' && given.every(g => same(g, given[0]!))) {
        dropped.push(this.#name(part))
        return given[0]!
      }
      wires.push({ kind: 'wire', name: this.#name(part), type, at })
      defaults.push({ kind: 'set', target: { name: this.#name(part), path: [], type, at }, value: literal(type as never, 0n, at), at })
      return this.#scope.ref(this.#name(part), type, `${this.#key}.${part}`, at)
    }
    const port = { domain: d.domain, at }
    const reads: ReadPort[] = [{ ...port, data: this.#name('data'), mode: 'sync', address: through('read_address', this.#addressType), enable: through('read_enable', bitType) }]
    const writes: WritePort[] = this.#given.has('write_enable')
      ? [{ ...port, address: through('write_address', this.#addressType), enable: through('write_enable', bitType), data: through('write_data', this.#word) }]
      : []
    const memory: Memory = {
      kind: 'memory', name, depth: d.depth!, type: this.#word, reads, writes, collision: d.collision!, init: d.words!, at, ...(d.remarks ? { remarks: d.remarks } : {}),
      ...(d.doc !== undefined && { doc: d.doc }),
    }
    return { memory, wires, defaults, dropped }
  }
}

const same = (a: Expr, b: Expr): boolean => a === b || (a.kind === 'literal' && b.kind === 'literal' && a.value === b.value)
