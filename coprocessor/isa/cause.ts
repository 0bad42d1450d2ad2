// Owns: the causes of a trap and the layout of a trap record.

export const causes = [
  { name: 'yield', code: 1, keeps: 'all', doc: 'O-mode: the answer ended, and its last symbol is the yield symbol' },
  { name: 'answer', code: 2, keeps: 'all', doc: 'P-mode: the answer ended' },
  { name: 'limit', code: 3, keeps: 'fits', doc: 'a symbol found no room in the segment' },
  { name: 'budget', code: 4, keeps: 'fits', doc: 'a query or a symbol was needed, and no budget was left' },
  { name: 'reject', code: 5, keeps: 'none', doc: 'the Oracle refused the history' },
  { name: 'abort', code: 6, keeps: 'none', doc: '`oabort`' },
  { name: 'link', code: 7, keeps: 'none', doc: 'malformed or impossible frame, mark in an answer, fault from the host, watchdog, new session' },
  { name: 'memory', code: 8, keeps: 'none', doc: 'the memory port did not answer in time' },
] as const

export type Cause = (typeof causes)[number]['name']
export const causeCode = (c: Cause): number => causes.find((x) => x.name === c)!.code
export const causeOf = (code: number): Cause | undefined => causes.find((x) => x.code === code)?.name

/** Bit positions of a record's fields: bit 63 is clear, and a record is never zero (a cause is at least 1). */
export const recordLayout = {
  cause: { low: 55, width: 8 },
  slot: { low: 47, width: 8 },
  flags: { low: 39, width: 8 },
  /** Symbols appended since the start that are still there; saturates. */
  appended: { low: 0, width: 39 },
} as const
/** Bits of `flags`. cut: the current answer was cut short. yielded: the answer ended, and its last symbol is the yield symbol. */
export const recordFlags = { cut: 0, yielded: 1 } as const

export interface TrapRecord { readonly cause: Cause; readonly slot: number; readonly cut: boolean; readonly yielded: boolean; readonly appended: bigint }

const field = (word: bigint, f: { low: number; width: number }) => (word >> BigInt(f.low)) & ((1n << BigInt(f.width)) - 1n)

/** The record in a value of rd; undefined for 0 (none) and for what is no record. */
export function decodeRecord(word: bigint): TrapRecord | undefined {
  const cause = causeOf(Number(field(word, recordLayout.cause)))
  if (cause === undefined || word >> 63n !== 0n) return undefined
  const flags = Number(field(word, recordLayout.flags))
  return {
    cause, slot: Number(field(word, recordLayout.slot)), appended: field(word, recordLayout.appended),
    cut: (flags >> recordFlags.cut & 1) === 1, yielded: (flags >> recordFlags.yielded & 1) === 1,
  }
}

export function encodeRecord(r: TrapRecord): bigint {
  const most = (1n << BigInt(recordLayout.appended.width)) - 1n
  const flags = (r.cut ? 1n << BigInt(recordFlags.cut) : 0n) | (r.yielded ? 1n << BigInt(recordFlags.yielded) : 0n)
  return BigInt(causeCode(r.cause)) << BigInt(recordLayout.cause.low) | BigInt(r.slot) << BigInt(recordLayout.slot.low)
    | flags << BigInt(recordLayout.flags.low) | (r.appended > most ? most : r.appended)
}
