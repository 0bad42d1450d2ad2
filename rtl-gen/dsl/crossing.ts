// Owns: the declaration of a register that takes values of another clock.
import { declare, resetOf } from './declaration.ts'
import type { Decl, Keeps, Lane } from './declaration.ts'
import { describe } from './describe.ts'
import { fail, note } from './fail.ts'
import { place } from './place.ts'
import type { Shape } from './shape.ts'
import type { Change, ConstantOf, Value } from './value.ts'

/** To those who read it a register of domain T; its rules give it values of domain F. */
export interface Crossing<S, F extends string, T extends string> extends Decl { readonly is: 'register'; readonly shape: S; readonly from: F; readonly read: Value<S, T>; readonly drive: Keeps; readonly change: Change<S, F> | Lane<S, F>; readonly view: never; readonly feed: never }

/** `why`: what keeps the value still while it is taken (a handshake, a Gray code); it stands in the emitted text. More than one bit needs it. */
export type CrossingOptions<S, F extends string, T extends string> = { readonly from: F; readonly to: T } & (S extends { readonly bits: 1 } ? { readonly why?: string } : { readonly why: string })

/**
 * A register of clock domain `to` whose rules give it values of clock domain `from`: the only place where a value may change its clock.
 *
 * One bit needs no reason, but a second register: the first may be undecided for a moment after an edge that met a change, and the second
 * gives it a cycle to settle. So it is set once, under no condition, straight from a register or an input of `from` (what is computed may
 * glitch), and only one register of `to` reads it; anything else is RTL4007 when the design is checked.
 *
 *     seen: crossing(bit, 0, { from: 'rx', to: 'clk' }), safe: register(bit, 0),
 *     ... [assign({ ... }), { seen: flag, safe: seen }]
 *
 * Several bits may be caught in the middle of a change. With `why` the register stands alone, and its rules may also be under conditions of
 * `from` and `to`: say what keeps the bits still (a handshake), or lets only one of them change (a Gray code).
 *
 *     word: crossing(uint(32), 'none', { from: 'rx', to: 'clk', why: 'held until the acknowledge comes back' }),
 *     ... when(asked, { word: theirs })
 *
 * Before you write one, look at `synchronizer`, `handshakeCrossing` and `asyncQueue`. Several bits without `why` are RTL1015 (and do not compile).
 */
export function crossing<S extends Shape, const F extends string, const T extends string>(shape: S, reset: ConstantOf<S> | 'none', domains: CrossingOptions<S, F, T>): Crossing<S, F, T>
export function crossing(shape: Shape, reset: unknown, domains: { readonly from: string; readonly to: string; readonly why?: string }): unknown {
  const at = place(), value = resetOf(shape, reset, 'crossing', at)
  const wrong = (message: string, help: string): never => fail('RTL1015', message, [note(at, 'declared here')], help)
  if (typeof domains !== 'object' || domains === null) wrong(`a crossing is from a clock domain to another, not ${describe(domains)}`, "write crossing(bit, 0, { from: 'rx', to: 'clk' })")
  const { from, to, why } = domains
  if (from === to) wrong(`a crossing from clock domain \`${from}\` to itself`, 'declare a register')
  if (why !== undefined && why.trim() === '') wrong('a crossing for no reason', 'say what keeps its bits still while they are taken')
  if (why === undefined && shape.bits !== 1) wrong(`a crossing of ${shape.bits} bits, which may be taken in the middle of a change`, "pass them through handshakeCrossing or asyncQueue, or say what keeps them still: why: 'held until ...'")
  return declare({ is: 'register', shape, domain: to, at, reset: value, crossing: { from, ...(why !== undefined && { why: why.trim() }) } })
}
