// Owns: everything about a run that can be seen in its file: the timeline, the traps, the frames, the waves around the traps, and what of it could not be had.
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import type { Parameters as UnitParameters } from '../../coprocessor/parameters.ts'
import { threads } from '../../coprocessor/microcode/vocabulary.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { DiagnosticError } from '../../rtl-gen/diagnostics/index.ts'
import type { Simulator } from '../../rtl-gen/sim/index.ts'
import { layoutOf, type PortLayout } from '../engines/layout.ts'
import type { CycleHook } from '../engines/wasm/wasm-engine.ts'
import { eventsOfRows } from '../trace/events-of-rows.ts'
import { Timeline } from '../trace/timeline.ts'
import { FrameAssembler, type LinkEntry } from '../transport/link-log.ts'
import { MicroStates } from './micro-states.ts'
import { replay } from './replay.ts'
import type { RunFile } from './run-file.ts'
import { TrapWatch, type SeenTrap } from './traps.ts'
import { InnerWaves, innerPaths, portWaves, type WaveSignal, type Window } from './waves.ts'

export interface TrapWaves extends Window { readonly trap: number; readonly signals: readonly WaveSignal[] }

export interface Look {
  readonly timeline: Timeline
  /** Cycles that the file has rows of. */
  readonly cycles: number
  readonly traps: readonly SeenTrap[]
  readonly frames: readonly LinkEntry[]
  readonly waves: readonly TrapWaves[]
  /** What is missing or doubtful, in whole sentences. */
  readonly notices: readonly string[]
}

export interface LookSettings {
  readonly layout: PortLayout
  readonly signal?: AbortSignal | undefined
  /** Waves of the whole run, for another tool. */
  readonly hook?: ((simulator: Simulator) => CycleHook) | undefined
  /** Traps with waves; the last ones. Default 40. */
  readonly mostWaves?: number
  /** Cycles that are looked into. Default 8 million: some ten seconds. A `hook` gets all. */
  readonly mostCycles?: number
}

/** The ports of the unit with these parameters. */
export const unitLayout = (p: UnitParameters): PortLayout => layoutOf(elaborate(oracleUnit(p)))

/** Cycles of waves before a record waits, after it was taken, and at most in all: the end of the answer, the end of the slot, the trap taken. */
const before = 160, after = 24, mostWide = 640

function windowOf(trap: SeenTrap, cycles: number): Window {
  const to = Math.min(cycles, trap.taken + after), from = Math.max(0, (trap.waits ?? trap.taken) - before)
  return { from: Math.max(from, to - mostWide), to }
}

/** @throws HarnessError SIM3005 when stopped */
export async function look(run: RunFile, settings: LookSettings): Promise<Look> {
  const { layout, signal, hook, mostWaves = 40, mostCycles = 8_000_000 } = settings
  const timeline = new Timeline(), trapWatch = new TrapWatch(), frames: LinkEntry[] = [], notices: string[] = []
  const assemblers = { toHost: new FrameAssembler('toHost'), fromHost: new FrameAssembler('fromHost') }
  for (const e of eventsOfRows(layout, run.stimulus, run.trace)) {
    timeline.observe(e)
    trapWatch.observe(e)
    for (const direction of ['toHost', 'fromHost'] as const) {
      const entry = e[direction] && assemblers[direction].add(e[direction], e.cycle)
      if (entry) frames.push(entry)
    }
  }
  const cycles = run.trace.reduce((n, r) => n + r.cycles, 0), { traps } = trapWatch
  if (cycles < run.cycles) notices.push(`The file has the ports of the first ${cycles} of ${run.cycles} cycles: the run was too long for more.`)
  const chosen = traps.map((trap, n) => ({ trap: n, ...windowOf(trap, cycles) })).slice(-mostWaves)
  if (chosen.length < traps.length) notices.push(`Waves are there for the last ${chosen.length} of ${traps.length} traps.`)
  const inner = new InnerWaves(chosen)
  const seen = await inside(run, { cycles, most: Math.min(cycles, mostCycles), timeline, inner, signal, hook }, notices)
  const waves = chosen.map((w, n): TrapWaves => ({ ...w, signals: [...portWaves(run, layout, w), ...(seen ? inner.of(n) : [])] }))
  return { timeline, cycles, traps, frames, waves, notices }
}

/** `most` of `cycles` are told; all are played if there is a hook. */
interface Inside { readonly cycles: number; readonly most: number; readonly timeline: Timeline; readonly inner: InnerWaves; readonly signal: AbortSignal | undefined; readonly hook: LookSettings['hook'] }

/** Plays the run and looks inside; whether what was seen is what happened. */
async function inside(run: RunFile, { cycles, most, timeline, inner, signal, hook }: Inside, notices: string[]): Promise<boolean> {
  const found: Parameters<Timeline['micro']>[] = []
  const states = new MicroStates((s) => void found.push([threads.findIndex((t) => t.name === s.thread), s.thread, s.name, s.from, s.cycles]))
  const tell = (cycle: number, values: readonly number[]): void => {
    inner.cycle(cycle, values)
    if (cycle < most) states.cycle(cycle, values)
  }
  let wrong: string | undefined
  try {
    wrong = await replay(run, { paths: innerPaths, most: hook ? cycles : most, hook, signal, cycle: tell })
  } catch (error) {
    // An assertion of this version's unit, or a signal that it does not have.
    if (!(error instanceof DiagnosticError)) throw error
    wrong = error.diagnostics[0]?.message ?? error.message
  }
  if (wrong !== undefined) {
    notices.push(`The insides of the unit are left out: played again, this version's unit does something else than the run did. ${wrong}`)
    return false
  }
  states.end()
  for (const state of found) timeline.micro(...state)
  if (most < cycles && most > 0) notices.push(`The insides of the unit are shown for the first ${most} of ${cycles} cycles.`)
  return true
}
