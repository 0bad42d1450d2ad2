// Owns: the graph of machine operations (32 and 64 bits) that a design becomes: shared, folded, in dependency order.

/** What a node does. Operands are `a`, `b`, `c`; `imm` is a constant or an address. */
export const op = {
  constant: 0, /** fixed address `imm`, `size` bytes */ load: 1, /** address a + imm, `size` bytes */ loadAt: 2,
  add: 3, sub: 4, mul: 5, and: 6, or: 7, xor: 8, shl: 9, shr: 10, shrSigned: 11,
  eq: 12, ne: 13, lt: 14, gt: 15, le: 16, ge: 17,
  /** a ? b : c */ select: 18, /** 64 bits to 32 */ narrow: 19, /** 32 bits to 64, by zeros */ widen: 20, popcount: 21,
  /** Unsigned; the divisor is never 0. */ div: 22, rem: 23,
} as const
export type Op = typeof op[keyof typeof op]
/** The number of a node in its graph. Operands have smaller numbers than their users. */
export type NodeId = number

const bitLength = (v: number | bigint): number => typeof v === 'bigint' ? (v === 0n ? 0 : v.toString(2).length) : 32 - Math.clz32(v)

/**
 * A node is `long` if it holds 64 bits, else 32. Values are unsigned patterns; `bound` says that the value is below 2^bound.
 * Comparisons are unsigned and give 0 or 1 in 32 bits. Equal nodes are one node, and constants are folded.
 */
export class Graph {
  readonly op: Op[] = []
  readonly a: NodeId[] = []
  readonly b: NodeId[] = []
  readonly c: NodeId[] = []
  readonly imm: (number | bigint)[] = []
  readonly size: number[] = []
  readonly bound: number[] = []
  readonly long: boolean[] = []
  private readonly hashes: number[] = []
  private table = new Int32Array(4096).fill(-1)

  get count(): number { return this.op.length }

  const32(value: number): NodeId { return this.node(op.constant, -1, -1, -1, value >>> 0, 0, bitLength(value >>> 0), false) }
  const64(value: bigint): NodeId {
    const v = BigInt.asUintN(64, value)
    return this.node(op.constant, -1, -1, -1, v, 0, bitLength(v), true)
  }
  /** The constant `value` in the size of `like`. */
  constLike(like: NodeId, value: number): NodeId { return this.long[like] ? this.const64(BigInt(value)) : this.const32(value) }

  load(address: number, size: number, bound: number): NodeId { return this.node(op.load, -1, -1, -1, address, size, bound, size === 8) }
  loadAt(offset: NodeId, base: number, size: number, bound: number): NodeId {
    const fixed = this.value(offset)
    if (fixed !== undefined) return this.load(Number(fixed) + base, size, bound)
    return this.node(op.loadAt, offset, -1, -1, base, size, bound, size === 8)
  }

  /** The constant that a node is, if it is one. */
  value(n: NodeId): number | bigint | undefined { return this.op[n] === op.constant ? this.imm[n] : undefined }
  isZero(n: NodeId): boolean { return this.bound[n] === 0 }

  binary(kind: Op, left: NodeId, right: NodeId): NodeId {
    let a = left, b = right
    const commutes = kind === op.add || kind === op.mul || kind === op.and || kind === op.or || kind === op.xor || kind === op.eq || kind === op.ne
    if (commutes && (this.value(a) !== undefined || (this.value(b) === undefined && a > b))) [a, b] = [b, a]
    const x = this.value(a), y = this.value(b), long = this.long[a]!
    if (x !== undefined && y !== undefined) return long ? this.fold64(kind, x as bigint, y as bigint) : this.fold32(kind, x as number, y as number)
    return this.simplify(kind, a, b, y === undefined ? undefined : BigInt(y)) ?? this.node(kind, a, b, -1, 0, 0, this.boundOf(kind, a, b), this.compares(kind) ? false : long)
  }

