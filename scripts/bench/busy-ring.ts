// Owns: the ring: a design of any size in which every register changes in every cycle, so that no simulator can skip work.
import type { ArithmeticOp, Design, Expr, Register, SetStatement, UintType } from '../../rtl-gen/ir/index.ts'
import { moduleExprs, nowhere as at, postOrder } from '../../rtl-gen/ir/index.ts'
import { compare, literal, mux, ref, resize, slice, uint } from '../../rtl-gen/passes/build.ts'

/** The widths of the registers, in turn. */
const widths = [32, 24, 64, 13, 32, 48, 16, 32]

/**
 * `stages` registers, each with arithmetic over itself, the one before it and one further on: sums, differences, products, comparisons, choices and
 * turns, about 6 nodes a stage. One clock, one synchronous reset; `seed` is mixed into the first stage, `sum` is made of every hundredth.
 */
export function busyRing(stages: number): Design {
  const typeOf = (i: number): UintType => uint(widths[i % stages % widths.length]!)
  const stage = (i: number): Expr => ref(`stage_${i % stages}`, typeOf(i), at)
  const two = (op: ArithmeticOp, left: Expr, right: Expr): Expr => ({ kind: 'binary', op, left, right, type: left.type as UintType, at })
  const next = (i: number): Expr => {
    const type = typeOf(i), own = stage(i), before = resize(stage(i + stages - 1), type.width, at), far = resize(stage(i + 7), type.width, at)
    switch (i % 5) {
      case 0: return two('add', before, two('xor', own, far))
      case 1: return mux(compare('lt', before, far, at), two('sub', own, before), two('add', two('xor', own, far), literal(type, BigInt(i % 4096), at)), at)
      case 2: return two('add', turn(own, 5), two('and', before, far))
      case 3: return two('add', two('mul', own, two('or', before, literal(type, 1n, at))), far)
      default: return mux(slice(before, 3, 1, at), two('sub', far, own), two('xor', turn(before, 3), own), at)
    }
  }
  const registers = Array.from({ length: stages }, (_, i): Register =>
    ({ kind: 'register', name: `stage_${i}`, type: typeOf(i), domain: 'clk', reset: BigInt.asUintN(typeOf(i).width, BigInt(i + 1) * 0x9e3779b97f4a7c15n), at }))
  const set = (name: string, value: Expr): SetStatement => ({ kind: 'set', target: { name, path: [], type: value.type, at }, value, at })
  const seed = ref('seed', uint(widths[0]!), at)
  const taps = Array.from({ length: Math.ceil(stages / 100) }, (_, i) => resize(stage(100 * i), 64, at))
  return {
    kind: 'design', top: 'busy_ring', modules: [{
      kind: 'module', name: 'busy_ring', at, doc: [`a ring of ${stages} registers and arithmetic`],
      domains: [{ name: 'clk', clock: 'clock', edge: 'rising', reset: { name: 'reset', kind: 'sync' }, at }],
      ports: [
        { kind: 'port', name: 'seed', direction: 'input', type: uint(widths[0]!), domain: 'clk', at },
        { kind: 'port', name: 'sum', direction: 'output', type: uint(64), domain: 'clk', at },
      ],
      locals: [], wires: [], registers, memories: [], instances: [],
      body: [
        set('sum', taps.reduce((a, b) => two('xor', a, b))),
        ...registers.map((r, i) => set(r.name, i === 0 ? two('xor', next(0), seed) : next(i))),
      ],
    }],
  }
}

/** The value with its bits moved up by `by`, those that fall out coming in below. */
function turn(e: Expr, by: number): Expr {
  const width = (e.type as UintType).width
  return { kind: 'cat', parts: [slice(e, 0, width - by, at), slice(e, width - by, by, at)], type: uint(width), at }
}

/** Expressions of a design that compute something; shared ones count once. */
export const operationsOf = (design: Design): number =>
  design.modules.reduce((n, m) => m.kind === 'module' ? n + postOrder(moduleExprs(m)).filter((e) => e.kind !== 'literal' && e.kind !== 'ref').length : n, 0)
