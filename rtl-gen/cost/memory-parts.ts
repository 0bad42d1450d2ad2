// Owns: what the memories of three families of FPGAs can do, and where a memory goes by that.
import { widthOf } from '../ir/index.ts'
import type { Expr, Memory } from '../ir/index.ts'

export const families = ['ice40', 'ecp5', 'xilinx'] as const
export type Family = typeof families[number]

/** block: RAM blocks; distributed: RAM made of look-up tables; registers: a flip-flop a bit; logic: a ROM as look-up tables. */
export type MemoryKind = 'block' | 'distributed' | 'registers' | 'logic'
export interface Mapping {
  readonly kind: MemoryKind
  /** The family's word for the part; empty for registers and logic. */
  readonly part: string
  readonly count: number
  /** Flip-flops beside the parts: all bits as registers, the words of sync reads that the part does not hold, and what a collision policy costs. */
  readonly flipFlops: number
  /** Why it is not a RAM block, or what makes it dearer than it could be; empty if there is nothing to say. */
  readonly why: string
}

/** A way to build a memory, and its price in the units in which a bit of a register costs 1: the cheapest wins, of equals a block. */
interface Way { readonly kind: MemoryKind; readonly part: string; readonly count: number; readonly price: number; readonly flipFlops: number; readonly note: string }

interface Shape {
  readonly depth: number; readonly width: number; readonly bits: number
  readonly lanes: number; readonly laneWidth: number
  readonly syncReads: number; readonly asyncReads: number; readonly writes: number
  /** Every read has a write of the same address beside it, each another: two ports that read and write. */
  readonly paired: boolean
  readonly collision: Memory['collision']
}

const shapeOf = (m: Memory): Shape => {
  const width = widthOf(m.type)
  const lanes = Math.max(1, ...m.writes.map(w => (w.lanes === undefined ? 1 : widthOf(w.lanes.type))))
  const left = m.writes.map(w => w.address)
  const paired = m.reads.every(r => {
    const at = left.findIndex(a => sameSignal(a, r.address))
    if (at < 0) return false
    left.splice(at, 1)
    return true
  })
  return {
    depth: m.depth, width, bits: m.depth * width, lanes, laneWidth: width / lanes, writes: m.writes.length, collision: m.collision, paired,
    syncReads: m.reads.filter(r => r.mode === 'sync').length, asyncReads: m.reads.filter(r => r.mode === 'async').length,
  }
}

const sameSignal = (a: Expr, b: Expr): boolean => a === b || (a.kind === 'ref' && b.kind === 'ref' && a.name === b.name && a.instance === b.instance)

const up = Math.ceil
const addressBits = (s: Shape): number => Math.max(1, up(Math.log2(s.depth)))

/** The fewest parts of the given widths and depths (words) that hold a memory, of equals the deepest. Lanes stand in columns of their own, or share a form that writes by bytes. */
function fewest(s: Shape, p: BlockPart, widest = Infinity): { readonly count: number; readonly words: number } {
  const columns = (w: number) => s.lanes * up(s.laneWidth / w)
  const bytes = s.lanes * up(s.laneWidth / p.byte) * p.byte
  const ways = [...p.forms.map(([w, words]) => ({ w, words, across: columns(w) })), ...p.byteForms.map(([w, words]) => ({ w, words, across: up(bytes / w) }))]
  const counted = ways.filter(x => x.w <= widest).map(({ words, across }) => ({ count: across * up(s.depth / words), words }))
  return counted.reduce((a, b) => (b.count < a.count || (b.count === a.count && b.words > a.words) ? b : a))
}

/** Each sync read remembers which of the parts in a row it asked. iCE40 has no form of one bit: half of a word of two is chosen so. */
const rowFlipFlops = (s: Shape, words: number): number => s.syncReads * up(Math.log2(up(s.depth / words)))

/** What a memory block needs beside it so that a read gives what the policy says, where the part does not: what Yosys builds. */
const policyFlipFlops = (s: Shape, native: readonly Memory['collision'][]): number => {
  if (s.writes === 0 || native.includes(s.collision)) return 0
  return s.syncReads * (s.collision === 'old' ? 2 * s.width + addressBits(s) + 2 : s.width + 1)
}
const policyNote = (s: Shape, native: readonly Memory['collision'][]): string =>
  (policyFlipFlops(s, native) === 0 ? '' : `collision '${s.collision}' is built around the block; 'undefined' would cost nothing`)

/** `forms`: widths and words; `byteForms`: those that write bytes of `byte` bits apart. */
interface BlockPart { readonly part: string; readonly price: number; readonly forms: readonly Form[]; readonly byteForms: readonly Form[]; readonly byte: number }
type Form = readonly [width: number, words: number]

