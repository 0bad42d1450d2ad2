// Owns: the words of the microcode: what a line may test, do and wait for. The unit gives each its logic, the assembler its number.
import { causes } from '../isa/cause.ts'
import { counters } from '../isa/fields.ts'

/** What a line can test: one bit each, of the thread that runs. */
export const conditions = [
  { name: 'always', doc: 'holds' },
  { name: 'ended', doc: 'a cause was latched for this slot' },
  { name: 'owes_abort', doc: 'the abort of the query before has not left: it carries the sequence of that query' },
  { name: 'spent', doc: 'a budget was set and nothing of it is left' },
  { name: 'unsent', doc: 'bytes of this query have not left' },
  { name: 'frame_answer', doc: 'the frame at hand is a well-formed answer chunk for the top of this slot' },
  { name: 'frame_reject', doc: 'the frame at hand is a well-formed reject, and no symbol of this answer was taken' },
  { name: 'answer_ends', doc: 'the chunk at hand ends the answer' },
  { name: 'rolls_back', doc: 'the cause that was latched keeps nothing of the current answer' },
  { name: 'refused', doc: 'the command at hand has a status' },
  { name: 'scan_overlap', doc: 'the segment under the scan is open, another one, and overlaps [A, B)' },
  { name: 'scan_more', doc: 'the scan has not reached its last place' },
  { name: 'no_record', doc: 'no trap record waits (for the slot that the command names)' },
  { name: 'wakes', doc: 'a slot of the mask that the command names is trapped, or another command waits on a mask' },
  { name: 'rx_hello', doc: 'the frame received is a well-formed hello' },
  { name: 'rx_cached', doc: 'the frame received is a well-formed cached' },
  { name: 'rx_fits', doc: 'its session is the current one, its slot is open, and its offset is at most held' },
  { name: 'rx_current', doc: 'the frame received is for a slot that runs, with its session and sequence' },
  { name: 'rx_early', doc: 'the query of that slot has not left' },
  { name: 'rx_same_session', doc: 'the session of the frame received is the current one' },
  { name: 'tx_hello', doc: 'a hello is to be sent' },
  { name: 'tx_abort', doc: 'an abort is to be sent for the slot under service' },
] as const
export type Condition = (typeof conditions)[number]['name']

/** What ends a wait: tested in every cycle, beside all threads. */
export const waits = [
  { name: 'parked', doc: 'nothing: the thread is woken by a start' },
  { name: 'ready', doc: 'nothing to wait for' },
  { name: 'told', doc: 'no abort of this slot is to be sent; or the slot has ended' },
  { name: 'grant', doc: 'the sender is free, a session is open and nothing of this slot waits to be sent before; or the slot has ended' },
  { name: 'sent', doc: 'the sender has done the chunk; or the slot has ended' },
  { name: 'frame', doc: 'a frame was handed to this slot, and no store of another slot is in flight; or the slot has ended' },
  { name: 'taken', doc: 'the storer has done the chunk' },
  { name: 'stored', doc: 'no memory access of this slot is in flight' },
  { name: 'command', doc: 'a command came, and its response has a place' },
  { name: 'accessed', doc: 'memory has answered the access of the command at hand, and its response has a place' },
  { name: 'header', doc: 'the header of a frame was received' },
  { name: 'released', doc: 'the frame that was handed on has been let go' },
  { name: 'flag', doc: 'the sender is free and a short frame is to be sent' },
] as const
export type Wait = (typeof waits)[number]['name']

