// Owns: how servers say that a history is longer than the model's context. There is no one way: codes of some, words of others.

/** Codes, and the wordings of llama.cpp, vLLM, OpenAI, Anthropic, TGI and others. */
const says = [
  /context_length_exceeded|exceed_context_size|context_window_exceeded/i,
  /(exceed|over|beyond|longer than|larger than|greater than|outside)\w*\b.{0,60}\bcontext/i,
  /context (length|size|window|limit)\b.{0,60}\b(exceed|reached|overflow|too (small|short)|is \d+)/i,
  /maximum (context|prompt|input|sequence) length/i,
  /(prompt|input|history|request|message)s?\b.{0,40}\b(is|are) too (long|large)/i,
  /input (token count|length)\b.{0,60}\bexceeds/i,
  /inputs?\b.{0,20}tokens\b.{0,60}\bmust (be|have)\b/i,
  /reduce the length of (the|your) (message|prompt|input)/i,
  /too many (input |prompt )?tokens/i,
]

/** Whether the words of an error, its code among them, mean an overflow. Not for a reply that says "too many requests": limits on a rate count tokens as well. */
export const isOverflow = (words: string): boolean => says.some((pattern) => pattern.test(words))
