// Owns: faults planted in the unit's description, each of which the observer must find.
import { describe, expect, it } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { ObserverDifference } from '../../../sim-harness/observer/difference.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram } from '../../../sim-harness/soak/run-program.ts'
import { wasmDrivers } from '../../../sim-harness/soak/wasm-drivers.ts'
import { local, microfault, none, oneLane, ones, planted, unread, type Plant } from '../../support/plant.ts'

/**
 * The rule of the contract that is switched off, what the unit does instead, and how. Rules that random programs meet too seldom are switched off one by one in
 * test/coprocessor/unit/rules.test.ts; what of a chunk is not looked at, in storer.test.ts beside it; how votes are counted, in vote.test.ts.
 */
const faults: readonly (readonly [string, string, Plant])[] = [
  ['bounds', 'a symbol behind the limit is stored', planted('storer', local('fits', ones))],
  ['budget', 'a symbol is free', planted('storer', local('pays', ones))],
  ['budget', 'a query is free', microfault('budget = A - 1\n', '')],
  ['budget', 'what a start was given is not taken', microfault('flags = flags | budgeted goto start', 'goto start', 2)],
  ['traps', 'a mark is an ordinary symbol', planted('storer', local('marks', none))],
  ['traps', 'no symbol is the yield symbol', planted('storer', local('yields', none))],
  ['traps', 'a record tells nothing appended', microfault('endKept: A = gained', 'endKept: A = mark')],
  ['traps', 'a record is handed out again and again', microfault('if noRecord goto done\n take\n', 'if noRecord goto done\n')],
  ['traps', 'a reject is legal after a symbol', microfault('rxReject: A = top\n if A != mark goto rxLink', 'rxReject:   A = top')],
  ['traps', 'P-mode goes on like O-mode', microfault('flags = flags | single\n budget', 'budget', 2)],
  ['traps', 'O-mode ends with one answer, P-mode does not', microfault('if flags has single goto rxSingle', 'if not flags has single goto rxSingle')],
  ['ending', 'a cause keeps what it must not', microfault('top = mark\n flags', 'flags')],
  ['ending', 'a record does not wait for accesses', planted('oracle_unit', local('holds', none))],
  ['ending', 'what fitted of a cut answer is rolled back', microfault('if flags has cut goto endCut\n', 'if flags has yielded goto endCut\n')],
  ['held', 'the whole history is sent again', microfault('position = A + held', 'position = A')],
  ['held', 'it does not rise when a query has left', microfault('held = @x\n seen = @x\n A = now', 'seen = @x\n A = now')],
  ['held', 'it does not fall with top', microfault('held = A\n if flags has lends goto unlend', 'if flags has lends goto unlend')],
  ['held', 'a touch does not lower it', microfault('held = A\n if not flags has lends', 'if not flags has lends')],
  ['held', 'it stays behind a link error', microfault('if not flags has forgets goto endTell\n held = 0\n', 'if not flags has forgets goto endTell\n')],
  ['held', 'truncated bytes are not counted', microfault('truncated = A + truncated', 'truncated = truncated')],
  ['sessions', 'a frame of an older one counts', planted('oracle_unit', local('session_right', ones))],
  ['sessions', 'a new one leaves what runs alone', microfault('flags = flags | cause_link; end goto rxLeft\n', 'goto rxLeft\n')],
  ['sessions', 'the current number again is a new one', microfault('rxHello: if rxSameSession goto rxGreet\n', 'rxHello:\n')],
  ['sessions', 'a hello is not repeated', microfault('rxGreet: hello\n', 'rxGreet:\n')],
  ['sequence', 'an answer to an older query counts', microfault('if A != sequence goto rxDrop\n', '')],
  ['sequence', 'it begins anew with a slot', microfault('queries = 0\n', 'queries = 0\n sequence = 0\n')],
  ['sequence', 'an answer may begin anywhere', microfault('if A != rxOffset goto rxLink\n', '')],
  ['sequence', 'a frame that is dropped is not counted', microfault('rxDrop: @dropped = @dropped + 1\n', 'rxDrop:\n')],
  ['chunks', 'no trailer says cut', planted('sender', local('zeros', none))],
  ['chunks', 'no trailer says first', microfault('if A != held goto txRest\n txFirst\n', '')],
  ['chunks', 'every one asks for its first word anew', planted('loader', unread('behind'))],
  ['flags', 'an end sends no abort', microfault('flags = flags | abortDue; owe', 'owe')],
  ['flags', 'every end sends an abort', microfault('if flags has quiet goto endKept\n', '')],
  ['flags', 'an abort tells no length', microfault('flags = flags & ~abortDue\n txOffset = held home', 'flags = flags & ~abortDue\n txOffset = 0 home')],
  ['flags', 'a close is not sent', microfault('flags = flags | closeDue; close', 'close')],
  ['watchdog', 'it does not begin with the start', microfault('stamp = now; run\n', 'run\n')],
  ['cached', 'more than held is taken', microfault('if A > held goto rxDrop\n', '')],
  ['frames', 'a malformed header is taken', planted('link_rx', unread('bad'))],
  ['waiting', 'a second owait takes the place of the first', microfault('if maskWaits goto replyOne\n', '')],
  ['waiting', 'any record wakes an owait', planted('rocc_port', unread('mask', ones))],
  ['waiting', 'an exception lets nothing go', planted('rocc_port', local('released', none))],
  ['commands', 'opop leaves top', microfault('A, top = A - 1', 'A = A - 1')],
  ['commands', 'opush reads', microfault('accessStore = A wait accessed', 'accessLoad = A wait accessed')],
  ['commands', 'one does not wait for its access', planted('single_access', unread('flies'))],
  ['commands', 'a pushed byte stands on one lane', planted('single_access', oneLane)],
  ['votes', 'a ninth symbol has room', microfault('storeRoom = 8\n', 'storeRoom = 9\n')],
  ['votes', 'the host is said to have the winner', microfault('mark = A\n if flags has cut', 'held = A\n if flags has cut')],
  ['commands', 'every one that asks is oldest', planted('slots', unread('command_slot'))],
]

/** Programs until the observer speaks. */
async function firstDifference(change: Plant, programs: number): Promise<ObserverDifference | undefined> {
  const drivers = wasmDrivers(change)
  for (let seed = 1; seed <= programs; seed++) {
    try {
      await runProgram(generateProgram(seed), drivers.create)
    } catch (error) {
      if (error instanceof ObserverDifference) return error
      throw error
    }
  }
  return undefined
}

describe('planted faults', () => {
  it.each(faults)('%s: %s', async (_, __, plant) => {
    expect(await firstDifference(plant, 150)).toBeInstanceOf(ObserverDifference)
  }, 60_000)

  it('a fault that is not there is not planted', () => {
    expect(() => planted('storer', local('no such value', none))(parameters())).toThrow('nothing')
    expect(() => microfault('no such line', '')(parameters())).toThrow('0 times')
  })
})
