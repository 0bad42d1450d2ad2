// Owns: `opush`, `opop`, `opeek`: the instructions that reach into a history. Each makes one access of one byte, handed out beside the next state.
import type { Status } from '../isa/status.ts'
import { moveTop, type SlotState } from './slot-state.ts'

/** The access of such a command: a symbol to be stored, or a place to be loaded. Addresses in bytes. */
export type StackAccess =
  | { readonly kind: 'store'; readonly address: number; readonly symbol: number }
  | { readonly kind: 'load'; readonly address: number }

/** Tags of these accesses at the memory port, which no other access has. */
export const stackTags: Readonly<Record<StackAccess['kind'], number>> = { load: 0b010000, store: 0b110000 }

/** What one of the three does to an idle slot. `slot`: its state when memory has answered. What a load gives is the answer of the command; a store answers 0. */
export interface StackOutcome { readonly access: StackAccess; readonly slot: SlotState }

/** @param operand rs2: the symbol or the offset, unsigned, 64 bits */
export function stackCommand(mnemonic: 'opush' | 'opop' | 'opeek', operand: bigint, s: SlotState): StackOutcome | Status {
  switch (mnemonic) {
    case 'opush':
      if (operand > 0xffn) return 'range'
      return s.top === s.limit ? 'room' : { access: { kind: 'store', address: s.top, symbol: Number(operand) }, slot: moveTop(s, s.top + 1) }
    case 'opop':
      return s.top === s.base ? 'empty' : { access: { kind: 'load', address: s.top - 1 }, slot: moveTop(s, s.top - 1) }
    case 'opeek':
      return operand >= BigInt(s.top - s.base) ? 'range' : { access: { kind: 'load', address: s.base + Number(operand) }, slot: s }
  }
}
