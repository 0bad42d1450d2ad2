// Owns: runs on the real simulated Rocket: that what is told of them is true, how those end that do not end well, and that no process is left.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { instruction } from '../../../coprocessor/isa/table.ts'
import type { RocketConfigName } from '../../../rocket-config/configs.ts'
import { runRocket, type RocketResult, type RocketRun } from '../../../rocket-config/run.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { canRunRocket, imageOf, scriptHost, simulator } from '../../support/rocket.ts'
import { processesBelow } from '../../support/processes.ts'

const folder = temporaryFolder(), programs = fileURLToPath(new URL('../programs/', import.meta.url))
const answers = ['one', 'two', 'three'].map((text) => `{"text": "${text}", "yield": true}`).join('\n')
const built = new Map<RocketConfigName, ReturnType<typeof simulator>>()
const hang = { cycles: 60_000, traps: 1000 }

interface Ran extends RocketResult { readonly console: string; readonly trace: string[]; readonly events: CycleEvents[]; readonly message: string }
async function run(name: string, given: Partial<RocketRun> & { config?: RocketConfigName } = {}): Promise<Ran> {
  const { config = 'small', ...rest } = given
  const image = await imageOf([join(programs, `${name}.c`)], name, config, folder)
  if (!built.has(config)) built.set(config, simulator(config))
  const trace: string[] = [], events: CycleEvents[] = []
  let console = ''
  const result = await runRocket({
    simulator: await built.get(config)!, image, peer: scriptHost(answers), maxCycles: 2_000_000, hang, console: (bytes) => { console += Buffer.from(bytes).toString('latin1') },
    trace: (line) => trace.push(line), onEvents: (e) => events.push(e), ...rest,
  })
  return { ...result, console, trace, events, message: result.end.kind === 'exit' ? `exit ${result.end.code}` : `${result.end.error.code} ${result.end.error.message}` }
}

