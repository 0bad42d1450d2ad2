// Owns: the shape of a hand-computed vector, and the words that vectors are written in. They need no host: a run without a session waits for one.
import type { Status } from './status.ts'

export interface VectorCommand {
  readonly mnemonic: string
  readonly rs1: bigint
  readonly rs2: bigint
  /** rd: a status, or the value as unsigned 64 bits. */
  readonly expect: Status | bigint
  /** Default 3, machine. */
  readonly prv?: number
  /** Other than the row's: xd, xs1, xs2 in bit 2, 1, 0, or another funct7. */
  readonly funct3?: number
  readonly funct7?: number
}
/** Wait until the interrupt line is up before going on. */
export interface VectorRecord { readonly awaitRecord: true }
export interface Vector { readonly name: string; readonly steps: readonly (VectorCommand | VectorRecord)[] }

/** A vector with a host on the link. Frames are given in full: what is not named is 0. `at` is a place in the history, from its base. */
export type LinkStep =
  | VectorCommand
  /** A command that is not waited for: its answer has come by the end of the vector. */
  | { readonly later: VectorCommand }
  | VectorRecord
  /** The host opens this session and the unit greets. */
  | { readonly session: number }
  /** The Priestess writes. */
  | { readonly writes: bigint; readonly bytes: readonly number[] }
  /** Memory holds this. */
  | { readonly holds: bigint; readonly bytes: readonly number[] }
  /** The next frame of this slot to the host. Of a query: a whole one, in one chunk. */
  | { readonly sends: 'query' | 'abort' | 'close' | 'fork' | 'hint'; readonly slot: number; readonly sequence: number; readonly at: number; readonly bytes?: readonly number[]; readonly source?: number }
  /** The host answers the query of this sequence: one chunk, with the end unless `goesOn`. */
  | { readonly answers: number; readonly sequence: number; readonly at: number; readonly symbols: readonly number[]; readonly goesOn?: true }
  /** Nothing more comes for the host. */
  | { readonly quiet: true }
export interface LinkVector { readonly name: string; readonly steps: readonly LinkStep[] }

/** A command and what it answers. */
export const c = (mnemonic: string, rs1: bigint, rs2: bigint, expect: Status | bigint, more: Partial<VectorCommand> = {}): VectorCommand =>
  ({ mnemonic, rs1, rs2, expect, ...more })
export const awaitRecord: VectorRecord = { awaitRecord: true }

/** Default parameters: window [0x8000_0000, 0x8010_0000), entry 0x8000_0100, Oracles 0 and 5 in O-mode. */
export const low = 0x8000_0000n
export const high = 0x8010_0000n
export const boot: readonly VectorCommand[] = [c('oentry', 0x8000_0100n, 0n, 0n), c('oauto', 0b100001n, 0n, 0n), c('owindow', low, high, 0n)]
/** A slot in [7:0] and a length behind it. */
export const packed = (slot: bigint, length: bigint): bigint => length << 8n | slot
/** The colour O in the base of `oseg.open`. */
export const O = 1n
/** Slot 1, colour O, [low + 0x100, low + 0x200), empty. */
export const one: readonly VectorCommand[] = [...boot, c('oseg.open', low + 0x100n + O, packed(1n, 0x100n), 0n)]
export const runs: readonly VectorCommand[] = [...one, c('ostart', 1n, 0n, 0n)]
export const trapped: readonly (VectorCommand | VectorRecord)[] = [...runs, c('oabort', 1n, 0n, 0n), awaitRecord]
/** cause abort (6), slot 1, no flags, nothing appended. */
export const abortRecord = 6n << 55n | 1n << 47n
export const end64 = 1n << 64n
/** The field `status` of a slot: 0 free, 1 idle, 2 running, 3 trapped. */
export const status = (slot: bigint, value: bigint): VectorCommand => c('oseg.get', slot, 0n, value)
