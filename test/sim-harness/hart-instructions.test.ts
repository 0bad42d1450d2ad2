// Owns: tests of what a hart needs on the real unit: P-mode, waiting on a mask, the release by an exception, and the stack instructions. Values by hand.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber, type Counter, type SlotField } from '../../coprocessor/isa/fields.ts'
import { statusOf } from '../../coprocessor/isa/status.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import { openEngine } from '../../sim-harness/engines/open-engine.ts'
import type { MemoryRequestEvent } from '../../sim-harness/port-events.ts'
import { temporaryFolder } from './temporary-folder.ts'

const p = parameters(), folder = temporaryFolder(), design = elaborate(oracleUnit(p))
const low = p.cacheableLow
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
/** The value of a command, in words if it is a status. */
const said = async (unit: UnitDriver, mnemonic: string, rs1: bigint, rs2 = 0n) => {
  const rd = await unit.command(mnemonic, rs1, rs2)
  return statusOf(rd) ?? rd
}
const field = (unit: UnitDriver, name: SlotField, slot = 0n) => must(unit, 'oseg.get', slot, BigInt(fieldNumber(name)))
const count = (unit: UnitDriver, name: Counter, slot = 0n) => must(unit, 'ocount', slot, BigInt(counterNumber(name)))
const record = async (unit: UnitDriver, slot = 0n) => decodeRecord(await must(unit, 'otrap', slot))

