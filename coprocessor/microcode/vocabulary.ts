// Owns: the words of the microcode: what a line may read, compute, test, give and wait for. The unit gives each its logic, the assembler its number.
import { causes } from '../isa/cause.ts'
import { counters, infos } from '../isa/fields.ts'
import { instructions } from '../isa/table.ts'

/** Instructions that make something of answers themselves. */
const rules = instructions.flatMap((i) => (i.answers === undefined ? [] : [{ mnemonic: i.mnemonic, ...i.answers }]))

/** Words of a slot in the slot memory: 64 of 64 bits. The first are as `oseg.get` numbers them, those from 16 on as `ocount` does. */
export const pageWords = 64
const sharedWords = [
  { name: 'mark', at: 0, doc: 'top when the current query began (`oseg.get` answers status here)' },
  { name: 'position', at: 1, doc: 'the first byte of the history that has not left (`oseg.get` answers the colour here)' },
  { name: 'base', at: 2, doc: 'address of the first byte' },
  { name: 'top', at: 3, doc: 'address behind the history' },
  { name: 'limit', at: 4, doc: 'address behind the segment' },
  { name: 'held', at: 5, doc: 'bytes of the history that the host has' },
  { name: 'seen', at: 6, doc: 'the largest held since open' },
  { name: 'oracle', at: 7, doc: 'the Oracle that is bound' },
  { name: 'sequence', at: 8, doc: 'number of the last query; the low 16 bits leave' },
  { name: 'budget', at: 9, doc: 'what is left of the budget' },
  { name: 'watchdog', at: 10, doc: 'clock cycles without a new symbol' },
  { name: 'cached', at: 11, doc: 'bytes of the history that the Oracle side has computed and kept' },
  { name: 'record', at: 12, doc: 'the last trap record' },
  { name: 'flags', at: 13, doc: 'cause and flags, see the flags' },
  { name: 'gained', at: 14, doc: 'symbols of answers that stay, since the start' },
  { name: 'since', at: 15, doc: 'when the current phase began' },
  ...counters.filter((c) => c.name !== 'dropped').map((c, i) => ({ name: c.name, at: 16 + i, doc: c.doc })),
  { name: 'stamp', at: 29, doc: 'when the watchdog was last put back' },
  { name: 'asked', at: 30, doc: 'the Oracle that the current run queries' },
  { name: 'hint', at: 31, doc: 'the hint that is to be sent' },
  { name: 'source', at: 32, doc: 'the slot that this one is a fork of, until that has left' },
]
/** Where the words of the unit begin. */
const unitWordsAt = 43
/** Behind them those of the instructions that have answers of their own; a run is of one of them, so all have the same places. */
export const slotWords: readonly { readonly name: string; readonly at: number; readonly doc: string }[] =
  [...sharedWords, ...rules.flatMap((r) => r.words.map((w, i) => ({ name: w.name, at: sharedWords.length + i, doc: w.doc })))]
