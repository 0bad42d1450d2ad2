// Owns: checks of the generator parameters: defaults, every refusal, and a hash that knows each of them.
import { describe, expect, test } from 'vitest'
import { parameterHash } from '../../../coprocessor/parameter-hash.ts'
import { parameters, parameterSchema, type Parameters } from '../../../coprocessor/parameters.ts'

/** The names that are refused, and the message of the first. */
const refusal = (given: Record<string, unknown>): { names: string[]; message: string } => {
  const result = parameterSchema.safeParse(given)
  const issues = result.success ? [] : result.error.issues
  return { names: issues.map((i) => (i.code === 'unrecognized_keys' ? i.keys.join() : String(i.path[0]))), message: issues[0]?.message ?? '' }
}

test('the defaults are those of the contract', () => {
  expect(parameters()).toEqual({
    slots: 8, addrWidth: 40, dataWidth: 64, cacheableLow: 0x8000_0000n, cacheableHigh: 0x1_0000_0000n, yieldSymbol: 0xff, recordMarks: [0xf8, 0xf9, 0xfa], minPrivilege: 3,
    loadsInFlight: 8, burst: 2048, quiet: 80, memoryCycles: 2 ** 20, watchdogCycles: 2 ** 32, chunkBytes: 256, txDepth: 16, rxDepth: 16,
  })
})

describe('what is refused, one parameter at a time', () => {
  test.each<[keyof Parameters, readonly unknown[], readonly unknown[]]>([
    ['slots', [1, 16], [0, 17, -1, 2.5, '8', NaN]],
    ['addrWidth', [33, 40], [31, 41, 40n]],
    ['dataWidth', [64], [32, 128]],
    ['yieldSymbol', [0xc0, 0xc1, 0xf5, 0xff], [0, 0x41, 0xc2, 0xf4, 0x100, -1]],
    ['recordMarks', [[0xc0, 0xc1, 0xf5]], [[], [0xf8, 0xf9], [0xf8, 0xf9, 0xfa, 0xfb], [0xf8, 0xf9, 0x41], [0xf8, 0xf9, 0x100]]],
    ['minPrivilege', [0, 1, 3], [2, 4, -1]],
    ['loadsInFlight', [2, 4, 8, 16], [0, 1, 3, 32]],
    ['burst', [1, 65535], [0, 65536, 1.5]],
    ['quiet', [0, 255], [-1, 256]],
    ['watchdogCycles', [1, 2 ** 47], [0, 2 ** 47 + 1]],
    ['chunkBytes', [8, 16, 32, 64, 128, 256], [0, 4, 24, 512]],
    ['txDepth', [2, 256], [1, 257]],
    ['rxDepth', [2, 256], [1, 257]],
    ['cacheableLow', [0n, 0xffff_f000n], [-4096n, 1n, 0x8000_0800n, 4096]],
    ['cacheableHigh', [0x8000_1000n, 0x8000_0000n + (1n << 39n) - 4096n], [0x8000_0001n, 0x8000_0000n + (1n << 39n), 1n << 40n, 0xffff_ffffn, 1n << 57n, 0x1_0000_0000]],
  ])('%s', (name, good, bad) => {
    for (const value of good) expect([value, refusal({ [name]: value })]).toEqual([value, { names: [], message: '' }])
    for (const value of bad) expect([value, refusal({ [name]: value }).names[0]]).toEqual([value, name])
  })

  test('an unknown one', () => {
    expect(refusal({ slotz: 4 }).names).toEqual(['slotz'])
    expect(() => parameters({ memoryCycles: 1 } as never)).toThrow('memoryCycles')
  })
})

describe('what does not fit together', () => {
  test('a cacheable range that is empty or beyond the addresses', () => {
    expect(refusal({ cacheableLow: 0x9000_0000n, cacheableHigh: 0x9000_0000n })).toEqual({ names: ['cacheableHigh'], message: 'it must lie above cacheableLow' })
    expect(refusal({ addrWidth: 32, cacheableHigh: 0x1_0000_1000n })).toEqual({ names: ['cacheableHigh'], message: 'it must lie below 2^addrWidth, addrWidth is 32: the address behind a segment has to fit' })
    expect(refusal({ addrWidth: 32 }).names).toEqual(['cacheableHigh'])
    expect(refusal({ addrWidth: 32, cacheableHigh: 0xffff_f000n }).names).toEqual([])
  })

  test('symbols that are not all different', () => {
    for (const given of [{ yieldSymbol: 0xf9 }, { recordMarks: [0xf8, 0xf8, 0xfa] }, { recordMarks: [0xf8, 0xf9, 0xff] }]) {
      expect(refusal(given)).toEqual({ names: ['recordMarks'], message: 'the marks and the yield symbol must be four different bytes' })
    }
  })

  test('all findings at once', () => {
    expect(refusal({ slots: 0, burst: 0, quiet: 300 }).names).toEqual(['slots', 'burst', 'quiet'])
  })
})

describe('the hash', () => {
  const others: { readonly [K in Exclude<keyof Parameters, 'dataWidth'>]: Parameters[K] } = {
    slots: 4, addrWidth: 36, cacheableLow: 0x8000_1000n, cacheableHigh: 0x9000_0000n, yieldSymbol: 0xfe, recordMarks: [0xf8, 0xfa, 0xf9], minPrivilege: 1,
    loadsInFlight: 4, burst: 512, quiet: 31, watchdogCycles: 2 ** 32 - 1, memoryCycles: 1000, chunkBytes: 128, txDepth: 17, rxDepth: 15,
  }

  test('it changes with each parameter, and all those are different', () => {
    expect(Object.keys(others).sort()).toEqual(Object.keys(parameterSchema.shape).filter((n) => n !== 'dataWidth').sort())
    const hashes = Object.entries(others).map(([name, value]) => parameterHash(parameters({ [name]: value })))
    expect(new Set([parameterHash(parameters()), ...hashes]).size).toBe(hashes.length + 1)
  })

  test('it has 62 bits, so rd is never negative, and does not hang on the order of the names', () => {
    const p = parameters()
    expect(parameterHash(p) >> 62n).toBe(0n)
    expect(parameterHash(Object.fromEntries(Object.entries(p).reverse()) as Parameters)).toBe(parameterHash(p))
    expect(parameterHash(parameters())).toBe(parameterHash(p))
  })
})
