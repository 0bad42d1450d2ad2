// Owns: a memory under test as an array of words.
import type { Placed } from '../dsl/index.ts'
import { partsOfWord, toHost, wordOf } from '../host-values.ts'
import type { Simulator } from '../sim/index.ts'
import { refuse } from './refuse.ts'

/**
 * The words of a memory, read when asked for and set at once: `sim.memory.words[3]`, `sim.memory.words[3] = 5n`. An array in every other way, with
 * the length of the depth: spread it, slice it, compare it. Throws RTL6014 for a word past the end, RTL6007 for a value that does not fit.
 */
export function wordsOf(raw: Simulator, { declared: d, name }: Placed, key: string): unknown[] {
  const depth = d.depth!, { shape } = d, declared = { at: d.at, text: `\`${key}\` declared here` }
  const index = (k: string | symbol): number | undefined => (typeof k === 'string' && /^-?\d+(\.\d+)?$/.test(k) ? Number(k) : undefined)
  const inside = (i: number): number => (Number.isInteger(i) && i >= 0 && i < depth ? i : refuse('RTL6014', `\`${key}\` has ${depth} words, and none is number ${i}`, `use 0 to ${depth - 1}`, declared))
  const word = (i: number): unknown => toHost(shape, partsOfWord(shape, () => raw.peekMemory(name, i)))
  return new Proxy(new Array<unknown>(depth), {
    get: (target, k, self): unknown => {
      const i = index(k)
      return i === undefined ? Reflect.get(target, k, self) : word(inside(i))
    },
    set: (target, k, value) => {
      const i = index(k)
      if (i === undefined) return refuse('RTL6009', `\`${key}\` has a fixed number of words`, 'set single words', declared)
      raw.pokeMemory(name, inside(i), wordOf(shape, value, { key: `${key}[${i}]`, at: d.at }))
      return true
    },
    has: (target, k) => {
      const i = index(k)
      return i === undefined ? Reflect.has(target, k) : Number.isInteger(i) && i >= 0 && i < depth
    },
    ownKeys: () => [...Array.from({ length: depth }, (_, i) => String(i)), 'length'],
    getOwnPropertyDescriptor: (target, k) => {
      const i = index(k)
      if (i === undefined) return Reflect.getOwnPropertyDescriptor(target, k)
      return Number.isInteger(i) && i >= 0 && i < depth ? { value: word(i), writable: true, enumerable: true, configurable: true } : undefined
    },
    deleteProperty: () => refuse('RTL6009', `\`${key}\` has a fixed number of words`, 'set a word to 0', declared),
  })
}