for (const { mnemonic, words } of rules) {
  const most = unitWordsAt - sharedWords.length, twice = words.find((w) => slotWords.filter((s) => s.name === w.name).length > 1)
  if (words.length > most) throw new RangeError(`${mnemonic} has ${words.length} words of the slot for its answers: there is room for ${most}`)
  if (twice) throw new RangeError(`${mnemonic}: there is a word ${twice.name} already: give its own another name`)
}
/** Where the fields of `oseg.get` and the counters of `ocount` begin. */
export const fieldsAt = 0, countersAt = 16
/** Words of the unit, in the page of slot 0. From 48 on they are as `oinfo` numbers them. */
export const infosAt = 48
export const unitWords = [
  { name: 'furthest', at: unitWordsAt, doc: 'the largest hint' },
  { name: 'chunk', at: 44, doc: 'most bytes of a query chunk' },
  { name: 'evaluated', at: 46, doc: 'of the answer that ends: tokens evaluated' },
  { name: 'reused', at: 47, doc: 'of the answer that ends: tokens reused' },
  ...infos.map((i, n) => ({ name: i.name, at: infosAt + n, doc: i.doc })),
  { name: 'auto', at: 54, doc: 'mask of the Oracles that O-mode may use' },
  { name: 'low', at: 55, doc: 'first address of the window' },
  { name: 'high', at: 56, doc: 'address behind the window' },
  { name: 'dropped', at: 57, doc: 'frames dropped' },
  { name: 'cacheableLow', at: 58, doc: 'first address that a window may have' },
  { name: 'cacheableHigh', at: 59, doc: 'address behind the last one' },
  { name: 'longest', at: 60, doc: 'the largest watchdog, 2^48 - 1' },
  { name: 'patience', at: 61, doc: 'the watchdog of a slot that was opened' },
  { name: 'x', at: 62, doc: 'of the routine that runs; holds across no wait' },
  { name: 'y', at: 63, doc: 'of the routine that runs; holds across no wait' },
] as const

/** The word `flags`: the cause in the lowest bits, then one bit each. */
export const causeBits = 4
const unitFlags = [
  { name: 'forgets', doc: 'the end that was latched leaves the host with nothing' },
  { name: 'keeps', doc: 'the answer ended and stays' },
  { name: 'cut', doc: 'the answer was cut short, and what fitted stays' },
  { name: 'quiet', doc: 'the end needs no abort' },
  { name: 'yielded', doc: 'the last symbol of the current answer is the yield symbol' },
  { name: 'single', doc: 'P-mode: one answer, then the end' },
  { name: 'budgeted', doc: 'there is a budget' },
  { name: 'awaiting', doc: 'the query has left, its answer has not ended' },
  { name: 'appending', doc: 'phase: an answer is taken in' },
  { name: 'unnumbered', doc: 'the next query waits for the abort of the one before' },
  { name: 'abortDue', doc: 'an abort is to be sent' },
  { name: 'closeDue', doc: 'a close is to be sent' },
  { name: 'forkDue', doc: 'a fork is to be sent' },
  { name: 'hintDue', doc: 'a hint is to be sent' },
  { name: 'lends', doc: 'a fork of this slot may wait to be sent' },
] as const
type Flag = (typeof unitFlags)[number]['name']
/** Those of the instructions that have answers of their own come behind. */
export const flags: readonly { readonly name: string; readonly doc: string }[] = [...unitFlags, ...rules.map((r) => ({ name: r.flag, doc: `a run of ${r.mnemonic}` }))]
for (const { mnemonic, flag } of rules) if (flags.filter((f) => f.name === flag).length > 1) throw new RangeError(`${mnemonic}: there is a flag ${flag} already: give its own another name`)
const flagBit = Object.fromEntries(flags.map((f, i) => [f.name, 1 << causeBits + i]))
const maskOf = (...names: Flag[]): number => names.reduce((m, n) => m | flagBit[n]!, 0)
/** Which flags a cause brings with it. */
const causeFlags = {
  yield: maskOf('keeps', 'quiet'), answer: maskOf('keeps', 'quiet'), limit: maskOf('cut'), budget: 0, reject: maskOf('quiet'), abort: 0, link: maskOf('forgets'), memory: maskOf('forgets'),
} satisfies Record<(typeof causes)[number]['name'], number>
/** Names of masks that a line may use with `flags`; joined by +. */
export const flagMasks: Readonly<Record<string, number>> = {
  ...flagBit,
  ...Object.fromEntries(causes.map((c) => [`cause_${c.name}`, c.code | causeFlags[c.name]])),
  anyCause: (1 << causeBits) - 1,
  dues: maskOf('abortDue', 'closeDue', 'forkDue', 'hintDue'),
  run: (1 << causeBits) - 1 | maskOf('forgets', 'keeps', 'cut', 'quiet', 'yielded', 'single', 'budgeted', 'awaiting', 'appending', 'unnumbered') | rules.reduce((m, r) => m | flagBit[r.flag]!, 0),
}
/** Width of a constant in a line, signed: a mask of flags is one. */
export const constantBits = Math.max(21, causeBits + flags.length + 1)

