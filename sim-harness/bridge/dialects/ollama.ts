// Owns: the dialect of Ollama: raw generation, one JSON object a line.
import { z } from 'zod'
import { bearer, count, errorWords, reason, text, type Dialect, type Reading } from './dialect.ts'

const line = z.looseObject({ response: text, thinking: text, done: z.boolean().nullish(), done_reason: reason, prompt_eval_count: count, eval_count: count, error: z.unknown().optional() })

function read(json: unknown): Reading {
  const l = line.parse(json)
  return {
    text: l.response,
    works: Boolean(l.thinking),
    error: errorWords(l.error),
    ...(l.done ? { finish: l.done_reason, done: true, usage: { prompt: l.prompt_eval_count, completion: l.eval_count } } : {}),
  }
}

export const ollama: Dialect = {
  name: 'ollama', base: '/api', path: '/generate', needsModel: true, framing: 'ndjson', keyHeader: bearer, read,
  body: ({ prompt }, settings, model) => ({ model, prompt, raw: true, stream: true, options: { num_predict: settings.max_tokens, stop: [settings.yield] } }),
}
