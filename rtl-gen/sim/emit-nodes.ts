// Owns: the instructions of one graph node, and which nodes get a local.
import { op, type Graph, type NodeId, type Op } from './graph.ts'
import { wasm, type FunctionCode } from './wasm-encoder.ts'

const deepestInline = 100
/** A choice between values of which one takes this many operations or more becomes a branch. */
const branchWorth = 10

export const binaryCodes: Partial<Record<Op, readonly [short: number, long: number]>> = {
  [op.add]: [0x6a, 0x7c], [op.sub]: [0x6b, 0x7d], [op.mul]: [0x6c, 0x7e], [op.div]: [0x6e, 0x80], [op.rem]: [0x70, 0x82], [op.and]: [0x71, 0x83], [op.or]: [0x72, 0x84], [op.xor]: [0x73, 0x85],
  [op.shl]: [0x74, 0x86], [op.shr]: [0x76, 0x88], [op.shrSigned]: [0x75, 0x87], [op.eq]: [0x46, 0x51], [op.ne]: [0x47, 0x52],
  [op.lt]: [0x49, 0x54], [op.gt]: [0x4b, 0x56], [op.le]: [0x4d, 0x58], [op.ge]: [0x4f, 0x5a],
}
const popcountCodes = [0x69, 0x7b] as const
export const loadCodes: Record<number, number> = { 1: wasm.i32Load8U, 2: wasm.i32Load16U, 4: wasm.i32Load, 8: wasm.i64Load }
export const storeCodes: Record<number, number> = { 1: wasm.i32Store8, 2: wasm.i32Store16, 4: wasm.i32Store, 8: wasm.i64Store }

/** The nodes whose values a node takes. */
export function eachOperand(g: Graph, n: NodeId, visit: (m: NodeId) => void): void {
  const { a, b, c } = g
  if (a[n]! >= 0) visit(a[n]!)
  if (b[n]! >= 0) visit(b[n]!)
  if (c[n]! >= 0) visit(c[n]!)
}

/** Writes nodes into a function. What has no local is written again at each use. */
export class NodeWriter {
  readonly g: Graph
  f!: FunctionCode
  locals = new Map<NodeId, number>()
  /** Where a node that is computed elsewhere stands in memory; undefined for one that is computed here. */
  private readonly placeOf: (n: NodeId) => number | undefined
  private readonly depth: Uint16Array
  private readonly weight: Uint16Array

  constructor(g: Graph, placeOf: (n: NodeId) => number | undefined) {
    this.g = g
    this.placeOf = placeOf
    this.depth = new Uint16Array(g.count)
    this.weight = new Uint16Array(g.count)
  }

  start(f: FunctionCode): FunctionCode {
    this.locals = new Map()
    return this.f = f
  }

  isConstant(n: NodeId): boolean { return this.g.op[n] === op.constant }

  /** Takes note of a node after its operands; gives it a local if it is used more than once, or nests too deep. */
  visit(n: NodeId, uses: number): void {
    let depth = 0, weight = 1
    eachOperand(this.g, n, m => {
      if (this.locals.has(m) || this.isConstant(m) || this.placeOf(m) !== undefined) return
      depth = Math.max(depth, this.depth[m]! + 1)
      weight += this.weight[m]!
    })
    this.depth[n] = depth
    this.weight[n] = Math.min(weight, 65535)
    if (uses > 1 || depth >= deepestInline) this.keep(n)
  }

  /** Computes a node into a local. */
  keep(n: NodeId): number {
    const known = this.locals.get(n)
    if (known !== undefined) return known
    this.value(n)
    const local = this.f.local(this.g.long[n] ? 'i64' : 'i32')
    this.f.set(local)
    this.locals.set(n, local)
    return local
  }

  /** Leaves the value of a node on the stack. */
  value(n: NodeId): void {
    const { g, f } = this, local = this.locals.get(n), long = g.long[n]!
    if (local !== undefined) { f.get(local); return }
    const place = this.placeOf(n)
    if (place !== undefined) { f.const32(0).memory(long ? wasm.i64Load : wasm.i32Load, place); return }
    const kind = g.op[n]!, a = g.a[n]!, b = g.b[n]!
    switch (kind) {
      case op.constant:
        if (long) f.const64(g.imm[n] as bigint)
        else f.const32(g.imm[n] as number)
        return
      case op.load: f.const32(0).memory(loadCodes[g.size[n]!]!, g.imm[n] as number); return
      case op.loadAt: this.value(a); f.memory(loadCodes[g.size[n]!]!, g.imm[n] as number); return
      case op.select: this.choice(n, a, b, g.c[n]!); return
      case op.narrow: this.value(a); f.op(wasm.i32WrapI64); return
      case op.widen: this.value(a); f.op(wasm.i64ExtendI32U); return
      case op.popcount: this.value(a); f.op(popcountCodes[long ? 1 : 0]); return
      default: {
        const longOperands = g.long[a]!
        this.value(a)
        if (kind === op.eq && g.isZero(b)) { f.op(longOperands ? wasm.i64Eqz : wasm.i32Eqz); return }
        this.value(b)
        f.op(binaryCodes[kind]![longOperands ? 1 : 0])
      }
    }
  }

  private choice(n: NodeId, then: NodeId, otherwise: NodeId, condition: NodeId): void {
    const { f } = this
    if (Math.max(this.inlineWeight(then), this.inlineWeight(otherwise)) < branchWorth) {
      this.value(then)
      this.value(otherwise)
      this.value(condition)
      f.op(wasm.select)
      return
    }
    this.value(condition)
    f.begin(wasm.if, this.g.long[n] ? 'i64' : 'i32')
    this.value(then)
    f.op(wasm.else)
    this.value(otherwise)
    f.end()
  }

  private inlineWeight(n: NodeId): number { return this.locals.has(n) || this.isConstant(n) || this.placeOf(n) !== undefined ? 0 : this.weight[n]! }
}
