// Owns: the check that a part that is killed at any moment leaves no hang, no doubled or lost answer, no process, and words about what happened.
import { describe, expect, test } from 'vitest'
import { killOnce, victims } from '../../scripts/soak/kills.ts'

/** What may come of a kill. */
const outcomes = { 'model': ['link', 'whole'], 'bridge': ['gone', 'whole'], 'simulator on verilator': ['said', 'whole'], 'simulator on icarus': ['said', 'whole'], 'server': ['link', 'whole'], 'server that comes back': ['whole'] } as const
/** Simulators of C++ are built in it the first time. */
const patience = 400_000

describe.skipIf(process.platform !== 'linux')('a part of a run is killed', () => {
  test.each(victims.flatMap((victim, v) => Array.from({ length: v < 2 ? 4 : 3 }, (_, i) => [victim, 100 * v + i] as const)))('%s, seed %i', { timeout: patience }, async (victim, seed) => {
    expect(outcomes[victim]).toContain((await killOnce(victim, seed)).outcome)
  })
})
