// Owns: waves of a few hundred cycles around a moment: the ports from a run's rows, the main states inside from its replay.
import { threads } from '../../coprocessor/microcode/vocabulary.ts'
import { unitMicrocode } from '../../coprocessor/microcode/words.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import { getField, type PortField, type PortLayout } from '../engines/layout.ts'
import { sideBySide } from '../trace/events-of-rows.ts'
import { lineOf, microPaths, placesOf } from './micro-states.ts'
import type { RunFile } from './run-file.ts'

/** Cycles [from, to). */
export interface Window { readonly from: number; readonly to: number }

/**
 * A signal in a window. `changes`: cycle (counted from the window's first) and value, alternating; the first stands in cycle 0. A value is hexadecimal or a
 * word; '' where it means nothing (the payload of a stream whose valid is low). `notes`: more about a value.
 */
export interface WaveSignal {
  readonly name: string
  readonly group: string
  readonly width: number
  readonly changes: (number | string)[]
  readonly notes?: Record<string, string>
}

/** Payloads and the 1-bit port of the same stream that says when they mean something; both directions. */
function validOf(fields: readonly PortField[]): ReadonlyMap<PortField, PortField> {
  const found = new Map<PortField, PortField>()
  for (const valid of fields) {
    const stream = /^(.*_)t?valid$/.exec(valid.name)?.[1]
    if (stream === undefined) continue
    for (const f of fields) if (f.name.startsWith(stream) && !/_t?(valid|ready)$/.test(f.name)) found.set(f, valid)
  }
  return found
}

const groups: readonly (readonly [string, string])[] = [['rocc_', 'core (RoCC)'], ['mem_', 'memory'], ['link_tx', 'link to host'], ['link_rx', 'link from host']]
const groupOf = (name: string): string => groups.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'ports'

/** Streams, as a reader goes through them: what hands over comes before what is handed over. */
const streams = ['rocc_cmd_', 'rocc_resp_', 'rocc_', 'mem_req_', 'mem_resp_', 'mem_', 'link_tx_', 'link_rx_']
const rankOf = (name: string): number => {
  const stream = streams.findIndex((s) => name.startsWith(s))
  return 3 * (stream < 0 ? streams.length : stream) + (/_t?valid$/.test(name) ? 0 : /_t?ready$/.test(name) ? 1 : 2)
}

/** Adds a value to the changes if it is a new one. */
function add(changes: (number | string)[], cycle: number, value: string): void {
  if (changes.at(-1) !== value || changes.length === 0) changes.push(cycle, value)
}

/** The ports in `window`, as the run's rows have them. */
export function portWaves(run: RunFile, layout: PortLayout, window: Window): WaveSignal[] {
  const fields = [...layout.inputs, ...layout.outputs], gates = validOf(fields)
  const inputs = new Set(layout.inputs)
  const known = (field: PortField, unknown: Uint32Array | undefined): boolean => {
    for (let k = 0; unknown && k < field.words; k++) if (unknown[field.word + k] !== 0) return false
    return true
  }
  const signals = fields.map((field) => {
    const changes: (number | string)[] = [], notes: Record<string, string> = {}
    return { field, signal: { name: field.name, group: groupOf(field.name), width: field.width, changes, notes } }
  })
  for (const row of sideBySide(run.stimulus, run.trace)) {
    if (row.cycle + row.cycles <= window.from) continue
    if (row.cycle >= window.to) break
    const cycle = Math.max(row.cycle, window.from) - window.from
    const get = (f: PortField): bigint => getField(inputs.has(f) ? row.inputs : row.outputs, f)
    for (const { field, signal } of signals) {
      const gate = gates.get(field), unknown = inputs.has(field) ? undefined : row.unknown
      if (gate && get(gate) === 0n) add(signal.changes, cycle, '')
      else if (!known(field, unknown)) add(signal.changes, cycle, 'x')
      else {
        const value = get(field), hex = value.toString(16)
        add(signal.changes, cycle, hex)
        if (field.name === 'rocc_cmd_funct7') signal.notes[hex] = instructionByFunct7(Number(value))?.mnemonic ?? 'no such instruction'
      }
    }
  }
  return signals.map(({ signal: { notes, ...rest } }) => ({ ...rest, ...(Object.keys(notes).length > 0 ? { notes } : {}) })).sort((a, b) => rankOf(a.name) - rankOf(b.name))
}

interface Inner { readonly name: string; readonly path: string; readonly width: number; readonly on?: string }
/** The main states, beside the sequencer's. Sets of slots have a bit a slot. `on`: means something only while that is up. */
const inner: readonly Inner[] = [
  { name: 'slot at hand', path: 'slots.at', width: 4 },
  { name: 'slots open', path: 'slots.open', width: 16 }, { name: 'slots running', path: 'slots.running', width: 16 },
  { name: 'slots ended', path: 'slots.ended', width: 16 }, { name: 'slots trapped', path: 'slots.trapped', width: 16 },
  { name: 'loader accesses', path: 'loader.accessing', width: 1 }, { name: 'loader in flight', path: 'loader.flying', width: 4, on: 'loader.accessing' },
  { name: 'storer accesses', path: 'storer.accessing', width: 1 }, { name: 'storer accepted', path: 'storer.accepted', width: 16, on: 'storer.accessing' },
  { name: 'beats to host queued', path: 'tx_queue.stored', width: 9 }, { name: 'beats from host queued', path: 'rx_queue.stored', width: 9 },
]
/** What must be read in every cycle: first what `MicroStates` wants. */
export const innerPaths: readonly string[] = [...microPaths, ...inner.map((i) => i.path)]

/** The states inside, in several windows, told cycle by cycle with the values of `innerPaths`. Windows may overlap. */
export class InnerWaves {
  private readonly windows: readonly Window[]
  private readonly signals: readonly WaveSignal[][]
  private readonly program = unitMicrocode()
  private readonly places = placesOf(this.program)

  constructor(windows: readonly Window[]) {
    this.windows = windows
    const group = 'inside'
    this.signals = windows.map(() => [
      { name: 'thread', group, width: 3, changes: [], notes: Object.fromEntries(threads.map((t) => [t.name, `runs when ${t.doc}`])) }, { name: 'microcode line', group, width: 10, changes: [], notes: {} },
      ...inner.map(({ name, width }) => ({ name, group, width, changes: [] })),
    ])
  }

  cycle(cycle: number, values: readonly number[]): void {
    this.windows.forEach((w, n) => {
      if (cycle >= w.from && cycle < w.to) this.put(this.signals[n]!, cycle - w.from, values)
    })
  }

  /** Of window n. */
  of(n: number): readonly WaveSignal[] { return this.signals[n] ?? [] }

  private put(signals: WaveSignal[], at: number, values: readonly number[]): void {
    const line = lineOf(values), [thread, microcode, ...rest] = signals
    add(thread!.changes, at, line === undefined ? '' : threads[values[1]!]?.name ?? '')
    const place = line === undefined ? undefined : this.places[line]
    const text = place === undefined ? '' : `${place.label}${place.lines === 0 ? '' : `+${place.lines}`}`
    add(microcode!.changes, at, text)
    if (line !== undefined && text !== '') microcode!.notes![text] = `address ${line}: ${this.program.operations[line]?.text ?? ''}`
    inner.forEach(({ on }, i) => {
      const gate = on === undefined ? 1 : values[innerPaths.indexOf(on)]!
      add(rest[i]!.changes, at, gate === 0 ? '' : values[microPaths.length + i]!.toString(16))
    })
  }
}
