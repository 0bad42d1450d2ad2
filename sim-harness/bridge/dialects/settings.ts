// Owns: the settings of a server as Oracle: one schema gives types, defaults, help, errors and the reference page.
import { z } from 'zod'

const ms = (least: number) => z.number().int().min(least).max(2 ** 31 - 1)
const words = (most: number) => z.string().max(most).refine((t) => !/\p{Surrogate}/u.test(t), 'it holds half of a surrogate pair')
/** Fields of a request that the bridge answers for. */
const ownFields = ['messages', 'prompt', 'system', 'stream', 'raw', 'stop', 'stop_sequences', 'model']
const bytes = z.number().int().min(1).max(2 ** 29)

export const serverSettingsSchema = z.strictObject({
  yield: words(200).min(1).default('<|yield|>').describe("what stands for the yield symbol outside: the server's stop string; what comes before it in an answer is the answer"),
  after_yield: words(200).default('').describe('sent behind each yield in a prompt, as a model\'s template may want (ChatML: a newline); not part of the history'),
  marks: z.strictObject({
    system: words(200).default('<|system|>\n').describe('stands for the mark of the system'),
    priestess: words(200).default('<|user|>\n').describe('stands for the mark of the Priestess'),
    oracle: words(200).default('<|assistant|>\n').describe('stands for the mark of the Oracle'),
  }).prefault({}).describe('raw completion only: what stands for the marks of records in a prompt'),
  token_ids: z.boolean().default(true).describe('`llamacpp` only: ask with token ids, so that each token is computed once; `yield`, `after_yield` and `marks` are then the tokens of ChatML. `false` asks with text'),
  max_tokens: z.number().int().min(1).max(2 ** 31 - 1).default(1024).describe('most tokens of one answer; always sent. An answer that reaches it does not yield'),
  header_ms: ms(1).default(300_000).describe('milliseconds until the reply begins'),
  idle_ms: ms(1).default(120_000).describe('milliseconds between two events that carry text or end the answer; comments do not count'),
  max_event_bytes: bytes.default(8_388_608).describe('most bytes of one event of a reply'),
  max_answer_bytes: bytes.default(8_388_608).describe('most bytes of one answer'),
  retry: z.strictObject({
    attempts: z.number().int().min(1).max(1000).default(4).describe('attempts in all'),
    base_ms: ms(0).default(500).describe('milliseconds before the second attempt; doubled each time'),
    cap_ms: ms(0).default(30_000).describe('most milliseconds between two attempts; a server that asks for more fails the query'),
  }).prefault({}).describe('what is tried again when a server fails'),
  api_key: z.string().max(10_000).optional().describe('the key; `--key-env NAME` is better, a file may be seen by others'),
  request: z.record(z.string(), z.json()).superRefine((fields, { addIssue }) => {
    for (const key of Object.keys(fields)) if (ownFields.includes(key)) addIssue({ code: 'custom', path: [key], message: 'the bridge sets it itself' })
  }).default({}).describe('more fields of the request, as the server names them, for example {"temperature": 0}; null takes one away'),
})
export type ServerSettings = z.infer<typeof serverSettingsSchema>

/** The settings with every default. */
export const defaultServerSettings = (): ServerSettings => serverSettingsSchema.parse({})
