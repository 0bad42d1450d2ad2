// Owns: a small ELF file by hand, from the layout of the ELF-64 standard: one loaded segment, a table of symbols, and whatever a test wants to be wrong.
export interface Wanted {
  readonly class?: number; readonly data?: number; readonly type?: number; readonly machine?: number; readonly flags?: number; readonly entry?: bigint
  readonly segments?: readonly { readonly offset?: bigint; readonly address: bigint; readonly bytes: Uint8Array; readonly size?: bigint; readonly inFile?: bigint }[]
  readonly symbols?: readonly { readonly name: string; readonly value: bigint; readonly type?: number; readonly binding?: number; readonly section?: number }[]
}

export const base = 0x8000_0000n
export const word = Uint8Array.of(0x13, 0, 0, 0)

export function elfBytes(w: Wanted = {}): Buffer {
  const segments = w.segments ?? [{ address: base, bytes: word }]
  const symbols = w.symbols ?? []
  const header = Buffer.alloc(64)
  const table = Buffer.alloc(56 * segments.length)
  let at = 64 + table.length
  const contents: Buffer[] = []
  const place = (bytes: Uint8Array): number => {
    contents.push(Buffer.from(bytes))
    at += bytes.length
    return at - bytes.length
  }
  segments.forEach((s, i) => {
    const from = place(s.bytes), row = 56 * i
    table.writeUInt32LE(1, row)
    table.writeUInt32LE(5, row + 4)
    table.writeBigUInt64LE(s.offset ?? BigInt(from), row + 8)
    table.writeBigUInt64LE(s.address, row + 16)
    table.writeBigUInt64LE(s.address, row + 24)
    table.writeBigUInt64LE(s.inFile ?? BigInt(s.bytes.length), row + 32)
    table.writeBigUInt64LE(s.size ?? BigInt(s.bytes.length), row + 40)
  })
  let names = '\0'
  const rows = Buffer.alloc(24 * (symbols.length + 1))
  symbols.forEach((s, i) => {
    const row = 24 * (i + 1)
    rows.writeUInt32LE(names.length, row)
    rows.writeUInt8((s.binding ?? 1) << 4 | (s.type ?? 1), row + 4)
    rows.writeUInt16LE(s.section ?? 1, row + 6)
    rows.writeBigUInt64LE(s.value, row + 8)
    names += `${s.name}\0`
  })
  const rowsAt = place(rows), namesAt = place(Buffer.from(names, 'latin1'))
  const sections = Buffer.alloc(64 * 3)
  const section = (i: number, type: number, from: number, size: number, link: number): void => {
    sections.writeUInt32LE(type, 64 * i + 4)
    sections.writeBigUInt64LE(BigInt(from), 64 * i + 24)
    sections.writeBigUInt64LE(BigInt(size), 64 * i + 32)
    sections.writeUInt32LE(link, 64 * i + 40)
  }
  section(1, 2, rowsAt, rows.length, 2)
  section(2, 3, namesAt, names.length, 0)
  const sectionsAt = place(sections)
  header.set([0x7f, 0x45, 0x4c, 0x46, w.class ?? 2, w.data ?? 1, 1])
  header.writeUInt16LE(w.type ?? 2, 16)
  header.writeUInt16LE(w.machine ?? 243, 18)
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(w.entry ?? base, 24)
  header.writeBigUInt64LE(64n, 32)
  header.writeBigUInt64LE(BigInt(sectionsAt), 40)
  header.writeUInt32LE(w.flags ?? 0, 48)
  header.writeUInt16LE(64, 52)
  header.writeUInt16LE(56, 54)
  header.writeUInt16LE(segments.length, 56)
  header.writeUInt16LE(64, 58)
  header.writeUInt16LE(3, 60)
  return Buffer.concat([header, table, ...contents])
}
