// Owns: the Oracle that is a person at a terminal.
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { printHistory } from '../history/printer.ts'
import { defaultSymbols, type Symbols } from '../history/records.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../oracle.ts'

export interface HumanOptions { readonly input: Readable; readonly output: Writable; readonly symbols?: Symbols }

export const humanHelp = [
  'You are the Oracle. A line is your answer and ends with the yield symbol.',
  'A line that ends with \\ does not yield (in O-mode you are asked again); an empty line is an empty answer, which never yields.',
  ':yield answers the yield symbol alone, :reject refuses the history, :fault WORDS fails; a line that starts with :: starts with one colon.',
].join('\n')

const noTokens = { evaluated: 0, reused: 0, history: 0 }
const answer = (text: string, yieldSymbol?: number): AnswerEvent =>
  ({ kind: 'symbols', symbols: Uint8Array.from([...Buffer.from(text, 'utf8'), ...(yieldSymbol === undefined ? [] : [yieldSymbol])]), end: { tokens: noTokens } })

/** What a line means, by the rules of `humanHelp`; a string says what is wrong with it. */
export function lineToEvent(line: string, symbols: Symbols = defaultSymbols): AnswerEvent | string {
  if (line === '') return answer('')
  if (line === ':yield') return answer('', symbols.yieldSymbol)
  if (line === ':reject') return { kind: 'reject', message: 'the person refused the history' }
  if (line === ':fault' || line.startsWith(':fault ')) return { kind: 'fault', message: line.slice(7).trim() || 'the person let it fail' }
  if (line.startsWith(':') && !line.startsWith('::')) return `there is no ${line.split(' ')[0]}\n${humanHelp}`
  const text = line.startsWith('::') ? line.slice(1) : line
  return text.endsWith('\\') ? answer(text.slice(0, -1)) : answer(text, symbols.yieldSymbol)
}

/**
 * A person reads what is new in the history and writes a line (`humanHelp` states the rules). Lines that are there before they are
 * asked for wait, so a file can be piped in; the end of the input is a fault. An abort by the unit ends the question. One question is asked at a time.
 */
export function humanOracle({ input, output, symbols = defaultSymbols }: HumanOptions): Oracle {
  const lines: string[] = []
  let ended = false
  let wake = (): void => undefined
  let turn: Promise<void> = Promise.resolve()
  let greeted = false
  const reader = createInterface({ input, crlfDelay: Infinity, terminal: false })
  reader.on('line', (text) => { lines.push(text); wake() })
  reader.on('close', () => { ended = true; wake() })

  /** The next line; null at the end of the input or when the unit gave up. */
  async function read(signal: AbortSignal): Promise<string | null> {
    while (lines.length === 0 && !ended && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return signal.aborted ? null : lines.shift() ?? null
  }

  async function put({ slot, history, common, signal }: OracleQuery): Promise<AnswerEvent> {
    if (!greeted) output.write(`${humanHelp}\n`)
    greeted = true
    const shown = printHistory(history, { symbols, from: common })
    output.write(`\n--- query of slot ${slot}: ${history.length} bytes, new from byte ${common}\n${shown === '' ? '(nothing new)' : shown}\n`)
    for (;;) {
      output.write('oracle> ')
      const line = await read(signal)
      if (signal.aborted) {
        output.write('\n(the unit gave this query up)\n')
        return { kind: 'fault', message: 'given up' }
      }
      if (line === null) return { kind: 'fault', message: 'the input of the person ended' }
      const event = lineToEvent(line, symbols)
      if (typeof event !== 'string') return event
      output.write(`${event}\n`)
    }
  }

  return {
    name: 'human',
    async *ask(query) {
      const before = turn
      let done = (): void => undefined
      turn = new Promise((resolve) => { done = resolve })
      await before
      try {
        if (!query.signal.aborted) yield await put(query)
      } finally {
        done()
      }
    },
    async dispose() { reader.close() },
  }
}
