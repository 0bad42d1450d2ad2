// Owns: whether the memory port still answers.
import { all, bit, indexBits, input, module, output, register, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'

/** `dead` rises when for `memoryCycles` cycles an access was `pending` and none was answered. It never falls but by a reset. */
export const memWatch = (p: Parameters) => module('mem_watch', {
  pending: input(bit), answered: input(bit),
  deadOut: output(bit),
  waited: register(uint(indexBits(p.memoryCycles + 1)), 0),
  dead: register(bit, 0),
}, ({ pending, answered, waited, dead }, { assign, when }) => [
  assign({ deadOut: dead }),
  when(all(pending, answered.not(), dead.not()), { waited: waited.add(1) }).otherwise({ waited: 0 }),
  when(waited.eq(p.memoryCycles), { dead: 1 }),
], { doc: `the memory port is dead after ${p.memoryCycles} cycles without an answer` })
