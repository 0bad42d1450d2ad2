// Owns: the work of `archnights run`: a history in, O-mode until its trap, what the Priestess appends, O-mode again; and the object that it prints.
import { decodeRecord, type Cause } from '../../coprocessor/isa/cause.ts'
import { counterNumber, fieldNumber, type Counter, type SlotField } from '../../coprocessor/isa/fields.ts'
import { HarnessError } from '../errors.ts'
import { boot, must, openSegment } from './boot.ts'
import type { UnitDriver } from './unit-driver.ts'

export interface TrapSummary { readonly cause: Cause; readonly slot: number; readonly appended: number; readonly cut: boolean }
/** What one entry into O-mode did. `cycles.total`: from the trap before (or from leaving reset) to this one. */
export interface TurnSummary {
  readonly trap: TrapSummary
  readonly queries: number
  readonly symbols: { readonly sentNew: number; readonly sentAgain: number; readonly appended: number }
  readonly tokens: { readonly evaluated: number; readonly reused: number; readonly history: number }
  readonly cycles: { readonly total: number; readonly sending: number; readonly host: number; readonly appending: number }
}
/** What `run --json` prints: the last trap, the sums, the turns. `tokens.history` is that of the last turn. */
export interface RunSummary extends TurnSummary {
  readonly turns: readonly TurnSummary[]
  readonly historyHex: string
  readonly engine: string
  readonly oracle: string
  readonly version: string
}
/** Bytes [from, to) of the history. */
export interface Stretch { readonly from: number; readonly to: number; readonly by: 'priestess' | 'oracle'; readonly turn: number }
export interface TurnsResult { readonly json: RunSummary; readonly history: Uint8Array; readonly stretches: readonly Stretch[] }

export interface TurnsSettings {
  readonly history: Uint8Array
  /** Appended one after each yield. */
  readonly then?: readonly Uint8Array[]
  /** Of each entry; 0: none. */
  readonly budget?: bigint
  /** Least room for all answers, bytes. Default 4096. */
  readonly room?: number
  readonly oracle: string
  readonly version: string
  /** Told when an entry begins and when its trap was taken. */
  readonly progress?: (turn: number, summary?: TurnSummary) => void
}

const slot = 0

/**
 * Runs on a unit that was just opened. A trap other than `yield` ends it, whatever of `then` is left.
 * @throws HarnessError SIM3004 if history, additions and room do not fit in the cacheable range
 */
export async function runTurns(unit: UnitDriver, settings: TurnsSettings): Promise<TurnsResult> {
  const { history, then = [], budget = 0n, room = 4096 } = settings
  const base = unit.parameters.cacheableLow, most = Number(unit.parameters.cacheableHigh - base)
  const given = history.length + then.reduce((n, t) => n + t.length, 0)
  const length = Math.ceil((given + room) / 8) * 8
  if (length > most) {
    throw new HarnessError('SIM3004', `${given} bytes of history and ${room} of room need ${length}, the memory has ${most}`, 'give a shorter history, or a smaller --room')
  }
  await boot(unit)
  let top = await openSegment(unit, { slot, base, length, history })
  const stretches: Stretch[] = history.length > 0 ? [{ from: 0, to: history.length, by: 'priestess', turn: 0 }] : []
  const turns: TurnSummary[] = []
  let counted = await counters(unit), since = 0
  for (let turn = 0; ; turn++) {
    settings.progress?.(turn)
    await must(unit, 'oenter', BigInt(slot), budget)
    const record = decodeRecord(await must(unit, 'otrap', BigInt(slot)))
    if (!record) throw new HarnessError('SIM3003', 'oenter came back without a trap record', 'this is a fault of the unit: look at a trace of the run')
    const total = unit.cycle - since
    since = unit.cycle
    const now = await counters(unit), before = top
    top = await must(unit, 'oseg.get', BigInt(slot), BigInt(fieldNumber('top' satisfies SlotField)))
    if (top > before) stretches.push({ from: Number(before - base), to: Number(top - base), by: 'oracle', turn })
    const summary = turnSummary({ cause: record.cause, slot: record.slot, appended: Number(record.appended), cut: record.cut }, now, counted, total)
    counted = now
    turns.push(summary)
    settings.progress?.(turn, summary)
    const addition = then[turn]
    if (record.cause !== 'yield' || !addition) break
    const left = Number(base - top) + length
    if (addition.length > left) throw new HarnessError('SIM3004', `addition ${turn + 1} has ${addition.length} bytes, the segment has room for ${left}`, 'give more --room')
    unit.write(top, addition)
    await must(unit, 'oseg.top', BigInt(slot), top + BigInt(addition.length))
    if (addition.length > 0) stretches.push({ from: Number(top - base), to: Number(top - base) + addition.length, by: 'priestess', turn: turn + 1 })
    top += BigInt(addition.length)
  }
  const all = unit.read(base, Number(top - base))
  const json: RunSummary = {
    ...sum(turns), turns, historyHex: Buffer.from(all).toString('hex'), engine: unit.engine.name, oracle: settings.oracle, version: settings.version,
  }
  return { json, history: all, stretches }
}

const used = ['queries', 'sentNew', 'sentAgain', 'appended', 'tokensEvaluated', 'tokensReused', 'tokensHistory', 'cyclesSending', 'cyclesHost', 'cyclesAppending'] as const satisfies readonly Counter[]
type Counts = Readonly<Record<(typeof used)[number], number>>

async function counters(unit: UnitDriver): Promise<Counts> {
  const found: [Counter, number][] = []
  for (const name of used) found.push([name, Number(await must(unit, 'ocount', BigInt(slot), BigInt(counterNumber(name))))])
  return Object.fromEntries(found) as Counts
}

function turnSummary(trap: TrapSummary, now: Counts, before: Counts, total: number): TurnSummary {
  const more = (name: keyof Counts): number => now[name] - before[name]
  return {
    trap, queries: more('queries'),
    symbols: { sentNew: more('sentNew'), sentAgain: more('sentAgain'), appended: more('appended') },
    tokens: { evaluated: more('tokensEvaluated'), reused: more('tokensReused'), history: now.tokensHistory },
    cycles: { total, sending: more('cyclesSending'), host: more('cyclesHost'), appending: more('cyclesAppending') },
  }
}

function sum(turns: readonly TurnSummary[]): TurnSummary {
  const add = (pick: (t: TurnSummary) => number): number => turns.reduce((n, t) => n + pick(t), 0)
  const last = turns.at(-1)!
  return {
    trap: last.trap, queries: add((t) => t.queries),
    symbols: { sentNew: add((t) => t.symbols.sentNew), sentAgain: add((t) => t.symbols.sentAgain), appended: add((t) => t.symbols.appended) },
    tokens: { evaluated: add((t) => t.tokens.evaluated), reused: add((t) => t.tokens.reused), history: last.tokens.history },
    cycles: { total: add((t) => t.cycles.total), sending: add((t) => t.cycles.sending), host: add((t) => t.cycles.host), appending: add((t) => t.cycles.appending) },
  }
}