/** What a line can do: in one clock cycle, or in two if it is `slow`: what it changes in the slot table is read again in the second. `argument` says what its argument names. */
export const actions = [
  { name: 'none', doc: 'nothing' },
  { name: 'wait', argument: 'wait', doc: 'gives the sequencer to another thread until the wait ends' },
  { name: 'count', argument: 'counter', slow: true, doc: 'adds to a counter of this slot what belongs to it' },
  { name: 'end', argument: 'cause', doc: 'latches a cause, unless one was latched before' },
  { name: 'query', slow: true, doc: 'spends 1; sequence += 1; mark = top; position = held' },
  { name: 'send', doc: 'hands the sender the next chunk of the query' },
  { name: 'advance', slow: true, doc: 'position moves behind the chunk sent' },
  { name: 'left', slow: true, doc: 'the last chunk has left: A = new symbols, B = symbols sent again; held = seen = top - base' },
  { name: 'phase_send', slow: true, doc: 'counts the cycles of the phase that ends; from here on a query is sent' },
  { name: 'phase_host', slow: true, doc: 'the same; from here on the slot waits for the host' },
  { name: 'phase_append', slow: true, doc: 'the same; from here on an answer is taken in' },
  { name: 'take', doc: 'hands the storer the chunk at hand; what is wrong with a symbol is latched in the cycle in which it is seen' },
  { name: 'accept', slow: true, doc: 'top moves behind the symbols taken, which are spent' },
  { name: 'commit', slow: true, doc: 'the answer stays: A = its symbols; held = seen = top - base; mark = top; in P-mode, or with a yield, that is the end' },
  { name: 'keep', slow: true, doc: 'what fitted stays: A = its symbols; held = seen = top - base; mark = top' },
  { name: 'roll_back', slow: true, doc: 'top = mark; held falls as the cause says' },
  { name: 'record', slow: true, doc: 'the one way out of O-mode: the trap record is written and queued' },
  { name: 'release', doc: 'lets the frame at hand go, if it was handed to this slot' },
  { name: 'prepare', doc: 'A and B take the segment or the length that the command speaks of' },
  { name: 'refuse', doc: 'answers the status' },
  { name: 'reply', doc: 'answers the value of the instruction' },
  { name: 'set', slow: true, doc: 'what the command sets in the unit or in its slot' },
  { name: 'start', slow: true, doc: 'the slot runs; budget and watchdog are set' },
  { name: 'reply_later', doc: 'the command waits for the record of its slot, or of one of its mask' },
  { name: 'access', doc: 'begins the one memory access of the command: a symbol of the history, read or pushed' },
  { name: 'abort', doc: 'latches the cause abort, unless one was latched before' },
  { name: 'take_record', doc: 'the slot whose record is handed out is idle again' },
  { name: 'scan_slots', doc: 'the scan stands on the first slot' },
  { name: 'scan_counters', doc: 'the scan stands on the first counter' },
  { name: 'scan_next', doc: 'the scan moves on' },
  { name: 'clear_counter', doc: 'the counter under the scan is 0' },
  { name: 'read_counter', slow: true, doc: 'reads the counter that the command names' },
  { name: 'hand', doc: 'hands the frame received to its slot' },
  { name: 'end_receiver', doc: 'latches the cause link for the slot of the frame received; the frame is let go' },
  { name: 'drop', doc: 'drops the frame received and counts it' },
  { name: 'session', doc: 'opens the session of the hello received; every running slot ends with link' },
  { name: 'hello', doc: 'a hello is to be sent; the frame received is done' },
  { name: 'cached', slow: true, doc: 'the slot of the frame received has that much cached; the frame is done' },
  { name: 'send_hello', doc: 'hands the sender a hello' },
  { name: 'send_abort', doc: 'hands the sender the abort of the slot under service' },
  { name: 'send_close', doc: 'hands the sender the close of the slot under service' },
] as const
export type Action = (typeof actions)[number]['name']
export type ArgumentKind = 'wait' | 'counter' | 'cause'

/** The words that an argument of a kind may be; its number is the place in the list. */
export const argumentWords: Readonly<Record<ArgumentKind, readonly string[]>> = {
  wait: waits.map((w) => w.name),
  counter: counters.map((c) => c.name),
  cause: ['', ...causes.map((c) => c.name)],
}
