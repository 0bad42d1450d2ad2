// Owns: the order of declarations with values: each after those that it reads, otherwise as declared.
import { refsIn, signalKey } from '../../ir/index.ts'
import type { Expr } from '../../ir/index.ts'

/** Something with a name and a value. */
export interface Valued { readonly name: string; readonly reads: readonly Expr[] }

/** The same items so that none reads a later one. Items that read each other in a circle keep the order of declaration. */
export function inOrder<T extends Valued>(items: readonly T[]): T[] {
  const byName = new Map(items.map(i => [i.name, i]))
  const state = new Map<T, 'open' | 'done'>()
  const order: T[] = []
  for (const root of items) {
    const stack: { item: T; next: Iterator<T> }[] = []
    const enter = (item: T): void => {
      if (state.has(item)) return
      state.set(item, 'open')
      const needs = refsIn(item.reads).filter(r => r.instance === undefined).map(r => byName.get(signalKey(r))).filter(n => n !== undefined)
      stack.push({ item, next: needs[Symbol.iterator]() })
    }
    enter(root)
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const step = top.next.next()
      if (!step.done) enter(step.value)
      else {
        stack.pop()
        state.set(top.item, 'done')
        order.push(top.item)
      }
    }
  }
  return order
}
