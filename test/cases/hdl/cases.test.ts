// Owns: every case in every simulator, and the table of what became of each.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DiagnosticError } from '../../../rtl-gen/index.ts'
import { lintTogether } from '../../support/lint-together.ts'
import { runBench, type Outputs } from '../../support/verilog-bench.ts'
import type { Answer } from './answer.ts'
import { answerOf, constantsOf, strangers } from './answers.ts'
import { cases, wrap, type Case } from './load.ts'
import { runReferences } from './reference.ts'
import { runWasm, trialOf, type CaseTrial } from './trial.ts'

interface Passed { readonly id: string; readonly kind: string; readonly test: string; readonly how: string }
const table: Passed[] = []
const given = cases.map(c => ({ c, answer: answerOf(c) }))

/** What cannot be built is the failure of its own test only. */
function attempt<T>(f: () => T): T | Error {
  try { return f() } catch (e) { return e as Error }
}
const built = given.map(({ c, answer }) => (answer.modules ?? []).map(m => attempt(() => trialOf(c, m, answer))))
const constants = given.map(({ c, answer }) => attempt(() => {
  const m = constantsOf(c)
  // No inputs: the outputs are named after their rows.
  return m && { ...trialOf({ ...c, ports: {}, outs: {}, rows: [] }, m, {}), answer }
}))
const trials = [...built.flat(), ...constants].filter((t): t is CaseTrial => t !== undefined && !(t instanceof Error))
const outcomes = new Map<CaseTrial, Readonly<Record<'wasm' | 'icarus' | 'verilator', Outputs>>>()
const references = new Map<Case, readonly Readonly<Record<string, bigint | undefined>>[]>()

beforeAll(async () => {
  const wasm = trials.map(t => attempt(() => runWasm(t))), icarus = await runBench(trials, 'icarus'), verilator = await runBench(trials, 'verilator')
  trials.forEach((t, i) => outcomes.set(t, { wasm: wasm[i] instanceof Error ? [] : wasm[i]!, icarus: icarus[i]!, verilator: verilator[i]! }))
  const asked = built.flatMap(b => b.find((t): t is CaseTrial => !(t instanceof Error) && t.of.verilog !== undefined) ?? [])
  runReferences(asked).forEach((seen, i) => references.set(asked[i]!.of, seen))
}, 240_000)

const tools = ['wasm', 'icarus', 'verilator'] as const

/** Black boxes are simulated with the emitted text only. */
const toolsOf = (answer: Answer): readonly (typeof tools)[number][] => answer.outside === undefined ? tools : tools.slice(1)

/** What the case says of an output in a row: a number; what is documented where the case leaves it open; undefined if nobody says anything. */
function wanted(c: Case, out: string, row: number): bigint | undefined {
  const column = c.expected.out[out]!, v = row < column.length ? column[row] : undefined
  return v ?? answerOf(c).documented?.[out]?.[row]
}

function compare(t: CaseTrial): void {
  const { of: c } = t, answer = answerOf(c), reference = references.get(c), seen = outcomes.get(t)!
  const wrong: string[] = []
  for (const [out, type] of Object.entries(c.outs)) {
    t.rows.forEach((row, i) => {
      const own = wanted(c, out, i), judged = answer.asReference?.(row.values, out) ?? true
      const judge = judged ? reference?.[i]?.[out] : undefined
      // A row of the case has its value; a random row has that of the reference, where it has one; at the least, all agree.
      const value = own ?? (judge === undefined ? undefined : wrap(judge, type))
      for (const tool of toolsOf(answer)) {
        const pattern = seen[tool][i]?.[t.columns[out]!], is = pattern === undefined ? undefined : wrap(pattern, type)
        const first = seen[toolsOf(answer)[0]!][i]?.[t.columns[out]!], should = value ?? (first === undefined ? undefined : wrap(first, type))
        if (is === undefined || is !== should) wrong.push(`${tool}, row ${i}, ${out}: ${is} instead of ${should}`)
      }
      if (own !== undefined && judge !== undefined && wrap(judge, type) !== own) wrong.push(`reference, row ${i}, ${out}: ${wrap(judge, type)}, the case says ${own}`)
    })
  }
  expect(wrong.slice(0, 5)).toEqual([])
}

describe('the cases', () => {
  given.forEach(({ c, answer }, i) => {
    const test = `${c.id} (${c.kind}): ${c.text.replace(/\s+/g, ' ').slice(0, 90)}`
    it(test, async () => {
      expect(Boolean(answer.modules?.length || answer.refused?.length || answer.check), 'there is an answer').toBe(true)
      for (const t of built[i]!) {
        if (t instanceof Error) throw t
        if (answer.outside !== undefined) expect(() => runWasm(t)).toThrow('RTL6001')
        compare(t)
      }
      const folded = constants[i]
      if (folded instanceof Error) throw folded
      if (folded) {
        const seen = outcomes.get(folded)!, outs = Object.keys(c.outs)
        for (const tool of tools) expect(c.rows.map((_, r) => outs.map((o, k) => wrap(seen[tool][0]![r * outs.length + k]!, c.outs[o]!))), `${tool}, constants`).toEqual(c.rows.map((_,
          r) => outs.map(o => wanted(c, o, r))))
      }
      for (const r of answer.refused ?? []) {
        const error = attempt(r.by)
        if (!(error instanceof DiagnosticError)) throw error instanceof Error ? error : new Error(`${r.code} was wanted, but it was accepted`)
        expect(error.diagnostics.map(d => d.code)).toContain(r.code)
        expect(error.message).toContain(r.says)
      }
      const first = built[i]!.find((t): t is CaseTrial => !(t instanceof Error))
      await answer.check?.(first ? first.design : { kind: 'design', top: '', modules: [] })
      table.push({ id: c.id, kind: c.kind, test: 'cases.test.ts',
        how: answer.how ?? (answer.modules?.length ? 'value' : answer.refused?.length ? `refused with ${answer.refused[0]!.code}` : 'checked') })
    })
  })
  it('what is emitted is clean in three tools', () => {
    expect(lintTogether(trials.map(t => t.design), given.flatMap(({ answer }) => answer.beside ?? []))).toBe('')
  })
  it('no answer is for a case that does not exist', () => expect(strangers).toEqual([]))

  afterAll(() => {
    const line = (p: Passed): string => `${p.id}  ${p.kind.padEnd(16)}  ${p.test.padEnd(14)}  ${p.how}`
    console.log([`${table.length} of ${cases.length} cases pass`, ...table.map(line)].join('\n'))
  })
})
