// Owns: hand-computed vectors of the instructions: sequences of commands and what each answers. They need no host: a run without a session waits for one.
import type { Status } from '../isa/status.ts'

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

const c = (mnemonic: string, rs1: bigint, rs2: bigint, expect: Status | bigint, more: Partial<VectorCommand> = {}): VectorCommand =>
  ({ mnemonic, rs1, rs2, expect, ...more })
const awaitRecord: VectorRecord = { awaitRecord: true }

/** Default parameters: window [0x8000_0000, 0x8010_0000), entry 0x8000_0100, Oracles 0 and 5 in O-mode. */
const low = 0x8000_0000n
const high = 0x8010_0000n
const boot = [c('oentry', 0x8000_0100n, 0n, 0n), c('oauto', 0b100001n, 0n, 0n), c('owindow', low, high, 0n)]
const openRs2 = (slot: bigint, length: bigint) => length << 8n | slot
const O = 1n
/** Slot 1, colour O, [low + 0x100, low + 0x200). */
const one = [...boot, c('oseg.open', low + 0x100n + O, openRs2(1n, 0x100n), 0n)]
const runs = [...one, c('ostart', 1n, 0n, 0n)]
const trapped = [...runs, c('oabort', 1n, 0n, 0n), awaitRecord]
/** cause abort (6), slot 1, no flags, nothing appended. */
const abortRecord = 6n << 55n | 1n << 47n
const end64 = 1n << 64n
const status = (slot: bigint, value: bigint) => c('oseg.get', slot, 0n, value)

/** Rows whose rs1 is a slot that must be open, with operands that are legal on slot 1 of `one`. */
const slotRows: readonly (readonly [string, bigint])[] = [
  ['oseg.limit', low + 0x200n], ['oseg.top', low + 0x100n], ['oseg.touch', low + 0x100n], ['oseg.bind', 0n], ['oseg.watch', 1n], ['oseg.get', 2n],
  ['oseg.close', 0n], ['opush', 0n], ['opop', 0n], ['opeek', 0n], ['oask', 0n], ['oracle', 0n], ['ostart', 0n], ['oenter', 0n], ['ocount', 0n],
]
/** Of these the ones without rs2. */
const slotOnly: readonly string[] = ['oseg.close', 'opop']
/** Every row with microcode, with operands: [mnemonic, machine mode only]. */
const rows: readonly (readonly [string, boolean])[] = [
  ['oentry', true], ['oauto', true], ['owindow', true], ['oseg.open', false], ['owait', false], ['otrap', false], ['oabort', false],
  ...slotRows.map(([m]) => [m, false] as const),
]

const privilege: Vector[] = [
  { name: 'below machine mode only oinfo is answered', steps: [...rows.flatMap(([m]) => [c(m, end64 - 2n, end64 - 1n, 'privilege', { prv: 0 }), c(m, 0n, 0n, 'privilege', { prv: 1 })]), c('oinfo', 1n, 0n, 8n, { prv: 0 })] },
  { name: 'a command refused for its privilege sets nothing', steps: [c('oentry', 4n, 0n, 'privilege', { prv: 1 }), c('oinfo', 4n, 0n, 0n), c('oentry', 8n, 0n, 0n), c('oinfo', 4n, 0n, 8n)] },
  { name: 'privilege comes before opcode, for an unknown instruction too', steps: [c('oinfo', 0n, 0n, 'privilege', { funct7: 100, prv: 1 }), c('oseg.get', 0n, 0n, 'privilege', { funct3: 4, prv: 0 }), c('oinfo', 1n, 0n, 'opcode', { funct3: 4, prv: 0 })] },
]

const opcode: Vector[] = [
  { name: 'an unknown funct7', steps: [4, 7, 17, 23, 39, 50, 58, 127].map((funct7) => c('oinfo', 0n, 0n, 'opcode', { funct7 })) },
  { name: 'exactly the funct3 of the row', steps: [
    ...[4, 7].map((funct3) => c('oinfo', 1n, 0n, 'opcode', { funct3 })),
    ...['oentry', 'oauto', ...slotOnly, 'owait', 'otrap', 'oabort'].flatMap((m) => [4, 7].map((funct3) => c(m, 0n, 0n, 'opcode', { funct3 }))),
    ...['owindow', 'oseg.open', ...slotRows.map(([m]) => m).filter((m) => !slotOnly.includes(m))].flatMap((m) => [4, 6].map((funct3) => c(m, 0n, 0n, 'opcode', { funct3 }))),
  ] },
  { name: 'rows without microcode', steps: ['oseg.move', 'ohint', 'ofork', 'ovote'].map((m) => c(m, 0n, 0n, 'opcode')) },
]

