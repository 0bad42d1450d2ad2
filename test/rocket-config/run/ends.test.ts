// Owns: how a run ends: the program's exit, hangs, the limit, an assertion, a dead host, a stop, a difference; and that everything is closed each time.
import { describe, expect, it } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { encode, funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction } from '../../../coprocessor/isa/table.ts'
import { runOnEngine, type EngineRun, type RocketResult } from '../../../rocket-config/run.ts'
import { RocketError } from '../../../rocket-config/errors.ts'
import { EngineFailure } from '../../../sim-harness/errors.ts'
import { FakePeer } from '../../sim-harness/fake-peer.ts'
import { exit, FakeBench, image, retire, trap, type Behaviour, type Levels } from './fake-bench.ts'

const hang = { cycles: 4000, traps: 20 }
const wfi = 0x1050_0073, mret = 0x3020_0073, ecall = 0x73
/** Two instructions for ever, one every fourth cycle. */
const busy: Behaviour = (cycle) => (cycle % 4 === 0 ? retire(0x8000_0100 + cycle % 8) : {})

/** The unit accepts an instruction of machine mode. */
function command(mnemonic: string, rd: number, rs1 = 0): Levels {
  const row = instruction(mnemonic), bits = funct3(row)
  return {
    rocc_cmd_valid: 1, rocc_cmd_ready: 1, rocc_cmd_funct7: row.funct7, rocc_cmd_rd: rd, rocc_cmd_rs1: rs1, rocc_cmd_prv: 3,
    rocc_cmd_xd: bits >> 2 & 1, rocc_cmd_xs1: bits >> 1 & 1, rocc_cmd_xs2: bits & 1,
  }
}

async function run(behaviour: Behaviour, given: Partial<EngineRun> = {}): Promise<RocketResult & { bench: FakeBench; peer: FakePeer; text: string }> {
  const bench = new FakeBench(behaviour), peer = (given.peer as FakePeer | undefined) ?? new FakePeer()
  try {
    const result = await runOnEngine({ engine: bench, parameters: parameters(), image, peer, maxCycles: 100_000, hang, ...given })
    return { ...result, bench, peer, text: result.end.kind === 'exit' ? '' : `${result.end.error.code}\n${result.end.error.message}` }
  } finally {
    expect(bench.closed).toBe(1)
    expect(peer.closed).toBe(1)
  }
}

