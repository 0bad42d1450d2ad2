// Owns: checks of the storer: what it keeps of a chunk, and that it writes exactly that.
import { beforeEach, describe, expect, test } from 'vitest'
import { Chance, same } from './bench.ts'
import { beatsOf, marks, outcomeOf, StorerBench, swift, wordOf, yieldSymbol, type Beat, type Chunk, type Manners } from './storer-bench.ts'

const base = 0x8000_2000
/** Symbols of text, a yield now and then, never a mark. */
const text = (chance: Chance, n: number) => Array.from({ length: n }, () => (chance.often(6) ? yieldSymbol : chance.below(0xf8)))
const mannersOf = (chance: Chance): Manners =>
  ({ offers: chance.one([30, 70, 100]), ready: chance.one([25, 60, 100]), answers: chance.one([30, 100]), latency: chance.one([0, 1, 6]) })

const built = new StorerBench(new Chance(0))
let table: StorerBench
beforeEach(() => { table = new StorerBench(new Chance(1), built) })

/** Takes a chunk and compares all that can be told from the outside. */
function check(c: Chunk, m: Manners, t: StorerBench = table): void {
  const want = outcomeOf(c)
  const got = t.take(c, m)
  same([got.accepted, got.failed, got.full, got.spent], [want.accepted, want.failed, want.full, want.spent], got.where)
  if (want.accepted > 0) same([got.lastIsYield], [c.symbols[want.accepted - 1] === yieldSymbol], () => `last symbol, ${got.where()}`)
  const whole = !want.failed && !want.full && !want.spent
  if (whole) same([got.beatsTaken], [beatsOf(c).length], () => `beats, ${got.where()}`)
  t.settle(m, c.addr, c.symbols.slice(0, want.accepted), got.where)
}

describe('what is kept', () => {
  test('whole chunks: every offset and length', () => {
    const chance = new Chance(5)
    for (let offset = 0; offset < 8; offset++) {
      for (let n = 0; n <= 70; n++) {
        const symbols = text(chance, n)
        if (n > 0) check({ addr: base + offset, symbols, room: n, budget: n }, swift)
        check({ addr: base + offset, symbols, ends: true, room: 0xffff, budget: 0xffff }, mannersOf(chance))
      }
    }
  })

  test('cut by room, by budget or by a mark at each position of every chunk up to 20 symbols', () => {
    const chance = new Chance(6)
    for (let offset = 0; offset < 8; offset++) {
      for (let n = 1; n <= 20; n++) {
        for (let cut = 0; cut < n; cut++) {
          const symbols = text(chance, n), m = chance.often(50) ? swift : mannersOf(chance), addr = base + offset
          const end = chance.often(30) ? { ends: true } : {}
          check({ addr, symbols, room: cut, budget: 0xffff, ...end }, m)
          check({ addr, symbols, room: 0xffff, budget: cut, ...end }, m)
          check({ addr, symbols: symbols.with(cut, chance.one(marks)), room: 0xffff, budget: 0xffff, ...end }, m)
        }
      }
    }
  })

  test('room, budget and marks that meet: a mark before room, room before budget', () => {
    for (let seed = 0; seed < 2500; seed++) {
      const chance = new Chance(seed), n = 1 + chance.below(30), at = chance.below(n)
      let symbols = text(chance, n)
      for (let k = chance.below(3); k > 0; k--) symbols = symbols.with(Math.min(n - 1, at + chance.below(3)), chance.one(marks))
      check({ addr: base + chance.below(8), symbols, room: at + chance.below(3), budget: at + chance.below(3), ...(chance.often(30) ? { ends: true } : {}) }, mannersOf(chance))
    }
  })

  test('long chunks, as long as a header can say', () => {
    const chance = new Chance(9)
    check({ addr: base + 3, symbols: text(chance, 0xffff), room: 0xffff, budget: 0xffff }, swift)
    check({ addr: base + 1, symbols: text(chance, 5000), ends: true, room: 4999, budget: 0xffff }, swift)
  })

  test.each([2, 4, 16] as const)('%i stores in flight', (most) => {
    const t = new StorerBench(new Chance(most), most), chance = new Chance(most + 100)
    for (let i = 0; i < 150; i++) {
      const n = 1 + chance.below(60), symbols = text(chance, n)
      check({ addr: base + chance.below(8), symbols, room: chance.below(70), budget: 0xffff }, mannersOf(chance), t)
    }
  })

  test('a chunk begins while stores of the one before are in flight', () => {
    for (let seed = 0; seed < 150; seed++) {
      const chance = new Chance(seed), m = { ...mannersOf(chance), answers: 15, latency: chance.below(12) }, first = base + chance.below(8), all: number[] = []
      for (let k = 0; k < 6; k++) {
        const symbols = text(chance, 1 + chance.below(20)), c = { addr: first + all.length, symbols, room: 0xffff, budget: 0xffff }
        same([table.take(c, m).accepted], [symbols.length], `chunk ${k} of run ${seed}`)
        all.push(...symbols)
      }
      table.settle(m, first, all, () => `run ${seed}`)
    }
  })

  test('aligned chunks of 256 go at a beat a cycle', () => {
    const got = table.take({ addr: base, symbols: text(new Chance(3), 256), room: 0xffff, budget: 0xffff }, swift)
    expect(got.cycles).toBeLessThanOrEqual(32 + 5)
    // Each as one word.
    expect(table.stores).toBe(32)
  })
})

