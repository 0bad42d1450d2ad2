// Owns: which signals a text back end can write as plain assignments, and which need a block of statements.
import { allSets, signalKey } from '../ir/index.ts'
import type { Module, SetStatement } from '../ir/index.ts'

/**
 * The outputs, wires and instance inputs that are set under a condition, through an index, or twice in the same bits.
 * All others have only unconditional sets of parts that do not overlap.
 */
export function proceduralSignals(m: Module): ReadonlySet<string> {
  const registers = new Set(m.registers.map(r => r.name))
  const plain = new Set<SetStatement>(m.body.filter(s => s.kind === 'set'))
  const covered = new Map<string, bigint>()
  const procedural = new Set<string>()
  for (const s of allSets(m.body)) {
    const key = signalKey(s.target)
    if (registers.has(key)) continue
    const bits = constantBits(s)
    if (!plain.has(s) || bits === undefined || ((covered.get(key) ?? 0n) & bits) !== 0n) procedural.add(key)
    else covered.set(key, (covered.get(key) ?? 0n) | bits)
  }
  return procedural
}

/** The bits of a ground signal that a statement sets; undefined where an index decides. */
function constantBits(s: SetStatement): bigint | undefined {
  if (s.target.path.length === 0) return -1n
  let low = 0
  let width = 0
  for (const step of s.target.path) {
    if (step.kind !== 'slice') return undefined
    low += step.low
    width = step.width
  }
  return ((1n << BigInt(width)) - 1n) << BigInt(low)
}
