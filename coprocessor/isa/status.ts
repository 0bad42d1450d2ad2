// Owns: the status codes. Place n of the list answers -(n + 1); of several that apply, the first is answered.

export const statuses = [
  { name: 'privilege', doc: 'the hart runs below the privilege that the instruction wants' },
  { name: 'opcode', doc: 'no such instruction in this unit, or not with this funct3' },
  { name: 'slot', doc: 'no such slot' },
  { name: 'free', doc: 'the slot is not open' },
  { name: 'taken', doc: 'the slot is already open' },
  { name: 'busy', doc: 'the slot runs, or its trap record was not taken yet' },
  { name: 'unset', doc: 'the fixed entry or the window was not set' },
  { name: 'locked', doc: 'set once until reset, and it was' },
  { name: 'colour', doc: 'O-mode runs only on slots of colour O' },
  { name: 'oracle', doc: 'the Oracle of the slot is not in the mask that `oauto` set' },
  { name: 'align', doc: 'an address or a length is not aligned' },
  { name: 'range', doc: 'a value is outside what its operand may hold' },
  { name: 'overlap', doc: 'the segment would overlap an open one' },
  { name: 'room', doc: 'no room left in the segment' },
  { name: 'empty', doc: 'the history is empty; of `ofork`: that of the copy is not' },
  { name: 'idle', doc: 'nothing runs' },
  { name: 'memory', doc: 'the memory port was found dead' },
] as const

export type Status = (typeof statuses)[number]['name']
/** The value of rd for a status: -1 for the first of the list, and so on. */
export const statusValue = (s: Status): bigint => -1n - BigInt(statuses.findIndex((x) => x.name === s))
/** The status of a negative value of rd; undefined for any other value. */
export const statusOf = (rd: bigint): Status | undefined => statuses[Number(-1n - BigInt.asIntN(64, rd))]?.name
/** rd of a command that is done, and of a waiting one that went on in the background. */
export const done = 0n
export const running = 1n
