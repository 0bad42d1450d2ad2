// Owns: the ready/valid streams of a module under test as queues.
import type { Placed } from '../dsl/index.ts'
import { pathKey } from '../dsl/names.ts'
import { fromHost, toHost, type LeafPath } from '../host-values.ts'
import type { SimPort, Simulator } from '../sim/index.ts'

/** The sending end of a sink: values go in as soon as the module takes them, in order, one a cycle at most. */
export interface Sender<V> {
  /** Appends values. Throws RTL6007 for one that does not fit, and then sends none of them. */
  send(...values: readonly V[]): void
  /** Values not yet taken. */
  readonly pending: number
  /** Whether values are offered (its `valid`): true at first; false lets them wait. */
  offer(on: boolean): void
}
/** The taking end of a source: what the module sent is kept until it is taken. */
export interface Taker<V> {
  /** The oldest value not yet taken; undefined if there is none. */
  take(): V | undefined
  /** All values not yet taken, the oldest first. */
  takeAll(): V[]
  readonly pending: number
  /** Whether the module may send (its `ready`): true at first. */
  accept(on: boolean): void
}

/** What moves a stream. `after`: right after a cycle in which its clock rose, when the words of the outputs still hold what they were in it. */
export interface Stream {
  readonly domain: string
  readonly drive: () => void
  readonly after: () => void
  readonly save: () => unknown
  readonly load: (saved: unknown) => void
}
interface Saved { readonly queue: readonly unknown[]; readonly on: boolean }

const portsOf = (raw: Simulator, { leaves }: Placed) => (path: LeafPath): SimPort => raw.port(leaves.get(pathKey(path))!)

export function senderOf(raw: Simulator, placed: Placed, key: string): { readonly end: Sender<unknown>; readonly stream: Stream } {
  const { shape, at, domain } = placed.declared, port = portsOf(raw, placed), valid = port(['valid']), ready = port(['ready']), to = { key, at }
  let queue: unknown[] = [], on = true
  const drive = (): void => {
    const offers = on && queue.length > 0
    valid.set(offers ? 1 : 0)
    if (offers) fromHost(shape, queue[0], (path, pattern) => port(['payload', ...path]).setBig(pattern), to)
  }
  return {
    stream: {
      domain, drive,
      after: () => { if (valid.get() && ready.get()) queue.shift() },
      save: (): Saved => ({ queue: [...queue], on }),
      load: saved => { ({ on } = saved as Saved); queue = [...(saved as Saved).queue] },
    },
    end: {
      send: (...values) => {
        for (const v of values) fromHost(shape, v, () => {}, to)
        queue.push(...values)
        drive()
      },
      get pending() { return queue.length },
      offer: wanted => {
        on = wanted
        drive()
      },
    },
  }
}

export function takerOf(raw: Simulator, placed: Placed): { readonly end: Taker<unknown>; readonly stream: Stream } {
  const { shape, domain } = placed.declared, port = portsOf(raw, placed), valid = port(['valid']), ready = port(['ready'])
  let queue: unknown[] = [], on = true
  const drive = (): void => ready.set(on ? 1 : 0)
  drive()
  return {
    stream: {
      domain, drive,
      after: () => { if (valid.get() && ready.get()) queue.push(toHost(shape, p => port(['payload', ...p]).getBig())) },
      save: (): Saved => ({ queue: [...queue], on }),
      load: saved => { ({ on } = saved as Saved); queue = [...(saved as Saved).queue] },
    },
    end: {
      take: () => queue.shift(),
      takeAll: () => queue.splice(0),
      get pending() { return queue.length },
      accept: wanted => {
        on = wanted
        drive()
      },
    },
  }
}
