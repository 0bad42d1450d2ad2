// Owns: what `rocket run` says when a program has come to its end: the JSON object, the lines for people, the exit code.
import type { RocketConfigName } from '../../rocket-config/configs.ts'
import type { RocketEnd, RocketResult } from '../../rocket-config/run/result.ts'
import { CliError, failureOf, type Failure } from '../failure.ts'
import { version } from '../version.ts'

export interface EndedProgram {
  readonly result: RocketResult
  /** What stopped the run from outside of it: a query to nobody. It stands for the end's own error. */
  readonly failure: Error | undefined
  readonly console: string
  readonly config: RocketConfigName
  /** The SPEC; undefined: none was given. */
  readonly oracle: string | undefined
  /** What the Oracle said with its last fault or reject. */
  readonly said: string | undefined
}

/** What went wrong, if something did; the exit code of the command is in it. */
export function failureOfEnd(end: RocketEnd, failure: Error | undefined): Failure | undefined {
  if (end.kind !== 'exit') return failureOf(end.kind === 'oracle' && failure instanceof CliError ? failure : end.error, false)
  if (end.code === 0) return undefined
  return failureOf(new CliError('CLI1001', `the program ended with exit code ${end.code}`, 'see what it printed'), false)
}

/** The object of `--json`. */
export function reportJson({ result, failure, console, config, oracle, said }: EndedProgram): object {
  const { end, cycles, retired, unit, records, hartTraps, remarks } = result
  const wrong = failureOfEnd(end, failure)
  return {
    exit: { kind: end.kind, ...(end.kind === 'exit' ? { code: end.code } : {}), ...(wrong ? { error: { code: wrong.code, message: wrong.message, help: wrong.help } } : {}) },
    cycles, instructions: retired, console,
    traps: records.map(({ cycle, cause, slot, appended, cut, yielded }) => ({ cycle, cause, slot, appended: Number(appended), cut, yielded })),
    hartTraps: hartTraps.map(({ interrupt, cause, words, count }) => ({ interrupt, cause, words, count })),
    queries: unit.queries, symbols: unit.symbols, commands: unit.commands, ...(said === undefined ? {} : { said }), remarks,
    config, oracle: oracle ?? null, version: version(),
  }
}

const number = (n: number): string => n.toLocaleString('en-US')
const counted = (n: number, one: string, many = `${one}s`): string => `${number(n)} ${n === 1 ? one : many}`

/** Names with how often each came, in the order in which they came first. */
function tally(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, n]) => (n === 1 ? name : `${number(n)} x ${name}`)).join(', ')
}

/** The lines for people. */
export function reportLines({ result, said }: EndedProgram): string[] {
  const { end, cycles, retired, unit, records, hartTraps, remarks } = result
  const how = end.kind === 'exit' ? `exit code ${end.code}` : 'no end of its own'
  return [
    `${how} after ${counted(cycles, 'cycle')}, ${counted(retired, 'instruction')}`,
    ...(unit.commands === 0 ? [] : [`unit: ${counted(unit.commands, 'command')}, ${counted(unit.queries, 'query', 'queries')}, ${counted(unit.symbols.sent, 'symbol')} to the Oracle, ${number(unit.symbols.received)} from it`]),
    ...(records.length === 0 ? [] : [`trap records: ${tally(records.map((r) => r.cause))}${said === undefined ? '' : ` (the Oracle said: ${said})`}`]),
    ...(hartTraps.length === 0 ? [] : [`traps of the hart: ${hartTraps.map((t) => (t.count === 1 ? t.words : `${number(t.count)} x ${t.words}`)).join(', ')}`]),
    ...remarks.map((remark) => `remark: ${remark}`),
  ]
}