const once: Vector[] = [
  { name: 'oinfo: slots, symbols, entry; past the list is range', steps: [
    c('oinfo', 1n, 0n, 8n), c('oinfo', 2n, 0n, 0xfaf9f8ffn), c('oinfo', 4n, 0n, 0n), c('oinfo', 6n, 0n, 'range'), c('oinfo', 1n << 32n, 0n, 'range'), c('oinfo', end64 - 1n, 0n, 'range'),
  ] },
  { name: 'oinfo features: one bit for each instruction of this unit', steps: [c('oinfo', 3n, 0n, 0x0002007f0701ef0fn)] },
  { name: 'oentry: align, range, then once', steps: [
    c('oentry', 0x8000_0102n, 0n, 'align'), c('oentry', 1n << 63n | 2n, 0n, 'align'), c('oentry', 1n << 63n, 0n, 'range'),
    c('oentry', (1n << 63n) - 4n, 0n, 0n), c('oinfo', 4n, 0n, (1n << 63n) - 4n), c('oentry', 0x8000_0100n, 0n, 'locked'), c('oentry', 1n, 0n, 'locked'), c('oinfo', 4n, 0n, (1n << 63n) - 4n),
  ] },
  { name: 'oauto: once', steps: [c('oauto', 0n, 0n, 0n), c('oauto', 1n, 0n, 'locked')] },
  { name: 'owindow: align, range, then once', steps: [
    c('owindow', low + 8n, high, 'align'), c('owindow', low, high - 8n, 'align'), c('owindow', low, low, 'range'), c('owindow', high, low, 'range'), c('owindow', low - 0x1000n, high, 'range'),
    c('owindow', low, 0x1_0000_1000n, 'range'), c('owindow', 0n, end64 - 0x1000n, 'range'), c('owindow', low, 0x1_0000_0000n, 0n), c('owindow', low, high, 'locked'), c('owindow', 1n, 1n, 'locked'),
  ] },
]

const opening: Vector[] = [
  { name: 'oseg.open: slot, unset, taken, align, range', steps: [
    c('oseg.open', low, openRs2(8n, 8n), 'slot'), c('oseg.open', low, openRs2(255n, 8n), 'slot'), c('oseg.open', low, openRs2(0n, 8n), 'unset'), c('oseg.open', low + 2n, openRs2(0n, 1n), 'unset'),
    ...one,
    c('oseg.open', low, openRs2(1n, 8n), 'taken'), c('oseg.open', low + 2n, openRs2(1n, 1n), 'taken'),
    c('oseg.open', low + 2n, openRs2(0n, 8n), 'align'), c('oseg.open', low + 4n, openRs2(0n, 8n), 'align'), c('oseg.open', low, openRs2(0n, 4n), 'align'), c('oseg.open', 2n, openRs2(0n, 8n), 'align'),
    c('oseg.open', low - 8n, openRs2(0n, 8n), 'range'), c('oseg.open', high - 8n, openRs2(0n, 16n), 'range'), c('oseg.open', end64 - 8n, openRs2(0n, 16n), 'range'), c('oseg.open', low, openRs2(0n, (1n << 56n) - 8n), 'range'),
    c('oseg.open', 1n << 40n | low, openRs2(0n, 8n), 'range'), status(0n, 0n),
  ] },
  { name: 'oseg.open: overlap is of half-open segments', steps: [
    ...one,
    c('oseg.open', low + 0xf8n, openRs2(0n, 16n), 'overlap'), c('oseg.open', low + 0x1f8n, openRs2(0n, 8n), 'overlap'), c('oseg.open', low, openRs2(0n, 0x1000n), 'overlap'), c('oseg.open', low + 0x140n, openRs2(0n, 8n), 'overlap'),
    c('oseg.open', low + 0x140n, openRs2(0n, 0n), 'overlap'), c('oseg.open', low + 0xf8n, openRs2(0n, 8n), 0n), c('oseg.open', low + 0x200n, openRs2(2n, 8n), 0n), c('oseg.open', low + 0x100n, openRs2(3n, 0n), 0n),
    c('oseg.close', 1n, 0n, 0n), c('oseg.open', low + 0x100n, openRs2(4n, 0x100n), 0n),
  ] },
  { name: 'an open slot begins with these fields', steps: [
    ...one, status(1n, 1n), status(0n, 0n), c('oseg.get', 1n, 1n, 1n), c('oseg.get', 1n, 2n, low + 0x100n), c('oseg.get', 1n, 3n, low + 0x100n), c('oseg.get', 1n, 4n, low + 0x200n), c('oseg.get', 1n, 5n, 0n),
    c('oseg.get', 1n, 6n, 0n), c('oseg.get', 1n, 7n, 0n), c('oseg.get', 1n, 10n, 1n << 32n), c('oseg.get', 1n, 11n, 0n),
    c('oseg.open', low, openRs2(0n, 8n), 0n), c('oseg.get', 0n, 1n, 0n), ...Array.from({ length: 10 }, (_, i) => c('ocount', 1n, BigInt(i), 0n)),
  ] },
]

