// Owns: commands that wait, and commands that reach into a history, on the real unit by the driver: who is answered when, and what goes on meanwhile.
import { afterEach, describe, expect, test } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { fieldNumber } from '../../../coprocessor/isa/fields.ts'
import { statusValue } from '../../../coprocessor/isa/status.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { UnitDriver, type UnitOptions } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { randomMemory } from '../../../sim-harness/memory/memory-port.ts'
import { Observer } from '../../../sim-harness/observer/observer.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'

const p = parameters(), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const base = (slot: number): bigint => p.cacheableLow + BigInt(slot) * 4096n
let unit: UnitDriver
let observer: Observer
let events: CycleEvents[]

/** Slots 0 (O) and 1 (P), each with 8 symbols of history; the observer watches. One answer a line, in the order of the queries. */
async function open(script: string, more: Partial<UnitOptions> = {}): Promise<void> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  observer = new Observer({ parameters: p })
  events = []
  const oracle = scriptOracle(parseScript(script))
  const peer = new BridgeHost({ oracle: new Map([[0, oracle], [7, oracle]]), session: 1 })
  unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer, observer, onEvents: (e) => events.push(e), ...more })
  await boot(unit)
  await openSegment(unit, { slot: 0, base: base(0), length: 4096, history: new TextEncoder().encode('history0') })
  await openSegment(unit, { slot: 1, base: base(1), length: 4096, history: new TextEncoder().encode('history1'), colour: 'P' })
}
/** Whatever ran must have agreed with the observer to the end. */
afterEach(async () => {
  try {
    await unit.step(3000)
    observer.finish(true)
  } finally {
    await unit.close()
  }
})
const take = async (slot = -1) => decodeRecord(await must(unit, 'otrap', BigInt.asUintN(64, BigInt(slot))))
const status = (slot: number) => unit.command('oseg.get', BigInt(slot))

describe('P-mode', () => {
  test('oracle comes back with its record: one answer of the Oracle that it names, on a P slot', async () => {
    await open('{"text":"ab","yield":true,"after_cycles":300}\n{"text":"cd"}')
    const waiting = unit.issue('oracle', 1n, 7n)
    await unit.step(200)
    expect([waiting.response, unit.busy, await status(1)]).toEqual([undefined, false, 2n])
    expect(await unit.wait(waiting)).toBe(0n)
    expect(await take(1)).toEqual({ cause: 'answer', slot: 1, cut: false, yielded: true, appended: 3n })
    expect(await unit.command('oracle', 1n, 7n)).toBe(0n)
    expect(await take()).toEqual({ cause: 'answer', slot: 1, cut: false, yielded: false, appended: 2n })
    expect(Buffer.from(unit.read(base(1), 13)).toString('latin1')).toBe('history1ab\xffcd')
    expect(await unit.command('oseg.get', 1n, BigInt(fieldNumber('oracle')))).toBe(0n)
  })

  test('oask goes on in the background, and an Oracle that is not there is the cause link', async () => {
    await open('{"text":"ab","after_cycles":300}')
    expect(await unit.command('oask', 0n, 7n)).toBe(0n)
    expect(await status(0)).toBe(2n)
    expect(await unit.untilInterrupt(2000)).toBe(true)
    expect((await take())?.cause).toBe('answer')
    expect(await unit.command('oracle', 0n, 33n)).toBe(0n)
    expect((await take())?.cause).toBe('link')
  })
})

describe('an exception', () => {
  const slow = '{"text":"ab","after_cycles":500}\n{"text":"cd","after_cycles":500}'

  test.each(['oracle', 'oenter'])('lets %s go with 1; the slot goes on', async (mnemonic) => {
    await open(slow.replace('"ab"', '"ab","yield":true'))
    const waiting = unit.issue(mnemonic, 0n, 0n)
    await unit.step(100)
    unit.exception()
    expect(await unit.wait(waiting, 10)).toBe(1n)
    expect(await status(0)).toBe(2n)
    expect(await unit.untilInterrupt(2000)).toBe(true)
    expect((await take())?.appended).toBe(3n)
  })

  test('in the cycle in which the command is offered, or while it is still at work, lets it go too', async () => {
    for (let delay = 0; delay < 8; delay++) {
      await open(slow)
      const waiting = unit.issue('oracle', 0n, 0n)
      if (delay > 0) await unit.step(delay)
      unit.exception()
      expect([delay, await unit.wait(waiting, 50)]).toEqual([delay, 1n])
      if (delay < 7) {
        await unit.step(3000)
        observer.finish(true)
        await unit.close()
      }
    }
  })

  test('while the command stands behind another lets it go', async () => {
    await open(slow)
    const before = unit.issue('oseg.open', base(2), 64n << 8n | 2n), waiting = unit.issue('oracle', 0n, 0n)
    await unit.step(3)
    unit.exception()
    expect([await unit.wait(before, 100), await unit.wait(waiting, 100)]).toEqual([0n, 1n])
  })

  test('before a command was given does not let that go', async () => {
    await open('{"text":"ab","after_cycles":900}')
    const before = unit.issue('oseg.open', base(2), 64n << 8n | 2n)
    await unit.step(3)
    unit.exception()
    await unit.step(5)
    expect(await unit.command('oracle', 0n, 0n)).toBe(0n)
    expect(await unit.wait(before)).toBe(0n)
    expect((await take(0))?.cause).toBe('answer')
  })

  test('lets every waiting one go, and what waits afterwards waits for the next', async () => {
    await open(slow)
    const all = [unit.issue('oracle', 0n, 0n), unit.issue('oracle', 1n, 0n), unit.issue('owait', 0b11n)]
    await unit.step(300)
    unit.exception()
    for (const one of all) expect(await unit.wait(one, 20)).toBe(1n)
    const again = unit.issue('owait', 0b01n)
    await unit.step(100)
    expect(again.response).toBeUndefined()
    expect(await unit.wait(again, 2000)).toBe(0n)
  })
})