describe('the end of a run', () => {
  for (const observer of [true, false]) {
    describe(observer ? 'with the observer' : 'without the observer', () => {
      it('is the program\'s own exit, with its code and the cycles until then', async () => {
        const result = await run((cycle) => (cycle === 9000 ? exit(0xdead_beef) : busy(cycle, () => 0n)), { observer })
        expect(result.end).toEqual({ kind: 'exit', code: 0xdead_beef })
        expect(result.cycles).toBe(9001)
        expect(result.retired).toBe(2250)
      })

      it('is the limit, to the cycle, with the pc and its symbol', async () => {
        const result = await run(busy, { observer, maxCycles: 20_001 })
        expect(result.cycles).toBe(20_001)
        expect(result.bench.cycle).toBe(20_001)
        expect(result.end.kind).toBe('limit')
        expect(result.text).toContain('RKT3003\nthe program had not ended after 20,001 cycles')
        expect(result.text).toContain('0x80000100 (main), in cycle 20000')
      })

      it('is a hang when nothing retires, with the last pc, what stands in decode and the command that waits', async () => {
        const oenter = encode(instruction('oenter'), 10, 11, 12)
        const result = await run((cycle) => {
          if (cycle < 1000) return busy(cycle, () => 0n)
          const stands = { hart_decode_valid: 1, hart_decode_pc: 0x8000_0108, hart_decode_insn: 0x50513, hart_waits_register: 1, hart_stalled: 1 }
          if (cycle === 1000) return { ...stands, ...retire(0x8000_0104, oenter), ...command('oenter', 10) }
          return stands
        }, { observer })
        // Slot 0 is free: the unit owes an answer, and the observer knows.
        expect(result.end.kind).toBe(observer ? 'difference' : 'hang')
        if (observer) return expect(result.text).toContain('expected an answer to oenter 0x0, 0x0 (x10, privilege 3)')
        expect(result.text).toContain('RKT3001\nthe program hangs: no instruction retired in')
        expect(result.text).toContain('next is 00050513 at 0x80000108 (main+0x8): a register that it reads or writes is still to come')
        expect(result.text).toContain('unit: oenter of slot 0 waits for its answer in a0 (since cycle 1000')
        expect(result.cycles).toBeLessThan(1000 + 2.5 * hang.cycles)
      })

      it('is a hang when a wfi stands', async () => {
        const result = await run((cycle) => (cycle < 500 ? busy(cycle, () => 0n) : cycle === 500 ? retire(0x8000_0208, wfi) : { hart_wfi: 1 }), { observer })
        expect(result.text).toContain('RKT3001')
        expect(result.text).toContain('the hart stands in a wfi')
        // In cycle 500 nobody looked.
        expect(result.text).toContain(observer ? 'the last instruction that retired: wfi at 0x80000208 (handler+0x8), in cycle 500' : '126 instructions retired; which was the last is known with the observer')
        expect(result.text).toContain('unit: no command waits, no slot runs')
      })

      it('is a hang when one instruction jumps to itself', async () => {
        const result = await run((cycle) => (cycle < 500 ? busy(cycle, () => 0n) : cycle % 3 === 0 ? retire(0x8000_0204, 0xa001) : {}), { observer })
        expect(result.text).toContain('RKT3002\nthe program hangs: it jumps to itself at 0x80000204 (handler+0x4)')
      })

      it('is a hang when mtvec points to nowhere, with the trap that led there', async () => {
        const result = await run((cycle) => (cycle < 400 ? busy(cycle, () => 0n) : cycle === 400 ? trap(0x8000_0104, 2, { value: encode(instruction('oinfo'), 10, 11, 0) }) : cycle % 10 === 0 ? trap(0, 1) : {}), { observer })
        expect(result.text).toContain('RKT3002\nthe program hangs: it takes the same trap again and again, fetch from memory that faults (cause 1) at 0x0, ')
        expect(result.text).toContain('the trap before: illegal instruction (cause 2) oinfo a0, a1 at 0x80000104 (main+0x4): is mstatus.XS set?, in cycle 400')
      })

      it('is a hang when the handler goes back to what faults', async () => {
        const body = [trap(0x8000_0104, 7), retire(0x8000_0200), retire(0x8000_0204, mret), {}]
        const result = await run((cycle) => body[cycle % 4]!, { observer })
        expect(result.text).toContain('store that faults (cause 7) at 0x80000104 (main+0x4)')
      })

      it('is no hang when a program makes the same ecall again and again, or a timer interrupts a loop', async () => {
        const calls = [retire(0x8000_0100), trap(0x8000_0104, 11), retire(0x8000_0200, ecall), retire(0x8000_0204, mret)]
        const ticks = [retire(0x8000_0100, wfi), trap(0x8000_0104, 7, { interrupt: true }), retire(0x8000_0200), retire(0x8000_0204, mret)]
        for (const body of [calls, ticks]) {
          const result = await run((cycle) => (cycle === 8000 ? exit(0) : body[cycle % 4]!), { observer })
          expect(result.end).toEqual({ kind: 'exit', code: 0 })
          expect(result.hartTraps.map((t) => [t.words, t.count])).toEqual([[body === calls ? 'ecall from machine mode (cause 11)' : 'timer interrupt (cause 7)', 2000]])
        }
      })

      it('is no hang when an instruction that jumps to itself is interrupted again and again', async () => {
        const spin = (cycle: number): ReturnType<Behaviour> => (cycle % 3 === 0 ? retire(0x8000_0204, 0xa001) : {})
        const ticks = [trap(0x8000_0204, 7, { interrupt: true }), retire(0x8000_0200), retire(0x8000_0202, mret)]
        const result = await run((cycle) => (cycle === 20_000 ? exit(0) : ticks[cycle % 1500] ?? spin(cycle)), { observer })
        expect(result.end).toEqual({ kind: 'exit', code: 0 })
      })

      it('waits for a host that answers late: that is no hang', async () => {
        const peer = new FakePeer([{ beats: [{ data: 0n, keep: 0xff, last: false }, { data: 0n, keep: 0xff, last: true }], earliest: 12_000, what: 'late' }])
        const result = await run((cycle, input) => (cycle < 12_000 ? {} : cycle === 12_010 ? exit(3) : { link_rx_tready: input('link_rx_tvalid') }), { observer, peer })
        expect(result.end).toEqual({ kind: 'exit', code: 3 })
        expect(peer.takenAt).toEqual([12_000])
        expect(result.log.map((e) => [e.first, e.cycle])).toEqual([[12_000, 12_001]])
      })

      it('is an assertion of the design, with its text, place and cycle', async () => {
        const said = 'Assertion failed\n    at NBDcache.scala:123 assert(!io.cpu.s2_xcpt)\n'
        const stop = new EngineFailure('the design stopped itself', 777, { said, stop: { what: '$stop or $fatal', file: 'OracleSystem.v', line: 4711 } })
        const result = await run((cycle) => (cycle === 777 ? stop : busy(cycle, () => 0n)), { observer })
        expect(result.end.kind).toBe('assertion')
        expect(result.cycles).toBe(777)
        expect(result.text).toContain('RKT3004\nan assertion of the design failed in cycle 777, OracleSystem.v:4711')
        // Without an observer retirements are told from time to time only.
        if (observer) expect(result.text).toContain('the last instruction that is known to have retired: 00000013 at 0x80000100 (main), in cycle 776')
        expect(result.text).toContain('Assertion failed\n  at NBDcache.scala:123 assert(!io.cpu.s2_xcpt)')
      })

      it('is the host\'s failure when the peer rejects', async () => {
        class Dead extends FakePeer { override next(): Promise<never> { return Promise.reject(new Error('the model is gone')) } }
        const result = await run(busy, { observer, peer: new Dead() })
        expect(result.end.kind).toBe('oracle')
        expect(result.text).toBe('RKT3005\nthe host of the link failed in cycle 0: the model is gone')
        expect(result.end.kind !== 'exit' && result.end.error.exitCode).toBe(4)
      })

      it('is a stop from outside, in a run and while the host is waited for', async () => {
        const stop = new AbortController()
        const result = await run((cycle) => { if (cycle === 5000) stop.abort(); return busy(cycle, () => 0n) }, { observer, signal: stop.signal })
        expect(result.text).toMatch(/^RKT3007\nstopped in cycle/)
        const second = new AbortController()
        class Slow extends FakePeer { override next(): Promise<never> { second.abort(); return new Promise(() => undefined) } }
        expect((await run(busy, { observer, signal: second.signal, peer: new Slow() })).text).toBe('RKT3007\nstopped in cycle 0')
      })
    })
  }

  it('is an error of its own when the simulator is ended from outside', async () => {
    await expect(run((cycle) => (cycle === 50 ? new EngineFailure('the simulator was ended by SIGKILL', 50) : {}))).rejects.toThrow('SIGKILL')
  })

  it('is a difference that stops the run: a hart that does not go to the entry', async () => {
    const result = await run((cycle) => ({
      10: command('oentry', 5, 0x8000_0200),
      11: { rocc_busy: 1 }, 12: { rocc_busy: 1, rocc_resp_valid: 1, rocc_resp_ready: 1, rocc_resp_rd: 5 },
      20: trap(0x8000_0110, 12, { interrupt: true }), 24: retire(0x8000_0300),
    })[cycle] ?? {})
    expect(result.end.kind).toBe('difference')
    expect(result.text).toContain('RKT3006\nM8: cycle 24')
    expect(result.text).toContain('expected the hart at the entry, 0x80000200 (handler)')
    expect(result.cycles).toBeLessThan(5000)
  })

  it('has a code that explain knows', () => {
    expect(new RocketError('RKT3001', 'x', 'y').exitCode).toBe(1)
  })
})
