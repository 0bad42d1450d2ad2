// Owns: tests of driver and clock on a small stand-in for the unit: what happens in which cycle is worked out by hand.
import { describe, expect, test } from 'vitest'
import { encodeFrame, header, type Beat } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { UnitDriver, type UnitOptions } from '../../../sim-harness/driver/unit-driver.ts'
import type { Row } from '../../../sim-harness/engines/engine.ts'
import { fieldNamed } from '../../../sim-harness/engines/layout.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { randomMemory } from '../../../sim-harness/memory/memory-port.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { randomStalls } from '../../../sim-harness/transport/clock.ts'
import { RunRecorder } from '../../../sim-harness/trace/recorder.ts'
import { FakePeer } from '../fake-peer.ts'
import { fake, fakeUnit } from '../fake-unit.ts'

const p = parameters(), low = p.cacheableLow, design = fakeUnit(p), engine = openWasm(design)

function open(options: Partial<UnitOptions> = {}): { unit: UnitDriver; peer: FakePeer; raw: (funct7: number, rs1?: bigint, rs2?: bigint) => Promise<bigint> } {
  engine.reset(1)
  const peer = (options.peer as FakePeer | undefined) ?? new FakePeer()
  const unit = new UnitDriver({ engine, parameters: p, peer, ...options })
  const raw = (funct7: number, rs1 = 0n, rs2 = 0n): Promise<bigint> => unit.wait(unit.issueRaw({ funct7, xd: true, xs1: true, xs2: true, rd: 9, rs1, rs2, prv: 3 }))
  return { unit, peer, raw }
}
const hello: Beat[] = encodeFrame({ kind: frameKinds.find((k) => k.name === 'hello' && k.direction === 'fromHost')!, header: header({ session: 5 }), data: new Uint8Array() })

describe('commands', () => {
  test('a command is accepted in one cycle and answered in the next', async () => {
    const { unit, raw } = open()
    expect(await raw(fake.add, 3n, 4n)).toBe(7n)
    expect(unit.cycle).toBe(2)
    expect(await raw(fake.add, 2n ** 64n - 1n, 0n)).toBe(-1n)
  })

  test('mnemonics become the funct7 and funct3 of the table, with operands as they are', async () => {
    const events: CycleEvents[] = []
    const { unit } = open({ onEvents: (e) => events.push(e) })
    expect(await unit.command('oinfo', 41n, 0n, { rd: 3, prv: 1 })).toBe(41n)
    expect(events.map((e) => e.cycle)).toEqual([0, 1, 2].slice(0, events.length))
    expect(events[0]!.command).toMatchObject({ funct7: 0, xd: true, xs1: true, xs2: false, rd: 3, rs1: 41n, rs2: 0n, prv: 1 })
    expect(events[1]!.response).toEqual({ rd: 3, data: 41n })
    expect(() => unit.issue('onothing')).toThrow('no instruction onothing')
  })

  test('one that does not write rd is done when it is accepted', async () => {
    const { unit } = open()
    expect(await unit.wait(unit.issueRaw({ funct7: fake.add, xd: false, xs1: true, xs2: true, rd: 9, rs1: 1n, rs2: 1n, prv: 3 }))).toBe(0n)
    expect(unit.cycle).toBe(1)
  })

  test('an exception lets a waiting one go', async () => {
    const { unit } = open()
    const waiting = unit.issue('oenter')
    await unit.step(100)
    expect(waiting.accepted).toBe(0)
    expect(waiting.response).toBeUndefined()
    unit.exception()
    expect(await unit.wait(waiting)).toBe(1n)
    // The pulse is in cycle 100, the response in 101.
    expect(waiting.answered).toBe(101)
    // It was one pulse: the next one waits again.
    await expect(unit.command('oenter', 0n, 0n, { maxCycles: 50 })).rejects.toMatchObject({ code: 'SIM3001' })
  })

  test('a register that waits is not given again', async () => {
    const { unit } = open()
    unit.issue('oenter', 0n, 0n, { rd: 10 })
    expect(() => unit.issue('oinfo', 0n, 0n, { rd: 10 })).toThrow('x10 still waits')
    expect(unit.issue('oinfo').rd).toBe(11)
    await unit.step(1)
  })

  test('no answer in the allowed cycles is an error that names the cycle; overlapping calls are refused', async () => {
    const { unit } = open()
    await expect(unit.command('oenter', 0n, 0n, { maxCycles: 500 })).rejects.toMatchObject({ code: 'SIM3001', message: expect.stringContaining('cycle 500') as string })
    const first = unit.step(1_000_000)
    await expect(unit.step(1)).rejects.toMatchObject({ code: 'SIM3002' })
    await first
  })

  test('the signal stops a long wait, with exit code 130', async () => {
    const control = new AbortController()
    const { unit } = open({ signal: control.signal })
    setTimeout(() => control.abort(), 5)
    await expect(unit.step(2 ** 40)).rejects.toMatchObject({ code: 'SIM3005', exitCode: 130 })
  })

  test('the signal stops the wait for a peer that never answers', async () => {
    const control = new AbortController()
    const peer = new FakePeer()
    peer.next = () => new Promise(() => undefined)
    const { unit } = open({ signal: control.signal, peer })
    setTimeout(() => control.abort(), 5)
    await expect(unit.step(1)).rejects.toMatchObject({ code: 'SIM3005' })
  })

  test('closing ends the peer once', async () => {
    const { unit, peer } = open({ ownsEngine: false })
    await unit.close()
    await unit.close()
    expect(peer.closed).toBe(1)
  })
})

