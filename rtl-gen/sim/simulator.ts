// Owns: the simulator of a design: values by path, cycles, snapshots, checks.
import { DiagnosticError, type Diagnostic } from '../diagnostics/index.ts'
import type { Design } from '../ir/index.ts'
import { checkError, readCounter, type CheckResult } from './checks.ts'
import { wantDesign } from '../passes/index.ts'
import { compile } from './compile.ts'
import { header, readBytes, writeBytes } from './layout.ts'
import { elementPath, type ArrayStore, type Element } from './netlist.ts'
import { makePort, type SimMemory, type SimPort, type SimSignal } from './signals.ts'
import type { Store } from './drive.ts'
import { defaultActivity, type Activity } from './tiers.ts'

export interface SimulatorOptions {
  /** A failing assert or assume throws RTL6004 at the end of its cycle (default), or is only counted. */
  readonly checks?: 'throw' | 'record'
  /** Above this many nodes the cycle is cut into several functions (1000: V8 does best with functions of 250 to 5000). */
  readonly nodesPerFunction?: number
  /**
   * When the simulator learns which parts of the design are at rest, to skip them ('off': never): it runs `plain` cycles first (20000),
   * then looks at `trace` of them (128), and again when it has run ten times as long. Speed is all that it changes.
   */
  readonly activity?: Activity | 'off'
}

/** The state of a simulation, and its cycle. Belongs to simulators of the same design. */
export interface Snapshot { readonly state: Uint8Array }

/**
 * A two-state, cycle-accurate simulation. A cycle: everything settles with the inputs as they stand, then the registers of the rising
 * clocks take their next values. Paths are those of `signals`.
 */
export interface Simulator {
  readonly signals: readonly SimSignal[]
  readonly memories: readonly SimMemory[]
  /** Names of the clocks; clock i is bit i of the set that `step` takes. */
  readonly clocks: readonly string[]
  /** The memory as 32-bit words: see SimPort. Stays valid as long as the simulator. */
  readonly words: Uint32Array
  /** Cycles run since the start, 0 at first. */
  readonly cycle: number
  /** Nodes of the compiled graph and bytes of its code. */
  readonly size: { readonly nodes: number; readonly bytes: number }
  /** Sets an input, a reset or a register. Throws RTL6005 for an unknown path or a computed value, RTL6006 for a value that does not fit. */
  poke(path: string, value: bigint | number): void
  /** A settled value of any signal. Throws RTL6005 for an unknown path. */
  peek(path: string): bigint
  /** Fast access to one signal; see SimPort. */
  port(path: string): SimPort
  /** A word of an array; past the end 0. */
  peekMemory(path: string, index: number): bigint
  /** Sets a word of an array. Throws RTL6006 if it does not fit. */
  pokeMemory(path: string, index: number, value: bigint | number): void
  /**
   * Runs `n` cycles (1) in which the clocks of the set (all) rise; gives the number run. Afterwards the words of the outputs hold what they were
   * in the last of these cycles, before its edge, until `eval` or `peek`. Throws RTL6004 if a check fails (see SimulatorOptions).
   */
  step(n?: number, clocks?: number): number
  /** Settles the outputs with the present inputs. */
  eval(): void
  /** Code that settles the given signals, whatever they are, in their words; for waves and coverage. */
  watch(paths: readonly string[]): { readonly ports: readonly SimPort[]; settle(): void }
  /** Holds all resets for some cycles (1) in which all clocks rise, then releases them. */
  reset(cycles?: number): void
  snapshot(): Snapshot
  restore(from: Snapshot): void
  /** All checks, in order of instances and statements. */
  checks(): CheckResult[]
}

/** What one call can run: the code counts in 32 bits. */
const mostCycles = 2 ** 31 - 1

