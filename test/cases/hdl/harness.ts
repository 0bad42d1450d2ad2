// Owns: answers to cases about what crosses the edge of the simulation: numbers, strings, parameters, assertions, shared nets.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { bit, check, compileSimulator, input, module, output, register, simulate, sint, uint } from '../../../rtl-gen/index.ts'
import { inFolder } from '../../support/lint-verilog.ts'
import type { Answers } from './answer.ts'

/** The C++ half of the link over DPI, with a main that calls it and a sanitizer: what it prints. */
function openLink(main: string): string {
  const source = fileURLToPath(new URL('../../../rocket-config/harness/oracle_link_dpi.cc', import.meta.url))
  return inFolder([{ file: 'main.cc', text: `#include <cstdlib>\nextern "C" void* oracle_link_open();\nint main() {\n${main}\n  return 0;\n}\n` }], folder => {
    const run = (command: string, args: readonly string[]): string => {
      const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' } })
      expect(done.status, done.stderr).toBe(0)
      return done.stderr
    }
    run('g++', ['-std=c++17', '-O0', '-fsanitize=address,undefined', '-o', 'open', 'main.cc', source])
    return run(join(folder, 'open'), [])
  })
}

const range = module('s71', { a: input(sint(5)), y: output(sint(5)), z: output(sint(6)) }, ({ a }, { assign }) => [assign({ y: a, z: a.subWide(1) })])
const checked = module('s82', { rst: input(bit), d: input(uint(4)), f: output(bit), c: register(uint(4), 0) }, ({ rst, d, c }, { assign, assert }) => [
  assign({ f: rst.not().and(c.ge(5)) }),
  { c: d },
  assert('small', c.lt(5)),
])

export const harness: Answers = {
  'hdl-S71': {
    modules: [range],
    check: () => {
      const sim = simulate(range)
      sim.poke({ a: -1 })
      expect([sim.peek.y, sim.peek.z]).toEqual([-1n, -2n])
      for (const a of [16, -17]) expect(() => sim.poke({ a })).toThrow('RTL6007')
    },
  },
  'hdl-S72': {
    check: () => expect(openLink('  unsetenv("ARCHNIGHTS_LINK");\n  if (oracle_link_open() == nullptr) return 1;')).toContain('ARCHNIGHTS_LINK is not set'),
    how: 'an environment value that is not there is no host, and is said; under the address sanitizer',
  },
  'hdl-S73': {
    // The text changes under the pointer as soon as the call is over.
    check: () => expect(openLink('  setenv("ARCHNIGHTS_LINK", "unix:/no/such/place", 1);\n  if (oracle_link_open() != nullptr) return 1;\n  setenv("ARCHNIGHTS_LINK", "tcp:", 1);\n  if (oracle_link_open() != nullptr) return 1;'))
      .toMatch(/ARCHNIGHTS_LINK=unix:\/no\/such\/place: [^\n]*\n[^\n]*ARCHNIGHTS_LINK=tcp:: /),
    how: 'the text is copied; under the address sanitizer',
  },
  'hdl-S82': {
    modules: [checked], names: { rst: 'reset rst' },
    check: design => {
      check(design)
      const sim = compileSimulator(design, { checks: 'record' })
      for (const [rst, d] of [[1, 0], [0, 3], [0, 9], [0, 1], [0, 1]] as const) {
        sim.poke('rst', rst)
        sim.poke('reset', rst)
        sim.poke('d', d)
        sim.step()
      }
      expect(sim.checks().map(c => c.count)).toEqual([1])
    },
  },
}
