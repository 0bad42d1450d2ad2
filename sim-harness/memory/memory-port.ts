// Owns: the model of the core's memory port: requests by tag, answers later and in any order, and a stop at anything that would fault on a core.
import { HarnessError } from '../errors.ts'
import type { ByteMemory } from './byte-memory.ts'
import { Gate, Random, type Stall } from './random.ts'

/** Cycles from the accepted request to its answer: a number of [least, most], at random by `seed` and so out of order too if most > least. */
export interface MemorySettings {
  /** At least 1: an answer comes in a later cycle. */
  readonly least: number
  readonly most: number
  readonly seed: number
  /** When the port takes requests. */
  readonly ready: Stall
}

/** A cache that always hits, as on a Rocket core: two cycles, always ready. */
export const idealMemory: MemorySettings = { least: 2, most: 2, seed: 0, ready: { up: 1, down: 0 } }
/** Latencies of 1 to 40 cycles, answers out of order, requests held up. */
export const randomMemory = (seed: number): MemorySettings => ({ least: 1, most: 40, seed, ready: { up: 24, down: 6 } })

export interface MemoryAnswer { readonly tag: number; readonly low: number; readonly high: number }
interface InFlight { readonly address: number; readonly tag: number; readonly store: boolean; readonly size: number; readonly low: number; readonly high: number; readonly due: number }

/**
 * At most one answer a cycle; of several that are due, the one that was due first. An access takes effect when it is answered, so a unit
 * that relies on the order of two accesses in flight is found out. Numbers, not bigints: this is asked every cycle.
 */
export class MemoryPort {
  private readonly settings: MemorySettings
  private readonly memory: ByteMemory
  private readonly random: Random
  private readonly gate: Gate
  private readonly flying: InFlight[] = []

  constructor(memory: ByteMemory, settings: MemorySettings) {
    if (settings.least < 1 || settings.most < settings.least) throw new RangeError(`a latency of ${settings.least} to ${settings.most} cycles`)
    this.memory = memory
    this.settings = settings
    this.random = new Random(settings.seed)
    this.gate = new Gate(settings.ready, settings.seed ^ 0x5eed)
  }

  /** Whether a request would be taken in `cycle`. */
  ready(cycle: number): boolean { return this.gate.isUp(cycle) }

  /** The answer that stands on the port in `cycle`, taken from the queue; undefined: none. Ask once a cycle. */
  answer(cycle: number): MemoryAnswer | undefined {
    const first = this.flying[0]
    if (!first || first.due > cycle) return undefined
    this.flying.shift()
    return this.perform(first)
  }

  /** The next cycle, from `cycle` on, in which the port is otherwise than when last asked. */
  change(cycle: number): number { return Math.max(cycle, Math.min(this.gate.change, this.flying[0]?.due ?? Infinity)) }

  get inFlight(): number { return this.flying.length }

  /** Everything in flight is forgotten, as at a reset of the core. */
  clear(): void { this.flying.length = 0 }

  /**
   * A request accepted in `cycle`: 2^`size` bytes at `address`, the datum in two words as it stands on the port.
   * @throws HarnessError SIM2001 for what would fault on a core.
   */
  accept(cycle: number, address: number, tag: number, store: boolean, size: number, low: number, high: number): void {
    const bytes = 1 << size
    const wrong = (what: string): HarnessError => new HarnessError('SIM2001',
      `cycle ${cycle}: ${store ? 'store' : 'load'} of ${bytes} bytes at 0x${address.toString(16)}, tag ${tag}: ${what}`,
      'every access must be aligned, inside the window, and its tag free: look at the unit\'s loader and storer')
    if (address % bytes !== 0) throw wrong('misaligned')
    if (!this.memory.contains(address, bytes)) throw wrong(`unmapped, the memory is [0x${this.memory.low.toString(16)}, 0x${this.memory.high.toString(16)})`)
    if (this.flying.some((f) => f.tag === tag)) throw wrong('the tag is still in flight')
    if (store && !replicated(size, low, high)) throw wrong(`the datum 0x${hex(high)}${hex(low)} is not replicated over the lanes`)
    const due = cycle + this.random.between(this.settings.least, this.settings.most)
    this.insert({ address, tag, store, size, low, high, due })
  }

  private perform({ address, tag, store, size, low, high }: InFlight): MemoryAnswer {
    const bytes = 1 << size
    if (store) {
      for (let i = 0; i < bytes; i++) this.memory.setByte(address + i, byteOf(address % 8 + i, low, high))
      return { tag, low: 0, high: 0 }
    }
    if (size >= 2) return { tag, low: this.memory.word(address), high: size === 3 ? this.memory.word(address + 4) : 0 }
    let value = 0
    for (let i = bytes - 1; i >= 0; i--) value = value << 8 | this.memory.byte(address + i)
    return { tag, low: value, high: 0 }
  }

  private insert(access: InFlight): void {
    let at = this.flying.length
    while (at > 0 && this.flying[at - 1]!.due > access.due) at--
    this.flying.splice(at, 0, access)
  }
}

const hex = (word: number): string => word.toString(16).padStart(8, '0')
const byteOf = (lane: number, low: number, high: number): number => (lane < 4 ? low >>> (8 * lane) : high >>> (8 * (lane - 4))) & 0xff

/** A store below 8 bytes shows its datum in every lane. */
function replicated(size: number, low: number, high: number): boolean {
  if (size === 3) return true
  if (low !== high) return false
  if (size === 2) return true
  if (low >>> 16 !== (low & 0xffff)) return false
  return size === 1 || (low >>> 8 & 0xff) === (low & 0xff)
}
