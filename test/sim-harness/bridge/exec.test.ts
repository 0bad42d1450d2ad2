import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { commandWords, execOracle } from '../../../sim-harness/bridge/oracles/exec.ts'
import { readLine } from '../../../sim-harness/bridge/oracles/exec-lines.ts'
import { openOracle } from '../../../sim-harness/bridge/oracles/index.ts'
import { bytes, openSession, query, takeAnswer, unitFrame } from './play.ts'

let folder: string
beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'exec-')) })
afterAll(() => rm(folder, { recursive: true, force: true }))
const oracles: Oracle[] = []
afterEach(async () => { for (const o of oracles.splice(0)) await o.dispose() })

const settings = { idle_ms: 60_000, max_event_bytes: 100_000, max_answer_bytes: 1000 }
/** A program of these statements: `q` is a query as it came, `text` its history, `say` answers it. It ends with its input, unless it says otherwise. */
async function program(name: string, body: string, more: Partial<typeof settings> = {}): Promise<Oracle> {
  const file = join(folder, `${name}.mjs`)
  await writeFile(file, `import { createInterface } from 'node:readline'
    import { writeFileSync } from 'node:fs'
    const put = (o) => process.stdout.write(JSON.stringify(o) + '\\n')
    createInterface({ input: process.stdin }).on('line', (line) => {
      const q = JSON.parse(line), say = (o) => put({ query: q.query, ...o })
      const text = q.history === undefined ? '' : Buffer.from(q.history, 'base64').toString('latin1')
      ${body}
    })`)
  const oracle = execOracle(`'${process.execPath}' '${file}'`, { settings: { ...settings, ...more }, yieldSymbol: 0xff })
  oracles.push(oracle)
  return oracle
}
async function ask(oracle: Oracle, text: string, slot = 0, signal: AbortSignal = new AbortController().signal): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = []
  for await (const e of oracle.ask({ slot, sequence: 1, history: bytes(text), common: 0, signal })) events.push(e)
  return events
}
const words = (events: readonly AnswerEvent[]) => events.map((e) => (e.kind === 'symbols' ? `${Buffer.from(e.symbols).toString('latin1')}${e.end ? '.' : '|'}` : `${e.kind} ${e.message}`)).join('')

describe('a program', () => {
  it('is asked line by line, keeps what it knows, and answers in its own frames', async () => {
    const oracle = await program('plain', `
      globalThis.asked = (globalThis.asked ?? 0) + 1
      if (asked === 1) say({ text: text.toUpperCase(), yield: true, tokens: { evaluated: 3, reused: 4, history: 7 } })
      if (asked === 2) { say({ text: 'é', more: true, after_cycles: 9 }); say({ hex: '00fe', more: true }); say({}) }
      if (asked === 3) say({ reject: true })
      if (asked === 4) say({ fault: 'no\\u001b[31m more' })`)
    const first = await ask(oracle, 'abc')
    expect(first).toEqual([{ kind: 'symbols', symbols: Uint8Array.from([65, 66, 67, 255]), end: { tokens: { evaluated: 3, reused: 4, history: 7 } } }])
    expect(await ask(oracle, 'x')).toMatchObject([{ symbols: Uint8Array.from([0xc3, 0xa9]), afterCycles: 9 }, { symbols: Uint8Array.from([0, 0xfe]) }, { symbols: new Uint8Array(0), end: {} }])
    expect(words(await ask(oracle, 'x'))).toBe('reject the program refused the history')
    expect(words(await ask(oracle, 'x'))).toBe('fault no [31m more')
  })
  it('has several queries at once, and answers them in any order', async () => {
    const oracle = await program('several', `
      globalThis.kept ??= []
      kept.push(() => say({ text: text + q.slot, yield: true }))
      if (kept.length === 3) for (const k of kept.reverse()) k()`)
    expect((await Promise.all([ask(oracle, 'a', 1), ask(oracle, 'b', 2), ask(oracle, 'c', 3)])).map(words)).toEqual(['a1\xff.', 'b2\xff.', 'c3\xff.'])
  })
  it('is told of a cancel and a close; what it says of the query then goes nowhere', async () => {
    const log = join(folder, 'told.txt')
    const oracle = await program('told', `
      globalThis.lines = [...(globalThis.lines ?? []), Object.keys(q)[0]]
      if (text === 'slow') { say({ text: 'half', more: true }); globalThis.late = say }
      if (q.cancel) late({ text: 'late', yield: true })
      if (text === 'next') { say({ text: 'ok' }); writeFileSync(${JSON.stringify(log)}, lines.join()) }`)
    const stop = new AbortController()
    const events: AnswerEvent[] = []
    for await (const e of oracle.ask({ slot: 1, sequence: 1, history: bytes('slow'), common: 0, signal: stop.signal })) {
      events.push(e)
      stop.abort()
    }
    oracle.close!(1)
    expect(words(events)).toBe('half|')
    expect(words(await ask(oracle, 'next'))).toBe('ok.')
    while ((await readFile(log, 'utf8').catch(() => '')) === '') await new Promise((resolve) => { setImmediate(resolve) })
    expect(await readFile(log, 'utf8')).toBe('query,cancel,close,query')
  })
  it('that ends fails what is out, with its last words; the next query starts it again', async () => {
    const oracle = await program('dies', `
      if (text === 'die') { process.stderr.write('a trace\\nmodel.bin: no such file\\n', () => process.exit(3)) }
      else say({ text: 'alive' })`)
    expect(words(await ask(oracle, 'die'))).toBe('fault the program ended with exit code 3; it said: model.bin: no such file')
    expect(words(await ask(oracle, 'x'))).toBe('alive.')
  })
  it.each([
    ['not JSON', 'process.stdout.write("Loading model...\\n")', 'E_PROTO: a line of the program is wrong: it is not JSON: Loading model...'],
    ['a key that is none', 'say({ texts: "a" })', 'E_PROTO: a line of the program is wrong: there is no key "texts"'],
    ['a line without end', 'process.stdout.write("x".repeat(200000))', 'E_TOOBIG: the program wrote too much: a line has more than 100000 bytes'],
    ['an answer without end', 'for (let i = 0; i < 200; i++) say({ text: "0123456789", more: true })', 'E_TOOBIG: the answer has more than 1000 bytes'],
    ['nothings without end', 'for (let i = 0; i < 1200; i++) say({ more: true })', 'E_TOOBIG: the answer has more than 1000 bytes'],
  ])('that writes %s is a fault', async (name, body, message) => {
    const events = await ask(await program(name.replaceAll(' ', '-'), body), 'x')
    expect(events.at(-1)!.kind).toBe('fault')
    expect((events.at(-1) as { message: string }).message).toContain(message)
  })
  it('that is silent too long is ended, and one that does not end by itself as well', async () => {
    const pid = join(folder, 'pid.txt')
    const oracle = await program('silent', `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); writeFileSync(${JSON.stringify(pid)}, String(process.pid))`, { idle_ms: 1500 })
    expect(words(await ask(oracle, 'x'))).toBe('fault E_IDLE: the program said nothing for 1500 ms')
    const number = Number(await readFile(pid, 'utf8'))
    await oracle.dispose()
    // What it ignores once, it cannot ignore twice.
    expect(() => process.kill(number, 0)).toThrow()
  })
  it('that goes on when the run is over is ended', async () => {
    const oracle = await program('stays', 'setInterval(() => undefined, 1000); say({ text: String(process.pid) })')
    const [answer] = await ask(oracle, 'x')
    const number = Number(Buffer.from((answer as { symbols: Uint8Array }).symbols).toString())
    expect(process.kill(number, 0)).toBe(true)
    await oracle.dispose()
    expect(() => process.kill(number, 0)).toThrow()
  })
  it('that answers what was not asked changes nothing', async () => {
    const oracle = await program('forges', 'put({ query: 999, text: "x", yield: true }); say({ text: "ok", yield: true }); say({ text: "more", yield: true })')
    expect(words(await ask(oracle, 'x'))).toBe('ok\xff.')
    expect(words(await ask(oracle, 'x'))).toBe('ok\xff.')
  })
  it('that reads nothing is no trouble', async () => {
    const oracle = execOracle(`'${process.execPath}' -e ''`, { settings, yieldSymbol: 0xff })
    oracles.push(oracle)
    expect(words(await ask(oracle, 'x'.repeat(1_000_000)))).toBe('fault the program ended with exit code 0')
  })
})

