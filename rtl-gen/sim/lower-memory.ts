// Owns: from the memories of a module to reads, the next values of read registers, and writes.
import type { Memory, ReadPort, WritePort } from '../ir/index.ts'
import { bitwise, catBits, constantBits, muxBits, notBits, sliceBits, anyBit, type Bits } from './bits.ts'
import { op, type NodeId } from './graph.ts'
import type { ArrayWrite } from './lower-body.ts'
import { lowerBit, lowerExpr, lowerPart } from './lower-expr.ts'
import { packedParts, type ArrayStore, type Scope } from './netlist.ts'
import { readWord, risingNode, wordOffset, type Lowering } from './read.ts'

/** A write port as nodes. `enable` holds if some bit is written at an edge of its clock. */
interface LoweredWrite { readonly enable: NodeId; readonly inside: NodeId; readonly offset: NodeId; readonly value: Bits; readonly mask: Bits | undefined }

/** The word that an async read port gives. */
export function asyncWord(ctx: Lowering, scope: Scope, m: Memory, r: ReadPort): Bits {
  const store = scope.memories.get(m)!
  return readWord(ctx.g, store, wordOffset(ctx.g, store, [lowerExpr(ctx, scope, r.address)]).offset)
}

/** The parts of a word by the suffixes of its elements. */
export function unpack(ctx: Lowering, m: Memory, word: Bits): Map<string, Bits> {
  return new Map(packedParts(m.type).map(p => [p.suffix, sliceBits(ctx.g, word, p.low, p.width)]))
}

/** What the register of a sync read port takes at an edge of its clock, and whether it takes it. */
export function syncWord(ctx: Lowering, scope: Scope, m: Memory, r: ReadPort): { enable: NodeId; word: Bits } {
  const { g } = ctx, store = scope.memories.get(m)!
  const at = wordOffset(g, store, [lowerExpr(ctx, scope, r.address)])
  const old = readWord(g, store, at.offset)
  let word = old
  if (m.collision !== 'old') {
    for (const w of m.writes.map(x => lowerWrite(ctx, scope, store, x))) {
      const meets = [w.enable, w.inside, g.binary(op.eq, w.offset, at.offset)].reduce((a, b) => g.binary(op.and, a, b))
      const written = m.collision === 'new' ? merge(ctx, word, w) : notBits(g, old)
      word = muxBits(g, meets, written, word)
    }
  }
  return { enable: lowerBit(ctx, scope, r.enable), word }
}

export function memoryWrites(ctx: Lowering, scope: Scope, m: Memory): ArrayWrite[] {
  const array = scope.memories.get(m)!
  return m.writes.map(w => {
    const { enable, inside, offset, value, mask } = lowerWrite(ctx, scope, array, w)
    return { array, offset, value, mask, enable: ctx.g.binary(op.and, enable, inside) }
  })
}

function lowerWrite(ctx: Lowering, scope: Scope, array: ArrayStore, w: WritePort): LoweredWrite {
  const { g } = ctx, at = wordOffset(g, array, [lowerExpr(ctx, scope, w.address)])
  const value = catBits(g, packedParts(w.data.type).toReversed().map(p => lowerPart(ctx, scope, w.data, p.suffix, 0, p.width)))
  const lanes = w.lanes && lowerExpr(ctx, scope, w.lanes)
  let enable = g.binary(op.and, lowerBit(ctx, scope, w.enable), risingNode(ctx, scope.clocks.get(w.domain)!))
  if (lanes !== undefined) enable = g.binary(op.and, enable, anyBit(g, lanes))
  return { enable, ...at, value, mask: lanes && spread(ctx, lanes, array.width) }
}

/** Each bit of `lanes` as often as a lane is wide. */
function spread(ctx: Lowering, lanes: Bits, width: number): Bits {
  const { g } = ctx, lane = width / lanes.width
  const ones = constantBits(g, lane, -1n), zeros = constantBits(g, lane, 0n)
  return catBits(g, Array.from({ length: lanes.width }, (_, i) => muxBits(g, sliceBits(g, lanes, lanes.width - 1 - i, 1).parts[0]!, ones, zeros)))
}

function merge(ctx: Lowering, old: Bits, w: LoweredWrite): Bits {
  const { g } = ctx
  return w.mask === undefined ? w.value : bitwise(g, op.or, bitwise(g, op.and, old, notBits(g, w.mask)), bitwise(g, op.and, w.value, w.mask))
}
