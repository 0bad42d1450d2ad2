// Owns: what happened at the unit's ports in one clock cycle, as the driver, the observer and the traces see it. The same for every engine.
import type { Beat } from '../coprocessor/link/codec.ts'

/** A command that the unit accepted (rocc_cmd valid and ready). Registers and operands as on the port. */
export interface CommandEvent {
  readonly funct7: number; readonly xd: boolean; readonly xs1: boolean; readonly xs2: boolean
  readonly rd: number; readonly rs1: bigint; readonly rs2: bigint; readonly prv: number
}
/** rocc_resp valid and ready. */
export interface ResponseEvent { readonly rd: number; readonly data: bigint }
/** mem_req valid and ready: `bytes` 1, 2, 4 or 8 at `address`, naturally aligned; `data` as on the port (a datum below 8 bytes is replicated over the lanes). */
export interface MemoryRequestEvent { readonly store: boolean; readonly address: bigint; readonly bytes: number; readonly tag: number; readonly data: bigint }
/** mem_resp valid: loads come right-justified. */
export interface MemoryResponseEvent { readonly tag: number; readonly data: bigint }

/** One clock cycle, sampled before its rising edge. `cycle` counts from 0, the first cycle after reset was released. A field is absent when nothing was handed over. */
export interface CycleEvents {
  readonly cycle: number
  readonly command?: CommandEvent
  readonly response?: ResponseEvent
  readonly memoryRequest?: MemoryRequestEvent
  readonly memoryResponse?: MemoryResponseEvent
  /** A beat that the host accepted from the unit. */
  readonly toHost?: Beat
  /** A beat that the unit accepted from the host. */
  readonly fromHost?: Beat
  readonly exception: boolean
  readonly interrupt: boolean
  readonly busy: boolean
}
