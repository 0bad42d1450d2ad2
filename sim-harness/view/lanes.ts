// Owns: the timeline of a run as the page draws it: a lane a track, each a list of stretches in order, small enough for a page.
import { tracks, type Timeline, type TraceEvent } from '../trace/timeline.ts'
import { waitSign } from './micro-states.ts'

/** How a stretch is painted; the page's style has a colour for each. */
export type Tone = 'command' | 'query' | 'answer' | 'other' | 'sending' | 'host' | 'appending' | 'trap' | 'level' | 'run' | 'wait' | 'many'
export interface LaneLabel { readonly short: string; readonly long: string; readonly tone: Tone }

/**
 * The stretches of a lane, in columns: start (from the start of the one before), cycles (0: a moment), index of its label. `repeats`: [index, period, times]
 * of a stretch that comes back `times` times, `period` cycles after each other. `joined`: so many stretches were in the run; neighbours were drawn as one.
 */
export interface Lane {
  readonly name: string
  readonly kind: 'events' | 'frames' | 'slot' | 'level' | 'thread'
  readonly starts: number[]
  readonly cycles: number[]
  readonly labels: number[]
  readonly repeats: [number, number, number][]
  readonly joined?: number
}

export interface Lanes { readonly lanes: readonly Lane[]; readonly labels: readonly LaneLabel[] }

interface Item { readonly start: number; readonly cycles: number; readonly label: LaneLabel; readonly period: number; readonly times: number }

/** Stretches of a lane on a page. */
export const mostInLane = 12_000

const phases: Readonly<Record<string, Tone>> = { sending: 'sending', host: 'host', appending: 'appending' }
const argsOf = (e: TraceEvent): string => Object.entries(e.args ?? {}).map(([name, value]) => `${name} ${value}`).join(', ')

function labelOf(tid: number, e: TraceEvent): LaneLabel {
  const args = argsOf(e)
  if (tid === tracks.commands) return { short: e.name, long: args === '' ? e.name : `${e.name}: ${args}`, tone: e.ph === 'i' ? 'trap' : 'command' }
  if (tid === tracks.toHost || tid === tracks.fromHost) {
    const short = e.name.split(/[ ,:]/, 1)[0] ?? ''
    return { short, long: e.name, tone: short === 'query' ? 'query' : short === 'answer' ? 'answer' : 'other' }
  }
  if (tid >= tracks.firstThread) {
    const waits = e.name.startsWith(waitSign)
    return { short: waits ? '' : e.name, long: waits ? `waits: ${e.name.slice(waitSign.length)}` : `at ${e.name}`, tone: waits ? 'wait' : 'run' }
  }
  return e.ph === 'i' ? { short: e.name, long: `${e.name}: ${args}`, tone: 'trap' } : { short: e.name, long: e.name, tone: phases[e.name] ?? 'other' }
}

/** The times in which a level was up. */
function levelUp(events: readonly TraceEvent[], end: number): Item[] {
  const items: Item[] = []
  const label: LaneLabel = { short: '', long: 'the interrupt line is up: a trap record waits', tone: 'level' }
  events.forEach((e, n) => {
    if (e.args?.['level'] === 1) items.push({ start: e.ts, cycles: (events[n + 1]?.ts ?? end) - e.ts, label, period: 0, times: 1 })
  })
  return items
}

/** As many stretches in a row are looked at for a pattern that comes back: the watcher's round of all slots has some. */
const longestPattern = 40

/** How often the `length` stretches from `at` on come back at the same distance; 1: not at all. */
function timesOf(items: readonly Item[], at: number, length: number): number {
  const period = (items[at + length]?.start ?? 0) - items[at]!.start
  let n = at + length
  for (; n < items.length; n++) {
    const item = items[n]!, earlier = items[n - length]!
    if (item.start - earlier.start !== period || item.cycles !== earlier.cycles || item.cycles === 0 || item.label !== earlier.label) break
  }
  return Math.floor((n - at) / length)
}

