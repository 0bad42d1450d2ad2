import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { encodeRecord } from '../../../sim-harness/bridge/history/records.ts'
import type { AnswerEvent } from '../../../sim-harness/bridge/oracle.ts'
import { humanHelp, humanOracle, lineToEvent } from '../../../sim-harness/bridge/oracles/human.ts'
import { bytes } from './play.ts'

const streams = () => {
  const input = new PassThrough()
  const output = new PassThrough()
  let shown = ''
  output.on('data', (d: Buffer) => { shown += d.toString() })
  return { input, output, shown: () => shown, oracle: humanOracle({ input, output }) }
}
const ask = { slot: 1, sequence: 1, history: encodeRecord('priestess', 'who are you?'), common: 0, signal: new AbortController().signal }
const collect = async (events: AsyncIterable<AnswerEvent>) => { const all: AnswerEvent[] = []; for await (const e of events) all.push(e); return all }
const symbols = (...b: number[]) => ({ kind: 'symbols', symbols: Uint8Array.from(b) })

describe('a line', () => {
  it.each<[string, object]>([
    ['hi', symbols(0x68, 0x69, 0xff)],
    ['hi\\', symbols(0x68, 0x69)],
    ['', symbols()],
    [':yield', symbols(0xff)],
    ['::yield', symbols(...bytes(':yield'), 0xff)],
    [':reject', { kind: 'reject' }],
    [':fault out of tea', { kind: 'fault', message: 'out of tea' }],
    [':fault', { kind: 'fault' }],
  ])('%j', (line, event) => expect(lineToEvent(line)).toMatchObject(event))
  it('with an unknown word is explained', () => expect(lineToEvent(':quit')).toBe(`there is no :quit\n${humanHelp}`))
})

describe('at the terminal', () => {
  it('shows what is new, reads a line, and explains a slip', async () => {
    const { oracle, input, shown } = streams()
    const answer = collect(oracle.ask(ask))
    input.write(':what\nthe Oracle\r\n')
    expect(await answer).toMatchObject([{ ...symbols(...bytes('the Oracle'), 0xff), end: { tokens: { evaluated: 0 } } }])
    expect(shown()).toContain('--- query of slot 1: 14 bytes, new from byte 0\npriestess  | who are you? ■\noracle> there is no :what')
    await oracle.dispose()
  })
  it('takes lines that came early one a query, and one query at a time', async () => {
    const { oracle, input } = streams()
    input.write('one\ntwo\n')
    const [a, b] = await Promise.all([collect(oracle.ask(ask)), collect(oracle.ask({ ...ask, slot: 2 }))])
    expect([a, b]).toMatchObject([[symbols(...bytes('one'), 0xff)], [symbols(...bytes('two'), 0xff)]])
    await oracle.dispose()
  })
  it('stops to ask when the unit gives up, and leaves the line to the next query', async () => {
    const { oracle, input, shown } = streams()
    const control = new AbortController()
    const answer = collect(oracle.ask({ ...ask, signal: control.signal }))
    while (!shown().endsWith('oracle> ')) await new Promise((go) => { setImmediate(go) })
    control.abort()
    expect(await answer).toMatchObject([{ kind: 'fault' }])
    expect(shown()).toContain('the unit gave this query up')
    input.write('late\n')
    expect(await collect(oracle.ask(ask))).toMatchObject([symbols(...bytes('late'), 0xff)])
    await oracle.dispose()
  })
  it('faults at the end of the input', async () => {
    const { oracle, input } = streams()
    input.end()
    expect(await collect(oracle.ask(ask))).toMatchObject([{ kind: 'fault', message: 'the input of the person ended' }])
  })
})
