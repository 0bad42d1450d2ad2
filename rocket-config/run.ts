// Owns: running a program on a simulated Rocket with the unit and a host at the other end of its link: the clock, and how it ends.
import type { LinkPeer } from '../sim-harness/bridge/peer.ts'
import type { Engine, RunResult } from '../sim-harness/engines/engine.ts'
import { EngineFailure, HarnessError } from '../sim-harness/errors.ts'
import { Gate } from '../sim-harness/memory/random.ts'
import { HartDifference } from '../sim-harness/observer/hart-watch.ts'
import { ObserverDifference } from '../sim-harness/observer/difference.ts'
import type { CycleEvents } from '../sim-harness/port-events.ts'
import { noStalls, type PortStalls } from '../sim-harness/transport/clock.ts'
import { LinkPins, type HandedBeats } from '../sim-harness/transport/link-pins.ts'
import type { Parameters } from '../coprocessor/parameters.ts'
import type { RocketSimulator } from './bench/simulator.ts'
import { defaultTolerances } from '../sim-harness/observer/tolerances.ts'
import { RocketError } from './errors.ts'
import type { ProgramImage } from './program/image.ts'
import { defaultHang, HangWatch, type HangSettings } from './run/hang-watch.ts'
import { openRocket } from './run/open.ts'
import { Places } from './run/places.ts'
import { assertionError, hangError, limitError, type Standing } from './run/reports.ts'
import type { RocketEnd, RocketResult } from './run/result.ts'
import { Watchers } from './run/watchers.ts'

export type { RocketEnd, RocketResult, HartTrapCount } from './run/result.ts'
export type { Exchange, RunFigures } from './run/figures.ts'
export type { TakenRecord, UnitCounts } from './run/ledger.ts'

export interface RocketRun {
  readonly simulator: RocketSimulator
  readonly image: ProgramImage
  /** The host of the link; it is closed at the end, whatever the end is. */
  readonly peer: LinkPeer
  /** Watch every port event of the unit and every instruction of the hart. Default true; without it a run is quicker. */
  readonly observer?: boolean | undefined
  /**
   * Functions of the program, by symbol, that may read histories: then a load of an open segment by other code is a difference (M6), and so is a store into a slot that
   * runs. Wants the observer. Default: neither is watched.
   */
  readonly readers?: readonly string[] | undefined
  /** The observer counts tokens too (M4): for an Oracle that keeps all that it computed. Default: not. */
  readonly tokens?: boolean | undefined
  /** One line an instruction or trap: cycle, pc, word, mnemonic of the unit's own. Slow. */
  readonly trace?: ((line: string) => void) | undefined
  /** What the program writes to the console, as it comes. */
  readonly console?: ((bytes: Uint8Array) => void) | undefined
  /** Cycles in which something passed at the unit's ports: a Timeline's `observe`, for example. */
  readonly onEvents?: ((events: CycleEvents) => void) | undefined
  /** Told the cycle now and then, at least every 50,000: for a progress line. */
  readonly progress?: ((cycle: number) => void) | undefined
  /** The simulator must have been built with this form of waves. */
  readonly wavesFile?: string | undefined
  /** Clock cycles, at least 1. */
  readonly maxCycles: number
  /** When a program hangs. Default: 1,000,000 cycles, 1,000 traps. */
  readonly hang?: HangSettings | undefined
  /** When the host takes and gives beats. Default: always. */
  readonly stalls?: Pick<PortStalls, 'seed' | 'toHost' | 'fromHost'> | undefined
  readonly signal?: AbortSignal | undefined
}

/** The same on an engine that is out of reset, ready for cycle 0, with the program in its memory. It is closed too. */
export interface EngineRun extends Omit<RocketRun, 'simulator' | 'wavesFile'> { readonly engine: Engine; readonly parameters: Parameters }

/** Most cycles of one call: Node gets its turn, and a stop is heard, after each. */
const breath = 50_000
/** Retirements are told for so many cycles, from time to time, where nobody wants all. */
const glance = 256
const noBeats: HandedBeats = {}

/**
 * Runs a program until it stores its exit code, hangs, or is ended by something else; `end` of the result says which. Simulator and peer are ended then.
 * Cycle 0 is the first after reset. Simulated time depends on nothing but program, unit and what the peer answers.
 *
 *     const result = await runRocket({ simulator, image: readElf(bytes, 'hello.elf'), peer: new BridgeHost({ oracle, session: 1 }), maxCycles: 50_000_000 })
 *     if (result.end.kind !== 'exit') throw result.end.error
 *
 * @throws EngineFailure when the simulator's process does not start or is ended from outside; RangeError for waves that it cannot write; RocketError RKT2004 for a reader
 * that the program does not have
 */
