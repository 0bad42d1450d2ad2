// Owns: the reference that benches in other languages ask: its answers, its errors, and that it leaves nothing behind.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { encodeFrame, header } from '../../../coprocessor/link/codec.ts'
import { frameKinds, kindCode } from '../../../coprocessor/link/frames.ts'
import { ReferenceServer } from '../../../sim-harness/cocotb/reference-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
let server = new ReferenceServer()
const ask = async (request: object): Promise<Record<string, unknown>> => JSON.parse(await server.answer(JSON.stringify(request))) as Record<string, unknown>
const hex = (n: bigint) => `0x${BigInt.asUintN(64, n).toString(16)}`
const command = (mnemonic: string, rs1 = 0n, rs2 = 0n) => {
  const row = instruction(mnemonic), bits = funct3(row)
  return { funct7: row.funct7, xd: true, xs1: (bits & 2) !== 0, xs2: (bits & 1) !== 0, rd: 10, rs1: hex(rs1), rs2: hex(rs2), prv: 3 }
}
const hello = (session: number) => encodeFrame({ kind: frameKinds.find((k) => k.code === kindCode('fromHost', 'hello'))!, header: header({ session }), data: new Uint8Array(0) }).map((b) => [hex(b.data), b.keep, b.last])
afterEach(async () => {
  await server.close()
  server = new ReferenceServer()
})

describe('the reference machine', () => {
  test('answers commands, sends, and tells its state', async () => {
    const { id } = await ask({ op: 'machine', settings: ['slots=2'] })
    expect(await ask({ op: 'command', id, command: command('oinfo', 1n) })).toEqual({ waits: false, rd: '0x2' })
    for (const [mnemonic, rs1, rs2] of [['oentry', 0x8000_0000n], ['oauto', 1n], ['owindow', 0x8000_0000n, 0x8000_1000n], ['oseg.open', 0x8000_0001n, 64n << 8n]] as const) {
      expect(await ask({ op: 'command', id, command: command(mnemonic, rs1, rs2) })).toEqual({ waits: false, rd: '0x0' })
    }
    await ask({ op: 'write', id, address: '0x80000000', bytes: '6162' })
    await ask({ op: 'command', id, command: command('oseg.top', 0n, 0x8000_0002n) })
    expect(await ask({ op: 'command', id, command: command('oenter', 0n, 0n) })).toEqual({ waits: true })
    await ask({ op: 'receive', id, beats: hello(5) })
    const { frames } = await ask({ op: 'frames', id }) as { frames: [string, number, boolean][][] }
    // Two hellos and a query: header, data, trailer.
    expect(frames.map((f) => f.length)).toEqual([2, 2, 4])
    expect(frames[2]![2]).toEqual(['0x6261', 255, false])
    expect(await ask({ op: 'state', id, slot: 0 })).toMatchObject({ status: 'running', held: 2, top: 0x8000_0002, session: 5, interrupt: false, counters: { queries: 1 } })
    await ask({ op: 'exception', id })
    expect(await ask({ op: 'releases', id })).toEqual({ releases: [{ rd: 10, data: '0x1' }] })
    await ask({ op: 'expire', id, slot: 0 })
    expect(await ask({ op: 'state', id, slot: 0 })).toMatchObject({ status: 'trapped', interrupt: true })
    expect(await ask({ op: 'read', id, address: '0x80000001', length: 2 })).toEqual({ bytes: '6200' })
  })
})

describe('the observer', () => {
  const cycle = (n: number, more: object = {}) => ({ cycle: n, exception: false, interrupt: false, busy: false, ...more })
  test('is content with what the instruction set allows, and names what it does not, from then on', async () => {
    const { id } = await ask({ op: 'observer', settings: [] })
    expect(await ask({ op: 'observe', id, events: [cycle(3, { command: command('oinfo', 1n), busy: true }), cycle(9, { response: { rd: 10, data: '0x8' }, busy: true }), cycle(10)] })).toEqual({})
    const { difference } = await ask({ op: 'observe', id, events: [cycle(12, { command: command('oinfo', 1n), busy: true }), cycle(19, { response: { rd: 10, data: '0x7' }, busy: true })] })
    expect(difference).toMatch(/^response: cycle 19, step 2/)
    expect(await ask({ op: 'finish', id, drained: true })).toEqual({ difference })
  })
})

describe('a host with an Oracle', () => {
  test('asks the Oracle of a SPEC and says when its frames are due', async () => {
    const script = join(folder, 'one.jsonl')
    writeFileSync(script, '{"text": "ok", "after_cycles": 70}\n')
    const { id } = await ask({ op: 'host', settings: [], oracle: `script:${script}`, session: 3 })
    expect(await ask({ op: 'next', id })).toMatchObject({ beats: [['0x300000081', 255, false], ['0x100', 255, true]], earliest: 0 })
    await ask({ op: 'taken', id, cycle: 4 })
    const unitHello = encodeFrame({ kind: frameKinds[0], header: header({ session: 3, length: 1 }), data: new Uint8Array(0) })
    await ask({ op: 'arrived', id, beats: unitHello.map((b) => [hex(b.data), b.keep, b.last]), cycle: 9 })
    expect(await ask({ op: 'next', id })).toEqual({})
    const query = encodeFrame({ kind: frameKinds[1], header: header({ session: 3, sequence: 1 }), data: new Uint8Array(0), trailer: { first: true, last: true, cut: false } })
    await ask({ op: 'arrived', id, beats: query.map((b) => [hex(b.data), b.keep, b.last]), cycle: 100 })
    expect(await ask({ op: 'next', id })).toMatchObject({ earliest: 170 })
    expect(await ask({ op: 'notes', id })).toMatchObject({ notes: [{ kind: 'session' }, { kind: 'query' }] })
    expect(await ask({ op: 'close', id })).toEqual({})
    expect(await ask({ op: 'next', id })).toMatchObject({ error: { code: 'SIM5001' } })
  })
  test('says what is wrong with a SPEC as the command line does', async () => {
    expect(await ask({ op: 'host', settings: [], oracle: 'delphi', session: 1 })).toMatchObject({ error: { code: 'BRG1001', help: expect.stringContaining('smollm2') as string } })
    expect(await ask({ op: 'host', settings: [], oracle: 'script:/nowhere', session: 1 })).toMatchObject({ error: { code: 'BRG1002' } })
  })
})

describe('what is no request', () => {
  test.for([
    ['{', 'a line is no JSON'], ['3', 'the request'], ['{"op": "dance"}', 'op'], ['{"op": "machine"}', 'settings'], ['{"op": "machine", "settings": ["slots=99"]}', 'slots'], ['{"op": "machine", "settings": [], "more": 1}', 'more'],
    ['{"op": "frames", "id": 9}', 'nothing has the number 9'], ['{"op": "observe", "id": 1, "events": [{"cycle": -1}]}', 'events.0'], ['{"op": "read", "id": 1, "address": "12", "length": 1}', 'address'],
  ] as const)('%s', async ([line, words]) => {
    const { error } = JSON.parse(await server.answer(line)) as { error: { code: string; message: string } }
    expect(error).toMatchObject({ code: 'SIM5001', message: expect.stringContaining(words) as string })
  })
  test('one thing is not another', async () => {
    const { id } = await ask({ op: 'machine', settings: [] })
    expect(await ask({ op: 'next', id })).toMatchObject({ error: { message: `${String(id)} is a machine, not a host` } })
    expect(await ask({ op: 'state', id, slot: 8 })).toMatchObject({ error: { message: 'no slot 8: there are 8' } })
  })
})
