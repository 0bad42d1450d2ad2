// Owns: the list of the dialects, by the names that a SPEC has for them.
import { anthropic } from './anthropic.ts'
import type { Dialect } from './dialect.ts'
import { llamacpp } from './llamacpp.ts'
import { ollama } from './ollama.ts'
import { openaiChat, openaiCompletions } from './openai.ts'

export const dialects: readonly Dialect[] = [openaiChat, openaiCompletions, llamacpp, ollama, anthropic]
export const dialectNamed = (name: string): Dialect | undefined => dialects.find((d) => d.name === name)
