// Owns: that the three machines of the paper agree where they must, and that what each adds does what it says.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pdaStart, runPda, type OracleFunction, type PdaInstruction, type StackName } from '../../../coprocessor/machine/o-2-pda.ts'
import { runTs, tsStart, type TsInstruction } from '../../../coprocessor/machine/o-2-pda-ts.ts'
import { contentOf, runTsv, tsvStart } from '../../../coprocessor/machine/o-2-pda-tsv.ts'

const stack = fc.constantFrom<StackName>('A', 'B')
const symbol = fc.integer({ min: 0, max: 4 })
const label = fc.integer({ min: 0, max: 14 })
const yieldSymbol = 4
const plain: fc.Arbitrary<PdaInstruction> = fc.oneof(
  fc.record({ op: fc.constant('push' as const), stack, symbol }), fc.record({ op: fc.constant('pop' as const), stack }),
  fc.record({ op: fc.constant('jeq' as const), stack, symbol, to: label }), fc.record({ op: fc.constant('oracle' as const), stack, rejected: label }),
)
const code = fc.array(plain, { minLength: 1, maxLength: 14 })
const contents = fc.record({ A: fc.array(symbol, { maxLength: 4 }), B: fc.array(symbol, { maxLength: 4 }) })
/** Any function of the history: the answers hang on its length and sum. */
const oracles = fc.array(fc.option(fc.array(symbol, { maxLength: 5 }), { nil: 'reject' as const }), { minLength: 1, maxLength: 7 })
  .map((table): OracleFunction => (history) => table[(history.length + history.reduce((a, b) => a + b, 0)) % table.length]!)
const never: OracleFunction = () => [1]
const colours = { A: 'O', B: 'P' } as const
const fuel = 60

describe('O-2-PDA', () => {
  it('appends the answer to the stack that was asked, and takes the branch on a refusal', () => {
    const program: PdaInstruction[] = [
      { op: 'push', stack: 'A', symbol: 1 }, { op: 'oracle', stack: 'A', rejected: 4 }, { op: 'oracle', stack: 'A', rejected: 4 }, { op: 'halt' }, { op: 'push', stack: 'B', symbol: 9 },
    ]
    const end = runPda(program, pdaStart(), (h) => (h.length === 1 ? [7, 8] : 'reject'), 10)
    expect(end.stacks).toEqual({ A: [1, 7, 8], B: [9] })
    expect(end.queries.map((q) => q.history)).toEqual([[1], [1, 7, 8]])
  })

  it('Prop. 2.7: while the program only appends, query n and answer n are a prefix of query n + 1', () => {
    const appends = fc.array(plain.filter((i) => i.op !== 'pop' && i.op !== 'jeq'), { minLength: 1, maxLength: 14 })
    fc.assert(fc.property(appends, oracles, (program, oracle) => {
      const { queries } = runPda(program, pdaStart(), oracle, fuel)
      for (const s of ['A', 'B'] as const) {
        const mine = queries.filter((q) => q.stack === s)
        mine.slice(1).forEach((q, i) => {
          const before = [...mine[i]!.history, ...(mine[i]!.answer === 'reject' ? [] : mine[i]!.answer)]
          expect(q.history.slice(0, before.length)).toEqual(before)
        })
      }
    }))
  })
})

