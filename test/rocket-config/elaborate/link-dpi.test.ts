// Owns: tests of the link by DPI: beats through a real socket and a verilated module, both ways, held by either side, and what a host that breaks the format or goes away does.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { look, tools } from '../../../cli/tools.ts'
import { getField, fieldNamed, type PortField, type PortLayout } from '../../../sim-harness/engines/layout.ts'
import { buildVerilator } from '../../../sim-harness/engines/verilator/build.ts'
import { openVerilator, type VerilatorEngine } from '../../../sim-harness/engines/verilator/verilator-engine.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { inFolder } from '../../support/lint-verilog.ts'

const harness = (name: string) => ({ name, text: readFileSync(new URL(`../../../rocket-config/harness/${name}`, import.meta.url), 'utf8') })
const field = (name: string, direction: PortField['direction'], width: number, word: number): PortField => ({ name, path: name, direction, width, word, words: 1 })
const layout: PortLayout = {
  top: 'dpi_loop', clock: 'clock', reset: 'reset', inputs: [field('gaps', 'input', 8, 0)], inputWords: 1,
  outputs: [field('moved', 'output', 32, 0), field('broken', 'output', 32, 1)], outputWords: 2,
}
/** Sends back what comes, turned over, one beat late; in the cycles that `gaps` names it does nothing. Counts beats, and what stood on the link and changed before it was taken. */
const loop = `module dpi_loop(input wire clock, input wire reset, input wire [7:0] gaps, output reg [31:0] moved, output reg [31:0] broken);
  wire tx_ready, rx_valid, rx_last;
  wire [63:0] rx_data;
  wire [7:0] rx_keep;
  reg full, last;
  reg [63:0] data;
  reg [7:0] keep, turn;
  reg stood;
  reg [72:0] shown;
  wire open = !gaps[turn[2:0]];
  wire take = open && (!full || tx_ready);
  OracleLinkDPI link(.clock(clock), .reset(reset), .tx_tvalid(full), .tx_tready(tx_ready), .tx_tdata(data), .tx_tkeep(keep), .tx_tlast(last),
    .rx_tvalid(rx_valid), .rx_tready(take), .rx_tdata(rx_data), .rx_tkeep(rx_keep), .rx_tlast(rx_last));
  always @(posedge clock) if (reset) begin
    full <= 0; moved <= 0; broken <= 0; stood <= 0; turn <= 0;
  end else begin
    turn <= turn + 1;
    if (rx_valid && take) begin full <= 1; data <= ~rx_data; keep <= rx_keep; last <= rx_last; moved <= moved + 1; end
    else if (tx_ready) full <= 0;
    stood <= rx_valid && !take;
    shown <= {rx_data, rx_keep, rx_last};
    if (stood && (!rx_valid || shown != {rx_data, rx_keep, rx_last})) broken <= broken + 1;
  end
endmodule
`

interface TestBeat { readonly data: bigint; readonly keep: number; readonly last: boolean }
/** A record, from the description at the top of oracle_link_dpi.cc. */
function recordOf({ data, keep, last }: TestBeat): Buffer {
  const record = Buffer.alloc(16)
  record[0] = 1
  record[1] = keep
  record[2] = Number(last)
  record.writeBigUInt64LE(data, 8)
  return record
}
/** Beats that differ in every byte, with all eight widths. */
const beats = (n: number): TestBeat[] => Array.from({ length: n }, (_, i) => ({ data: BigInt.asUintN(64, 0x9e37_79b9_7f4a_7c15n * BigInt(i + 1)), keep: (1 << (i % 8) + 1) - 1, last: i % 5 === 4 }))
const turned = (all: readonly TestBeat[]) => Buffer.concat(all.map((b) => recordOf({ ...b, data: BigInt.asUintN(64, ~b.data) })))

const needed = ['verilator', 'g++', 'make']
const missing = tools.filter((t) => needed.includes(t.name) && !look(t).found).map((t) => t.name)

