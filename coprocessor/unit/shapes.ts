// Owns: the shapes that the unit's modules share, made from the generator parameters.
import { bit, bundle, indexBits, uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'

/** Widths in bits that follow from the parameters. */
export const widths = (p: Parameters) => ({
  address: p.addrWidth,
  slot: indexBits(p.slots),
  /** Accesses in flight, for loads and for stores alike. */
  flight: indexBits(p.loadsInFlight),
})
/** A count of clock cycles, a budget, a watchdog. */
export const longCount = uint(48)
/** A length on the link, in bytes. */
export const linkLength = uint(16)

/** One beat of the link, AXI4-Stream names. */
export class Beat extends bundle({ data: uint(64), keep: uint(8), last: bit }) {}

export const loadRequest = (p: Parameters) => { return class LoadRequest extends bundle({ addr: uint(p.addrWidth), tag: uint(6) }) {} }
export const memoryRequest = (p: Parameters) => { return class MemoryRequest extends bundle({ addr: uint(p.addrWidth), tag: uint(6), store: bit, size: uint(2), data: uint(64) }) {} }
/** Bit of a tag that says store; and the bit that says that it is the one access of a command. The bits below number what is in flight. */
export const storeTagBit = 5, singleTagBit = 4

/** A load or a store that memory answered; a load's data come right-justified. */
export class MemoryAnswer extends bundle({ tag: uint(6), data: uint(64) }) {}

/** A command as the core gives it, after rocket's RoCCCommand: xd, xs1 and xs2 are funct3. */
export class Command extends bundle({ funct7: uint(7), xd: bit, xs1: bit, xs2: bit, rd: uint(5), rs1: uint(64), rs2: uint(64), prv: uint(2) }) {}
export class Response extends bundle({ rd: uint(5), data: uint(64) }) {}
