// Owns: `ovote`: its row, what it means, its vectors.
import type { AnswerRule } from '../../machine/answer-rule.ts'
import { begins, oModeRefusal, onSlot } from '../../machine/perform.ts'
import { appendOwn, latch, startRule, withRun } from '../../machine/slot-run.ts'
import type { SlotState } from '../../machine/slot-state.ts'
import type { Instruction } from '../instruction.ts'
import { awaitRecord, c, end64, high, low, O, one, packed, status } from '../vector.ts'

/** Registers: so many ballots, of so many symbols each. */
export const mostBallots = 8
export const mostBallotSymbols = 8

type Ballot = readonly number[]
interface Votes { readonly wanted: number; readonly cast: readonly Ballot[]; readonly ballot: Ballot; readonly won?: Ballot }

/** The ballot that was cast most often; of several the one that was cast first. */
export function majority(cast: readonly Ballot[]): Ballot {
  const same = (a: Ballot, b: Ballot) => a.length === b.length && a.every((symbol, i) => symbol === b[i])
  const votes = cast.map((ballot) => cast.filter((other) => same(other, ballot)).length)
  return cast[votes.indexOf(Math.max(...votes))]!
}

const votesOf = (s: SlotState): Votes => s.run!.memo as Votes
const withVotes = (s: SlotState, change: Partial<Votes>): SlotState => withRun(s, { memo: { ...votesOf(s), ...change } })

/** Nothing of a ballot comes to memory: the history stays as it is until the last has been cast. */
const vote: AnswerRule = {
  name: 'vote',
  take(s, symbol) {
    const { ballot } = votesOf(s)
    return ballot.length === mostBallotSymbols ? latch(s, 'limit', true) : withVotes(s, { ballot: [...ballot, symbol] })
  },
  ended(s, p) {
    const { wanted, cast, ballot } = votesOf(s)
    const all = [...cast, ballot]
    if (all.length < wanted) return withRun(withVotes(s, { cast: all, ballot: [] }), { phase: 'begin' })
    const winner = majority(all)
    const appended = appendOwn(s, winner.length)
    const won = winner.slice(0, appended.top - s.top)
    const fits = won.length === winner.length
    return withRun(latch(withVotes(appended, { won }), fits ? 'answer' : 'limit', !fits), { yielded: fits && winner.at(-1) === p.yieldSymbol })
  },
  stored: (s) => votesOf(s).won ?? [],
}

/** Words of earlier ballots, the earliest first. */
const earlier = Array.from({ length: mostBallots - 1 }, (_, i) => `ballot${i + 1}`)

// The ballot grows in the storer, and between its chunks lies in its word. While it does top counts its symbols, though no memory has them.
const chunk = `
              storeKeep
              storeRoom = ${mostBallotSymbols}
              storeBudget = -1
              A = top
              if A == mark goto .fresh
              A = ballot
              storeOwn wait taken
              if ended goto rxRest
  .fresh:     storeStart wait taken
              ballot = kept goto rxTook
`
// While the vote goes on the word of its record counts the queries that are left.
const ended = `
              top = mark
              @x = 1
              @y = 0
              A = ballot
              ${earlier.toReversed().map((b, i) => `if A != ${b} goto .not_${b}\n @x = @x + 1\n @y = ${i + 1}\n .not_${b}:`).join('\n')}
              A = @x
              A, @x = A + @x
              flags = flags & ~yielded
              A = A + @x
              A = A + @x
              A = A + @x
              A = A + @y
              A = A + record
              if A <= score goto .counted
              score = A
              leader = ballot
  .counted:   A = record
              if A == 0 goto .last
              record = A - 1
              ${earlier.map((b, i) => `${b} = ${earlier[i + 1] ?? 'ballot'}`).join('\n')}
              goto rxFinished
  .last:      storeAt = top
              A = limit
              storeRoom = A - top
              storeBudget = -1
              A = leader
              storeOwn wait taken
              wait stored
              if over goto rxOver
              A, gained = accepted
              if storeFull goto .cut
              if A == 0 goto .kept
              if not storeYield goto .kept
              flags = flags | yielded+keeps goto rxFinished
  .kept:      flags = flags | keeps goto rxFinished
  .cut:       flags = flags | keeps+cut goto rxFinished
`
const settled = `
              if not flags has keeps goto number
              A = gained
              A, top = A + top
              mark = A
              if flags has cut goto .limit
              flags = flags | cause_answer; end home
  .limit:     flags = flags | cause_limit; end home
`

