// Owns: checks of the peer of a program's run: who answers when nobody was named, and that an Oracle's death is told from its faults.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { openPeer, type OraclePeer } from '../../../cli/rocket/oracle-peer.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { query, unitFrame } from '../../sim-harness/bridge/play.ts'

const wanted = { spec: undefined, parameters: parameters(), progress: () => undefined }
const oracleOf = (ask: () => AsyncIterable<AnswerEvent>): Oracle => ({ name: 'test', ask, dispose: async () => undefined })

/** Opens the session and asks the first query, of the one byte 61, on slot 0. */
function ask({ peer }: OraclePeer): void {
  peer.receive(unitFrame('hello', { session: 1, length: 1 }), 1)
  peer.receive(query({ slot: 0, session: 1, sequence: 1, oracle: 0 }, Uint8Array.of(0x61)), 10)
}

describe('without an Oracle', () => {
  test('nothing happens until the first query; that one ends the run', async () => {
    const oracle = await openPeer(wanted)
    expect((await oracle.peer.next())?.what).toBe('hello of session 1')
    oracle.peer.receive(unitFrame('hello', { session: 1, length: 1 }), 1)
    expect(await oracle.peer.next()).toBe(null)
    expect([oracle.failure, oracle.queries]).toEqual([undefined, 0])
    ask(oracle)
    await expect(oracle.peer.next()).rejects.toMatchObject({ code: 'CLI4002' })
    expect([oracle.failure, oracle.queries]).toEqual([expect.objectContaining({ code: 'CLI4002' }), 1])
    await oracle.peer.close()
  })
})

describe('an Oracle', () => {
  test('its fault is an answer', async () => {
    const oracle = await openPeer(wanted, oracleOf(async function* () { yield { kind: 'fault', message: 'the script says so' } }))
    ask(oracle)
    expect((await oracle.peer.next())?.what).toBe('fault of slot 0')
    oracle.peer.taken(20)
    expect([oracle.said, oracle.failure]).toEqual(['the script says so', undefined])
    await oracle.peer.close()
  })

  test.each([
    ['at once', () => { throw new Error('no more memory') }],
    ['in its answer', async function* (): AsyncGenerator<AnswerEvent> {
      yield { kind: 'symbols', symbols: Uint8Array.of(0x62) }
      throw new Error('no more memory')
    }],
  ])('its death %s ends the run, also for one who waits already', async (_, asked: () => AsyncIterable<AnswerEvent>) => {
    const oracle = await openPeer(wanted, oracleOf(asked))
    ask(oracle)
    await (async () => {
      for (let cycle = 20; cycle < 100; cycle += 20) {
        await oracle.peer.next()
        oracle.peer.taken(cycle)
      }
    })().then(() => expect.unreachable('it went on'), (error: Error) => expect(error.message).toBe('the Oracle test died: no more memory'))
    expect(oracle.failure?.message).toBe('the Oracle test died: no more memory')
    await oracle.peer.close()
  })
})
