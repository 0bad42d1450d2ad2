// Owns: the statements of a module body. They stand in source order; of two that set the same bits, the later wins.
import type { Expr } from './expr.ts'
import type { Place } from './place.ts'
import type { Type } from './type.ts'

/** One step from a signal into a part of it. */
export type Step =
  | { readonly kind: 'field'; readonly field: string }
  /** An index past the end sets nothing. */
  | { readonly kind: 'index'; readonly index: Expr }
  | { readonly kind: 'slice'; readonly low: number; readonly width: number }

/** What a statement sets: an output, wire or register of this module, or (with `instance`) an input of an instance; `type` is that of the part after all steps. */
export interface Target { readonly name: string; readonly instance?: string; readonly path: readonly Step[]; readonly type: Type; readonly at: Place }

/** A register takes the value at the next edge of its clock; everything else at once. */
export interface SetStatement { readonly kind: 'set'; readonly target: Target; readonly value: Expr; readonly at: Place }
export interface Arm { readonly condition: Expr; readonly body: readonly Statement[]; readonly at: Place }
/** The first arm whose condition (uint(1)) holds; none: `otherwise`. */
export interface IfStatement { readonly kind: 'if'; readonly arms: readonly Arm[]; readonly otherwise: readonly Statement[]; readonly at: Place }
/** `values` are bit patterns of the subject's type; no value stands in two arms. */
export interface MatchArm { readonly values: readonly bigint[]; readonly body: readonly Statement[]; readonly at: Place }
export interface MatchStatement { readonly kind: 'match'; readonly subject: Expr; readonly arms: readonly MatchArm[]; readonly otherwise: readonly Statement[]; readonly at: Place }
/** assert: must hold at each edge of `domain` outside reset; assume: the environment keeps it; cover: is wanted to happen. `label`: its name in emitted text, of which there is one in a module; `written`: what the user called it, where that is another. */
export interface CheckStatement {
  readonly kind: 'check'; readonly check: 'assert' | 'assume' | 'cover'; readonly label: string; readonly written?: string
  readonly condition: Expr; readonly domain: string; readonly at: Place
}

export type Statement = SetStatement | IfStatement | MatchStatement | CheckStatement
