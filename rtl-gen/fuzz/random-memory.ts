// Owns: random memories: odd depths, several ports, byte lanes, every rule for collisions, first words.
import { widthOf, type Expr, type Memory, type ReadPort, type Type, type WritePort } from '../ir/index.ts'
import { bit, lit, memory, readPort, uint, writePort } from './nodes.ts'
import { oneOf, randomBits, times, type Pick } from './pick.ts'
import type { RandomExpr } from './random-expr.ts'

const depths = [1, 2, 3, 4, 5, 7, 8, 12, 16]
const collisions = ['old', 'new', 'undefined'] as const

/** Its reads can be offered afterwards: their data is `name_r0` and so on. Words are ground, or like an aggregate that `expr` can read. */
export function randomMemory(pick: Pick, expr: RandomExpr, name: string, domains: readonly string[]): Memory {
  const depth = oneOf(pick, depths)
  const type: Type = pick(4) === 3 && expr.arrays.length > 0 ? oneOf(pick, expr.arrays).type : expr.types.ground()
  const rom = pick(5) === 4, collision = oneOf(pick, collisions), writeDomain = oneOf(pick, domains)
  // One clock writes: of two that rise together nobody says which comes first. Between clocks only the old word has a meaning.
  const readDomain = (): string => collision === 'old' ? oneOf(pick, domains) : writeDomain
  const addressBits = depth.toString(2).length, addresses: Expr[] = []
  const address = (): Expr => {
    // Few addresses, so that they meet.
    const a = addresses.length > 0 && pick(2) ? oneOf(pick, addresses) : expr.of(uint(addressBits + pick(2)), 1)
    addresses.push(a)
    return a
  }
  const enable = (): Expr => pick(3) ? expr.of(bit, 1) : lit(bit, 1)
  const data = (): Expr | undefined => type.kind === 'bundle' || type.kind === 'vec' ? expr.whole(type) : expr.of(type, 1)
  const laneCounts = [1, 2, 3, 4, 8].filter(n => widthOf(type) % n === 0)
  const writes = rom ? [] : times(1 + pick(2), (): WritePort | undefined => {
    const value = data()
    return value && writePort(address(), enable(), value, pick(2) ? expr.of(uint(oneOf(pick, laneCounts)), 1) : undefined, writeDomain)
  }).filter(w => w !== undefined)
  const reads = times(1 + pick(3), (i): ReadPort => {
    const mode = pick(3) ? 'sync' : 'async', at = address(), when = enable()
    return readPort(`${name}_r${i}`, mode, at, mode === 'sync' ? when : lit(bit, 1), readDomain())
  })
  const first = rom || pick(2) ? times(1 + pick(depth), () => randomBits(pick, widthOf(type))) : []
  return memory({ name, depth, type, reads, writes, collision: rom ? 'old' : collision, init: first.slice(0, depth) })
}
