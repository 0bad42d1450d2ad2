// Owns: what `oseg.get` and `ocount` number: the fields and the counters of a slot, and what `oinfo` tells.

/** `oseg.get` rs2. `status` may be asked of any slot, the rest only of an open slot that neither runs nor is trapped. */
export const slotFields = [
  { name: 'status', doc: '0 free, 1 idle, 2 running, 3 trapped' },
  { name: 'colour', doc: '1 O, 0 P' },
  { name: 'base', doc: 'address of the first byte' },
  { name: 'top', doc: 'address behind the last byte of the history' },
  { name: 'limit', doc: 'address behind the segment' },
  { name: 'held', doc: 'bytes of the history, from base, that the host has' },
  { name: 'seen', doc: 'the largest held since open, lowered with top' },
  { name: 'oracle', doc: 'the Oracle that O-mode queries' },
  { name: 'sequence', doc: 'number of the last query, modulo 2^16' },
  { name: 'budget', doc: 'what is left of the budget; 0 without one' },
  { name: 'watchdog', doc: 'cycles without a new symbol until the cause is link' },
  { name: 'cached', doc: 'bytes of the history that the Oracle side has computed and kept' },
  { name: 'record', doc: 'the last trap record' },
] as const
export type SlotField = (typeof slotFields)[number]['name']

export const slotStatuses = ['free', 'idle', 'running', 'trapped'] as const
export type SlotStatus = (typeof slotStatuses)[number]

/** `ocount` rs2. `oseg.open` clears them; `dropped` is the unit's, not the slot's. */
export const counters = [
  { name: 'queries', doc: 'queries begun' },
  { name: 'answers', doc: 'answers that ended' },
  { name: 'sentNew', doc: 'symbols that left for the first time' },
  { name: 'sentAgain', doc: 'symbols that left again, below seen' },
  { name: 'appended', doc: 'symbols of answers that were kept' },
  { name: 'truncated', doc: 'symbols of seen that a lower top took away' },
  { name: 'shared', doc: 'symbols that a fork gave the host without the link' },
  { name: 'tokensEvaluated', doc: 'tokens that the Oracle side evaluated' },
  { name: 'tokensReused', doc: 'tokens that the Oracle side had and used again' },
  { name: 'tokensHistory', doc: 'tokens of the history at the end of the last answer' },
  { name: 'cyclesSending', doc: 'clock cycles from the start of a query until its last chunk left' },
  { name: 'cyclesHost', doc: 'clock cycles spent waiting for the host' },
  { name: 'cyclesAppending', doc: 'clock cycles spent taking answers in' },
  { name: 'dropped', doc: 'frames dropped, of the whole unit' },
] as const
export type Counter = (typeof counters)[number]['name']
/** Width of a counter in bits. */
export const counterWidth = 64

/** `oinfo` rs1. */
export const infos = [
  { name: 'version', doc: 'major << 16 | minor << 8 | patch of this contract' },
  { name: 'slots', doc: 'number of slots' },
  { name: 'symbols', doc: 'yield symbol in [7:0], record marks in [15:8], [23:16], [31:24]' },
  { name: 'features', doc: 'bit funct7 is set for every instruction that this unit has; funct7 0 to 62' },
  { name: 'entry', doc: 'the fixed entry; 0 before `oentry`' },
  { name: 'parameters', doc: 'hash of the generator parameters' },
] as const
export type Info = (typeof infos)[number]['name']

export const fieldNumber = (f: SlotField): number => slotFields.findIndex((x) => x.name === f)
export const counterNumber = (c: Counter): number => counters.findIndex((x) => x.name === c)
export const infoNumber = (i: Info): number => infos.findIndex((x) => x.name === i)
