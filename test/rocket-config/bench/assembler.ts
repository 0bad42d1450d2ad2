// Owns: machine code for the hart's part in tests of the bench: a few instructions of RV64IMA, so that no compiler is needed.
export type Register = number
/** Names of the ABI. */
export const x = { zero: 0, ra: 1, sp: 2, t0: 5, t1: 6, t2: 7, s0: 8, s1: 9, a0: 10, a1: 11, a2: 12, a3: 13, t3: 28, t4: 29, t5: 30 } as const

const signed = (value: number, bits: number): number => {
  if (value < -(2 ** (bits - 1)) || value >= 2 ** (bits - 1)) throw new RangeError(`${value} does not fit in ${bits} bits`)
  return value & (2 ** bits - 1)
}
const r = (opcode: number, funct3: number, funct7: number, rd: Register, rs1: Register, rs2: Register): number => (funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode) >>> 0
const i = (opcode: number, funct3: number, rd: Register, rs1: Register, immediate: number): number => (signed(immediate, 12) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode) >>> 0

/** log2 of the bytes. */
export type Size = 0 | 1 | 2 | 3
export const amos = { swap: 1, add: 0, xor: 4, or: 8, and: 12, min: 16, max: 20, minu: 24, maxu: 28 } as const
export type Amo = keyof typeof amos

export const addi = (rd: Register, rs1: Register, immediate: number): number => i(0x13, 0, rd, rs1, immediate)
export const ori = (rd: Register, rs1: Register, immediate: number): number => i(0x13, 6, rd, rs1, immediate)
export const slli = (rd: Register, rs1: Register, by: number): number => i(0x13, 1, rd, rs1, by)
export const srli = (rd: Register, rs1: Register, by: number): number => i(0x13, 5, rd, rs1, by)
export const add = (rd: Register, rs1: Register, rs2: Register): number => r(0x33, 0, 0, rd, rs1, rs2)
export const load = (size: Size, rd: Register, rs1: Register, offset: number): number => i(0x03, size, rd, rs1, offset)
export const store = (size: Size, rs2: Register, rs1: Register, offset: number): number => {
  const o = signed(offset, 12)
  return (o >> 5 << 25 | rs2 << 20 | rs1 << 15 | size << 12 | (o & 31) << 7 | 0x23) >>> 0
}
export const amo = (name: Amo, size: Size, rd: Register, rs2: Register, rs1: Register): number => r(0x2f, size, amos[name] << 2, rd, rs1, rs2)
export const lr = (size: Size, rd: Register, rs1: Register): number => r(0x2f, size, 2 << 2, rd, rs1, 0)
export const sc = (size: Size, rd: Register, rs2: Register, rs1: Register): number => r(0x2f, size, 3 << 2, rd, rs1, rs2)
/** `offset` in bytes from this instruction. */
export const bne = (rs1: Register, rs2: Register, offset: number): number => {
  const o = signed(offset, 13)
  return ((o >> 12 & 1) << 31 | (o >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | 1 << 12 | (o >> 1 & 15) << 8 | (o >> 11 & 1) << 7 | 0x63) >>> 0
}
export const csrw = (csr: number, rs1: Register): number => (csr << 20 | rs1 << 15 | 1 << 12 | 0x73) >>> 0
export const csrs = (csr: number, rs1: Register): number => (csr << 20 | rs1 << 15 | 2 << 12 | 0x73) >>> 0
export const jr = (rs1: Register): number => i(0x67, 0, 0, rs1, 0)
export const here = 0x6f, ecall = 0x73, ebreak = 0x0010_0073, wfi = 0x1050_0073, mret = 0x3020_0073, fence = 0x0ff0_000f, sfenceVma = 0x1200_0073
/** A RoCC instruction of custom-0; funct3 says which of rd, rs1, rs2 are used. */
export const custom0 = (funct7: number, funct3: number, rd: Register, rs1: Register, rs2: Register): number => r(0x0b, funct3, funct7, rd, rs1, rs2)
export const csrNumbers = { mstatus: 0x300, mie: 0x304, mtvec: 0x305, mepc: 0x341, satp: 0x180, pmpcfg0: 0x3a0, pmpaddr0: 0x3b0 } as const

/** Any 64-bit value, in up to 12 instructions. */
export function li(rd: Register, value: bigint): number[] {
  const v = BigInt.asIntN(64, value)
  if (v >= -2048n && v < 2048n) return [addi(rd, 0, Number(v))]
  const low = v & 0x7ffn
  return [...li(rd, v >> 11n), slli(rd, rd, 11), ...(low === 0n ? [] : [ori(rd, rd, Number(low))])]
}

export const code = (words: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(words).buffer)
