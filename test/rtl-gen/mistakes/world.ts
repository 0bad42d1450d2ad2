// Owns: the small modules that mistakes are made in.
import { bit, bundle, elaborate, enumeration, input, module, output, register, sint, uint, vec } from './try.ts'

export const state = enumeration('state', ['idle', 'busy', 'done'])
export class Pair extends bundle({ x: uint(4), y: bit }) {}

/** A module of one output, with inputs of all kinds: what its body returns follows an assign. */
export const withRules = (rules: (x: any, verbs: any) => unknown, decls: object = {}): any => module('m', {
  o: output(bit), a: input(uint(8)), b: input(uint(9)), s: input(sint(8)), c: input(bit), st: input(state), p: input(Pair), v: input(vec(4, uint(8))), ...decls,
}, (x: any, verbs: any) => {
  const more = rules(x, verbs)
  return [verbs.assign({ o: 0 }), ...more as unknown[]]
})

/** The same, for a mistake in an expression. */
export const withValue = (f: (x: any) => unknown, decls: object = {}): any => elaborate(withRules(x => { f(x); return [] }, decls))

/** A module of just these declarations. */
export const one = (decls: object, body: (x: any, verbs: any) => unknown): any => module('m', decls, body)
/** A module to put into another one. */
export const inner = module('inner', { a: input(bit), q: output(bit), kept: register(bit, 0) }, (x: any, { assign }: any) => [assign({ q: x.kept }), { kept: x.a }])
/** A register to change. */
export const r8 = { r: register(uint(8), 0) }
