// Owns: runs with the real unit on the bench's ports and the bridge's host at the link: what is counted and measured, that the host sees the same as beside the unit alone, and faults that the observer catches.
import { describe, expect, it } from 'vitest'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import { runOnEngine, type RocketResult } from '../../../rocket-config/run.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { openUnit } from '../../../sim-harness/driver/open-unit.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import type { LinkEntry } from '../../../sim-harness/transport/link-log.ts'
import { randomStalls } from '../../../sim-harness/transport/clock.ts'
import { image } from './fake-bench.ts'
import { UnitBench, type Spoil, type Step } from './unit-bench.ts'

const p = parameters()
const base = 0x8000_4000n, low = 0x8000_4000n, high = 0x8000_8000n, entry = 0x8000_0200n
const history = new TextEncoder().encode('what is six times seven?'), room = 64n
const script = '{"text": "It is ", "chunks": [3, 3]}\n{"text": "forty-two", "yield": true}\n{"text": "again", "yield": true}'
const host = (): BridgeHost => new BridgeHost({ oracle: scriptOracle(parseScript(script)), session: 1 })

const c = (mnemonic: string, rs1 = 0n, rs2 = 0n, pc?: number): Step => ({ do: 'command', mnemonic, rs1, rs2, ...(pc === undefined ? {} : { pc }) })
const word = (bytes: Uint8Array, at: number): bigint => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true)
const stores: Step[] = [0, 8, 16].map((at) => ({ do: 'store', address: Number(base) + at, data: word(history, at), mask: 0xff }))
const steps: Step[] = [
  c('oentry', entry), c('oauto', 1n), c('owindow', low, high), c('oseg.open', base | 1n, (BigInt(history.length) + room) << 8n), ...stores,
  c('oseg.top', 0n, base + BigInt(history.length)), c('ostart', 0n, 0n), { do: 'interrupt', to: Number(entry) }, c('otrap', 0n, 0n, 0x8000_0240),
  c('oenter', 0n, 0n), c('otrap', (1n << 64n) - 1n, 0n, 0x8000_0240), { do: 'console', byte: 0x21 }, { do: 'exit', code: 7 },
]
interface Given { readonly spoil?: Spoil; readonly steps?: readonly Step[]; readonly image?: ProgramImage; readonly observer?: boolean; readonly stalls?: number }
async function run(given: Given = {}): Promise<RocketResult & { bench: UnitBench; events: CycleEvents[]; trace: string[]; console: number[] }> {
  const bench = new UnitBench(p, given.steps ?? steps, given.spoil), events: CycleEvents[] = [], trace: string[] = [], console: number[] = []
  const result = await runOnEngine({
    engine: bench, parameters: p, image: given.image ?? image, peer: host(), maxCycles: 200_000, hang: { cycles: 20_000, traps: 50 }, observer: given.observer, onEvents: (e) => events.push(e),
    trace: (line) => trace.push(line), console: (bytes) => console.push(...bytes), ...(given.stalls === undefined ? {} : { stalls: randomStalls(given.stalls) }),
  })
  return { ...result, bench, events, trace, console }
}
const text = ({ end }: RocketResult): string => (end.kind === 'exit' ? `exit ${end.code}` : `${end.kind}: ${end.error.message}`)
/** What crossed the link, without the cycles. */
const said = (log: readonly LinkEntry[]) => log.map((e) => [e.direction, e.beats])

