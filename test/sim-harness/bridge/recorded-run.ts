// Owns: a random run of several slots for the tests of recordings: answers of every kind, aborts, forks, hints, closed slots, all from one seed.
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { encodeHint } from '../../../coprocessor/link/hint.ts'
import type { AnswerEvent, Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { BridgeHost, type HostNote } from '../../../sim-harness/bridge/host.ts'
import { recordedFrames } from '../../../sim-harness/bridge/record/from-log.ts'
import type { Recording } from '../../../sim-harness/bridge/record/format.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { Random } from '../../../sim-harness/memory/random.ts'
import type { Parameters } from '../../../coprocessor/parameters.ts'
import { randomStalls, noStalls } from '../../../sim-harness/transport/clock.ts'

export interface Ran { readonly recording: Recording; /** Every frame with its cycles, and what each command answered. */ readonly log: readonly string[]; readonly notes: readonly string[] }

const tokens = { evaluated: 3, reused: 40, history: 43 }
/** An Oracle whose answers come from the seed, in the order in which it is asked. It takes hints. */
export function randomOracle(seed: number): Oracle {
  const random = new Random(seed)
  async function* play(events: readonly AnswerEvent[]): AsyncGenerator<AnswerEvent> { yield* events }
  return {
    name: 'random',
    ask() {
      const pick = random.between(0, 9), afterCycles = random.between(0, 300)
      if (pick === 0) return play([{ kind: 'reject', message: 'no', afterCycles }])
      const events: AnswerEvent[] = Array.from({ length: random.between(0, 3) }, () =>
        ({ kind: 'symbols', symbols: Uint8Array.from({ length: random.between(1, 40) }, () => random.between(0, 0xf7)), afterCycles: random.between(0, 200) }))
      if (pick === 1) return play([...events, { kind: 'fault', message: 'it broke', afterCycles }])
      const last = Uint8Array.from(pick < 4 ? [] : [random.between(0, 0xf7), 0xff])
      return play([...events, { kind: 'symbols', symbols: last, afterCycles, end: { tokens, ...(pick % 2 ? { cached: random.between(0, 100) } : {}) } }])
    },
    hint: () => (random.between(0, 1) ? random.between(0, 50) : undefined),
    dispose: async () => undefined,
  }
}

const slots = 3
const size = 512n

/** Drives `engine` (out of reset) with the commands that `seed` gives. The same seed gives the same commands at the same cycles, if the Oracle answers the same. */
export async function randomRun(engine: Engine, parameters: Parameters, oracle: Oracle, seed: number, steps = 40): Promise<Ran> {
  const random = new Random(seed ^ 0x5eed)
  const notes: HostNote[] = []
  const unit = new UnitDriver({
    engine, parameters, ownsEngine: false, stalls: seed % 2 ? randomStalls(seed) : noStalls,
    peer: new BridgeHost({ oracle, session: 7, report: (note) => notes.push(note) }),
  })
  const log: string[] = []
  const say = async (mnemonic: string, rs1: bigint, rs2 = 0n): Promise<bigint> => {
    const rd = await unit.command(mnemonic, rs1, rs2)
    log.push(`${unit.cycle} ${mnemonic} ${rs1} ${rs2}: ${rd}`)
    return rd
  }
  const baseOf = (slot: number) => parameters.cacheableLow + BigInt(slot) * 1024n
  const open = (slot: number, length = random.between(1, 60)) =>
    openSegment(unit, { slot, base: baseOf(slot), length: Number(size), history: Uint8Array.from({ length }, () => random.between(0, 0xf7)) })
  const fork = async (slot: number, source: number): Promise<void> => {
    await open(slot, 0)
    unit.write(baseOf(slot), unit.read(baseOf(source), 8))
    await say('ofork', BigInt(slot) | 8n << 8n, BigInt(source))
  }
  try {
    await boot(unit)
    for (let slot = 0; slot < slots; slot++) await open(slot)
    for (let i = 0; i < steps; i++) {
      const slot = random.between(0, slots - 1), s = BigInt(slot), act = random.between(0, 11)
      if (act < 5) await say('ostart', s, BigInt(random.between(0, 3) ? 0 : random.between(1, 60)))
      else if (act === 5) await say('oabort', s)
      else if (act === 6) await say('ohint', s, BigInt(encodeHint({ kind: random.between(0, 1) ? 'keep' : 'discard' })))
      else if (act === 7) await say('opush', s, BigInt(random.between(0, 255)))
      else if (act === 8) await say('opop', s)
      else if (act === 9 && await say('oseg.close', s) === 0n) await open(slot)
      else if (act === 10 && await say('oseg.close', s) === 0n) await fork(slot, (slot + 1) % slots)
      await unit.step(random.between(0, 400))
      const record = decodeRecord(await say('otrap', (1n << 64n) - 1n))
      if (record && record.appended > 200n) await must(unit, 'oseg.top', BigInt(record.slot), baseOf(record.slot) + 8n)
    }
    for (const { direction, first, cycle, beats } of unit.log) log.push(`${direction} ${first} ${cycle} ${beats.map((b) => b.data.toString(16)).join(' ')}`)
    const { unfinished, cycle } = unit
    const head = { version: '0', engine: engine.name, oracle: oracle.name, parameters: '0x0', history: '', hints: oracle.hint !== undefined }
    const frames = recordedFrames([...unit.log, ...(unfinished ? [unfinished] : [])], notes)
    return { recording: { head, frames, cycles: cycle }, log, notes: notes.map((n) => `${n.cycle} ${n.kind} ${n.slot} ${n.message}`) }
  } finally {
    await unit.close()
  }
}
