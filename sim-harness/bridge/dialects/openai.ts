// Owns: the two dialects of OpenAI that many servers speak: chat and raw completions.
import { z } from 'zod'
import { bearer, count, errorWords, reason, text, type Dialect, type Reading } from './dialect.ts'

const part = z.looseObject({ content: text, reasoning_content: text, reasoning: text }).nullish()
const choice = z.looseObject({ index: z.number().nullish(), delta: part, message: part, text, finish_reason: reason })
const chunk = z.looseObject({
  choices: z.array(choice).nullish(),
  usage: z.looseObject({ prompt_tokens: count, completion_tokens: count, prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish().catch(undefined) }).nullish().catch(undefined),
  error: z.unknown().optional(),
})

/** Only the first choice is asked for; there may be none. */
function read(json: unknown): Reading {
  const { choices, usage, error } = chunk.parse(json)
  const first = choices?.find((c) => (c.index ?? 0) === 0)
  const said = first?.delta ?? first?.message
  return {
    text: said?.content ?? first?.text,
    works: Boolean(said?.reasoning_content ?? said?.reasoning),
    finish: first?.finish_reason,
    error: errorWords(error),
    ...(usage ? { usage: { prompt: usage.prompt_tokens, cached: usage.prompt_tokens_details?.cached_tokens, completion: usage.completion_tokens } } : {}),
  }
}

const both = { base: '/v1', needsModel: false, framing: 'sse', keyHeader: bearer, read } as const
const asked = (model: string | undefined, stop: string, most: number) =>
  ({ ...(model === undefined ? {} : { model }), max_tokens: most, stop: [stop], stream: true, stream_options: { include_usage: true } })
const roles = { system: 'system', priestess: 'user', oracle: 'assistant' } as const

export const openaiChat: Dialect = {
  ...both, name: 'openai-chat', path: '/chat/completions',
  body: ({ messages }, settings, model) => ({ messages: messages.map((m) => ({ role: roles[m.side], content: m.text })), ...asked(model, settings.yield, settings.max_tokens) }),
}
export const openaiCompletions: Dialect = {
  ...both, name: 'openai-completions', path: '/completions',
  body: ({ prompt }, settings, model) => ({ prompt, ...asked(model, settings.yield, settings.max_tokens) }),
}
