// Owns: how many clock cycles a microprogram takes, from a line until its thread is at home.
import type { MicroOperation, MicroProgram } from './operation.ts'
import { jumps } from './paths.ts'

/** The shortest way, out of a loop from slot to slot in its first turn; the longest one. */
export interface Range { readonly shortest: number; readonly longest: number }
/** Until the thread is at home; until a routine has returned. Absent: no path comes there. */
type Costs = Partial<Record<'home' | 'back', Range>>

/** A line takes one; a branch that is taken, a call and a return one more; a wait two more, if what it waits for is there already. */
const lineCycles = 1, turnCycles = 1, wakeCycles = 2

const plus = (n: number, r: Range, m: Range = { shortest: 0, longest: 0 }): Range => ({ shortest: n + r.shortest + m.shortest, longest: n + r.longest + m.longest })
const either = (a: Range | undefined, b: Range): Range => (a === undefined ? b : { shortest: Math.min(a.shortest, b.shortest), longest: Math.max(a.longest, b.longest) })
const each = (c: Costs, change: (r: Range) => Range): Costs => Object.fromEntries(Object.entries(c).map(([end, r]) => [end, change(r)]))

/** Where a line goes on, a call aside, and the cycles that it takes then. */
const ways = (o: MicroOperation): (readonly [number, number])[] => {
  if (o.flow === 'call') return []
  const taken = o.condition === 'never' ? [] : [[o.target, lineCycles + turnCycles] as const]
  if (jumps(o) && o.flow === 'branch' || o.flow === 'home' || o.flow === 'return') return taken
  return [...taken, [o.address + 1, lineCycles + (o.flow === 'wait' ? wakeCycles : 0)]]
}

/** For each line the cycles from it until its thread is at home, the line at which it goes home included. Absent: it only returns. A loop with a wait is counted once. */
export function cyclesOf({ operations }: MicroProgram, slots: number): readonly (Range | undefined)[] {
  const turns = new Map<number, number>()
  for (const o of operations.filter((x) => x.action === 'slotNext')) {
    for (const [head, cycles] of ways(o)) turns.set(head, Math.max(turns.get(head) ?? 0, turnOf(operations, head, o.address) + cycles))
  }
  const known = new Map<number, Costs>(), path = new Set<number>()
  const costsFrom = (o: MicroOperation): Costs => {
    const sum: Costs = {}
    const or = (end: 'home' | 'back', r: Range) => { sum[end] = either(sum[end], r) }
    const last: Range = { shortest: lineCycles, longest: lineCycles }
    if (o.flow === 'home') or('home', last)
    if (o.flow === 'return') or('back', plus(turnCycles, last))
    if (o.flow === 'call') {
      const routine = costs(o.target), rest = costs(o.address + 1)
      if (routine.home) or('home', plus(lineCycles + turnCycles, routine.home))
      for (const end of ['home', 'back'] as const) if (routine.back && rest[end]) or(end, plus(lineCycles + turnCycles, rest[end], routine.back))
    }
    // The turns from slot to slot are counted where a loop begins.
    if (o.action !== 'slotNext') for (const [to, cycles] of ways(o)) for (const [end, r] of Object.entries(costs(to))) or(end as 'home', plus(cycles, r))
    return sum
  }
  const costs = (at: number): Costs => {
    if (path.has(at)) return {}
    path.add(at)
    const found = known.get(at) ?? each(costsFrom(operations[at]!), (r) => ({ ...r, longest: r.longest + (turns.get(at) ?? 0) * (slots - 1) }))
    path.delete(at)
    known.set(at, found)
    return found
  }
  return operations.map((o) => costs(o.address).home)
}

/** The longest way from the first line of a loop to the line that goes to the next slot, without that line. */
function turnOf(operations: readonly MicroOperation[], from: number, to: number): number {
  const longest = (at: number): number => {
    if (at === to) return 0
    const o = operations[at]!
    if (o.action === 'slotNext') return -Infinity
    // A routine that is called in a turn takes its own.
    const on = o.flow === 'call' ? [[o.address + 1, lineCycles + turnCycles + routineOf(operations, o.target)] as const] : ways(o)
    return Math.max(-Infinity, ...on.map(([next, cycles]) => cycles + longest(next)))
  }
  return longest(from)
}

/** The longest way of a routine without a loop until it has returned. */
function routineOf(operations: readonly MicroOperation[], at: number): number {
  const o = operations[at]!
  const on = ways(o).map(([next, cycles]) => cycles + routineOf(operations, next))
  return Math.max(-Infinity, ...on, ...(o.flow === 'return' ? [lineCycles + turnCycles] : []))
}
