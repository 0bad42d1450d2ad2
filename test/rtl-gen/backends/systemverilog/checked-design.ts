// Owns: a counter with checks of all kinds, some in branches: what holds, and what an input can break.
import type { Design } from '../../../../rtl-gen/ir/index.ts'
import { and, bin, check, design, enumeration, input, lit, match, module, mux, not, output, read, register, set, u, when, whenElse } from '../../../support/ir-nodes.ts'

const phase = enumeration('Phase', 2, { idle: 0, busy: 1, done: 2 })

/** Counts to 9 and starts again; while `jump` is high it goes to 12, which `below_ten` does not like. */
export function watched(): Design {
  const jump = input('jump', u(1)), kind = input('kind', phase)
  const value = register('value', u(4), 0n), now = register('now', phase, 0n), count = output('count', u(4)), busy = output('busy', u(1))
  const isNine = bin('eq', read(value), lit(u(4), 9))
  return design(module('watched', {
    ports: [jump, kind, count, busy], registers: [value, now],
    body: [
      set(count, read(value)), set(busy, bin('eq', read(now), lit(phase, 1))),
      set(value, mux(read(jump), lit(u(4), 12), mux(isNine, lit(u(4), 0), bin('add', read(value), lit(u(4), 1))))),
      set(now, mux(isNine, lit(phase, 2), lit(phase, 1))),
      check('below_ten', bin('lt', read(value), lit(u(4), 10))),
      whenElse([check('jumps', not(read(jump)), 'cover')], [isNine, [check('no_jump_at_nine', not(read(jump)), 'assume'), check('nine', isNine, 'cover')]]),
      match(read(kind), [[[0], []], [[1, 2], [check('busy_or_done', bin('ne', read(kind), lit(phase, 0)))]]], [check('unknown_kind', and(read(jump), lit(u(1), 0)), 'cover')]),
      when([read(jump), [check('is_twelve_once', bin('le', read(value), lit(u(4), 12)))]]),
    ],
  }))
}
