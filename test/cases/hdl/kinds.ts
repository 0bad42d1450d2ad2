// Owns: random trees of each kind of case: the operators that the kind is about, over ports of all widths.
import fc from 'fast-check'
import type { Type } from './load.ts'
import { treeType, type Tree } from './trees.ts'

export const ports: Readonly<Record<string, Type>> = {
  a: { signed: false, width: 4 }, b: { signed: true, width: 6 }, c: { signed: false, width: 1 }, d: { signed: true, width: 1 }, e: { signed: false, width: 33 }, f: { signed: true, width: 64 },
    g: { signed: true, width: 70 }, h: { signed: false, width: 9 },
}
const name = (t: Type): string => `${t.signed ? 's' : 'u'}${t.width}`
const type = fc.record({ signed: fc.boolean(), width: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constantFrom(31, 32, 33, 63, 64, 65, 80)) })
const unsignedType = type.map(t => ({ ...t, signed: false }))
const port = fc.constantFrom(...Object.keys(ports)) as fc.Arbitrary<Tree>
const literal = type.chain(t => fc.bigInt(t.signed ? -(1n << BigInt(t.width - 1)) : 0n, (1n << BigInt(t.signed ? t.width - 1 : t.width)) - 1n).map((v): Tree => ['lit', name(t), String(v) as never]))

type Grow = (inside: fc.Arbitrary<Tree>) => fc.Arbitrary<Tree>
const binary = (op: string): Grow => inside => fc.tuple(type, inside, inside).map(([t, x, y]): Tree => [op, name(t), x, y])
const unary = (op: string): Grow => inside => fc.tuple(type, inside).map(([t, x]): Tree => [op, name(t), x])
const compare = (op: string): Grow => inside => fc.tuple(inside, inside).map(([x, y]): Tree => [op, 'u1', x, y])
const reduce = (op: string): Grow => inside => inside.map((x): Tree => [op, 'u1', x])
const bitOf = (inside: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> => fc.oneof(fc.constant<Tree>('c'), reduce('orr')(inside))
const mux: Grow = inside => fc.tuple(type, bitOf(inside), inside, inside).map(([t, s, x, y]): Tree => ['mux', name(t), s, x, y])
const cast: Grow = inside => fc.tuple(fc.boolean(), inside).map(([signed, x]): Tree => ['cast', name({ ...treeType(x, ports), signed }), x])
const amount = fc.oneof(fc.constantFrom<Tree>('a', 'h', 'e'), fc.integer({ min: 0, max: 90 }).map((n): Tree => ['lit', 'u7', n]))
const shift = (op: string): Grow => inside => fc.tuple(type, inside, amount).map(([t, x, n]): Tree => [op, name(t), x, n])
const bits: Grow = inside => fc.tuple(inside, fc.nat(), fc.nat()).map(([x, i, j]): Tree => {
  const { width } = treeType(x, ports), p = i % width, q = j % width
  return ['bits', `u${Math.abs(p - q) + 1}`, x, Math.max(p, q), Math.min(p, q)]
})
const cat: Grow = inside => fc.array(inside, { minLength: 1, maxLength: 4 }).map((parts): Tree => ['cat', `u${parts.reduce((n, x) => n + treeType(x, ports).width, 0)}`, ...parts])
const rep: Grow = inside => fc.tuple(fc.integer({ min: 1, max: 3 }), inside).map(([n, x]): Tree => ['rep', `u${n * treeType(x, ports).width}`, n, x])
const index: Grow = inside => fc.tuple(unsignedType, fc.constantFrom<Tree>('a', 'c', 'h'), fc.array(inside, { minLength: 1, maxLength: 5 })).map(([t, i, all]): Tree => ['index', name(t), i, ...all])
const division = (op: string): Grow => inside => fc.tuple(type, inside, inside.filter(x => treeType(x, ports).width < 12)).map(([t, x, y]): Tree => [op, name(t), x, y])

const conv = unary('conv')
const all = (...grows: readonly Grow[]): Grow => inside => fc.oneof(...grows.map(g => ({ weight: g === conv || g === cast ? 1 : 4, arbitrary: g(inside) })))
/** The kinds of cases that are about values of expressions, each with its operators. */
export const kinds: Readonly<Record<string, Grow>> = {
  'width-context': all(binary('add'), binary('sub'), unary('not'), unary('neg'), cat, conv),
  'signed-mixed': all(mux, cast, conv, binary('add'), binary('mul'), compare('lt'), compare('ge'), binary('xor')),
  'reduction': all(reduce('andr'), reduce('orr'), reduce('xorr'), cast, conv),
  'literal': all(conv, cast, rep, cat, binary('or'), mux),
  'shift': all(shift('shl'), shift('shr'), cast, conv),
  'division': all(division('div'), division('rem'), conv),
  'part-select': all(bits, cat, binary('add'), cast),
  'dynamic-index': all(index, conv, binary('add')),
  'precedence': all(binary('and'), binary('or'), binary('sub'), binary('mul'), compare('eq'), compare('lt'), compare('ne'), compare('gt'), compare('le')),
}

/** Trees of a kind, a few operators deep. */
export const treesOf = (kind: string): fc.Arbitrary<Tree> => {
  const grow = kinds[kind]!, leaf = fc.oneof({ weight: 5, arbitrary: port }, { weight: 1, arbitrary: literal })
  const level = (below: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> => grow(fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 2, arbitrary: below })).filter(t => treeType(t, ports).width <= 400)
  return level(level(grow(leaf).filter(t => treeType(t, ports).width <= 200)))
}