describe.each(['wasm', 'verilator'] as const)('on %s', (name) => {
  let ready: Engine
  beforeAll(async () => { ready = await openEngine(name, design, { buildDir: join(folder, 'verilator') }) }, 600_000)
  afterAll(() => ready.close())

  /** Runs `use` on a fresh unit that was booted, with slot 0 (colour O) and slot 1 (colour P) open over histories of their own. */
  async function withUnit(script: string, use: (unit: UnitDriver, requests: MemoryRequestEvent[]) => Promise<void>): Promise<void> {
    const requests: MemoryRequestEvent[] = []
    await ready.reset(1)
    const unit = new UnitDriver({
      engine: ready, ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle: scriptOracle(parseScript(script)), session: 1 }),
      onEvents: (e) => { if (e.memoryRequest) requests.push(e.memoryRequest) },
    })
    try {
      await boot(unit)
      await openSegment(unit, { slot: 0, base: low, length: 64, history: Buffer.from('history0') })
      await openSegment(unit, { slot: 1, base: low + 4096n, length: 64, colour: 'P', history: Buffer.from('one') })
      requests.length = 0
      await use(unit, requests)
    } finally {
      await unit.close()
    }
  }

  test('oracle: one query to any Oracle, on any colour; the slot\'s own Oracle stays', async () => {
    const asked: number[] = []
    await withUnit('{"text":"answer"}\n{"text":"x","yield":true}\n{}\n', async (unit) => {
      expect(await said(unit, 'oracle', 1n, 5n)).toBe(0n)
      expect(await record(unit, 1n)).toEqual({ cause: 'answer', slot: 1, cut: false, yielded: false, appended: 6n })
      expect(text(unit.read(low + 4096n, 9))).toBe('oneanswer')
      expect([await field(unit, 'oracle', 1n), await field(unit, 'top', 1n), await field(unit, 'held', 1n), await field(unit, 'budget', 1n)]).toEqual([0n, low + 4096n + 9n, 9n, 0n])
      expect(await said(unit, 'oracle', 0n, 63n)).toBe(0n)
      expect(await record(unit)).toEqual({ cause: 'answer', slot: 0, cut: false, yielded: true, appended: 2n })
      expect(await said(unit, 'oracle', 0n, 1n)).toBe(0n)
      expect(await record(unit)).toEqual({ cause: 'answer', slot: 0, cut: false, yielded: false, appended: 0n })
      expect([await count(unit, 'queries'), await count(unit, 'answers'), await count(unit, 'appended')]).toEqual([2n, 2n, 2n])
      for (const entry of unit.log) if (entry.direction === 'toHost' && typeof entry.frame !== 'string' && entry.frame.kind.name === 'query') asked.push(entry.frame.header.oracle)
    })
    expect(asked).toEqual([5, 63, 1])
  })

  test('oask goes on in the background, and the line rises; O-mode on the same slot afterwards queries the bound Oracle', async () => {
    await withUnit('{"text":"a","after_cycles":500}\n{"text":"b","yield":true}\n', async (unit) => {
      expect(await said(unit, 'oask', 0n, 9n)).toBe(0n)
      expect([await said(unit, 'oask', 0n, 9n), await said(unit, 'oseg.get', 0n, 0n), unit.interrupt]).toEqual(['busy', 2n, false])
      expect(await unit.untilInterrupt(5000)).toBe(true)
      expect(await record(unit)).toMatchObject({ cause: 'answer', appended: 1n })
      expect(await said(unit, 'oenter', 0n)).toBe(0n)
      expect(await record(unit)).toMatchObject({ cause: 'yield', appended: 2n })
    })
  })

  test('oask: its statuses', async () => {
    await withUnit('', async (unit) => {
      expect(await said(unit, 'oask', 8n)).toBe('slot')
      expect(await said(unit, 'oracle', 3n)).toBe('free')
      expect(await said(unit, 'oask', 0n, 64n)).toBe('range')
      expect(await said(unit, 'oracle', 0n, 1n << 40n)).toBe('range')
    })
  })

  test('an answer without room traps limit, a reject traps reject: as in O-mode', async () => {
    await withUnit(`{"text":"${'x'.repeat(60)}"}\n{"reject":true}\n`, async (unit) => {
      expect(await said(unit, 'oracle', 0n)).toBe(0n)
      expect(await record(unit)).toEqual({ cause: 'limit', slot: 0, cut: true, yielded: false, appended: 56n })
      expect(await said(unit, 'oseg.top', 0n, low + 8n)).toBe(0n)
      expect(await said(unit, 'oracle', 0n)).toBe(0n)
      expect(await record(unit)).toEqual({ cause: 'reject', slot: 0, cut: false, yielded: false, appended: 0n })
    })
  })

  test('owait: slot, idle, at once, and when one of the mask traps', async () => {
    await withUnit('{"text":"a","after_cycles":900}\n{"text":"b","after_cycles":3000}\n', async (unit) => {
      expect(await said(unit, 'owait', 1n << 8n)).toBe('slot')
      expect(await said(unit, 'owait', 1n << 63n)).toBe('slot')
      expect([await said(unit, 'owait', 0n), await said(unit, 'owait', 0b11n), await said(unit, 'owait', 0xfcn)]).toEqual(['idle', 'idle', 'idle'])
      await must(unit, 'oask', 0n)
      await must(unit, 'oask', 1n)
      const before = unit.cycle
      expect(await said(unit, 'owait', 0b11n)).toBe(0n)
      expect(unit.cycle - before).toBeGreaterThan(800)
      expect([await said(unit, 'oseg.get', 0n), await said(unit, 'oseg.get', 1n)]).toEqual([3n, 2n])
      expect(await said(unit, 'owait', 0b01n)).toBe(0n)
      expect(await said(unit, 'owait', 0b10n)).toBe(0n)
      expect([await said(unit, 'oseg.get', 1n), (await record(unit))?.slot, (await record(unit, 1n))?.slot]).toEqual([3n, 0, 1])
      expect(await said(unit, 'owait', 0b11n)).toBe('idle')
    })
  })

  test('one owait waits at a time: a second answers 1 at once; commands are answered meanwhile; busy is down', async () => {
    await withUnit('{"text":"a","after_cycles":900}\n', async (unit) => {
      await must(unit, 'oask', 0n)
      const first = unit.issue('owait', 1n)
      await unit.step(100)
      expect([first.response, unit.busy]).toEqual([undefined, false])
      expect([await said(unit, 'owait', 1n), await said(unit, 'oseg.get', 0n)]).toEqual([1n, 2n])
      expect(await unit.wait(first)).toBe(0n)
    })
  })

  test('an exception releases every waiting instruction with 1; the slots go on', async () => {
    await withUnit('{"text":"a","after_cycles":2000}\n{"text":"b","after_cycles":2000}\n', async (unit) => {
      const waiting = [unit.issue('oracle', 0n, 1n), unit.issue('oracle', 1n, 2n), unit.issue('owait', 0b11n)]
      await unit.step(300)
      expect(waiting.map((w) => w.response)).toEqual([undefined, undefined, undefined])
      unit.exception()
      await unit.step(20)
      expect(waiting.map((w) => w.response)).toEqual([1n, 1n, 1n])
      expect(await said(unit, 'owait', 0b11n)).toBe(0n)
      await unit.until(() => unit.interrupt, 5000)
      await said(unit, 'owait', 0b10n)
      expect([(await record(unit))?.cause, (await record(unit, 1n))?.cause]).toEqual(['answer', 'answer'])
    })
  })

  test('opush, opeek, opop: one byte of memory each', async () => {
    await withUnit('', async (unit, requests) => {
      expect(await said(unit, 'opush', 0n, 0x41n)).toBe(0n)
      expect(await said(unit, 'opush', 0n, 0xffn)).toBe(0n)
      expect(requests).toEqual([
        { store: true, address: low + 8n, bytes: 1, tag: 48, data: 0x4141414141414141n },
        { store: true, address: low + 9n, bytes: 1, tag: 48, data: 0xffffffffffffffffn },
      ])
      expect([await field(unit, 'top'), text(unit.read(low, 10))]).toEqual([low + 10n, 'history0A\xff'])
      requests.length = 0
      expect([await said(unit, 'opeek', 0n, 0n), await said(unit, 'opeek', 0n, 9n), await said(unit, 'opeek', 0n, 10n)]).toEqual([0x68n, 0xffn, 'range'])
      expect([await said(unit, 'opop', 0n), await said(unit, 'opop', 0n)]).toEqual([0xffn, 0x41n])
      expect(requests.map((r) => [r.store, r.address - low, r.bytes, r.tag])).toEqual([[false, 0n, 1, 16], [false, 9n, 1, 16], [false, 9n, 1, 16], [false, 8n, 1, 16]])
      expect(await field(unit, 'top')).toBe(low + 8n)
    })
  })

  test('opush and opop: their statuses', async () => {
    await withUnit('', async (unit, requests) => {
      expect([await said(unit, 'opush', 8n), await said(unit, 'opush', 7n), await said(unit, 'opush', 0n, 256n), await said(unit, 'opush', 0n, 1n << 32n)]).toEqual(['slot', 'free', 'range', 'range'])
      await must(unit, 'oseg.top', 0n, low + 64n)
      expect([await said(unit, 'opush', 0n, 256n), await said(unit, 'opush', 0n, 1n)]).toEqual(['range', 'room'])
      await must(unit, 'oseg.top', 0n, low)
      expect([await said(unit, 'opop', 0n), await said(unit, 'opeek', 0n, 0n), await said(unit, 'opop', 9n)]).toEqual(['empty', 'range', 'slot'])
      expect(requests).toEqual([])
    })
  })

  test('opop below held: the host is told less, truncated counts it, and the pushed symbol is sent again', async () => {
    await withUnit('{"text":"ab"}\n{"text":"c"}\n', async (unit) => {
      await must(unit, 'oracle', 0n)
      await record(unit)
      expect([await field(unit, 'held'), await field(unit, 'seen')]).toEqual([10n, 10n])
      expect(await said(unit, 'opop', 0n)).toBe(0x62n)
      expect([await field(unit, 'held'), await field(unit, 'seen'), await count(unit, 'truncated')]).toEqual([9n, 9n, 1n])
      await must(unit, 'opush', 0n, 0x7an)
      expect([await field(unit, 'held'), await field(unit, 'seen')]).toEqual([9n, 9n])
      await must(unit, 'oracle', 0n)
      await record(unit)
      expect([text(unit.read(low, 11)), await count(unit, 'sentNew'), await count(unit, 'sentAgain')]).toEqual(['history0azc', 9n, 0n])
    })
  })

  test('a stack instruction on one slot while another streams: both right', async () => {
    await withUnit(`{"text":"${'y'.repeat(40)}","yield":true,"after_cycles":20}\n`, async (unit) => {
      await must(unit, 'ostart', 0n)
      for (let i = 0; i < 30; i++) await must(unit, 'opush', 1n, BigInt(0x30 + i % 10))
      expect(await unit.untilInterrupt(5000)).toBe(true)
      expect(await record(unit)).toMatchObject({ cause: 'yield', appended: 41n })
      expect(text(unit.read(low, 49))).toBe(`history0${'y'.repeat(40)}\xff`)
      expect(text(unit.read(low + 4096n, 33))).toBe(`one${'0123456789'.repeat(3)}`)
    })
  })
})
