// Owns: checks of trap records: the layout, and that decoding undoes encoding.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causes, decodeRecord, encodeRecord, recordLayout } from '../../../coprocessor/isa/cause.ts'

describe('trap records', () => {
  test('fields stand where the contract has them', () => {
    // {0, cause 8, slot 8, flags 8, appended 39} from bit 63 down.
    expect(Object.values(recordLayout).reduce((n, f) => n + f.width, 1)).toBe(64)
    expect(encodeRecord({ cause: 'yield', slot: 5, cut: true, yielded: false, appended: 7n })).toBe(0x0082_8080_0000_0007n)
  })

  test('a record that is encoded and decoded is the same', () => {
    const record = fc.record({
      cause: fc.constantFrom(...causes.map((c) => c.name)), slot: fc.integer({ min: 0, max: 255 }), cut: fc.boolean(), yielded: fc.boolean(),
      appended: fc.bigInt({ min: 0n, max: (1n << 39n) - 1n }),
    })
    fc.assert(fc.property(record, (r) => {
      const word = encodeRecord(r)
      expect(word).toBeGreaterThan(0n)
      expect(word >> 63n).toBe(0n)
      expect(decodeRecord(word)).toEqual(r)
    }))
  })

  test('appended saturates, and what is no record decodes to none', () => {
    expect(decodeRecord(encodeRecord({ cause: 'limit', slot: 0, cut: false, yielded: false, appended: 1n << 50n }))?.appended).toBe((1n << 39n) - 1n)
    expect(decodeRecord(0n)).toBeUndefined()
    expect(decodeRecord(1n << 63n | 1n << 55n)).toBeUndefined()
    expect(decodeRecord(99n << 55n)).toBeUndefined()
  })
})