const blockParts: Record<Family, readonly BlockPart[]> = {
  ice40: [{ part: 'SB_RAM40_4K', price: 64, byte: 1, forms: [[1, 4096], [2, 2048], [4, 1024], [8, 512], [16, 256]], byteForms: [[16, 256]] }],
  ecp5: [{ part: 'DP16KD', price: 128, byte: 9, forms: [[1, 16384], [2, 8192], [4, 4096], [9, 2048], [18, 1024], [36, 512]], byteForms: [[9, 2048], [18, 1024], [36, 512]] }],
  xilinx: [
    { part: 'RAMB18', price: 129, byte: 9, forms: [[1, 16384], [2, 8192], [4, 4096], [9, 2048], [18, 1024], [36, 512]], byteForms: [[9, 2048], [18, 1024], [36, 512]] },
    { part: 'RAMB36', price: 257, byte: 9, forms: [[1, 32768], [2, 16384], [4, 8192], [9, 4096], [18, 2048], [36, 1024], [72, 512]], byteForms: [[9, 4096], [18, 2048], [36, 1024], [72, 512]] },
  ],
}
/** Forms wider than this have one port that reads and one that writes. */
const widestTwoPort: Record<string, number> = { DP16KD: 18, RAMB18: 18, RAMB36: 36 }
const nativePolicies: Record<Family, readonly Memory['collision'][]> = { ice40: ['undefined'], ecp5: ['undefined'], xilinx: ['undefined', 'old'] }

function blockWays(s: Shape, family: Family): Way[] {
  if (s.asyncReads > 0 || s.syncReads === 0) return []
  const native = nativePolicies[family]
  if (s.writes > 1) {
    const policy = s.collision === 'undefined' || (family === 'xilinx' && s.collision === 'old')
    if (family === 'ice40' || s.writes > 2 || !s.paired || !policy) return []
    return blockParts[family].map(p => {
      const { count, words } = fewest(s, p, widestTwoPort[p.part])
      return { kind: 'block', part: p.part, count, price: count * p.price, flipFlops: rowFlipFlops(s, words) + (s.collision === 'old' ? 2 * (s.width + 1) : 0), note: '' }
    })
  }
  return blockParts[family].map(p => {
    const { count: one, words } = fewest(s, p)
    // A ROM's two reads share a block with two ports; beside a write each read has a copy of its own.
    const copies = s.writes === 0 && family !== 'ice40' ? up(s.syncReads / 2) : s.syncReads
    const count = one * copies
    return { kind: 'block', part: p.part, count, price: count * p.price, flipFlops: rowFlipFlops(s, family === 'ice40' ? Math.min(words, 2048) : words) + policyFlipFlops(s, native), note: policyNote(s, native) }
  })
}

function distributedWays(s: Shape, family: Family): Way[] {
  if (s.writes !== 1 || family === 'ice40') return []
  const reads = s.syncReads + s.asyncReads
  const made = (part: string, count: number, price: number): Way => ({ kind: 'distributed', part, count, price, flipFlops: s.syncReads * s.width, note: '' })
  const columns = (w: number) => s.lanes * up(s.laneWidth / w)
  if (family === 'ecp5') {
    const count = up(s.depth / 16) * columns(4) * reads
    return [made('DPR16X4', count, count * 4)]
  }
  // Of tables of six inputs: three bits of 64 words or six of 32 with one read; with up to three reads one bit or two.
  const simple = Math.min(up(s.depth / 64) * columns(3), up(s.depth / 32) * columns(6)) * reads
  const shared = Math.min(up(s.depth / 64) * columns(1), up(s.depth / 32) * columns(2))
  const narrow = s.width === 1 && s.depth <= 32 ? 5 : simple * 8
  return [made('RAM64M', simple, narrow), ...(reads > 1 && reads <= 3 ? [made('RAM64M', shared, shared * 7)] : [])]
}

/** Where a memory goes, as Yosys decides by the prices of its own tables; other tools decide alike but for small ones. */
export function mapMemory(memory: Memory, family: Family): Mapping {
  const s = shapeOf(memory)
  const isRom = s.writes === 0
  const soft: Way = { kind: isRom ? 'logic' : 'registers', part: '', count: 0, price: isRom ? s.bits / 16 : s.bits, flipFlops: (isRom ? 0 : s.bits) + s.syncReads * s.width, note: '' }
  const blocks = blockWays(s, family)
  const ways = [...blocks, ...distributedWays(s, family)].filter(w => w.price < soft.price)
  const best = ways.reduce((a, b) => (b.price < a.price ? b : a), ways[0] ?? soft)
  return { kind: best.kind, part: best.part, count: best.count, flipFlops: best.flipFlops, why: best.kind === 'block' ? best.note : whyNoBlock(s, family, blocks.length > 0) }
}

const familyNames: Record<Family, string> = { ice40: 'iCE40', ecp5: 'ECP5', xilinx: 'Xilinx' }

function whyNoBlock(s: Shape, family: Family, could: boolean): string {
  if (could) return 'it is so small that a block would cost more'
  if (s.syncReads + s.asyncReads === 0) return 'nothing reads it'
  if (s.asyncReads > 0) return `it is read without a clock (async), and blocks are not${family === 'ice40' && s.writes > 0 ? '; iCE40 has no other RAM' : ''}`
  if (s.writes === 0) return 'nothing writes it'
  if (family === 'ice40' || s.writes > 2) return `it has ${s.writes} write ports, a block of ${familyNames[family]} has ${family === 'ice40' ? 'one' : 'two'}`
  if (!s.paired) return 'it has 2 write ports, and its reads have other addresses: a block has two ports in all'
  return `it has 2 write ports, and collision '${s.collision}' needs more than a block with two ports does`
}
