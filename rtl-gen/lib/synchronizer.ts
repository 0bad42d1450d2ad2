// Owns: one bit from one clock to another.
import { bit, crossing, input, module, output, register } from '../dsl/index.ts'
import type { Uint } from '../dsl/index.ts'
import { shown, wants, wantsCount, wantsOptions, wantsTwo } from './check.ts'

export interface SynchronizerOptions<F extends string, T extends string> {
  readonly from: F
  readonly to: T
  /** Registers in a row: 2 unless said otherwise. One more is one more cycle for the first to settle. */
  readonly stages?: number
  /** What `o` is after reset: 0 unless said otherwise. */
  readonly reset?: 0 | 1
}

/**
 * One bit of clock domain `from` in clock domain `to`, `stages` of its edges later. `i` is straight from a register: what is computed may glitch,
 * and a pulse that is shorter than a cycle of `to` may be missed. Several bits do not stay together: see handshakeCrossing and asyncQueue. Errors: RTL1021.
 *
 *     flag: instance(synchronizer('flagToClk', { from: 'rx', to: 'clk' })),
 *     ... assign({ flag: { i: theirs }, ... }), when(flag.o, { ... })
 */
export const synchronizer = <const F extends string, const T extends string>(name: string, options: SynchronizerOptions<F, T>) => {
  const what = `synchronizer \`${name}\``, { from, to, stages = 2, reset = 0 } = wantsTwo(wantsOptions(options, ['from', 'to', 'stages', 'reset'], what), what)
  wantsCount(stages, 2, `registers of ${what}`)
  wants([0, 1].includes(reset), `what ${what} is after reset: ${shown(reset)}`, 'it is one bit: give 0 or 1')
  const later = Array.from({ length: stages - 1 }, (_, n) => `stage${n + 1}`)
  return module(name, {
    i: input(bit, from),
    o: output(bit, to),
    stage0: crossing(bit, reset, { from, to }),
    ...Object.fromEntries(later.map((k) => [k, register(bit, reset, to)])),
  }, (x, { assign }) => {
    const after = x as unknown as Readonly<Record<string, Uint<1, T>>>
    return [
      assign({ o: after[later.at(-1)!]! }),
      { stage0: x.i },
      ...later.map((k, n) => ({ [k]: after[`stage${n}`] })),
    ]
  }, { doc: `one bit from ${from} to ${to} through ${later.length + 1} registers` })
}
