// Owns: random designs on every simulator, in one build: the share of the long run that every `npm test` does.
import { expect, it } from 'vitest'
import { caseReport, chooseEngines, fuzz, type Judgement } from '../../../sim-harness/fuzz/index.ts'

/** Mended or changed designs that a seed gave before are in test/rtl-gen/fuzz/found.test.ts. */
const designs = 300

it('the simulators agree on random designs, and so does what Yosys writes again', async () => {
  const { engines, without } = await chooseEngines(undefined)
  expect(without).toEqual([])
  const found: Judgement[] = []
  const result = await fuzz({ designs, seed: 20260, engines, together: designs, failed: j => found.push(j) })
  expect(found.map(caseReport).join('\n')).toBe('')
  expect(result).toEqual({ designs, mismatches: 0, cycles: designs * 40, asserts: [], empty: 0 })
}, 600_000)
