// Owns: tests of the bench's AXI4 slaves: every kind of burst, strobes, latency, ids, illegal addresses, the image, the devices.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { benchSource } from '../../../rocket-config/bench/build-bench.ts'
import { imageArgument, memoryImage } from '../../../rocket-config/bench/image.ts'
import { memory, mmio } from '../../../rocket-config/memory-map.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator, type VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { axiLayout, AxiMaster, burstKinds, type Burst } from './axi-master.ts'
import { random } from './store-program.ts'

const { fixed, incr, wrap } = burstKinds
const decodeError = 3, latency = 5
/** Which of the two slaves answers is an argument: one simulator for both. */
const top = `module slaves (
  input wire clock, reset,
  input wire aw_valid, w_valid, w_last, b_ready, ar_valid, r_ready, input wire [3:0] aw_id, ar_id, input wire [63:0] aw_addr, ar_addr, w_data, input wire [7:0] aw_len, ar_len, w_strb,
  input wire [2:0] aw_size, ar_size, input wire [1:0] aw_burst, ar_burst,
  output wire aw_ready, w_ready, b_valid, ar_ready, r_valid, r_last, output wire [3:0] b_id, r_id, output wire [1:0] b_resp, r_resp, output wire [63:0] r_data,
  output wire console_valid, exit_valid, output wire [7:0] console_data, output wire [31:0] exit_code
);
  reg devices;
  initial devices = $test$plusargs("devices") != 0;
  wire read, write, mri, mwi, dri, dwi;
  wire [63:0] read_addr, write_addr, write_data, mrd, drd;
  wire [7:0] write_strobe;
  axi_bursts #(.ID_WIDTH(4), .READ_LATENCY(${latency})) bus (.*, .read_data(devices ? drd : mrd), .read_illegal(devices ? dri : mri), .write_illegal(devices ? dwi : mwi));
  bench_memory #(.BASE(64'h${memory.base.toString(16)}), .SIZE(64'h${memory.size.toString(16)})) m (.*, .read(read && !devices), .write(write && !devices), .read_data(mrd), .read_illegal(mri), .write_illegal(mwi));
  bench_devices #(.EXIT(64'h${(mmio.base + mmio.exit).toString(16)}), .CONSOLE(64'h${(mmio.base + mmio.console).toString(16)})) d (
    .*, .read(read && devices), .write(write && devices), .read_data(drd), .read_illegal(dri), .write_illegal(dwi));
endmodule
`
const folder = temporaryFolder()
const layout = axiLayout('slaves', [['console_valid', 1], ['console_data', 8], ['exit_valid', 1], ['exit_code', 32]])
let binary: string
beforeAll(async () => {
  const files = await Promise.all(['axi_bursts.sv', 'bench_memory.sv', 'bench_devices.sv'].map(benchSource))
  binary = await buildVerilator({ layout, buildDir: join(folder, 'build'), files: [...files, { name: 'slaves.sv', text: top }], cpp: [await benchSource('memory.cpp')] })
}, 120_000)

let engine: VerilatorEngine | undefined
afterEach(async () => { await engine?.close() })
const start = async (args: readonly string[] = []): Promise<AxiMaster> => new AxiMaster(engine = await openVerilator({ layout, binary, args }))
/** Word n of the image is 0x0101... times n + 1. */
const word = (n: number): bigint => 0x0101_0101_0101_0101n * BigInt(n + 1)
function image(...parts: Parameters<typeof memoryImage>[0]): string[] {
  const file = join(folder, 'image')
  writeFileSync(file, memoryImage(parts))
  return [imageArgument(file)]
}
const words = (count: number): Uint8Array => new Uint8Array(BigUint64Array.from({ length: count }, (_, n) => word(n)).buffer)
const at = (offset: number, given: Partial<Burst> = {}): Burst => ({ id: 1, addr: memory.base + BigInt(offset), beats: 1, size: 3, burst: incr, ...given })
const data = (beats: readonly { data: bigint }[]): bigint[] => beats.map((b) => b.data)