/** Compiles a design. Throws RTL4002 (no design), RTL6001 (black box), RTL6002 (combinational loop), RTL6003 (too many clocks). */
export function compileSimulator(design: Design, options: SimulatorOptions = {}): Simulator {
  wantDesign(design)
  const code = compile(design, options.nodesPerFunction ?? 1000, options.activity === 'off' ? undefined : options.activity ?? defaultActivity), { plan, memory } = code, { net } = plan
  const words = new Uint32Array(memory.buffer), bytes = new Uint8Array(memory.buffer)
  const stop = options.checks === 'record' ? 0 : 1
  const allClocks = net.clocks.length === 32 ? 0xffffffff : 2 ** net.clocks.length - 1
  let outputsSettled = false, allSettled = false
  const changed = (): void => { outputsSettled = allSettled = false }
  /** Registers or arrays were written: code that skips what is at rest must look at everything. */
  const disturbed = (): void => { changed(); words[header.stale / 4] = 1 }
  const places = new Map<string, { signal: SimSignal; address: number; element: Element | undefined }>()
  for (const c of net.clocks) {
    const reset = c.domain.reset
    if (reset) places.set(reset.name, { address: c.resetAddress, element: undefined, signal: resetSignal(reset.name, c.name, c.domain.at) })
  }
  for (const scope of net.scopes) for (const s of scope.signals.values()) for (const e of s.elements.values()) {
    places.set(elementPath(e), { address: e.address, element: e, signal: describe(e) })
  }
  const arrays = new Map(net.arrays.map(a => [a.path, a]))
  const values = new Map<Element, Store>()
  for (const i of plan.internals) values.set(i.element, { address: i.element.address, value: i.value })
  const find = (path: string): { signal: SimSignal; address: number; element: Element | undefined } => places.get(path) ?? fail(unknown(path, [...places.keys(), ...arrays.keys()]))
  const ports = new Map<string, SimPort>()
  const port = (path: string): SimPort => {
    const known = ports.get(path)
    if (known) return known
    const { signal, address } = find(path), made = makePort(signal, words, address, signal.kind === 'input' || signal.kind === 'reset' ? changed : disturbed)
    ports.set(path, made)
    return made
  }
  let settleEverything: (() => void) | undefined
  const settleAll = (): void => {
    settleEverything ??= code.settler([...plan.outputs, ...values.values()])
    settleEverything()
    outputsSettled = allSettled = true
  }
  const settleOutputs = (): void => { code.eval(); outputsSettled = true }
  const array = (path: string): ArrayStore => arrays.get(path) ?? fail(unknown(path, [...arrays.keys()]))
  const peekWord = (a: ArrayStore, index: number): bigint => index >= 0 && index < a.depth ? readBytes(bytes, a.address + index * a.bytes, a.bytes) : 0n
  const pokeWord = (a: ArrayStore, index: number, v: bigint): void => {
    if (v < 0n || v >> BigInt(a.width) || !(index >= 0 && index < a.depth)) fail(noWord(a, index, v))
    writeBytes(bytes, a.address + index * a.bytes, a.bytes, v)
    disturbed()
  }
  const cycle = (): number => words[header.cycle / 4]! + words[header.cycle / 4 + 1]! * 2 ** 32
  const checks = (): CheckResult[] => code.checks.map(c => ({ ...c.of, ...readCounter(words, c.address) }))
  const counted = stop !== 0 && code.checks.length > 0
  const step = (n = 1, clocks = allClocks): number => {
    if (!Number.isInteger(n) || n < 0 || n > mostCycles) fail({ code: 'RTL6010', message: `the number of cycles is a whole number from 0 to ${mostCycles}, not ${String(n)}`, notes: [], help: 'give 1, or run many in parts' })
    const before = counted ? code.checks.map(c => words[c.address / 4]!) : []
    outputsSettled = allSettled = false
    const done = code.step(n, clocks, stop)
    if (counted && words[header.failed / 4]) throw checkError(checks().filter((c, i) => c.check !== 'cover' && c.count > before[i]!), cycle() - 1)
    return done
  }
  return {
    signals: [...places.values()].map(p => p.signal),
    memories: net.arrays.map(({ path, width, depth, at }) => ({ path, width, depth, at })),
    clocks: net.clocks.map(c => c.name), words, size: code.size,
    get cycle() { return cycle() },
    port,
    poke: (path, value) => {
      const word = wordOf(arrays, path)
      if (word) return pokeWord(word.array, word.index, pattern(path, value))
      const { element } = find(path)
      if (element?.signal.storage === 'computed') fail(computed(element))
      port(path).setBig(pattern(path, value))
    },
    peek: path => {
      const word = wordOf(arrays, path)
      if (word) return peekWord(word.array, word.index)
      const { element } = find(path)
      if (element && (element.signal.storage === 'computed' || element.signal.asyncReset)) {
        if (values.has(element)) { if (!allSettled) settleAll() } else if (!outputsSettled) settleOutputs()
      }
      return port(path).getBig()
    },
    peekMemory: (path, index) => peekWord(array(path), index),
    pokeMemory: (path, index, value) => pokeWord(array(path), index, pattern(path, value)),
    step,
    eval: settleOutputs,
    watch: paths => {
      const elements = paths.map(p => find(p).element)
      const settle = code.settler(elements.flatMap(e => e && values.has(e) ? [values.get(e)!] : plan.outputs.filter(o => o.address === e?.address)))
      return { ports: paths.map(port), settle }
    },
    reset: (cycles = 1) => {
      const set = (v: number): void => { for (const c of net.clocks) if (c.domain.reset) words[c.resetAddress / 4] = v; changed() }
      set(1)
      step(cycles)
      set(0)
    },
    snapshot: () => ({ state: bytes.slice(0, code.stateEnd) }),
    restore: from => {
      if (!(from?.state instanceof Uint8Array) || from.state.length !== code.stateEnd) fail({ code: 'RTL6013', message: 'the snapshot belongs to another design', notes: [], help: 'restore what `snapshot` of a simulator of this design gave' })
      bytes.set(from.state)
      disturbed()
    },
    checks,
  }
}

