// Owns: tests of what the reports are made with: pages, Yosys' counts, plots, what the programs print.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerFlags, frameKinds } from '../../../coprocessor/link/frames.ts'
import { encodeFrame, header } from '../../../coprocessor/link/codec.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { parseBeside } from '../../../scripts/report/beside.ts'
import { keptBy } from '../../../scripts/report/cache.ts'
import { parseMeasured } from '../../../scripts/report/o-mode.ts'
import { svg } from '../../../scripts/report/plot.ts'
import { areaOf, cellsOf } from '../../../scripts/report/synthesis.ts'
import { RateKeeper } from '../../../scripts/report/stream-rates.ts'
import { json, markdown, numberText, type Table } from '../../../scripts/report/table.ts'

const table: Table = {
  name: 'n', title: 'T', about: ['A.', 'B.'], plots: { 'n.svg': '<svg/>' },
  parts: [{ columns: ['what', 'how many', 'share'], rows: [['a|b', 1234, '5 %'], ['c', null, '-']], notes: ['So it is.'] }, { heading: 'More', columns: ['x'], rows: [[0.12345]] }],
}

test('a page: numbers to the right, what was not measured is a dash, bars are escaped', () => {
  expect(markdown(table)).toBe(`# T

Made by \`npm run report -- n\`. A. B.

![T](n.svg)

| what | how many | share |
| --- | ---: | --- |
| a\\|b | 1,234 | 5 % |
| c | - | - |

So it is.

## More

| x |
| ---: |
| 0.123 |
`)
})

test('the same as an object, rows by column', () => {
  expect(JSON.parse(json(table))).toMatchObject({ name: 'n', parts: [{ rows: [{ 'what': 'a|b', 'how many': 1234, 'share': '5 %' }, { 'how many': null }], notes: ['So it is.'] }, { heading: 'More', rows: [{ x: 0.12345 }] }] })
})

test('what a page states of its figures stands at its end', () => {
  const bounds = [{ says: 'at most 12', measured: '11', holds: true }, { says: 'at least 5.07', measured: '4.9', holds: false }]
  expect(markdown({ ...table, bounds }).slice(markdown(table).length)).toBe(`
## What holds

| bound | measured | holds |
| --- | --- | --- |
| at most 12 | 11 | yes |
| at least 5.07 | 4.9 | NO |

\`npm run report\` measures them again, and fails if one does not hold.
`)
  expect(JSON.parse(json({ ...table, bounds }))).toMatchObject({ bounds })
})

describe('rates of a stream', () => {
  const quiet = { exception: false, interrupt: false, busy: false }
  // By hand: a start in cycle 10; header in 20 and 60, then 32 loads and 32 beats of data two in three cycles, trailer; the answer's header in 300 and 301, 20 beats, and stores five cycles later.
  const base: bigint = 0x8000_0000n, at = (i: number) => Math.floor(i * 3 / 2)
  const kind = (direction: 'toHost' | 'fromHost', name: string) => frameKinds.find((k) => k.direction === direction && k.name === name)!
  const tokens = { evaluated: 0, reused: 0, history: 0 }
  const query = encodeFrame({ kind: kind('toHost', 'query'), header: header({ sequence: 1, length: 256 }), data: new Uint8Array(256), trailer: { first: true, last: true, cut: false } })
  const answer = encodeFrame({ kind: kind('fromHost', 'answer'), header: header({ sequence: 1, length: 160, offset: 256, flags: 1 << answerFlags.end }), data: new Uint8Array(160), tokens })
  const events: CycleEvents[] = [
    { cycle: 10, command: { funct7: instruction('oenter').funct7, xd: true, xs1: true, xs2: true, rd: 1, rs1: 0n, rs2: 0n, prv: 3 } },
    ...query.map((toHost, i) => ({ cycle: i === 0 ? 20 : i === 1 ? 60 : 60 + at(i), toHost })), ...answer.map((fromHost, i) => ({ cycle: 300 + i, fromHost })),
    ...Array.from({ length: 32 }, (_, i) => ({ cycle: 57 + at(i), memoryRequest: { store: false, address: base + BigInt(8 * i), bytes: 8, tag: i % 8, data: 0n } })),
    ...Array.from({ length: 20 }, (_, i) => [
      { cycle: 307 + i, memoryRequest: { store: true, address: base + BigInt(256 + 8 * i), bytes: 8, tag: 32 + i % 8, data: 0n } }, { cycle: 310 + i, memoryResponse: { tag: 32 + i % 8, data: 0n } },
    ]).flat(),
  ].map((e) => ({ ...quiet, ...e }))
  const byCycle = new Map<number, CycleEvents>()
  for (const e of events) byCycle.set(e.cycle, { ...byCycle.get(e.cycle), ...e })
  const merged = [...byCycle.values()].sort((a, b) => a.cycle - b.cycle)

  test('whole, at memory, on the link', () => {
    const keeper = new RateKeeper()
    for (const e of merged) keeper.observe(e)
    const [found] = keeper.rates()
    // 34 beats behind the first: the last one in 60 + floor(34 * 3 / 2) = 111; loads from 57 to 57 + 46.
    expect(found!.enterToQuery).toBe(10)
    expect(found!.query.whole).toBeCloseTo(256 / (111 - 20 + 1))
    expect(found!.query.memory).toBeCloseTo(8 * 31 / 46)
    expect(found!.query.link).toBeCloseTo(8 * 33 / (111 - 60))
    // 160 bytes from 300 to the answer to the last store, 329.
    expect(found!.answer.whole).toBeCloseTo(160 / 30)
    expect([found!.answer.memory, found!.answer.link]).toEqual([8, 8])
  })
})