/** What a line can read beside a word and a constant. The upper two bits of `code` choose a group, the lower three one of it. */
export const sources = [
  { name: 'word', code: 0, doc: 'the word of the slot memory that the line names' },
  { name: 'rs1', code: 8, doc: 'the first operand of the command' },
  { name: 'rs2', code: 9, doc: 'the second' },
  { name: 'rs1High', code: 10, doc: 'bits 63 to 8 of the first' },
  { name: 'rs2High', code: 11, doc: 'bits 63 to 8 of the second' },
  { name: 'constant', code: 16, doc: 'the constant of the line' },
  { name: 'now', code: 17, doc: 'clock cycles since reset, 48 bits' },
  { name: 'status', code: 18, doc: 'the first status that the command has, negative' },
  { name: 'trapRecord', code: 19, doc: 'the record of a slot, of the flags that the line reads and A symbols appended' },
  { name: 'rxOffset', code: 24, doc: 'the offset of the frame received, while its second beat stands' },
  { name: 'rxLow', code: 25, doc: 'the low 32 bits of the beat that stands' },
  { name: 'rxHigh', code: 26, doc: 'the high 32 bits' },
  { name: 'kept', code: 27, doc: 'the symbols that stay in the storer, and marks behind them' },
  { name: 'symbol', code: 28, doc: 'the byte that the command read from memory' },
  { name: 'rxSequence', code: 29, doc: 'the sequence of the frame received' },
  { name: 'accepted', code: 30, doc: 'symbols that the storer accepted' },
] as const
export type Source = (typeof sources)[number]['name']

/** What a line computes of the word or source Y that it reads. */
export const functions = [
  { name: 'pass', doc: 'Y' },
  { name: 'increment', doc: 'Y + 1' },
  { name: 'add', doc: 'A + Y' },
  { name: 'subtract', doc: 'A - Y' },
  { name: 'set', doc: 'Y | mask' },
  { name: 'clear', doc: 'Y & ~mask' },
] as const
export type Fn = (typeof functions)[number]['name']

