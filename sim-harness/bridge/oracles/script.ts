// Owns: the scripted Oracle: answers from JSON Lines, one a query, in the order in which the queries come.
import { z } from 'zod'
import { mostFrameBytes } from '../answer-frames.ts'
import { BridgeError } from '../errors.ts'
import type { AnswerEvent, Oracle } from '../oracle.ts'

const count = (what: string) => z.number({ error: `${what} must be a number` }).int(`${what} must be whole`).min(0, `${what} must not be negative`)
const tokenCount = (what: string) => count(what).max(0xffff_ffff, `${what} must fit in 32 bits`)
const lineSchema = z.strictObject({
  text: z.string({ error: '"text" must be a string' }).refine((t) => !/\p{Surrogate}/u.test(t), '"text" holds half of a surrogate pair, which has no UTF-8: use "hex"').optional(),
  hex: z.string({ error: '"hex" must be a string' }).regex(/^\s*([0-9a-fA-F]{2}\s*)*$/, '"hex" must be pairs of hexadecimal digits').optional(),
  yield: z.boolean({ error: '"yield" must be true or false' }).optional(),
  after_cycles: count('"after_cycles"').max(2 ** 47, '"after_cycles" must be at most 2^47').optional(),
  chunks: z.array(count('a chunk').max(mostFrameBytes, `a chunk has at most ${mostFrameBytes} symbols`), { error: '"chunks" must be a list of numbers' }).optional(),
  tokens: z.strictObject({ evaluated: tokenCount('"evaluated"'), reused: tokenCount('"reused"'), history: tokenCount('"history"') }, { error: (issue) => (issue.code === 'invalid_type' ? '"tokens" must be {evaluated, reused, history}' : undefined) }).optional(),
  cached: count('"cached"').max(2 ** 40 - 1, '"cached" must fit in 40 bits').optional(),
  reject: z.literal(true, { error: '"reject" must be true, or left out' }).optional(),
  fault: z.boolean({ error: '"fault" must be true or false' }).optional(),
})
type Line = z.infer<typeof lineSchema>

/** The events of one answer, ready to be sent. */
export type ScriptAnswer = readonly AnswerEvent[]
export interface ScriptOptions { readonly yieldSymbol?: number }

const noTokens = { evaluated: 0, reused: 0, history: 0 }
const symbolsOf = (line: Line, yieldSymbol: number): Uint8Array => {
  const text = line.hex === undefined ? Buffer.from(line.text ?? '', 'utf8') : Buffer.from(line.hex.replace(/\s+/g, ''), 'hex')
  return Uint8Array.from(line.yield ? [...text, yieldSymbol] : text)
}

/** What is wrong with the parts of a line taken together. */
function faultsOf(line: Line, symbols: Uint8Array): string[] {
  const others = Object.keys(line).filter((k) => k !== 'reject' && k !== 'after_cycles')
  if (line.reject) return others.length > 0 ? [`"reject" stands alone, not with ${others.map((k) => `"${k}"`).join(', ')}`] : []
  const found: string[] = []
  if (line.text !== undefined && line.hex !== undefined) found.push('"text" and "hex" are both given: one answer is enough')
  if (line.fault && line.tokens) found.push('"tokens" go with the end of an answer, and one that faults has none')
  if (line.fault && line.cached !== undefined) found.push('"cached" goes with the end of an answer, and one that faults has none')
  if (line.chunks) {
    const sum = line.chunks.reduce((a, b) => a + b, 0)
    if (sum !== symbols.length) found.push(`"chunks" sum to ${sum}, the answer has ${symbols.length} symbols${line.yield ? ', the yield symbol counted' : ''}`)
    const empty = line.chunks.findIndex((n, i) => n === 0 && (i < line.chunks!.length - 1 || line.fault === true))
    if (empty >= 0) found.push(`chunk ${empty + 1} is empty: only the last frame of an answer may be, for it carries the end`)
  }
  return found
}

