// Owns: a random straight program of stores, AMOs and SCs, the stores that it must make, in order, and a loop behind it that prints what memory shows.
import { mmio } from '../../../rocket-config/memory-map.ts'
import { add, addi, amo, amos, bne, code, li, load, lr, sc, srli, store, x, type Amo, type Size } from './assembler.ts'
import { exitWith, programBase } from './run-bench.ts'

/** Of an aligned word of 8 bytes; bit n of the mask: byte n of the data. */
export interface Store { readonly address: bigint; readonly mask: number; readonly data: bigint }
export interface StoreProgram { readonly code: Uint8Array; readonly stores: readonly Store[] }

/** The region that is written lies here, physically: twice the data cache of the small core, so that lines come and go. */
export const region = { base: programBase + 0x10_0000n, bytes: 8192 } as const

/** A repeatable source of numbers (mulberry32). */
export function random(seed: number): (below: number) => number {
  let a = seed
  return (below) => {
    a = a + 0x6d2b79f5 | 0
    let t = Math.imul(a ^ a >>> 15, 1 | a)
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t
    return ((t ^ t >>> 14) >>> 0) % below
  }
}

/** Bytes as the reference sees them. */
class Bytes {
  readonly bytes = new Uint8Array(region.bytes)
  read(offset: number, size: number): bigint {
    let value = 0n
    for (let n = (1 << size) - 1; n >= 0; n--) value = value << 8n | BigInt(this.bytes[offset + n]!)
    return value
  }

  write(offset: number, size: number, value: bigint): Store {
    for (let n = 0; n < 1 << size; n++) this.bytes[offset + n] = Number(value >> BigInt(8 * n) & 0xffn)
    const low = offset & 7, mask = (1 << (1 << size)) - 1 << low
    return { address: region.base + BigInt(offset - low), mask, data: BigInt.asUintN(8 << size, value) << BigInt(8 * low) }
  }
}

function result(name: Amo, size: Size, old: bigint, operand: bigint): bigint {
  const bits = 8 << size, s = (v: bigint): bigint => BigInt.asIntN(bits, v), u = (v: bigint): bigint => BigInt.asUintN(bits, v)
  switch (name) {
    case 'swap': return operand
    case 'add': return old + operand
    case 'xor': return old ^ operand
    case 'or': return old | operand
    case 'and': return old & operand
    case 'min': return s(old) < s(operand) ? old : operand
    case 'max': return s(old) > s(operand) ? old : operand
    case 'minu': return u(old) < u(operand) ? old : operand
    case 'maxu': return u(old) > u(operand) ? old : operand
  }
}

/**
 * @param first instructions before it
 * @param from the address of the region as the program sees it
 * @param devices the same of the MMIO registers
 */
export function storeProgram(seed: number, operations: number, first: readonly number[] = [], from: bigint = region.base, devices: bigint = mmio.base): StoreProgram {
  const below = random(seed), words = [...first], stores: Store[] = [], memory = new Bytes()
  const any = (): bigint => BigInt(below(2 ** 32)) << 32n | BigInt(below(2 ** 32))
  for (let n = 0; n < operations; n++) {
    const kind = below(8), size = (kind < 4 ? below(4) : 2 + below(2)) as Size
    // Often the same few words, so that accesses meet in the pipeline.
    const offset = (below(2) === 0 ? below(64) : below(region.bytes)) >> size << size
    const value = any()
    words.push(...li(x.a0, from + BigInt(offset)), ...li(x.a1, value))
    if (kind < 4) {
      words.push(store(size, x.a1, x.a0, 0))
      if (below(3) === 0) words.push(load(3, x.a2, x.a0, -(offset & 7)))
      stores.push(memory.write(offset, size, value))
    } else if (kind < 6) {
      const name = Object.keys(amos)[below(9)] as Amo
      words.push(amo(name, size, x.a2, x.a1, x.a0))
      stores.push(memory.write(offset, size, result(name, size, memory.read(offset, size), value)))
    } else if (kind === 6) {
      // Again until it succeeds; then one without a reservation, which fails and stores nothing.
      words.push(lr(size, x.a2, x.a0), sc(size, x.a3, x.a1, x.a0), bne(x.a3, x.zero, -8), sc(size, x.a3, x.s1, x.a0))
      stores.push(memory.write(offset, size, value))
    } else {
      // Two in neighbouring cycles.
      words.push(store(size, x.a1, x.a0, 0), store(0, x.a0, x.a0, 0))
      stores.push(memory.write(offset, size, value), memory.write(offset, 0, from + BigInt(offset)))
    }
  }
  return { code: code([...words, ...printRegion(from, devices), ...exitWith(0)]), stores }
}

/** Every byte of the region, to the console. */
function printRegion(from: bigint, devices: bigint): number[] {
  const perWord = [store(0, x.a1, x.t0, 0), srli(x.a1, x.a1, 8), addi(x.a2, x.a2, -1), bne(x.a2, x.zero, -12)]
  const body = [load(3, x.a1, x.s0, 0), addi(x.a2, x.zero, 8), ...perWord, addi(x.s0, x.s0, 8)]
  return [...li(x.t0, devices + mmio.console), ...li(x.s0, from), ...li(x.t1, BigInt(region.bytes)), add(x.t1, x.s0, x.t1), ...body, bne(x.s0, x.t1, -4 * body.length)]
}
