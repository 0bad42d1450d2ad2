// Owns: the figures of a run, computed by hand for events that a test says.
import { describe, expect, it } from 'vitest'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { encodeFrame, header, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { FigureKeeper } from '../../../rocket-config/run/figures.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'

type Given = Omit<Partial<CycleEvents>, 'cycle'>
const kind = (name: string, direction: string) => frameKinds.find((k) => k.name === name && k.direction === direction)!
const at = (cycles: Map<number, Given>, cycle: number, given: Given): void => void cycles.set(cycle, { ...cycles.get(cycle), ...given })
const start = (slot: bigint): Given => ({ command: { funct7: instruction('oenter').funct7, xd: true, xs1: true, xs2: true, rd: 10, rs1: slot, rs2: 0n, prv: 3 } })
const store = (tag: number, bytes: number): Given => ({ memoryRequest: { store: true, address: 0n, bytes, tag, data: 0n } })
const stored = (tag: number): Given => ({ memoryResponse: { tag, data: 0n } })

/** The beats of a frame, one a cycle from `cycle` on. */
function frame(cycles: Map<number, Given>, cycle: number, direction: 'toHost' | 'fromHost', f: Partial<Frame> & { name: string; sequence: number; slot?: number }): void {
  const { name, sequence, slot = 0, data = new Uint8Array(), ...rest } = f
  const beats = encodeFrame({ kind: kind(name, direction), header: header({ slot, sequence, length: data.length, flags: rest.tokens ? 1 : 0 }), data, ...rest })
  beats.forEach((beat, i) => at(cycles, cycle + i, { [direction]: beat }))
}
function figures(cycles: Map<number, Given>) {
  const keeper = new FigureKeeper()
  for (const [cycle, given] of [...cycles].sort(([a], [b]) => a - b)) keeper.observe({ cycle, exception: false, interrupt: false, busy: false, ...given })
  return keeper.figures()
}
const tokens = { evaluated: 0, reused: 0, history: 0 }
const query = (sequence: number, bytes: number, part: 'first' | 'last' | 'whole' = 'whole', cut = false) =>
  ({ name: 'query', sequence, data: new Uint8Array(bytes), trailer: { first: part !== 'last', last: part !== 'first', cut } })

describe('figures', () => {
  it('are nothing before a query', () => {
    expect(figures(new Map([[5, start(0n)]]))).toEqual({ exchanges: [], startToQuery: [], queryRate: undefined, answerRate: undefined })
  })

  it('count from the start to the first beat, and from the first to the last beat over two chunks', () => {
    const cycles = new Map([[100, start(0n)]])
    // 2 header beats, 2 of data, a trailer; then 2, 1, 1 with a pause before.
    frame(cycles, 121, 'toHost', query(1, 16, 'first'))
    frame(cycles, 130, 'toHost', query(1, 8, 'last'))
    expect(figures(cycles)).toMatchObject({
      startToQuery: [21], queryRate: 24 / 13,
      exchanges: [{ slot: 0, sequence: 1, started: 100, queryFirst: 121, queryLast: 133, queryBytes: 24, answerFirst: undefined, answerCycles: undefined }],
    })
  })

  it('count answers frame by frame to the last confirmed store, without the time in which the host is silent', () => {
    const cycles = new Map([[0, start(0n)]])
    frame(cycles, 10, 'toHost', query(1, 0))
    // 3 symbols in cycles 50..52, stored by 60; 1,000 cycles of silence; 2 in 1060..1064, stored by 1070: 11 + 11 cycles.
    frame(cycles, 50, 'fromHost', { name: 'answer', sequence: 1, data: new Uint8Array(3) })
    at(cycles, 54, store(1, 2))
    at(cycles, 55, store(2, 1))
    at(cycles, 57, stored(2))
    at(cycles, 60, stored(1))
    frame(cycles, 1060, 'fromHost', { name: 'answer', sequence: 1, data: new Uint8Array(2), tokens })
    at(cycles, 1066, store(1, 2))
    at(cycles, 1070, stored(1))
    // A store of opush is no answer's.
    at(cycles, 2000, store(3, 1))
    at(cycles, 2002, stored(3))
    const { exchanges: [exchange], answerRate, queryRate } = figures(cycles)
    expect(exchange).toMatchObject({ answerFirst: 50, answerLast: 1064, answerBytes: 5, answerCycles: 22 })
    expect(answerRate).toBe(5 / 22)
    expect(queryRate).toBeUndefined()
  })

  it('count no cycle twice when the next frame comes before the last one is stored, and take stores from before the end of a frame', () => {
    const cycles = new Map([[0, start(0n)]])
    frame(cycles, 10, 'toHost', query(1, 0))
    frame(cycles, 50, 'fromHost', { name: 'answer', sequence: 1, data: new Uint8Array(4) })
    frame(cycles, 54, 'fromHost', { name: 'answer', sequence: 1, data: new Uint8Array(1), tokens })
    at(cycles, 52, store(1, 4))
    at(cycles, 57, { ...stored(1) })
    // The second frame's only symbol is stored before its two beats of tokens were taken: 54..58 are its beats.
    at(cycles, 56, store(2, 1))
    at(cycles, 58, { ...stored(2) })
    expect(figures(cycles).exchanges[0]).toMatchObject({ answerBytes: 5, answerCycles: 58 - 50 + 1 })
  })

  it('know nothing of a query that was given up, and of an answer that was', () => {
    const cycles = new Map<number, Given>()
    frame(cycles, 10, 'toHost', query(1, 8, 'first', true))
    at(cycles, 30, start(0n))
    frame(cycles, 40, 'toHost', query(2, 8))
    frame(cycles, 60, 'fromHost', { name: 'answer', sequence: 1, data: new Uint8Array(4), tokens })
    frame(cycles, 70, 'fromHost', { name: 'answer', sequence: 2, data: new Uint8Array(4) })
    expect(figures(cycles)).toMatchObject({ startToQuery: [10], answerRate: undefined, exchanges: [{ sequence: 2, answerBytes: 4, answerCycles: undefined }] })
  })

  it('keep slots apart', () => {
    const cycles = new Map([[0, start(0n)], [3, start(1n)]])
    frame(cycles, 10, 'toHost', query(1, 8))
    frame(cycles, 20, 'toHost', { ...query(1, 16), slot: 1 })
    expect(figures(cycles)).toMatchObject({ startToQuery: [10, 17], exchanges: [{ slot: 0, queryBytes: 8 }, { slot: 1, queryBytes: 16 }] })
  })
})