describe('owait', () => {
  test('comes back with the first slot of its mask that traps; one waits at a time', async () => {
    await open('{"text":"ab","after_cycles":300}\n{"text":"cd","after_cycles":900}')
    await unit.command('oask', 0n, 0n)
    await unit.command('oask', 1n, 0n)
    const first = unit.issue('owait', 0b11n)
    await unit.step(100)
    expect([unit.busy, first.response]).toEqual([false, undefined])
    // Commands go on, and a second one does not wait.
    expect(await unit.command('owait', 0b10n)).toBe(1n)
    expect(await unit.command('owait', 0b100n)).toBe(statusValue('idle'))
    expect(first.response).toBeUndefined()
    expect(await unit.wait(first, 2000)).toBe(0n)
    expect([await status(0), await status(1)]).toEqual([3n, 2n])
    expect(await unit.command('owait', 0b11n)).toBe(0n)
    const second = unit.issue('owait', 0b10n)
    await unit.step(50)
    expect(second.response).toBeUndefined()
    expect(await unit.wait(second, 2000)).toBe(0n)
    expect([(await take())?.slot, (await take())?.slot]).toEqual([0, 1])
    expect(await unit.command('owait', 0b11n)).toBe(statusValue('idle'))
  })

  test('a slot that was started later counts too', async () => {
    await open('{"text":"ab","after_cycles":2000}\n{"text":"cd","after_cycles":50}')
    await unit.command('oask', 0n, 0n)
    const waiting = unit.issue('owait', 0b11n)
    await unit.step(20)
    await unit.command('oask', 1n, 0n)
    expect(await unit.wait(waiting, 1000)).toBe(0n)
    expect((await take())?.slot).toBe(1)
  })
})

describe('the stack', () => {
  test('pushed symbols are in the next query, popped ones are not; one access a command, of one byte', async () => {
    await open('{"text":"ab"}')
    expect(await unit.command('opop', 0n)).toBe(BigInt('0'.charCodeAt(0)))
    for (const symbol of [0x21n, 0xffn, 0x22n]) expect(await unit.command('opush', 0n, symbol)).toBe(0n)
    expect([await unit.command('opeek', 0n, 0n), await unit.command('opeek', 0n, 8n), await unit.command('opeek', 0n, 10n)]).toEqual([0x68n, 0xffn, statusValue('range')])
    expect(events.flatMap(({ memoryRequest: m }) => (m ? [[m.store ? 'store' : 'load', Number(m.address - base(0)), m.bytes, m.tag]] : []))).toEqual([
      ['load', 7, 1, 16], ['store', 7, 1, 48], ['store', 8, 1, 48], ['store', 9, 1, 48], ['load', 0, 1, 16], ['load', 8, 1, 16],
    ])
    await unit.command('oracle', 0n, 0n)
    expect(Buffer.from(unit.read(base(0), 12)).toString('latin1')).toBe('history!\xff"ab')
    expect(observer.memory(Number(base(0)), 12)).toEqual(unit.read(base(0), 12))
  })

  test('goes on beside the answer of another slot, with a memory that takes its time', async () => {
    const text = 'abcdefgh'.repeat(40)
    await open(`{"text":"${text}"}`, { memory: randomMemory(5) })
    await unit.command('oask', 0n, 0n)
    const pushed: number[] = []
    while (!unit.interrupt) {
      const symbol = pushed.length % 256
      expect(await unit.command('opush', 1n, BigInt(symbol))).toBe(0n)
      pushed.push(symbol)
    }
    expect((await take())?.appended).toBe(320n)
    expect(pushed.length).toBeGreaterThan(10)
    expect(Buffer.from(unit.read(base(0) + 8n, 320)).toString()).toBe(text)
    for (const symbol of pushed.toReversed()) expect(await unit.command('opop', 1n)).toBe(BigInt(symbol))
  })
})