/** Stretches that come back at the same distance are told once: a unit that waits looks at its watchdogs every few cycles. */
function folded(items: readonly Item[]): Item[] {
  const out: Item[] = []
  for (let at = 0; at < items.length;) {
    const limit = Math.min(longestPattern, Math.floor((items.length - at) / 3))
    let length = 1, times = 1
    for (; length <= limit && (times = timesOf(items, at, length)) < 3; length++) times = 1
    if (times < 3) out.push(items[at++]!)
    else {
      const period = items[at + length]!.start - items[at]!.start
      out.push(...items.slice(at, at + length).map((i) => ({ ...i, period, times })))
      at += length * times
    }
  }
  return out
}

const endOf = (i: Item): number => i.start + i.period * (i.times - 1) + i.cycles

/** Neighbours are drawn as one, as few and as close ones as will do, until at most `most` are left. Moments stay, if they can. */
function joined(items: readonly Item[], most: number): Item[] {
  let out = [...items]
  for (let few = Math.ceil(items.length / most), gap = 64; out.length > most; few *= 2, gap *= 4) {
    const next: (Item & { readonly many?: number; readonly parts?: number })[] = []
    for (const item of items) {
      const last = next.at(-1), parts = last?.parts ?? 1, moments = item.cycles === 0 || last?.cycles === 0
      if (last && parts < few && item.start - endOf(last) <= gap && (!moments || gap > 4096)) {
        const many = (last.many ?? last.times) + item.times, cycles = Math.max(endOf(last), endOf(item)) - last.start
        next[next.length - 1] = { start: last.start, cycles, label: { short: '', long: `${many} stretches, drawn as one`, tone: 'many' }, period: 0, times: 1, many, parts: parts + 1 }
      } else next.push(item)
    }
    out = next
  }
  return out
}

function itemsOf(tid: number, events: readonly TraceEvent[], end: number): Item[] {
  if (tid === tracks.interrupt) return levelUp(events, end)
  const known = new Map<string, LaneLabel>()
  const label = (e: TraceEvent): LaneLabel => {
    const made = labelOf(tid, e), same = known.get(made.long)
    if (!same) known.set(made.long, made)
    return same ?? made
  }
  return events.map((e) => ({ start: e.ts, cycles: e.dur ?? 0, label: label(e), period: 0, times: 1 })).sort((a, b) => a.start - b.start)
}

const kindOf = (tid: number): Lane['kind'] =>
  tid === tracks.commands ? 'events' : tid === tracks.interrupt ? 'level' : tid < tracks.firstSlot ? 'frames' : tid < tracks.firstThread ? 'slot' : 'thread'
/** From outside to inside: the slots first, they say what the run was about. */
const order: readonly Lane['kind'][] = ['slot', 'events', 'level', 'frames', 'thread']

/** The lanes of a timeline; `end`: the cycle behind the last one. */
export function lanesOf(timeline: Timeline, end: number, most = mostInLane): Lanes {
  const labels: LaneLabel[] = [], numbers = new Map<string, number>()
  const number = (label: LaneLabel): number => {
    const key = `${label.tone}\n${label.long}`, known = numbers.get(key) ?? labels.length
    if (known === labels.length) {
      labels.push(label)
      numbers.set(key, known)
    }
    return known
  }
  const lanes = timeline.byTrack().map(({ tid, name, events }): Lane => {
    const all = itemsOf(tid, events, end), items = joined(folded(all), most)
    let at = 0
    return {
      name, kind: kindOf(tid),
      starts: items.map((i) => { const from = i.start - at; at = i.start; return from }), cycles: items.map((i) => i.cycles), labels: items.map((i) => number(i.label)),
      repeats: items.flatMap((i, n): [number, number, number][] => (i.times > 1 ? [[n, i.period, i.times]] : [])),
      ...(items.some((i) => i.label.tone === 'many') ? { joined: all.length } : {}),
    }
  })
  return { lanes: lanes.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)), labels }
}
