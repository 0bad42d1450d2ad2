// Owns: a cost card as a table that a person reads.
import { formatPlace } from '../diagnostics/index.ts'
import type { CostCard, ModuleCost } from './index.ts'
import { families } from './memory-parts.ts'
import type { Mapping } from './memory-parts.ts'
import type { OperatorCost } from './operators.ts'

/** Columns as wide as their widest cell; numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const wide = (rows[0] ?? []).map((_, i) => Math.max(...rows.map(r => r[i]!.length)))
  const isNumber = wide.map((_, i) => rows.slice(1).every(r => /^[\d-]*$/.test(r[i]!)))
  return rows.map(r => r.map((cell, i) => (isNumber[i] === true ? cell.padStart(wide[i]!) : cell.padEnd(wide[i]!))).join('  ').trimEnd())
}

const operator = (m: { readonly operators: readonly OperatorCost[] }, kind: OperatorCost['kind']): string => {
  const found = m.operators.find(o => o.kind === kind)
  return found === undefined ? '-' : `${found.count} (${found.width})`
}

const partText = (m: Mapping): string => (m.kind === 'block' || m.kind === 'distributed' ? `${m.count} ${m.part}` : m.kind === 'logic' ? 'logic' : `${m.flipFlops} flip-flops`)

/** Memories of a module and families with one reason together: `fifo: words, marks on ice40, ecp5: why`. */
function reasons(m: ModuleCost): string[] {
  const by = new Map<string, Map<string, string[]>>()
  for (const memory of m.memories) {
    for (const why of new Set(families.map(f => memory.mapping[f].why).filter(w => w !== ''))) {
      const on = families.filter(f => memory.mapping[f].why === why).join(', ')
      const names = by.get(why) ?? new Map<string, string[]>()
      by.set(why, names.set(on, [...names.get(on) ?? [], memory.name]))
    }
  }
  return [...by].flatMap(([why, names]) => [...names].map(([on, memories]) => `  ${m.name}: ${memories.join(', ')} on ${on}: ${why}`))
}

/**
 * The card as text, without a final newline: a row for each module and their sum; the memories and where they map, with reasons; the
 * widest operators; the longest chain with the levels up to each name. Operators are `count (widest)`.
 */
export function formatCostCard(card: CostCard): string {
  const head = ['module', 'times', 'flip-flops', 'memory bits', 'adders', 'multipliers', 'dividers', 'comparators', 'equalities', 'shifters', 'selects', 'muxes', 'levels']
  const kinds = ['adder', 'multiplier', 'divider', 'comparator', 'equality', 'shifter', 'select'] as const
  const cells = (name: string, times: number, m: Pick<ModuleCost, 'flipFlops' | 'memoryBits' | 'operators' | 'muxes' | 'chain'>): string[] =>
    [name, `${times}`, `${m.flipFlops}`, `${m.memoryBits}`, ...kinds.map(k => operator(m, k)), `${m.muxes.count}`, `${m.chain.levels}`]
  const lines = table([head, ...card.modules.map(m => cells(m.name, m.times, m)), cells('all together', card.total.modules, card.total)])
  const memories = card.modules.flatMap(m => m.memories.map(x => [`${m.name}.${x.name}`, `${x.depth} x ${x.width}`, `${x.bits}`, ...families.map(f => partText(x.mapping[f]))]))
  if (memories.length > 0) lines.push('', ...table([['memory', 'words', 'bits', ...families], ...memories]))
  const why = card.modules.flatMap(reasons)
  if (why.length > 0) lines.push('', 'memories outside of blocks, or dearer than they need be:', ...why)
  if (card.total.operators.length > 0) lines.push('', 'widest operators:', ...card.total.operators.map(o => `  ${o.kind}, ${o.width} bits: ${formatPlace(o.at)}`))
  const { levels, path } = card.total.chain
  if (path.length > 0) lines.push('', `longest chain, ${levels} levels (an estimate: a level is about one look-up table of four inputs):`, ...path.map(h => `  ${String(h.levels).padStart(3)}  ${h.name}`))
  return lines.join('\n')
}
