// Owns: what a run has reached, as plain data: counts that can be printed, stored as JSON, and added up.
import type { Place } from '../ir/index.ts'
import type { ArmKind } from './instrument.ts'

/** An arm of a rule, or a cover statement, in all instances of its module: the cycles in which it ran. */
export interface PointCount { readonly module: string; readonly kind: ArmKind; readonly text: string; readonly at: Place; readonly count: number }
/** The bits of one signal that went from 0 to 1 and from 1 to 0, as hexadecimal patterns. */
export interface Toggles { readonly path: string; readonly width: number; readonly at: Place; readonly rose: string; readonly fell: string }
/** An enumeration register: cycles in each state, and how often it went from one to another. */
export interface Machine {
  readonly path: string
  readonly at: Place
  readonly states: readonly { readonly name: string; readonly count: number }[]
  readonly transitions: readonly { readonly from: string; readonly to: string; readonly count: number }[]
}
/** Plain data: `JSON.stringify` it, and give what `JSON.parse` makes of that to `mergeCoverage`. Cycles in reset do not count. */
export interface Coverage {
  readonly format: 'archnights-coverage-1'
  readonly top: string
  readonly cycles: number
  readonly points: readonly PointCount[]
  readonly toggles: readonly Toggles[]
  readonly machines: readonly Machine[]
}

/** Adds up runs of the same design, or of designs that share modules. The order of what was found first stays. */
export function mergeCoverage(first: Coverage, ...others: readonly Coverage[]): Coverage {
  const all = [first, ...others]
  return {
    format: first.format, top: [...new Set(all.map(c => c.top))].join(', '), cycles: sum(all.map(c => c.cycles)),
    points: joined(all.flatMap(c => occurrences(c.points)), p => p.key, same => ({ ...same[0]!.point, count: sum(same.map(p => p.point.count)) })),
    toggles: joined(all.flatMap(c => c.toggles), t => t.path, same => ({ ...same[0]!, rose: either(same.map(t => t.rose)), fell: either(same.map(t => t.fell)) })),
    machines: joined(all.flatMap(c => c.machines), m => m.path, same => ({
      ...same[0]!, states: joined(same.flatMap(m => m.states), s => s.name, x => ({ name: x[0]!.name, count: sum(x.map(s => s.count)) })),
      transitions: joined(same.flatMap(m => m.transitions), t => `${t.from} ${t.to}`, x => ({ ...x[0]!, count: sum(x.map(t => t.count)) })),
    })),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const either = (patterns: readonly string[]): string => `0x${patterns.reduce((all, p) => all | BigInt(p), 0n).toString(16)}`

function joined<T, U>(items: readonly T[], key: (item: T) => string, join: (same: readonly T[]) => U): U[] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const known = groups.get(key(item))
    if (known) known.push(item)
    else groups.set(key(item), [item])
  }
  return [...groups.values()].map(join)
}

/** Points by what they are; two that look the same (a loop made them) by which of them it is. */
function occurrences(points: readonly PointCount[]): { readonly key: string; readonly point: PointCount }[] {
  const seen = new Map<string, number>()
  return points.map(point => {
    const text = JSON.stringify([point.module, point.kind, point.text, point.at.file, point.at.line, point.at.column]), n = seen.get(text) ?? 0
    seen.set(text, n + 1)
    return { key: `${text} ${n}`, point }
  })
}
