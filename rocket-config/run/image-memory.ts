// Owns: what memory holds before the first cycle: the program's bytes, zeros elsewhere.
import type { ProgramImage } from '../program/image.ts'

/** The byte at an address, for an observer. */
export function imageByte(image: ProgramImage): (address: number) => number {
  const segments = image.segments.map((s) => ({ from: Number(s.address), to: Number(s.address) + s.bytes.length, bytes: s.bytes }))
  return (address) => {
    for (const s of segments) if (address >= s.from && address < s.to) return s.bytes[address - s.from]!
    return 0
  }
}
