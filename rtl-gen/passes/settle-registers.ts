// Owns: bits of registers that nothing sets: what they hold from the start is written out.
import { isGround, mapModules, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Expr, GroundType, Local, Module, Register, SetStatement } from '../ir/index.ts'
import { literal, uint } from './build.ts'
import { coverage } from './coverage.ts'

/**
 * After lowerAggregates. A register that nothing sets becomes a named constant (its reset value, or 0); bits that nothing sets and no
 * reset reaches are set to the same value at every edge. The data of a read that is never enabled, or past the end, is 0. So text
 * tools find a driver for each bit. A module in which nothing changes stays the same object.
 */
export const settleRegisters = (design: Design): Design => mapModules(design, settle)

function settle(m: Module): Module {
  const types = new Map(m.registers.map(r => [r.name, r.type]))
  const covered = coverage(m.body, t => types.get(signalKey(t)), () => true)
  const withReset = new Set(m.domains.filter(d => d.reset !== undefined).map(d => d.name))
  const constants: Local[] = []
  const sets: SetStatement[] = []
  const kept = m.registers.filter((r): boolean => {
    if (!isGround(r.type)) return true
    const width = widthOf(r.type)
    const all = (1n << BigInt(width)) - 1n
    const missing = all & ~(covered.get(r.name)?.some ?? 0n)
    if (missing === all) {
      constants.push({ kind: 'local', name: r.name, type: r.type, value: literal(r.type, startOf(r), r.at), at: r.at })
      return false
    }
    if (missing !== 0n && (r.reset === null || !withReset.has(r.domain))) sets.push(...holds(r, r.type, missing))
    return true
  })
  const memories = m.memories.map(mem => ({
    ...mem,
    writes: mem.writes.filter(w => !isNever(w.enable)),
    reads: mem.reads.filter(r => {
      const past = r.address.kind === 'literal' && r.address.value >= BigInt(mem.depth)
      const never = past || (r.mode === 'sync' && isNever(r.enable))
      if (never) constants.push({ kind: 'local', name: r.data, type: mem.type, value: literal(mem.type as GroundType, 0n, r.at), at: r.at })
      return !never
    }),
  }))
  return constants.length === 0 && sets.length === 0 ? m : { ...m, registers: kept, memories, locals: [...constants, ...m.locals], body: [...sets, ...m.body] }
}

const isNever = (enable: Expr): boolean => enable.kind === 'literal' && enable.value === 0n

const startOf = (r: Register): bigint => (r.reset === null ? 0n : r.reset as bigint)

function holds(r: Register, type: GroundType, missing: bigint): SetStatement[] {
  const sets: SetStatement[] = []
  for (let low = 0; low < type.width; low++) {
    if ((missing >> BigInt(low) & 1n) === 0n) continue
    let width = 1
    while ((missing >> BigInt(low + width) & 1n) === 1n) width++
    const value = literal(uint(width), startOf(r) >> BigInt(low) & (1n << BigInt(width)) - 1n, r.at)
    sets.push({ kind: 'set', target: { name: r.name, path: [{ kind: 'slice', low, width }], type: uint(width), at: r.at }, value, at: r.at })
    low += width
  }
  return sets
}
