// Owns: where a value stands in the simulator's memory.

/**
 * Addresses of the fixed words at the start of memory. `stale` is set when registers or arrays have been written from outside, `settled` when
 * the words of the outputs have been settled since the last cycle: code that keeps values from cycle to cycle must then look again.
 */
export const header = { cycle: 0, rising: 8, failed: 12, stale: 16, settled: 20, end: 24 } as const

/** Bytes that a scalar of `width` bits takes: one 32-bit word, or whole 64-bit limbs. */
export const scalarBytes = (width: number): number => width <= 32 ? 4 : 8 * Math.ceil(width / 64)

/** Bytes of a word in an array: the least machine size that holds it. */
export const wordBytes = (width: number): number => width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8 * Math.ceil(width / 64)

/** Hands out addresses in order; places are aligned to 4 or 8 bytes. */
export class Layout {
  end: number = header.end

  scalar(width: number): number { return this.bytes(scalarBytes(width), width <= 32 ? 4 : 8) }

  bytes(size: number, align: 4 | 8 = 8): number {
    const address = Math.ceil(this.end / align) * align
    this.end = address + size
    return address
  }
}

/** Writes the pattern `value` as little-endian bytes. */
export function writeBytes(memory: Uint8Array, address: number, size: number, value: bigint): void {
  let v = value
  for (let i = 0; i < size; i++) {
    memory[address + i] = Number(v & 255n)
    v >>= 8n
  }
}

/** Reads `size` little-endian bytes. */
export function readBytes(memory: Uint8Array, address: number, size: number): bigint {
  let v = 0n
  for (let i = size - 1; i >= 0; i--) v = v << 8n | BigInt(memory[address + i]!)
  return v
}
