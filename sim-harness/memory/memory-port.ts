// Owns: the model of the core's memory port: requests by tag, answers later and in any order, and a stop at anything that would fault on a core.
import { HarnessError } from '../errors.ts'
import type { ByteMemory } from './byte-memory.ts'
import { Gate, Random } from './random.ts'
import type { AddressRange, MemorySettings } from './settings.ts'

export * from './settings.ts'

export interface MemoryAnswer { readonly tag: number; readonly low: number; readonly high: number }
interface InFlight {
  readonly address: number; readonly tag: number; readonly store: boolean; readonly size: number; readonly low: number; readonly high: number; readonly due: number
  /** The cache refused it: the replay queue repeats it. */
  readonly refused: boolean
}

/** Cycles from a request to the cache's answer, a hit or a refusal; and from a request repeated to its answer, with the cycle in which it is repeated. */
const cacheCycles = 2, repeatCycles = 3
/** Places that device stores take for ever before the port is stuck. */
const devicePlaces = 2

/**
 * At most one answer a cycle; of several that are due, the one that was due first. An access takes effect when it is answered, so a unit
 * that relies on the order of two accesses in flight is found out. Numbers, not bigints: this is asked every cycle, `ready` before `answer`.
 */
export class MemoryPort {
  /** All that may be accessed once it is known; anything else would fault. */
  window: AddressRange | undefined
  private readonly settings: MemorySettings
  private readonly memory: ByteMemory
  private readonly random: Random
  private readonly gate: Gate
  private readonly answers: Gate | undefined
  private answersOpen = true
  private readonly flying: InFlight[] = []
  /** Device stores: never answered. */
  private readonly lost = new Set<number>()
  private accepted = 0
  /** It answers nothing any more, since this cycle. */
  private diedAt = Infinity
  /** The cycle of the last first refusal, and how many refused requests were not answered yet. */
  private refusedFrom = -Infinity
  private refused = 0
  private lastRefusedDue = 0

  constructor(memory: ByteMemory, settings: MemorySettings) {
    const { least, most, replay } = settings
    if (least < 1 || most < least) throw new RangeError(`a latency of ${least} to ${most} cycles`)
    if (replay && (replay.depth < 1 || replay.least < repeatCycles || replay.most < replay.least)) throw new RangeError(`a replay queue of depth ${replay.depth}, misses of ${replay.least} to ${replay.most} cycles`)
    this.memory = memory
    this.settings = settings
    this.random = new Random(settings.seed)
    this.gate = new Gate(settings.ready, settings.seed ^ 0x5eed)
    if (settings.answers) this.answers = new Gate(settings.answers, settings.seed ^ 0xa5)
    if (settings.dies?.after === 0) this.diedAt = 0
  }

  /** Whether a request would be taken in `cycle`. */
  ready(cycle: number): boolean {
    const up = this.gate.isUp(cycle)
    const { replay, dies } = this.settings
    if (cycle >= this.diedAt && !(dies?.takes ?? true)) return false
    if (replay && (this.flying.length + this.lost.size >= replay.depth || (this.refused > 0 && cycle >= this.refusedFrom))) return false
    return up && this.lost.size < devicePlaces
  }

  /** The answer that stands on the port in `cycle`, taken from the queue; undefined: none. Ask once a cycle. */
  answer(cycle: number): MemoryAnswer | undefined {
    if (this.answers) this.answersOpen = this.answers.isUp(cycle)
    const first = this.flying[0]
    if (!first || first.due > cycle || !this.answersOpen || cycle >= this.diedAt) return undefined
    this.flying.shift()
    if (first.refused) this.refused--
    return this.perform(first)
  }

  /** The next cycle, from `cycle` on, in which the port may be otherwise than when last asked. */
  change(cycle: number): number {
    let next = this.gate.change
    const first = this.flying[0]
    if (first && this.diedAt === Infinity) next = Math.min(next, this.answersOpen ? first.due : Math.max(first.due, this.answers!.change))
    if (this.refused > 0 && this.refusedFrom >= cycle) next = Math.min(next, this.refusedFrom)
    return Math.max(cycle, next)
  }

  /** Nothing is answered from `cycle` on. */
  die(cycle: number): void { this.diedAt = Math.min(this.diedAt, cycle) }
  get dead(): boolean { return this.diedAt !== Infinity }

  get inFlight(): number { return this.flying.length + this.lost.size }

  /** Everything in flight is forgotten, as at a reset of the core. */
  clear(): void {
    this.flying.length = 0
    this.lost.clear()
    this.refused = 0
  }

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
    const device = inside(this.settings.uncached, address, bytes)
    if (!device && !this.memory.contains(address, bytes)) throw wrong(`unmapped, the memory is ${rangeText(this.memory)}`)
    if (this.window && !inside(this.window, address, bytes)) throw wrong(`outside the window ${rangeText(this.window)}: the core may not access it`)
    if (this.lost.has(tag) || this.flying.some((f) => f.tag === tag)) throw wrong('the tag is still in flight')
    if (store && !replicated(size, low, high)) throw wrong(`the datum 0x${hex(high)}${hex(low)} is not replicated over the lanes`)
    if (++this.accepted >= (this.settings.dies?.after ?? Infinity)) this.die(cycle)
    if (device && store) this.lost.add(tag)
    else this.insert({ address, tag, store, size, low, high, ...this.due(cycle) })
  }

  /** When a request of `cycle` is answered. */
  private due(cycle: number): { due: number; refused: boolean } {
    const { replay, least, most } = this.settings
    if (!replay) return { due: cycle + this.random.between(least, most), refused: false }
    const misses = this.random.between(0, 99) < replay.misses
    const beside = this.refused > 0
    if (!misses && !beside) return { due: cycle + cacheCycles, refused: false }
    if (!beside) this.refusedFrom = cycle + cacheCycles
    const from = beside ? this.lastRefusedDue + (misses ? 0 : repeatCycles) : this.refusedFrom
    this.lastRefusedDue = from + (misses ? this.random.between(replay.least, replay.most) : 0)
    this.refused++
    return { due: this.lastRefusedDue, refused: true }
  }

  private perform({ address, tag, store, size, low, high }: InFlight): MemoryAnswer {
    const bytes = 1 << size
    if (!this.memory.contains(address, bytes)) return { tag, low: 0, high: 0 }
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

const inside = (range: AddressRange | undefined, address: number, bytes: number): boolean => range !== undefined && address >= range.low && address + bytes <= range.high
const rangeText = ({ low, high }: AddressRange): string => `[0x${low.toString(16)}, 0x${high.toString(16)})`
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
