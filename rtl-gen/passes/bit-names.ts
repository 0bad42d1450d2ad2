// Owns: bits of aggregate signals as users would write them.
import { leavesOf, widthOf } from '../ir/index.ts'
import type { Type } from '../ir/index.ts'
import { listText } from './finding.ts'

/** The bits of a mask by name: `y`, `y[7:4]`, `p.addr and p.data[0]`. */
export function bitNames(key: string, type: Type, mask: bigint): string {
  if (mask === (1n << BigInt(widthOf(type))) - 1n) return `\`${key}\``
  return listText(leavesOf(type).flatMap(leaf => {
    const name = key + leaf.path.map(s => (typeof s === 'number' ? `[${s}]` : `.${s}`)).join('')
    const bits = mask >> BigInt(leaf.low) & (1n << BigInt(leaf.type.width)) - 1n
    if (bits === (1n << BigInt(leaf.type.width)) - 1n) return [`\`${name}\``]
    return runsOf(bits).map(r => `\`${name}[${r.width === 1 ? r.low : `${r.low + r.width - 1}:${r.low}`}]\``)
  }))
}

/** The runs of ones of a mask, lowest first. */
export function runsOf(mask: bigint): { readonly low: number; readonly width: number }[] {
  const runs: { low: number; width: number }[] = []
  for (let low = 0; mask >> BigInt(low) !== 0n; low++) {
    if ((mask >> BigInt(low) & 1n) === 0n) continue
    let width = 1
    while ((mask >> BigInt(low + width) & 1n) === 1n) width++
    runs.push({ low, width })
    low += width
  }
  return runs
}
