// Owns: the Oracle that answers as one did in a recorded run: the same bytes, after the same simulated time, and nothing to a query that is not the recorded one.
import { readFile } from 'node:fs/promises'
import { BridgeError, wordsOf } from '../errors.ts'
import type { AnswerEvent, Oracle } from '../oracle.ts'
import { exchangesOf, type Exchange } from '../record/exchanges.ts'
import { parseRecording, type Recording } from '../record/format.ts'

/** An answer that the unit left has no end, and the unit is to leave it again; a unit that is somewhat later may, one that does not leave it is not to wait for its watchdog. */
const patience = 100_000

/** Where two histories differ, in words; undefined: nowhere. */
function difference(now: Uint8Array, then: Uint8Array): string | undefined {
  const hex = (byte: number) => `0x${byte.toString(16).padStart(2, '0')}`
  for (let at = 0; at < now.length && at < then.length; at++) if (now[at] !== then[at]) return `at byte ${at}: it is ${hex(now[at]!)}, recorded was ${hex(then[at]!)}`
  return now.length === then.length ? undefined : `at byte ${Math.min(now.length, then.length)}: it has ${now.length} bytes, recorded were ${then.length}`
}

function eventsFor(exchange: Exchange | undefined, history: Uint8Array, number: number, slot: number, all: number): readonly AnswerEvent[] {
  const fault = (message: string): AnswerEvent[] => [{ kind: 'fault', message, afterCycles: 0 }]
  if (!exchange) return fault(`query ${number} of slot ${slot} is not in the recording, which has ${all} of that slot`)
  const differs = difference(history, exchange.history)
  if (differs !== undefined) return fault(`query ${number} of slot ${slot} differs from the recorded one ${differs}`)
  const { events, left } = exchange
  return left === undefined ? events : [...events, { kind: 'fault', message: `the recorded run left the answer to query ${number} of slot ${slot} here`, afterCycles: left + patience }]
}

async function* play(events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> { yield* events }

/**
 * Answers each slot's queries in the order in which they were recorded: with the same unit and commands the run is the same, byte for byte and cycle for cycle, on every
 * engine. A query that is not the recorded one, or one too many, is a fault whose message names the query and the first byte that differs.
 */
export function replayOracle(recording: Recording, name = 'replay'): Oracle {
  const { queries, hints } = exchangesOf(recording)
  /** Gives the items of a slot one after another. */
  const next = <T extends { readonly slot: number }>(all: readonly T[]): ((slot: number) => { item: T | undefined; number: number; all: number }) => {
    const slots = new Map<number, { items: T[]; asked: number }>()
    const of = (slot: number) => slots.get(slot) ?? slots.set(slot, { items: [], asked: 0 }).get(slot)!
    for (const item of all) of(item.slot).items.push(item)
    return (slot) => {
      const own = of(slot)
      return { item: own.items[own.asked++], number: own.asked, all: own.items.length }
    }
  }
  const [query, hint] = [next(queries), next(hints)]
  return {
    name,
    ask({ slot, history }) {
      const { item, number, all } = query(slot)
      return play(eventsFor(item, history, number, slot, all))
    },
    ...(recording.head.hints ? { hint: (slot: number) => hint(slot).item?.cached } : {}),
    dispose: async () => undefined,
  }
}

/**
 * `replay:FILE`.
 * @throws BridgeError BRG1002 for a file that cannot be read, BRG1011 for one that is damaged or cut, with the line
 */
export async function openReplay(file: string): Promise<Oracle> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    throw new BridgeError('BRG1002', `the recording ${file} cannot be read: ${wordsOf(thrown)}`, 'give the path of a file that `run --record FILE` wrote')
  }
  return replayOracle(parseRecording(text, file), `replay:${file}`)
}