describe.skipIf(!canRunRocket)('a program on Rocket', { timeout: 300_000 }, () => {
  afterEach(() => {
    // The test's own workers are no children of a run.
    expect(processesBelow(process.pid)).toEqual([])
  })

  test('prints, ends, and has a line of trace for each instruction', async () => {
    const result = await run('hello')
    expect([result.message, result.console]).toEqual(['exit 0', 'hello, rocket\n'])
    expect(result.trace).toHaveLength(result.retired)
    // The boot ROM begins, the program follows at the first address of memory.
    expect(result.trace[0]).toMatch(/^ +\d+ 0000000000010000 /)
    expect(result.trace.find((l) => l.includes(' 0000000080000000 '))).toBeDefined()
    expect(result.unit).toMatchObject({ commands: 0, queries: 0 })
  })

  test('is the same with and without those who watch, to the cycle', async () => {
    const [watched, bare] = [await run('asks'), await run('asks', { observer: false, trace: undefined })]
    expect(watched.message).toBe('exit 0')
    expect([bare.cycles, bare.retired, bare.console, bare.log, bare.events, bare.records]).toEqual([watched.cycles, watched.retired, watched.console, watched.log, watched.events, watched.records])
    expect(watched.records.map((r) => [r.cause, r.appended])).toEqual([['yield', 4n], ['yield', 4n], ['yield', 6n]])
    expect(watched.unit).toMatchObject({ queries: 3, answers: 3, symbols: { received: 14 } })
    const otrap = watched.trace.filter((l) => / otrap /.test(l))
    expect(otrap).toHaveLength(3)
    expect(new Set(otrap.map((l) => l.trim().split(/ +/)[1])).size).toBe(1)
    expect(watched.figures.exchanges).toHaveLength(3)
    const starts = watched.events.filter((e) => e.command?.funct7 === instruction('oenter').funct7).map((e) => e.cycle)
    expect(watched.figures.startToQuery).toEqual(starts.map((from) => watched.events.find((e) => e.toHost && e.cycle > from)!.cycle - from))
  })

  test('that jumps to nowhere is a hang with both places', async () => {
    const { end, message } = await run('jumps-nowhere')
    expect(end.kind).toBe('hang')
    expect(message).toMatch(/^RKT3002 [^]*the same trap again and again, fetch from memory that faults \(cause 1\) at 0x40000000, [^]*the trap before: fetch from memory that faults \(cause 1\) at 0x50000000/)
    expect(message).toMatch(/the last instruction that retired: \w+ at 0x[0-9a-f]+ \(main\+0x/)
  })

  test('that waits for nothing is a hang, and what the unit has is said', async () => {
    for (const observer of [true, false]) {
      const { end, message } = await run('waits-for-nothing', { observer, trace: undefined })
      expect(end.kind).toBe('hang')
      expect(message).toContain('RKT3001')
      expect(message).toContain('the hart stands in a wfi')
      expect(message).toContain('the interrupt line of the unit is up: a record waits to be taken')
    }
  })

  test('that never ends is ended to the cycle', async () => {
    const { message, cycles } = await run('never-ends', { maxCycles: 70_000, trace: undefined })
    expect(cycles).toBe(70_000)
    expect(message).toMatch(/^RKT3003 the program had not ended after 70,000 cycles\n {2}the last instruction that retired: \w+ at 0x[0-9a-f]+ \(main\+0x/)
  })

  test('whose traps lead elsewhere than to the entry breaks M8', async () => {
    const { end, message } = await run('other-mtvec')
    expect(end.kind).toBe('difference')
    expect(message).toMatch(/^RKT3006 M8: [^]*expected the hart at the entry, 0x[0-9a-f]+ \(rt_trap_entry\)[^]*seen {5}the hart at 0x[0-9a-f]+ \(elsewhere\)/)
    expect((await run('other-mtvec', { observer: false })).message).toBe('exit 3')
  })

  test('that runs in the window breaks M7', async () => {
    const { end, message } = await run('runs-in-window')
    expect(end.kind).toBe('difference')
    expect(message).toMatch(/^RKT3006 M7: [^]*seen {5}the hart ran 0x8000[0-9a-f]{4} \(/)
  })

  test('that runs in the window under another address breaks M7: the page table is followed', async () => {
    const { end, message } = await run('runs-in-window-sv39', { config: 'medium' })
    expect(end.kind).toBe('difference')
    expect(message).toMatch(/^RKT3006 M7: [^]*seen {5}the hart ran 0x[0-9a-f]{1,5}000, physical 0x8000[0-9a-f]000/)
    expect((await run('runs-in-window-sv39', { config: 'medium', observer: false })).message).toBe('exit 4')
  })

  test('whose window PMP does not open ends in Rocket\'s own assertion, with its text and the last instruction', async () => {
    const { end, message, trace } = await run('window-not-open', { config: 'medium' })
    expect(end.kind).toBe('assertion')
    expect(message).toMatch(/^RKT3004 an assertion of the design failed in cycle \d+, OracleSystem\.v:\d+ [^]*SimpleHellaCacheIF exception[^]*SimpleHellaCacheIF\.scala:\d+[^]*the last instruction that is known to have retired: oenter /)
    expect(trace.at(-1)).toContain(' oenter ')
  })

  test('is stopped from outside, and so is one whose Oracle dies', async () => {
    const stop = new AbortController()
    const stopped = await run('never-ends', { signal: stop.signal, console: () => stop.abort(), trace: undefined })
    expect([stopped.end.kind, stopped.message]).toEqual(['stopped', expect.stringMatching(/^RKT3007 stopped in cycle \d+$/)])
    class Dying extends BridgeHost { override async next(): ReturnType<BridgeHost['next']> { const due = await super.next(); if (due?.what.startsWith('answer')) throw new Error('the Oracle is gone'); return due } }
    const dead = await run('asks', { peer: new Dying({ oracle: { name: 'x', ask: async function* () { yield { kind: 'symbols', symbols: Uint8Array.of(0x61), end: { tokens: { evaluated: 0, reused: 0, history: 0 } } } as const }, dispose: async () => undefined }, session: 1 }) })
    expect(dead.message).toMatch(/^RKT3005 the host of the link failed in cycle \d+: the Oracle is gone$/)
  })
})
