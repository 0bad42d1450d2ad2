// Owns: what every part of the observer shares: the slots, memory, the commands that wait, the sessions, the time; and how a difference is told.
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { ObserverDifference, type Finding } from './difference.ts'
import { Accounts } from './accounts.ts'
import { HostShadow } from './host-shadow.ts'
import type { MaskWait } from './mask-wait.ts'
import { ShadowMemory } from './shadow-memory.ts'
import { SlotLog } from './slot-log.ts'
import { SlotWatch } from './slot-watch.ts'
import { TokenWatch } from './token-watch.ts'
import { defaultTolerances, type Tolerances } from './tolerances.ts'

export interface ObserverOptions {
  readonly parameters: Parameters
  /** What memory held before the first cycle; default all zeros. */
  readonly initial?: (address: number) => number
  /** Cycles shown before a difference. Default 40. */
  readonly window?: number
  /** Those that are not as `defaultTolerances` says; `patience` is the one that benches change most. */
  readonly tolerances?: Partial<Tolerances>
  readonly patience?: number
  /** M4 too. For an Oracle that keeps every state of a history: one that does not is right all the same, and a host that makes token counts up is none. Default: not. */
  readonly tokens?: boolean
  /** What the Priestess did against the rules, for people: the unit is not to blame. */
  readonly remark?: (text: string) => void
}

/** A command that was accepted and not answered. */
export interface Pending {
  readonly serial: number
  readonly event: CommandEvent
  readonly cycle: number
  readonly kind: 'fixed' | 'slot' | 'any' | 'mask'
  /** fixed: the value; undefined: a constant of the unit that is learned when it is first told. */
  readonly value?: bigint | undefined
  readonly learn?: string
  readonly slot?: number
  readonly waits: boolean
  /** Frames that were dropped for certain when it came. */
  readonly dropped: number
  readonly oldTop?: number
  readonly mask?: MaskWait
  /** An interrupt or a fault of the core lets it go: one came for certain since it was given, in cycle `exceptedAt`, or perhaps. */
  excepted: 'no' | 'perhaps' | 'yes'
  exceptedAt?: number
}

export class Scene {
  readonly parameters: Parameters
  readonly tolerances: Tolerances
  readonly slots: readonly SlotWatch[]
  readonly memory: ShadowMemory
  readonly shadow = new HostShadow()
  readonly accounts = new Accounts()
  readonly log = new SlotLog()
  readonly tokens: TokenWatch | undefined
  readonly pending: Pending[] = []
  /** Numbers of the sessions, 0 before the first. */
  readonly sessions: number[] = [0]
  /** Slots whose history the Priestess rewrote below held and did not touch: from which address on. */
  readonly dirty = new Map<number, number>()
  /** Slots that were moved, and their history then: the Priestess is to have copied it. */
  readonly moved = new Map<number, Uint8Array>()
  /** Cycles in which frames came that no slot could take. */
  readonly unitDrops: number[] = []
  readonly remark: (text: string) => void
  /** Commands accepted. */
  serial = 0
  cycle = -1
  /** The interrupt line is up. */
  interrupt = false
  answeredAt = -1
  readonly #window: CycleEvents[] = []
  readonly #windowLength: number

  constructor(options: ObserverOptions) {
    this.parameters = options.parameters
    const patient = options.patience === undefined ? {} : { patience: options.patience, watchdogLate: options.patience }
    this.tolerances = { ...defaultTolerances(options.parameters.slots), ...patient, ...options.tolerances }
    this.#windowLength = options.window ?? 40
    this.tokens = options.tokens ? new TokenWatch() : undefined
    this.remark = options.remark ?? (() => undefined)
    this.memory = new ShadowMemory(options.initial)
    const around = { parameters: options.parameters, tolerances: this.tolerances, memory: (address: number, length: number) => this.memory.read(address, length) }
    this.slots = Array.from({ length: options.parameters.slots }, (_, i) => new SlotWatch(i, around))
  }

  /** The history of a slot is not the one before and something behind it. */
  rewrote(slot: number): void {
    this.shadow.rewrote(slot)
    this.tokens?.rewrote(slot)
  }

  /** The next cycle in which something happened. */
  begin(e: CycleEvents): void {
    this.cycle = e.cycle
    this.#window.push(e)
    if (this.#window.length > this.#windowLength) this.#window.shift()
  }

  /** @throws ObserverDifference */
  fail(f: Omit<Finding, 'cycle' | 'step'>): never {
    throw new ObserverDifference({ ...f, cycle: this.cycle, step: this.serial }, [...this.#window])
  }

  /** A property that a shadow found broken: its name stands before the colon. */
  broken(slot: number, found: string | undefined): void {
    if (found === undefined) return
    const [rule, ...words] = found.split(': ')
    this.fail({ rule: rule!, slot, expected: 'the property to hold', seen: words.join(': ') })
  }

  /** How many frames were dropped at the least or at the most. */
  dropped(end: 'least' | 'most'): number {
    const bound = end === 'least' ? Math.min : Math.max
    const ofSlots = this.slots.reduce((sum, w) => sum + bound(...w.states(this.cycle).map((h) => h.drops[end])), 0)
    return ofSlots + this.unitDrops.filter((cycle) => end === 'most' || this.cycle - cycle > this.tolerances.patience).length
  }
}