function eventsOf(line: Line, symbols: Uint8Array): ScriptAnswer {
  const timed = line.after_cycles === undefined ? {} : { afterCycles: line.after_cycles }
  if (line.reject) return [{ kind: 'reject', message: 'the script says so', ...timed }]
  const sizes = line.chunks && line.chunks.length > 0 ? line.chunks : line.fault && symbols.length === 0 ? [] : [symbols.length]
  let at = 0
  const frames: AnswerEvent[] = sizes.map((size, i) => {
    const part = symbols.subarray(at, at += size)
    return { kind: 'symbols', symbols: part, ...(i === 0 ? timed : {}), ...(i === sizes.length - 1 && !line.fault ? { end: { tokens: line.tokens ?? noTokens, ...(line.cached === undefined ? {} : { cached: line.cached }) } } : {}) }
  })
  return line.fault ? [...frames, { kind: 'fault', message: 'the script says so', ...(frames.length === 0 ? timed : {}) }] : frames
}

const wordsOfIssue = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `unknown key ${issue.keys.map((k) => `"${k}"`).join(', ')}${issue.path.length > 0 ? ` in "${issue.path.join('.')}"` : ''}` : issue.message

/**
 * The answers of a script. One JSON object a line; empty lines count as lines and are passed over. Keys: `text` or `hex` (neither: an
 * empty answer), `yield`, `after_cycles`, `chunks`, `tokens`, `cached`, `fault` (after the text, if any), or `reject` (with `after_cycles` at most).
 * A script sends what it says: yield symbols and marks inside stay.
 * @throws BridgeError BRG1003 with every finding, as `file:line: what`.
 * @example parseScript('{"text": "ls", "yield": true}').length // 1
 */
export function parseScript(text: string, file = 'script', { yieldSymbol = 0xff }: ScriptOptions = {}): ScriptAnswer[] {
  const findings: string[] = []
  const answers: ScriptAnswer[] = []
  text.replace(/^\ufeff/, '').split('\n').forEach((raw, i) => {
    if (raw.trim() === '') return
    const say = (what: string) => findings.push(`${file}:${i + 1}: ${what}`)
    let json: unknown
    try {
      json = JSON.parse(raw)
    } catch {
      say('the line is not JSON')
      return
    }
    const parsed = lineSchema.safeParse(json)
    if (!parsed.success) {
      for (const issue of parsed.error.issues) say(issue.path.length === 0 && issue.code === 'invalid_type' ? 'the line must be a JSON object, {...}' : wordsOfIssue(issue))
      return
    }
    const symbols = symbolsOf(parsed.data, yieldSymbol)
    const wrong = faultsOf(parsed.data, symbols)
    wrong.forEach(say)
    if (wrong.length === 0) answers.push(eventsOf(parsed.data, symbols))
  })
  if (findings.length > 0) {
    const shown = findings.slice(0, 10)
    throw new BridgeError('BRG1003', [...shown, ...(findings.length > shown.length ? [`and ${findings.length - shown.length} more`] : [])].join('\n'),
      'mend the line: keys are text, hex, yield, after_cycles, chunks, tokens, cached, fault; or reject alone')
  }
  return answers
}

async function* play(answer: ScriptAnswer): AsyncGenerator<AnswerEvent> { yield* answer }

/** An Oracle that gives one answer a query, whichever slot asks, and a fault to every query past the last one. */
export function scriptOracle(answers: readonly ScriptAnswer[], name = 'script'): Oracle {
  let asked = 0
  return {
    name,
    // The answer is chosen when the query arrives, not when its events are pulled: so slots cannot overtake each other.
    ask() {
      const answer = answers[asked++]
      const have = answers.length === 1 ? '1 answer' : `${answers.length} answers`
      return play(answer ?? [{ kind: 'fault', message: `query ${asked} has no line in ${name}: the script holds ${have}` }])
    },
    dispose: async () => undefined,
  }
}
