// Owns: measurement 5: O-mode in hardware against the same loop in software, over `oask` and over a memory-mapped link, in cycles of the hart.
import { headerBeats } from '../../coprocessor/link/frames.ts'
import { parseScript, type ScriptAnswer } from '../../sim-harness/bridge/oracles/script.ts'
import type { ReportContext } from './cache.ts'
import { buildSimulator, compile, run } from './rocket-program.ts'
import type { Bound, Cell, Table } from './table.ts'

const histories = [100, 1000, 10_000, 100_000] as const
/** Clock cycles from the last query beat to the first answer beat. */
const latencies = [0, 1000, 1_000_000] as const
/** Queries of one entry, and symbols of each answer, the yield symbol of the last one counted. */
const queries = 4, symbols = 64
const entries = [1, 2, 4, 16] as const

export const ways = [
  { name: 'hardware', text: '`ostart`', sources: ['hardware.c'], unit: 'oracle' },
  { name: 'oask', text: 'loop over `oask`', sources: ['over-oask.c'], unit: 'oracle' },
  { name: 'registers', text: 'loop over registers', sources: ['over-registers.c'], unit: 'link-device' },
] as const
export type Way = (typeof ways)[number]['name']

export interface Point { readonly history: number; readonly latency: number; readonly queries: number; readonly waits: boolean }
/** Clock cycles of the whole entry, and of them those that other code had. `asked`: what the host was sent, a line a query chunk. */
export interface Measured { readonly cycles: number; readonly left: number; readonly length: number; readonly sum: string; readonly asked: readonly string[] }

/** A first time that warms the caches, at little latency, and the one that is measured. */
export function script(point: Point): ScriptAnswer[] {
  const lines = (latency: number): string[] => Array.from({ length: point.queries }, (_, i) => {
    const last = i === point.queries - 1
    return JSON.stringify({ text: String.fromCharCode(97 + i % 26).repeat(last ? symbols - 1 : symbols), ...(last ? { yield: true } : {}), after_cycles: latency })
  })
  return parseScript([...lines(Math.min(100, point.latency)), ...lines(point.latency)].join('\n'))
}

export function parseMeasured(text: string): Omit<Measured, 'asked'> {
  const [, cycles, left, length, sum] = /^cycles (\d+) left (\d+) length (\d+) sum ([0-9a-f]+)$/m.exec(text) ?? []
  if (sum === undefined) throw new SyntaxError(`the program printed ${JSON.stringify(text)}`)
  return { cycles: Number(cycles), left: Number(left), length: Number(length), sum }
}

/** All ways at one point. @throws Error if they do not end with the same history */
export async function measurePoint(machines: Machines, point: Point): Promise<Record<Way, Measured>> {
  const found: [Way, Measured][] = []
  for (const { name } of ways) {
    const { simulator, image } = machines[name]
    const { text, result: { log } } = await run(simulator, image, [point.history, Number(point.waits)], script(point))
    const asked = log.flatMap(({ direction, beats }) => (direction === 'toHost' && beats.length > headerBeats ? [beats.map((b) => `${b.data.toString(16)}${b.last ? '.' : ''}`).join(' ')] : []))
    const measured: Measured = { ...parseMeasured(text), asked }
    if (measured.length !== point.history + point.queries * symbols || measured.sum !== (found[0]?.[1] ?? measured).sum) {
      throw new Error(`${name} at ${JSON.stringify(point)}: the history is another: ${JSON.stringify({ ...measured, asked: asked.length })}`)
    }
    found.push([name, measured])
  }
  return Object.fromEntries(found) as Record<Way, Measured>
}

type Machines = Record<Way, { readonly simulator: Awaited<ReturnType<typeof buildSimulator>>; readonly image: Awaited<ReturnType<typeof compile>> }>
export async function machines(context: ReportContext): Promise<Machines> {
  const built: [Way, Machines[Way]][] = []
  for (const { name, sources, unit } of ways) built.push([name, { simulator: await buildSimulator(context, unit), image: await compile(['measure.c', ...sources]) }])
  return Object.fromEntries(built) as Machines
}

const used = (m: Measured): number => m.cycles - m.left
const columns = (of: string) => ['history', 'host latency', 'queries', ...ways.map((w) => `${w.text}: ${of}`)]

