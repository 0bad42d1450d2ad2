// Owns: the page about a run: one HTML file without a network, a font or a script from elsewhere. What an Oracle wrote is data in it, never markup and never script.
import { createHash } from 'node:crypto'
import { pageScript, pageStyle } from './assets.ts'
import { shownHistory } from './history-cells.ts'
import { jsonForElement, number, text } from './html.ts'
import { lanesOf } from './lanes.ts'
import type { Look } from './look.ts'
import type { RunFile } from './run-file.ts'
import { about, counters, mostTurns, subtitle, summary, traps } from './tables.ts'

export interface RunPage { readonly html: string; readonly notices: readonly string[] }

/** Frames whose bytes the history knows the cycles of. */
const mostFrames = 20_000

/** The cycles [from, to) of each turn: from the trap before, or from leaving reset, to its own trap. */
function turnSpans(run: RunFile): [number, number][] {
  let at = 0
  return run.turns.map((t) => [at, at += t.cycles.total])
}

/** Frames with bytes of the history: [1 to the host or 0 from it, first cycle, last cycle, sequence, offset, bytes]. */
function byteFrames(run: RunFile, { frames }: Look): number[][] {
  const slot = run.turns[0]?.trap.slot ?? 0
  return frames.flatMap(({ frame, direction, first, cycle }) => {
    if (typeof frame === 'string' || frame.header.slot !== slot || (frame.kind.name !== 'query' && frame.kind.name !== 'answer') || frame.header.length === 0) return []
    return [[direction === 'toHost' ? 1 : 0, first, cycle, frame.header.sequence, frame.header.offset, frame.header.length]]
  })
}

function dataOf(run: RunFile, seen: Look, notices: string[]) {
  const { lanes, labels } = lanesOf(seen.timeline, seen.cycles)
  const joined = lanes.filter((l) => l.joined !== undefined)
  if (joined.length > 0) notices.push(`The timeline draws neighbours as one where there are too many for a page: ${joined.map((l) => `${l.name} (${number(l.joined!)} stretches as ${number(l.starts.length)})`).join(', ')}.`)
  const history = shownHistory(run.history, run.stretches, run.parameters)
  for (const { start, end } of history.omitted) notices.push(`Of the history, bytes ${number(start)} to ${number(end - 1)} are left out: ${number(end - start)} of ${number(history.length)}.`)
  const frames = byteFrames(run, seen)
  if (frames.length > mostFrames) notices.push(`The history knows the cycles of the first ${number(mostFrames)} of ${number(frames.length)} frames.`)
  if (run.turns.length > mostTurns) notices.push(`The tables have ${number(mostTurns)} of ${number(run.turns.length)} turns; the sums are of all.`)
  return {
    cycles: seen.cycles, lanes, labels, history, frames: frames.slice(0, mostFrames), turns: turnSpans(run),
    marks: run.parameters.recordMarks, yieldSymbol: run.parameters.yieldSymbol,
    traps: seen.traps.map((t) => ({ slot: t.record.slot, cause: t.record.cause, waits: t.waits ?? t.taken, taken: t.taken })),
    waves: seen.waves,
  }
}

const hash = (content: string): string => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

const keys = (pairs: readonly (readonly [string, string])[]): string => pairs.map(([key, does]) => `<span><kbd>${text(key)}</kbd> ${text(does)}</span>`).join(' ')
const toolbar = (label: string, buttons: readonly (readonly [string, string, string])[]): string =>
  `<div class="tools" role="toolbar" aria-label="${text(label)}">${buttons.map(([id, face, title]) => `<button type="button" id="${id}" title="${text(title)}" aria-label="${text(title)}">${text(face)}</button>`).join('')}`

const timelinePart = (): string => `<section id="timeline" aria-labelledby="h-timeline"><h2 id="h-timeline">Timeline</h2>
<p class="hint">Slots, instructions, frames of the link and the micro-states of the unit’s five threads, in clock cycles. Drag to move, Ctrl and wheel to zoom.</p>
${toolbar('Timeline', [['t-in', '+', 'Zoom in'], ['t-out', '−', 'Zoom out'], ['t-all', 'Whole run', 'Show the whole run'], ['t-prev', '‹ Trap', 'Go to the trap before'], ['t-next', 'Trap ›', 'Go to the next trap']])}<label>Turn <select id="t-turn"></select></label></div>
<p class="legend" aria-label="Colours">${[['sending', 'sending'], ['host', 'waiting for the Oracle'], ['appending', 'appending'], ['trap', 'trap'], ['query', 'query'], ['answer', 'answer'], ['run', 'microcode runs'], ['wait', 'it waits']].map(([tone, what]) => `<span><i class="swatch tone-${tone}"></i>${what}</span>`).join('')}</p>
<div class="plot"><canvas id="overview" height="30" aria-hidden="true"></canvas><div id="timeline-box" class="focusable" tabindex="0" role="group" aria-roledescription="timeline" aria-label="Timeline of the run" aria-describedby="t-keys"><canvas id="timeline-canvas" aria-hidden="true"></canvas></div></div>
<p class="says" id="timeline-says" role="status" aria-live="polite">Point at a stretch, or choose the timeline and press Enter.</p>
<p class="keys" id="t-keys">${keys([['← →', 'move'], ['+ −', 'zoom'], ['Home', 'whole run'], ['↑ ↓', 'lane'], ['Enter', 'next stretch'], ['Shift Enter', 'the one before'], ['t', 'next trap']])}</p></section>`