  select(condition: NodeId, then: NodeId, otherwise: NodeId): NodeId {
    const c = this.value(condition)
    if (c !== undefined) return c ? then : otherwise
    if (then === otherwise) return then
    if (this.op[condition] === op.eq && this.isZero(this.b[condition]!) && this.isBit(this.a[condition]!)) {
      return this.select(this.a[condition]!, otherwise, then)
    }
    if (!this.long[then] && this.bound[then]! <= 1 && this.bound[otherwise]! <= 1) {
      const t = this.value(then), o = this.value(otherwise)
      if (t === 1) return this.binary(op.or, condition, otherwise)
      if (o === 0) return this.binary(op.and, condition, then)
      if (t === 0) return this.binary(op.and, this.not1(condition), otherwise)
      if (o === 1) return this.binary(op.or, this.not1(condition), then)
    }
    return this.node(op.select, then, otherwise, condition, 0, 0, Math.max(this.bound[then]!, this.bound[otherwise]!), this.long[then]!)
  }

  /** The other value of a 0-or-1 node. */
  not1(n: NodeId): NodeId { return this.binary(op.eq, n, this.const32(0)) }

  narrow(n: NodeId): NodeId {
    const v = this.value(n)
    if (v !== undefined) return this.const32(Number(BigInt.asUintN(32, v as bigint)))
    if (this.op[n] === op.widen) return this.a[n]!
    return this.node(op.narrow, n, -1, -1, 0, 0, Math.min(32, this.bound[n]!), false)
  }
  widen(n: NodeId): NodeId {
    const v = this.value(n)
    return v !== undefined ? this.const64(BigInt(v)) : this.node(op.widen, n, -1, -1, 0, 0, this.bound[n]!, true)
  }
  /** Set bits of a node, as 32 bits. */
  popcount(n: NodeId): NodeId {
    const v = this.value(n)
    if (v !== undefined) return this.const32(v.toString(2).replaceAll('0', '').length)
    return this.long[n] ? this.narrow(this.node(op.popcount, n, -1, -1, 0, 0, 7, true)) : this.node(op.popcount, n, -1, -1, 0, 0, 6, false)
  }

  /** Notes that a node is below 2^bound for a reason that the graph does not see. */
  limitBound(n: NodeId, bound: number): NodeId {
    if (bound < this.bound[n]!) this.bound[n] = bound
    return n
  }

  /** Keeps the low `width` bits. */
  mask(n: NodeId, width: number): NodeId {
    if (this.bound[n]! <= width) return n
    return this.binary(op.and, n, this.long[n] ? this.const64((1n << BigInt(width)) - 1n) : this.const32(2 ** width - 1))
  }

  private isBit(n: NodeId): boolean { return this.bound[n]! <= 1 && !this.long[n] }

  private compares(kind: Op): boolean { return kind >= op.eq && kind <= op.ge }

  private node(kind: Op, a: NodeId, b: NodeId, c: NodeId, imm: number | bigint, size: number, bound: number, long: boolean): NodeId {
    // A table of open addresses over the nodes themselves: a map with keys of text took half of the time that a design needs to compile.
    const low = typeof imm === 'bigint' ? Number(imm & 0xffffffffn) : imm
    let h = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(a + 2, 0x85ebca6b) ^ Math.imul(b + 3, 0xc2b2ae35) ^ Math.imul(c + 5, 0x27d4eb2f) ^ Math.imul(low | 0, 0x165667b1)
    h ^= h >>> 15
    const mask = this.table.length - 1
    let slot = h & mask
    for (let n = this.table[slot]!; n >= 0; n = this.table[slot]!) {
      if (this.op[n] === kind && this.a[n] === a && this.b[n] === b && this.c[n] === c && this.imm[n] === imm && this.size[n] === size && this.long[n] === long) return n
      slot = slot + 1 & mask
    }
    const id = this.op.push(kind) - 1
    this.a.push(a)
    this.b.push(b)
    this.c.push(c)
    this.imm.push(imm)
    this.size.push(size)
    this.bound.push(bound)
    this.long.push(long)
    this.hashes.push(h)
    this.table[slot] = id
    if (this.hashes.length * 2 > this.table.length) this.growTable()
    return id
  }

  private growTable(): void {
    this.table = new Int32Array(this.table.length * 4).fill(-1)
    const mask = this.table.length - 1
    this.hashes.forEach((h, id) => {
      let slot = h & mask
      while (this.table[slot]! >= 0) slot = slot + 1 & mask
      this.table[slot] = id
    })
  }

