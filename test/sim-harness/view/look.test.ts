// Owns: tests of what is seen in a run: traps, micro-states and waves are those of the unit, and a unit that does something else is not shown as if it were the one that ran.
import { beforeAll, describe, expect, test } from 'vitest'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { threads } from '../../../coprocessor/microcode/vocabulary.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { fieldNamed } from '../../../sim-harness/engines/layout.ts'
import { look, type Look } from '../../../sim-harness/view/index.ts'
import { lanesOf, type Lane, type Lanes } from '../../../sim-harness/view/lanes.ts'
import { tracks, type TraceEvent } from '../../../sim-harness/trace/timeline.ts'
import { layout, p, savedRun, threeTurns, type Saved } from './saved-run.ts'

let saved: Saved
let seen: Look
beforeAll(async () => {
  saved = await savedRun(threeTurns)
  seen = await look(saved.run, { layout })
})

/** Every stretch of a lane as [start, cycles, what], repetitions written out. */
function stretches({ labels }: Lanes, lane: Lane): [number, number, string][] {
  const repeats = new Map(lane.repeats.map(([n, period, times]) => [n, { period, times }]))
  let at = 0
  return lane.starts.flatMap((s, n) => {
    at += s
    const { period, times } = repeats.get(n) ?? { period: 0, times: 1 }
    return Array.from({ length: times }, (_, k): [number, number, string] => [at + k * period, lane.cycles[n]!, labels[lane.labels[n]!]!.long])
  }).sort((a, b) => a[0] - b[0])
}

