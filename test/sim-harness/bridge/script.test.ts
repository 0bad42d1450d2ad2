import { describe, expect, it } from 'vitest'
import type { AnswerEvent } from '../../../sim-harness/bridge/oracle.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { bytes } from './play.ts'

const zero = { evaluated: 0, reused: 0, history: 0 }
const one = (line: string) => parseScript(line)[0]

describe('good lines', () => {
  it.each<[string, AnswerEvent[]]>([
    ['{}', [{ kind: 'symbols', symbols: bytes(''), end: { tokens: zero } }]],
    ['{"text": "é"}', [{ kind: 'symbols', symbols: Uint8Array.of(0xc3, 0xa9), end: { tokens: zero } }]],
    ['{"hex": "00 fF", "yield": true}', [{ kind: 'symbols', symbols: Uint8Array.of(0, 0xff, 0xff), end: { tokens: zero } }]],
    ['{"yield": true}', [{ kind: 'symbols', symbols: Uint8Array.of(0xff), end: { tokens: zero } }]],
    ['{"text":"abc","yield":true,"after_cycles":9,"chunks":[3,1],"tokens":{"evaluated":5,"reused":6,"history":7}}', [
      { kind: 'symbols', symbols: bytes('abc'), afterCycles: 9 }, { kind: 'symbols', symbols: Uint8Array.of(0xff), end: { tokens: { evaluated: 5, reused: 6, history: 7 } } }]],
    ['{"text":"a","chunks":[1,0]}', [{ kind: 'symbols', symbols: bytes('a') }, { kind: 'symbols', symbols: bytes(''), end: { tokens: zero } }]],
    ['{"reject": true}', [{ kind: 'reject', message: 'the script says so' }]],
    ['{"fault": true}', [{ kind: 'fault', message: 'the script says so' }]],
    ['{"text": "ab", "fault": true, "after_cycles": 0}', [{ kind: 'symbols', symbols: bytes('ab'), afterCycles: 0 }, { kind: 'fault', message: 'the script says so' }]],
  ])('%s', (line, events) => expect(one(line)).toEqual(events))
  it('takes another yield symbol, and passes over empty lines and a byte order mark', () => {
    expect(parseScript('\ufeff{"yield":true}\r\n\n{"text":"b"}\n', 's', { yieldSymbol: 0xc0 }).map((a) => a[0])).toMatchObject([{ symbols: Uint8Array.of(0xc0) }, { symbols: bytes('b') }])
  })
})

describe('bad lines name their number', () => {
  it.each<[string, string]>([
    ['{"txt": "a"}', 'unknown key "txt"'],
    ['{"text": "a", "tokens": {"evaluated": 1, "reused": 1, "history": 1, "more": 2}}', 'unknown key "more" in "tokens"'],
    ['{"text": "a", "tokens": {"evaluated": 1}}', '"reused" must be a number'],
    ['{"text": "abc", "yield": true, "chunks": [3]}', '"chunks" sum to 3, the answer has 4 symbols, the yield symbol counted'],
    ['{"text": "ab", "chunks": [0, 2]}', 'chunk 1 is empty'],
    ['{"text": "a", "hex": "61"}', '"text" and "hex" are both given'],
    ['{"hex": "6"}', '"hex" must be pairs of hexadecimal digits'],
    ['{"text": 5}', '"text" must be a string'],
    ['{"text": "\\ud800"}', '"text" holds half of a surrogate pair'],
    ['{"reject": true, "text": "a"}', '"reject" stands alone, not with "text"'],
    ['{"reject": false}', '"reject" must be true'],
    ['{"after_cycles": -1}', '"after_cycles" must not be negative'],
    ['{"after_cycles": 1.5}', '"after_cycles" must be whole'],
    ['{"fault": true, "tokens": {"evaluated": 1, "reused": 1, "history": 1}}', '"tokens" go with the end'],
    ['[1]', 'the line must be a JSON object'],
    ['ls', 'the line is not JSON'],
  ])('%s', (line, words) => {
    expect(() => parseScript(`{}\n\n${line}\n`, 'a.jsonl')).toThrow(expect.objectContaining({ code: 'BRG1003', exitCode: 2, message: expect.stringContaining(`a.jsonl:3: ${words}`) }))
  })
  it('tells every finding', () => {
    expect(() => parseScript('x\n{"a":1}', 's')).toThrow('s:1: the line is not JSON\ns:2: unknown key "a"')
  })
})

describe('the Oracle', () => {
  const collect = async (events: AsyncIterable<AnswerEvent>) => { const all: AnswerEvent[] = []; for await (const e of events) all.push(e); return all }
  const ask = { slot: 0, sequence: 1, history: bytes(''), common: 0, signal: new AbortController().signal }
  it('gives its lines in the order of the asking, and a fault that says so past the last one', async () => {
    const oracle = scriptOracle(parseScript('{"text":"1"}\n{"text":"2"}'), 'script:f')
    const [first, second, third] = [oracle.ask(ask), oracle.ask({ ...ask, slot: 1 }), oracle.ask(ask)]
    expect(await collect(second)).toMatchObject([{ symbols: bytes('2') }])
    expect(await collect(first)).toMatchObject([{ symbols: bytes('1') }])
    expect(await collect(third)).toEqual([{ kind: 'fault', message: 'query 3 has no line in script:f: the script holds 2 answers' }])
  })
})
