// Owns: what the ports of the unit tell about a run: what was asked, answered and taken, which commands wait, and what each slot waits for.
import { anySlot } from '../../coprocessor/machine/commands.ts'
import { decodeRecord, type TrapRecord } from '../../coprocessor/isa/cause.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import { FrameAssembler, type LinkEntry } from '../../sim-harness/transport/link-log.ts'
import type { CommandEvent, CycleEvents } from '../../sim-harness/port-events.ts'
import { hex } from '../../sim-harness/observer/difference.ts'
import { registerName } from './instruction-text.ts'

/** A trap record that the program took: rd of an `otrap` in `cycle`. */
export interface TakenRecord extends TrapRecord { readonly cycle: number }

/** Sums of what passed at the unit's ports. */
export interface UnitCounts {
  /** Accepted by the unit, and of those answered. */
  readonly commands: number
  readonly responses: number
  /** Whole ones, by their last chunk. */
  readonly queries: number
  /** Answers that the host ended. */
  readonly answers: number
  /** Bytes of history that left in query chunks; bytes of answers that came, kept or not. */
  readonly symbols: { readonly sent: number; readonly received: number }
}

interface Waiting { readonly event: CommandEvent; readonly cycle: number }
type Doing = 'started' | 'sending' | 'asked' | 'answered' | 'ended'
interface SlotLine { readonly doing: Doing; readonly since: number; readonly bytes: number }

/** It makes a slot run, if the unit takes it. */
export const isStart = (command: CommandEvent): boolean => instructionByFunct7(command.funct7)?.starts === true

/** Give it the cycles in order. It believes the unit: whether the ports are right is the observer's. */
export class Ledger {
  readonly #toHost = new FrameAssembler('toHost')
  readonly #fromHost = new FrameAssembler('fromHost')
  readonly #waiting = new Map<number, Waiting>()
  readonly #slots = new Map<number, SlotLine>()
  readonly #records: TakenRecord[] = []
  #commands = 0
  #responses = 0
  #queries = 0
  #answers = 0
  #sent = 0
  #received = 0
  #interrupt = false

  get records(): readonly TakenRecord[] { return this.#records }
  get counts(): UnitCounts {
    return { commands: this.#commands, responses: this.#responses, queries: this.#queries, answers: this.#answers, symbols: { sent: this.#sent, received: this.#received } }
  }

  observe(e: CycleEvents): void {
    if (e.command) {
      const { command } = e, slot = Number(command.rs1)
      this.#commands++
      if (command.xd) this.#waiting.set(command.rd, { event: command, cycle: e.cycle })
      if (isStart(command) && !this.#slots.has(slot)) this.#slots.set(slot, { doing: 'started', since: e.cycle, bytes: 0 })
    }
    const sent = e.toHost && this.#toHost.add(e.toHost, e.cycle)
    if (sent) this.#out(sent)
    const got = e.fromHost && this.#fromHost.add(e.fromHost, e.cycle)
    if (got) this.#in(got)
    if (e.response) this.#answered(e.response.rd, e.response.data, e.cycle)
    this.#interrupt = e.interrupt
  }

  /** One line each: commands that are not answered, then slots that are at something, then the interrupt line. For people. */
  waits(now: number): string[] {
    const ago = (cycle: number) => `since cycle ${cycle}, ${now - cycle} cycles ago`
    const words: Readonly<Record<Doing, (s: SlotLine) => string>> = {
      started: (s) => `was started and has sent nothing (${ago(s.since)})`,
      sending: (s) => `sends its query, ${s.bytes} bytes until now (${ago(s.since)})`,
      asked: (s) => `its query is out and the host is silent (${ago(s.since)})`,
      answered: (s) => `the host has sent ${s.bytes} symbols of an answer and not its end (the last ${ago(s.since)})`,
      ended: (s) => `its answer has ended (${ago(s.since)}); no record was taken since`,
    }
    return [
      ...[...this.#waiting.values()].map(({ event, cycle }) => `${commandWords(event)} waits for its answer in ${registerName(event.rd)} (${ago(cycle)})`),
      ...[...this.#slots].sort(([a], [b]) => a - b).map(([slot, line]) => `slot ${slot}: ${words[line.doing](line)}`),
      ...(this.#interrupt ? ['the interrupt line of the unit is up: a record waits to be taken'] : []),
    ]
  }

  #answered(rd: number, data: bigint, cycle: number): void {
    const asked = this.#waiting.get(rd)
    if (!asked) return
    this.#waiting.delete(rd)
    this.#responses++
    const mnemonic = instructionByFunct7(asked.event.funct7)?.mnemonic, slot = Number(asked.event.rs1)
    if (data >> 63n === 1n) {
      // A start that was refused started nothing.
      if (isStart(asked.event) && this.#slots.get(slot)?.since === asked.cycle) this.#slots.delete(slot)
      return
    }
    if (mnemonic === 'oseg.close') this.#slots.delete(slot)
    const record = mnemonic === 'otrap' ? decodeRecord(data) : undefined
    if (!record) return
    this.#records.push({ ...record, cycle })
    this.#slots.delete(record.slot)
  }

  #out({ cycle, frame }: LinkEntry): void {
    if (typeof frame === 'string' || frame.kind.name !== 'query') return
    const { slot } = frame.header, before = this.#slots.get(slot)
    this.#sent += frame.data.length
    if (frame.trailer!.last) this.#queries++
    const bytes = (before?.doing === 'sending' ? before.bytes : 0) + frame.data.length
    this.#slots.set(slot, frame.trailer!.last ? { doing: 'asked', since: cycle, bytes } : { doing: 'sending', since: before?.doing === 'sending' ? before.since : cycle, bytes })
  }

  #in({ cycle, frame }: LinkEntry): void {
    if (typeof frame === 'string') return
    const { slot } = frame.header, before = this.#slots.get(slot)
    const ends = frame.tokens !== undefined || frame.kind.name === 'reject' || frame.kind.name === 'fault'
    if (frame.kind.name === 'answer') this.#received += frame.data.length
    if (frame.kind.name === 'answer' && frame.tokens) this.#answers++
    if (!before || (frame.kind.name !== 'answer' && !ends)) return
    const bytes = (before.doing === 'answered' ? before.bytes : 0) + frame.data.length
    this.#slots.set(slot, { doing: ends ? 'ended' : 'answered', since: cycle, bytes })
  }
}

/** `oenter of slot 0`, `otrap of any slot`, `owait 0x3`. */
function commandWords({ funct7, rs1 }: CommandEvent): string {
  const row = instructionByFunct7(funct7)
  if (!row) return `a command with funct7 ${funct7}`
  if (row.rs1?.name !== 'slot') return row.rs1 ? `${row.mnemonic} ${hex(rs1)}` : row.mnemonic
  return rs1 === BigInt.asUintN(64, anySlot) ? `${row.mnemonic} of any slot` : `${row.mnemonic} of slot ${rs1}`
}
