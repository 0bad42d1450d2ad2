// Owns: the test that the three ways to run O-mode are one task: on Rocket they ask the same beats and end with the same history; and the link behind registers.
import { beforeAll, describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { machines, measurePoint, ways } from '../../../scripts/report/o-mode.ts'
import { canRunRocket, rocketCache } from '../../support/rocket.ts'

describe.skipIf(!canRunRocket)('on the small Rocket', () => {
  let set: Awaited<ReturnType<typeof machines>>
  beforeAll(async () => { set = await machines({ cacheDir: join(rocketCache, '..', 'report'), say: () => undefined }) }, 600_000)

  test.each([['beside other code', false, 150], ['while the hart waits', true, 0]] as const)('%s', async (_, waits, latency) => {
    const point = { history: 301, latency, queries: 3, waits }, found = await measurePoint(set, point)
    // Twice: 301 bytes as chunks of 256 and 45, then each answer makes a query without new symbols.
    const frames = 2 * (2 + 2)
    for (const { name } of ways) {
      expect(found[name].asked, name).toHaveLength(frames)
      expect(found[name].asked, name).toEqual(found.hardware.asked)
      expect(found[name].length, name).toBe(301 + 3 * 64)
      expect(found[name].sum, name).toBe(found.hardware.sum)
      if (waits) expect(found[name].left, name).toBe(0)
      else expect(found[name].left, name).toBeLessThan(found[name].cycles)
    }
    // What is measured: the hardware needs the hart for the least.
    const used = ways.map(({ name }) => found[name].cycles - found[name].left)
    expect(used).toEqual([...used].sort((a, b) => a - b))
  }, 300_000)
})
