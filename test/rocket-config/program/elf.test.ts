// Owns: checks of the ELF reader: what it takes, what it refuses and in which words, and that no file can make it fail otherwise.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RocketError } from '../../../rocket-config/errors.ts'
import { readElf } from '../../../rocket-config/program/elf.ts'
import { withInput } from '../../../rocket-config/program/image.ts'
import { base, elfBytes, word, type Wanted } from './elf-bytes.ts'

const end = 0x1_0000_0000n
const failure = (work: () => unknown): RocketError => {
  try {
    work()
  } catch (error) {
    if (error instanceof RocketError) return error
    throw error
  }
  throw new Error('it was taken')
}
const refused = (bytes: Uint8Array) => failure(() => readElf(bytes, 'prog.elf'))

describe('what is taken', () => {
  test('segments in the order of their addresses, memory behind them, symbols', () => {
    const image = readElf(elfBytes({
      segments: [{ address: base + 64n, bytes: Uint8Array.of(1, 2, 3), size: 100n }, { address: base, bytes: word }],
      symbols: [{ name: 'main', value: base + 2n, type: 2 }, { name: 'input', value: base + 512n, binding: 0 }, { name: 'ö', value: 1n, type: 0 }],
    }), 'prog.elf')
    expect(image.entry).toBe(base)
    expect(image.segments.map((s) => [s.address, [...s.bytes], s.size])).toEqual([[base, [...word], 4n], [base + 64n, [1, 2, 3], 100n]])
    expect(image.symbols.get('main')).toBe(base + 2n)
    expect(image.symbols.get('input')).toBe(base + 512n)
    expect(image.symbols.size).toBe(3)
  })

  test('a global symbol wins over a local one of the same name; undefined ones, sections and files are none', () => {
    const { symbols } = readElf(elfBytes({ symbols: [
      { name: 'x', value: 1n, binding: 0 }, { name: 'x', value: 2n }, { name: 'x', value: 3n, binding: 0 },
      { name: 'undefined', value: 1n, section: 0 }, { name: 'section', value: 1n, type: 3 }, { name: 'file.c', value: 0n, type: 4, binding: 0 },
    ] }), 'prog.elf')
    expect([...symbols]).toEqual([['x', 2n]])
  })

  test('a segment up to the last byte of the memory; an empty one anywhere is passed over', () => {
    const image = readElf(elfBytes({ segments: [{ address: base, bytes: word }, { address: end - 4n, bytes: word }, { address: 5n, bytes: new Uint8Array() }] }), 'prog.elf')
    expect(image.segments.map((s) => s.address)).toEqual([base, end - 4n])
  })

  test('a large .bss costs nothing', () => {
    const { segments } = readElf(elfBytes({ segments: [{ address: base, bytes: word, size: end - base }] }), 'prog.elf')
    expect(segments.map((s) => [s.bytes.length, s.size])).toEqual([[4, end - base]])
  })

  test.each([[0, 'none'], [1, 'none'], [2, 'single'], [5, 'double'], [6, 'quad']] as const)('flags %i: floating point registers %s', (flags, float) => {
    expect(readElf(elfBytes({ flags }), 'prog.elf').float).toBe(float)
  })

  test('a view into a larger buffer', () => {
    const bytes = elfBytes(), larger = new Uint8Array(bytes.length + 20).fill(0xee)
    larger.set(bytes, 7)
    expect(readElf(larger.subarray(7, 7 + bytes.length), 'prog.elf').segments[0]!.bytes).toEqual(word)
  })
})

