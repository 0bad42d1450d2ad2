// Owns: the timeline of a run as Chrome-trace JSON, which Perfetto opens: slots and their phases, commands, frames, traps. 1 us is one clock cycle.
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { statusOf } from '../../coprocessor/isa/status.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { describeFrame, FrameAssembler, type LinkEntry } from '../transport/link-log.ts'

/** The part of the Chrome trace format that is used: complete (X) and instant (i) events, counters (C), names (M). Times in cycles. */
export interface TraceEvent {
  readonly name: string
  readonly ph: 'X' | 'i' | 'C' | 'M'
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
  readonly s?: 't'
  readonly args?: Readonly<Record<string, string | number>>
}
type Phase = 'sending' | 'host' | 'appending'
interface SlotPhase { readonly phase: Phase; readonly from: number; readonly sequence: number }

/** Track numbers; slot n and the micro-states of thread n each have one of their own. */
export const tracks = { commands: 1, interrupt: 2, toHost: 3, fromHost: 4, firstSlot: 10, firstThread: 40 } as const
const starts = new Set(['ostart', 'oenter', 'oask', 'oracle'])

/** Give its `observe` to a driver as `onEvents`; `json` at any time. */
export class Timeline {
  private readonly events: TraceEvent[] = []
  private readonly toHost = new FrameAssembler('toHost')
  private readonly fromHost = new FrameAssembler('fromHost')
  private readonly waiting = new Map<number, { readonly command: CommandEvent; readonly from: number }>()
  private readonly phases = new Map<number, SlotPhase>()
  /** From when on a slot works on its next query. */
  private readonly ready = new Map<number, number>()
  private readonly slots = new Set<number>()
  private readonly threads = new Map<number, string>()
  private interrupt = false

  readonly observe = (e: CycleEvents): void => {
    if (e.command) this.command(e.cycle, e.command)
    if (e.response) this.response(e.cycle, e.response.rd, e.response.data)
    const sent = e.toHost && this.toHost.add(e.toHost, e.cycle)
    if (sent) this.sent(sent)
    const got = e.fromHost && this.fromHost.add(e.fromHost, e.cycle)
    if (got) this.got(got)
    if (e.exception) this.add({ name: 'exception', ph: 'i', ts: e.cycle, tid: tracks.commands, s: 't' })
    if (e.interrupt !== this.interrupt) {
      this.interrupt = e.interrupt
      this.add({ name: 'interrupt', ph: 'C', ts: e.cycle, tid: tracks.interrupt, args: { level: Number(e.interrupt) } })
    }
  }

  /** A micro-state of a thread of the microcode, where whoever tells it could look inside: from `from` on for `cycles` cycles. */
  micro(thread: number, threadName: string, name: string, from: number, cycles: number): void {
    this.threads.set(thread, threadName)
    this.add({ name, ph: 'X', ts: from, dur: cycles, tid: tracks.firstThread + thread })
  }

  /** What was seen so far, a track after the other; the events of a track in the order in which they ended. */
  byTrack(): readonly { readonly tid: number; readonly name: string; readonly events: readonly TraceEvent[] }[] {
    const sorted = (keys: Iterable<number>): number[] => [...keys].sort((a, b) => a - b)
    const names: (readonly [number, string])[] = [
      [tracks.commands, 'commands'], [tracks.interrupt, 'interrupt'], [tracks.toHost, 'link to host'], [tracks.fromHost, 'link from host'],
      ...sorted(this.slots).map((slot) => [tracks.firstSlot + slot, `slot ${slot}`] as const),
      ...sorted(this.threads.keys()).map((t) => [tracks.firstThread + t, `microcode: ${this.threads.get(t)}`] as const),
    ]
    const found = new Map<number, TraceEvent[]>(names.map(([tid]) => [tid, []]))
    for (const e of this.events) found.get(e.tid)?.push(e)
    return names.map(([tid, name]) => ({ tid, name, events: found.get(tid) ?? [] }))
  }

