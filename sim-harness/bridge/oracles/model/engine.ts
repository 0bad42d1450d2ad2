// Owns: the few things that this project uses of the model's engine, and how it is loaded: by path, for it is no dependency of the package.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { wordsOf } from '../../errors.ts'

export interface Sequence {
  readonly contextTokens: readonly number[]
  readonly nextTokenIndex: number
  /** Input and output tokens together are the tokens that were evaluated, each once. */
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number }
  evaluate(tokens: readonly number[], options: { temperature: number; yieldEogToken: boolean }): AsyncGenerator<number, void, void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly number[]): Promise<void>
  eraseContextTokenRanges(ranges: readonly { start: number; end: number }[]): Promise<void>
}
export interface Context { getSequence(): Sequence; dispose(): Promise<void> }
export interface Model {
  readonly trainContextSize: number
  tokenize(text: string, specialTokens: false): number[]
  isEogToken(token: number): boolean
  createContext(options: { contextSize: number; sequences: number; threads: number }): Promise<Context>
  dispose(): Promise<void>
}
export interface GgufInfo { readonly metadata: { readonly tokenizer: { readonly ggml: { readonly model: string; readonly tokens: readonly string[]; readonly token_type?: readonly number[] } } } }

export interface Engine {
  /** Loads the engine's binary; before the first `loadModel`. */
  start(): Promise<void>
  loadModel(file: string): Promise<Model>
  readInfo(file: string): Promise<GgufInfo>
  dispose(): Promise<void>
}

interface Library {
  getLlama(options: object): Promise<{ loadModel(options: { modelPath: string }): Promise<Model>; dispose(): Promise<void> }>
  readGgufFileInfo(file: string, options: object): Promise<GgufInfo>
  readonly LlamaLogLevel: { readonly error: string }
}

/**
 * The engine in `folder`, a package folder with node_modules. One thread: two of them wait for each other by spinning, which on busy cores is ten times slower.
 * It never compiles nor downloads. @throws whatever the import throws.
 */
export async function loadEngine(folder: string): Promise<Engine> {
  const library = await import(pathToFileURL(join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js')).href) as Library
  // The engine's own words go into the error of what failed, not over a terminal that a command draws on.
  let said = ''
  let llama: Awaited<ReturnType<Library['getLlama']>> | undefined
  return {
    async start() {
      const logger = (_level: string, message: string): void => { said ||= message.trim() }
      llama = await library.getLlama({ gpu: false, build: 'never', skipDownload: true, maxThreads: 1, progressLogs: false, logLevel: library.LlamaLogLevel.error, logger })
    },
    async loadModel(modelPath) {
      if (!llama) throw new Error('the engine was not started')
      said = ''
      return llama.loadModel({ modelPath }).catch((thrown: unknown) => { throw new Error(said || wordsOf(thrown)) })
    },
    readInfo: (file) => library.readGgufFileInfo(file, { logWarnings: false }),
    async dispose() { await llama?.dispose() },
  }
}
