// Owns: the simulator as users of the language see it: values by the names and shapes of the declarations, streams as queues, memories as arrays.
import { instrument, type CoveragePlan } from './coverage/instrument.ts'
import { collectCoverage, type CoverageCollector } from './coverage/collect.ts'
import type { Coverage } from './coverage/result.ts'
import { elaborate, layout, type Declared, type Decls, type Module, type ModuleSource, type Peeks, type Pokes, type Sends, type Takes } from './dsl/index.ts'
import { fromHost, toHost } from './host-values.ts'
import { check } from './passes/index.ts'
import { clockSet, schedule, wholeNumber, type Period } from './simulate/clocks.ts'
import { findPath, leafOf, type Found } from './simulate/paths.ts'
import { guard, refuse, remedy } from './simulate/refuse.ts'
import { senderOf, takerOf, type Sender, type Stream, type Taker } from './simulate/streams.ts'
import type { Clocks, Memories, Registers } from './simulate/types.ts'
import { wordsOf } from './simulate/words.ts'
import { compileSimulator, type Simulator, type SimulatorOptions, type Snapshot } from './sim/index.ts'

export interface SimOptions<P extends Decls> extends SimulatorOptions {
  /** Count what the run reaches: see Sim.coverage. */
  readonly coverage?: boolean
  /** Clocks that run by themselves: each cycle is the next instant at which one of them rises. Absent: all clocks rise in each cycle. */
  readonly periods?: { readonly [K in Clocks<P>]: Period }
}
export interface StepOptions<P extends Decls> {
  /** The clocks that rise; all (or those whose time has come) if absent. */
  readonly clocks?: readonly Clocks<P>[]
}
/** Told before the edge of each cycle: the set of clocks that will rise (bit i: clock i of `raw.clocks`), and whether resets are held. */
export type CycleHook = (rising: number, resetting: boolean) => void

export type { Clocks, Memories, Registers } from './simulate/types.ts'
export type { Period } from './simulate/clocks.ts'
export type { Sender, Taker } from './simulate/streams.ts'

/** State of the hardware, queues of the streams, and the time of the clocks. */
export interface SimSnapshot { readonly hardware: Snapshot; readonly streams: readonly unknown[]; readonly clocks: readonly number[] | undefined; readonly module: string }

/** A simulation of one module; see Simulator for what a cycle is. */
export interface Sim<P extends Decls> {
  /** Sets inputs; others keep their values (0 at first). Nothing is set if one is refused: RTL6007 for a value that does not fit, RTL6008 and RTL6009 for a name. */
  poke(values: Pokes<P>): void
  /** Sets registers to what a test wants to begin with; the next edge may change them. Throws as poke does. */
  set(values: Registers<P>): void
  /** Settled values of ports, wires and registers, read when asked for: bigints, names of members, plain objects and arrays. Throws RTL6008 for another name. */
  readonly peek: Peeks<P>
  /** A settled value by its path, into instances too: `first.count`, `first.slots[2].addr`, `first.deq.valid`, `table[3]`. Throws RTL6008 with the nearest names. */
  peekPath(path: string): unknown
  /** The words of memories and ROMs: read `sim.memory.words[3]`, set `sim.memory.words[3] = 5n`; arrays in every other way. */
  readonly memory: Memories<P>
  readonly sinks: { readonly [K in keyof Sends<P>]: Sender<Sends<P>[K]> }
  readonly sources: { readonly [K in keyof Takes<P>]: Taker<Takes<P>[K]> }
  /** Runs cycles (1); streams move when their clock rises. Throws RTL6004 if an assertion fails, RTL6010 and RTL6011 for cycles and clocks that are none. */
  step(n?: number, options?: StepOptions<P>): void
  /**
   * Runs cycles until the condition holds, which is asked before each of them; gives the number run. Throws RTL6012 after `limit` cycles (10000).
   *
   *     sim.runUntil(s => s.peek.done === 1n, { limit: 200 })
   */
  runUntil(condition: (sim: Sim<P>) => boolean, options?: StepOptions<P> & { readonly limit?: number }): number
  /** Runs all edges of the next `time` units; only with `periods`. Gives the cycles run. */
  advance(time: number): number
  /** Holds the resets for some cycles (1) in which all clocks rise; streams and time rest. */
  reset(cycles?: number): void
  /** Cycles run, resets included. */
  readonly cycle: number
  /** The time of the last edge, in units of `periods`; without these the same as `cycle`. */
  readonly time: number
  snapshot(): SimSnapshot
  /** Also of another simulation of the same module. Throws RTL6013. */
  restore(from: SimSnapshot): void
  /** What has been reached so far outside of reset. Throws RTL6015 without the option `coverage`. */
  coverage(): Coverage
  /** Calls `hook` before the edge of each cycle from now on; gives a function that ends it. Cycles run by `raw` are not seen. */
  onCycle(hook: CycleHook): () => void
  /** Is this a value that only coverage counts, no signal of the module? */
  isCoverage(path: string): boolean
  /** What a path names, for tools that show values. Throws RTL6008. */
  find(path: string): Found
  readonly module: Module<P>
  /** The same simulation by paths of the flattened design. */
  readonly raw: Simulator
}

