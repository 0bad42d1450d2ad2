// Owns: the physical address of what a hart with virtual memory retires (Sv39), from satp, the privilege and the page table in memory.
import type { PortLayout } from '../../sim-harness/engines/layout.ts'
import type { Retirement } from '../../sim-harness/observer/hart-watch.ts'
import { read64 } from '../../sim-harness/transport/unit-ports.ts'

const sv39 = 8, levels = 3, levelBits = 9n, pageBits = 12n, machine = 3
/** sfence.vma, with any registers. */
const isFence = (insn: number): boolean => (insn & 0xfe00_7fff) >>> 0 === 0x1200_0073

/** @returns the physical address of `virtual` by the table at page `root`; undefined where the table has no leaf for it */
export function walkSv39(root: bigint, virtual: bigint, memory: (address: number, length: number) => Uint8Array): bigint | undefined {
  let table = root
  for (let level = levels - 1; level >= 0; level--) {
    const low = pageBits + levelBits * BigInt(level)
    const index = virtual >> low & (1n << levelBits) - 1n
    const entry = new DataView(memory(Number((table << pageBits) + index * 8n), 8).buffer).getBigUint64(0, true)
    if ((entry & 1n) === 0n) return undefined
    const page = entry >> 10n & (1n << 44n) - 1n
    if ((entry & 0xen) === 0n) {
      table = page
      continue
    }
    const inside = (1n << low) - 1n
    return page << pageBits & ~inside | virtual & inside
  }
  return undefined
}

/** Give it each retirement with the frame of its cycle, then ask. Pages are remembered until a fence, another satp or another privilege. */
export class PcTranslation {
  readonly #memory: (address: number, length: number) => Uint8Array
  readonly #satp: number | undefined
  readonly #privilegeAt: number
  readonly #pages = new Map<bigint, bigint | undefined>()
  #root = 0n
  #translates = false

  constructor(layout: PortLayout, memory: (address: number, length: number) => Uint8Array) {
    this.#memory = memory
    // A hart without virtual memory has no satp.
    this.#satp = layout.outputs.find((f) => f.name === 'hart_satp')?.word
    this.#privilegeAt = layout.outputs.find((f) => f.name === 'hart_privilege')!.word
  }

  see(outputs: Uint32Array, { insn }: Retirement): void {
    if (this.#satp === undefined) return
    if (isFence(insn)) this.#pages.clear()
    const satp = read64(outputs, this.#satp), root = satp & (1n << 44n) - 1n
    this.#translates = outputs[this.#privilegeAt] !== machine && Number(satp >> 60n) === sv39
    if (root !== this.#root) this.#pages.clear()
    this.#root = root
  }

  /** Of the pc that was seen last; undefined where the table has none. */
  physical(pc: bigint): bigint | undefined {
    if (!this.#translates) return pc
    const page = pc >> pageBits
    if (!this.#pages.has(page)) this.#pages.set(page, walkSv39(this.#root, page << pageBits, this.#memory))
    const found = this.#pages.get(page)
    return found === undefined ? undefined : found | pc & (1n << pageBits) - 1n
  }
}
