// Owns: the lines that go between the bridge and a program that is an Oracle: what a query says, and what an answer may say.
import { z } from 'zod'
import type { AnswerEvent, OracleQuery } from '../oracle.ts'
import { joined } from '../slot-mirror.ts'

const count = z.number().int().min(0).max(0xffff_ffff)
const answerSchema = z.strictObject({
  query: z.number().int().describe('the number of the query that this answers'),
  text: z.string().refine((t) => !/\p{Surrogate}/u.test(t), 'it holds half of a surrogate pair').optional().describe('more of the answer, as text'),
  hex: z.string().regex(/^([0-9a-fA-F]{2})*$/, 'it must be pairs of hexadecimal digits').optional().describe('or as bytes'),
  yield: z.boolean().optional().describe('the yield symbol follows, and the answer ends'),
  more: z.boolean().optional().describe('the answer goes on with another line'),
  after_cycles: z.number().int().min(0).max(2 ** 47).optional().describe('simulated clock cycles since the line before, or since the query'),
  tokens: z.strictObject({ evaluated: count, reused: count, history: count }).optional().describe('counts of the answer, with its last line'),
  reject: z.literal(true).optional().describe('instead of an answer: the history is refused'),
  fault: z.string().optional().describe('instead of an answer or the rest of it: what went wrong'),
})
type Answer = z.infer<typeof answerSchema>

/** Keys of an answer line and what they mean, for the reference page. */
export const answerKeys: readonly { readonly key: string; readonly doc: string }[] =
  Object.entries(answerSchema.shape).map(([key, schema]) => ({ key, doc: schema.description ?? '' }))

/** The line of a query; `number` is its tag. */
export const queryLine = (number: number, { slot, history, common }: OracleQuery): string =>
  `${JSON.stringify({ query: number, slot, common, history: Buffer.from(history).toString('base64') })}\n`
/** The unit gave a query up, or a slot was closed: for programs that want to know. */
export const cancelLine = (number: number): string => `${JSON.stringify({ cancel: number })}\n`
export const closeLine = (slot: number): string => `${JSON.stringify({ close: slot })}\n`

/** One line of a program: the query that it speaks of, and what it says of it; a string says what is wrong with the line. */
export type Said = { readonly query: number; readonly event: AnswerEvent; readonly last: boolean } | string

function wrongWith(a: Answer): string | undefined {
  if (a.text !== undefined && a.hex !== undefined) return '"text" and "hex" are both given'
  if (a.reject && (a.text ?? a.hex ?? a.yield ?? a.more ?? a.tokens ?? a.fault) !== undefined) return '"reject" stands alone'
  if (a.fault !== undefined && (a.text ?? a.hex ?? a.yield ?? a.more ?? a.tokens) !== undefined) return '"fault" stands alone'
  if (a.more && a.yield) return 'the answer yields and goes on'
  if (a.more && a.tokens) return '"tokens" go with the last line of an answer'
  return undefined
}

/** What a line says. `yieldSymbol` is the unit's. Symbols go out as they are: a mark among them is the unit's to trap. */
export function readLine(line: string, yieldSymbol: number): Said {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return 'it is not JSON'
  }
  const parsed = answerSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    if (issue.code === 'unrecognized_keys') return `there is no key "${issue.keys[0]}"`
    return issue.path.length === 0 ? 'it is no JSON object' : `"${issue.path.join('.')}": ${issue.message}`
  }
  const a = parsed.data
  const wrong = wrongWith(a)
  if (wrong !== undefined) return wrong
  const timed = a.after_cycles === undefined ? {} : { afterCycles: a.after_cycles }
  if (a.reject) return { query: a.query, event: { kind: 'reject', message: 'the program refused the history', ...timed }, last: true }
  if (a.fault !== undefined) return { query: a.query, event: { kind: 'fault', message: a.fault, ...timed }, last: true }
  const body = a.hex === undefined ? Buffer.from(a.text ?? '', 'utf8') : Buffer.from(a.hex, 'hex')
  const symbols = joined([body, ...(a.yield ? [Uint8Array.of(yieldSymbol)] : [])])
  const tokens = a.tokens ?? { evaluated: 0, reused: 0, history: 0 }
  return { query: a.query, event: { kind: 'symbols', symbols, ...timed, ...(a.more ? {} : { end: { tokens } }) }, last: !a.more }
}
