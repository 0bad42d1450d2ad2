// Owns: the observer's own copy of memory, byte by byte, over an initial image.

export class ShadowMemory {
  readonly #bytes = new Map<number, number>()
  readonly #initial: (address: number) => number

  constructor(initial: (address: number) => number = () => 0) {
    this.#initial = initial
  }

  read(address: number, length: number): Uint8Array {
    return Uint8Array.from({ length }, (_, i) => this.#bytes.get(address + i) ?? this.#initial(address + i))
  }

  write(address: number, bytes: Uint8Array): void {
    bytes.forEach((b, i) => this.#bytes.set(address + i, b))
  }
}