describe('malformed frames', () => {
  /** Every way to have one beat of a chunk wrong. */
  const wrongs = (beats: readonly Beat[]): (readonly [string, number, readonly Beat[]])[] => beats.flatMap((b, i) => {
    const change = (what: string, to: Partial<Beat>) => [`beat ${i} ${what}`, i, beats.with(i, { ...b, ...to })] as const
    const keeps = [0x00, 0x01, 0x7f, 0xfe, 0xff, 0x0f].filter((k) => k !== b.keep)
    const last = change('tlast', { last: !b.last })
    return [b.last ? last : [last[0], i, last[2].slice(0, i + 1)] as const, ...keeps.map((keep) => change(`tkeep ${keep}`, { keep }))]
  })

  test('a tlast or tkeep that does not fit fails the chunk, and only symbols up to that beat are written', () => {
    const chance = new Chance(11)
    for (const n of [1, 7, 8, 9, 16, 21]) {
      for (const end of [{}, { ends: true }]) {
        const symbols = text(chance, n), c: Chunk = { addr: base + chance.below(8), symbols, room: 0xffff, budget: 0xffff, ...end }
        for (const [note, at, beats] of wrongs(beatsOf(c))) {
          const m = chance.often(50) ? swift : mannersOf(chance), got = table.take(c, m, { beats, note })
          same([got.failed, got.full, got.spent, got.beatsTaken], [true, false, false, at + 1], got.where)
          same([got.accepted === Math.min(n, 8 * at) || got.accepted === Math.min(n, 8 * at + 8)], [true], () => `accepted ${got.accepted}, ${got.where()}`)
          table.settle(m, c.addr, symbols.slice(0, got.accepted), got.where)
        }
      }
    }
  })

  test('behind a cut nothing is looked at', () => {
    const symbols = text(new Chance(12), 24), c = { addr: base, symbols, room: 5, budget: 0xffff }
    const got = table.take(c, swift, { beats: beatsOf(c).with(1, { data: 0n, keep: 0, last: true }) })
    expect(got).toMatchObject({ accepted: 5, failed: false, full: true, beatsTaken: 1 })
    table.settle(swift, base, symbols.slice(0, 5), got.where)
  })
})