describe('a run with the unit', () => {
  it('counts, measures and traces what happened, and the observer says nothing', async () => {
    const result = await run()
    expect(text(result)).toBe('exit 7')
    expect(result.bench.answers.slice(0, 6)).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
    expect(result.records.map(({ cause, slot, appended, cut, yielded }) => ({ cause, slot, appended, cut, yielded }))).toEqual([
      { cause: 'yield', slot: 0, appended: 16n, cut: false, yielded: true }, { cause: 'yield', slot: 0, appended: 6n, cut: false, yielded: true },
    ])
    // What an answer brought the host has already: only the first query carries bytes.
    expect(result.unit).toEqual({ commands: 9, responses: 9, queries: 3, answers: 3, symbols: { sent: 24, received: 6 + 10 + 6 } })
    expect(result.figures.exchanges.map((x) => [x.queryBytes, x.answerBytes, x.started !== undefined])).toEqual([[24, 6, true], [0, 10, false], [0, 6, true]])
    const starts = result.events.filter((e) => ['ostart', 'oenter'].some((m) => e.command?.funct7 === instruction(m).funct7)).map((e) => e.cycle)
    const beats = result.events.filter((e) => e.toHost).map((e) => e.cycle)
    expect(result.figures.startToQuery).toEqual(starts.map((s) => beats.find((b) => b > s)! - s))
    // 24 bytes in 2 + 3 + 1 beats at the least.
    expect(result.figures.queryRate).toBeGreaterThan(0.5)
    expect(result.figures.queryRate).toBeLessThanOrEqual(24 / 6)
    expect(result.figures.answerRate).toBeGreaterThan(0)
    // A level that changes while nothing is handed over is an event too.
    const bare = result.events.filter((e) => Object.keys(e).length === 4)
    expect(bare.some((e) => e.interrupt)).toBe(true)
    expect(bare.some((e) => e.busy)).toBe(true)
    expect(result.console).toEqual([0x21])
    expect(result.hartTraps).toEqual([{ interrupt: true, cause: 12, words: 'interrupt of the Oracle unit (cause 12)', count: 1 }])
    expect(result.trace.filter((l) => l.includes('otrap'))).toHaveLength(2)
    expect(result.trace.find((l) => l.includes('trap  '))).toMatch(/^ +\d+ 0000000080000104 trap {5}interrupt of the Oracle unit \(cause 12\), at main\+0x4$/)
    expect(result.retired).toBe(10)
    expect(result.bench.closed).toBe(1)
    const memory = result.bench.memory.read(Number(base), history.length + 22)
    expect(Buffer.from(memory).toString('latin1')).toBe('what is six times seven?It is forty-two\u00ffagain\u00ff')
  })

  it('shows the host the same as the unit alone does', async () => {
    const unit = await openUnit({ parameters: p, engine: 'wasm', peer: host() })
    await boot(unit, { entry, window: { low, high } })
    await openSegment(unit, { slot: 0, base, length: history.length + Number(room), history })
    const records = []
    for (let turn = 0; turn < 2; turn++) {
      await must(unit, 'oenter')
      records.push(await must(unit, 'otrap'))
    }
    const { log } = unit
    await unit.close()
    const result = await run()
    expect(said(result.log)).toEqual(said(log))
    expect(result.bench.answers.slice(6).filter((a) => a > 0n)).toEqual(records)
  })

  it('is the same with and without observer, and in the same cycles', async () => {
    const [one, other] = [await run(), await run({ observer: false })]
    expect(other.cycles).toBe(one.cycles)
    expect(other.log).toEqual(one.log)
    expect(other.events).toEqual(one.events)
  })

  it('does not mind a host that takes and gives by fits and starts', async () => {
    const [one, stalled] = [await run(), await run({ stalls: 5 })]
    expect(text(stalled)).toBe('exit 7')
    expect(said(stalled.log)).toEqual(said(one.log))
    // Not longer for certain: the program polls, and comes at another moment.
    expect(stalled.cycles).not.toBe(one.cycles)
  })

  it('takes what memory holds at first from the program', async () => {
    const loaded: ProgramImage = { ...image, segments: [...image.segments, { address: base, bytes: history, size: BigInt(history.length) }] }
    const without = steps.filter((s) => s.do !== 'store')
    const bench = new UnitBench(p, without)
    bench.memory.write(Number(base), history)
    const result = await runOnEngine({ engine: bench, parameters: p, image: loaded, peer: host(), maxCycles: 100_000 })
    expect(text(result)).toBe('exit 7')
    // A memory that holds something else than the program said: the first query differs.
    expect(text(await run({ steps: without, image: loaded }))).toMatch(/^difference: query: /)
  })
})

/** From the nth cycle in which `name` is up on. */
function nth(name: string, n: number, change: Spoil): Spoil {
  let seen = 0
  return (cycle, get, set) => { if (get(name) === 1n && ++seen === n) change(cycle, get, set) }
}
const faults: readonly (readonly [string, Spoil | undefined, readonly Step[], RegExp])[] = [
  ['a store with a wrong byte', (_, get, set) => { if (get('mem_req_valid') === 1n && get('mem_req_store') === 1n) set('mem_req_data', get('mem_req_data') ^ 0x0101_0101_0101_0101n) }, steps, /^difference: store: /],
  ['a wrong tag', nth('mem_req_valid', 2, (_, get, set) => set('mem_req_tag', get('mem_req_tag') - 1n)), steps, /^difference: (memory port|environment): /],
  ['a response without its command', nth('rocc_resp_valid', 3, (_, __, set) => set('rocc_resp_rd', 11n)), steps, /^difference: response: /],
  ['an interrupt that is lost', (_, __, set) => set('rocc_interrupt', 0n), steps, /^difference: interrupt: [^]*expected the line up/],
  ['an interrupt that leads elsewhere', undefined, steps.map((s) => (s.do === 'interrupt' ? { do: 'interrupt', to: 0x8000_0300 } : s)), /^difference: M8: [^]*expected the hart at the entry, 0x80000200 \(handler\)/],
  ['an otrap at a second place', undefined, steps.map((s) => (s.do === 'command' && s.rs1 === (1n << 64n) - 1n ? { ...s, pc: 0x8000_0300 } : s)), /^difference: M8: [^]*otrap at 0x80000240 \(handler\+0x40\) only/],
  ['code in the window', undefined, steps.map((s) => (s.do === 'command' && s.mnemonic === 'oseg.top' ? { ...s, pc: 0x8000_4010 } : s)), /^difference: M7: [^]*the hart ran 0x80004010/],
]

describe('the observer beside a run', () => {
  for (const [what, spoil, list, expected] of faults) {
    it(`stops it at ${what}`, async () => {
      const result = await run({ steps: list, ...(spoil ? { spoil } : {}) })
      expect(text(result)).toMatch(expected)
      expect(result.bench.closed).toBe(1)
    })
  }
})
