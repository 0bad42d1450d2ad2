// Owns: faults planted in the unit, each of which the cocotb benches must find, on Icarus and one on Verilator too.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { emitInto, missingForCocotb, runBenches, skippedFor, type CocotbSimulator } from '../../support/cocotb.ts'
import { local, microfault, none, oneLane, ones, planted, type Plant } from '../../support/plant.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
/** What the unit does instead, how, and the tests that find it: all of them fail. */
const faults: readonly { readonly what: string; readonly plant: Plant; readonly found: readonly string[]; readonly also?: CocotbSimulator }[] = [
  { what: 'a symbol behind the limit is stored', plant: planted('storer', local('fits', ones)), found: ['test_o_mode.no_room_is_found_before_no_budget'], also: 'verilator' },
  { what: 'a frame of an older session counts', plant: planted('oracle_unit', local('session_right', ones)), found: ['test_link.frames_for_nobody_are_dropped_and_counted', 'test_o_mode.a_new_session_ends_what_runs'] },
  { what: 'what the host has does not rise when a query has left', plant: microfault('held = @x\n seen = @x\n A = now', 'seen = @x\n A = now'), found: ['test_o_mode.a_reject_leaves_the_history'] },
  { what: 'an exception lets no waiting command go', plant: planted('rocc_port', local('released', none)), found: ['test_o_mode.an_interrupt_lets_a_waiting_command_go'] },
  { what: 'a pushed byte stands on one lane', plant: planted('single_access', oneLane), found: ['test_memory.push_pop_and_peek'] },
  { what: 'no chunk that was cut says so', plant: planted('sender', local('zeros', none)), found: ['test_link.a_host_that_takes_nothing_holds_up_no_command'] },
]
const cases = faults.flatMap(({ also, ...f }) => [{ ...f, simulator: 'icarus' as CocotbSimulator }, ...also === undefined ? [] : [{ ...f, simulator: also }]])

describe('a planted fault is found', { timeout: 600_000 }, () => {
  test.for(cases)('$what, in $simulator', async ({ what, plant, found, simulator }, context) => {
    const missing = missingForCocotb(simulator)
    context.skip(missing.length > 0, skippedFor(missing))
    const unit = join(folder, `${what.replaceAll(/\W+/g, '-')}-${simulator}`), p = parameters()
    emitInto(unit, plant(p), p)
    const modules = [...new Set(found.map((name) => name.split('.')[0]!))]
    const { results, log } = await runBenches({ unit, simulator, modules, only: `^(${found.join('|').replaceAll('.', '\\.')})$`, build: join(unit, 'build'), results: unit })
    expect(results.map((r) => [r.name, r.outcome]).sort(), log.slice(-4000)).toEqual([...found].sort().map((name) => [name, 'failed']))
  })
})
