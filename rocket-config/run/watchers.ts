// Owns: everybody who is told what happens in a run, and in which order: the observer, the watch over the hart, the ledger, the figures, the trace, the console.
import type { ObserverOptions } from '../../sim-harness/observer/observer.ts'
import { Observer } from '../../sim-harness/observer/observer.ts'
import { HartWatch } from '../../sim-harness/observer/hart-watch.ts'
import { ReaderWatch } from '../../sim-harness/observer/reader-watch.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import type { CycleEvents } from '../../sim-harness/port-events.ts'
import type { HandedBeats } from '../../sim-harness/transport/link-pins.ts'
import type { ProgramImage } from '../program/image.ts'
import { roccInterrupt } from '../program/platform.ts'
import { FigureKeeper } from './figures.ts'
import type { HangWatch, SeenTrap } from './hang-watch.ts'
import { HartEvents, storedBytes } from './hart-events.ts'
import { imageByte } from './image-memory.ts'
import { retirementLine, trapLine } from './instruction-text.ts'
import { Ledger } from './ledger.ts'
import type { Places } from './places.ts'
import type { HartTrapCount } from './result.ts'
import { PcTranslation } from './translation.ts'
import { trapWords } from './trap-words.ts'
import { UnitEvents } from './unit-events.ts'

export interface WatchersGiven {
  readonly engine: Engine
  readonly parameters: Parameters
  readonly image: ProgramImage
  readonly places: Places
  readonly hang: HangWatch
  readonly observer: boolean
  readonly readers?: readonly string[] | undefined
  readonly tokens?: boolean | undefined
  readonly trace?: ((line: string) => void) | undefined
  readonly console?: ((bytes: Uint8Array) => void) | undefined
  readonly onEvents?: ((events: CycleEvents) => void) | undefined
  readonly patience: number
}

/** Give it the recorded cycles in order. */
export class Watchers {
  readonly hart: HartEvents
  readonly ledger = new Ledger()
  readonly figures = new FigureKeeper()
  readonly remarks = new Set<string>()
  /** Every retirement is told to somebody. */
  readonly wantsAll: boolean
  /** The exit code, when the program has ended. */
  exit: number | undefined
  readonly #given: WatchersGiven
  readonly #unit: UnitEvents
  readonly #observer: Observer | undefined
  readonly #watch: HartWatch | undefined
  readonly #readers: ReaderWatch | undefined
  readonly #translation: PcTranslation | undefined
  /** The last cycle in which something passed at the unit's ports. */
  #heard = 0
  readonly #traps = new Map<string, { readonly trap: SeenTrap; count: number }>()

  constructor(given: WatchersGiven) {
    this.#given = given
    const { layout } = given.engine
    this.hart = new HartEvents(layout)
    this.#unit = new UnitEvents(layout)
    this.wantsAll = given.observer || given.trace !== undefined
    if (!given.observer) return
    const { parameters, image, patience, tokens = false } = given
    const options: ObserverOptions = { parameters, initial: imageByte(image), patience, tokens, remark: (text) => this.remarks.add(text) }
    const observer = this.#observer = new Observer(options)
    this.#translation = new PcTranslation(layout, (address, length) => observer.memory(address, length))
    this.#watch = new HartWatch({ interruptCause: roccInterrupt, physical: (pc) => this.#translation!.physical(pc), place: (pc) => given.places.text(pc) })
    if (given.readers) this.#readers = new ReaderWatch(given.readers.map((name) => ({ name, ...given.places.code(name) })), (pc) => given.places.text(pc))
  }

  /** The masks of the cycles that are to be kept. `all`: each retirement. */
  recording(all: boolean): { readonly high: Uint32Array; readonly changed: Uint32Array } {
    const words = this.#given.engine.layout.outputWords
    const masks = { high: new Uint32Array(words), changed: new Uint32Array(words) }
    const { retire, trap, store, load, console, exit } = this.hart.strobes
    this.#unit.mark(masks)
    for (const word of [trap, console, exit]) masks.high[word] = 1
    if (all) masks.high[retire] = 1
    if (this.#observer) masks.high[store] = 1
    if (this.#readers) masks.high[load] = 1
    return masks
  }

  /** @param toldSince the cycle from which on every retirement was told. @throws ObserverDifference, HartDifference */
  cycle(cycle: number, outputs: Uint32Array, beats: HandedBeats, toldSince: number): void {
    const { hart } = this, { hang, trace, places } = this.#given
    const store = this.#observer && hart.store(outputs)
    if (store) for (const [address, bytes] of storedBytes(store)) this.#observer!.hartWrite(address, bytes)
    const events = this.#unit.of(cycle, outputs, beats)
    if (events) this.#tell(events)
    const retirement = cycle >= toldSince ? hart.retirement(cycle, outputs) : undefined
    if (retirement) {
      hang.retired(retirement)
      trace?.(retirementLine(retirement))
      this.#translation?.see(outputs, retirement)
      this.#watch?.retired(retirement)
    }
    this.#accesses(cycle, outputs, retirement?.pc)
    const trap = hart.trap(cycle, outputs)
    if (trap) {
      this.#count(trap)
      hang.trapped(trap, toldSince)
      trace?.(trapLine(trap, places))
      this.#watch?.trapped(trap)
    }
    const byte = hart.consoleByte(outputs)
    if (byte !== undefined) this.#given.console?.(Uint8Array.of(byte))
    this.exit ??= hart.exit(outputs)
  }

  /** After the program's end only those who judge are told: what the hart does then is nobody's program. */
  afterExit(cycle: number, outputs: Uint32Array, beats: HandedBeats): void {
    const store = this.#observer && this.hart.store(outputs)
    if (store) for (const [address, bytes] of storedBytes(store)) this.#observer!.hartWrite(address, bytes)
    const events = this.#unit.of(cycle, outputs, beats)
    if (!events) return
    this.#heard = cycle
    this.#observer?.observe(events)
  }

  /** The run is over before `cycle`. Where the ports were silent long enough, the unit must have done all that waits for nothing outside. @throws ObserverDifference */
  judge(cycle: number): void {
    if (cycle - this.#heard > this.#given.patience) this.#observer?.finish()
  }

  get hartTraps(): HartTrapCount[] {
    return [...this.#traps.values()].map(({ trap: { interrupt, cause }, count }) => ({ interrupt, cause, words: trapWords(interrupt, cause), count }))
  }

  /** Both are done in the cycle in which their instruction retires. */
  #accesses(cycle: number, outputs: Uint32Array, pc: bigint = 0n): void {
    if (!this.#readers) return
    const load = this.hart.load(outputs), store = this.hart.store(outputs)
    if (load) this.#readers.loaded({ cycle, pc, ...load })
    if (store) for (const [address, { length }] of storedBytes(store)) this.#readers.stored({ cycle, pc, address: BigInt(address), bytes: length })
  }

  #tell(events: CycleEvents): void {
    this.#heard = events.cycle
    this.ledger.observe(events)
    this.figures.observe(events)
    this.#given.onEvents?.(events)
    this.#observer?.observe(events)
    this.#watch?.observe(events)
    this.#readers?.observe(events)
  }

  #count(trap: SeenTrap): void {
    const key = `${trap.interrupt} ${trap.cause}`, known = this.#traps.get(key)
    if (known) known.count++
    else this.#traps.set(key, { trap, count: 1 })
  }
}
