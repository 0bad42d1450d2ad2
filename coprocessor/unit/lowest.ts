// Owns: the number of the lowest bit that is set.
import { lit, mux, type Uint } from '../../rtl-gen/dsl/index.ts'

/** In `width` bits; the last number if none is set. */
export function lowest(bits: Uint<any>, width: number): Uint<any> {
  let at: Uint<any> = lit(width, bits.width - 1)
  for (let i = bits.width - 2; i >= 0; i--) at = mux(bits.bit(i), lit(width, i), at)
  return at
}
