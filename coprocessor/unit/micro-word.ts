// Owns: a micro-operation as the sequencer reads it from its ROM.
import { bit, bundle, enumeration, indexBits, sint, uint } from '../../rtl-gen/dsl/index.ts'
import type { MicroOperation, MicroProgram } from '../microcode/assemble.ts'
import { actions, conditions, constantBits, functions, pageWords, sources, waits, type Source } from '../microcode/vocabulary.ts'

const names = (list: readonly { readonly name: string }[]): string[] => list.map((x) => x.name)
export const conditionShape = enumeration('condition', names(conditions))
export const actionShape = enumeration('action', names(actions))
export const functionShape = enumeration('fn', names(functions))
export const sourceShape = enumeration('source', Object.fromEntries(sources.map((s) => [s.name, s.code])) as Record<Source, number>)
export const waitShape = enumeration('wait', ['work', ...names(waits)])
export const flowShape = enumeration('flow', ['branch', 'call', 'return', 'home', 'wait'])
/** Which operand of the command numbers the word that is read. */
export const indexShape = enumeration('index', ['plain', 'field', 'counter', 'info'])
/** Width of the number of a word in its page. */
export const wordBits = indexBits(pageWords)
/** Width of an address of the microcode. */
export const addressBits = (program: MicroProgram): number => indexBits(program.operations.length)

export const microWord = (program: MicroProgram) => {
  return class MicroWord extends bundle({
    condition: conditionShape, negate: bit, both: bit, flow: flowShape, target: uint(addressBits(program)), wait: waitShape,
    fn: functionShape, source: sourceShape, read: uint(wordBits), readUnit: bit, index: indexShape,
    write: uint(wordBits), writeUnit: bit, writes: bit, loadsA: bit, action: actionShape, constant: sint(constantBits),
  }) {}
}

export const encodeWord = (o: MicroOperation) => ({
  condition: o.condition, negate: o.negate ? 1 : 0, both: o.both ? 1 : 0, flow: o.flow, target: o.target, wait: o.wait ?? 'work',
  fn: o.fn, source: o.source, read: o.reads?.at ?? 0, readUnit: o.reads?.unit ? 1 : 0, index: o.reads?.by ?? 'plain',
  write: o.writes?.at ?? 0, writeUnit: o.writes?.unit ? 1 : 0, writes: o.writes ? 1 : 0, loadsA: o.loadsA ? 1 : 0, action: o.action, constant: o.constant,
})
