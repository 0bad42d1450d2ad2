// Owns: a text that two modules share exactly if they are the same hardware, wherever they were written.
import type { BlackBox, Module } from '../ir/module.ts'

/** Places do not count, nor what checks are called in the source. Every object is written once and then named by its number, so shared expressions stay small. */
export function digest(module: Module | BlackBox): string {
  const numbers = new Map<object, number>(), byText = new Map<string, number>(), lines: string[] = []
  const text = (v: unknown): string => {
    if (typeof v === 'bigint') return `${v}n`
    if (typeof v !== 'object' || v === null) return JSON.stringify(v) ?? 'undefined'
    let n = numbers.get(v)
    if (n === undefined) {
      const inside = Array.isArray(v)
        ? `[${v.map(text).join()}]`
        : `{${Object.entries(v).filter(([k]) => k !== 'at' && k !== 'written').map(([k, x]) => `${k}:${text(x)}`).join()}}`
      n = byText.get(inside)
      if (n === undefined) {
        byText.set(inside, n = lines.length)
        lines.push(inside)
      }
      numbers.set(v, n)
    }
    return `#${n}`
  }
  return `${text(module)}\n${lines.join('\n')}`
}