describe('reads', () => {
  test.each([
    ['in order', at(0, { beats: 4 }), [0, 1, 2, 3]],
    ['wrapping from the middle of a line', at(0x30, { beats: 8, burst: wrap }), [6, 7, 0, 1, 2, 3, 4, 5]],
    ['narrow: the whole word stands on the bus, the beat is in its lanes', at(4, { beats: 4, size: 2 }), [0, 1, 1, 2]],
    ['narrow and wrapping', at(0xc, { beats: 4, size: 2, burst: wrap }), [1, 0, 0, 1]],
    ['of one address', at(0x10, { beats: 3, burst: fixed }), [2, 2, 2]],
    ['from an unaligned address: only the first beat is', at(5, { beats: 3 }), [0, 1, 2]],
  ] as const)('%s', async (_, burst, expected) => {
    const beats = await (await start(image({ address: memory.base, bytes: words(16) }))).read(burst)
    expect(data(beats)).toEqual(expected.map(word))
    expect(beats.map((b) => b.last)).toEqual(expected.map((_e, i) => i === expected.length - 1))
    expect(beats.map((b) => b.resp)).toEqual(expected.map(() => 0))
  })

  test('the first beat stands after the latency, the others in the cycles after it', async () => {
    const master = await start(image({ address: memory.base, bytes: words(16) }))
    for (let n = 0; n < 3; n++) {
      const asked = await master.ask('ar', at(0, { beats: 4 }))
      expect((await master.beats(4)).map((b) => b.cycle - asked)).toEqual([latency, latency + 1, latency + 2, latency + 3])
    }
  })

  test('several are accepted, answered in their order with their ids, and wait for ready', async () => {
    const master = await start(image({ address: memory.base, bytes: words(16) }))
    const asked = await master.ask('ar', at(0, { id: 3, beats: 2 }))
    await master.ask('ar', at(0x40, { id: 7, beats: 2, burst: wrap }))
    await master.ask('ar', at(0x20, { id: 3 }))
    for (let n = 0; n < 20; n++) await master.step()
    expect([master.get('r_valid'), master.get('r_id'), master.get('r_data')]).toEqual([1n, 3n, word(0)])
    const beats = await master.beats(5)
    expect(beats.map(({ id, data: d, last }) => [id, d, last])).toEqual([[3, word(0), false], [3, word(1), true], [7, word(8), false], [7, word(9), true], [3, word(4), true]])
    // Nothing was lost while they waited: a beat each cycle.
    expect(beats.map((b) => b.cycle - asked)).toEqual([23, 24, 25, 26, 27])
  })

  test('no more than eight wait', async () => {
    const master = await start()
    for (let n = 0; n < 8; n++) await master.ask('ar', at(0, { beats: 256 }))
    master.set('ar_valid', 1)
    await master.step()
    await master.step()
    expect(master.get('ar_ready')).toBe(0n)
  })

  test('outside the memory is a decode error', async () => {
    const master = await start()
    expect((await master.read({ ...at(0), addr: memory.base - 8n })).map((b) => b.resp)).toEqual([decodeError])
    expect((await master.read({ ...at(0), addr: memory.base + memory.size - 8n })).map((b) => b.resp)).toEqual([0])
    expect((await master.read({ ...at(0, { beats: 2 }), addr: memory.base + memory.size })).map((b) => b.resp)).toEqual([decodeError, decodeError])
  })
})