const slots: Vector[] = [
  { name: 'slot: compared at full width; free', steps: [
    ...boot, ...[...slotRows, ['otrap', 0n] as const, ['oabort', 0n] as const].flatMap(([m, rs2]) => [c(m, 8n, rs2, 'slot'), c(m, 1n << 32n, rs2, 'slot'), c(m, 1n << 63n, rs2, 'slot'), c(m, 3n, rs2, 'free')]),
    c('otrap', end64 - 2n, 0n, 'slot'), status(3n, 0n), c('oseg.get', 8n, 0n, 'slot'),
  ] },
  { name: 'busy: while it runs, and until its record was taken', steps: [
    ...runs, ...slotRows.map(([m, rs2]) => c(m, 1n, rs2, 'busy')), status(1n, 2n), c('oseg.open', low, openRs2(1n, 8n), 'taken'), c('otrap', 1n, 0n, 0n), c('otrap', end64 - 1n, 0n, 0n),
    c('oabort', 1n, 0n, 0n), awaitRecord, status(1n, 3n), ...slotRows.map(([m, rs2]) => c(m, 1n, rs2, 'busy')), c('oabort', 1n, 0n, 'busy'), c('oseg.get', 1n, 99n, 'busy'),
    c('otrap', 1n, 0n, abortRecord), status(1n, 1n), c('otrap', 1n, 0n, 0n), c('oseg.get', 1n, 12n, abortRecord), c('oabort', 1n, 0n, 'idle'),
  ] },
  { name: 'oseg.limit: align, range, overlap', steps: [
    ...one, c('oseg.open', low + 0x400n, openRs2(2n, 8n), 0n), c('oseg.top', 1n, low + 0x110n, 0n),
    c('oseg.limit', 1n, low + 0x204n, 'align'), c('oseg.limit', 1n, 4n, 'align'), c('oseg.limit', 1n, low + 0x108n, 'range'), c('oseg.limit', 1n, high + 8n, 'range'), c('oseg.limit', 1n, 1n << 40n, 'range'),
    c('oseg.limit', 1n, low + 0x408n, 'overlap'), c('oseg.limit', 1n, high, 'overlap'), c('oseg.limit', 1n, low + 0x400n, 0n), c('oseg.get', 1n, 4n, low + 0x400n), c('oseg.limit', 1n, low + 0x110n, 0n),
    c('oseg.get', 1n, 4n, low + 0x110n),
  ] },
  { name: 'oseg.top: base <= top <= limit, any byte', steps: [
    ...one, c('oseg.top', 1n, low + 0xffn, 'range'), c('oseg.top', 1n, low + 0x201n, 'range'), c('oseg.top', 1n, 1n << 63n | low + 0x101n, 'range'), c('oseg.top', 1n, low + 0x200n, 0n), c('oseg.top', 1n, low + 0x123n, 0n),
    c('oseg.get', 1n, 3n, low + 0x123n), c('oseg.get', 1n, 5n, 0n), c('ocount', 1n, 5n, 0n), c('oseg.top', 1n, low + 0x100n, 0n), c('ocount', 1n, 5n, 0n),
  ] },
  { name: 'oseg.touch: base <= address <= limit', steps: [
    ...one, c('oseg.touch', 1n, low + 0xffn, 'range'), c('oseg.touch', 1n, low + 0x201n, 'range'), c('oseg.touch', 1n, low + 0x200n, 0n), c('oseg.touch', 1n, low + 0x100n, 0n), c('oseg.get', 1n, 5n, 0n),
  ] },
  { name: 'oseg.bind, oseg.watch, oseg.get, ocount: range', steps: [
    ...one, c('oseg.bind', 1n, 64n, 'range'), c('oseg.bind', 1n, 1n << 32n, 'range'), c('oseg.bind', 1n, 63n, 0n), c('oseg.get', 1n, 7n, 63n),
    c('oseg.watch', 1n, 0n, 'range'), c('oseg.watch', 1n, 1n << 48n, 'range'), c('oseg.watch', 1n, (1n << 48n) - 1n, 0n), c('oseg.get', 1n, 10n, (1n << 48n) - 1n), c('oseg.watch', 1n, 1n, 0n), c('oseg.get', 1n, 10n, 1n),
    c('oseg.get', 1n, 13n, 'range'), c('oseg.get', 1n, 1n << 40n, 'range'), c('ocount', 1n, 14n, 'range'), c('ocount', 1n, 1n << 40n, 'range'), c('ocount', 1n, 13n, 0n),
  ] },
  { name: 'oseg.close: the slot is free, and can be opened elsewhere', steps: [
    ...one, c('oseg.bind', 1n, 5n, 0n), c('oseg.close', 1n, 0n, 0n), c('oseg.close', 1n, 0n, 'free'), status(1n, 0n), c('oseg.open', low + 0x800n, openRs2(1n, 0x10n), 0n), c('oseg.get', 1n, 1n, 0n), c('oseg.get', 1n, 7n, 0n),
    c('oseg.get', 1n, 4n, low + 0x810n),
  ] },
]

