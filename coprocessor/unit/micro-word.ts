// Owns: a micro-operation as the sequencer reads it from its ROM.
import { bit, bundle, enumeration, indexBits, uint } from '../../rtl-gen/dsl/index.ts'
import { actions, argumentWords, conditions, waits } from '../microcode/vocabulary.ts'
import { unitMicrocode } from '../microcode/words.ts'

export const conditionShape = enumeration('condition', conditions.map((c) => c.name))
export const actionShape = enumeration('action', actions.map((a) => a.name))
export const waitShape = enumeration('wait', waits.map((w) => w.name))
export const argumentBits = indexBits(Math.max(...Object.values(argumentWords).map((w) => w.length)))
/** Width of an address of the microcode. */
export const addressBits = (): number => indexBits(unitMicrocode().operations.length)

export const microWord = () => {
  return class MicroWord extends bundle({
    condition: conditionShape, negate: bit, both: bit, target: uint(addressBits()), action: actionShape, argument: uint(argumentBits), slow: bit,
  }) {}
}
