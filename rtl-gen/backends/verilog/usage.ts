// Owns: which bits of which signals the emitted text reads.
import { childrenOf, postOrder, signalKey, widthOf } from '../../ir/index.ts'
import type { Expr } from '../../ir/index.ts'

/** Collects the bits that expressions read; keys as in a Scope. */
export class Usage {
  readonly #read = new Map<string, bigint>()

  /** An array is read whole if any element is. */
  add(roots: readonly Expr[]): void {
    for (const e of roots) this.#whole(e)
    for (const e of postOrder(roots)) {
      if (e.kind === 'cast') continue
      for (const child of childrenOf(e)) {
        if (e.kind === 'slice') this.#bits(child, ((1n << BigInt(e.type.width)) - 1n) << BigInt(e.low))
        else this.#whole(child)
      }
    }
  }

  addWhole(key: string): void { this.#read.set(key, -1n) }

  #whole(e: Expr): void { this.#bits(e, -1n) }

  #bits(e: Expr, mask: bigint): void {
    let of = e
    while (of.kind === 'cast') of = of.of
    if (of.kind === 'ref') this.#read.set(signalKey(of), (this.#read.get(signalKey(of)) ?? 0n) | mask)
    else if (of.kind === 'slice' && of !== e) this.#bits(of.of, ((1n << BigInt(of.type.width)) - 1n) << BigInt(of.low))
  }

  isRead(key: string): boolean { return this.#read.has(key) }

  /** The unread bits of a signal, as runs from the highest down. */
  unread(key: string, width: number): { readonly low: number; readonly width: number }[] {
    const read = this.#read.get(key) ?? 0n, all = (1n << BigInt(width)) - 1n
    if ((read & all) === all) return []
    const runs: { low: number; width: number }[] = []
    for (let i = width - 1; i >= 0; i--) {
      if ((read >> BigInt(i) & 1n) === 1n) continue
      const last = runs.at(-1)
      if (last !== undefined && last.low === i + 1) {
        last.low--
        last.width++
      } else runs.push({ low: i, width: 1 })
    }
    return runs
  }
}

/** Width of a ground signal or of one element. */
export const bitsOf = (e: { readonly type: Expr['type'] }): number => (e.type.kind === 'vec' ? widthOf(e.type.of) : widthOf(e.type))
