// Owns: what a simulator tells about its signals, and fast access to one of them.
import { DiagnosticError } from '../diagnostics/index.ts'
import type { GroundType, Place } from '../ir/index.ts'

/** `read`: the data of a memory's read port. `reset`: a reset of the top. */
export type SimSignalKind = 'input' | 'output' | 'local' | 'wire' | 'register' | 'read' | 'reset'

/** One ground value of the flattened design. */
export interface SimSignal {
  /** `inst.inst.name[3].field`; ports of the top have no instance. */
  readonly path: string
  /** Names of the instances, outermost first. */
  readonly scope: readonly string[]
  /** The path within its instance. */
  readonly name: string
  readonly kind: SimSignalKind
  readonly type: GroundType
  readonly width: number
  /** Name of the clock domain; absent for combinational values without one. */
  readonly domain?: string
  readonly at: Place
  readonly doc?: string
}

/** An array in memory: a memory of the design, or a vector register that stays an array. */
export interface SimMemory { readonly path: string; readonly width: number; readonly depth: number; readonly at: Place }

/**
 * Access to one signal without looking it up. The value stands in `words[index]` (lowest 32 bits) to `words[index + count - 1]`.
 * `set` and `setBig` take patterns of the signal's width (RTL6006 else). Reading does not settle anything: see Simulator.eval.
 */
export interface SimPort {
  readonly signal: SimSignal
  readonly index: number
  readonly count: number
  /** As a number: exact for up to 53 bits. */
  get(): number
  set(value: number): void
  getBig(): bigint
  setBig(value: bigint): void
}

/** Access to the words at a byte address. `changed` is called after each set. */
export function makePort(signal: SimSignal, words: Uint32Array, address: number, changed: () => void): SimPort {
  const index = address / 4, { width } = signal, count = width <= 32 ? 1 : 2 * Math.ceil(width / 64)
  const limit = 2 ** Math.min(width, 53), bigLimit = 1n << BigInt(width)
  const setBig = (value: bigint): void => {
    if (value < 0n || value >= bigLimit) throw tooLarge(signal, value)
    for (let i = 0; i < count; i++) words[index + i] = Number(value >> BigInt(32 * i) & 0xffffffffn)
    changed()
  }
  const getBig = (): bigint => {
    let v = 0n
    for (let i = count - 1; i >= 0; i--) v = v << 32n | BigInt(words[index + i]!)
    return v
  }
  const check = (value: number): void => { if (!(value >= 0 && value < limit && Number.isInteger(value))) throw tooLarge(signal, value) }
  if (count === 1) {
    return { signal, index, count, getBig, setBig, get: () => words[index]!, set: value => { check(value); words[index] = value; changed() } }
  }
  return {
    signal, index, count, getBig, setBig,
    get: () => width <= 53 ? words[index]! + words[index + 1]! * 2 ** 32 : Number(getBig()),
    set: value => {
      check(value)
      words[index] = value % 2 ** 32
      words[index + 1] = Math.floor(value / 2 ** 32)
      for (let i = 2; i < count; i++) words[index + i] = 0
      changed()
    },
  }
}

const tooLarge = (signal: SimSignal, value: bigint | number): DiagnosticError => new DiagnosticError([{
  code: 'RTL6006', message: `${value} is no value of \`${signal.path}\`, which has ${signal.width} bit${signal.width === 1 ? '' : 's'}`,
  notes: [{ place: signal.at, text: 'declared here' }], help: `give a whole number from 0 to 2^${signal.width} - 1; a signed one as its pattern`,
}])
