// Owns: the dialect of Anthropic: messages, and a reply in named events.
import { z } from 'zod'
import { count, errorWords, reason, text, type Dialect, type Reading, type Usage } from './dialect.ts'

const usageSchema = z.looseObject({ input_tokens: count, cache_read_input_tokens: count, cache_creation_input_tokens: count, output_tokens: count }).nullish().catch(undefined)
const event = z.looseObject({
  type: z.string(),
  message: z.looseObject({ usage: usageSchema }).nullish(),
  content_block: z.looseObject({ type: z.string().nullish(), text }).nullish(),
  delta: z.looseObject({ type: z.string().nullish(), text, stop_reason: reason }).nullish(),
  usage: usageSchema,
  error: z.unknown().optional(),
  // A reply in one piece.
  content: text, stop_reason: reason,
})
const names: Readonly<Record<string, string>> = { end_turn: 'stop', stop_sequence: 'stop', max_tokens: 'length' }
const named = (finish: string | undefined) => (finish === undefined ? undefined : names[finish] ?? finish)

/** What was read from the cache and what was written to it is counted apart from the rest of the prompt. */
function counts(usage: z.infer<typeof usageSchema>): Usage {
  const { input_tokens: fresh, cache_read_input_tokens: cached, cache_creation_input_tokens: kept, output_tokens: completion } = usage ?? {}
  return { prompt: fresh === undefined ? undefined : fresh + (cached ?? 0) + (kept ?? 0), cached, completion }
}

function read(json: unknown): Reading {
  const e = event.parse(json)
  switch (e.type) {
    case 'message_start': return { usage: counts(e.message?.usage) }
    case 'content_block_start': return { text: e.content_block?.text }
    case 'content_block_delta': return { text: e.delta?.text, works: e.delta?.text === undefined }
    case 'message_delta': return { finish: named(e.delta?.stop_reason), usage: { completion: e.usage?.output_tokens } }
    case 'message_stop': return { done: true }
    case 'message': return { text: e.content ?? '', finish: named(e.stop_reason), usage: counts(e.usage) }
    case 'error': return { error: errorWords(e.error) ?? 'an error without words' }
    // A ping, the end of a block, and what comes with later versions.
    default: return {}
  }
}

const roles = { system: 'user', priestess: 'user', oracle: 'assistant' } as const

export const anthropic: Dialect = {
  name: 'anthropic', base: '/v1', path: '/messages', needsModel: true, framing: 'sse', headers: { 'anthropic-version': '2023-06-01' }, keyHeader: (key) => ['x-api-key', key], read,
  body({ messages }, settings, model) {
    const system = messages[0]?.side === 'system' ? messages[0].text : undefined
    const rest = system === undefined ? messages : messages.slice(1)
    // An answer to be gone on with must not end in white space, by the rules of this server.
    const texts = rest.map((m, i) => ({ role: roles[m.side], text: i === rest.length - 1 && m.side === 'oracle' ? m.text.trimEnd() : m.text })).filter((m) => m.text !== '')
    return {
      model, max_tokens: settings.max_tokens, stream: true, stop_sequences: [settings.yield],
      ...(system === undefined ? {} : { system }),
      // What is sent is the beginning of what will be sent next: the server is to keep all of it.
      messages: texts.map(({ role, text }, i) => ({ role, content: [{ type: 'text', text, ...(i === texts.length - 1 ? { cache_control: { type: 'ephemeral' } } : {}) }] })),
    }
  },
}
