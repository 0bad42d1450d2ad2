// Owns: the text of a recording: a run's frames on the link with their simulated time, one JSON object a line.
import { z } from 'zod'
import { header as headerOf, type Frame, type Tokens } from '../../../coprocessor/link/codec.ts'
import { answerFlags, frameKinds, type Direction } from '../../../coprocessor/link/frames.ts'
import { BridgeError } from '../errors.ts'

/** The version of the format. */
export const recordingFormat = 1

/** What the first line says of the run. */
export interface RecordingHead {
  /** Of the package that recorded it. */
  readonly version: string
  readonly engine: string
  readonly oracle: string
  /** The hash of the unit's parameters, as `oinfo` tells it, in hex. */
  readonly parameters: string
  /** SHA-256 of the history that the run began with. */
  readonly history: string
  /** The Oracle takes hints. */
  readonly hints: boolean
}

/** A frame as the log has it. `cycle` is absent where the run ended before the unit had taken all of it. `afterCycles`: of an answer, reject or fault, see `AnswerEvent`. */
export interface RecordedFrame {
  readonly direction: Direction
  readonly first: number
  readonly cycle?: number
  /** A string: beats that are no frame. */
  readonly frame: Frame | string
  readonly afterCycles?: number
  /** What the Oracle said of its reject or fault. */
  readonly message?: string
}
export interface Recording { readonly head: RecordingHead; readonly frames: readonly RecordedFrame[]; /** Cycles of the whole run. */ readonly cycles: number }

const whole = z.number().int().min(0)
const fields = ['unit', 'slot', 'session', 'sequence', 'oracle', 'length', 'offset'] as const
const hexText = z.string().regex(/^([0-9a-f]{2})*$/, 'hex must be pairs of lower-case hexadecimal digits')
const headSchema = z.strictObject({
  archnights: z.literal('recording'), format: z.literal(recordingFormat, `this version reads format ${recordingFormat}`),
  version: z.string(), engine: z.string(), oracle: z.string(), parameters: z.string(), history: z.string(), hints: z.boolean(),
})
const frameSchema = z.strictObject({
  to: z.enum(['host', 'unit']), kind: z.string(), first: whole, cycle: whole.optional(), after_cycles: whole.optional(),
  unit: whole.max(0xff).optional(), slot: whole.max(0xff).optional(), session: whole.max(0xffff).optional(), sequence: whole.max(0xffff).optional(),
  oracle: whole.max(0xff).optional(), length: whole.max(0xffff).optional(), offset: whole.max(2 ** 40 - 1).optional(),
  chunk: z.array(z.enum(['first', 'last', 'cut'])).optional(), hex: hexText.optional(),
  tokens: z.strictObject({ evaluated: whole, reused: whole, history: whole }).optional(), message: z.string().optional(), wrong: z.string().optional(),
})
const endSchema = z.strictObject({ end: z.literal(true), frames: whole, cycles: whole })
type FrameLine = z.infer<typeof frameSchema>

const directions = { host: 'toHost', unit: 'fromHost' } as const

function lineOf({ direction, first, cycle, frame, afterCycles, message }: RecordedFrame): FrameLine {
  const time = { first, ...(cycle === undefined ? {} : { cycle }), ...(afterCycles === undefined ? {} : { after_cycles: afterCycles }) }
  const to = direction === 'toHost' ? 'host' : 'unit'
  if (typeof frame === 'string') return { to, kind: 'none', ...time, wrong: frame }
  const { kind, header, data, trailer, tokens } = frame
  // What data and its length say twice is said once; fields that are 0 are left out.
  const said = fields.filter((name) => header[name] !== 0 && !(name === 'length' && kind.data))
  return {
    to, kind: kind.name, ...time, ...Object.fromEntries(said.map((name) => [name, header[name]])),
    ...(trailer ? { chunk: (['first', 'last', 'cut'] as const).filter((part) => trailer[part]) } : {}),
    ...(kind.data ? { hex: Buffer.from(data).toString('hex') } : {}), ...(tokens ? { tokens } : {}), ...(message === undefined ? {} : { message }),
  }
}

/** The whole file, with a final newline. */
export const recordingText = ({ head, frames, cycles }: Recording): string =>
  [{ archnights: 'recording', format: recordingFormat, ...head }, ...frames.map(lineOf), { end: true, frames: frames.length, cycles }].map((line) => `${JSON.stringify(line)}\n`).join('')

