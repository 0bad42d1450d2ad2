// Owns: the parts of the page that are numbers: summary, counters of each turn, traps, parameters. They are there without a script.
import { formatParameter, parameterInfo, parameterNames } from '../../coprocessor/parameter-text.ts'
import { causes } from '../../coprocessor/isa/cause.ts'
import type { TurnSummary } from '../driver/run-turns.ts'
import { number, short, text } from './html.ts'
import type { Look } from './look.ts'
import type { RunFile } from './run-file.ts'

const cell = (value: string | number): string => (typeof value === 'number' ? `<td class="n">${number(value)}</td>` : `<td>${value}</td>`)
const causeDoc = (name: string): string => causes.find((c) => c.name === name)?.doc.replaceAll('`', '') ?? ''
const cause = (name: string): string => `<span class="cause cause-${text(name)}" title="${text(causeDoc(name))}">${text(name)}</span>`

/** A table that scrolls by itself where the window is narrow. */
const table = (label: string, head: string, rows: readonly string[], foot = ''): string =>
  `<div class="scroll" tabindex="0" role="region" aria-label="${text(label)}"><table>${head}<tbody>${rows.join('')}</tbody>${foot}</table></div>`

const total = (turns: readonly TurnSummary[], pick: (t: TurnSummary) => number): number => turns.reduce((n, t) => n + pick(t), 0)
const others = (t: TurnSummary): number => t.cycles.total - t.cycles.sending - t.cycles.host - t.cycles.appending

/** What a reader wants to know first. */
export function summary(run: RunFile): string {
  const { turns } = run, last = turns.at(-1), plural = (n: number, one: string): string => `${number(n)} ${one}${n === 1 ? '' : 's'}`
  const cards: readonly (readonly [string, string, string])[] = [
    ['Last trap', last ? cause(last.trap.cause) : 'none', last ? `slot ${last.trap.slot}${last.trap.cut ? ', cut short' : ''}` : ''],
    ['Turns', number(turns.length), plural(total(turns, (t) => t.queries), 'query').replace('querys', 'queries')],
    ['Simulated time', number(total(turns, (t) => t.cycles.total)), 'clock cycles to the last trap'],
    ['History', number(run.history.length), `symbols, ${number(total(turns, (t) => t.symbols.appended))} of the Oracle`],
    ['Sent to the Oracle', number(total(turns, (t) => t.symbols.sentNew)), `symbols once, ${number(total(turns, (t) => t.symbols.sentAgain))} again`],
    ['Tokens evaluated', number(total(turns, (t) => t.tokens.evaluated)), `${number(total(turns, (t) => t.tokens.reused))} from its cache`],
  ]
  return `<dl class="cards">${cards.map(([name, value, more]) => `<div><dt>${name}</dt><dd><b>${value}</b> <span>${more}</span></dd></div>`).join('')}</dl>`
}

/** How the cycles of each turn were spent, as a bar a turn. */
function bars(turns: readonly TurnSummary[]): string {
  const most = Math.max(1, ...turns.map((t) => t.cycles.total))
  const row = (t: TurnSummary, n: number): string => {
    const parts = [['sending', t.cycles.sending], ['host', t.cycles.host], ['appending', t.cycles.appending], ['others', Math.max(0, others(t))]] as const
    let x = 0
    const rects = parts.map(([name, cycles]) => {
      const wide = 1000 * cycles / most, at = x
      x += wide
      return `<rect class="bar-${name}" x="${at.toFixed(2)}" y="0" width="${wide.toFixed(2)}" height="10"><title>${name}: ${number(cycles)} cycles</title></rect>`
    })
    return `<div class="barrow"><span>turn ${n + 1}</span><svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${text(`turn ${n + 1}: ${parts.map(([name, c]) => `${c} cycles ${name}`).join(', ')}`)}">${rects.join('')}</svg></div>`
  }
  const keys = [['sending', 'sending'], ['host', 'waiting for the Oracle'], ['appending', 'appending'], ['others', 'instructions, and between them']] as const
  return `<p class="legend">${keys.map(([name, what]) => `<span><i class="swatch bar-${name}"></i>${what}</span>`).join('')}</p><div class="bars">${turns.slice(0, mostTurns).map(row).join('')}</div>`
}