  /** The whole file, with a final newline. */
  json(): string {
    // The track of a counter has the counter's name.
    const names: TraceEvent[] = [{ name: 'process_name', ph: 'M', ts: 0, pid: 1, tid: 0, args: { name: 'Oracle unit' } },
      ...this.byTrack().filter(({ tid }) => tid !== tracks.interrupt).map(({ tid, name }): TraceEvent => ({ name: 'thread_name', ph: 'M', ts: 0, pid: 1, tid, args: { name } }))]
    const lines = [...names, ...this.events].map((e) => JSON.stringify(e))
    return `{"displayTimeUnit":"ns","otherData":{"unit":"1 us is one clock cycle"},"traceEvents":[\n${lines.join(',\n')}\n]}\n`
  }

  private add(event: Omit<TraceEvent, 'pid'>): void { this.events.push({ ...event, pid: 1 }) }

  private command(cycle: number, command: CommandEvent): void {
    const row = instructionByFunct7(command.funct7)
    if (row && starts.has(row.mnemonic)) this.ready.set(Number(command.rs1 & 0xffn), cycle)
    if (command.xd) this.waiting.set(command.rd, { command, from: cycle })
  }

  private response(cycle: number, rd: number, data: bigint): void {
    const asked = this.waiting.get(rd)
    if (!asked) return
    this.waiting.delete(rd)
    const { command, from } = asked, mnemonic = instructionByFunct7(command.funct7)?.mnemonic ?? `funct7 ${command.funct7}`
    const status = statusOf(data)
    this.add({
      name: mnemonic, ph: 'X', ts: from, dur: cycle + 1 - from, tid: tracks.commands,
      args: { rs1: `0x${command.rs1.toString(16)}`, rs2: `0x${command.rs2.toString(16)}`, rd: status ?? `0x${data.toString(16)}` },
    })
    const record = mnemonic === 'otrap' ? decodeRecord(data) : undefined
    if (!record) return
    this.end(record.slot, cycle)
    this.add({
      name: `trap ${record.cause}`, ph: 'i', ts: cycle, tid: this.track(record.slot), s: 't',
      args: { appended: Number(record.appended), cut: Number(record.cut), yielded: Number(record.yielded) },
    })
  }

  private sent({ first, cycle, frame }: LinkEntry): void {
    this.frame(tracks.toHost, first, cycle, describeFrame(frame))
    if (typeof frame === 'string' || frame.kind.name !== 'query') return
    const { slot, sequence } = frame.header
    if (this.phases.get(slot)?.phase !== 'sending') this.begin(slot, 'sending', this.ready.get(slot) ?? first, sequence)
    if (frame.trailer?.last) this.begin(slot, 'host', cycle + 1, sequence)
  }

  private got({ first, cycle, frame }: LinkEntry): void {
    this.frame(tracks.fromHost, first, cycle, describeFrame(frame))
    if (typeof frame === 'string') return
    const { slot, sequence } = frame.header, open = this.phases.get(slot)
    if (!open || open.sequence !== sequence || open.phase === 'sending') return
    if (frame.kind.name === 'answer' && open.phase === 'host') this.begin(slot, 'appending', first, sequence)
    if (!frame.tokens && frame.kind.name !== 'reject' && frame.kind.name !== 'fault') return
    this.end(slot, cycle)
    this.ready.set(slot, cycle + 1)
  }

  private frame(tid: number, first: number, cycle: number, name: string): void { this.add({ name, ph: 'X', ts: first, dur: cycle + 1 - first, tid }) }

  private begin(slot: number, phase: Phase, from: number, sequence: number): void {
    this.end(slot, from - 1)
    this.phases.set(slot, { phase, from, sequence })
  }

  /** Closes the slot's phase after `cycle`. */
  private end(slot: number, cycle: number): void {
    const open = this.phases.get(slot)
    this.phases.delete(slot)
    if (open && cycle >= open.from) this.add({ name: open.phase, ph: 'X', ts: open.from, dur: cycle + 1 - open.from, tid: this.track(slot) })
  }

  private track(slot: number): number {
    this.slots.add(slot)
    return tracks.firstSlot + slot
  }
}
