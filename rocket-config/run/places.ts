// Owns: a pc in words: the nearest symbol of the program before it.
import { RocketError } from '../errors.ts'
import type { ProgramImage } from '../program/image.ts'

/** `0x80000134 (main+0x1c)`; without a symbol before it, or far outside the program, only the number. */
export class Places {
  readonly #sorted: readonly { readonly address: bigint; readonly name: string }[]
  readonly #end: bigint
  readonly #symbols: ReadonlyMap<string, bigint>

  constructor(image: ProgramImage) {
    this.#symbols = image.symbols
    const byAddress = new Map<bigint, string>()
    // Of several names of one place the first stays.
    for (const [name, address] of image.symbols) if (!byAddress.has(address)) byAddress.set(address, name)
    this.#sorted = [...byAddress].map(([address, name]) => ({ address, name })).sort((a, b) => (a.address < b.address ? -1 : 1))
    this.#end = image.segments.reduce((end, s) => (s.address + s.size > end ? s.address + s.size : end), 0n)
  }

  /** `main+0x1c`; undefined where no symbol stands before it. */
  symbol(pc: bigint): string | undefined {
    if (pc >= this.#end) return undefined
    let low = 0, high = this.#sorted.length
    while (low < high) {
      const middle = low + high >> 1
      if (this.#sorted[middle]!.address <= pc) low = middle + 1
      else high = middle
    }
    const found = this.#sorted[low - 1]
    if (!found) return undefined
    return pc === found.address ? found.name : `${found.name}+0x${(pc - found.address).toString(16)}`
  }

  /** The code of a function: from its symbol to the next one. @throws RocketError RKT2004 if the program has no such symbol */
  code(name: string): { readonly low: bigint; readonly high: bigint } {
    const low = this.#symbols.get(name)
    if (low === undefined) throw new RocketError('RKT2004', `the program has no symbol ${name} that may read histories`, 'name functions that are linked into the program and neither static nor inlined everywhere')
    return { low, high: this.#sorted.find((s) => s.address > low)?.address ?? this.#end }
  }

  text(pc: bigint): string {
    const symbol = this.symbol(pc)
    return `0x${pc.toString(16)}${symbol === undefined ? '' : ` (${symbol})`}`
  }
}
