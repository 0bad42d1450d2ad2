// Owns: tests of the link behind registers: what is stored leaves in order, what comes is taken in order, the counts, the interrupt, what is not there. Its two ends are tied together.
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { benchSource } from '../../../rocket-config/bench/build-bench.ts'
import { mmio } from '../../../rocket-config/memory-map.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator, type VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { axiLayout, AxiMaster, burstKinds, type Burst } from './axi-master.ts'

const decodeError = 3, depth = 64
const at = (offset: bigint): string => `64'h${(mmio.base + offset).toString(16)}`
const top = `module tied (
  input wire clock, reset,
  input wire aw_valid, w_valid, w_last, b_ready, ar_valid, r_ready, input wire [3:0] aw_id, ar_id, input wire [63:0] aw_addr, ar_addr, w_data, input wire [7:0] aw_len, ar_len, w_strb,
  input wire [2:0] aw_size, ar_size, input wire [1:0] aw_burst, ar_burst,
  output wire aw_ready, w_ready, b_valid, ar_ready, r_valid, r_last, output wire [3:0] b_id, r_id, output wire [1:0] b_resp, r_resp, output wire [63:0] r_data,
  output wire asks, link_tx_tvalid, link_tx_tlast, output wire [7:0] link_tx_tkeep, output wire [63:0] link_tx_tdata
);
  wire read, write, read_here, write_here, ready;
  wire [63:0] read_addr, write_addr, write_data, read_data;
  wire [7:0] write_strobe;
  axi_bursts #(.ID_WIDTH(4), .READ_LATENCY(2)) bus (.*, .read_illegal(!read_here), .write_illegal(!write_here));
  bench_link #(.SEND(${at(mmio.linkSend)}), .SEND_LAST(${at(mmio.linkSendLast)}), .TAKE(${at(mmio.linkTake)}), .COUNTS(${at(mmio.linkCounts)}), .INTERRUPT(${at(mmio.linkInterrupt)})) link (
    .*, .interrupt(asks), .link_tx_tready(ready), .link_rx_tvalid(link_tx_tvalid), .link_rx_tready(ready), .link_rx_tdata(link_tx_tdata));
endmodule
`
const folder = temporaryFolder(), layout = axiLayout('tied', [['asks', 1], ['link_tx_tvalid', 1], ['link_tx_tlast', 1], ['link_tx_tkeep', 8], ['link_tx_tdata', 64]])
let binary: string, engine: VerilatorEngine | undefined
beforeAll(async () => {
  const files = await Promise.all(['axi_bursts.sv', 'bench_link.sv'].map(benchSource))
  binary = await buildVerilator({ layout, buildDir: join(folder, 'build'), files: [...files, { name: 'tied.sv', text: top }] })
}, 120_000)
afterEach(async () => { await engine?.close() })

/** The registers, and what left: the beat, with a dot behind a last one. */
async function device() {
  const master = new AxiMaster(engine = await openVerilator({ layout, binary })), left: string[] = []
  const step = master.step.bind(master)
  // Tied to itself a beat is taken in each cycle in which it stands, while there is room.
  master.step = async () => {
    await step()
    if (master.get('link_tx_tvalid') === 1n) left.push(`${master.get('link_tx_tdata')}${master.get('link_tx_tlast') === 1n ? '.' : ''}`)
  }
  const register = (offset: bigint): Burst => ({ id: 1, addr: mmio.base + offset, beats: 1, size: 3, burst: burstKinds.incr })
  const counts = (n: bigint): { places: number; came: number } => ({ places: Number(n & 0xffn), came: Number(n >> 8n) })
  return {
    master, left,
    store: async (offset: bigint, data: bigint) => (await master.write(register(offset), [{ data, strobe: 0xff }])).resp,
    load: async (offset: bigint) => (await master.read(register(offset)))[0]!,
    counts: async () => counts((await master.read(register(mmio.linkCounts)))[0]!.data),
  }
}

test('beats leave and are taken in order, the last of a frame marked', async () => {
  const { left, store, load, counts, master } = await device()
  expect(await counts()).toEqual({ places: depth, came: 0 })
  for (const [offset, data] of [[mmio.linkSend, 11n], [mmio.linkSend, 0xffff_ffff_ffff_ffffn], [mmio.linkSendLast, 33n]] as const) expect(await store(offset, data)).toBe(0)
  expect(left).toEqual(['11', '18446744073709551615', '33.'])
  expect(master.get('link_tx_tkeep')).toBe(0xffn)
  expect(await counts()).toEqual({ places: depth, came: 3 })
  for (const data of [11n, 0xffff_ffff_ffff_ffffn, 33n, 0n]) expect(await load(mmio.linkTake)).toMatchObject({ data, resp: 0 })
  expect(await counts()).toEqual({ places: depth, came: 0 })
})

test('the interrupt is up while a beat waits and it is wanted', async () => {
  const { store, load, master } = await device(), line = async () => {
    await master.step()
    return Number(master.get('asks'))
  }
  const seen = [await line()]
  await store(mmio.linkSend, 5n)
  seen.push(await line())
  await store(mmio.linkInterrupt, 1n)
  seen.push(await line())
  await load(mmio.linkTake)
  seen.push(await line())
  await store(mmio.linkSend, 6n)
  seen.push(await line())
  await store(mmio.linkInterrupt, 0n)
  seen.push(await line())
  expect(seen).toEqual([0, 0, 1, 0, 1, 0])
})

test('full queues are counted, keep their order, and lose only what is stored without a place', async () => {
  const { store, load, counts } = await device()
  for (let n = 1; n <= 2 * depth + 1; n++) await store(mmio.linkSend, BigInt(n))
  expect(await counts()).toEqual({ places: 0, came: depth })
  const taken: number[] = []
  for (let n = 0; n < 2 * depth + 1; n++) taken.push(Number((await load(mmio.linkTake)).data))
  expect(taken).toEqual([...Array.from({ length: 2 * depth }, (_, i) => i + 1), 0])
})

test('nothing else is there', async () => {
  const { store, load } = await device()
  for (const offset of [mmio.linkTake, mmio.linkCounts, mmio.linkInterrupt + 8n]) expect(await store(offset, 1n)).toBe(decodeError)
  for (const offset of [mmio.linkSend, mmio.linkInterrupt, mmio.linkSend - 8n]) expect(await load(offset)).toMatchObject({ resp: decodeError })
})