describe.skipIf(missing.length > 0)(`OracleLinkDPI${missing.length > 0 ? ` (skipped: ${missing.join(', ')} missing)` : ''}`, () => {
  const folder = temporaryFolder()
  let binary = ''
  const closing: (() => unknown)[] = []
  beforeAll(async () => {
    binary = await buildVerilator({
      layout, files: [harness('OracleLinkDPI.sv'), { name: 'dpi_loop.v', text: loop }], cpp: [harness('oracle_link_dpi.cc')], buildDir: folder, options: ['--no-timing'], optimize: { fast: '-O1', slow: '-O0' },
    })
  })
  const before = process.env['ARCHNIGHTS_LINK']
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    if (before === undefined) delete process.env['ARCHNIGHTS_LINK']
    else process.env['ARCHNIGHTS_LINK'] = before
  })

  async function open(link: string | undefined): Promise<VerilatorEngine> {
    if (link === undefined) delete process.env['ARCHNIGHTS_LINK']
    else process.env['ARCHNIGHTS_LINK'] = link
    const engine = await openVerilator({ layout, binary })
    closing.push(() => engine.close())
    return engine
  }
  /** A host and a simulation that is connected to it; `got` grows. */
  let sockets = 0
  async function connected(tcp = false) {
    const server = createServer(), path = join(folder, `link-${sockets++}`)
    const accepted = new Promise<Socket>((found) => { server.once('connection', found) })
    await new Promise<void>((ready) => (tcp ? server.listen(0, '127.0.0.1', ready) : server.listen(path, ready)))
    closing.push(() => new Promise((closed) => { server.close(closed) }))
    const address = server.address()
    const engine = await open(typeof address === 'object' && address ? `tcp:127.0.0.1:${address.port}` : `unix:${path}`)
    const host = await accepted
    closing.push(() => host.destroy())
    const received: Buffer[] = []
    let size = 0
    host.on('data', (chunk) => {
      received.push(chunk)
      size += chunk.length
    })
    host.on('error', () => undefined)
    /** Lets the clock run until so many bytes have come. */
    const until = async (bytes: number, gaps = 0) => { while (size < bytes) await engine.run(Uint32Array.of(gaps), 500) }
    return { engine, host, until, got: () => Buffer.concat(received) }
  }
  const value = async (engine: VerilatorEngine, name: string) => Number(getField((await engine.run(Uint32Array.of(0), 1)).outputs.slice(), fieldNamed(layout, name)))

  test('is clean to a linter', () => {
    // Verilator alone: the other two have no DPI.
    const { text } = harness('OracleLinkDPI.sv')
    const said = inFolder([{ file: 'OracleLinkDPI.sv', text }], (cwd) => spawnSync('verilator', ['--lint-only', '-Wall', '--no-timing', 'OracleLinkDPI.sv'], { cwd, encoding: 'utf8' }))
    expect([said.status, said.stdout, said.stderr]).toEqual([0, '', ''])
  })

  test.each([['a Unix socket, every cycle', false, 0], ['TCP, with gaps on the unit\'s side', true, 0b1011_0110]] as const)('carries 3000 beats there and back over %s', async (_, tcp, gaps) => {
    const { engine, host, until, got } = await connected(tcp), all = beats(3000)
    host.write(Buffer.concat(all.map(recordOf)))
    await until(16 * (1 + all.length), gaps)
    const hello = Buffer.from([0, 1, 0, 0, 0, 0, 0, 0, ...Buffer.from('ARCHLINK')])
    expect(got()).toEqual(Buffer.concat([hello, turned(all)]))
    expect([await value(engine, 'moved'), await value(engine, 'broken')]).toEqual([3000, 0])
  })

  test('holds beats for a host that does not read, and loses none', async () => {
    const { engine, host, until, got } = await connected(), all = beats(60_000)
    host.pause()
    host.write(Buffer.concat(all.map(recordOf)))
    // Until both sockets are full nothing stops the unit; then it stands, whatever goes by.
    let before = -1
    for (let moved = 0; moved !== before;) {
      before = moved
      await engine.run(Uint32Array.of(0), 20_000)
      moved = await value(engine, 'moved')
    }
    expect(before).toBeLessThan(60_000)
    host.resume()
    await until(16 * (1 + all.length))
    expect(got().subarray(16).equals(turned(all))).toBe(true)
    expect(await value(engine, 'broken')).toBe(0)
  })

  test('takes a record that comes in pieces', async () => {
    const { engine, host, until, got } = await connected(), [one] = beats(1), record = recordOf(one!)
    for (const byte of record) {
      host.write(Uint8Array.of(byte))
      await engine.run(Uint32Array.of(0), 50)
    }
    await until(32)
    expect(got().subarray(16)).toEqual(turned([one!]))
  })

  test.each([
    ['another kind', 0, 2], ['a hello', 0, 0], ['no bytes', 1, 0], ['bytes with a hole', 1, 0b101], ['a tlast of 2', 2, 2], ['something in byte 3', 3, 1], ['something in byte 7', 7, 1],
  ])('ends at a record with %s', async (_, at, byte) => {
    const { engine, host } = await connected(), wrong = recordOf({ data: 1n, keep: 0xff, last: false })
    wrong[at] = byte
    host.write(wrong)
    const ended = (async () => { for (;;) await engine.run(Uint32Array.of(0), 100) })()
    await expect(ended).rejects.toMatchObject({ code: 'SIM1003', message: expect.stringMatching(/no beat/) as string })
  })

  test('with a host that goes away still gives what had come, and then nothing moves', async () => {
    const { engine, host } = await connected(), all = beats(7)
    const closed = new Promise<void>((done) => { host.once('close', () => done()) })
    host.end(Buffer.concat([...all.map(recordOf), Buffer.from([1, 0xff, 0])]))
    while (await value(engine, 'moved') < 7) await engine.run(Uint32Array.of(0), 50)
    await closed
    await engine.run(Uint32Array.of(0), 1000)
    expect(await value(engine, 'moved')).toBe(7)
  })

  test('without the variable runs, and nothing comes', async () => {
    const engine = await open(undefined)
    await engine.run(Uint32Array.of(0), 1000)
    expect(await value(engine, 'moved')).toBe(0)
  })

  test.each([['nobody listens', () => `unix:${join(folder, 'nobody')}`], ['it names no socket', () => 'somewhere'], ['the path is too long', () => `unix:/${'x'.repeat(200)}`], ['the port is none', () => 'tcp:127.0.0.1:http-no']])(
    'does not start where %s', async (_, link) => {
      await expect(open(link())).rejects.toMatchObject({ code: 'SIM1003', message: expect.stringContaining(`ARCHNIGHTS_LINK=${link()}`) as string })
    })
})
