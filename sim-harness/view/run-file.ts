// Owns: the run file that `archnights run --save` writes and `archnights view` reads: what went into the unit and came out of it, cycle by cycle, and whose the history is.
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { causes, type Cause } from '../../coprocessor/isa/cause.ts'
import { parameterSchema, type Parameters } from '../../coprocessor/parameters.ts'
import type { Row } from '../engines/engine.ts'
import type { PortLayout } from '../engines/layout.ts'
import { HarnessError } from '../errors.ts'
import { formatRows, parseRows, type TraceRow } from '../trace/row-file.ts'

const format = 'archnights run'
const version = 1
/** More text than this is no run: one of half a million rows has some 120 MB. */
const mostText = 2 ** 29 - 2 ** 20

const count = z.number().int().min(0)
const turn = z.object({
  trap: z.object({ cause: z.enum(causes.map((c) => c.name) as [Cause, ...Cause[]]), slot: count, appended: count, cut: z.boolean() }),
  queries: count,
  symbols: z.object({ sentNew: count, sentAgain: count, appended: count }),
  tokens: z.object({ evaluated: count, reused: count, history: count }),
  cycles: z.object({ total: count, sending: count, host: count, appending: count }),
})
const stretch = z.object({ from: count, to: count, by: z.enum(['priestess', 'oracle']), turn: count })

const about = z.object({
  /** Of the package that ran it. */
  version: z.string(), engine: z.string(), oracle: z.string(),
  /** What the Oracle or the host said about a fault or a reject. */
  said: z.string().optional(),
  /** Cycles of the whole run; the rows may hold less. */
  cycles: count,
  turns: z.array(turn),
  /** Who wrote bytes [from, to) of the history, in which turn; one after the other, without a gap. */
  stretches: z.array(stretch),
})
/** What is known of a run besides its rows. */
export type RunAbout = z.infer<typeof about>

const fileSchema = about.extend({
  format: z.literal(format), fileVersion: z.literal(version),
  parameters: z.record(z.string(), z.union([z.number(), z.string().regex(/^0x[0-9a-f]{1,16}$/), z.array(z.number())])),
  historyHex: z.string().regex(/^(?:[0-9a-f]{2})*$/),
  stimulus: z.string(), trace: z.string(),
})

/** A run as it was: `stimulus` and `trace` are the rows of all inputs and all outputs of the unit that `parameters` make. */
export interface RunFile extends RunAbout {
  readonly parameters: Parameters
  readonly history: Uint8Array
  readonly stimulus: readonly Row[]
  readonly trace: readonly TraceRow[]
}

/** The file's bytes: JSON, packed by gzip. The same run gives the same bytes. */
export function formatRunFile(run: RunFile, layout: PortLayout): Uint8Array {
  const { parameters, history, stimulus, trace, ...rest } = run
  const file: z.input<typeof fileSchema> = {
    format, fileVersion: version, ...rest,
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, typeof value === 'bigint' ? `0x${value.toString(16)}` : value])),
    historyHex: Buffer.from(history).toString('hex'),
    stimulus: formatRows(layout, 'stimulus', stimulus), trace: formatRows(layout, 'trace', trace),
  }
  return gzipSync(JSON.stringify(file))
}

const damaged = (what: string): HarnessError => new HarnessError('SIM4002', `the run file ${what}`, 'give a file that `archnights run --save FILE` wrote')

/** What somebody may have meant, by how it begins. */
function instead(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 400)).toString('latin1')
  if (/^\/\/ archnights (stimulus|trace)/.test(start)) return 'is a stimulus or a trace: a run file holds both, and the history'
  if (/"traceEvents"/.test(start)) return 'is a timeline: ui.perfetto.dev opens it'
  if (/^\$(?:comment|timescale|date|version|scope)/.test(start)) return 'is waves: GTKWave opens them'
  if (/^\{"archnights":"recording"/.test(start)) return 'is a recording of the link, without the core\'s commands: `archnights run --history FILE --oracle replay:RECORDING --save RUN` plays it, and makes a run file of it'
  if (/^\s*\{/.test(start)) return 'is JSON that is not packed: a script is an Oracle, `archnights run --history FILE --oracle script:SCRIPT --save RUN` makes a run file of it'
  return bytes.length === 0 ? 'is empty' : 'is none: it is not packed by gzip'
}

function unpack(bytes: Uint8Array): unknown {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw damaged(instead(bytes))
  let text: string
  try {
    text = gunzipSync(bytes, { maxOutputLength: mostText }).toString('utf8')
  } catch (error) {
    throw damaged(`is damaged: it cannot be unpacked (${error instanceof Error ? error.message : String(error)})`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw damaged('is damaged: what is packed in it is no JSON')
  }
}

const first = (error: z.ZodError): string => error.issues.slice(0, 1).map((i) => `${i.path.join('.') || 'the whole'}: ${i.message}`).join('')

/** Byte after byte, from 0 to the end, none twice. */
function checkStretches(stretches: RunAbout['stretches'], length: number): void {
  let at = 0
  for (const s of stretches) {
    if (s.from !== at || s.to < s.from) throw damaged(`is damaged: stretches: one begins at ${s.from}, the one before ended at ${at}`)
    at = s.to
  }
  if (at !== length) throw damaged(`is damaged: stretches: they end at ${at}, the history has ${length} bytes`)
}

const cyclesOf = (rows: readonly Row[]): number => rows.reduce((n, r) => n + r.cycles, 0)

/**
 * Reads a run file. `layoutFor` gives the ports of the unit with these parameters.
 * @throws HarnessError SIM4002 saying what is wrong with it, also if it was made by a version whose unit has other ports
 */
export function parseRunFile(bytes: Uint8Array, layoutFor: (p: Parameters) => PortLayout): RunFile {
  const read = fileSchema.safeParse(unpack(bytes))
  if (!read.success) throw damaged(`is damaged, or of another version: ${first(read.error)}`)
  const { format: _format, fileVersion: _version, parameters: given, historyHex, stimulus, trace, ...rest } = read.data
  const known = parameterSchema.safeParse(Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? BigInt(value) : value])))
  if (!known.success) throw damaged(`is damaged, or of another version: parameters.${first(known.error)}`)
  const history = Uint8Array.from(Buffer.from(historyHex, 'hex'))
  checkStretches(rest.stretches, history.length)
  const layout = layoutFor(known.data)
  try {
    const rows = { stimulus: parseRows(layout, 'stimulus', stimulus), trace: parseRows(layout, 'trace', trace) }
    if (cyclesOf(rows.stimulus) !== cyclesOf(rows.trace) || cyclesOf(rows.trace) > rest.cycles) throw damaged('is damaged: inputs and outputs have different numbers of cycles')
    return { ...rest, parameters: known.data, history, ...rows }
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== 'SIM4001') throw error
    throw new HarnessError('SIM4002', `the run file is damaged, or of another version: ${error.message}`, `it was made by version ${JSON.stringify(rest.version)}: look at it with that version, or run it again`)
  }
}
