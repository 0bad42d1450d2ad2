// Owns: tests of the reports that the stand-alone bench makes: a query costs its new symbols, slices give the same history.
import { expect, test } from 'vitest'
import { historyTable } from '../../../scripts/report/history.ts'
import { slicesTable } from '../../../scripts/report/slices.ts'

const context = { cacheDir: '', say: () => undefined }
const column = (table: Awaited<ReturnType<typeof historyTable>>, name: string) => table.parts[0]!.rows.map((row) => row[table.parts[0]!.columns.indexOf(name)])

test('the cycles of a query hang on its new symbols, not on the history', async () => {
  const table = await historyTable(context)
  const lengths = column(table, 'history') as number[], cycles = column(table, 'cycles') as number[], sent = column(table, 'new symbols') as number[]
  expect(lengths).toEqual([100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000])
  // 100 at once, and 136 behind the answer to them.
  expect(sent).toEqual([100, 136, ...Array.from({ length: 7 }, () => 256)])
  const flat = cycles.slice(2)
  expect(Math.max(...flat)).toBeLessThan(1.1 * Math.min(...flat))
  expect(Object.keys(table.plots!)).toEqual(['history.svg'])
})

test('an answer in slices: the same history, more queries, nothing sent twice', async () => {
  const table = await slicesTable(context)
  expect(column(table, 'budget')).toEqual(['none', '256', '128', '64', '32', '16', '8', '4', '2'])
  expect(new Set(column(table, 'history equal'))).toEqual(new Set(['yes']))
  // A slice of b spends 1 on its query and has b - 1 symbols; 400 in all, and an answer that ends as the budget does yields.
  expect(column(table, 'queries')).toEqual([1, ...[256, 128, 64, 32, 16, 8, 4, 2].map((b) => Math.ceil(400 / (b - 1)))])
  expect(new Set(column(table, 'symbols sent'))).toEqual(new Set([1000]))
  expect(new Set(column(table, 'symbols appended'))).toEqual(new Set([400]))
  const tokens = column(table, 'tokens evaluated') as number[]
  // The uncut run computes each of its 1,400 symbols once; each further query at least one more.
  expect(tokens[0]).toBe(1400)
  const queries = column(table, 'queries') as number[]
  tokens.forEach((t, i) => expect(t).toBeGreaterThanOrEqual(1400 + queries[i]! - 1))
})
