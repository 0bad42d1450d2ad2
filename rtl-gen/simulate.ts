// Owns: the simulator as users of the language see it: values by the names and shapes of the declarations, streams as queues.
import { elaborate, layout, typeOf, type Decls, type Module, type ModuleSource, type Peeks, type Pokes, type Sends, type Shape, type Takes } from './dsl/index.ts'
import { snake } from './dsl/names.ts'
import { fromHost, toHost, type LeafPath } from './host-values.ts'
import type { Type } from './ir/index.ts'
import { check } from './passes/index.ts'
import { compileSimulator, type SimPort, type Simulator, type SimulatorOptions, type Snapshot } from './sim/index.ts'

/** The sending end of a sink: values go in as soon as the module takes them, in order, one a cycle at most. */
export interface Sender<V> { send(value: V): void; /** Values not yet taken. */ readonly pending: number }
/** The taking end of a source: what the module sent is kept until it is taken. */
export interface Taker<V> {
  /** The oldest value not yet taken; undefined if there is none. */
  take(): V | undefined
  readonly pending: number
  /** Whether the module may send (its `ready`): true at first. */
  accept(on: boolean): void
}

/** A simulation of one module; see Simulator for what a cycle is. */
export interface Sim<P extends Decls> {
  /** Sets inputs; others keep their values (0 at first). Throws RTL6007 for a value that does not fit. */
  poke(values: Pokes<P>): void
  /** Settled values of ports, wires and registers, read when asked for. */
  readonly peek: Peeks<P>
  readonly sinks: { readonly [K in keyof Sends<P>]: Sender<Sends<P>[K]> }
  readonly sources: { readonly [K in keyof Takes<P>]: Taker<Takes<P>[K]> }
  /** Runs cycles (1) in which all clocks rise; streams move in each. Throws RTL6004 if an assertion fails. */
  step(n?: number): void
  /** Holds the resets for some cycles (1); streams rest. */
  reset(cycles?: number): void
  readonly cycle: number
  /** State of the hardware; queues of streams are not part of it. */
  snapshot(): Snapshot
  restore(from: Snapshot): void
  /** The same simulation by paths of the flattened design. */
  readonly raw: Simulator
}

interface Stream { readonly drive: () => void; readonly after: () => void }

/**
 * Builds a module, checks it, and simulates it in this process. Throws what `elaborate`, `check` and `compileSimulator` find.
 *
 *     const sim = simulate(counter)
 *     sim.poke({ enable: 1 })
 *     sim.step(3)
 *     sim.peek.count   // 3n
 */
export function simulate<P extends Decls>(module: Module<P>, options: SimulatorOptions = {}): Sim<P> {
  const design = elaborate(module)
  check(design)
  const raw = compileSimulator(design, options)
  const { placed } = layout(module as unknown as ModuleSource)
  const peek = {}, sinks: Record<string, Sender<unknown>> = {}, sources: Record<string, Taker<unknown>> = {}, streams: Stream[] = []
  const writers = new Map<string, (value: unknown) => void>()
  for (const [key, { declared, name, leaves }] of placed) {
    const portOf = (path: LeafPath): string => leaves.get(path.join('.'))!
    const { shape, is } = declared
    if (is === 'input') writers.set(key, value => setAll(shape, value, p => raw.port(portOf(p)), key))
    const read = is === 'input' || is === 'output' ? (p: LeafPath): bigint => raw.peek(portOf(p))
      : is === 'wire' || is === 'register' ? (p: LeafPath): bigint => raw.peek(name + suffixOf(typeOf(shape), p)) : undefined
    if (read) Object.defineProperty(peek, key, { enumerable: true, get: () => toHost(shape, read) })
    if (is === 'sink') addSink(key, shape, portOf)
    if (is === 'source') addSource(key, shape, portOf)
  }

  function addSink(key: string, shape: Shape, portOf: (p: LeafPath) => string): void {
    const queue: unknown[] = [], valid = raw.port(portOf(['valid'])), ready = raw.port(portOf(['ready']))
    const drive = (): void => {
      valid.set(queue.length > 0 ? 1 : 0)
      if (queue.length > 0) setAll(shape, queue[0], p => raw.port(portOf(['payload', ...p])), key)
    }
    streams.push({ drive, after: () => { if (valid.get() && ready.get()) queue.shift() } })
    sinks[key] = {
      send: value => {
        fromHost(shape, value, () => {})
        queue.push(value)
        drive()
      },
      get pending() { return queue.length },
    }
  }

  function addSource(key: string, shape: Shape, portOf: (p: LeafPath) => string): void {
    const queue: unknown[] = [], valid = raw.port(portOf(['valid'])), ready = raw.port(portOf(['ready']))
    let accepts = true
    const drive = (): void => ready.set(accepts ? 1 : 0)
    drive()
    // Right after a cycle the words of the outputs still hold what they were in it.
    streams.push({ drive, after: () => { if (valid.get() && ready.get()) queue.push(toHost(shape, p => raw.port(portOf(['payload', ...p])).getBig())) } })
    sources[key] = {
      take: () => queue.shift(),
      get pending() { return queue.length },
      accept: on => {
        accepts = on
        drive()
      },
    }
  }

  const drive = (): void => streams.forEach(s => s.drive())
  return {
    poke: values => {
      for (const [key, value] of Object.entries(values)) writers.get(key)!(value)
    },
    peek: peek as Peeks<P>,
    sinks: sinks as Sim<P>['sinks'],
    sources: sources as Sim<P>['sources'],
    step: (n = 1) => {
      if (streams.length === 0) return void raw.step(n)
      for (let i = 0; i < n; i++) {
        raw.step()
        streams.forEach(s => s.after())
        drive()
      }
    },
    reset: (cycles = 1) => raw.reset(cycles),
    get cycle() { return raw.cycle },
    snapshot: () => raw.snapshot(),
    restore: from => {
      raw.restore(from)
      drive()
    },
    raw,
  }
}

function setAll(shape: Shape, value: unknown, port: (path: LeafPath) => SimPort, key: string): void {
  const found: (readonly [LeafPath, bigint])[] = []
  fromHost(shape, value, (path, pattern) => found.push([path.slice(1), pattern]), [key])
  for (const [path, pattern] of found) port(path).setBig(pattern)
}

/** The path within a signal: fields as the IR names them. */
function suffixOf(type: Type, path: LeafPath): string {
  const [step, ...rest] = path
  if (step === undefined) return ''
  if (type.kind === 'vec') return `[${step}]${suffixOf(type.of, rest)}`
  if (type.kind !== 'bundle') throw new Error('internal: a step into a ground type')
  const field = type.fields.find(f => f.name === snake(String(step)))!
  return `.${field.name}${suffixOf(field.type, rest)}`
}