describe('memory', () => {
  test('loads and stores reach the bytes that the Priestess sees', async () => {
    const { unit, raw } = open({ memory: randomMemory(3), stalls: randomStalls(4) })
    unit.write(low, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9))
    expect(await raw(fake.load, low, 3n)).toBe(0x0807060504030201n)
    expect(await raw(fake.load, low + 8n, 0n)).toBe(9n)
    expect(await raw(fake.store, low + 16n, 0x1122334455667788n)).toBe(0n)
    expect(Buffer.from(unit.read(low + 16n, 8)).toString('hex')).toBe('8877665544332211')
  })

  test('an access that would fault stops the run', async () => {
    const { raw } = open()
    await expect(raw(fake.load, low + 1n, 3n)).rejects.toMatchObject({ code: 'SIM2001' })
  })

  test('an observer hears what the Priestess writes', () => {
    const heard: unknown[] = []
    const { unit } = open({ observer: { observe: () => undefined, wrote: (address, bytes) => heard.push([address, [...bytes]]) } })
    unit.write(low, Uint8Array.of(1, 2))
    expect(heard).toEqual([[low, [1, 2]]])
  })
})

describe('link', () => {
  test('beats of the peer stand from their cycle on, and the interrupt follows the last one', async () => {
    const peer = new FakePeer([{ beats: hello, earliest: 50, what: 'hello' }])
    const { unit } = open({ peer })
    expect(await unit.untilInterrupt(1000)).toBe(true)
    // Beats in cycles 50 and 51; the line is up in 52.
    expect(unit.cycle).toBe(53)
    expect(peer.takenAt).toEqual([50])
    expect(unit.log).toMatchObject([{ first: 50, cycle: 51, direction: 'fromHost', frame: { header: { session: 5 } } }])
    expect(await unit.command('otrap')).toBe(hello[0]!.data)
    expect(unit.interrupt).toBe(false)
  })

  test('frames of the unit reach the peer with the cycle of their last beat', async () => {
    const { unit, peer, raw } = open()
    await raw(fake.send, 0x01n, 0n)
    // Accepted in 0, beats in 1 and 2, response in 3.
    expect(unit.cycle).toBe(4)
    expect(peer.received).toMatchObject([{ cycle: 2, frame: { kind: { name: 'hello' } } }])
    expect(unit.log).toMatchObject([{ first: 1, cycle: 2, direction: 'toHost' }])
    await raw(fake.send, 0x77n, 0n)
    expect(peer.received[1]!.frame).toBe('no frame kind 0x77')
  })

  test('what a peer gives after a frame is asked for again', async () => {
    const peer = new FakePeer([{ beats: hello, earliest: 10_000, what: 'late' }])
    const { unit, raw } = open({ peer })
    peer.receive = () => { peer.queue[0] = { beats: hello, earliest: 40, what: 'sooner' } }
    await raw(fake.send, 1n, 0n)
    expect(await unit.untilInterrupt(1000)).toBe(true)
    expect(unit.cycle).toBe(43)
  })

  test('a run is the same whether stretches are skipped or not', async () => {
    const runs = await Promise.all([false, true].map(async (everyCycle) => {
      const own = openWasm(design), events: CycleEvents[] = [], recorder = new RunRecorder()
      const peer = new FakePeer([100, 150, 900, 901, 5000].map((earliest) => ({ beats: hello, earliest, what: 'hello' })))
      const unit = new UnitDriver({
        engine: own, parameters: p, peer, memory: randomMemory(8), stalls: randomStalls(9), onEvents: (e) => events.push(e),
        ...(everyCycle ? { onStretch: recorder.stretch } : {}),
      })
      const step = async (n: number): Promise<void> => { if (everyCycle) for (let i = 0; i < n; i++) await unit.step(1); else await unit.step(n) }
      for (let i = 0; i < 20; i++) {
        unit.issueRaw({ funct7: [fake.load, fake.store, fake.send, fake.add][i % 4]!, xd: true, xs1: true, xs2: true, rd: 1 + i, rs1: low + BigInt(8 * i), rs2: 3n, prv: 3 })
        await step(97)
      }
      await step(4000)
      return { events, log: unit.log, recorder }
    }))
    expect(runs[0]!.events).toEqual(runs[1]!.events)
    expect(runs[0]!.log).toEqual(runs[1]!.log)
    expect(runs[0]!.log.filter((e) => e.direction === 'fromHost')).toHaveLength(5)
    // The recorded stimulus, played on a fresh engine, gives the recorded trace.
    const { recorder } = runs[1]!
    expect(await openWasm(design).play(recorder.stimulus)).toEqual(recorder.trace)
    expect(recorder.stimulus.reduce((n, r) => n + r.cycles, 0)).toBe(20 * 97 + 4000)
    // A beat that was offered stands until it is taken.
    const every = (rows: readonly Row[]): Uint32Array[] => rows.flatMap((r) => Array.from({ length: r.cycles }, () => r.frame))
    const inputs = every(recorder.stimulus), outputs = every(recorder.trace)
    const word = (name: string): number => fieldNamed(engine.layout, name).word
    const [valid, data, ready] = [word('link_rx_tvalid'), word('link_rx_tdata'), word('link_rx_tready')]
    const refused = inputs.flatMap((frame, i) => frame[valid] === 1 && outputs[i]![ready] === 0 ? [i] : [])
    expect(refused.length).toBeGreaterThan(3)
    for (const i of refused) expect([inputs[i + 1]![valid], inputs[i + 1]![data]]).toEqual([1, inputs[i]![data]])
  })
})
