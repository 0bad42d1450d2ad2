import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { llamaProcess, type LlamaProcess } from '../../../../scripts/servers/llama-server.ts'
import { dialectNamed } from '../../../../sim-harness/bridge/dialects/index.ts'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { defaultSymbols, encodeRecord } from '../../../../sim-harness/bridge/history/records.ts'
import type { AnswerEvent, Oracle } from '../../../../sim-harness/bridge/oracle.ts'
import { serverWith } from '../../../../sim-harness/bridge/oracles/open-server.ts'
import type { ServerNote } from '../../../../sim-harness/bridge/oracles/server.ts'
import { modelPlaces } from '../../../../sim-harness/bridge/setup/places.ts'

let server: LlamaProcess
beforeAll(async () => { server = await llamaProcess({ model: modelPlaces().model, context: 512, slots: 1 }) })
afterAll(() => server.close())

const chatml = {
  yield: '<|im_end|>', after_yield: '\n', marks: { system: '<|im_start|>system\n', priestess: '<|im_start|>user\n', oracle: '<|im_start|>assistant\n' },
  max_tokens: 40, request: { temperature: 0 }, retry: { attempts: 1 },
}
const asked = (question: string) => Buffer.concat([encodeRecord('priestess', question), Uint8Array.of(0xfa)])
const pair = (question: string, answer: string) => Buffer.concat([asked(question), Buffer.from(answer), Uint8Array.of(0xff)])
const examples = Buffer.concat([encodeRecord('system', 'You are a shell agent. Answer with one shell command.'), pair('list the files in /tmp', 'ls /tmp'), pair('show who is logged in', 'who')])

async function ask(oracle: Oracle, history: Uint8Array, common: number): Promise<AnswerEvent> {
  const events: AnswerEvent[] = []
  for await (const e of oracle.ask({ slot: 0, sequence: 1, history, common, signal: new AbortController().signal })) events.push(e)
  return events[0]!
}

describe.each(['llamacpp', 'openai-completions', 'openai-chat'])('llama.cpp\'s own server, by %s', (name) => {
  it('answers with the small model, sees its cache, and refuses what is too long', async () => {
    const notes: ServerNote[] = []
    const oracle = serverWith(dialectNamed(name)!, server.url.href, defaultSymbols, serverSettingsSchema.parse(chatml), { model: 'any', answered: (note) => { notes.push(note) } })
    try {
      let history: Uint8Array = Buffer.concat([examples, asked('list the files in /etc')])
      const first = await ask(oracle, history, 0)
      expect(first).toMatchObject({ kind: 'symbols', symbols: Uint8Array.from(Buffer.from('ls /etc\xff', 'latin1')) })
      history = Buffer.concat([history, Buffer.from('ls /etc\xff', 'latin1')])
      const second = await ask(oracle, Buffer.concat([history, asked('show the date')]), history.length)
      expect(second).toMatchObject({ kind: 'symbols', symbols: Uint8Array.from(Buffer.from('date\xff', 'latin1')) })
      expect(notes.map(({ attempts, yielded, finish }) => [attempts, yielded, finish])).toEqual([[1, true, 'stop'], [1, true, 'stop']])
      // All of the first prompt and of its answer was kept, but for the stop token, which a server does not compute.
      const [one, two] = notes as [ServerNote, ServerNote]
      expect([two.usage.cached, two.recomputed]).toEqual([one.usage.prompt! + one.usage.completion! - 1, 1])
      expect(await ask(oracle, Buffer.concat([encodeRecord('priestess', 'word '.repeat(700)), Uint8Array.of(0xfa)]), 0)).toMatchObject({ kind: 'reject', message: expect.stringMatching(/^E_CONTEXT: /) as string })
    } finally {
      await oracle.dispose()
    }
  })
})
