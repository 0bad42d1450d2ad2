// Owns: what the unit may do next inside a slot without a port telling: take a frame, execute a command, go on with the run, let the watchdog end it.
import { beatBytes, headerBeats } from '../../coprocessor/link/frames.ts'
import { executeOnSlot, isTimed, takeRecord, type Command, type Surroundings } from '../../coprocessor/machine/commands.ts'
import type { TaggedItem } from '../../coprocessor/machine/frame-items.ts'
import { counts, takeItem } from '../../coprocessor/machine/slot-frames.ts'
import { confirmAnswer, finishRun, isLive, lastChunkLeft, latch, memoryDied, newSession, nextQuery } from '../../coprocessor/machine/slot-run.ts'
import type { SlotState } from '../../coprocessor/machine/slot-state.ts'
import { counters, slotFields } from '../../coprocessor/isa/fields.ts'
import type { Instruction } from '../../coprocessor/isa/instruction.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { statusValue } from '../../coprocessor/isa/status.ts'
import type { Tolerances } from './tolerances.ts'
import type { FlagOut, Hypothesis, Out, QueryOut, Result } from './hypothesis.ts'

/** What the host sent to this slot, a session that concerns all, or a command that takes back what this slot is a fork of. */
export type SlotItem = { readonly cycle: number } & ({ readonly kind: 'frame'; readonly tagged: TaggedItem } | { readonly kind: 'session'; readonly first: boolean } | { readonly kind: 'unlent'; readonly source: number })
/** A command that names this slot (`own`), `otrap -1` (`any`), or an `owait` whose mask has this slot (`mask`). */
export interface SlotCommand {
  readonly serial: number
  readonly cycle: number
  readonly row: Instruction
  readonly command: Command
  readonly names: 'own' | 'any' | 'mask'
  readonly around: Surroundings
  /** What the unit may see instead, a few cycles earlier or later. */
  readonly also?: readonly Surroundings[]
}

/** Whether the memory port was found dead. */
export type PortLife = 'no' | 'maybe' | 'sure'

export interface StepContext {
  readonly now: number
  readonly slot: number
  readonly tolerances: Tolerances
  readonly parameters: Parameters
  /** Accesses of this slot that memory has not answered. */
  readonly inFlight: number
  readonly port: PortLife
  item(index: number): SlotItem | undefined
  command(index: number): SlotCommand | undefined
  memory(address: number, length: number): Uint8Array
}

/** A next state; `forced`: the unit does it without waiting for anything from outside. */
export interface Step { readonly to: Hypothesis; readonly forced: boolean }

const must = (to: Hypothesis): Step => ({ to, forced: true })
const may = (to: Hypothesis): Step => ({ to, forced: false })
const withSlot = (h: Hypothesis, slot: SlotState): Hypothesis => ({ ...h, slot })
const dropped = (h: Hypothesis, sure: boolean): Hypothesis => ({ ...h, drops: { ...h.drops, late: h.drops.late + (sure ? 1 : 0), most: h.drops.most + 1 } })

/** An item that changes nothing whenever it is looked at, now or after a start or a query that may come before: it is taken at once. */
function idle(h: Hypothesis, item: SlotItem): boolean {
  if (item.kind === 'session') return false
  if (item.kind === 'unlent') return !h.out.some((o) => o.kind === 'fork' && o.source === item.source)
  const { first, tags, item: what } = item.tagged
  if (!first) return h.frame === 'dropped'
  const { sequence } = h.slot
  return what.kind !== 'cached' && tags.sequence !== (sequence + 1) % 65536 && (h.slot.status !== 'running' || tags.sequence !== sequence)
}

/** The state with everything taken that makes no difference, and nothing remembered that none makes any more. */
export function plain(given: Hypothesis, c: StepContext): Hypothesis {
  let h = given
  for (let item = c.item(h.item); item !== undefined && idle(h, item); item = c.item(h.item)) {
    h = item.kind === 'frame' && item.tagged.first ? { ...dropped(h, true), frame: 'dropped', item: h.item + 1 } : { ...h, item: h.item + 1 }
  }
  const { status } = h.slot
  if (status !== 'running' && (h.since !== 0 || h.restart !== 0 || h.fresh !== 0)) h = { ...h, since: 0, restart: 0, fresh: 0 }
  return status !== 'trapped' && h.trapped !== 0 ? { ...h, trapped: 0 } : h
}

/** Everything that may come next. */
export function steps(h: Hypothesis, c: StepContext): Step[] {
  return [...itemSteps(h, c), ...commandSteps(h, c), ...runSteps(h, c)]
}