const defaultLimit = 10_000

/**
 * Builds a module, checks it, and simulates it in this process. Throws what `elaborate`, `check` and `compileSimulator` find.
 *
 *     const sim = simulate(counter)
 *     sim.poke({ enable: 1 })
 *     sim.step(3)
 *     sim.peek.count   // 3n
 */
export function simulate<P extends Decls>(module: Module<P>, options: SimOptions<P> = {}): Sim<P> {
  const design = elaborate(module)
  check(design)
  const plan: CoveragePlan | undefined = options.coverage ? instrument(design) : undefined
  const raw = compileSimulator(plan?.design ?? design, options)
  const source = module as unknown as ModuleSource, { placed } = layout(source), ofModule = { at: source.at, text: 'the module' }
  const peek = {}, memory = {}, sinks = {}, sources = {}, streams: Stream[] = [], hooks = new Set<CycleHook>()
  const define = (on: object, key: string, get: () => unknown): void => { Object.defineProperty(on, key, { enumerable: true, get }) }
  for (const [key, p] of placed) {
    const { is, shape } = p.declared
    if (is === 'input' || is === 'output' || is === 'wire' || is === 'register') {
      const path = leafOf(p, '')
      define(peek, key, () => toHost(shape, l => raw.peek(path(l))))
    } else if (is === 'memory' || is === 'rom') {
      const words = wordsOf(raw, p, key)
      define(memory, key, () => words)
    } else if (is === 'sink' || is === 'source') {
      const { end, stream } = is === 'sink' ? senderOf(raw, p, key) : takerOf(raw, p)
      streams.push(stream)
      define(is === 'sink' ? sinks : sources, key, () => end)
    }
  }
  const all = raw.clocks.length === 32 ? 0xffffffff : 2 ** raw.clocks.length - 1, timed = options.periods && schedule(raw, options.periods)
  const bitOf = new Map(streams.map(s => [s, 1 << Math.max(0, raw.clocks.indexOf(s.domain))])), resets = raw.signals.filter(s => s.kind === 'reset').map(s => s.path)

  const where: Readonly<Record<string, string>> = { sink: '`sinks`', source: '`sources`', memory: '`memory`', rom: '`memory`', input: '`peek`', output: '`peek`', wire: '`peek`', register: '`peek`' }
  const guarded = <T>(target: object, part: string): T => guard(target, key => {
    const other = placed.get(key)?.declared
    if (other) return refuse('RTL6008', `\`${key}\` is ${article(other.is)}, which \`${part}\` does not have`, other.is === 'instance' ? `name what is inside it: peekPath('${key}.…')` : `it is in ${where[other.is] ?? 'peekPath'}`, { at: other.at, text: 'declared here' })
    return refuse('RTL6008', `\`${part}\` has no \`${key}\``, remedy(key, Object.keys(target)), ofModule)
  }, key => {
    const { is, at } = placed.get(key)!.declared
    return refuse('RTL6009', `\`${part}.${key}\` cannot be assigned: \`${key}\` is ${article(is)}`, wayTo(key, is), { at, text: 'declared here' })
  }) as T

  /** All values are converted before the first is set. */
  function setValues(values: object, wanted: 'input' | 'register', verb: string): void {
    if (typeof values !== 'object' || values === null) refuse('RTL6007', `${verb} takes an object of values by name`, `write sim.${verb}({ name: value })`, ofModule)
    const ready: (() => void)[] = [], names = [...placed].filter(([, p]) => p.declared.is === wanted).map(([k]) => k)
    for (const [key, value] of Object.entries(values)) {
      const p = placed.get(key)
      if (p === undefined) return refuse('RTL6008', `module \`${module.name}\` has no ${wanted} \`${key}\``, remedy(key, names), ofModule)
      const { is, shape, at } = p.declared
      if (is !== wanted) refuse('RTL6009', `\`${key}\` is ${article(is)}, and ${verb} sets ${wanted}s`, wayTo(key, is), { at, text: 'declared here' })
      const path = leafOf(p, '')
      fromHost(shape, value, (leaf, pattern) => ready.push(() => raw.poke(path(leaf), pattern)), { key, at })
    }
    ready.forEach(set => set())
  }

  const drive = (): void => streams.forEach(s => s.drive())
  const collector: CoverageCollector | undefined = plan && collectCoverage(raw, plan)
  if (collector) hooks.add((rising, resetting) => { if (!resetting) collector.sample(rising) })
  function cycleOf(rising: number): void {
    for (const hook of hooks) hook(rising, false)
    raw.step(1, rising)
    for (const s of streams) if (rising & bitOf.get(s)!) s.after()
    drive()
  }
  function run(n: number, clocks: readonly string[] | undefined): void {
    const given = clocks && clockSet(raw, clocks)
    if (streams.length === 0 && hooks.size === 0 && (given !== undefined || !timed)) return void raw.step(n, given ?? all)
    for (let i = 0; i < n; i++) cycleOf(given ?? timed?.next() ?? all)
  }

  const sim: Sim<P> = {
    poke: values => setValues(values, 'input', 'poke'),
    set: values => setValues(values, 'register', 'set'),
    peek: guarded(peek, 'peek'), memory: guarded(memory, 'memory'), sinks: guarded(sinks, 'sinks'), sources: guarded(sources, 'sources'),
    peekPath: path => {
      const { shape, read, stream } = sim.find(path)
      if (!stream) return toHost(shape, read)
      return { valid: read(['valid']), ready: read(['ready']), payload: toHost(shape, l => read(['payload', ...l])) }
    },
    isCoverage: path => collector?.paths.has(path) ?? false,
    find: path => findPath(module, raw, path),
    step: (n = 1, { clocks } = {}) => run(wholeNumber(n, 'the number of cycles'), clocks),
    runUntil: (condition, { limit = defaultLimit, clocks } = {}) => {
      if (typeof condition !== 'function') refuse('RTL6012', 'runUntil takes a function that is asked before each cycle', 'write sim.runUntil(s => s.peek.done === 1n)', ofModule)
      wholeNumber(limit, '`limit`')
      for (let n = 0; ; n++) {
        const holds: unknown = condition(sim)
        if (typeof holds !== 'boolean') refuse('RTL6012', `the condition is ${holds instanceof Promise ? 'a promise' : `a ${typeof holds}`}, not true or false`, 'compare: s.peek.done === 1n; the function is not async', ofModule)
        if (holds === true) return n
        if (n >= limit) refuse('RTL6012', `the condition did not come true within ${limit} cycle${limit === 1 ? '' : 's'} (the limit)`, 'give a higher `limit`, or draw a wave to see what the design waits for', ofModule)
        run(1, clocks)
      }
    },
    advance: time => {
      wholeNumber(time, 'the time')
      if (!timed) return refuse('RTL6011', 'advance wants clocks with periods', `simulate(m, { periods: { ${raw.clocks.map(c => `${c}: 10`).join(', ')} } }), or step(n)`, ofModule)
      const end = timed.time + time
      let n = 0
      for (; timed.ahead <= end; n++) cycleOf(timed.next())
      timed.rest(end)
      return n
    },
    reset: (cycles = 1) => {
      wholeNumber(cycles, 'the number of cycles')
      if (hooks.size === 0) return raw.reset(cycles)
      for (const r of resets) raw.poke(r, 1)
      for (let i = 0; i < cycles; i++) {
        for (const hook of hooks) hook(all, true)
        raw.step(1, all)
      }
      for (const r of resets) raw.poke(r, 0)
    },
    get cycle() { return raw.cycle },
    get time() { return timed ? timed.time : raw.cycle },
    snapshot: () => ({ hardware: raw.snapshot(), streams: streams.map(s => s.save()), clocks: timed?.save(), module: design.top }),
    restore: from => {
      const fits = from?.module === design.top && from.streams.length === streams.length && (from.clocks === undefined) === (timed === undefined)
      try {
        if (!fits) throw new RangeError()
        raw.restore(from.hardware)
      } catch (e) {
        if (!(e instanceof RangeError)) throw e
        refuse('RTL6013', `the snapshot is not one of \`${module.name}\``, 'restore what snapshot() of a simulation of the same module gave', ofModule)
      }
      streams.forEach((s, i) => s.load(from.streams[i]))
      if (from.clocks) timed?.load(from.clocks)
      collector?.restart()
      drive()
    },
    coverage: () => collector?.result() ?? refuse('RTL6015', 'this simulation counts no coverage', 'simulate(module, { coverage: true })', ofModule),
    onCycle: hook => {
      hooks.add(hook)
      return () => { hooks.delete(hook) }
    },
    module, raw,
  }
  return sim
}

const article = (is: string): string => `${/^[aeiou]/.test(is) ? 'an' : 'a'} ${is}`

/** How the value of a declaration is changed by a test. */
function wayTo(key: string, is: Declared['is']): string {
  const named = /^[A-Za-z_$][\w$]*$/.test(key) ? { of: `.${key}`, key } : { of: `[${JSON.stringify(key)}]`, key: JSON.stringify(key) }
  switch (is) {
    case 'input': return `use poke: sim.poke({ ${named.key}: ... })`
    case 'register': return `use set: sim.set({ ${named.key}: ... }), or poke the inputs that it comes from`
    case 'output': case 'wire': return 'it is computed: set the inputs and registers that it comes from, with poke and set'
    case 'sink': return `send into \`sinks\`: sim.sinks${named.of}.send(...)`
    case 'source': return `take from \`sources\`: sim.sources${named.of}.take(); accept(false) holds it`
    case 'memory': return `set its words in \`memory\`: sim.memory${named.of}[0] = ...`
    case 'rom': return 'a ROM is constant: another module may have other words'
    case 'instance': return `what is inside it is its own; read it with sim.peekPath('${key}. ...')`
  }
}
