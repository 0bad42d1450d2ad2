// Owns: what `run` shows people: the history with who wrote which part, the traps, the counters, the cycles by state.
import type pc from 'picocolors'
import type { TaskMetrics } from '../sim-harness/bridge/metrics/task-meter.ts'
import { printHistory } from '../sim-harness/bridge/history/printer.ts'
import type { TurnSummary } from '../sim-harness/driver/run-turns.ts'
import type { HistoryResult } from './run-history.ts'

type Colours = ReturnType<typeof pc.createColors>

/** Columns as wide as they must be; the first to the left, numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const wide = head.map((_, n) => Math.max(...cells.map((row) => (row[n] ?? '').length)))
  return cells.map((row) => `  ${row.map((cell, n) => (n < 2 ? cell.padEnd(wide[n] ?? 0) : cell.padStart(wide[n] ?? 0))).join('  ')}`.trimEnd())
}

const row = (name: string, t: TurnSummary): (string | number)[] => [
  name, `${t.trap.cause}${t.trap.cut ? ' (cut)' : ''}`, t.queries, t.symbols.sentNew, t.symbols.sentAgain, t.symbols.appended,
  t.tokens.evaluated, t.tokens.reused, t.tokens.history, t.cycles.total, t.cycles.sending, t.cycles.host, t.cycles.appending,
]
const head = ['turn', 'trap', 'queries', 'sent new', 'again', 'appended', 'evaluated', 'reused', 'history', 'cycles', 'sending', 'host', 'appending']

const round = (n: number) => (Number.isInteger(n) ? String(n) : n.toFixed(2))

/** What each task cost: a line a kind, and the causes of what was computed again where there is any. */
function taskLines(task: TaskMetrics): string[] {
  const { symbols: s, tokens: t, firstSymbolCycles: first, keepOrDiscard: k } = task
  const again = Object.entries(t.causes).filter(([, n]) => n > 0).map(([cause, n]) => `${cause} ${n}`).join(', ')
  return [
    `  slot ${task.slot}, ${task.queries} queries: ${s.prompt} symbols = ${s.hit} there already + ${s.new} new + ${s.recomputed} rewritten`,
    `    tokens ${t.prompt} asked about: ${t.hit} from the cache, ${t.new} computed, ${t.recomputed} computed again${again === '' ? '' : ` (${again})`}`,
    `    first symbol after ${first.least} to ${first.most} cycles, ${round(first.mean)} on average`,
    `    keeping what was computed, ${k.returns} returns: ${k.dropped} times dropped, ${round(k.ratio)} times the cost of the best in hindsight`,
  ]
}

/** The lines of the report. */
export function printRun(result: HistoryResult, { bold, green, dim }: Colours): string[] {
  const { json, history, stretches, said } = result
  const authors = stretches.map(({ from, to, by }) => ({ author: by, start: from, end: to }))
  const others = json.cycles.total - json.cycles.sending - json.cycles.host - json.cycles.appending
  return [
    bold('history'),
    ...printHistory(history, { authors, paint: (text, author) => (author === 'oracle' ? green(text) : text) }).split('\n').map((line) => `  ${line}`),
    '',
    bold('turns') + dim('   symbols: sent new, again, appended; tokens: evaluated, reused, history; cycles: all, sending, host, appending'),
    ...table(head, [...json.turns.map((turn, n) => row(String(n + 1), turn)), row('all', json)]),
    '',
    bold('tasks'),
    ...json.metrics.flatMap(taskLines),
    '',
    bold('in all'),
    `  last trap ${json.trap.cause} on slot ${json.trap.slot}, ${json.trap.appended} symbols appended${json.trap.cut ? ', the last answer cut short' : ''}${said === undefined ? '' : `: ${said}`}`,
    `  history ${history.length} symbols: ${json.symbols.sentNew} crossed the link to the Oracle once, ${json.symbols.sentAgain} again, ${json.symbols.appended} came from it`,
    `  tokens: ${json.tokens.evaluated} evaluated, ${json.tokens.reused} taken from the cache, ${json.tokens.history} in the history`,
    `  cycles: ${json.cycles.total} = ${json.cycles.sending} sending + ${json.cycles.host} waiting for the Oracle + ${json.cycles.appending} appending + ${others} in instructions`,
    `  engine ${json.engine}, Oracle ${json.oracle}`,
  ]
}