/** What a line can do beside: with `gives`, it gets the value that the line computes. One a line. */
export const actions = [
  { name: 'none', doc: 'nothing' },
  // the command port
  { name: 'reply', gives: true, doc: 'answers the command at hand' },
  { name: 'replyLater', doc: 'the command waits for the record of its slot, or of one of its mask' },
  { name: 'lockEntry', doc: 'the entry is set until reset' },
  { name: 'lockAuto', doc: 'the mask of Oracles is set until reset' },
  { name: 'lockWindow', doc: 'the window is set until reset' },
  { name: 'accessLoad', gives: true, doc: 'begins to read the byte at this address' },
  { name: 'accessStore', gives: true, doc: 'begins to write the symbol of the command at this address' },
  // slots
  { name: 'slotFirst', doc: 'slot 0 is the slot at hand' },
  { name: 'slotNext', doc: 'the next one' },
  { name: 'slotCommand', doc: 'the one that the command names' },
  { name: 'slotSource', doc: 'the one that its rs2 names' },
  { name: 'open', doc: 'the slot is open, of the colour in bit 0 of rs1' },
  { name: 'close', doc: 'the slot is free' },
  { name: 'run', doc: 'the slot runs' },
  { name: 'end', doc: 'the slot has ended: its cause is latched' },
  { name: 'record', doc: 'the one way out of O-mode: the slot is trapped and queued' },
  { name: 'settle', doc: 'the query of the slot is answered: none is begun' },
  { name: 'take', doc: 'the record is handed out, the slot is idle' },
  { name: 'want', doc: 'the slot has a query to send' },
  { name: 'unwant', doc: 'it has none' },
  { name: 'owe', doc: 'the slot has a short frame to send' },
  { name: 'paid', doc: 'it has none' },
  // the sender
  { name: 'txHello', gives: true, doc: 'begins a hello; the value is its sequence, as for all that begin a frame' },
  { name: 'txQuery', gives: true, doc: 'begins a chunk of a query' },
  { name: 'txEarly', gives: true, doc: 'the same, out of the thread of the command: its first beat leaves before the rest is known' },
  { name: 'txAbort', gives: true, doc: 'begins an abort' },
  { name: 'txClose', gives: true, doc: 'begins a close' },
  { name: 'txFork', gives: true, doc: 'begins a fork' },
  { name: 'txHint', gives: true, doc: 'begins a hint' },
  { name: 'txOracle', gives: true, doc: 'its Oracle' },
  { name: 'txLength', gives: true, doc: 'its length, for a frame without data' },
  { name: 'txOffset', gives: true, doc: 'its offset, with which the header is whole' },
  { name: 'txFirst', doc: 'the chunk is the first of its query' },
  { name: 'txLast', doc: 'the chunk is the last' },
  { name: 'txData', gives: true, doc: 'its length, and so many bytes more are loaded' },
  { name: 'txSeen', doc: 'that the last chunk left was noted' },
  { name: 'loadAt', gives: true, doc: 'the loader begins at this address' },
  // the receiver and the storer
  { name: 'rxRest', doc: 'lets the frame at hand go, up to tlast' },
  { name: 'rxPop', doc: 'takes the beat that stands' },
  { name: 'session', doc: 'opens the session of the frame received' },
  { name: 'hello', doc: 'a hello is to be sent' },
  { name: 'helloSent', doc: 'it was' },
  { name: 'storeAt', gives: true, doc: 'symbols go to this address' },
  { name: 'storeRoom', gives: true, doc: 'so many have room' },
  { name: 'storeBudget', gives: true, doc: 'so many are paid for' },
  { name: 'storeKeep', doc: 'they stay in the storer instead, eight at most' },
  { name: 'storeOwn', doc: 'the storer takes the eight symbols of A, up to the first mark' },
  { name: 'storeStart', doc: 'the storer takes the symbols of the chunk at hand' },
  { name: 'progressSeen', doc: 'that symbols were accepted was noted' },
] as const
export type Action = (typeof actions)[number]['name']