const top = (value: bigint) => c('oseg.get', 1n, 3n, value)
const stack: Vector[] = [
  { name: 'opush, opeek, opop: any byte, the last in is the first out', steps: [
    ...one, c('opop', 1n, 0n, 'empty'), c('opeek', 1n, 0n, 'range'),
    c('opush', 1n, 0x61n, 0n), top(low + 0x101n), c('opush', 1n, 0n, 0n), c('opush', 1n, 0xffn, 0n), c('opush', 1n, 0xf8n, 0n), top(low + 0x104n),
    c('opeek', 1n, 0n, 0x61n), c('opeek', 1n, 1n, 0n), c('opeek', 1n, 2n, 0xffn), c('opeek', 1n, 3n, 0xf8n), c('opeek', 1n, 4n, 'range'), top(low + 0x104n),
    c('opop', 1n, 0n, 0xf8n), top(low + 0x103n), c('opeek', 1n, 3n, 'range'), c('opop', 1n, 0n, 0xffn), c('opush', 1n, 0x7an, 0n), c('opop', 1n, 0n, 0x7an), c('opop', 1n, 0n, 0n), c('opop', 1n, 0n, 0x61n),
    top(low + 0x100n), c('opop', 1n, 0n, 'empty'), c('oseg.get', 1n, 5n, 0n), c('oseg.get', 1n, 6n, 0n), c('ocount', 1n, 5n, 0n), c('ocount', 1n, 4n, 0n),
  ] },
  { name: 'opop: what was taken off stays in memory, oseg.top brings it back', steps: [
    ...one, c('opush', 1n, 0x61n, 0n), c('opush', 1n, 0x62n, 0n), c('opop', 1n, 0n, 0x62n), c('opop', 1n, 0n, 0x61n), c('oseg.top', 1n, low + 0x102n, 0n), c('opeek', 1n, 0n, 0x61n), c('opeek', 1n, 1n, 0x62n),
  ] },
  { name: 'opush: range, then room', steps: [
    ...one, c('opush', 1n, 0x100n, 'range'), c('opush', 1n, 1n << 32n, 'range'), c('opush', 1n, end64 - 1n, 'range'), c('oseg.limit', 1n, low + 0x100n, 0n), c('opush', 1n, 0x100n, 'range'), c('opush', 1n, 0xffn, 'room'),
    c('oseg.limit', 1n, low + 0x108n, 0n), c('oseg.top', 1n, low + 0x107n, 0n), c('opush', 1n, 7n, 0n), c('opush', 1n, 8n, 'room'), c('opeek', 1n, 7n, 7n), top(low + 0x108n), c('opop', 1n, 0n, 7n), c('opush', 1n, 9n, 0n),
    c('opeek', 1n, 7n, 9n),
  ] },
  { name: 'opeek: the offset is compared at full width', steps: [
    ...one, c('opush', 1n, 5n, 0n), c('opeek', 1n, 1n << 32n, 'range'), c('opeek', 1n, 1n << 40n, 'range'), c('opeek', 1n, 1n << 63n, 'range'), c('opeek', 1n, end64 - 1n, 'range'), c('opeek', 1n, 0n, 5n),
  ] },
  { name: 'each slot has its own stack', steps: [
    ...one, c('oseg.open', low, openRs2(0n, 8n), 0n), c('opush', 0n, 1n, 0n), c('opush', 1n, 2n, 0n), c('opush', 0n, 3n, 0n), c('opop', 1n, 0n, 2n), c('opop', 1n, 0n, 'empty'), c('opop', 0n, 0n, 3n), c('opop', 0n, 0n, 1n),
  ] },
]