describe('writes', () => {
  test('by strobes, narrow, wrapping; the answer has the id and stands in the cycle after the last beat', async () => {
    const master = await start(image({ address: memory.base, bytes: words(8) }))
    expect(await master.write(at(0, { id: 9, beats: 2 }), [{ data: 0xa7a6_a5a4_a3a2_a1a0n, strobe: 0b1000_0001 }, { data: 0xb7b6_b5b4_b3b2_b1b0n, strobe: 0b0001_1000 }])).toEqual({ id: 9, resp: 0 })
    expect(await master.write(at(0x14, { beats: 2, size: 2 }), [{ data: 0xc7c6_c5c4_0000_0000n, strobe: 0xf0 }, { data: 0xd3d2_d1d0n, strobe: 0x0f }])).toMatchObject({ resp: 0 })
    expect(await master.write(at(0x38, { beats: 2, burst: wrap }), [{ data: 0xeeeen, strobe: 0x03 }, { data: 0xffn, strobe: 0x01 }])).toMatchObject({ resp: 0 })
    expect(data(await master.read(at(0, { beats: 8 })))).toEqual([
      0xa701_0101_0101_01a0n, 0x0202_02b4_b302_0202n, 0xc7c6_c5c4_0303_0303n, 0x0404_0404_d3d2_d1d0n, 0x0505_0505_0505_0505n, 0x0606_0606_0606_0606n, 0x0707_0707_0707_07ffn, 0x0808_0808_0808_eeeen,
    ])
    master.set('w_valid', 0)
    await master.ask('aw', at(0))
    for (const [name, value] of [['w_valid', 1], ['w_last', 1], ['w_strb', 0], ['b_ready', 0]] as const) master.set(name, value)
    await master.step()
    master.set('w_valid', 0)
    await master.step()
    expect(master.get('b_valid')).toBe(1n)
  })

  test('outside the memory is a decode error for the whole burst, and changes nothing inside', async () => {
    const master = await start(image({ address: memory.base + memory.size - 16n, bytes: words(2) }))
    const beats = [0, 1].map(() => ({ data: 0n, strobe: 0 }))
    expect(await master.write({ ...at(0, { beats: 2 }), addr: memory.base - 16n }, beats.map((b) => ({ ...b, strobe: 255 })))).toMatchObject({ resp: decodeError })
    expect(await master.write({ ...at(0, { beats: 2 }), addr: memory.base + memory.size - 16n }, beats)).toMatchObject({ resp: 0 })
    expect(data(await master.read({ ...at(0, { beats: 2 }), addr: memory.base + memory.size - 16n }))).toEqual([word(0), word(1)])
  })
})

test('random bursts do what AXI4 says', async () => {
  const master = await start(), below = random(4), kept = new Map<bigint, number>()
  const ready = (): boolean => below(3) !== 0
  /** The addresses of the bytes of each beat, as the specification defines them: aligned to the beat, first as given. */
  const lanes = ({ addr, beats, size, burst }: Burst): bigint[][] => Array.from({ length: beats }, (_, n) => {
    const bytes = 1n << BigInt(size), whole = bytes * BigInt(beats), line = addr / whole * whole
    const aligned = burst === fixed ? addr : burst === wrap ? line + (addr - line + bytes * BigInt(n)) % whole : n === 0 ? addr : addr / bytes * bytes + bytes * BigInt(n)
    const first = aligned / bytes * bytes
    return Array.from({ length: Number(bytes) }, (_e, i) => first + BigInt(i)).filter((a) => a >= aligned)
  })
  for (let n = 0; n < 150; n++) {
    const burst = [incr, wrap, fixed][below(3)]!, size = below(4), beats = burst === wrap ? 2 << below(4) : 1 + below(burst === fixed ? 16 : 32)
    const addr = memory.base + BigInt(burst === wrap ? below(512) >> size << size : below(512)), given: Burst = { id: below(16), addr, beats, size, burst }
    if (below(2) === 0) {
      const sent = lanes(given).map((all) => {
        let value = 0n, strobe = 0
        for (const a of all) {
          if (below(4) === 0) continue
          const byte = below(256), lane = Number(a & 7n)
          value |= BigInt(byte) << BigInt(8 * lane)
          strobe |= 1 << lane
          kept.set(a, byte)
        }
        return { data: value, strobe }
      })
      expect(await master.write(given, sent, ready)).toEqual({ id: given.id, resp: 0 })
    } else {
      const got = await master.read(given, ready)
      expect(got.map((b, i) => lanes(given)[i]!.map((a) => Number(b.data >> (8n * (a & 7n)) & 0xffn)))).toEqual(lanes(given).map((all) => all.map((a) => kept.get(a) ?? 0)))
      expect(got.every((b) => b.id === given.id)).toBe(true)
    }
  }
})

