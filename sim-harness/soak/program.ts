// Owns: what a soak program is: a list of steps and a host's script, as plain data that can be written down, shrunk and replayed.
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { MemoryProfile } from '../memory/settings.ts'

/** Numbers of 64 bits are hexadecimal strings, bytes are pairs of digits. */
export type SoakStep =
  /** Any command, legal or not; `wait`: until it was answered. */
  | { readonly do: 'command'; readonly mnemonic: string; readonly rs1: string; readonly rs2: string; readonly prv?: number; readonly funct3?: number; readonly funct7?: number; readonly wait: boolean }
  /** The Priestess writes behind top and commits, if it fits: `oseg.get`, stores, `oseg.top`. */
  | { readonly do: 'append'; readonly slot: number; readonly bytes: string }
  /** Takes that many symbols off the history. */
  | { readonly do: 'truncate'; readonly slot: number; readonly count: number }
  /** Writes over the history from byte `at` on, and touches. */
  | { readonly do: 'rewrite'; readonly slot: number; readonly at: number; readonly bytes: string }
  /** The Priestess copies up to `length` bytes of one history to the base of another slot and forks it, if it fits; `behind`: that slot asks just before, so that the fork may have to wait for the link. */
  | { readonly do: 'fork'; readonly slot: number; readonly source: number; readonly length: number; readonly behind?: number }
  /** The Priestess copies the history to that address, and moves the slot there if it may. */
  | { readonly do: 'move'; readonly slot: number; readonly base: string }
  /** Takes records while there are any. */
  | { readonly do: 'take' }
  /** Reads every field and every counter of a slot. */
  | { readonly do: 'read'; readonly slot: number }
  | { readonly do: 'step'; readonly cycles: number }
  /** Until the interrupt line is up, at most that long. */
  | { readonly do: 'await'; readonly cycles: number }
  | { readonly do: 'exception' }
  /** The host opens its next session, or greets again with the same number. */
  | { readonly do: 'hello'; readonly fresh: boolean }

/** How a frame lies about its query. */
export type Bend = 'sequence' | 'next' | 'session' | 'slot' | 'offset'
export type Spoil = 'short' | 'early' | 'late' | 'kind' | 'keep' | 'headerKeep' | 'empty' | 'tail'
/** One frame of an answer, `after` cycles from the one before (the first: from the query's last beat). */
export type HostFrame = { readonly after: number; readonly bend?: Bend; readonly spoil?: Spoil } & (
  | { readonly kind: 'answer'; readonly symbols: string; readonly end: boolean }
  | { readonly kind: 'reject' | 'fault' | 'unsettled' }
  | { readonly kind: 'cached'; readonly length: number }
  | { readonly kind: 'hello'; readonly fresh: boolean }
)
/** What the host does with one query. `stubborn`: it goes on after an abort. `early`: it answers the first chunk, whether or not it is the last. */
export interface HostAnswer { readonly frames: readonly HostFrame[]; readonly stubborn: boolean; readonly early?: boolean }

export interface SoakProgram {
  readonly seed: number
  /** Parameters that are not at their defaults. */
  readonly parameters: Partial<Pick<Parameters, 'slots' | 'chunkBytes' | 'loadsInFlight' | 'burst' | 'quiet' | 'txDepth' | 'rxDepth' | 'watchdogCycles' | 'memoryCycles'>>
  /** How memory behaves. Default: ideal where the seed `memory` is 0, else random. */
  readonly profile?: MemoryProfile
  /** Seeds of memory's latencies and of the ports' stalls; 0: ideal. */
  readonly memory: number
  readonly stalls: number
  readonly steps: readonly SoakStep[]
  /** One for each query in turn, then from the first again. Empty: the host never answers. */
  readonly answers: readonly HostAnswer[]
}

export const hex64 = (value: bigint | number): string => `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`
export const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (b) => parseInt(b, 16))
export const textOf = (bytes: Iterable<number>): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')

export const programText = (p: SoakProgram): string => `${JSON.stringify(p, null, 1)}\n`

/** Reads what `programText` wrote. @throws SyntaxError naming what is missing */
export function programOf(text: string): SoakProgram {
  const read = JSON.parse(text) as SoakProgram
  for (const part of ['seed', 'parameters', 'memory', 'stalls', 'steps', 'answers'] as const) {
    if (read[part] === undefined) throw new SyntaxError(`a soak program has \`${part}\`, this one has not`)
  }
  return read
}