function itemSteps(h: Hypothesis, c: StepContext): Step[] {
  const item = c.item(h.item)
  if (item === undefined) return []
  const next: Hypothesis = { ...h, item: h.item + 1, since: item.cycle }
  return (item.kind === 'session' ? [session(next, item.first)] : item.kind === 'unlent' ? [next, unlent(next, item.source)] : frame(next, item.tagged, item.cycle, c)).map(must)
}

/** Flags to send are cleared; what was already handed to the link may still come. */
function session(h: Hypothesis, first: boolean): Hypothesis {
  const epoch = h.epoch + 1
  const slot = newSession(h.slot, first)
  const ended = slot.run?.phase === 'ending'
  const out = h.out.map((o): Out => (o.kind !== 'query' ? { ...o, must: false } : first ? { ...o, epoch } : ended && o.mode === 'sending' ? { ...o, mode: 'ended' } : o))
  return { ...h, slot, epoch, out, bySession: h.bySession || (ended && !h.slot.run!.forget && isLive(h.slot)) }
}

/** A fork that has not left is lost, and with it what the host was to have; one that has not begun to leave its slot's query is sent from the start. */
function unlent(h: Hypothesis, source: number): Hypothesis {
  const out = h.out.filter((o) => o.kind !== 'fork' || o.source !== source).map((o): Out => (o.kind === 'query' && o.mode === 'sending' && !o.open && o.next === o.start ? { ...o, start: 0, next: 0 } : o))
  return { ...h, out, slot: { ...h.slot, held: 0 } }
}

function frame(h: Hypothesis, { tags, first, named, item }: TaggedItem, cycle: number, c: StepContext): Hypothesis[] {
  const after: Hypothesis[] = []
  // A run whose first query waits for the abort of the one before has its sequence still: what comes for that is dropped.
  const unnumbered = h.slot.run?.phase === 'begin' && item.kind !== 'cached'
  const taken = first ? !unnumbered && counts(h.slot, item, tags.sequence) : h.frame === 'counts'
  if (!taken) return [first ? { ...dropped(h, true), frame: 'dropped' } : h]
  const counted: Hypothesis = { ...h, frame: 'counts' }
  if (item.kind !== 'cached' && !isLive(h.slot)) {
    // The slot is ending: a frame that begins now is dropped; whether it is counted is not fixed. The rest of one is not.
    return [first ? { ...dropped(h, false), frame: 'dropped' } : h]
  }
  const hidden = first && item.kind === 'malformed' && (named === 'hello' || named === 'cached')
  // A spoilt frame of a kind that names no query: the contract leaves open whether it is one "that names the slot".
  if (hidden) after.push({ ...dropped(h, true), frame: 'dropped' })
  if (item.kind === 'symbols' && item.doubtful) after.push(counted)
  const slot = takeItem(h.slot, item, c.parameters)
  if (slot === undefined) return [{ ...dropped(h, true), frame: 'dropped' }]
  const added = item.kind === 'symbols' ? String.fromCharCode(...item.symbols.slice(0, slot.top - h.slot.top)) : String.fromCharCode(...ownSymbols(slot, c))
  const accepted = item.kind === 'symbols' && (slot.run?.symbols ?? 0) > (h.slot.run?.symbols ?? 0)
  after.push(ended({
    ...counted, slot, text: h.text + added, fresh: accepted ? cycle : h.fresh, restart: item.kind === 'offset' ? h.fresh : h.restart,
  }))
  return after
}

/** What the unit stores itself, once the answer whose end was taken is the last that its run needs: before that answer counts. */
function ownSymbols({ run, ...slot }: SlotState, c: StepContext): readonly number[] {
  if (run?.rule === undefined || run.phase !== 'confirming') return []
  const after = confirmAnswer({ ...slot, run }, c.parameters)
  return after.run!.phase === 'ending' ? run.rule.stored(after) : []
}

/** When a cause was latched while a query was being sent, the query is given up. */
function ended(h: Hypothesis): Hypothesis {
  if (h.slot.run?.phase !== 'ending') return h
  return { ...h, out: h.out.map((o) => (o.kind === 'query' && o.mode === 'sending' ? { ...o, mode: 'ended' } : o)) }
}

