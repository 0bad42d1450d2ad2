// Owns: the table of what a program beside a stream suffers: its own memory accesses, and a lock by LR/SC.
import { parameters, type Parameters } from '../../coprocessor/parameters.ts'
import { parseScript } from '../../sim-harness/bridge/oracles/script.ts'
import type { ReportContext } from './cache.ts'
import { buildSimulator, compile, run } from './rocket-program.ts'
import type { Bound, Cell, Table } from './table.ts'

const history = 65_536, answer = 65_536
/** O-mode as agents have it: many answers, and the latencies of the host. */
const agent = { history: 1000, answers: 200, symbols: 64, latencies: [0, 1000] } as const
/** Cycles of a burst and of the quiet behind it, the defaults first. */
const settings: readonly Partial<Pick<Parameters, 'burst' | 'quiet'>>[] = [{}, { burst: 1024 }, { burst: 512 }, { burst: 256, quiet: 128 }]

/**
 * Cycles at the end of a burst until the port is quiet: two accesses in flight that miss, each with a line written back and one fetched; and what the hart needs for a
 * line of its own that was put out meanwhile.
 */
const drain = 400
/** Cycles of a quiet gap that pass before the hart, which has tried again and again, gets through. */
const settling = 20
/** Within so many cycles a lock is taken: a burst that has just begun, its end, a gap. */
const lockWithin = (p: Parameters): number => p.burst + drain + p.quiet
/** While a stream lasts the hart has a gap to itself in each period of the port: so many cycles at most for a round that takes `alone` without it, begun when a burst does. */
const roundWithin = (p: Parameters, alone: number): number => (Math.ceil(alone / (p.quiet - settling)) + 1) * lockWithin(p)
/** What hangs on the cache alone, and what does not: loops that stay within so many times their cycles whatever streams. */
const slowerBesideStream: Readonly<Partial<Record<(typeof loops)[number][0], number>>> = { 'loads-miss': 2.5, 'computes': 1.15 }
/** Beside O-mode, by the latency of the host: no loop takes more than so many times its cycles. */
const slowerBesideAgent: Readonly<Record<number, number>> = { 0: 2.25, 1000: 1.25 }
/** The loops of beside.c; `lock` ones take a lock, the others make 128 accesses or none. */
const loops = [
  ['loads-hit', '128 loads that hit'], ['stores-hit', '128 stores that hit'], ['loads-miss', '128 loads, each of another line'], ['computes', '128 rounds without memory'],
  ['lock-0', 'lock, tried without a pause'], ['lock-3', 'lock, 3 instructions between tries'], ['lock-5', 'lock, 5 instructions between tries'],
] as const

interface Rounds { readonly rounds: number; readonly sum: number; readonly most: number }

/** By loop and by what streams: `alone`, `query`, `answer`, `whole`. */
export function parseBeside(text: string): Map<string, Rounds> {
  return new Map([...text.matchAll(/^(\S+ (?:alone|query|answer|whole)) rounds (\d+) sum (\d+) most (\d+)$/gm)].map(([, name, rounds, sum, most]) => [name!, { rounds: Number(rounds), sum: Number(sum), most: Number(most) }]))
}

const get = (of: Found, name: string, when: string): Rounds => of.rounds.get(`${name} ${when}`) ?? { rounds: 0, sum: 0, most: 0 }
const mean = (r: Rounds): number | null => (r.rounds === 0 ? null : r.sum / r.rounds)
const slower = (r: Rounds, alone: Rounds): number | null => (r.rounds === 0 ? null : r.sum / r.rounds / (alone.sum / alone.rounds))
const streams = ['query', 'answer'] as const
const locks = loops.filter(([name]) => name.startsWith('lock')), others = loops.filter(([name]) => !name.startsWith('lock'))

/** Cycles of the streams while the hart leaves memory alone. */
interface Found { readonly rounds: Map<string, Rounds>; readonly query: number; readonly answer: number }

async function inOMode(context: ReportContext, latency: number): Promise<Map<string, Rounds>> {
  const simulator = await buildSimulator(context, 'oracle'), image = await compile(['beside.c']), { answers, symbols } = agent
  const lines = Array.from({ length: answers }, (_, i) => JSON.stringify(i === answers - 1 ? { text: 'o'.repeat(symbols - 1), yield: true, after_cycles: latency } : { text: 'o'.repeat(symbols), after_cycles: latency }))
  const { text } = await run(simulator, image, [agent.history, answers * symbols], parseScript(loops.flatMap(() => lines).join('\n')))
  return parseBeside(text)
}

async function measure(context: ReportContext, given: Partial<Parameters>): Promise<Found> {
  const simulator = await buildSimulator(context, 'oracle', given), image = await compile(['beside.c'])
  const line = JSON.stringify({ text: 'o'.repeat(answer - 1), yield: true, after_cycles: 1000 })
  const { text } = await run(simulator, image, [history, answer], parseScript(`${line}\n`.repeat(loops.length)))
  const [, query, taken] = /^computes stream query (\d+) answer (\d+)$/m.exec(text) ?? []
  return { rounds: parseBeside(text), query: Number(query), answer: Number(taken) }
}