describe('O-2-PDA-TS', () => {
  it('is the O-2-PDA on programs that do not enter O-mode', () => {
    fc.assert(fc.property(code, contents, oracles, (program, start, oracle) => {
      const ts = runTs({ code: program, colours, yieldSymbol, trap: 0 }, tsStart(pdaStart(start)), oracle, fuel)
      const { mode, traps, ...rest } = ts
      expect(rest).toEqual(runPda(program, pdaStart(start), oracle, fuel))
      expect([mode, traps]).toEqual(['P', []])
    }))
  })

  it('O-mode is the loop that a Priestess could write, as long as no answer is empty', () => {
    const talking = fc.array(fc.array(symbol, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 7 })
      .map((table): OracleFunction => (history) => table[(history.length + history.reduce((a, b) => a + b, 0)) % table.length]!)
    const loop: PdaInstruction[] = [{ op: 'oracle', stack: 'A', rejected: 4 }, { op: 'jeq', stack: 'A', symbol: yieldSymbol, to: 4 }, { op: 'push', stack: 'B', symbol: 1 }, { op: 'jeq', stack: 'B', symbol: 1, to: 0 }]
    fc.assert(fc.property(contents, talking, (start, oracle) => {
      const byHand = runPda(loop, pdaStart(start), oracle, 40)
      const o = runTs({ code: [{ op: 'enter', stack: 'A' }], colours, yieldSymbol, trap: 1 }, tsStart(pdaStart(start)), oracle, 1 + byHand.queries.length + 1)
      expect(o.queries.slice(0, byHand.queries.length)).toEqual(byHand.queries)
      if (byHand.halted) expect([o.stacks.A, o.traps, o.halted]).toEqual([byHand.stacks.A, ['yield'], true])
    }))
  })

  it('S: O-mode does not begin on a P stack; T: only the one label follows a trap', () => {
    const program = { code: [{ op: 'enter', stack: 'B' }, { op: 'halt' }, { op: 'push', stack: 'B', symbol: 3 }] as TsInstruction[], colours, yieldSymbol, trap: 2 }
    const end = runTs(program, tsStart(pdaStart()), never, 10)
    expect([end.traps, end.queries, end.stacks.B]).toEqual([['colour'], [], [3]])
  })
})

describe('O-2-PDA-TSV', () => {
  const tsCode = fc.array(fc.oneof<[fc.Arbitrary<TsInstruction>, fc.Arbitrary<TsInstruction>]>(plain, fc.record({ op: fc.constant('enter' as const), stack })), { minLength: 1, maxLength: 14 })

  it('is the O-2-PDA-TS while there is room and no budget', () => {
    fc.assert(fc.property(tsCode, contents, oracles, label, (program, start, oracle, trap) => {
      const p = { code: program, colours, yieldSymbol, trap }
      const ts = runTs(p, tsStart(pdaStart(start)), oracle, fuel)
      const v = runTsv(p, tsvStart(start, 5 * fuel), oracle, fuel)
      expect({ A: contentOf(v, 'A'), B: contentOf(v, 'B') }).toEqual(ts.stacks)
      expect([v.pc, v.halted, v.mode, v.traps, v.queries]).toEqual([ts.pc, ts.halted, ts.mode, ts.traps, ts.queries])
    }), { numRuns: 300 })
  })

  it('never spends more than its budget in one stay in O-mode, and comes back when no history is rejected (P10, K5)', () => {
    fc.assert(fc.property(contents, oracles, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 30 }), (start, oracle, budget, room) => {
      const end = runTsv({ code: [{ op: 'enter', stack: 'A' }], colours, yieldSymbol, trap: 1, budget }, tsvStart(start, room), oracle, budget + 3)
      expect(end.spent).toBeLessThanOrEqual(budget)
      expect(end.mode).toBe('P')
      expect(end.segments.A.top).toBeLessThanOrEqual(end.segments.A.limit)
      expect(contentOf(end, 'B')).toEqual(start.B)
    }))
  })

  it('cut slices give the history of the uncut run, for an Oracle that ends each answer at its first yield symbol', () => {
    const text = [1, 2, 1, 3, 2, 2, 1, yieldSymbol]
    const autoregressive: OracleFunction = (h) => text.slice(h.length)
    fc.assert(fc.property(fc.integer({ min: 2, max: 9 }), (budget) => {
      const again: TsInstruction[] = [{ op: 'jeq', stack: 'A', symbol: yieldSymbol, to: 2 }, { op: 'enter', stack: 'A' }, { op: 'halt' }]
      const end = runTsv({ code: again, colours, yieldSymbol, trap: 0, budget }, tsvStart({ A: [], B: [] }, 100), autoregressive, 100)
      expect(contentOf(end, 'A')).toEqual(text)
    }))
  })

  it('limit is tested before budget', () => {
    const p = { code: [{ op: 'enter', stack: 'A' }] as TsInstruction[], colours, yieldSymbol, trap: 1, budget: 3 }
    expect(runTsv(p, tsvStart({ A: [], B: [] }, 2), () => [1, 1, 1], 10).traps).toEqual(['limit'])
    expect(runTsv(p, tsvStart({ A: [], B: [] }, 3), () => [1, 1, 1], 10).traps).toEqual(['budget'])
  })
})
