// Owns: returns to a history for the measurement of the keep-or-discard rule: of an adversary, random ones, and those of a run of eight tasks on the unit.
import { parameters } from '../../../coprocessor/parameters.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { TaskMeter } from '../../../sim-harness/bridge/metrics/task-meter.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { openUnit } from '../../../sim-harness/driver/open-unit.ts'
import { Random } from '../../../sim-harness/memory/random.ts'

/** In (0, 1]. */
export const unit01 = (random: Random): number => (random.word() + 1) / 2 ** 32

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
export const exponential = (random: Random, mean: number, count: number): number[] => times(count, () => -mean * Math.log(unit01(random)))
/** Many short ones and few that are very long: Pareto with exponent 1.2, cut at 1,000 times the least. */
export const heavy = (random: Random, least: number, count: number): number[] => times(count, () => Math.min(1000 * least, least * unit01(random) ** (-1 / 1.2)))

/** Eight tasks on eight slots of one unit; the Priestess serves one at a time, in random order, with work of her own in between. Cycles of simulated time. */
export async function returnsOfARun(seed: number, entries: number): Promise<number[]> {
  const p = parameters(), random = new Random(seed), meter = new TaskMeter()
  const oracle = scriptOracle(parseScript(`${JSON.stringify({ text: 'done', yield: true })}\n`.repeat(entries)))
  const device = await openUnit({ engine: 'wasm', parameters: p, peer: new BridgeHost({ oracle, session: 1, meter }) })
  const size = 64 * 1024, tops: bigint[] = []
  const baseOf = (slot: number) => p.cacheableLow + BigInt(slot * size)
  try {
    await boot(device)
    for (let slot = 0; slot < p.slots; slot++) tops.push(await openSegment(device, { slot, base: baseOf(slot), length: size, history: new TextEncoder().encode(`task ${slot}`) }))
    for (let n = 0; n < entries; n++) {
      // Some tasks are asked for often, some seldom.
      const slot = Math.floor(p.slots * unit01(random) ** 2 * 0.999), request = new TextEncoder().encode(' go on')
      await must(device, 'oenter', BigInt(slot), 0n)
      await must(device, 'otrap', BigInt(slot))
      const top = tops[slot]! + 5n
      device.write(top, request)
      tops[slot] = top + BigInt(request.length)
      await must(device, 'oseg.top', BigInt(slot), tops[slot])
      await device.step(random.between(10, 2000))
    }
    return meter.returns()
  } finally {
    await device.close()
  }
}
