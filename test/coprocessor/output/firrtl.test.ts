// Owns: the FIRRTL of the whole unit goes through firtool, and its Verilog does in every cycle of a run what the unit's own Verilog does.
import { describe, expect, it } from 'vitest'
import { writeFirrtl } from '../../../rtl-gen/backends/firrtl/index.ts'
import { decided, simulatedDifferences } from '../../support/equivalence.ts'
import { firtoolOf, withoutFirtool } from '../../support/firtool.ts'
import { recordedRun } from './recorded-run.ts'

describe.skipIf(withoutFirtool)(`FIRRTL of the unit${withoutFirtool === undefined ? '' : ` (skipped: ${withoutFirtool})`}`, () => {
  const { design, cycles } = recordedRun()

  it('is the unit; with a fault in one sum it is not', () => {
    const sums = [...writeFirrtl(design).matchAll(/connect (\w+), tail\(add\(\w+, UInt<\d+>\(1\)\), 1\)/g)].map((m) => m[0])
    const wrong = (text: string): string => text.replace(sums[0]!, sums[0]!.replace('add(', 'sub('))
    const pair = { design: decided(design), cycles }
    const seen = simulatedDifferences([
      { ...pair, name: 'the unit', other: firtoolOf },
      { ...pair, name: 'with a fault', other: (d) => firtoolOf(d, wrong) },
    ])
    expect(seen.filter((line) => line.startsWith('the unit'))).toEqual([])
    expect(seen.filter((line) => line.startsWith('with a fault'))).not.toEqual([])
    expect(cycles.length).toBeGreaterThan(1000)
  }, 400_000)
})
