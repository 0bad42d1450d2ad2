// Owns: the header of a link frame as signals, laid out by the frame table.
import { cat, type Uint } from '../../rtl-gen/dsl/index.ts'
import { headerLayout, type HeaderField } from '../link/frames.ts'

export type HeaderSignals = Readonly<Record<HeaderField, Uint<any>>>

/** One header beat, the fields in their places. */
export function headerBeat(h: HeaderSignals, beat: 0 | 1): Uint<64> {
  const inBeat = (Object.keys(headerLayout) as HeaderField[]).filter((f) => headerLayout[f].beat === beat).sort((a, b) => headerLayout[b].low - headerLayout[a].low)
  return cat(...inBeat.map((f) => h[f])).truncate(64)
}

/** The fields that stand in one header beat. */
export function fieldsOf(data: Uint<64>, beat: 0 | 1): Partial<Record<HeaderField, Uint<any>>> {
  const inBeat = (Object.keys(headerLayout) as HeaderField[]).filter((f) => headerLayout[f].beat === beat)
  return Object.fromEntries(inBeat.map((f) => [f, data.bits(headerLayout[f].low, headerLayout[f].width)]))
}