describe('what is refused', () => {
  const cases: readonly (readonly [string, Wanted | Uint8Array, string, string])[] = [
    ['an empty file', new Uint8Array(), 'RKT2001', 'the file is empty'],
    ['a text', Buffer.from('int main(void)'), 'RKT2001', 'this is not an ELF file'],
    ['the magic alone', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46), 'RKT2003', 'the file has 4 bytes, the header alone has 64'],
    ['x86-64', { machine: 62 }, 'RKT2002', 'it is for x86-64, and the hart is RISC-V'],
    ['32-bit Arm', { machine: 40, class: 1 }, 'RKT2002', 'it is for Arm, and the hart is RISC-V'],
    ['a machine without a name', { machine: 999 }, 'RKT2002', 'it is for machine 999, and the hart is RISC-V'],
    ['RV32', { class: 1 }, 'RKT2002', 'it is for RV32, and the hart is RV64'],
    ['big endian', { data: 2 }, 'RKT2002', 'it is big endian, and the hart is little endian'],
    ['a class that is none', { class: 3 }, 'RKT2002', 'it is no 64-bit ELF file'],
    ['an object file', { type: 1 }, 'RKT2002', 'it is no executable but an object file that was not linked'],
    ['a shared object', { type: 3 }, 'RKT2002', 'it is no executable but a shared object or position independent'],
    ['RV64E', { flags: 8 }, 'RKT2002', 'it is for RV64E, which has 16 registers'],
    ['no segments', { segments: [] }, 'RKT2004', 'it has nothing to load'],
    ['only empty segments', { segments: [{ address: base, bytes: new Uint8Array() }] }, 'RKT2004', 'it has nothing to load'],
    ['below the memory', { segments: [{ address: base - 4n, bytes: word }] }, 'RKT2004', 'segment 0, 4 bytes at 0x7ffffffc, lies outside the memory, which is [0x80000000, 0x100000000)'],
    ['over the end of the memory', { segments: [{ address: end - 2n, bytes: word }] }, 'RKT2004', 'segment 0, 4 bytes at 0xfffffffe, lies outside'],
    ['more than the memory', { segments: [{ address: base, bytes: word, size: end - base + 1n }] }, 'RKT2004', 'segment 0, 2147483649 bytes at 0x80000000, lies outside'],
    ['an address that wraps', { segments: [{ address: 0xffff_ffff_ffff_fffcn, bytes: word, size: 0xffff_ffffn }] }, 'RKT2004', 'segment 0, 4294967295 bytes at 0xfffffffffffffffc, lies outside the memory'],
    ['overlapping segments', { segments: [{ address: base, bytes: word, size: 9n }, { address: base + 8n, bytes: word }] }, 'RKT2004', 'segment 1, 4 bytes at 0x80000008, overlaps the one at 0x80000000'],
    ['a segment that the file does not have', { segments: [{ address: base, bytes: word, offset: 1_000_000n }] }, 'RKT2003', 'segment 0 should lie at byte 1000000 and have 4 bytes, the file has'],
    ['an offset that wraps', { segments: [{ address: base, bytes: word, offset: 0xffff_ffff_ffff_fffen }] }, 'RKT2003', 'segment 0 should lie at byte 18446744073709551614'],
    ['a length that lies', { segments: [{ address: base, bytes: word, inFile: 0x7fff_0000n, size: 0x7fff_0000n }] }, 'RKT2003', 'segment 0 should lie at byte 120 and have 2147418112 bytes, the file has'],
    ['more in the file than in memory', { segments: [{ address: base, bytes: word, size: 3n }] }, 'RKT2003', 'segment 0 has 4 bytes in the file and 3 in memory'],
    ['another entry', { entry: base + 4n }, 'RKT2005', 'its entry is 0x80000004, the boot ROM jumps to 0x80000000'],
    ['nothing at the entry', { segments: [{ address: base + 4n, bytes: word }] }, 'RKT2005', 'nothing is loaded at its entry 0x80000000'],
    ['only .bss at the entry', { segments: [{ address: base, bytes: new Uint8Array(), size: 8n }] }, 'RKT2005', 'nothing is loaded at its entry 0x80000000'],
  ]
  test.each(cases)('%s', (_name, wanted, code, words) => {
    const error = refused(wanted instanceof Uint8Array ? wanted : elfBytes(wanted))
    expect(error.code).toBe(code)
    expect(error.message).toContain(`prog.elf: ${words}`)
    expect(error.help.length).toBeGreaterThan(10)
    expect(error.exitCode).toBe(2)
  })

  /** A number of the file at its place in the standard, changed. */
  const poked = (change: (bytes: Buffer) => void) => {
    const bytes = elfBytes({ symbols: [{ name: 'main', value: base }] })
    change(bytes)
    return refused(bytes)
  }
  test.each([
    ['the table of segments outside', (b: Buffer) => b.writeBigUInt64LE(1n << 62n, 32), 'the table of segments should lie at byte'],
    ['rows of segments too short', (b: Buffer) => b.writeUInt16LE(32, 54), 'the table of segments has rows of 32 bytes, they have 56'],
    ['the table of sections outside', (b: Buffer) => b.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 40), 'the table of sections should lie at byte'],
    ['more sections than there are', (b: Buffer) => b.writeUInt16LE(60_000, 60), 'and have 3840000 bytes, the file has'],
    ['symbols outside', (b: Buffer) => b.writeBigUInt64LE(1n << 40n, Number(b.readBigUInt64LE(40)) + 64 + 24), 'the table of symbols should lie at byte'],
    ['symbols without names', (b: Buffer) => b.writeUInt32LE(7, Number(b.readBigUInt64LE(40)) + 64 + 40), 'the names of its symbols are not there'],
    ['names outside', (b: Buffer) => b.writeBigUInt64LE(1n << 40n, Number(b.readBigUInt64LE(40)) + 128 + 32), 'the names of the symbols should lie at byte'],
    ['a name outside the names', (b: Buffer) => b.writeUInt32LE(5000, Number(b.readBigUInt64LE(Number(b.readBigUInt64LE(40)) + 64 + 24)) + 24), 'a symbol has a name outside the names'],
    ['another version of ELF', (b: Buffer) => b.writeUInt32LE(2, 20), 'it is of ELF version'],
  ])('%s', (_name, change, words) => {
    const error = poked(change)
    expect(error.code).toBe('RKT2003')
    expect(error.message).toContain(words)
  })

  test('every prefix of a good file', () => {
    const bytes = elfBytes({ symbols: [{ name: 'main', value: base }] })
    for (let length = 0; length < bytes.length; length++) expect(refused(bytes.subarray(0, length)).message).toContain('prog.elf: ')
  })
})