const starts: Vector[] = ['ostart', 'oenter'].map((m): Vector => ({ name: `${m}: unset, colour, oracle, range`, steps: [
  c('owindow', low, high, 0n), c('oseg.open', low, openRs2(0n, 8n), 0n), c('oseg.open', low + 8n + O, openRs2(1n, 8n), 0n),
  c(m, 0n, 1n << 48n, 'unset'), c('oentry', 4n, 0n, 0n), c(m, 0n, 1n << 48n, 'colour'), c(m, 1n, 1n << 48n, 'oracle'), c('oauto', 0b10n, 0n, 0n), c(m, 1n, 1n << 48n, 'oracle'), c('oseg.bind', 1n, 1n, 0n),
  c(m, 1n, 1n << 48n, 'range'), c(m, 1n, end64 - 1n, 'range'), status(1n, 1n),
] }))

/** Slot 0, colour P, bound to Oracle 7; only Oracle 0 in O-mode. */
const plain = [c('owindow', low, high, 0n), c('oentry', 4n, 0n, 0n), c('oauto', 1n, 0n, 0n), c('oseg.open', low, openRs2(0n, 8n), 0n), c('oseg.bind', 0n, 7n, 0n)]
const asks: Vector[] = [
  ...['oask', 'oracle'].map((m): Vector => ({ name: `${m}: unset, range`, steps: [
    c('owindow', low, high, 0n), c('oseg.open', low, openRs2(0n, 8n), 0n), c(m, 0n, 64n, 'unset'), c(m, 0n, 0n, 'unset'), c('oentry', 4n, 0n, 0n),
    c(m, 0n, 64n, 'range'), c(m, 0n, 1n << 32n, 'range'), c(m, 0n, end64 - 1n, 'range'), status(0n, 1n), c('ocount', 0n, 0n, 0n),
  ] })),
  { name: 'oask: any colour, any Oracle, whatever oauto says; the slot stays bound to its own', steps: [
    ...plain, c('ostart', 0n, 0n, 'colour'), c('oask', 0n, 63n, 0n), status(0n, 2n), c('oask', 0n, 63n, 'busy'), c('oabort', 0n, 0n, 0n), awaitRecord, c('otrap', 0n, 0n, 6n << 55n),
    c('oseg.get', 0n, 7n, 7n), c('oseg.get', 0n, 8n, 1n), c('ocount', 0n, 0n, 1n), c('ocount', 0n, 1n, 0n),
  ] },
  { name: 'oask has no budget, whatever the run before had', steps: [
    ...one, c('ostart', 1n, 5n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 9n, 4n),
    c('oask', 1n, 1n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 9n, 0n), c('oseg.get', 1n, 8n, 2n), c('ocount', 1n, 0n, 2n),
  ] },
  { name: 'the watchdog ends oask too', steps: [...plain, c('oseg.watch', 0n, 50n, 0n), c('oask', 0n, 0n, 0n), awaitRecord, c('otrap', end64 - 1n, 0n, 7n << 55n), status(0n, 1n)] },
]