describe('looking at a run', () => {
  test('each trap waits from the cycle in which the interrupt rises, and is taken by otrap', () => {
    const rises = saved.events.filter((e, n) => e.interrupt && !saved.events[n - 1]?.interrupt).map((e) => e.cycle)
    expect(seen.traps.map((t) => t.waits)).toEqual(rises)
    expect(seen.traps.map((t) => [t.record.cause, t.record.appended, t.record.yielded])).toEqual([['yield', 9n, true], ['yield', 5n, true], ['reject', 0n, false]])
    for (const t of seen.traps) expect(saved.events.find((e) => e.cycle === t.taken)?.response?.data).toBe(t.word)
    expect(seen.notices).toEqual([])
  })

  test('the micro-states are those of the sequencer in every cycle', async () => {
    // The same registers, read one by one beside the clock of another simulator.
    const running: (string | undefined)[] = []
    const engine = openWasm(elaborate(oracleUnit(p)), (s) => ({
      cycle: () => { running.push(s.peek('sequencer.running') === 1n ? threads[Number(s.peek('sequencer.at'))]!.name : undefined) }, close: () => undefined,
    }))
    await engine.play(saved.run.stimulus)
    await engine.close()
    running.shift()
    const lanes = lanesOf(seen.timeline, seen.cycles)
    const found: (string | undefined)[] = running.map(() => undefined)
    let waits = 0
    for (const lane of lanes.lanes.filter((l) => l.kind === 'thread')) {
      for (const [start, cycles, what] of stretches(lanes, lane)) {
        if (what.startsWith('waits: ')) waits++
        else for (let c = start; c < start + cycles; c++) {
          expect([c, found[c]]).toEqual([c, undefined])
          found[c] = lane.name.slice('microcode: '.length)
        }
      }
    }
    expect(found).toEqual(running)
    expect(waits).toBeGreaterThan(3)
  })

  test('what repeats is folded, and nothing of it is lost', () => {
    const lanes = lanesOf(seen.timeline, seen.cycles)
    const watcher = lanes.lanes.find((l) => l.name === 'microcode: watcher')!, events = seen.timeline.byTrack().find((t) => t.name === 'microcode: watcher')!.events
    expect(watcher.starts.length).toBeLessThan(events.length)
    expect(stretches(lanes, watcher).map(([start, cycles]) => [start, cycles])).toEqual(events.map((e: TraceEvent) => [e.ts, e.dur]))
    expect(lanes.lanes.map((l) => l.joined)).toEqual(lanes.lanes.map(() => undefined))
  })

  test('too many stretches are drawn as fewer, which cover the same cycles and say how many they were', () => {
    const all = lanesOf(seen.timeline, seen.cycles), few = lanesOf(seen.timeline, seen.cycles, 12)
    for (const [n, lane] of few.lanes.entries()) {
      const before = all.lanes[n]!, count = stretches(all, before).length
      expect(lane.starts.length).toBeLessThanOrEqual(12)
      if (before.starts.length <= 12) expect(lane.joined).toBeUndefined()
      else if (lane.repeats.length === 0 && lane.kind !== 'thread') expect(lane.joined).toBe(count)
      const end = (lanes: Lanes, l: Lane): number => Math.max(...stretches(lanes, l).map(([start, cycles]) => start + cycles))
      expect([stretches(few, lane)[0]?.[0], end(few, lane)]).toEqual([stretches(all, before)[0]?.[0], end(all, before)])
    }
    expect(few.lanes.find((l) => l.name === 'commands')?.joined).toBeGreaterThan(12)
  })

  test('the slot goes through its phases; frames and commands stand where the clock saw them', () => {
    const lanes = lanesOf(seen.timeline, seen.cycles), lane = (name: string) => stretches(lanes, lanes.lanes.find((l) => l.name === name)!)
    expect(lane('slot 0').map(([, , what]) => what.replace(/:.*/, ''))).toEqual(['sending', 'host', 'appending', 'trap yield', 'sending', 'host', 'appending', 'trap yield', 'sending', 'host', 'trap reject'])
    expect(lane('interrupt').map(([start]) => start)).toEqual(seen.traps.map((t) => t.waits))
    expect(lane('link to host').filter(([, , what]) => what.startsWith('query')).map(([, , what]) => what)).toEqual([
      'query of slot 0, sequence 1: 25 bytes at 0, last', 'query of slot 0, sequence 2: 15 bytes at 34, last', 'query of slot 0, sequence 3: 8 bytes at 54, last'])
    expect(lane('commands').filter(([, , what]) => what.startsWith('oenter')).length).toBe(3)
  })

  test('waves: every port in the window has the value of the run, cycle by cycle', () => {
    const { from, to, signals } = seen.waves[0]!, trap = seen.traps[0]!
    expect([from, to]).toEqual([trap.waits! - 160, trap.taken + 24])
    const value = (name: string, cycle: number): string => {
      const { changes } = signals.find((s) => s.name === name)!
      let found = ''
      for (let i = 0; i < changes.length && Number(changes[i]) <= cycle - from; i += 2) found = String(changes[i + 1])
      return found
    }
    for (let c = from; c < to; c++) {
      const e = saved.events.find((x) => x.cycle === c)
      expect([c, value('rocc_interrupt', c)]).toEqual([c, c >= trap.waits! && c < saved.events.find((x) => x.cycle > trap.waits! && !x.interrupt)!.cycle ? '1' : '0'])
      if (e?.command) expect(value('rocc_cmd_rs2', c)).toBe(e.command.rs2.toString(16))
      if (e?.fromHost) expect([value('link_rx_tvalid', c), value('link_rx_tdata', c)]).toEqual(['1', e.fromHost.data.toString(16)])
      else expect(value('link_rx_tvalid', c) === '1' && value('link_rx_tready', c) === '1').toBe(false)
      if (e?.response) expect(value('rocc_resp_data', c)).toBe(e.response.data.toString(16))
    }
    expect(signals.find((s) => s.name === 'rocc_cmd_funct7')?.notes).toMatchObject({ [instruction('otrap').funct7.toString(16)]: 'otrap' })
    expect(value('slots trapped', trap.waits!)).toBe('1')
    expect(value('thread', trap.waits! - 1)).toBe('ender')
    expect(value('microcode line', trap.waits! - 1)).toMatch(/^end/)
  })

  test('only the last traps have waves if there are too many', async () => {
    const few = await look(saved.run, { layout, mostWaves: 2 })
    expect(few.waves.map((w) => w.trap)).toEqual([1, 2])
    expect(few.notices).toEqual(['Waves are there for the last 2 of 3 traps.'])
  })

  test('a long run is looked into as far as allowed, and says so', async () => {
    const part = await look(saved.run, { layout, mostCycles: 500 })
    expect(part.notices).toEqual([`The insides of the unit are shown for the first 500 of ${saved.cycles} cycles.`])
    const ends = part.timeline.byTrack().filter((t) => t.tid >= tracks.firstThread).flatMap((t) => t.events.map((e) => e.ts + e.dur!))
    expect(Math.max(...ends)).toBeLessThanOrEqual(500)
    expect(part.traps.length).toBe(3)
  })

  test('a unit that does something else than the run did shows no insides', async () => {
    const { word } = fieldNamed(layout, 'rocc_busy')
    const at = saved.run.trace.findIndex((r, n) => n > 100 && r.frame[word] === 1)
    const trace = saved.run.trace.map((r, n) => n === at ? { ...r, frame: r.frame.map((v, k) => k === word ? 0 : v) } : r)
    const other = await look({ ...saved.run, trace }, { layout })
    const cycle = trace.slice(0, at).reduce((n, r) => n + r.cycles, 0)
    expect(other.notices).toEqual([`The insides of the unit are left out: played again, this version's unit does something else than the run did. cycle ${cycle}, rocc_busy: 0 and 1 (in the run, and in this version's unit)`])
    expect(other.timeline.byTrack().filter((t) => t.tid >= tracks.firstThread)).toEqual([])
    expect(other.waves[0]!.signals.filter((s) => s.group === 'inside')).toEqual([])
    // Payloads nobody hears may differ from engine to engine.
    const data = fieldNamed(layout, 'rocc_resp_data').word, valid = fieldNamed(layout, 'rocc_resp_valid').word
    const unheard = saved.run.trace.map((r) => r.frame[valid] === 0 ? { ...r, frame: r.frame.map((v, k) => k === data ? v ^ 0x55 : v) } : r)
    expect((await look({ ...saved.run, trace: unheard }, { layout })).notices).toEqual([])
  })
})
