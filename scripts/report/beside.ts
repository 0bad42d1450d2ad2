// Owns: the table of what a program beside a stream suffers: its own memory accesses, and a lock by LR/SC.
import { parameters } from '../../coprocessor/parameters.ts'
import { parseScript } from '../../sim-harness/bridge/oracles/script.ts'
import type { ReportContext } from './cache.ts'
import { buildSimulator, compile, run } from './rocket-program.ts'
import type { Cell, Table } from './table.ts'

const history = 65_536, answer = 65_536
/** The loops of beside.c; `lock` ones take a lock, the others make 128 accesses or none. */
const loops = [
  ['loads-hit', '128 loads that hit'], ['stores-hit', '128 stores that hit'], ['loads-miss', '128 loads, each of another line'], ['computes', '128 rounds without memory'],
  ['lock-0', 'lock, tried without a pause'], ['lock-3', 'lock, 3 instructions between tries'], ['lock-5', 'lock, 5 instructions between tries'],
] as const

interface Rounds { readonly rounds: number; readonly sum: number; readonly most: number }

/** By loop and by what streams: `alone`, `query`, `answer`. */
export function parseBeside(text: string): Map<string, Rounds> {
  return new Map([...text.matchAll(/^(\S+ (?:alone|query|answer)) rounds (\d+) sum (\d+) most (\d+)$/gm)].map(([, name, rounds, sum, most]) => [name!, { rounds: Number(rounds), sum: Number(sum), most: Number(most) }]))
}

export async function besideTable(context: ReportContext): Promise<Table> {
  const simulator = await buildSimulator(context, 'oracle'), image = await compile(['beside.c'])
  context.say('a program beside a stream')
  const line = JSON.stringify({ text: 'o'.repeat(answer - 1), yield: true, after_cycles: 1000 })
  const { text } = await run(simulator, image, [history, answer], parseScript(`${line}\n`.repeat(loops.length))), found = parseBeside(text)
  const { burst, quiet } = parameters()
  const get = (name: string, when: string): Rounds => found.get(`${name} ${when}`) ?? { rounds: 0, sum: 0, most: 0 }
  const mean = (r: Rounds): number | null => (r.rounds === 0 ? null : r.sum / r.rounds)
  const slower = (r: Rounds, alone: Rounds): Cell => (r.rounds === 0 ? null : r.sum / r.rounds / (alone.sum / alone.rounds))
  const rows = loops.map(([name, words]): Cell[] => {
    const [alone, query, taking] = [get(name, 'alone'), get(name, 'query'), get(name, 'answer')] as const
    return [words, mean(alone), query.rounds, mean(query), slower(query, alone), query.most, taking.rounds, mean(taking), slower(taking, alone), taking.most]
  })
  const worst = (of: readonly (readonly [string, string])[], pick: (r: Rounds, alone: Rounds) => number): number =>
    Math.max(...of.flatMap(([name]) => ['query', 'answer'].map((when) => pick(get(name, when), get(name, 'alone')))))
  const locks = loops.filter(([name]) => name.startsWith('lock')), others = loops.filter(([name]) => !name.startsWith('lock'))
  return {
    name: 'beside', title: 'A program beside a stream',
    about: [
      `On the small Rocket (data cache of 4 KiB, direct mapped) a program runs one loop again and again, alone, while a history of ${history} bytes leaves, and while an answer of ${answer} bytes comes as fast as the unit takes it. Clock cycles of one round.`,
      `The unit rests ${quiet} cycles after ${burst} accesses (parameters \`quiet\`, \`burst\`). A round that ends only after the stream is in no column.`,
    ],
    parts: [{
      columns: ['one round', 'alone', 'query: rounds', 'query: mean', 'query: times slower', 'query: longest', 'answer: rounds', 'answer: mean', 'answer: times slower', 'answer: longest'], rows,
      notes: [
        `A loop over memory is slowed ${worst(others, (r, alone) => (r.rounds === 0 ? 0 : r.sum / r.rounds / (alone.sum / alone.rounds))).toFixed(1)} times at most; a lock is taken after ${worst(locks, (r) => r.most)} cycles at most.`,
        ...loops.flatMap(([name, words]) => ['query', 'answer'].filter((when) => get(name, when).rounds === 0).map((when) => `${words}: no round ended while the ${when} streamed.`)),
      ],
    }],
  }
}
