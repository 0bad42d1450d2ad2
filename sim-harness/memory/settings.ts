// Owns: how a simulated memory behaves: latencies, the replay queue in front of it, gaps, its death; and the named profiles that benches choose from.
import { Random, type Stall } from './random.ts'

/**
 * The replay queue between the unit and the data cache of a Rocket core (SimpleHellaCacheIF), as the unit sees it. A request takes one of `depth` places
 * until the cycle after its answer, so hits, answered two cycles later, come through at `depth` / 3 a cycle: depth 2 5.33 bytes a cycle, depth 3 8. A miss is
 * refused by the cache (nack) two cycles after its request, together with the request of the cycle between; from then on nothing is taken until the queue
 * has repeated all of these, in order, and they were answered.
 */
export interface ReplayQueue {
  readonly depth: number
  /** Of 100 requests so many miss. */
  readonly misses: number
  /** Cycles from the refusal of a miss to its answer: the cache refuses until the line is there. At least 3. */
  readonly least: number
  readonly most: number
}

/** The memory stops answering for ever. Nothing says so: only time tells (the parameter `memoryCycles` of the unit). */
export interface Death {
  /** So many accesses are accepted before; those in flight are not answered either. */
  readonly after: number
  /** It still takes requests; else none. */
  readonly takes: boolean
}

export interface AddressRange { readonly low: number; readonly high: number }

/** Cycles from the accepted request to its answer: a number of [least, most], at random by `seed` and so out of order too if most > least. */
export interface MemorySettings {
  /** At least 1: an answer comes in a later cycle. */
  readonly least: number
  readonly most: number
  readonly seed: number
  /** When the port takes requests. */
  readonly ready: Stall
  /** When answers come: gaps between them. Default: whenever one is due. */
  readonly answers?: Stall
  /** In place of `least` and `most`: a core's cache behind its replay queue. */
  readonly replay?: ReplayQueue
  /** Device memory [low, high): loads give 0, a store is never answered, and the second such store takes the port's last place. Default: none. */
  readonly uncached?: AddressRange
  /** Default: it lives. */
  readonly dies?: Death
}

const always: Stall = { up: 1, down: 0 }

/** A cache that always hits and takes a request in every cycle: two cycles. */
export const idealMemory: MemorySettings = { least: 2, most: 2, seed: 0, ready: always }
/** Latencies of 1 to 40 cycles, answers out of order, requests held up. */
export const randomMemory = (seed: number): MemorySettings => ({ least: 1, most: 40, seed, ready: { up: 24, down: 6 } })
/** Hits of a Rocket core: depth 2 up to Rocket Chip v1.6, 3 later. */
export const rocketMemory = (depth = 2): MemorySettings => ({ ...idealMemory, replay: { depth, misses: 0, least: 3, most: 3 } })

/** One of two by the seed: a core's cache that misses a lot, or long latencies in any order with gaps. */
function hostileMemory(seed: number): MemorySettings {
  const random = new Random(seed ^ 0x0b5e)
  const ready = { up: random.between(1, 30), down: random.between(1, 30) }
  if (random.between(0, 1) === 0) {
    const least = random.between(3, 12)
    return { ...idealMemory, seed, ready, replay: { depth: random.between(2, 3), misses: random.between(5, 60), least, most: least + random.between(0, 60) } }
  }
  return { least: 1, most: random.between(2, 200), seed, ready, answers: { up: random.between(1, 20), down: random.between(1, 40) } }
}

/** A memory of the other kinds that dies after at most 300 accesses. */
function dyingMemory(seed: number): MemorySettings {
  const random = new Random(seed ^ 0xdead)
  const alive = [idealMemory, rocketMemory(), randomMemory(seed), hostileMemory(seed)][random.between(0, 3)]!
  const after = random.between(0, 1) * random.between(0, 30) + random.between(0, 270)
  return { ...alive, dies: { after, takes: random.between(0, 1) === 0 } }
}

const profiles = {
  ideal: () => idealMemory, rocket: () => rocketMemory(), random: randomMemory, hostile: hostileMemory, dying: dyingMemory,
} as const satisfies Record<string, (seed: number) => MemorySettings>
export type MemoryProfile = keyof typeof profiles
export const memoryProfiles = Object.keys(profiles) as readonly MemoryProfile[]

/**
 * The memory of a named profile; the same seed gives the same. ideal: always hits, 8 bytes a cycle. rocket: hits behind a replay queue of depth 2, 5.33 bytes
 * a cycle. random: 1 to 40 cycles, out of order. hostile: misses, long latencies, gaps. dying: one of these that stops answering.
 */
export const memoryProfile = (name: MemoryProfile, seed: number): MemorySettings => profiles[name](seed)
