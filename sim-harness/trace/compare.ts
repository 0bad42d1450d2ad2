// Owns: whether two port traces say the same: every output, cycle by cycle, payloads only while their stream is valid.
import { getField, payloadsOf, type PortLayout } from '../engines/layout.ts'
import type { TraceRow } from './row-file.ts'

/** The first cycle and port in which two traces differ; values in hex, `x` where unknown. */
export interface TraceDifference { readonly cycle: number; readonly port: string; readonly left: string; readonly right: string }

/** @returns undefined if they agree; a missing end is a difference in port `(end)`. */
export function compareTraces(layout: PortLayout, left: readonly TraceRow[], right: readonly TraceRow[]): TraceDifference | undefined {
  const payloads = payloadsOf(layout)
  const fields = layout.outputs.map((field) => ({ field, gate: payloads.get(field) }))
  let cycle = 0, i = 0, j = 0, leftUsed = 0, rightUsed = 0
  while (i < left.length && j < right.length) {
    const a = left[i]!, b = right[j]!
    for (const { field, gate } of fields) {
      if (gate && a.frame[gate.word] === 0 && b.frame[gate.word] === 0 && known(a, gate.word, 1) && known(b, gate.word, 1)) continue
      let same = known(a, field.word, field.words) && known(b, field.word, field.words)
      for (let k = 0; same && k < field.words; k++) same = a.frame[field.word + k] === b.frame[field.word + k]
      if (!same) return { cycle, port: field.name, left: show(a, field), right: show(b, field) }
    }
    const step = Math.min(a.cycles - leftUsed, b.cycles - rightUsed)
    cycle += step
    leftUsed += step
    rightUsed += step
    if (leftUsed === a.cycles) { i++; leftUsed = 0 }
    if (rightUsed === b.cycles) { j++; rightUsed = 0 }
  }
  if (i === left.length && j === right.length) return undefined
  return { cycle, port: '(end)', left: i === left.length ? 'ended' : 'goes on', right: j === right.length ? 'ended' : 'goes on' }
}

/** `cycle 812, mem_req_valid: 1 and 0` */
export const describeDifference = (d: TraceDifference): string => `cycle ${d.cycle}, ${d.port}: ${d.left} and ${d.right}`

const known = (row: TraceRow, word: number, words: number): boolean => {
  for (let k = 0; row.unknown && k < words; k++) if (row.unknown[word + k] !== 0) return false
  return true
}

const show = (row: TraceRow, field: PortLayout['outputs'][number]): string =>
  known(row, field.word, field.words) ? getField(row.frame, field).toString(16) : 'x'
