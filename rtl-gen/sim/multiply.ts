// Owns: the product of two multi-limb values.
import { op, type Graph, type NodeId } from './graph.ts'

/** The low limbs of x * y, as many as x has. Long nodes, lowest first. */
export function multiplyLimbs(g: Graph, x: readonly NodeId[], y: readonly NodeId[]): NodeId[] {
  const sum = x.map(() => g.const64(0n))
  x.forEach((a, i) => {
    let carry = g.const64(0n)
    for (let j = 0; i + j < x.length; j++) {
      // a * b + sum + carry fits in two limbs, so the carries never overflow.
      const b = y[j]!, low = g.binary(op.mul, a, b)
      const first = g.binary(op.add, low, sum[i + j]!), second = g.binary(op.add, first, carry)
      const carries = g.binary(op.add, g.widen(g.binary(op.lt, first, low)), g.widen(g.binary(op.lt, second, first)))
      sum[i + j] = second
      if (i + j + 1 < x.length) carry = g.binary(op.add, highProduct(g, a, b), carries)
    }
  })
  return sum
}

/** Bits [127:64] of the product of two limbs, from the products of their halves. */
function highProduct(g: Graph, a: NodeId, b: NodeId): NodeId {
  const shift = g.const64(32n), mask = g.const64(0xffffffffn)
  const high = (n: NodeId): NodeId => g.binary(op.shr, n, shift)
  const low = (n: NodeId): NodeId => g.binary(op.and, n, mask)
  const add = (...n: NodeId[]): NodeId => n.reduce((p, q) => g.binary(op.add, p, q))
  const mul = (p: NodeId, q: NodeId): NodeId => g.binary(op.mul, p, q)
  const cross1 = mul(low(a), high(b)), cross2 = mul(high(a), low(b))
  const middle = add(high(mul(low(a), low(b))), low(cross1), low(cross2))
  return add(mul(high(a), high(b)), high(cross1), high(cross2), high(middle))
}
