// Owns: the dialect of llama.cpp's own server: raw completion as text.
import { z } from 'zod'
import { bearer, count, errorWords, reason, text, type Dialect, type Reading } from './dialect.ts'

const chunk = z.looseObject({
  content: text, stop: z.boolean().nullish(), stop_type: reason,
  // Older servers say it with three flags.
  stopped_eos: z.boolean().nullish(), stopped_word: z.boolean().nullish(), stopped_limit: z.boolean().nullish(),
  truncated: z.boolean().nullish(), tokens_evaluated: count, tokens_predicted: count,
  timings: z.looseObject({ cache_n: count, prompt_n: count }).nullish().catch(undefined),
  error: z.unknown().optional(),
})
const names: Readonly<Record<string, string>> = { eos: 'stop', word: 'stop', limit: 'length' }

function read(json: unknown): Reading {
  const c = chunk.parse(json)
  const finish = c.stop_type ?? (c.stopped_eos ? 'eos' : c.stopped_word ? 'word' : c.stopped_limit ? 'limit' : 'none')
  const { cache_n: cached, prompt_n: computed } = c.timings ?? {}
  const prompt = cached !== undefined && computed !== undefined ? cached + computed : c.tokens_evaluated
  return {
    text: c.content,
    error: errorWords(c.error),
    ...(c.stop ? { finish: names[finish] ?? finish, done: true, usage: { prompt, cached, completion: c.tokens_predicted } } : {}),
    // At the limit it means that the context is full now, and the answer shorter.
    cut: c.truncated === true && finish !== 'limit',
  }
}

export const llamacpp: Dialect = {
  name: 'llamacpp', base: '', path: '/completion', needsModel: false, framing: 'sse', keyHeader: bearer, read,
  body: ({ prompt }, settings, model) => ({ ...(model === undefined ? {} : { model }), prompt, n_predict: settings.max_tokens, stop: [settings.yield], stream: true, cache_prompt: true }),
}
