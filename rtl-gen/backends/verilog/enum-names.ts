// Owns: the names of members of enums: localparams, or a typedef for each enum with the registers that can be of it.
import { allSets, isGround, signalKey } from '../../ir/index.ts'
import type { EnumType, Expr } from '../../ir/index.ts'
import { sameType } from '../../ir/layout.ts'
import type { Dialect } from './dialect.ts'
import type { Plan } from './plan.ts'
import { line, literalText, rangeText } from './text.ts'
import type { Line } from './text.ts'

interface Used { readonly type: EnumType; readonly typedef: string; readonly names: ReadonlyMap<bigint, string> }

/** Localparams for the members of enums that the module uses; in a dialect with typedefs whole enums. */
export class EnumNames {
  readonly #plan: Plan
  readonly #dialect: Dialect
  readonly #names = new Map<string, string>()
  readonly #rows: { readonly name: string; readonly width: number; readonly value: bigint }[] = []
  readonly #used: Used[] = []
  readonly #typed = new Map<string, string>()

  constructor(plan: Plan, dialect: Dialect) {
    this.#plan = plan
    this.#dialect = dialect
    if (!dialect.typedefs) return
    const types = typedRegisters(plan)
    for (const [name, type] of types) this.#typed.set(name, this.#enum(type).typedef)
  }

  /** The name of a member; undefined for a pattern that is none. */
  use(type: EnumType, value: bigint): string | undefined {
    const member = type.members.find(m => m.value === value)
    if (member === undefined) return undefined
    if (this.#dialect.typedefs) return this.#enum(type).names.get(value)
    const key = `${type.name} ${member.name} ${type.width} ${value}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#plan.names.take(memberName(type, member.name))
    this.#names.set(key, name)
    this.#rows.push({ name, width: type.width, value })
    return name
  }

  #enum(type: EnumType): Used {
    const known = this.#used.find(u => u.type.name === type.name && sameType(u.type, type))
    if (known !== undefined) return known
    const names = new Map<bigint, string>()
    for (const m of type.members) if (!names.has(m.value)) names.set(m.value, this.#plan.names.take(memberName(type, m.name)))
    const used: Used = { type, names, typedef: this.#plan.names.take(`${upperSnake(type.name).toLowerCase()}_t`) }
    this.#used.push(used)
    return used
  }

  /** The typedef that a register is declared with. */
  typedefOf(register: string): string | undefined { return this.#typed.get(register) }

  lines(): Line[] {
    const { at } = this.#plan.module
    const range = Math.max(0, ...this.#rows.map(r => rangeText(r).length))
    return [
      ...this.#rows.map(r => line(`localparam ${range === 0 ? '' : `${rangeText(r).padEnd(range)} `}${r.name} = ${literalText(r.value, r.width)};`, at)),
      ...this.#used.flatMap(({ type, typedef, names }) => {
        const rows = [...names]
        return [
          line(`typedef enum logic${type.width === 1 ? '' : ` ${rangeText(type)}`} {`, at),
          ...rows.map(([value, name], i) => line(`  ${name} = ${literalText(value, type.width)}${i < rows.length - 1 ? ',' : ''}`, at)), line(`} ${typedef};`, at),
        ]
      }),
    ]
  }
}

const upperSnake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/[^A-Za-z0-9_]/g, '_').toUpperCase()
const memberName = (type: EnumType, member: string): string => `${upperSnake(type.name)}_${upperSnake(member)}`

/** The registers of an enum that are only given members of it, or each other: what else is a row of bits to SystemVerilog, which wants a cast. */
function typedRegisters(plan: Plan): ReadonlyMap<string, EnumType> {
  const { module: m } = plan
  const typed = new Map(m.registers.flatMap((r): [string, EnumType][] => (isGround(r.type) && r.type.kind === 'enum' && isMember(r.type, r.reset) ? [[r.name, r.type]] : [])))
  const isPure = (e: Expr, type: EnumType): boolean => {
    if (e.kind === 'literal') return isMember(type, e.value)
    if (e.kind === 'mux') return isPure(e.then, type) && isPure(e.else, type)
    const other = e.kind === 'ref' && e.instance === undefined ? typed.get(e.name) : undefined
    return other !== undefined && other.name === type.name && sameType(other, type)
  }
  const sets = [...allSets(m.body)].filter(s => s.target.instance === undefined && typed.has(s.target.name))
  for (let before = -1; before !== typed.size;) {
    before = typed.size
    for (const s of sets) {
      const type = typed.get(signalKey(s.target))
      if (type !== undefined && (s.target.path.length > 0 || !isPure(s.value, type))) typed.delete(s.target.name)
    }
  }
  return typed
}

const isMember = (type: EnumType, value: unknown): boolean => value === null || type.members.some(m => m.value === value)