describe('abandon', () => {
  test('in every cycle: it ends, writes what it has accepted and nothing else, and the next chunk is whole', () => {
    for (const n of [1, 8, 13, 40]) {
      for (const end of [{}, { ends: true }]) {
        for (const m of [swift, { offers: 60, ready: 40, answers: 50, latency: 3 }]) {
          for (let abandon = 1; abandon < n / 4 + 20; abandon++) {
            const chance = new Chance(abandon), symbols = text(chance, n), c: Chunk = { addr: base + abandon % 8, symbols, room: 0xffff, budget: 0xffff, ...end }
            const got = table.take(c, m, { abandon })
            same([got.accepted <= n, got.full, got.spent], [true, false, false], got.where)
            table.settle(m, c.addr, symbols.slice(0, got.accepted), got.where)
            check({ addr: base + 2, symbols: text(chance, 11), room: 0xffff, budget: 0xffff }, swift)
          }
        }
      }
    }
  })

  test('it ends though no beat ever comes', () => {
    const c: Chunk = { addr: base, symbols: text(new Chance(1), 30), ends: true, room: 0xffff, budget: 0xffff }
    for (let have = 0; have < 6; have++) {
      const got = table.take(c, swift, { beats: beatsOf(c).slice(0, have), abandon: 40 })
      expect([got.accepted, got.cycles < 60]).toEqual([Math.min(30, 8 * have), true])
      table.settle(swift, base, c.symbols.slice(0, got.accepted), got.where)
    }
  })
})

describe('a word of its own', () => {
  test('up to the first mark, at each offset, cut by room and budget as a chunk is', () => {
    const chance = new Chance(20)
    for (let offset = 0; offset < 8; offset++) {
      for (let n = 0; n <= 8; n++) {
        for (const room of [0, n - 1, n, n + 1, 0xffff].filter((r) => r >= 0)) {
          const symbols = text(chance, n), c: Chunk = { addr: base + offset, symbols, room, budget: chance.often(20) ? chance.below(9) : 0xffff }, m = mannersOf(chance)
          const want = outcomeOf(c), got = table.take(c, m, { own: wordOf(symbols), beats: [] })
          same([got.accepted, got.failed, got.full], [want.accepted, false, want.full], got.where)
          if (want.accepted > 0) same([got.lastIsYield], [symbols[want.accepted - 1] === yieldSymbol], () => `last symbol, ${got.where()}`)
          table.settle(m, c.addr, symbols.slice(0, want.accepted), got.where)
          check({ addr: base + 1, symbols: text(chance, 9), room: 0xffff, budget: 0xffff }, m)
        }
      }
    }
  })

  test('abandoned, it ends all the same', () => {
    for (let abandon = 1; abandon < 6; abandon++) {
      const symbols = text(new Chance(abandon), 5), got = table.take({ addr: base + 6, symbols, room: 9, budget: 9 }, { ...swift, ready: 30 }, { own: wordOf(symbols), beats: [], abandon })
      table.settle(swift, base + 6, symbols.slice(0, got.accepted), got.where)
    }
  })
})

describe('symbols that are kept', () => {
  test('chunk by chunk, the storer another\'s between them: eight have room, none comes to memory', () => {
    for (let seed = 0; seed < 400; seed++) {
      const chance = new Chance(seed), m = mannersOf(chance), all: number[] = []
      for (let k = 0; k < 3; k++) {
        const symbols = text(chance, chance.below(k === 0 ? 10 : 6)), end = symbols.length === 0 || chance.often(30)
        const before = { addr: base + chance.below(8), symbols: all, room: 8, budget: 0xffff }
        const reload = table.take(before, m, { own: wordOf(all), beats: [], keep: true })
        same([reload.accepted, reload.full], [all.length, false], reload.where)
        const c: Chunk = { addr: 0, symbols, room: 8 - all.length, budget: 0xffff, ...(end ? { ends: true } : {}) }, want = outcomeOf(c)
        const got = table.take(c, m, { set: false })
        same([got.accepted, got.full, got.failed], [want.accepted, want.full, false], got.where)
        all.push(...symbols.slice(0, want.accepted))
        same([got.kept], [wordOf(all)], () => `kept of ${all.join(' ')}, ${got.where()}`)
        table.settle(m, 0, [], got.where)
        // Another slot's symbols, which go to memory.
        check({ addr: base + chance.below(8), symbols: text(chance, 1 + chance.below(20)), room: 0xffff, budget: 0xffff }, m)
        if (want.full) break
      }
    }
  })
})