const historyPart = (length: number): string => `<section id="history" aria-labelledby="h-history"><h2 id="h-history">History</h2>
<p class="hint">${number(length)} symbols, a byte each. Colour and line say who really wrote a byte, known by its position; the word in front of a record is only what its mark says.</p>
<div class="tools" role="toolbar" aria-label="History"><label><input type="checkbox" id="h-hex"> Hexadecimal</label></div>
<p class="legend"><span><i class="swatch by-priestess"></i>written by the Priestess (kernel, tools)</span><span><i class="swatch by-oracle"></i>written by the Oracle</span><span><span class="byte mark">F9</span> mark, opens a record</span><span><span class="byte yield">FF</span> yield symbol, ends it</span></p>
<div id="history-box" class="focusable" tabindex="0" role="group" aria-roledescription="byte reader" aria-label="History, byte by byte" aria-describedby="h-keys"></div>
<p class="says" id="history-says" role="status" aria-live="polite">Point at a symbol, or choose the history and press an arrow key.</p>
<p class="keys" id="h-keys">${keys([['← →', 'symbol'], ['↑ ↓', 'record'], ['Home End', 'first, last'], ['Enter', 'show its cycles in the timeline']])}</p></section>`

const wavesPart = (any: boolean): string => `<section id="waves" aria-labelledby="h-waves"><h2 id="h-waves">Waves around each trap</h2>
${any ? `<p class="hint">The unit’s ports and main states, cycle by cycle, from before the record waits until it was taken. Payloads of a stream are shown while its valid is up; values are hexadecimal.</p>
${toolbar('Waves', [['w-prev', '‹', 'The trap before'], ['w-next', '›', 'The next trap'], ['w-in', '+', 'Zoom in'], ['w-out', '−', 'Zoom out'], ['w-all', 'Whole window', 'Show all cycles of the window']])}<label>Trap <select id="w-trap"></select></label><label><input type="checkbox" id="w-still"> signals that never change</label></div>
<div class="plot"><div id="waves-box" class="focusable" tabindex="0" role="group" aria-roledescription="waves" aria-label="Waves around a trap" aria-describedby="w-keys"><canvas id="waves-canvas" aria-hidden="true"></canvas></div></div>
<p class="says" id="waves-says" role="status" aria-live="polite">Point at a cycle, or choose the waves and press an arrow key.</p>
<p class="keys" id="w-keys">${keys([['← →', 'cycle'], ['Shift ← →', 'ten cycles'], ['+ −', 'zoom'], ['Home', 'whole window'], ['n p', 'next trap, the one before']])}</p>` : '<p>The run took no trap.</p>'}</section>`

const toolsPart = (name: string): string => `<section id="tools" aria-labelledby="h-tools"><h2 id="h-tools">In other programs</h2>
<dl class="plain"><dt>Perfetto</dt><dd><code>archnights view ${text(name)} --trace run.json</code>, then open <code>run.json</code> at ui.perfetto.dev; it stays in your browser. One microsecond there is one clock cycle.</dd>
<dt>GTKWave</dt><dd><code>archnights view ${text(name)} --vcd run.vcd</code>, then <code>gtkwave run.vcd</code>: every signal of the unit in every cycle. A cycle is 10 ns; the first one is the reset.</dd></dl></section>`

/** The page. `name`: the run file's, for people. The same run gives the same bytes. */
export function runPage(run: RunFile, seen: Look, { name }: { readonly name: string }): RunPage {
  const notices = [...seen.notices]
  const data = dataOf(run, seen, notices)
  const style = pageStyle(), script = pageScript()
  // Whatever a fault of this page would let in, the browser would not run it, and would ask no network for anything.
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`
  const sections = [['timeline', 'Timeline'], ['history', 'History'], ['counters', 'Counters'], ['traps', 'Traps'], ['waves', 'Waves'], ['about', 'Parameters'], ['tools', 'Other programs']]
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${text(name)}: a run of the Oracle unit</title><style>${style}</style></head>
<body><a class="skip" href="#timeline">To the timeline</a>
<header><h1>Run of the Oracle unit</h1>${subtitle(run, name)}${summary(run)}</header>
<nav aria-label="Parts of this page">${sections.map(([id, title]) => `<a href="#${id}">${title}</a>`).join('')}</nav>
<main>${notices.length === 0 ? '' : `<aside class="notices" aria-label="What is not shown"><ul>${notices.map((n) => `<li>${text(n)}</li>`).join('')}</ul></aside>`}
<noscript><p class="notices">Timeline, history and waves are drawn by the script inside this file; this browser does not run it. The tables are complete.</p></noscript>
${timelinePart()}
${historyPart(run.history.length)}
<section id="counters" aria-labelledby="h-counters"><h2 id="h-counters">Counters of each turn</h2>${counters(run)}</section>
<section id="traps" aria-labelledby="h-traps"><h2 id="h-traps">Traps</h2><p class="hint">Cycles count from 0, the first one after reset.</p>${traps(seen)}</section>
${wavesPart(seen.waves.length > 0)}
<section id="about" aria-labelledby="h-about"><h2 id="h-about">Parameters of the unit</h2>${about(run)}</section>
${toolsPart(name)}</main>
<footer>Written by archnights; this file needs no network.</footer>
<script type="application/json" id="run-data">${jsonForElement(data)}</script>
<script>${script}</script></body></html>
`
  return { html, notices }
}
