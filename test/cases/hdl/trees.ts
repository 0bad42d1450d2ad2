// Owns: what an expression tree of a case means: exact integers, wrapped to the type of each node.
import { numberOf, typeOf, wrap, type Numbers, type Type } from './load.ts'

/** The name of a port, or `[operator, type, ...arguments]`. */
export type Tree = string | Node
export interface Node extends ReadonlyArray<Tree | number> { readonly 0: string; readonly 1: string }

export const argsOf = (t: Node): readonly Tree[] => t.slice(2) as Tree[]
export const treeType = (t: Tree, ports: Readonly<Record<string, Type>>): Type => typeof t === 'string' ? ports[t]! : typeOf(t[1])

const flag = (b: boolean): bigint => b ? 1n : 0n
const floorShift = (x: bigint, n: bigint): bigint => n > 100000n ? x < 0n ? -1n : 0n : x >> n
const compare: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = { eq: (a, b) => a === b, ne: (a, b) => a !== b, lt: (a, b) => a < b, le: (a, b) => a <= b, gt: (a, b) => a > b, ge: (a,
  b) => a >= b }

/** The value of a tree: a number of its type. `div` and `rem` as the language has them for a divisor of zero. */
export function evaluate(t: Tree, values: Numbers, ports: Readonly<Record<string, Type>>): bigint {
  if (typeof t === 'string') return values[t]!
  const [op] = t, type = typeOf(t[1]), args = argsOf(t)
  const number = (i: number): bigint => evaluate(args[i]!, values, ports), typed = (i: number): Type => treeType(args[i]!, ports), bits = (i: number): bigint => BigInt.asUintN(typed(i).width,
    number(i))
  const all = (f: (a: bigint, b: bigint) => bigint): bigint => args.map((_, i) => wrap(number(i), type)).reduce(f)
  const exact = (): bigint => {
    if (op in compare) return flag(compare[op]!(number(0), number(1)))
    switch (op) {
      case 'lit': return numberOf(args[0] as unknown as number | string)
      case 'conv': case 'cast': return number(0)
      case 'add': return number(0) + number(1)
      case 'sub': return number(0) - number(1)
      case 'mul': return number(0) * number(1)
      case 'neg': return -number(0)
      case 'div': return number(1) !== 0n ? number(0) / number(1) : typed(0).signed || typed(1).signed ? -1n : (1n << BigInt(Math.max(typed(0).width, typed(1).width))) - 1n
      case 'rem': return number(1) === 0n ? number(0) : number(0) % number(1)
      case 'shl': return number(1) > BigInt(type.width) ? 0n : number(0) << number(1)
      case 'shr': return floorShift(number(0), number(1))
      case 'and': return all((a, b) => a & b)
      case 'or': return all((a, b) => a | b)
      case 'xor': return all((a, b) => a ^ b)
      case 'not': return ~number(0)
      case 'andr': return flag(bits(0) === (1n << BigInt(typed(0).width)) - 1n)
      case 'orr': return flag(bits(0) !== 0n)
      case 'xorr': return BigInt([...bits(0).toString(2)].filter(c => c === '1').length & 1)
      case 'mux': return number(0) === 0n ? number(2) : number(1)
      case 'cat': return args.reduce((n, _, i) => n << BigInt(typed(i).width) | bits(i), 0n)
      case 'bits': return bits(0) >> BigInt(args[2] as unknown as number)
      case 'rep': {
        const x = BigInt.asUintN(treeType(args[1]!, ports).width, evaluate(args[1]!, values, ports))
        return Array.from({ length: args[0] as unknown as number }).reduce<bigint>(n => n << BigInt(treeType(args[1]!, ports).width) | x, 0n)
      }
      case 'index': return number(0) < BigInt(args.length - 1) ? number(Number(number(0)) + 1) : 0n
      default: throw new Error(`no operator ${op}`)
    }
  }
  return wrap(exact(), type)
}
