// Owns: the history of a run as the page shows it: records, who wrote which part, and for every byte whether it is text or only a number.
import type { Parameters } from '../../coprocessor/parameters.ts'
import { splitRecords, type Speaker } from '../bridge/history/records.ts'
import { utf8Parts } from '../bridge/history/utf8.ts'
import { isSeen } from '../bridge/history/printer.ts'
import type { RunAbout } from './run-file.ts'

/** Text whose characters are the bytes' UTF-8, or bytes one by one: those that are no text, and characters that nobody would see. */
export type Cell = string | readonly number[]
/** Bytes from `start` on that one author wrote in one turn; turn 0 is the first. */
export interface HistoryPiece { readonly start: number; readonly by: 'priestess' | 'oracle'; readonly turn: number; readonly cells: readonly Cell[] }
/** `speaker`: what the mark says, which need not be true; `none` without a mark. `yields`: the yield symbol ends it. The pieces have every byte, marks too. */
export interface HistoryRecord { readonly speaker: Speaker; readonly start: number; readonly end: number; readonly yields: boolean; readonly pieces: readonly HistoryPiece[] }

export interface ShownHistory { readonly length: number; readonly records: readonly HistoryRecord[]; readonly omitted: readonly { readonly start: number; readonly end: number }[] }

/** Bytes of a history on a page: half of them from its start, half from its end. */
export const mostBytes = 256 * 1024

function cellsOf(bytes: Uint8Array): Cell[] {
  const cells: (string | number[])[] = []
  for (const { start, end, char } of utf8Parts(bytes)) {
    const last = cells.at(-1)
    if (char !== null && isSeen(char)) {
      if (typeof last === 'string') cells[cells.length - 1] = last + char
      else cells.push(char)
    } else if (Array.isArray(last)) last.push(...bytes.subarray(start, end))
    else cells.push([...bytes.subarray(start, end)])
  }
  return cells
}

/** The parts of [start, end) that different hands wrote. */
const piecesOf = (history: Uint8Array, start: number, end: number, stretches: RunAbout['stretches']): HistoryPiece[] =>
  stretches.filter((s) => s.from < end && s.to > start).map((s) => {
    const from = Math.max(s.from, start)
    return { start: from, by: s.by, turn: s.turn, cells: cellsOf(history.subarray(from, Math.min(s.to, end))) }
  })

/** Of a long history the middle is left out. */
export function shownHistory(history: Uint8Array, stretches: RunAbout['stretches'], p: Parameters, most = mostBytes): ShownHistory {
  const [system, priestess, oracle] = p.recordMarks as [number, number, number]
  const half = Math.floor(most / 2)
  const omitted = history.length > most ? [{ start: half, end: history.length - half }] : []
  const records = splitRecords(history, { yieldSymbol: p.yieldSymbol, marks: [system, priestess, oracle] }).flatMap(({ speaker, start, end, ended }) => {
    const kept = omitted.length === 0 ? [{ start, end }] : [{ start, end: Math.min(end, half) }, { start: Math.max(start, history.length - half), end }]
    return kept.filter((k) => k.start < k.end).map((k): HistoryRecord => ({ speaker, ...k, yields: ended && k.end === end, pieces: piecesOf(history, k.start, k.end, stretches) }))
  })
  return { length: history.length, records, omitted }
}
