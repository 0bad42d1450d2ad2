// Owns: many trials on several engines, each compared with the reference interpreter in every cycle.
import { setImmediate as breath } from 'node:timers/promises'
import { differences, runReference, runWasm, type Counts, type Difference, type Outputs, type ReferenceRun, type Run, type Trial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { HarnessError } from '../errors.ts'
import type { FuzzEngine } from './engine-names.ts'
import { runOnTool, type TextOf, type ToolEngine, type ToolOptions } from './tools.ts'

/** Wrong back ends, to see that a fault is found: a design that the Wasm simulator gets instead, a text that a tool gets instead. */
export type Plants = Partial<Readonly<Record<ToolEngine, TextOf>>> & { readonly wasm?: (d: Design) => Design }

/** What an engine made of a trial that the reference did not. `values`: outputs differ; `checks`: counts of checks; `refused`: there was no run, `text` says why. */
export interface Fault { readonly engine: FuzzEngine; readonly kind: 'values' | 'checks' | 'refused'; readonly text: string; readonly differences: readonly Difference[]; readonly seen?: Outputs }
export interface Judgement { readonly trial: Trial; readonly expected: ReferenceRun; readonly faults: readonly Fault[] }

export interface JudgeOptions { readonly engines: readonly FuzzEngine[]; readonly signal?: AbortSignal | undefined; readonly plants?: Plants }

type Answer = Outputs | Error
/** Not about the designs: not there, or stopped. */
const isAbout = (error: unknown): boolean => !(error instanceof HarnessError) || error.code === 'SIM1002'

/** Every trial on every engine. @throws HarnessError SIM1001 (a tool is missing), SIM3005 (stopped) */
export async function judge(trials: readonly Trial[], { engines, signal, plants = {} }: JudgeOptions): Promise<Judgement[]> {
  if (trials.length === 0) return []
  const stop = new AbortController(), both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal])
  const tools = engines.filter((e): e is ToolEngine => e !== 'wasm')
  const running = Promise.all(tools.map(e => onTool(e, trials, { signal: both, text: plants[e] })))
  try {
    // The first that fails ends the others; meanwhile nobody listens.
    running.catch(() => stop.abort())
    const expected: ReferenceRun[] = [], wasm: (Run | Error)[] = []
    for (const t of trials) {
      expected.push(runReference(t))
      if (engines.includes('wasm')) wasm.push(attempt(() => runWasm(t, plants.wasm?.(t.design))))
      await breath()
      if (signal?.aborted) throw stopped()
    }
    const answers = await running
    return trials.map((trial, i) => ({
      trial, expected: expected[i]!,
      faults: [...(wasm[i] === undefined ? [] : wasmFaults(trial, wasm[i], expected[i]!)), ...tools.flatMap((e, k) => faultsOf(e, trial, answers[k]![i]!, expected[i]!.outputs))],
    }))
  } finally {
    stop.abort()
    await running.catch(() => undefined)
  }
}

/** What a run that was ended from outside throws. */
export const stopped = (): HarnessError => new HarnessError('SIM3005', 'stopped while designs were compared', 'start it again')

function attempt<T>(work: () => T): T | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** One run for all; if it fails, halves of them, until it is known who is to blame. */
async function onTool(engine: ToolEngine, trials: readonly Trial[], options: ToolOptions): Promise<Answer[]> {
  try {
    return await runOnTool(engine, trials, options)
  } catch (error) {
    if (!isAbout(error)) throw error
    if (trials.length === 1) return [error instanceof Error ? error : new Error(String(error))]
    const middle = trials.length >> 1
    return [...await onTool(engine, trials.slice(0, middle), options), ...await onTool(engine, trials.slice(middle), options)]
  }
}

function faultsOf(engine: FuzzEngine, t: Trial, seen: Answer, expected: Outputs): Fault[] {
  if (seen instanceof Error) return [{ engine, kind: 'refused', text: seen.message, differences: [] }]
  const found = differences(t.design, seen, expected)
  return found.length === 0 ? [] : [{ engine, kind: 'values', text: differenceText(found[0]!), differences: found, seen }]
}

function wasmFaults(t: Trial, seen: Run | Error, expected: Run): Fault[] {
  if (seen instanceof Error) return faultsOf('wasm', t, seen, expected.outputs)
  const values = faultsOf('wasm', t, seen.outputs, expected.outputs), text = countsText(seen.checks, expected.checks)
  return text === undefined || values.length > 0 ? values : [{ engine: 'wasm', kind: 'checks', text, differences: [], seen: seen.outputs }]
}

const hex = (v: bigint | undefined): string => v === undefined ? 'unknown bits' : `0x${v.toString(16)}`
export const differenceText = (d: Difference): string => `cycle ${d.cycle}, ${d.output}: ${hex(d.seen)} instead of ${hex(d.expected)}`

function countsText(seen: Counts, expected: Counts): string | undefined {
  const label = [...new Set([...Object.keys(seen), ...Object.keys(expected)])].find(k => (seen[k] ?? 0) !== (expected[k] ?? 0))
  return label === undefined ? undefined : `check ${label} counted ${seen[label] ?? 0} times instead of ${expected[label] ?? 0}`
}