/** Rows of a table; the numbers of the rest are in the sums. */
export const mostTurns = 500

const counterColumns: readonly (readonly [string, (t: TurnSummary) => number])[] = [
  ['queries', (t) => t.queries],
  ['new', (t) => t.symbols.sentNew], ['again', (t) => t.symbols.sentAgain], ['appended', (t) => t.symbols.appended],
  ['evaluated', (t) => t.tokens.evaluated], ['reused', (t) => t.tokens.reused], ['in the history', (t) => t.tokens.history],
  ['total', (t) => t.cycles.total], ['sending', (t) => t.cycles.sending], ['host', (t) => t.cycles.host], ['appending', (t) => t.cycles.appending], ['other', others],
]

/** The counters of each turn, with their units. */
export function counters(run: RunFile): string {
  const { turns } = run
  const head = `<thead><tr><th rowspan="2" scope="col">turn</th><th rowspan="2" scope="col">trap</th><th scope="colgroup">link</th><th colspan="3" scope="colgroup">symbols (bytes)</th>`
    + `<th colspan="3" scope="colgroup">tokens</th><th colspan="5" scope="colgroup">clock cycles</th></tr><tr>${counterColumns.map(([name]) => `<th scope="col" class="n">${name}</th>`).join('')}</tr></thead>`
  const rows = turns.slice(0, mostTurns).map((t, n) => `<tr><th scope="row">${n + 1}</th><td>${cause(t.trap.cause)}</td>${counterColumns.map(([, pick]) => cell(pick(t))).join('')}</tr>`)
  // What the history holds at the end is no sum.
  const all = counterColumns.map(([name, pick]) => cell(name === 'in the history' ? turns.at(-1)?.tokens.history ?? 0 : total(turns, pick)))
  return bars(turns) + table('Counters of each turn', head, rows, `<tfoot><tr><th scope="row">all</th><td></td>${all.join('')}</tr></tfoot>`)
}

/** The trap records as the core took them. */
export function traps({ traps: seen, waves }: Look): string {
  if (seen.length === 0) return '<p>No trap record was taken.</p>'
  const shown = new Set(waves.map((w) => w.trap))
  const head = `<thead><tr>${['#', 'cause', 'slot', 'appended (symbols)', 'flags', 'waits in cycle', 'taken in cycle', 'record', 'look'].map((h) => `<th scope="col">${h}</th>`).join('')}</tr></thead>`
  const from = Math.max(0, seen.length - mostTurns)
  const rows = seen.slice(from).map(({ record, word, waits, taken }, i) => {
    const n = from + i, flags = [record.cut ? 'cut' : '', record.yielded ? 'yielded' : ''].filter((f) => f !== '').join(', ')
    const wave = shown.has(n) ? `<button type="button" data-waves="${n}">waves</button>` : ''
    return `<tr><th scope="row">${n + 1}</th><td>${cause(record.cause)}</td>${cell(record.slot)}<td class="n">${number(record.appended)}</td><td>${flags}</td>${waits === undefined ? '<td class="n">(with the one before)</td>' : cell(waits)}${cell(taken)}`
      + `<td><code>${word.toString(16).padStart(16, '0')}</code></td><td class="look"><button type="button" data-from="${waits ?? taken}" data-to="${taken}">timeline</button>${wave}</td></tr>`
  })
  return table('Trap records', head, rows)
}

/** What the unit was generated with, and who ran it. */
export function about(run: RunFile): string {
  const rows = parameterNames.map((name) => `<tr><th scope="row"><code>${name}</code></th><td><code>${text(formatParameter(run.parameters[name]))}</code></td><td>${text(parameterInfo(name).doc)}</td></tr>`)
  return table('Parameters of the unit', '<thead><tr><th scope="col">parameter</th><th scope="col">value</th><th scope="col">meaning</th></tr></thead>', rows)
}

/** Who answered, and what was said. */
export const subtitle = (run: RunFile, name: string): string =>
  `<p class="sub"><span>${text(short(name, 120))}</span><span>engine ${text(short(run.engine, 60))}</span><span>Oracle ${text(short(run.oracle, 200))}</span><span>archnights ${text(short(run.version, 60))}</span></p>`
  + (run.said === undefined ? '' : `<p class="said">The Oracle’s side said: <q>${text(short(run.said, 2000))}</q></p>`)