const cells = (found: Found) => ([name, words]: (typeof loops)[number]): Cell[] => {
  const alone = get(found, name, 'alone')
  return [words, mean(alone), ...streams.flatMap((when): Cell[] => {
    const r = get(found, name, when)
    return [r.rounds, mean(r), slower(r, alone), r.rounds === 0 ? null : r.most]
  })]
}
const worst = (found: Found, of: readonly (typeof loops)[number][], pick: (r: Rounds, alone: Rounds) => number | null): number =>
  Math.max(...of.flatMap(([name]) => streams.map((when) => pick(get(found, name, when), get(found, name, 'alone')) ?? Infinity)))

export async function besideTable(context: ReportContext): Promise<Table> {
  const all: { readonly p: Parameters; readonly found: Found }[] = []
  for (const given of settings) {
    const p = parameters(given)
    context.say(`beside a stream, ${p.quiet} cycles of quiet after ${p.burst}`)
    all.push({ p, found: await measure(context, given) })
  }
  const agents: { readonly latency: number; readonly rounds: Map<string, Rounds> }[] = []
  for (const latency of agent.latencies) {
    context.say(`beside O-mode, host latency ${latency}`)
    agents.push({ latency, rounds: await inOMode(context, latency) })
  }
  const first = all[0]!, slow = (found: Found) => worst(found, others, slower), lock = (found: Found) => worst(found, locks, (r) => (r.rounds === 0 ? null : r.most))
  const cycles = (n: number): string => (Number.isFinite(n) ? `${n} cycles` : 'never')
  const bounds = [
    ...all.flatMap(({ p, found }): Bound[] => [
      { says: `a lock is taken within ${lockWithin(p)} cycles (burst ${p.burst} + quiet ${p.quiet} + ${drain})`, measured: cycles(lock(found)), holds: lock(found) <= lockWithin(p) },
      ...others.map(([name, words]): Bound => {
        const alone = Math.round(mean(get(found, name, 'alone')) ?? Infinity), where = `burst ${p.burst}, quiet ${p.quiet}`, times = slowerBesideStream[name]
        if (times !== undefined) {
          const most = Math.max(...streams.map((when) => slower(get(found, name, when), get(found, name, 'alone')) ?? Infinity))
          return { says: `${where}: ${words} slow by less than ${Math.round(100 * (times - 1))} % beside a stream`, measured: `${(100 * (most - 1)).toFixed(0)} %`, holds: most < times }
        }
        const most = roundWithin(p, alone), longest = Math.max(...streams.map((when) => get(found, name, when).most || Infinity))
        return { says: `${where}: ${words} take at most ${most} cycles beside a stream (⌈${alone} / (quiet - ${settling})⌉ + 1 periods)`, measured: cycles(longest), holds: longest <= most }
      }),
    ]),
    ...agents.map(({ latency, rounds }): Bound => {
      const of = { rounds, query: 0, answer: 0 }, found = Math.max(...loops.map(([name]) => slower(get(of, name, 'whole'), get(of, name, 'alone')) ?? Infinity)), most = slowerBesideAgent[latency]!
      return { says: `beside O-mode with a host latency of ${latency} cycles a program that hammers its cache slows by less than ${Math.round(100 * (most - 1))} %`, measured: `${(100 * (found - 1)).toFixed(0)} %`, holds: found < most }
    }),
  ]
  return {
    name: 'beside', title: 'A program beside a stream',
    about: [
      `On the small Rocket (data cache of 4 KiB, direct mapped) a program runs one loop again and again, alone, while a history of ${history} bytes leaves, and while an answer of ${answer} bytes comes as fast as the unit takes it. Clock cycles of one round.`,
      'A round that did not begin and end while the stream went on is in no column; a lock that was not taken in it has no figure.',
      'These streams miss the cache with every line, and put out what the loops have there: it is the worst that the unit does.',
    ],
    parts: [
      {
        heading: `With the defaults: ${first.p.quiet} cycles of quiet after ${first.p.burst}`,
        columns: ['one round', 'alone', ...streams.flatMap((s) => [`${s}: rounds`, `${s}: mean`, `${s}: times slower`, `${s}: longest`])], rows: loops.map(cells(first.found)),
        notes: [
          'Rocket\'s replay queue asks the cache again and again for a word that misses, and goes before the core: while a stream misses, the hart gets little more than the gaps. They come after so many cycles, not accesses, and begin when everything in flight was answered.',
        ],
      },
      {
        heading: 'Beside O-mode',
        columns: ['one round', 'host latency', 'rounds', 'alone', 'mean', 'times slower', 'longest'],
        rows: agents.flatMap(({ latency, rounds }) => loops.map(([name, words]): Cell[] => {
          const of = { rounds, query: 0, answer: 0 }, r = get(of, name, 'whole'), alone = get(of, name, 'alone')
          return [words, latency, r.rounds, mean(alone), mean(r), slower(r, alone), r.most]
        })),
        notes: [`${agent.answers} answers of ${agent.symbols} symbols to a history that begins with ${agent.history}: each query carries what is new, from start to record.`],
      },
      {
        heading: 'By burst and quiet',
        columns: ['burst', 'quiet', 'query: bytes a cycle', 'answer: bytes a cycle', 'slow-down of loops over memory, worst mean', 'a lock taken, longest'],
        rows: all.map(({ p, found }): Cell[] => [p.burst, p.quiet, history / found.query, answer / found.answer, slow(found), Number.isFinite(lock(found)) ? lock(found) : null]),
        notes: ['Bytes a cycle out of memory and into it, beyond the cache, while the hart leaves memory alone. A lock without a figure: one of the paces did not take it while the stream went on.'],
      },
    ],
    bounds,
  }
}