function frameOf(line: FrameLine): RecordedFrame | string {
  const direction = directions[line.to]
  const rest = {
    direction, first: line.first, ...(line.cycle === undefined ? {} : { cycle: line.cycle }), ...(line.after_cycles === undefined ? {} : { afterCycles: line.after_cycles }),
    ...(line.message === undefined ? {} : { message: line.message }),
  }
  if (line.kind === 'none') return { ...rest, frame: line.wrong ?? 'not said' }
  const kind = frameKinds.find((k) => k.name === line.kind && k.direction === direction)
  if (!kind) return `there is no frame '${line.kind}' to the ${line.to}`
  if (kind.data !== (line.hex !== undefined)) return kind.data ? `a ${line.kind} needs "hex"` : `a ${line.kind} has no "hex"`
  const trailer = kind.tail === 'trailer'
  if (trailer !== (line.chunk !== undefined)) return trailer ? `a ${line.kind} needs "chunk"` : `a ${line.kind} has no "chunk"`
  if (line.tokens && kind.tail !== 'tokens-on-end') return `a ${line.kind} has no "tokens"`
  const timed = line.kind === 'answer' || line.kind === 'reject' || line.kind === 'fault'
  if (timed !== (line.after_cycles !== undefined)) return timed ? `an "after_cycles" is wanted` : `"after_cycles" belongs to an answer, reject or fault`
  const data = Uint8Array.from(Buffer.from(line.hex ?? '', 'hex'))
  if (data.length > 0xffff) return `a frame has at most 65535 bytes, this one ${data.length}`
  const given = Object.fromEntries(fields.map((name) => [name, line[name] ?? 0]))
  const header = headerOf({ ...given, ...(kind.data ? { length: data.length } : {}), flags: line.tokens ? 1 << answerFlags.end : 0 })
  const part = (name: 'first' | 'last' | 'cut') => line.chunk!.includes(name)
  const frame: Frame = { kind, header, data, ...(trailer ? { trailer: { first: part('first'), last: part('last'), cut: part('cut') } } : {}), ...(line.tokens ? { tokens: line.tokens satisfies Tokens } : {}) }
  return { ...rest, frame }
}

/**
 * Reads what `recordingText` made. Nothing in it is executed or taken as a path.
 * @throws BridgeError BRG1011 as `file:line: what`, also for a file that ends too early
 */
export function parseRecording(text: string, file = 'recording'): Recording {
  const lines = text.split('\n')
  const wrong = (line: number, what: string) => new BridgeError('BRG1011', `${file}:${line}: ${what}`, 'record the run again with `run --record FILE`: a recording is written whole or not at all')
  const read = <T>(at: number, schema: z.ZodType<T>, what: string): T => {
    let json: unknown
    try {
      json = JSON.parse(lines[at]!)
    } catch {
      throw wrong(at + 1, at === 0 ? `it does not begin as a recording: ${what} is wanted` : 'the line is not JSON: it was cut or changed')
    }
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed.data
    const issue = parsed.error.issues[0]!
    throw wrong(at + 1, `${what} is wanted, and ${issue.path.length > 0 ? `"${issue.path.join('.')}": ` : ''}${issue.message}`)
  }
  const { archnights: _kind, format: _format, ...head } = read(0, headSchema, '{"archnights":"recording", ...}')
  // The last line ends with a newline, or it is not whole.
  const last = lines.length - 2
  if (lines.at(-1) !== '') throw wrong(lines.length, 'the line is cut')
  if (last < 1 || !/^\{"end":/.test(lines[last]!)) throw wrong(Math.max(2, last + 2), 'the recording ends here, without its last line: it was cut')
  const frames: RecordedFrame[] = []
  for (let at = 1; at < last; at++) {
    const found = frameOf(read(at, frameSchema, 'a frame'))
    if (typeof found === 'string') throw wrong(at + 1, found)
    frames.push(found)
  }
  const end = read(last, endSchema, 'the last line')
  if (end.frames !== frames.length) throw wrong(last + 1, `the recording has ${frames.length} frames, it was made with ${end.frames}: lines are missing or were added`)
  return { head, frames, cycles: end.cycles }
}
