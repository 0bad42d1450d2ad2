// Owns: random types, and random constants of them.
import { isGround, widthOf, type BundleType, type Constant, type EnumType, type GroundType, type Type } from '../ir/index.ts'
import { bit, sint, uint, vec } from './nodes.ts'
import { oneOf, randomBits, times, type Pick } from './pick.ts'

/** Where simulators change the way they keep a value, and one more. */
const widths = [1, 2, 3, 8, 13, 16, 31, 32, 33, 40, 63, 64, 65, 96, 127, 128, 130]
const smallWidths = [1, 2, 3, 4, 8, 13, 16, 32]

/** Draws types of one design. `wide`: may values have more than 32 bits? */
export class RandomTypes {
  readonly #pick: Pick
  readonly #widths: readonly number[]
  /** Enums of the design: few, so that values of one can meet. */
  readonly enums: readonly EnumType[]

  constructor(pick: Pick, wide: boolean) {
    this.#pick = pick
    this.#widths = wide ? widths : smallWidths
    this.enums = times(1 + pick(2), i => randomEnum(pick, `choice${i}`))
  }

  width(): number { return oneOf(this.#pick, this.#widths) }

  /** A number: three quarters unsigned. */
  number(): GroundType {
    const w = this.width()
    return this.#pick(4) === 3 ? sint(w) : uint(w)
  }

  ground(): GroundType {
    return this.#pick(8) === 7 ? oneOf(this.#pick, this.enums) : this.number()
  }

  /** A bundle with a vector in it. */
  bundle(name: string): BundleType {
    return { kind: 'bundle', name, fields: [{ name: 'a', type: this.ground() }, { name: 'b', type: vec(2, this.ground()) }, ...this.#pick(2) ? [{ name: 'c', type: bit }] : []] }
  }

  any(name: string): Type {
    const pick = this.#pick
    switch (pick(8)) {
      case 6: return this.bundle(name)
      case 7: return vec(2 + pick(3), pick(2) ? this.ground() : this.bundle(name))
      default: return this.ground()
    }
  }
}

function randomEnum(pick: Pick, name: string): EnumType {
  const width = 1 + pick(3), count = 1 + pick(2 ** width)
  return { kind: 'enum', name, width, members: times(count, i => ({ name: `m${i}`, value: BigInt((i * 3 + 1) % 2 ** width) })) }
}

export function randomConstant(pick: Pick, t: Type): Constant {
  if (isGround(t)) return t.kind === 'enum' && pick(4) ? oneOf(pick, t.members).value : randomBits(pick, t.width)
  if (t.kind === 'vec') return times(t.length, () => randomConstant(pick, t.of))
  return Object.fromEntries(t.fields.map(f => [f.name, randomConstant(pick, f.type)]))
}

/** The ground number of the same bits. */
export const bitsOf = (t: Type): GroundType => uint(widthOf(t))