/** The word that a path like `slots[3].base` names if the register stays an array. */
function wordOf(arrays: ReadonlyMap<string, ArrayStore>, path: string): { array: ArrayStore; index: number } | undefined {
  if (!path.includes('[')) return undefined
  const array = arrays.get(path.replace(/\[\d+\]/g, '[]'))
  if (array === undefined) return undefined
  const indices = [...path.matchAll(/\[(\d+)\]/g)].map(m => Number(m[1]))
  return { array, index: indices.reduce((n, k, i) => k < array.dimensions[i]! ? n * array.dimensions[i]! + k : NaN, 0) }
}

function describe(e: Element): SimSignal {
  const s = e.signal
  return {
    path: elementPath(e), scope: s.scope.path.split('.').slice(0, -1), name: s.name + e.suffix, kind: s.kind, type: e.type, width: e.type.width, at: s.at,
    ...s.clock ? { domain: s.clock.name } : {}, ...s.doc === undefined ? {} : { doc: s.doc },
  }
}

const resetSignal = (name: string, domain: string, at: SimSignal['at']): SimSignal =>
  ({ path: name, scope: [], name, kind: 'reset', type: { kind: 'uint', width: 1 }, width: 1, domain, at })

function fail(d: Diagnostic): never { throw new DiagnosticError([d]) }

/** A whole number as a bigint. */
const pattern = (path: string, v: unknown): bigint => typeof v === 'bigint' ? v : typeof v === 'number' && Number.isSafeInteger(v) ? BigInt(v)
  : fail({ code: 'RTL6006', message: `\`${path}\` takes a whole number, not ${typeof v === 'number' ? String(v) : `a value of type ${typeof v}`}`, notes: [], help: 'give a pattern: a number below 2^53, or a bigint' })

function unknown(path: string, known: readonly string[]): Diagnostic {
  if (typeof path !== 'string') return { code: 'RTL6005', message: `a path is a text, not a value of type ${typeof path}`, notes: [], help: 'give instance.signal[index].field: `signals` lists them' }
  const near = known.filter(k => k.toLowerCase().includes(path.toLowerCase()) || path.startsWith(k)).slice(0, 5)
  return {
    code: 'RTL6005', message: `the simulation has no signal \`${path}\``, notes: [],
    help: near.length > 0 ? `did you mean ${near.map(n => `\`${n}\``).join(', ')}?` : 'paths are instance.signal[index].field: `signals` lists them',
  }
}
const computed = (e: Element): Diagnostic => ({
  code: 'RTL6005', message: `\`${elementPath(e)}\` is computed from other signals, so it cannot be poked`, notes: [{ place: e.signal.at, text: `${e.signal.kind} declared here` }],
  help: 'poke the inputs or registers that it comes from',
})
const noWord = (a: ArrayStore, index: number, value: bigint): Diagnostic => ({
  code: 'RTL6006', message: `${value} cannot stand in word ${index} of \`${a.path}\`: ${a.depth} words of ${a.width} bits`, notes: [{ place: a.at, text: 'declared here' }],
  help: 'give an index below the depth and a value that fits',
})
