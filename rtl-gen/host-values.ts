// Owns: values of shapes outside of the hardware: from bit patterns to what a user reads, and back.
import { DiagnosticError } from './diagnostics/index.ts'
import type { BundleShape, EnumShape, Shape, VecShape } from './dsl/index.ts'

/** Steps to a leaf: names of fields as declared, numbers of elements. */
export type LeafPath = readonly (string | number)[]

/** The value of a shape whose leaves `read` gives as patterns. Signed leaves become negative numbers, enumerations names of members. */
export function toHost(shape: Shape, read: (path: LeafPath) => bigint, path: LeafPath = []): unknown {
  switch (shape.kind) {
    case 'bundle': return Object.fromEntries(Object.entries((shape as BundleShape<Record<string, Shape>>).fields).map(([k, f]) => [k, toHost(f, read, [...path, k])]))
    case 'vec': { const s = shape as VecShape<Shape>; return Array.from({ length: s.length }, (_, i) => toHost(s.of, read, [...path, i])) }
    case 'sint': return BigInt.asIntN(shape.bits, read(path))
    case 'enum': {
      const s = shape as EnumShape<string>, v = read(path)
      return s.cases.find(k => s.valueOf(k) === v) ?? bad(`the value ${v} is no member of enumeration \`${s.enumName}\``, 'reset the register, or look at its bits with `raw.peek`')
    }
    default: return read(path)
  }
}

/** Gives each leaf of a value to `write` as a pattern. Throws RTL6007 if a part is missing, unknown or does not fit. */
export function fromHost(shape: Shape, value: unknown, write: (path: LeafPath, pattern: bigint) => void, path: LeafPath = []): void {
  const name = path.length > 0 ? `\`${path.join('.')}\`` : 'the value'
  switch (shape.kind) {
    case 'bundle': {
      const { fields } = shape as BundleShape<Record<string, Shape>>, given = value as Record<string, unknown>
      if (typeof value !== 'object' || value === null) bad(`${name} takes an object with ${Object.keys(fields).join(', ')}`, 'give every field')
      for (const k of Object.keys(given)) if (!(k in fields)) bad(`${name} has no field \`${k}\``, `it has ${Object.keys(fields).join(', ')}`)
      for (const [k, f] of Object.entries(fields)) fromHost(f, given[k], write, [...path, k])
      return
    }
    case 'vec': {
      const s = shape as VecShape<Shape>
      if (!Array.isArray(value) || value.length !== s.length) bad(`${name} takes an array of ${s.length} elements`, 'give every element')
      ;(value as unknown[]).forEach((v, i) => fromHost(s.of, v, write, [...path, i]))
      return
    }
    case 'enum': {
      const s = shape as EnumShape<string>
      if (typeof value !== 'string' || !s.cases.includes(value)) bad(`${name} takes a member of enumeration \`${s.enumName}\`, not ${String(value)}`, `it has ${s.cases.join(', ')}`)
      write(path, s.valueOf(value as string))
      return
    }
    default: {
      if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) bad(`${name} takes a whole number, not ${String(value)}`, 'give a number or a bigint')
      const v = BigInt(value as number | bigint), signed = shape.kind === 'sint'
      const low = signed ? -(1n << BigInt(shape.bits - 1)) : 0n, end = signed ? 1n << BigInt(shape.bits - 1) : 1n << BigInt(shape.bits)
      if (v < low || v >= end) bad(`${v} does not fit ${name}, which is ${shape.kind}(${shape.bits})`, `give ${low} to ${end - 1n}`)
      write(path, BigInt.asUintN(shape.bits, v))
    }
  }
}

function bad(message: string, help: string): never { throw new DiagnosticError([{ code: 'RTL6007', message, notes: [], help }]) }