  private boundOf(kind: Op, a: NodeId, b: NodeId): number {
    const full = this.long[a] ? 64 : 32, x = this.bound[a]!, y = this.bound[b]!, by = this.value(b)
    switch (kind) {
      case op.add: return Math.min(full, Math.max(x, y) + 1)
      case op.mul: return Math.min(full, x + y)
      case op.div: return x
      case op.rem: case op.and: return Math.min(x, y)
      case op.or: case op.xor: return Math.max(x, y)
      case op.shl: return by === undefined ? full : Math.min(full, x + Number(by))
      case op.shr: return by === undefined ? x : Math.max(0, x - Number(by))
      case op.eq: case op.ne: case op.lt: case op.gt: case op.le: case op.ge: return 1
      default: return full
    }
  }

  /** A simpler node that always has the same value, if one is seen. `y` is the constant on the right. */
  private simplify(kind: Op, a: NodeId, b: NodeId, y: bigint | undefined): NodeId | undefined {
    const zero = y === 0n, same = a === b
    switch (kind) {
      case op.add: case op.or: case op.xor: case op.shl: case op.shr: case op.shrSigned: case op.sub:
        if (zero) return a
        if (same && (kind === op.xor || kind === op.sub)) return this.constLike(a, 0)
        if (same && kind === op.or) return a
        if (kind === op.shr && y !== undefined && this.bound[a]! <= Number(y)) return this.constLike(a, 0)
        return undefined
      case op.mul: return zero ? b : y === 1n ? a : undefined
      case op.div: return y === 1n ? a : undefined
      case op.rem: return y === 1n ? this.constLike(a, 0) : undefined
      case op.and:
        if (zero || same) return b
        return y === (1n << BigInt(this.bound[a]!)) - 1n ? a : undefined
      case op.eq:
        if (same) return this.const32(1)
        if (y !== undefined && bitLength(y) > this.bound[a]!) return this.const32(0)
        if (y === 1n && this.isBit(a)) return a
        return zero && this.op[a] === op.eq && this.isZero(this.b[a]!) && this.isBit(this.a[a]!) ? this.a[a] : undefined
      case op.ne:
        if (same) return this.const32(0)
        if (y !== undefined && bitLength(y) > this.bound[a]!) return this.const32(1)
        if (zero && this.isBit(a)) return a
        return y === 1n && this.isBit(a) ? this.not1(a) : undefined
      case op.lt: case op.gt: return same || (zero && kind === op.lt) ? this.const32(0) : undefined
      case op.le: case op.ge: return same || (zero && kind === op.ge) ? this.const32(1) : undefined
      default: return undefined
    }
  }

  private fold32(kind: Op, x: number, y: number): NodeId {
    switch (kind) {
      case op.add: return this.const32(x + y)
      case op.sub: return this.const32(x - y)
      case op.mul: return this.const32(Math.imul(x, y))
      case op.div: return this.const32(Math.floor(x / y))
      case op.rem: return this.const32(x % y)
      case op.and: return this.const32(x & y)
      case op.or: return this.const32(x | y)
      case op.xor: return this.const32(x ^ y)
      case op.shl: return this.const32(x << y)
      case op.shr: return this.const32(x >>> y)
      case op.shrSigned: return this.const32((x | 0) >> y)
      default: return this.const32(compare(kind, x, y))
    }
  }

  private fold64(kind: Op, x: bigint, y: bigint): NodeId {
    switch (kind) {
      case op.add: return this.const64(x + y)
      case op.sub: return this.const64(x - y)
      case op.mul: return this.const64(x * y)
      case op.div: return this.const64(x / y)
      case op.rem: return this.const64(x % y)
      case op.and: return this.const64(x & y)
      case op.or: return this.const64(x | y)
      case op.xor: return this.const64(x ^ y)
      case op.shl: return this.const64(x << (y & 63n))
      case op.shr: return this.const64(x >> (y & 63n))
      case op.shrSigned: return this.const64(BigInt.asIntN(64, x) >> (y & 63n))
      default: return this.const32(compare(kind, x, y))
    }
  }
}

function compare(kind: Op, x: number | bigint, y: number | bigint): number {
  switch (kind) {
    case op.eq: return Number(x === y)
    case op.ne: return Number(x !== y)
    case op.lt: return Number(x < y)
    case op.gt: return Number(x > y)
    case op.le: return Number(x <= y)
    case op.ge: return Number(x >= y)
    default: throw new Error(`internal: operation ${kind} is no comparison`)
  }
}