function commandSteps(h: Hypothesis, c: StepContext): Step[] {
  const pending = c.command(h.command)
  if (pending === undefined) return []
  const next: Hypothesis = { ...h, command: h.command + 1, since: pending.cycle }
  const finds = (value: Result, slot = h.slot): Step => must({ ...next, slot, results: [...h.results, { serial: pending.serial, value }] })
  const { status } = h.slot
  if (pending.names === 'mask') return [finds(status === 'trapped' || status === 'running' ? status : 'none')]
  if (pending.names === 'any') {
    if (status !== 'trapped') return [finds(0n)]
    const taken = takeRecord(h.slot)
    return [finds(taken.value, taken.slot), finds('passed')]
  }
  if (h.own === undefined) {
    const { access } = executeOnSlot(pending.row, pending.command, h.slot, pending.around)
    if (access !== undefined) return [...(c.port === 'sure' ? [] : [must({ ...h, own: { access, phase: 'due', byte: 0 } })]), ...(c.port === 'no' ? [] : [finds(statusValue('memory'))])]
  }
  if (h.own !== undefined && h.own.phase !== 'answered') {
    const { own: _, ...without } = finds(statusValue('memory')).to
    return c.port === 'no' ? [] : [{ to: without, forced: c.port === 'sure' }]
  }
  const seen = [pending.around, ...pending.also ?? []]
  return seen.flatMap((around) => (c.port === 'no' ? [around] : [...(c.port === 'sure' ? [] : [around]), { ...around, memoryDead: true }])).flatMap((around) => execute(next, { ...pending, around }, c)).map(must)
}

/** The access of a command was seen, or memory has answered it. */
export const accessSeen = (h: Hypothesis): Hypothesis => ({ ...h, own: { ...h.own!, phase: 'flying' } })
export const accessAnswered = (h: Hypothesis, byte: number): Hypothesis => (h.own?.phase === 'flying' ? { ...h, own: { ...h.own, phase: 'answered', byte } } : h)

function execute(h: Hypothesis, pending: SlotCommand, c: StepContext): Hypothesis[] {
  const { row, command, cycle } = pending
  const outcome = executeOnSlot(row, command, h.slot, pending.around)
  const answered = (value: Result): Hypothesis => ({ ...h, slot: outcome.slot, results: [...h.results, { serial: pending.serial, value }] })
  if (outcome.value < 0n) return [answered(outcome.value)]
  if (h.own !== undefined) {
    const { own: _, ...rest } = answered(h.own.access.kind === 'load' ? BigInt(h.own.byte) : outcome.value)
    return [rest]
  }
  if (row.starts) {
    const { base, top } = h.slot
    return [{ ...answered(outcome.waits ? 'waits' : 0n), snapshot: c.memory(base, top - base), runTop: top, text: '', stored: 0, restart: cycle, fresh: cycle, ran: true, start: pending.serial, bySession: false }]
  }
  switch (row.mnemonic) {
    case 'oseg.open':
      return [{ ...answered(0n), ran: false }]
    case 'oseg.close': {
      const out = h.out.map((o): Out => (o.kind === 'query' ? o : { ...o, must: o.kind === 'close' && o.must }))
      const close: FlagOut = { kind: 'close', of: pending.serial, must: true, epoch: h.epoch, sequence: h.slot.sequence, held: 0 }
      // A close that was not sent yet is the same flag.
      return [{ ...withSlot(answered(0n), { ...outcome.slot, close: false }), out: [...out.filter((o) => o.kind !== 'close' || !o.must), close] }]
    }
    case 'ohint': {
      const { hint, ...slot } = outcome.slot
      const flag: FlagOut = { kind: 'hint', of: pending.serial, must: true, epoch: h.epoch, sequence: h.slot.sequence, held: hint! }
      // One that has not left is replaced.
      return [{ ...withSlot(answered(0n), slot), out: [...h.out.map((o): Out => (o.kind === 'hint' ? { ...o, must: false } : o)), flag] }]
    }
    case 'ofork': {
      const { fork, ...slot } = outcome.slot
      const flags: FlagOut[] = fork === undefined ? [] : [{ kind: 'fork', of: pending.serial, must: true, epoch: h.epoch, sequence: slot.sequence, held: slot.held, source: fork.source }]
      // A hint waits behind it.
      return [{ ...withSlot(answered(0n), slot), out: [...h.out.filter((o) => o.kind !== 'hint'), ...flags, ...h.out.filter((o) => o.kind === 'hint')] }]
    }
    case 'oabort':
      return [ended(answered(0n))]
    case 'ocount':
      return [answered(isTimed(row, command) || counters[Number(command.rs2)]!.name === 'dropped' ? null : outcome.value)]
    case 'oseg.get': {
      // What the last record and what is left of a budget read before the first run of an open slot is not fixed.
      const field = slotFields[Number(command.rs2)]!.name
      return [answered(!h.ran && (field === 'record' || field === 'budget') ? null : outcome.value)]
    }
    default:
      return [answered(outcome.value)]
  }
}

