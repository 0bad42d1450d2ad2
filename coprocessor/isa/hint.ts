// Owns: the encoding of a hint: what `ohint` takes in rs2 and the frame `hint` carries in its offset.

/** Bits of a hint: as many as the frame has for it. */
export const hintWidth = 40
/** Behind `discard`: every value is a number of clock cycles. */
export const hintCodes = [
  { name: 'keep', code: 0, doc: 'the history will be asked for again, when is not known: keep what was computed of it' },
  { name: 'discard', code: 1, doc: 'the history will not be asked for soon: what was computed of it may go; its bytes stay' },
  { name: 'returns', code: 2, doc: 'and above: the next query comes in about hint - 2 clock cycles' },
] as const

export type Hint = { readonly kind: 'keep' } | { readonly kind: 'discard' } | { readonly kind: 'returns'; readonly cycles: number }

/** The most cycles that `returns` can say. */
export const mostReturnCycles = 2 ** hintWidth - 3

/** @throws RangeError for cycles that are negative, not whole, or more than `mostReturnCycles` */
export function encodeHint(h: Hint): number {
  const { code } = hintCodes.find((x) => x.name === h.kind)!
  if (h.kind !== 'returns') return code
  if (!Number.isInteger(h.cycles) || h.cycles < 0 || h.cycles > mostReturnCycles) throw new RangeError(`a hint says 0 to ${mostReturnCycles} cycles, not ${h.cycles}`)
  return code + h.cycles
}

/** @param value 0 .. 2^40 - 1 */
export function decodeHint(value: number): Hint {
  const { name, code } = hintCodes.findLast((x) => value >= x.code)!
  return name === 'returns' ? { kind: name, cycles: value - code } : { kind: name }
}