describe('any bytes at all', () => {
  const good = elfBytes({ segments: [{ address: base, bytes: word }, { address: base + 64n, bytes: new Uint8Array(20), size: 40n }], symbols: [{ name: 'main', value: base }, { name: 'x', value: 1n }] })
  const odd = fc.oneof(fc.constantFrom(0n, 1n, 0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn, 1n << 63n, (1n << 64n) - 1n, BigInt(good.length), BigInt(good.length - 1)), fc.bigInt(0n, (1n << 64n) - 1n))
  /** Either an image that keeps its promises, or a failure that says what is wrong. */
  const settles = (bytes: Uint8Array) => {
    let image
    try {
      image = readElf(bytes, 'prog.elf')
    } catch (error) {
      if (!(error instanceof RocketError)) throw error
      expect(error.code).toMatch(/^RKT200[1-5]$/)
      return
    }
    expect(image.entry).toBe(base)
    image.segments.forEach((s, i) => {
      const before = image.segments[i - 1]
      expect(s.address >= base && s.address + s.size <= end && BigInt(s.bytes.length) <= s.size && s.bytes.length <= bytes.length).toBe(true)
      if (before) expect(before.address + before.size <= s.address).toBe(true)
    })
  }

  test('random', () => fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), settles), { numRuns: 500 }))

  test('a good file with some numbers changed', () => fc.assert(fc.property(
    fc.array(fc.tuple(fc.nat(good.length - 1), fc.constantFrom(1, 2, 4, 8), odd), { minLength: 1, maxLength: 4 }), fc.nat(good.length), (changes, cut) => {
      const bytes = Buffer.from(good)
      for (const [at, size, value] of changes) for (let i = 0; i < size && at + i < bytes.length; i++) bytes[at + i] = Number(value >> BigInt(8 * i) & 0xffn)
      settles(bytes)
      settles(bytes.subarray(0, cut))
    }), { numRuns: 3000 }))
})

describe('input beside a program', () => {
  const image = readElf(elfBytes({
    segments: [{ address: base, bytes: word, size: 64n }], symbols: [{ name: 'input', value: base + 64n }, { name: 'inside', value: base + 60n }, { name: 'late', value: end - 2n }],
  }), 'prog.elf')

  test('goes to its symbol', () => {
    const filled = withInput(image, 'input', Uint8Array.of(7, 8))
    expect(filled.segments.map((s) => [s.address, [...s.bytes]])).toEqual([[base, [...word]], [base + 64n, [7, 8]]])
    expect(image.segments.length).toBe(1)
  })

  test.each([['nothing', 'no symbol nothing'], ['inside', 'over the program'], ['late', 'outside the memory']])('%s', (symbol, words) => {
    const error = failure(() => withInput(image, symbol, Uint8Array.of(1, 2, 3)))
    expect([error.code, error.message.includes(words)]).toEqual(['RKT2004', true])
  })
})