describe('what AXI4 forbids ends the simulation with a text', () => {
  test.each([
    ['a reserved kind', 'ar', at(0, { burst: 3 }), 'forbids the read'],
    ['beyond 4 KiB', 'ar', at(0xff8, { beats: 2 }), 'forbids the read'],
    ['beats wider than the bus', 'aw', at(0, { size: 4 }), 'forbids the write'],
    ['a wrapping burst of three', 'aw', at(0, { beats: 3, burst: wrap }), 'forbids the write'],
    ['a wrapping burst from an unaligned address', 'ar', at(2, { beats: 2, burst: wrap }), 'forbids the read'],
    ['a fixed burst of more than 16', 'aw', at(0, { beats: 17, burst: fixed }), 'forbids the write'],
  ] as const)('%s', async (_, channel, burst, text) => {
    const master = await start()
    await expect(master.ask(channel, burst).then(() => master.step())).rejects.toMatchObject({ said: expect.stringContaining(`AXI4 ${text} at ${burst.addr.toString(16).padStart(16, '0')}`) as string, stop: { file: 'axi_bursts.sv' } })
  })
})

describe('the image', () => {
  test('parts lie at their addresses, later ones over earlier ones, the rest is zero', async () => {
    const bytes = (...all: number[]): Uint8Array => Uint8Array.from(all)
    const master = await start(image({ address: memory.base + 4n, bytes: bytes(1, 2, 3, 4, 5, 6) }, { address: memory.base + 6n, bytes: bytes(0xff) }, { address: memory.base, bytes: bytes() }))
    expect(data(await master.read(at(0, { beats: 3 })))).toEqual([0x04ff_0201_0000_0000n, 0x0605n, 0n])
  })

  test.each([
    ['a file that is not there', () => [imageArgument(join(folder, 'none'))], /none cannot be read/],
    ['another file', () => {
      writeFileSync(join(folder, 'text'), 'hello, world')
      return [imageArgument(join(folder, 'text'))]
    }, /text is no memory image/],
    ['bytes below the memory', () => image({ address: memory.base - 1n, bytes: Uint8Array.of(1, 2) }), /bytes outside the memory/],
    ['bytes behind the memory', () => image({ address: memory.base + memory.size - 1n, bytes: Uint8Array.of(1, 2) }), /bytes outside the memory/],
    ['a record that was cut', () => {
      writeFileSync(join(folder, 'cut'), memoryImage([{ address: memory.base, bytes: words(4) }]).subarray(0, 40))
      return [imageArgument(join(folder, 'cut'))]
    }, /cut ends in the middle of a record/],
  ])('%s is said at the start', async (_, args, text) => {
    await expect(openVerilator({ layout, binary, args: args() })).rejects.toMatchObject({ code: 'SIM1003', completeCycles: 0, said: expect.stringMatching(text) as string })
  })
})

test('the devices take a byte and an exit code, read as zero, and nothing else is there', async () => {
  const master = await start(['+devices'])
  const register = (offset: bigint): Burst => ({ ...at(0), addr: mmio.base + offset })
  const seen: unknown[] = []
  const write = async (offset: bigint, value: bigint, strobe: number): Promise<number> => {
    const step = master.step.bind(master)
    master.step = async () => {
      await step()
      if (master.get('console_valid') === 1n) seen.push(Number(master.get('console_data')))
      if (master.get('exit_valid') === 1n) seen.push(`exit ${master.get('exit_code')}`)
    }
    const { resp } = await master.write(register(offset), [{ data: value, strobe }])
    master.step = step
    return resp
  }
  expect(await write(mmio.console, 0xffff_ff41n, 0x01)).toBe(0)
  expect(await write(mmio.exit, 0xffff_ffff_0000_0102n, 0x0f)).toBe(0)
  // A byte of it is enough; what was not written is zero.
  expect(await write(mmio.exit, 0xffff_ffff_ffff_ff07n, 0x01)).toBe(0)
  expect(await write(mmio.console, 0x41n, 0x02)).toBe(0)
  expect(await write(0x10n, 0x41n, 0x01)).toBe(decodeError)
  expect(seen).toEqual([0x41, 'exit 258', 'exit 7'])
  expect((await master.read(register(mmio.exit)))[0]).toMatchObject({ data: 0n, resp: 0 })
  expect((await master.read(register(0x40n)))[0]).toMatchObject({ data: 0n, resp: decodeError })
})
