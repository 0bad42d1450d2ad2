// Owns: tests of the timeline: from what happened at the ports to the events that Perfetto shows.
import { expect, test } from 'vitest'
import { encodeRecord } from '../../../coprocessor/isa/cause.ts'
import { encodeFrame, header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds, type Direction } from '../../../coprocessor/link/frames.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { Timeline } from '../../../sim-harness/trace/timeline.ts'

const kind = (direction: Direction, name: string): Frame['kind'] => frameKinds.find((k) => k.direction === direction && k.name === name)!
const tags = { slot: 2, session: 1, sequence: 7 }

/** One query and one answer of slot 2, entered by `oenter` and taken by `otrap`. */
function run(): { name: string; ph: string; ts: number; dur?: number; tid: number; args?: Record<string, unknown> }[] {
  const timeline = new Timeline()
  const tell = (cycle: number, more: Partial<CycleEvents>): void => timeline.observe({ cycle, exception: false, interrupt: false, busy: false, ...more })
  const command = { xd: true, xs1: true, xs2: true, rs2: 0n, prv: 3 }
  tell(10, { command: { ...command, funct7: 35, rd: 5, rs1: 2n } })
  encodeFrame({ kind: kind('toHost', 'query'), header: header({ ...tags, length: 3 }), data: Uint8Array.of(1, 2, 3), trailer: { first: true, last: true, cut: false } })
    .forEach((toHost, i) => tell(20 + i, { toHost }))
  encodeFrame({ kind: kind('fromHost', 'answer'), header: header({ ...tags, flags: 1, length: 1, offset: 3 }), data: Uint8Array.of(255), tokens: { evaluated: 1, reused: 2, history: 3 } })
    .forEach((fromHost, i) => tell(100 + i, { fromHost }))
  tell(110, { interrupt: true, response: { rd: 5, data: 0n } })
  tell(115, { interrupt: true, command: { ...command, funct7: 37, rd: 6, rs1: 2n } })
  tell(116, { response: { rd: 6, data: encodeRecord({ cause: 'yield', slot: 2, cut: false, yielded: true, appended: 1n }) } })
  return (JSON.parse(timeline.json()) as { traceEvents: ReturnType<typeof run> }).traceEvents
}

test('phases of a slot follow its query and answer, frames and commands have tracks of their own', () => {
  const events = run()
  const spans = events.filter((e) => e.ph === 'X').map((e) => [e.name, e.ts, e.ts + e.dur!, e.tid])
  expect(spans).toEqual(expect.arrayContaining([
    ['sending', 10, 24, 12],
    ['host', 24, 100, 12],
    ['appending', 100, 105, 12],
    ['query of slot 2, sequence 7: 3 bytes at 0, last', 20, 24, 3],
    ['answer to slot 2, sequence 7: 1 bytes at 3, end', 100, 105, 4],
    ['oenter', 10, 111, 1],
    ['otrap', 115, 117, 1],
  ]))
  expect(spans).toHaveLength(7)
  expect(events).toContainEqual({ name: 'trap yield', ph: 'i', ts: 116, tid: 12, pid: 1, s: 't', args: { appended: 1, cut: 0, yielded: 1 } })
  expect(events.filter((e) => e.ph === 'M').map((e) => e.args!['name'])).toEqual(['Oracle unit', 'commands', 'link to host', 'link from host', 'slot 2'])
  expect(events.filter((e) => e.name === 'interrupt').map((e) => [e.ts, e.args!['level']])).toEqual([[110, 1], [116, 0]])
})
