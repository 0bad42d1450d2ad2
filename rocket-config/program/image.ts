// Owns: a program as it is put into the simulated memory, and data that a run adds to it.
import { memory } from '../memory-map.ts'
import { RocketError } from '../errors.ts'

/** Bytes for the memory from `address` on. `size` >= bytes.length: what lies behind the bytes (.bss) is zero in a memory that was never written. */
export interface ProgramSegment { readonly address: bigint; readonly bytes: Uint8Array; readonly size: bigint }

/** A program for the hart: what lies where. Nothing overlaps, all of it is main memory, and `entry` is where the boot ROM jumps to. */
export interface ProgramImage {
  readonly entry: bigint
  /** In the order of their addresses. */
  readonly segments: readonly ProgramSegment[]
  /** Names of functions and variables, and their addresses; empty for a stripped file. */
  readonly symbols: ReadonlyMap<string, bigint>
  /** What the ABI passes in floating point registers: more than none needs a hart with an FPU. */
  readonly float: 'none' | 'single' | 'double' | 'quad'
}

/** Two pieces of memory, half open, with a byte in common. */
export const meet = (a: { address: bigint; size: bigint }, b: { address: bigint; size: bigint }): boolean =>
  a.address < b.address + b.size && b.address < a.address + a.size

/** All of [address, address + size) lies in main memory. */
export const inMemory = ({ address, size }: { address: bigint; size: bigint }): boolean =>
  address >= memory.base && address + size <= memory.base + memory.size

/**
 * The image with `bytes` at a symbol of the program: input that changes from run to run while the program does not. The symbol should lie in the
 * section `.input`, which the start-up code does not clear.
 * @throws RocketError RKT2004 if there is no such symbol, or the bytes would lie over a segment or outside the memory
 */
export function withInput(image: ProgramImage, symbol: string, bytes: Uint8Array): ProgramImage {
  const address = image.symbols.get(symbol)
  if (address === undefined) throw new RocketError('RKT2004', `the program has no symbol ${symbol} to put ${bytes.length} bytes of input at`, `declare it: char ${symbol}[65536] __attribute__((section(".input")))`)
  const added: ProgramSegment = { address, bytes, size: BigInt(bytes.length) }
  const met = image.segments.find((s) => meet(s, added))
  if (met || !inMemory(added)) {
    throw new RocketError('RKT2004', `${bytes.length} bytes of input at ${symbol} (0x${address.toString(16)}) would lie ${met ? 'over the program' : 'outside the memory'}`, `give ${symbol} the room, in section .input`)
  }
  return { ...image, segments: [...image.segments, added].sort((a, b) => (a.address < b.address ? -1 : 1)) }
}
