// Owns: tests of the work of `run` on the real unit: turns, sums, who wrote what, and how it ends.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { runTurns, type TurnsResult, type TurnsSettings } from '../../../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { Timeline } from '../../../sim-harness/trace/timeline.ts'

const p = parameters(), engine = openWasm(elaborate(oracleUnit(p)))
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

async function run(script: string, settings: Partial<TurnsSettings> & { history: Uint8Array }, timeline?: Timeline): Promise<TurnsResult & { cycles: number }> {
  engine.reset(1)
  const peer = new BridgeHost({ oracle: scriptOracle(parseScript(script)), session: 1 })
  const unit = new UnitDriver({ engine, parameters: p, peer, ownsEngine: false, ...(timeline ? { onEvents: timeline.observe } : {}) })
  try {
    return { ...await runTurns(unit, { oracle: 'script:s', version: '1.2.3', ...settings }), cycles: unit.cycle }
  } finally {
    await unit.close()
  }
}

describe('turns', () => {
  test('the Priestess appends after each yield; sums, stretches and bytes agree', async () => {
    const script = '{"text":"ls","yield":true}\n{"text":"a ","tokens":{"evaluated":5,"reused":1,"history":6}}\n{"text":"b","yield":true,"tokens":{"evaluated":2,"reused":6,"history":8}}'
    const told: unknown[] = []
    const { json, history, stretches } = await run(script, { history: bytes('History.'), then: [bytes('result')], progress: (turn, done) => told.push([turn, done?.trap.cause]) })
    expect(Buffer.from(history).toString('latin1')).toBe('History.ls\xffresulta b\xff')
    expect(json.historyHex).toBe(Buffer.from(history).toString('hex'))
    expect(stretches).toEqual([
      { from: 0, to: 8, by: 'priestess', turn: 0 }, { from: 8, to: 11, by: 'oracle', turn: 0 },
      { from: 11, to: 17, by: 'priestess', turn: 1 }, { from: 17, to: 21, by: 'oracle', turn: 1 },
    ])
    expect(json).toMatchObject({
      trap: { cause: 'yield', slot: 0, appended: 4, cut: false }, queries: 3, symbols: { sentNew: 14, sentAgain: 0, appended: 7 },
      tokens: { evaluated: 7, reused: 7, history: 8 }, engine: 'wasm', oracle: 'script:s', version: '1.2.3',
    })
    expect(json.turns.map((t) => [t.trap.cause, t.trap.appended, t.queries, t.symbols.sentNew])).toEqual([['yield', 3, 1, 8], ['yield', 4, 2, 6]])
    expect(told).toEqual([[0, undefined], [0, 'yield'], [1, undefined], [1, 'yield']])
    const add = (pick: (t: typeof json.turns[number]['cycles']) => number): number => json.turns.reduce((n, t) => n + pick(t.cycles), 0)
    expect(json.cycles).toEqual({ total: add((c) => c.total), sending: add((c) => c.sending), host: add((c) => c.host), appending: add((c) => c.appending) })
    expect(Object.keys(json)).toEqual(['trap', 'queries', 'symbols', 'tokens', 'cycles', 'turns', 'historyHex', 'engine', 'oracle', 'version'])
  })

  test('the latency of a script is in the cycles of the host, to the cycle', async () => {
    // 1024 cycles: so many rounds of the watcher, which may hold up the receiver for some cycles.
    const line = (after: number): string => JSON.stringify({ text: 'x', yield: true, after_cycles: after })
    const [short, long] = [await run(line(100), { history: bytes('h') }), await run(line(1124), { history: bytes('h') })]
    expect(long.json.cycles.host - short.json.cycles.host).toBe(1024)
    expect(long.json.cycles.total - short.json.cycles.total).toBe(1024)
    expect(long.json.cycles.sending).toBe(short.json.cycles.sending)
  })

  test('a trap that is no yield ends it, whatever is left to append', async () => {
    const rejected = await run('{"reject":true}', { history: bytes('h'), then: [bytes('more')] })
    expect(rejected.json.trap).toEqual({ cause: 'reject', slot: 0, appended: 0, cut: false })
    expect(rejected.json.turns).toHaveLength(1)
    expect(rejected.stretches).toEqual([{ from: 0, to: 1, by: 'priestess', turn: 0 }])
    const failed = await run('{"text":"abc","fault":true}', { history: bytes('h') })
    expect(failed.json).toMatchObject({ trap: { cause: 'link', appended: 0 }, historyHex: '68' })
  })

  test('a budget cuts: one for the query, the rest for symbols', async () => {
    const { json } = await run('{"text":"abcdef","yield":true}', { history: bytes('h'), budget: 4n })
    expect(json.trap).toEqual({ cause: 'budget', slot: 0, appended: 3, cut: true })
    expect(json.historyHex).toBe(Buffer.from('habc').toString('hex'))
  })

  test('room is the least room for answers, rounded up to a multiple of 8 with the history', async () => {
    const { json } = await run('{"text":"abcdefghijklmnop","yield":true}', { history: bytes('hij'), room: 4 })
    expect(json.trap).toEqual({ cause: 'limit', slot: 0, appended: 5, cut: true })
  })

  test('an empty history can be asked about', async () => {
    const { json, stretches } = await run('{"text":"a","yield":true}', { history: bytes('') })
    expect(json).toMatchObject({ historyHex: '61ff', symbols: { sentNew: 0, appended: 2 } })
    expect(stretches.filter((s) => s.from === s.to)).toEqual([])
  })

  test('a history that does not fit in the memory is refused before anything runs', async () => {
    engine.reset(1)
    const small = parameters({ cacheableHigh: 0x8000_1000n })
    const unit = new UnitDriver({ engine, parameters: small, peer: new BridgeHost({ oracle: scriptOracle([]), session: 1 }), ownsEngine: false })
    await expect(runTurns(unit, { history: new Uint8Array(100), room: 4096, oracle: '', version: '' })).rejects.toMatchObject({ code: 'SIM3004', exitCode: 2 })
    expect(unit.cycle).toBe(0)
    await unit.close()
  })

  test('the timeline of a run has the phases of its queries and its traps', async () => {
    const timeline = new Timeline()
    await run('{"text":"abc"}\n{"text":"d","yield":true}', { history: bytes('history') }, timeline)
    const { traceEvents: events } = JSON.parse(timeline.json()) as { traceEvents: { name: string; tid: number; ts: number; dur?: number }[] }
    const phases = events.filter((e) => e.tid === 10 && ['sending', 'host', 'appending'].includes(e.name))
    expect(phases.map((e) => e.name)).toEqual(['sending', 'host', 'appending', 'sending', 'host', 'appending'])
    phases.slice(1).forEach((e, i) => expect(e.ts).toBe(phases[i]!.ts + phases[i]!.dur!))
    expect(events.map((e) => e.name)).toContain('trap yield')
  })
})
