// Owns: an expression tree written in the language: every node has exactly the type that it states.
import * as dsl from '../../../rtl-gen/index.ts'
import type { Module } from '../../../rtl-gen/index.ts'
import { numberOf, typeOf, wrap, type Case, type Numbers, type Type } from './load.ts'
import { argsOf, treeType, type Tree } from './trees.ts'

// Widths are numbers here, so the compiler has nothing to say: what it would refuse is refused when the design is built.
export const { bit, cat, input, lit, module, mux, output, replicate, sint, uint, vec } = dsl as any

export const shapeOf = (t: Type): any => t.signed ? sint(t.width) : uint(t.width)

/** The same number in another type, wrapped: the width first, by the sign that it has. */
function convert(x: any, from: Type, to: Type): any {
  const wide = to.width > from.width ? x.extend(to.width) : to.width < from.width ? x.truncate(to.width) : x
  return from.signed === to.signed ? wide : to.signed ? wide.asSint() : wide.asUint()
}

/** A type that holds the numbers of both. */
function common(a: Type, b: Type): Type {
  const signed = a.signed || b.signed, bits = (t: Type): number => t.width + (signed && !t.signed ? 1 : 0)
  return { signed, width: Math.max(bits(a), bits(b)) }
}

const isLiteral = (t: Tree): boolean => typeof t !== 'string' && t[0] === 'lit'
const same = (a: Type, b: Type): boolean => a.signed === b.signed && a.width === b.width

/** The value of a tree, whose leaves are `signals`. */
export function translate(t: Tree, signals: Readonly<Record<string, any>>, ports: Readonly<Record<string, Type>>): any {
  if (typeof t === 'string') return signals[t]
  const [op] = t, type = typeOf(t[1]), args = argsOf(t)
  const value = (i: number): any => translate(args[i]!, signals, ports), typed = (i: number): Type => treeType(args[i]!, ports)
  const as = (i: number, to: Type): any => convert(value(i), typed(i), to), bits = (i: number): any => value(i).asUint()
  const bitwise = (): any => args.map((_, i) => as(i, type)).reduce((a, b) => a[op](b))
  const amount = (): any => isLiteral(args[1]!) ? Number(numberOf((args[1] as any)[2])) : bits(1)
  switch (op) {
    case 'lit': return lit(shapeOf(type), numberOf(args[0] as unknown as number | string))
    case 'conv': return as(0, type)
    case 'cast': return type.signed ? value(0).asSint() : value(0).asUint()
    case 'add': case 'sub':
      // One bit more than both: the language has a word for that.
      if (same(typed(0), typed(1)) && same(type, { ...typed(0), width: typed(0).width + 1 })) return value(0)[`${op}Wide`](value(1))
      return as(0, type)[op](as(1, type))
    case 'mul': return as(0, type).mul(as(1, type))
    case 'neg': {
      const negative = as(0, { ...type, signed: true }).negate()
      return type.signed ? negative : negative.asUint()
    }
    case 'div': case 'rem': {
      // The least number divided by -1 needs one bit more; a zero divisor gives all ones of the type at hand.
      const both = common(typed(0), typed(1)), wide = both.signed && op === 'div' ? { ...both, width: both.width + 1 } : both
      return convert(as(0, wide)[op](as(1, wide)), wide, type)
    }
    case 'shl': return as(0, type).shiftLeft(amount())
    case 'shr': return convert(value(0).shiftRight(amount()), typed(0), type)
    case 'and': case 'or': case 'xor': return bitwise()
    case 'not': return as(0, type).not()
    case 'eq': case 'ne': case 'lt': case 'le': case 'gt': case 'ge': {
      const both = common(typed(0), typed(1))
      return as(0, both)[op](as(1, both))
    }
    case 'andr': return value(0).andReduce()
    case 'orr': return value(0).orReduce()
    case 'xorr': return value(0).xorReduce()
    case 'mux': return mux(value(0), as(1, type), as(2, type))
    case 'cat': return cat(...args.map((_, i) => value(i)))
    case 'bits': return value(0).bits(args[2] as unknown as number, (args[1] as unknown as number) - (args[2] as unknown as number) + 1)
    case 'rep': return replicate(args[0] as unknown as number, value(1).asUint())
    case 'index': {
      const elements = args.slice(1)
      if (elements.every(isLiteral)) return lit(vec(elements.length, shapeOf(type)), elements.map(e => wrap(numberOf((e as any)[2]), type))).at(value(0))
      const zero = lit(shapeOf(type), 0)
      return elements.reduceRight<any>((rest, _, i) => BigInt(i) >> BigInt(typed(0).width) ? rest : mux(value(0).eq(i), as(i + 1, type), rest), zero)
    }
    default: throw new Error(`no operator ${op}`)
  }
}

/** A module with the ports of a case, whose outputs are the trees. */
export const treeModule = (name: string, c: Pick<Case, 'ports' | 'outs'>, expr: Readonly<Record<string, Tree>>): Module<any> => module(name, {
  ...Object.fromEntries(Object.entries(c.ports).map(([k, t]) => [k, input(shapeOf(t))])),
  ...Object.fromEntries(Object.entries(c.outs).map(([k, t]) => [k, output(shapeOf(t))])),
}, (x: any, { assign }: any) => [assign(Object.fromEntries(Object.keys(c.outs).map(k => [k, translate(expr[k]!, x, c.ports)])))])

/** The same without inputs: an output for each row, whose leaves are the numbers of that row, so that all of it can be folded. */
export const constantModule = (name: string, c: Pick<Case, 'ports' | 'outs'>, expr: Readonly<Record<string, Tree>>, rows: readonly Numbers[]): Module<any> => module(name, Object.fromEntries(
  rows.flatMap((_, i) => Object.entries(c.outs).map(([k, t]) => [`${k}Row${i}`, output(shapeOf(t))])),
), (_: any, { assign }: any) => [assign(Object.fromEntries(rows.flatMap((row, i) => {
  const leaves = Object.fromEntries(Object.entries(c.ports).map(([k, t]) => [k, lit(shapeOf(t), row[k]!)]))
  return Object.keys(c.outs).map(k => [`${k}Row${i}`, translate(expr[k]!, leaves, c.ports)])
})))])
