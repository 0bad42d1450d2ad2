// Owns: the table of tokens: each computed once (Prop. 4.10), what each dropped hypothesis costs, and that the encoder's loss is what is behind the common prefix (Prop. 4.9).
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { smollm2 } from '../../sim-harness/bridge/setup/status.ts'
import { keptBy, type ReportContext } from './cache.ts'
import type { Cell, Table } from './table.ts'
import { tokenModel } from './tokens/model.ts'
import { converse, ways, type Turn, type Way, type Work } from './tokens/ways.ts'
import { shellAgent, story } from './tokens/works.ts'

const works = { 'shell agent': shellAgent, 'story': story } as const
type Name = keyof typeof works
interface Run { readonly work: Name; readonly way: Way; readonly turns: readonly Turn[] }

/** As many as 1,000 turns are tried where every token is kept; the model's context of 8,192 tokens ends them. */
const most = 1000, others = 100

const sum = (turns: readonly Turn[], pick: (t: Turn) => number): number => turns.reduce((n, t) => n + pick(t), 0)
/** Evaluated, tokens of the history, their ratio, the difference. */
function figures(turns: readonly Turn[]): [number, number, number, number] {
  const evaluated = sum(turns, (t) => t.evaluated), history = turns.at(-1)!.history
  return [evaluated, history, evaluated / history, evaluated - history]
}

async function measure(say: (text: string) => void): Promise<Run[]> {
  const model = await tokenModel()
  try {
    const runs: Run[] = []
    for (const [work, given] of Object.entries(works) as [Name, Work][]) {
      for (const way of work === 'story' ? (['kept', 're-encoded'] as const) : ways) {
        say(`${work}, ${way}`)
        runs.push({ work, way, turns: await converse(model, given, way, way === 'kept' && work === 'shell agent' ? most : others) })
      }
    }
    return runs
  } finally {
    await model.dispose()
  }
}

export async function tokensTable(context: ReportContext): Promise<Table> {
  const sources = await Promise.all(['model', 'ways', 'works'].map((name) => readFile(fileURLToPath(new URL(`tokens/${name}.ts`, import.meta.url)), 'utf8')))
  const runs = await keptBy(context, 'tokens', [...sources, smollm2.sha256, String(most), String(others)], () => measure(context.say))
  const of = (work: Name, way: Way) => runs.find((r) => r.work === work && r.way === way)!.turns
  const kept = of('shell agent', 'kept')
  const counts = [...new Set([10, 100, kept.length])].filter((n) => n <= kept.length)
  const name: Record<Way, string> = {
    'kept': 'none: ids kept, stop token fed back', 're-encoded': 'the ids are kept: the whole text is encoded anew each turn', 'stop dropped': 'the stop token is fed back: `<|im_end|>` goes back as text',
    'truncated': 'nothing is taken back: every fifth turn the last exchange is', 'compacted': 'nothing is rewritten: every tenth turn the first half becomes one line',
  }
  const dropped = (count: number): Cell[][] => ways.map((way) => [count, name[way], ...figures(of('shell agent', way).slice(0, count))])
  const equal = (work: Name, way: Way): Cell[] => {
    const turns = of(work, way), lossy = turns.filter((t) => t.predicted > 0).length
    return [`${work}, ${way}`, turns.length, lossy, sum(turns, (t) => t.excess), sum(turns, (t) => t.predicted), turns.filter((t) => t.excess === t.predicted).length]
  }
  const stops = of('shell agent', 'stop dropped').filter((t) => t.predicted > 0).length
  const unequal = runs.flatMap((r) => r.turns).filter((t) => t.excess !== t.predicted).length, all = runs.reduce((n, r) => n + r.turns.length, 0)
  return {
    name: 'tokens', title: 'Each token once',
    about: [
      'SmolLM2-135M-Instruct in the process, temperature 0. What was evaluated is the meter of the engine (llama.cpp), not a count of ours; the history is counted in the tokens that stand for it.',
      'Properties 4.10 and 4.9 of the paper, on real tokens.',
    ],
    parts: [
      {
        heading: 'Evaluated against history (4.10)', columns: ['turns', 'evaluated', 'tokens of the history', 'ratio', 'extra'], rows: counts.map((count) => [count, ...figures(kept.slice(0, count))]),
        notes: [
          `The shell agent; every answer ends with the model's own stop token, which is fed back. ${kept.length < most ? `1,000 turns do not fit: after ${kept.length} the history has ${kept.at(-1)!.history.toLocaleString('en-US')} tokens, and the model was trained with a context of 8,192.` : ''}`,
        ],
      },
      {
        heading: 'One hypothesis dropped at a time', columns: ['turns', 'what does not hold', 'evaluated', 'tokens of the history', 'ratio', 'extra'], rows: [...dropped(10), ...dropped(100)],
        notes: ['Extra: evaluated, but not in the history at the end, or evaluated more than once. What was taken back or compacted away was evaluated, too.',
          `A model that reads its stop token as text imitates that text: with the stop token dropped it sampled one in ${stops} of 100 turns only, and else went on to the limit of ${shellAgent.mostTokens} tokens without a yield. Each loss is the stop token and its newline, which the engine had, against the eight tokens of the text.`,
          'The text of the shell agent encodes to the tokens that the model generated, so encoding it anew costs nothing here; the next table has a text where it does.'],
      },
      {
        heading: "The encoder's loss (4.9)", columns: ['text', 'turns', 'turns with a loss', 'excess by the meter', 'tokens behind the common prefix', 'turns in which both are equal'],
        rows: [equal('shell agent', 're-encoded'), equal('story', 're-encoded'), equal('story', 'kept'), equal('shell agent', 'stop dropped')],
        notes: ['Behind the common prefix: the ids of a query behind their longest common prefix with the ids that the engine has kept, without the ids of what was appended. The story is one text that the Priestess goes on in the middle of words.'],
      },
    ],
    bounds: [
      { says: 'with ids kept and the stop token fed back each token is evaluated once (4.10)', measured: `${figures(kept)[0]} of ${figures(kept)[1]}`, holds: counts.every((n) => figures(kept.slice(0, n))[3] === 0) },
      { says: 'the excess of a turn is the tokens behind the common prefix (4.9)', measured: `${all - unequal} of ${all} turns, all ways`, holds: unequal === 0 },
    ],
  }
}