export async function runRocket(run: RocketRun): Promise<RocketResult> {
  const { simulator, image, peer, wavesFile, ...rest } = run
  let engine: Engine
  try {
    engine = await openRocket(simulator, image, wavesFile)
  } catch (error) {
    await peer.close()
    throw error
  }
  return await runOnEngine({ ...rest, image, peer, engine, parameters: simulator.parameters })
}

export async function runOnEngine(run: EngineRun): Promise<RocketResult> {
  try {
    return await new RocketClock(run).run()
  } finally {
    try {
      await run.peer.close()
    } finally {
      await run.engine.close()
    }
  }
}

/** The peer could not go on. */
class PeerFailure extends Error {
  readonly reason: unknown
  constructor(reason: unknown) {
    super('the peer failed')
    this.reason = reason
  }
}

class RocketClock {
  readonly #run: EngineRun
  readonly #places: Places
  readonly #hang: HangWatch
  readonly #watchers: Watchers
  /** Silent cycles after which the unit has done what waits for nothing outside; twice so many follow the program's end. */
  readonly #patience: number
  readonly #link: LinkPins
  readonly #inputs: Uint32Array
  readonly #watch
  readonly #tellAll
  readonly #tellSome
  readonly #quarter: number
  #cycle = 0
  /** Every retirement was told since this cycle; Infinity: they are not told now. */
  #toldSince: number
  #lastTold = 0
  /** The program has ended; nothing new is asked of the host. */
  #ended = false
  /** Instructions until the end of the last call. */
  #retired = 0

  constructor(run: EngineRun) {
    const { engine, stalls = noStalls, hang = defaultHang } = run, { layout } = engine
    if (engine.records !== true) throw new RangeError(`the ${engine.name} engine keeps no cycles`)
    this.#run = run
    this.#places = new Places(run.image)
    this.#hang = new HangWatch(hang)
    this.#quarter = Math.max(1, Math.floor(hang.cycles / 4))
    this.#patience = defaultTolerances(run.parameters.slots).patience
    this.#watchers = new Watchers({ ...run, places: this.#places, hang: this.#hang, observer: run.observer ?? true, patience: this.#patience })
    this.#link = new LinkPins(layout, run.peer, { toHost: new Gate(stalls.toHost, stalls.seed ^ 2), fromHost: new Gate(stalls.fromHost, stalls.seed ^ 3) })
    this.#inputs = new Uint32Array(layout.inputWords)
    this.#watch = { changed: new Uint32Array(layout.outputWords), high: new Uint32Array(layout.outputWords) }
    this.#tellAll = this.#watchers.recording(true)
    this.#tellSome = this.#watchers.recording(false)
    this.#toldSince = this.#watchers.wantsAll ? 0 : Infinity
    // A byte is shown when it is written, and none is lost when the design stops itself.
    this.#watch.high[this.#watchers.hart.strobes.console] = this.#watch.high[this.#watchers.hart.strobes.exit] = 1
  }

  async run(): Promise<RocketResult> {
    let end: RocketEnd
    try {
      end = await this.#untilEnd()
    } catch (error) {
      end = this.#endOf(error)
    }
    const { ledger, figures, hartTraps, remarks } = this.#watchers
    return {
      end, cycles: this.#cycle, retired: this.#retired, unit: ledger.counts, records: ledger.records, hartTraps, figures: figures.figures(),
      log: this.#link.log, remarks: [...remarks],
    }
  }

  async #untilEnd(): Promise<RocketEnd> {
    const { maxCycles } = this.#run
    while (this.#cycle < maxCycles) {
      const outputs = await this.#stretch(this.#span())
      if (this.#watchers.exit !== undefined) {
        this.#ended = true
        const code = this.#watchers.exit, cycles = this.#cycle
        await this.#afterExit()
        this.#cycle = cycles
        return { kind: 'exit', code }
      }
      const hang = this.#hang.found(this.#cycle)
      if (!hang && this.#cycle < maxCycles) continue
      // It may be the unit that is to blame.
      const standing = this.#standing(outputs)
      this.#watchers.judge(this.#cycle)
      return hang ? { kind: 'hang', error: hangError(hang, standing) } : { kind: 'limit', error: limitError(maxCycles, standing) }
    }
    throw new RangeError(`a run of ${maxCycles} cycles`)
  }