/** Beats that a query not yet seen still has. */
function beatsLeft(q: QueryOut, chunkBytes: number): number {
  let beats = 0
  for (let at = q.next, more = true; more; more = at < q.end) {
    const length = Math.min(chunkBytes, q.end - at)
    beats += headerBeats + Math.ceil(length / beatBytes) + 1
    at += length
  }
  return beats
}

/** All that the unit holds if the rest of this query has left: what must be seen before it is held too. */
function beatsAhead(out: readonly Out[], query: QueryOut, chunkBytes: number): number {
  const held = (o: Out): number => (o.kind !== 'query' ? (o.must ? headerBeats : 0) : o === query || o.mode === 'left' ? beatsLeft(o, chunkBytes) : 0)
  return out.reduce((beats, o) => beats + held(o), 0)
}

function runSteps(h: Hypothesis, c: StepContext): Step[] {
  const { run } = h.slot
  if (run === undefined) return []
  const after: Step[] = []
  // What a dead port has not answered is answered no more; then only that is the cause.
  const drained = c.inFlight === 0 || (c.port !== 'no' && run.cause === 'memory')
  switch (run.phase) {
    case 'begin': {
      const slot = nextQuery(h.slot)
      const { base, top, held, sequence } = slot
      const query: QueryOut = {
        kind: 'query', of: h.start, mode: 'sending', sequence, oracle: run.oracle, epoch: h.epoch, start: held, next: held, end: top - base, snapshot: h.snapshot, text: h.text, open: false,
      }
      after.push(must(slot.run!.phase === 'ending' ? withSlot(h, slot) : { ...withSlot(h, slot), out: [...h.out, query] }))
      break
    }
    case 'sending': {
      const query = h.out.find((o) => o.kind === 'query' && o.mode === 'sending') as QueryOut
      // The rest may stand in the unit's queue to the link, and a chunk that was begun, header, data and all, counts with it.
      const capacity = c.parameters.txDepth + headerBeats + c.parameters.chunkBytes / beatBytes + c.tolerances.linkBeats
      const sendable = h.epoch > 0 && h.stored === h.text.length && drained && beatsAhead(h.out, query, c.parameters.chunkBytes) <= capacity
      if (sendable) after.push(may({ ...withSlot(h, lastChunkLeft(h.slot)), out: h.out.map((o) => (o === query ? { ...query, mode: 'left' } : o)) }))
      break
    }
    case 'confirming':
      if (drained && h.stored === h.text.length) after.push(must({ ...withSlot(h, confirmAnswer(h.slot, c.parameters)), restart: h.fresh }))
      break
    case 'ending':
      if (drained && (!run.cut || h.stored === h.text.length)) after.push(must(recorded(h, c.slot)))
      break
    case 'awaiting':
      break
  }
  if (c.port !== 'no' && run.cause !== 'memory') {
    after.push({ to: ended(withSlot(h, memoryDied(h.slot))), forced: c.port === 'sure' && (c.inFlight > 0 || h.stored < h.text.length) })
  }
  if (isLive(h.slot) && c.now - h.restart >= h.slot.watchdog - c.tolerances.watchdogEarly) {
    const expired = { ...ended(withSlot(h, latch(h.slot, 'link'))), since: h.restart + h.slot.watchdog }
    after.push({ to: expired, forced: c.now - h.fresh >= h.slot.watchdog + c.tolerances.watchdogLate })
  }
  return after
}

/** The record is pushed: the host is told of a query that was begun and ended early. */
function recorded(h: Hypothesis, number: number): Hypothesis {
  const { run } = h.slot
  const { abort, ...slot } = finishRun(h.slot, number)
  const kept = h.text.slice(0, slot.top - h.runTop)
  const query = h.out.find((o) => o.kind === 'query' && o.mode === 'ended' && o.sequence === slot.sequence)
  const told = run!.cause === 'abort' || run!.cause === 'link' || run!.cause === 'memory' || run!.cut
  // Begun or not is known when its header was seen. A session that came meanwhile cleared the flag, or it was set after that.
  const known = abort !== undefined && !run!.forget && !h.bySession
  const possible = abort !== undefined || (told && query !== undefined)
  const flag: FlagOut = { kind: 'abort', of: h.start, must: known, epoch: h.epoch, sequence: slot.sequence, held: slot.held }
  return { ...h, slot, frame: 'dropped', text: kept, trapped: h.since, out: possible ? [...h.out, flag] : h.out }
}
