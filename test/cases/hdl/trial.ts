// Owns: a case as a trial: its rows and random ones after them, and what each simulator makes of them.
import type { Design, Module } from '../../../rtl-gen/index.ts'
import { check, compileSimulator, elaborate } from '../../../rtl-gen/index.ts'
import { seededPick } from '../../../rtl-gen/fuzz/index.ts'
import type { Cycle, Outputs, Trial } from '../../support/verilog-bench.ts'
import type { Answer } from './answer.ts'
import type { Case, Numbers, Row, Type } from './load.ts'

/** Rows of every trial: those of the case, then random ones. */
export const rowCount = 40

export interface CaseTrial extends Trial {
  readonly of: Case
  readonly rows: readonly Row[]
  /** Place of each output of the case among the outputs of the top. */
  readonly columns: Readonly<Record<string, number>>
}

const edges = (t: Type): bigint[] => { const w = BigInt(t.width); return [0n, 1n, (1n << w) - 1n, 1n << (w - 1n), (1n << (w - 1n)) - 1n] }
/** A number of a type: an edge, or any. */
export function randomNumber(t: Type, pick: (n: number) => number): bigint {
  const any = (): bigint => Array.from({ length: Math.ceil(t.width / 30) }, () => BigInt(pick(2 ** 30))).reduce((a, b) => a << 30n | b, 0n)
  const bits = pick(3) === 0 ? edges(t)[pick(5)]! : any()
  return t.signed ? BigInt.asIntN(t.width, bits) : BigInt.asUintN(t.width, bits)
}

/** The rows of a case, and random ones up to `rowCount`. */
export function rowsOf(c: Case, allowed: (row: Numbers) => boolean = () => true): Row[] {
  const pick = seededPick([...c.id].reduce((n, ch) => n * 31 + ch.charCodeAt(0) | 0, 7) >>> 0), rows = [...c.rows]
  const free = c.rows.some(r => r.edges)
  while (rows.length < rowCount) {
    const values = Object.fromEntries(Object.entries(c.ports).map(([k, t]) => [k, randomNumber(t, pick)]))
    if (allowed(values)) rows.push({ values, ...free && { edges: c.clocks.filter(() => pick(2) === 1) } })
  }
  return rows
}

/** A module as a trial of a case; `columns` as said in CaseTrial. */
export function trialOf(c: Case, m: Module<any>, answer: Answer): CaseTrial {
  const design = elaborate(m)
  check(design)
  const top = design.modules.at(-1)! as Extract<Design['modules'][number], { readonly kind: 'module' }>
  const namesOf = (port: string): readonly string[] => (answer.names?.[port] ?? port).split(' ')
  const rows = rowsOf(c, answer.allowed), inputs = top.ports.filter(p => p.direction === 'input').map(p => p.name)
  const resets = top.domains.flatMap(d => d.reset ? [d.reset.name] : [])
  const given = Object.fromEntries(Object.keys(c.ports).flatMap(k => namesOf(k).map(n => [n, k])))
  const cycles = rows.map((row): Cycle => ({
    values: Object.fromEntries([...inputs, ...resets].map(n => {
      const port = given[n]
      return [n, port === undefined ? 0n : BigInt.asUintN(c.ports[port]!.width, row.values[port]!)]
    })),
    rising: row.edges ? top.domains.reduce((mask, d, i) => row.edges!.includes(d.name) ? mask | 1 << i : mask, 0) : 2 ** top.domains.length - 1,
  }))
  const outputs = top.ports.filter(p => p.direction === 'output').map(p => p.name)
  const columns = Object.fromEntries(Object.keys(c.outs).map(k => [k, outputs.indexOf(namesOf(k)[0]!)]))
  for (const [k, i] of Object.entries(columns)) if (i < 0) throw new Error(`${c.id}: no output ${k} among ${outputs.join(', ')}`)
  const missing = Object.keys(given).filter(n => ![...inputs, ...resets].includes(n))
  if (missing.length) throw new Error(`${c.id}: no input ${missing.join(', ')}`)
  return { name: c.id, design, cycles, of: c, rows, columns, ...answer.beside && { beside: answer.beside } }
}

/** The built-in simulator, as the benches of the others work: set, settle, look, edge. */
export function runWasm(t: Trial): Outputs {
  const sim = compileSimulator(t.design, { checks: 'record' }), top = t.design.modules.at(-1)!
  const ports = top.ports.filter(p => p.direction === 'output').map(p => sim.port(p.name))
  return t.cycles.map(c => {
    for (const [n, v] of Object.entries(c.values)) sim.poke(n, v)
    sim.step(1, c.rising)
    return ports.map(p => p.getBig())
  })
}