  /** How many cycles the next call may have; decides whether retirements are told in it. */
  #span(): number {
    const left = this.#run.maxCycles - this.#cycle
    if (this.#watchers.wantsAll) return Math.min(left, breath, this.#quarter)
    const tells = this.#hang.suspicious(this.#cycle), looks = tells || this.#cycle - this.#lastTold >= this.#quarter || left <= glance
    if (!looks) this.#toldSince = Infinity
    else if (this.#toldSince === Infinity) this.#toldSince = this.#cycle
    if (looks) this.#lastTold = this.#cycle
    return Math.min(tells ? left : looks ? Math.min(left, glance) : left - glance, breath, this.#quarter)
  }

  /** One call of the engine. @returns the outputs of its last cycle, valid until the next */
  async #stretch(most: number): Promise<Uint32Array> {
    const link = this.#link, { engine, signal } = this.#run, start = this.#cycle
    if (signal?.aborted) throw new HarnessError('SIM3005', `stopped in cycle ${start}`, 'start it again')
    if (!this.#ended && link.mustAsk) await link.ask(start, signal).catch((error: unknown) => { throw error instanceof HarnessError && error.code === 'SIM3005' ? error : new PeerFailure(error) })
    link.put(start, this.#inputs, this.#watch.high)
    const owes = link.owes, cycles = Math.max(1, Math.min(most, link.change(start) - start))
    const told = this.#toldSince <= start
    let result: RunResult
    try {
      result = await engine.run(this.#inputs, cycles, { ...this.#watch, record: told ? this.#tellAll : this.#tellSome })
    } catch (error) {
      // What led to it was kept, and may say more than the failure.
      if (error instanceof EngineFailure) for (const { offset, outputs } of error.recorded) this.#tell(start + offset, outputs, noBeats)
      throw error
    }
    this.#cycle = start + result.cycles
    this.#run.progress?.(this.#cycle)
    const last = this.#cycle - 1, { outputs } = result
    if (owes) this.#hang.owed(last)
    const retired = this.#watchers.hart.retired(outputs)
    if (!told && retired > this.#retired) this.#hang.alive(last)
    link.checkHeld(last, this.#inputs, outputs)
    const beats = link.handed(this.#inputs, outputs)
    // Beats are handed over in the last cycle alone: the watch stops there.
    for (const kept of result.recorded!) if (start + kept.offset !== last) this.#tell(start + kept.offset, kept.outputs, noBeats)
    this.#tell(last, outputs, beats)
    if (!this.#ended) this.#retired = retired
    link.settle(last, beats)
    return outputs
  }

  #tell(cycle: number, outputs: Uint32Array, beats: HandedBeats): void {
    if (this.#ended) this.#watchers.afterExit(cycle, outputs, beats)
    else this.#watchers.cycle(cycle, outputs, beats, this.#toldSince)
  }

  /** The unit gets the time to show what it still owes; the host says nothing new. */
  async #afterExit(): Promise<void> {
    if (!(this.#run.observer ?? true)) return
    // Until the ports were silent for long, within reason: what goes on in the background need not end.
    for (const end = this.#cycle + 2 * this.#patience; this.#cycle < end;) await this.#stretch(end - this.#cycle)
    this.#watchers.judge(this.#cycle)
  }

  #standing(outputs: Uint32Array): Standing {
    return { cycle: this.#cycle, places: this.#places, last: this.#hang.last, retired: this.#retired, stand: this.#watchers.hart.stand(outputs), waits: this.#watchers.ledger.waits(this.#cycle) }
  }

  /** @throws what is neither the program's nor the design's doing */
  #endOf(error: unknown): RocketEnd {
    if (error instanceof ObserverDifference || error instanceof HartDifference || (error instanceof HarnessError && error.code === 'SIM2002')) {
      return { kind: 'difference', error: new RocketError('RKT3006', error.message, 'run it again with --vcd and look at that cycle; if the program is in order, this is a fault of the unit') }
    }
    if (error instanceof PeerFailure) {
      const { reason } = error
      const help = reason instanceof Error && 'help' in reason && typeof reason.help === 'string' ? reason.help : 'see what the Oracle says, or try it with a script'
      return { kind: 'oracle', error: new RocketError('RKT3005', `the host of the link failed in cycle ${this.#cycle}: ${reason instanceof Error ? reason.message : String(reason)}`, help) }
    }
    if (error instanceof HarnessError && error.code === 'SIM3005') return { kind: 'stopped', error: new RocketError('RKT3007', error.message, error.help) }
    if (error instanceof EngineFailure && error.stop) {
      this.#cycle = error.completeCycles
      return { kind: 'assertion', error: assertionError(error, this.#hang.told, this.#places) }
    }
    throw error
  }
}