const waiting: Vector[] = [
  { name: 'owait: a bit past the slots, then nothing that runs', steps: [
    c('owait', 1n << 8n, 0n, 'slot'), c('owait', 1n << 63n, 0n, 'slot'), c('owait', end64 - 1n, 0n, 'slot'), c('owait', 0n, 0n, 'idle'), c('owait', 0xffn, 0n, 'idle'),
    ...one, c('owait', 0b10n, 0n, 'idle'), c('ostart', 1n, 0n, 0n), c('owait', 0b1_0000_0010n, 0n, 'slot'), c('owait', 0b1111_1101n, 0n, 'idle'), c('owait', 0n, 0n, 'idle'),
  ] },
  { name: 'owait: 0 at once beside a trapped slot, whether another runs or not; it takes no record', steps: [
    ...one, c('oseg.open', low + O, openRs2(0n, 8n), 0n), c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('owait', 0b10n, 0n, 0n), c('owait', 0xffn, 0n, 0n), c('owait', 0b1n, 0n, 'idle'),
    c('ostart', 0n, 0n, 0n), c('owait', 0b11n, 0n, 0n), c('otrap', 1n, 0n, abortRecord), c('owait', 0b10n, 0n, 'idle'), c('oabort', 0n, 0n, 0n), awaitRecord, c('owait', 0b11n, 0n, 0n),
    c('otrap', 0n, 0n, 6n << 55n), c('owait', 0b11n, 0n, 'idle'),
  ] },
]

const runsOn: Vector[] = [
  { name: 'a run without a session is paid, numbered, and ended by oabort; a second oabort answers too', steps: [
    ...one, c('ostart', 1n, 5n, 0n), status(1n, 2n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', end64 - 1n, 0n, abortRecord), c('otrap', end64 - 1n, 0n, 0n),
    c('oseg.get', 1n, 9n, 4n), c('oseg.get', 1n, 8n, 1n), c('oseg.get', 1n, 5n, 0n), c('ocount', 1n, 0n, 1n), c('ocount', 1n, 1n, 0n), c('ocount', 1n, 2n, 0n), c('ocount', 1n, 4n, 0n),
  ] },
  { name: 'the watchdog ends a run that no session ever answers', steps: [
    ...one, c('oseg.watch', 1n, 50n, 0n), c('ostart', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, 7n << 55n | 1n << 47n), status(1n, 1n),
  ] },
  { name: 'records come oldest first', steps: [
    ...one, c('oseg.open', low + O, openRs2(0n, 8n), 0n), c('ostart', 0n, 0n, 0n), c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, status(1n, 3n), c('oabort', 0n, 0n, 0n),
    c('otrap', end64 - 1n, 0n, abortRecord), awaitRecord, c('otrap', end64 - 1n, 0n, 6n << 55n),
  ] },
  { name: 'the sequence goes on over close and open', steps: [
    ...trapped, c('otrap', 1n, 0n, abortRecord), c('oseg.close', 1n, 0n, 0n), c('oseg.open', low + O, openRs2(1n, 8n), 0n), c('oseg.get', 1n, 8n, 1n), c('ocount', 1n, 0n, 0n),
    c('ostart', 1n, 0n, 0n), c('oabort', 1n, 0n, 0n), awaitRecord, c('otrap', 1n, 0n, abortRecord), c('oseg.get', 1n, 8n, 2n), c('ocount', 1n, 0n, 1n),
  ] },
]

/** All vectors. Each starts after reset, with default parameters and no host on the link. The status `memory` needs a dead memory port and is not in them. */
export const vectors: readonly Vector[] = [...privilege, ...opcode, ...once, ...opening, ...slots, ...stack, ...starts, ...asks, ...waiting, ...runsOn]
