// Owns: coverage as text for people, and as LCOV for the viewers that exist.
import type { Coverage, PointCount, Toggles } from './result.ts'

const ones = (pattern: string): number => [...BigInt(pattern).toString(2)].filter(c => c === '1').length
const percent = (part: number, whole: number): string => (whole === 0 ? 'none' : `${part} of ${whole} (${(100 * part / whole).toFixed(1)} %)`)
const describe = (p: PointCount): string => (p.text === '' ? p.kind : `${p.kind} ${p.text}`)

/** How much was reached, as whole numbers: arms of rules, cover statements, bits that went both ways (each way counts), states of enumeration registers. */
export interface CoverageTotals {
  readonly arms: readonly [reached: number, of: number]
  readonly covers: readonly [reached: number, of: number]
  readonly toggles: readonly [reached: number, of: number]
  readonly states: readonly [reached: number, of: number]
}

export function coverageTotals(c: Coverage): CoverageTotals {
  const arms = c.points.filter(p => p.kind !== 'cover'), covers = c.points.filter(p => p.kind === 'cover'), reached = (all: readonly { readonly count: number }[]): number => all.filter(x => x.count > 0).length
  const states = c.machines.flatMap(m => m.states)
  return {
    arms: [reached(arms), arms.length], covers: [reached(covers), covers.length], states: [reached(states), states.length],
    toggles: [c.toggles.reduce((n, t) => n + ones(t.rose) + ones(t.fell), 0), c.toggles.reduce((n, t) => n + 2 * t.width, 0)],
  }
}

/** `all`: also the arms, signals and states that were reached. */
export interface CoverageTextOptions { readonly all?: boolean }

/**
 * The totals, then by source file and line what was never reached:
 *
 *     coverage of fifo: 120 cycles
 *       arms     5 of 6 (83.3 %)
 *       ...
 *     examples/language/fifo.ts
 *       32:9    elseWhen   never
 */
export function formatCoverage(c: Coverage, options: CoverageTextOptions = {}): string {
  const all = options.all ?? false, t = coverageTotals(c), lines = [`coverage of ${c.top}: ${c.cycles} cycles`]
  for (const [name, [part, whole]] of Object.entries(t) as [string, readonly [number, number]][]) lines.push(`  ${name.padEnd(8)} ${percent(part, whole)}`)
  for (const [file, points] of byFile(c.points.filter(p => all || p.count === 0))) {
    lines.push(file)
    const rows = points.map(p => [`${p.at.line}:${p.at.column}`, describe(p), p.module, p.count === 0 ? 'never' : String(p.count)])
    lines.push(...table(rows))
  }
  const still = c.toggles.filter(x => all || missing(x) !== '')
  if (still.length > 0) lines.push('signals', ...table(still.map(x => [x.path, missing(x) || 'every bit went both ways'])))
  for (const m of c.machines) {
    const states = m.states.filter(s => all || s.count === 0), moves = all ? m.transitions : []
    if (states.length + moves.length > 0) lines.push(`states of ${m.path}`, ...table([...states.map(s => [s.name, s.count === 0 ? 'never' : String(s.count)]), ...moves.map(x => [`${x.from} -> ${x.to}`, String(x.count)])]))
  }
  return `${lines.join('\n')}\n`
}

/** Bits that did not rise or did not fall, highest first. */
function missing(t: Toggles): string {
  const bits = (pattern: string): string => {
    const not: number[] = []
    for (let i = t.width - 1; i >= 0; i--) if ((BigInt(pattern) >> BigInt(i) & 1n) === 0n) not.push(i)
    return not.length === t.width && t.width > 1 ? 'no bit' : ranges(not)
  }
  const up = bits(t.rose), down = bits(t.fell), say = (what: string, verb: string): string => (what === '' ? '' : what === 'no bit' ? `no bit ${verb.replace('never ', '')}` : t.width === 1 ? verb : `${what} ${verb}`)
  return [say(up, 'never rose'), say(down, 'never fell')].filter(x => x !== '').join(', ')
}

/** [7, 6, 5, 0] as `7:5, 0`. */
function ranges(bits: readonly number[]): string {
  const found: [number, number][] = []
  for (const b of bits) {
    const last = found.at(-1)
    if (last && last[1] === b + 1) last[1] = b
    else found.push([b, b])
  }
  return found.map(([high, low]) => (high === low ? String(high) : `${high}:${low}`)).join(', ')
}

function byFile(points: readonly PointCount[]): Map<string, PointCount[]> {
  const files = new Map<string, PointCount[]>()
  for (const p of points) files.set(p.at.file, [...files.get(p.at.file) ?? [], p])
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([f, x]) => [f, x.sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column)]))
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>((w, row) => row.map((cell, i) => Math.max(cell.length, w[i] ?? 0)), [])
  return rows.map(row => `  ${row.map((cell, i) => cell.padEnd(widths[i]!)).join('   ')}`.trimEnd())
}

/**
 * LCOV's tracefile: each line on which arms begin with the cycles in which one of them ran, and each arm as a branch of its line. `root` is put before
 * the file names, which are relative to the package.
 */
export function toLcov(c: Coverage, root = ''): string {
  const text: string[] = []
  for (const [file, points] of byFile(c.points)) {
    const lines = new Map<number, PointCount[]>()
    for (const p of points) lines.set(p.at.line, [...lines.get(p.at.line) ?? [], p])
    text.push(`TN:${c.top.replace(/\W+/g, '_')}`, `SF:${root}${file}`)
    for (const [line, here] of lines) here.forEach((p, i) => text.push(`BRDA:${line},0,${i},${p.count}`))
    text.push(`BRF:${points.length}`, `BRH:${points.filter(p => p.count > 0).length}`)
    const hits = [...lines].map(([line, here]) => [line, Math.max(...here.map(p => p.count))] as const)
    for (const [line, hit] of hits) text.push(`DA:${line},${hit}`)
    text.push(`LF:${hits.length}`, `LH:${hits.filter(h => h[1] > 0).length}`, 'end_of_record')
  }
  return text.map(l => `${l}\n`).join('')
}