/** What a line can test. */
export const conditions = [
  { name: 'never', doc: 'does not hold' },
  { name: 'always', doc: 'holds' },
  { name: 'less', doc: 'A < Y, unsigned' },
  { name: 'equal', doc: 'A = Y' },
  { name: 'lessOrEqual', doc: 'A <= Y' },
  { name: 'has', doc: 'the word has a flag of the mask' },
  { name: 'listed', doc: 'bit A of the word is set' },
  { name: 'refused', doc: 'the command at hand has a status' },
  { name: 'negative', doc: 'bit 63 of A is set' },
  { name: 'unfit', doc: 'rs2 does not fit into 48 bits, or the memory port is dead' },
  { name: 'sendsNow', doc: 'nothing keeps a query of this slot from leaving at once' },
  { name: 'early', doc: 'the first beat of a chunk of this slot has left ahead of the rest' },
  { name: 'long', doc: 'rs2 does not fit into 48 bits' },
  { name: 'waits', doc: 'the command at hand waits for its record' },
  { name: 'entrySet', doc: 'the entry was set' },
  { name: 'lastSlot', doc: 'the slot at hand is the last' },
  { name: 'ownSlot', doc: 'the slot at hand is the one that the command names' },
  { name: 'isOpen', doc: 'the slot is open' },
  { name: 'isColoured', doc: 'the slot is of colour O' },
  { name: 'isRunning', doc: 'the slot runs' },
  { name: 'isTrapped', doc: 'the slot is trapped' },
  { name: 'ended', doc: 'a cause was latched for the slot' },
  { name: 'ending', doc: 'the same, or the storer has stopped in its answer and the receiver will latch why' },
  { name: 'over', doc: 'a cause was latched for the slot, or the memory port is dead' },
  { name: 'wanting', doc: 'the slot has a query to send' },
  { name: 'owing', doc: 'it has something else to send' },
  { name: 'begun', doc: 'a chunk of the current query was begun' },
  { name: 'noRecord', doc: 'no trap record waits (for the slot that the command names)' },
  { name: 'maskTrapped', doc: 'a slot of the mask that the command names is trapped' },
  { name: 'maskWaits', doc: 'another command waits on a mask' },
  { name: 'dead', doc: 'the memory port is dead' },
  { name: 'helloDue', doc: 'a hello is to be sent' },
  { name: 'loaderIdle', doc: 'the loader and the sender have done with the chunk before' },
  { name: 'lost', doc: 'the memory port died while an access of this slot was in flight' },
  { name: 'goesOn', doc: 'the loader is where the next chunk of this slot begins' },
  { name: 'wasCut', doc: 'the chunk that left was cut' },
  { name: 'rxHello', doc: 'the frame received is a well-formed hello' },
  { name: 'rxCached', doc: 'a well-formed cached, of the session, for an open slot' },
  { name: 'rxCurrent', doc: 'of the session, for a slot that runs and has not ended' },
  { name: 'lastLeft', doc: 'the last chunk of the query of this slot has left, and the sender has still to note it' },
  { name: 'rxSameSession', doc: 'its session is the current one' },
  { name: 'rxFirstSession', doc: 'there is no session yet' },
  { name: 'rxAnswer', doc: 'a well-formed answer chunk' },
  { name: 'rxReject', doc: 'a well-formed reject' },
  { name: 'rxEnds', doc: 'the chunk ends the answer' },
  { name: 'rxInside', doc: 'the beat that stands is whole and not the last' },
  { name: 'rxFinal', doc: 'the beat that stands is whole and the last' },
  { name: 'storerFree', doc: 'the storer has asked for all stores, and none of another slot is in flight' },
  { name: 'storeFailed', doc: 'a symbol or a beat was malformed' },
  { name: 'storeFull', doc: 'a symbol found no room' },
  { name: 'storeSpent', doc: 'a symbol found no budget' },
  { name: 'storeYield', doc: 'the last symbol accepted is the yield symbol' },
  { name: 'progress', doc: 'the storer accepted symbols of this slot that were not noted' },
] as const
export type Condition = (typeof conditions)[number]['name']

/** What ends a wait. A thread at home waits for its own work. */
export const waits = [
  { name: 'accessed', thread: 'command', doc: 'memory has answered the access of the command' },
  { name: 'loader', thread: 'sender', doc: 'the loader and the sender have done with the chunk before' },
  { name: 'sent', thread: 'sender', doc: 'the chunk has left' },
  { name: 'storer', thread: 'receiver', doc: 'the storer is free; or the slot has ended' },
  { name: 'taken', thread: 'receiver', doc: 'the storer has judged the symbols of the chunk' },
  { name: 'stored', thread: 'receiver', doc: 'no store is in flight' },
  { name: 'beat', thread: 'receiver', doc: 'a beat stands; or the slot has ended' },
] as const
export type Wait = (typeof waits)[number]['name']

/** The threads, and what each waits for at home. */
export const threads = [
  { name: 'command', doc: 'a command stands, and its response has a place' },
  { name: 'sender', doc: 'a frame is to be sent, and the next header has a place' },
  { name: 'receiver', doc: 'the header of a frame was received' },
  { name: 'ender', doc: 'a slot has ended, and its accesses have drained' },
  { name: 'watcher', doc: 'it is time to look at the watchdog of the next slot' },
] as const
export type Thread = (typeof threads)[number]['name']