describe('behind the host', () => {
  it('an abort of the unit ends the answer, and the next one is the next one\'s', async () => {
    const oracle = await program('host', 'if (text === "ab") say({ text: "x".repeat(10), more: true }); if (text.endsWith("c")) say({ text: "ok", yield: true })')
    const host = new BridgeHost({ oracle, session: 1 })
    await openSession(host, 1)
    const tags = { slot: 2, session: 1, oracle: 0 }
    host.receive(query({ ...tags, sequence: 1 }, bytes('ab')), 10)
    await host.next()
    host.receive(unitFrame('abort', { ...tags, sequence: 1, offset: 2 }), 20)
    host.receive(query({ ...tags, sequence: 2, offset: 2 }, bytes('c')), 30)
    expect(Buffer.from((await takeAnswer(host)).symbols).toString('latin1')).toBe('ok\xff')
    await host.close()
  })
})

describe('a command', () => {
  it('is words, without a shell', () => {
    expect(commandWords('  python3  -u "my oracle.py" \'$HOME\' a\\ b "c\\"d" \'\' x"y"z ')).toEqual(['python3', '-u', 'my oracle.py', '$HOME', 'a b', 'c"d', '', 'xyz'])
    for (const wrong of ['', '   ', '"" x', 'a "b', 'a \'b', 'a\\']) expect(() => commandWords(wrong), wrong).toThrow(expect.objectContaining({ code: 'BRG1010' }))
  })
  it('names a program that is there', async () => {
    await expect(openOracle('exec:no-such-program-here x')).rejects.toMatchObject({ code: 'BRG1010', exitCode: 2, message: 'exec: there is no program no-such-program-here that you may run' })
    await expect(openOracle(`exec:'${folder}'`)).rejects.toMatchObject({ code: 'BRG1010' })
    expect((await openOracle(`exec:'${process.execPath}' -v`)).name).toBe(`exec:${process.execPath}`)
  })
})

it.each([
  ['[]', 'it is no JSON object'],
  ['{"text":"a"}', '"query": '],
  ['{"query":1,"text":"a","hex":"00"}', '"text" and "hex" are both given'],
  ['{"query":1,"hex":"0"}', '"hex": it must be pairs'],
  ['{"query":1,"reject":true,"text":"a"}', '"reject" stands alone'],
  ['{"query":1,"fault":"x","yield":true}', '"fault" stands alone'],
  ['{"query":1,"more":true,"yield":true}', 'yields and goes on'],
  ['{"query":1,"text":"\\ud83d"}', 'half of a surrogate pair'],
  ['{"query":1,"after_cycles":-1}', '"after_cycles": '],
])('the line %s is wrong', (line, why) => { expect(readLine(line, 0xff)).toContain(why) })