export const ovote: Instruction = {
  mnemonic: 'ovote',
  funct7: 57,
  rs1: { name: 'slot', doc: 'number of the slot' },
  rs2: { name: 'k', doc: 'number of ballots, 1 to 8' },
  privilege: 'parameter',
  statuses: ['slot', 'free', 'busy', 'unset', 'colour', 'oracle', 'range', 'memory'],
  waits: true,
  starts: true,
  microcode: `
              if refused goto refuse
              A = oracle
              if not listed @auto goto badOracle
              A = rs2
              if A == 0 goto badRange
              if A > 8 goto badRange
              if dead goto badMemory
              if not sendsNow goto .late
              sequence, txEarly = sequence + 1
  .late:      flags = flags & ~run
              record = A - 1
              flags = flags | single+voting
              asked = oracle
              budget = 0
              score = 0
              ${earlier.map((b) => `${b} = @symbols`).join('\n')}
              goto start
  `,
  answers: {
    flag: 'voting',
    words: [
      ...earlier.map((name, i) => ({ name, doc: `the ballot cast ${mostBallots - 1 - i} before; the word symbols, which is none, before the first` })),
      { name: 'ballot', doc: 'the one that is cast: its symbols, and marks behind them' },
      { name: 'leader', doc: 'the ballot that leads' },
      { name: 'score', doc: 'how often it came, times 8, and how many queries were left when it first did' },
    ],
    at: { chunk, ended, settled, end: 'top = mark goto endNow' },
  },
  doc: 'k queries of the same history to the Oracle of the slot, each answer a ballot of at most 8 symbols, kept in registers; then the ballot that came most often is appended, of several the one that came first. '
    + 'Ends with `answer`, flag `yielded` as for P-mode. An empty answer is a ballot like any other, and a yield symbol a symbol like any other. There is no budget: k says how many queries. '
    + 'A ninth symbol ends the vote with `limit`, flag `cut`, and a refusal with `reject`: then, and with every other cause, nothing is appended. A winner that does not fit is appended as far as it does: `limit`, flag `cut`. '
    + 'held stays where the history was: the host gets the winner with the next query, as new symbols, and the counter `appended` leaves it out.',
  result: '0: its record waits; 1: still running',
  perform: onSlot((c, s, around) => oModeRefusal(s, around)
    ?? (c.rs2 < 1n || c.rs2 > BigInt(mostBallots) ? 'range' : begins(startRule(s, vote, { wanted: Number(c.rs2), cast: [], ballot: [] } satisfies Votes), true))),
  sample: 1n,
  vectors: [
    { name: 'ovote: unset, colour, oracle, range', steps: [
      c('owindow', low, high, 0n), c('oseg.open', low, packed(0n, 8n), 0n), c('oseg.open', low + 8n + O, packed(1n, 8n), 0n),
      c('ovote', 0n, 0n, 'unset'), c('oentry', 4n, 0n, 0n), c('ovote', 0n, 0n, 'colour'), c('ovote', 1n, 0n, 'oracle'), c('oauto', 0b10n, 0n, 0n), c('ovote', 1n, 9n, 'oracle'), c('oseg.bind', 1n, 1n, 0n),
      c('ovote', 1n, 0n, 'range'), c('ovote', 1n, 9n, 'range'), c('ovote', 1n, 1n << 32n | 1n, 'range'), c('ovote', 1n, end64 - 1n, 'range'), status(1n, 1n),
    ] },
    { name: 'ovote: the record waits already when the watchdog was quicker than the host', steps: [
      ...one, c('oseg.watch', 1n, 50n, 0n), c('ovote', 1n, 8n, 0n), awaitRecord, c('otrap', 1n, 0n, 7n << 55n | 1n << 47n), c('oseg.get', 1n, 8n, 1n), c('oseg.get', 1n, 9n, 0n), c('ocount', 1n, 0n, 1n), c('ocount', 1n, 1n, 0n),
    ] },
  ],
  linkVectors: [
    { name: 'ovote: three ballots of the same history, the majority is appended and is new to the host', steps: [
      ...one, { session: 7 }, c('opush', 1n, 0x61n, 0n), { later: c('ovote', 1n, 3n, 0n) }, { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, { answers: 1, sequence: 1, at: 1, symbols: [0x39] },
      { sends: 'query', slot: 1, sequence: 2, at: 1, bytes: [] }, { answers: 1, sequence: 2, at: 1, symbols: [0x38], goesOn: true }, { answers: 1, sequence: 2, at: 2, symbols: [0xff] },
      { sends: 'query', slot: 1, sequence: 3, at: 1, bytes: [] }, { answers: 1, sequence: 3, at: 1, symbols: [0x38, 0xff] }, awaitRecord,
      // cause answer (2), flag yielded, two symbols.
      c('otrap', 1n, 0n, 2n << 55n | 1n << 47n | 2n << 39n | 2n), { holds: low + 0x100n, bytes: [0x61, 0x38, 0xff, 0] }, c('oseg.get', 1n, 5n, 1n), c('oseg.get', 1n, 6n, 1n), c('ocount', 1n, 0n, 3n), c('ocount', 1n, 1n, 3n),
      c('ocount', 1n, 2n, 1n), c('ocount', 1n, 3n, 0n), c('ocount', 1n, 4n, 0n), { quiet: true }, c('oask', 1n, 0n, 0n), { sends: 'query', slot: 1, sequence: 4, at: 1, bytes: [0x38, 0xff] },
    ] },
    { name: 'ovote: a tie goes to the first, a ballot may be empty', steps: [
      ...one, { session: 7 }, { later: c('ovote', 1n, 2n, 0n) }, { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [] }, { answers: 1, sequence: 1, at: 0, symbols: [] }, { sends: 'query', slot: 1, sequence: 2, at: 0, bytes: [] },
      { answers: 1, sequence: 2, at: 0, symbols: [0x62] }, awaitRecord, c('otrap', 1n, 0n, 2n << 55n | 1n << 47n), c('oseg.get', 1n, 3n, low + 0x100n), { holds: low + 0x100n, bytes: [0] },
    ] },
    { name: 'ovote: a ninth symbol ends it with limit, and the host is told what stays', steps: [
      ...one, { session: 7 }, c('opush', 1n, 0x61n, 0n), { later: c('ovote', 1n, 2n, 0n) }, { sends: 'query', slot: 1, sequence: 1, at: 0, bytes: [0x61] }, { answers: 1, sequence: 1, at: 1, symbols: [1, 2, 3, 4, 5, 6, 7, 8, 9] }, awaitRecord,
      { sends: 'abort', slot: 1, sequence: 1, at: 1 }, c('otrap', 1n, 0n, 3n << 55n | 1n << 47n | 1n << 39n), c('oseg.get', 1n, 3n, low + 0x101n), { holds: low + 0x100n, bytes: [0x61, 0] },
    ] },
  ],
}
