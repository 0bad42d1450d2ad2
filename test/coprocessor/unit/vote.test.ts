// Owns: `ovote` on the unit: which ballot wins, ballots in pieces beside another's, and that each line of the count matters.
import { describe, expect, test } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { majority, mostBallots, mostBallotSymbols } from '../../../coprocessor/isa/instructions/ovote.ts'
import { microcode } from '../../../coprocessor/microcode/program.ts'
import type { MicroProgram } from '../../../coprocessor/microcode/operation.ts'
import { assembleUnit } from '../../../coprocessor/microcode/words.ts'
import { Chance } from './bench.ts'
import { UnitBench } from './unit-bench.ts'

const history = [0x41, 0x42, 0x43]
const none = { evaluated: 0, reused: 0, history: 0 }
interface Vote { readonly cause: string | undefined; readonly cut: boolean | undefined; readonly yielded: boolean | undefined; readonly won: readonly number[] }

/** A vote of slot 0 with these ballots, each sent in one piece or in two. */
function vote(ballots: readonly (readonly number[])[], { room = 21, split = () => 0, program }: { room?: number; split?: (length: number) => number; program?: MicroProgram } = {}): Vote {
  const unit = new UnitBench({}, program).boot(history, room)
  // It waits for its record.
  expect(() => unit.command('ovote', 0n, BigInt(ballots.length))).toThrow('not answered')
  for (const [i, ballot] of ballots.entries()) {
    const tags = { session: 7, sequence: i + 1 }, first = split(ballot.length)
    if (first > 0) unit.fromHost('answer', { ...tags, offset: history.length, length: first }, ballot.slice(0, first))
    unit.fromHost('answer', { ...tags, offset: history.length + first, length: ballot.length - first, flags: 1 }, ballot.slice(first), none)
  }
  for (let i = 0; i < 2000 && !unit.interrupt; i++) unit.cycle()
  unit.cycle(20)
  const r = decodeRecord(unit.command('otrap', 0n)), length = Number(unit.get('top') - unit.get('base'))
  expect(unit.get('held')).toBe(BigInt(history.length))
  return { cause: r?.cause, cut: r?.cut, yielded: r?.yielded, won: [...unit.memory.slice(history.length, length)] }
}
const wins = (won: readonly number[]): Vote => ({ cause: 'answer', cut: false, yielded: won.at(-1) === 0xff, won })

/** By hand. */
const cases: readonly (readonly [string, readonly (readonly number[])[], readonly number[]])[] = [
  ['the most', [[1], [2], [2]], [2]],
  ['ties go to the first', [[1], [2], [2], [1], [3]], [1]],
  ['the first may be the third', [[1], [1, 1], [2], [3], [3], [2]], [2]],
  ['all differ', [[5, 6], [5], [6]], [5, 6]],
  ['a prefix is another ballot', [[1], [1, 2], [1, 2]], [1, 2]],
  ['nothing is a ballot', [[], [1], []], []],
  ['zeros are symbols', [[0], [0, 0], [0, 0]], [0, 0]],
  ['eight of eight, the last decides', [[1], [2], [1], [2], [3], [3], [1], [2]], [1]],
  ['the first of two that come as often, though the other spreads farther', [[1], [1], [2], [3], [2]], [1]],
  ['two of eight, the last', [[1], [2], [3], [4], [5], [6], [7], [7]], [7]],
  ['eight symbols', [[1, 2, 3, 4, 5, 6, 7, 8], [9], [1, 2, 3, 4, 5, 6, 7, 8]], [1, 2, 3, 4, 5, 6, 7, 8]],
  ['a yield is a symbol', [[1, 0xff], [1], [1, 0xff]], [1, 0xff]],
]

describe('ovote on the unit', () => {
  test.each(cases)('%s', (_, ballots, won) => { expect(vote(ballots)).toEqual(wins(won)) })

  test('every vote of up to four on two, and random ones of up to eight', () => {
    for (let k = 1; k <= 4; k++) {
      for (let code = 0; code < 2 ** k; code++) {
        const ballots = Array.from({ length: k }, (_, i) => [code >> i & 1])
        expect([code, vote(ballots)]).toEqual([code, wins(majority(ballots))])
      }
    }
    for (let seed = 0; seed < 25; seed++) {
      const chance = new Chance(seed), word = () => Array.from({ length: chance.below(mostBallotSymbols + 1) }, () => chance.one([0, 7, 0x61, 0xff])), words = [word(), word(), word()]
      const ballots = Array.from({ length: 1 + chance.below(mostBallots) }, () => chance.one(words))
      expect([seed, vote(ballots, { split: (n) => (chance.often(50) && n > 0 ? 1 + chance.below(n) : 0) })]).toEqual([seed, wins(majority(ballots))])
    }
  })

  test('a winner that does not fit', () => {
    expect(vote([[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]], { room: 5 })).toEqual({ cause: 'limit', cut: true, yielded: false, won: [1, 2, 3, 4, 5] })
  })
})

describe('a line that is left out is seen', () => {
  const lines: readonly (readonly [string, string, string])[] = [
    ['ties', 'A = A + @y\n', ''],
    ['the queries left', 'A = A + record\n', ''],
    ['equal ballots', 'if A != ballot7 goto ovote_not_ballot7\n @x = @x + 1\n', ''],
    ['what is kept of earlier ones', 'ballot7 = ballot\n', ''],
    ['the weight of a vote', 'A, @x = A + @x\n', '@x = A\n'],
    ['a leader', 'leader = ballot\n', ''],
    ['its score', 'score = A\n', ''],
    ['the room of a ballot', 'storeRoom = 8\n', 'storeRoom = 2\n'],
    ['a ballot in two pieces', 'ballot = kept goto rxTook', 'A = kept goto rxTook'],
  ]
  test.each(lines)('%s', (_, from, to) => {
    const place = new RegExp(from.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'), 'g')
    expect([...microcode.matchAll(place)].length).toBe(1)
    const program = assembleUnit(microcode.replace(place, to.trim()))
    const right = ([, ballots, won]: (typeof cases)[number]): boolean => {
      try {
        return JSON.stringify(vote(ballots, { program, split: (n) => n >> 1 })) === JSON.stringify(wins(won))
      } catch {
        return false
      }
    }
    expect(cases.filter((c) => !right(c)).length).toBeGreaterThan(0)
  })
})
