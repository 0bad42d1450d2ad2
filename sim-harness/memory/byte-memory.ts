// Owns: the bytes of the simulated memory, in pages made when they are first touched.

const pageBytes = 4096

/** Bytes at [low, high). Addresses are safe integers; what was never written reads 0. */
export class ByteMemory {
  readonly low: number
  readonly high: number
  private readonly pages = new Map<number, Uint8Array>()

  constructor(low: number, high: number) {
    this.low = low
    this.high = high
  }

  contains(address: number, length: number): boolean { return address >= this.low && length >= 0 && address + length <= this.high }

  /** @throws RangeError outside the memory. */
  read(address: number, length: number): Uint8Array {
    this.check(address, length)
    const out = new Uint8Array(length)
    for (let done = 0; done < length;) {
      const at = address + done, offset = at % pageBytes, part = Math.min(pageBytes - offset, length - done)
      const page = this.pages.get(at - offset)
      if (page) out.set(page.subarray(offset, offset + part), done)
      done += part
    }
    return out
  }

  /** @throws RangeError outside the memory. */
  write(address: number, bytes: Uint8Array): void {
    this.check(address, bytes.length)
    for (let done = 0; done < bytes.length;) {
      const at = address + done, offset = at % pageBytes, part = Math.min(pageBytes - offset, bytes.length - done)
      this.page(at - offset).set(bytes.subarray(done, done + part), offset)
      done += part
    }
  }

  /** The 32 bits at a 4-byte aligned address; no check. */
  word(address: number): number {
    const offset = address % pageBytes, page = this.pages.get(address - offset)
    return page ? (page[offset]! | page[offset + 1]! << 8 | page[offset + 2]! << 16 | page[offset + 3]! << 24) >>> 0 : 0
  }

  byte(address: number): number {
    const offset = address % pageBytes
    return this.pages.get(address - offset)?.[offset] ?? 0
  }

  setByte(address: number, value: number): void {
    const offset = address % pageBytes
    this.page(address - offset)[offset] = value
  }

  private page(start: number): Uint8Array {
    let page = this.pages.get(start)
    if (!page) this.pages.set(start, page = new Uint8Array(pageBytes))
    return page
  }

  private check(address: number, length: number): void {
    if (!this.contains(address, length)) throw new RangeError(`[0x${address.toString(16)}, 0x${(address + length).toString(16)}) is not in the memory [0x${this.low.toString(16)}, 0x${this.high.toString(16)})`)
  }
}