test.each([[0, '0'], [1395.4, '1,395'], [2.839, '2.84'], [0.004567, '0.00457'], [NaN, '-']])('%d is written %s', (value, text) => { expect(numberText(value)).toBe(text) })

describe('counts of Yosys', () => {
  const stat = `=== part ===

   Number of cells:                  1
     LUT6                            1

=== design hierarchy ===

   Number of wires:                 99
   Number of cells:                 20
     $paramod\\x                      1
     FDRE                            5
     FDSE_1                          1
     LUT2                            3
     LUT6                            4
     RAM32M                          2
     RAMB18E1                        1
     CARRY4                          2
`
  test('the whole tree stands last', () => { expect(cellsOf(stat)).toEqual({ '$paramod\\x': 1, 'FDRE': 5, 'FDSE_1': 1, 'LUT2': 3, 'LUT6': 4, 'RAM32M': 2, 'RAMB18E1': 1, 'CARRY4': 2 }) })
  test('RAM of LUTs counts as LUTs: four for a RAM32M', () => {
    expect(areaOf(cellsOf(stat))).toMatchObject({ lut: 15, lutRam: 8, flipFlops: 6, blocks: { RAMB18E1: 1 }, carries: 2, multipliers: 0 })
  })
  test('of the other families too', () => {
    expect(areaOf({ SB_LUT4: 7, SB_DFFESR: 2, SB_DFF: 1, SB_RAM40_4KNR: 3, SB_CARRY: 4 })).toMatchObject({ lut: 7, flipFlops: 3, blocks: { SB_RAM40_4KNR: 3 }, carries: 4 })
    expect(areaOf({ LUT4: 7, TRELLIS_DPR16X4: 2, TRELLIS_FF: 5, DP16KD: 1, CCU2C: 2, PFUMX: 9 })).toMatchObject({ lut: 15, lutRam: 8, flipFlops: 5, blocks: { DP16KD: 1 } })
  })
})

test('a plot has every point, and a flat line is flat', () => {
  const text = svg({ title: 'T & U', across: 'x', up: 'y', lines: [{ name: 'l', points: [[100, 5], [1000, 5], [10_000, 5]] }] })
  const at = [...text.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map((m) => [Number(m[1]), Number(m[2])] as const)
  expect(at).toHaveLength(3)
  expect(new Set(at.map(([, y]) => y)).size).toBe(1)
  expect(at[1]![0] - at[0]![0]).toBeCloseTo(at[2]![0] - at[1]![0], 0)
  expect(text).toContain('T &amp; U')
})

test('what the programs print', () => {
  expect(parseMeasured('cycles 10 left 4 length 356 sum ab\n')).toEqual({ cycles: 10, left: 4, length: 356, sum: 'ab' })
  expect(() => parseMeasured('the record: 0x1\n')).toThrow(SyntaxError)
  expect(parseBeside('lock-0 alone rounds 2 sum 5 most 3\nlock-0 stream query 7 answer 8\n').get('lock-0 alone')).toEqual({ rounds: 2, sum: 5, most: 3 })
})

test('a result is kept by what it was made from', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'archnights-kept-'))
  let made = 0
  const of = (...parts: string[]) => keptBy({ cacheDir, say: () => undefined }, 'x', parts, () => Promise.resolve(++made))
  try {
    expect([await of('a', 'b'), await of('a', 'b'), await of('ab', ''), await of('a', 'c')]).toEqual([1, 1, 2, 3])
  } finally {
    rmSync(cacheDir, { recursive: true })
  }
})