export async function oModeTable(context: ReportContext): Promise<Table> {
  const { say } = context, set = await machines(context)
  const measured = async (point: Point) => {
    say(`history ${point.history}, latency ${point.latency}, ${point.queries} queries${point.waits ? ', the hart waits' : ''}`)
    return { point, of: await measurePoint(set, point) }
  }
  const beside = []
  for (const history of histories) for (const latency of latencies) beside.push(await measured({ history, latency, queries, waits: false }))
  const waiting = [], byEntry = []
  for (const history of histories) waiting.push(await measured({ history, latency: 0, queries, waits: true }))
  for (const n of entries) byEntry.push(await measured({ history: 1000, latency: 1000, queries: n, waits: false }))
  type Row = (typeof beside)[number]
  const head = ({ point }: Row): Cell[] => [point.history, point.latency, point.queries]
  const ratio = ({ of }: Row, way: Way): number => used(of[way]) / used(of.hardware)
  const costs = (rows: readonly Row[]) => ({
    columns: [...columns('hart cycles a query'), ...ways.map((w) => `${w.text}: a symbol`), ...ways.map((w) => `${w.text}: cycles of an entry`), ...ways.map((w) => `${w.text}: left to other code`), 'oask / hardware', 'registers / hardware'],
    rows: rows.map((r): Cell[] => [
      ...head(r), ...ways.map((w) => used(r.of[w.name]) / r.point.queries), ...ways.map((w) => used(r.of[w.name]) / r.point.queries / symbols), ...ways.map((w) => r.of[w.name].cycles),
      ...ways.map((w) => `${(100 * r.of[w.name].left / r.of[w.name].cycles).toFixed(1)} %`), ratio(r, 'oask'), ratio(r, 'registers'),
    ]),
  })
  const ratios = beside.map((r) => ratio(r, 'registers'))
  const bound = (says: string, of: readonly Row[], least: number): Bound => {
    const found = Math.min(...of.map((r) => ratio(r, 'registers')))
    return { says: `${says}: at least ${least} times the hart cycles of \`ostart\` over the memory-mapped link`, measured: `${found.toFixed(1)} times`, holds: found >= least }
  }
  const bounds = [
    bound('histories from 1,000 symbols on, any latency', beside.filter((r) => r.point.history >= 1000), 10),
    bound('a history of 100 symbols, latencies from 1,000 cycles on', beside.filter((r) => r.point.history < 1000 && r.point.latency >= 1000), 10),
    bound('a history of 100 symbols, a host that answers at once', beside.filter((r) => r.point.history < 1000 && r.point.latency === 0), 7),
  ]
  return {
    name: 'o-mode', title: 'O-mode in hardware and in software',
    about: [
      `The same task three ways on the small Rocket with warm code: a history that the host does not hold, ${queries} queries, answers of ${symbols} symbols, the last one yields.`,
      'By `ostart`; by a loop in C over `oask`; by a loop in C without the unit, over a link behind memory-mapped registers (queues of 64 beats, a count, an interrupt) that does the unit\'s checks, sends only what is new, and moves 8 bytes an access.',
      'Beside it the hart counts in a loop that touches no memory and is left only by interrupts; hart cycles are those of the whole entry without those that the loop had.',
      'All three ask the same bridge, and the histories are compared at the end.',
    ],
    parts: [
      { heading: 'The hart has other work', ...costs(beside), notes: [`Hart cycles over the memory-mapped link against those of the hardware: ${Math.min(...ratios).toFixed(1)} to ${Math.max(...ratios).toFixed(1)} times.`] },
      { heading: 'By queries of one entry', ...costs(byEntry) },
      {
        heading: 'The hart waits', columns: [...columns('cycles a query'), ...ways.map((w) => `${w.text}: a symbol`), 'registers / hardware'],
        rows: waiting.map((r): Cell[] => [...head(r), ...ways.map((w) => r.of[w.name].cycles / r.point.queries), ...ways.map((w) => r.of[w.name].cycles / r.point.queries / symbols), ratio(r, 'registers')]),
        notes: ['`oenter`, a loop over `oracle`, and a loop that polls the count.'],
      },
    ],
    bounds,
  }
}
