// Owns: many soak programs at once: seeds in small batches to worker threads, and what they found put together. The same programs whatever the number of threads.
import type { MessagePort, Worker } from 'node:worker_threads'
import { CoverageCount } from './coverage.ts'
import { generateProgram } from './generate.ts'
import { tryProgram, type Failure, type Outcome } from './try-program.ts'
import { wasmDrivers, type SoakDrivers } from './wasm-drivers.ts'

/** Programs of one message: a thread that has hard ones leaves the rest to the others. */
const batch = 10

/** Seeds [from, from + count); or the end, upon which a thread tells what it executed. */
type Order = { readonly from: number; readonly count: number } | 'end'
type Report = { readonly outcomes: readonly Outcome[] } | { readonly executed: readonly number[] }

export interface Found extends Failure { readonly seed: number }
export interface Progress { readonly done: number; readonly of: number; readonly count: CoverageCount; readonly failed: number }
export interface CampaignOptions {
  readonly programs: number
  /** Of the first program; those behind it count up. */
  readonly seed: number
  /** Worker threads, at least one. */
  readonly jobs: number
  /** Starts a thread that does `soakWorker` on its parent port. */
  readonly worker: () => Worker
  readonly signal?: AbortSignal
  /** At once when it is known, and shrunk. */
  readonly onFailure?: (found: Found) => void
  /** After every batch. */
  readonly onProgress?: (progress: Progress) => void
}
export interface CampaignResult {
  readonly count: CoverageCount
  /** How often each micro-operation was executed, by address, the shrinker's runs left out. */
  readonly executed: readonly number[]
  /** By seed. */
  readonly failures: readonly Found[]
}

/** What a thread does until it is told the end: programs, each in the unit as after power-up. @param make a test gives drivers of another unit */
export function soakWorker(port: MessagePort, make: () => SoakDrivers = wasmDrivers): void {
  const drivers = make()
  // Compiled when there is something to shrink.
  let again: SoakDrivers | undefined
  port.on('message', (order: Order) => {
    const answer = (report: Report): void => port.postMessage(report)
    if (order === 'end') {
      answer({ executed: drivers.executed })
      port.close()
      return
    }
    const work = async (): Promise<void> => {
      const outcomes: Outcome[] = []
      for (let i = 0; i < order.count; i++) outcomes.push(await tryProgram(generateProgram(order.from + i), drivers.create, () => (again ??= make()).create))
      answer({ outcomes })
    }
    void work()
  })
}

/** @throws what a thread broke of; the signal's reason. No thread is left then */
export async function runCampaign({ programs, seed, jobs, worker, signal, onFailure, onProgress }: CampaignOptions): Promise<CampaignResult> {
  signal?.throwIfAborted()
  const count = new CoverageCount()
  const executed: number[] = []
  const failures: Found[] = []
  const workers: Worker[] = []
  let next = 0
  let done = 0
  const take = (outcome: Outcome): void => {
    done += 1
    if (outcome.failure === undefined) return count.add(outcome.result)
    const found = { ...outcome.failure, seed: outcome.seed }
    failures.push(found)
    onFailure?.(found)
  }
  const order = (): Order => {
    if (next >= programs) return 'end'
    const from = next
    next = Math.min(programs, next + batch)
    return { from: seed + from, count: next - from }
  }
  /** Until the thread has told what it executed. */
  const serve = (w: Worker): Promise<void> => new Promise((resolve, reject) => {
    w.on('error', reject)
    w.on('exit', (code) => reject(new Error(`a soak thread ended with ${code}`)))
    w.on('message', (report: Report) => {
      if ('executed' in report) {
        report.executed.forEach((n, i) => { executed[i] = (executed[i] ?? 0) + n })
        return resolve()
      }
      report.outcomes.forEach(take)
      onProgress?.({ done, of: programs, count, failed: failures.length })
      w.postMessage(order())
    })
    w.postMessage(order())
  })
  const stopped = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }))
  try {
    for (let i = 0; i < Math.max(1, Math.min(jobs, Math.ceil(programs / batch))); i++) workers.push(worker())
    await Promise.race([Promise.all(workers.map(serve)), stopped])
  } finally {
    await Promise.all(workers.map((w) => w.terminate()))
  }
  return { count, executed, failures: failures.toSorted((a, b) => a.seed - b.seed) }
}
