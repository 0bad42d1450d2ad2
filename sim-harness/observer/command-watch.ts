// Owns: what an accepted command sets going: which slots it names, what it sees of the others, what an exception means to it.
import { infoNumber } from '../../coprocessor/isa/fields.ts'
import { statusValue } from '../../coprocessor/isa/status.ts'
import { anySlot, decode, executeOnUnit, maskSlots, slotOperand, startsRun, type Locks, type Surroundings } from '../../coprocessor/machine/commands.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'
import { commandText, hex } from './difference.ts'
import { MaskWait } from './mask-wait.ts'
import type { Pending, Scene } from './scene.ts'
import type { SlotWatch } from './slot-watch.ts'

/** Commands from their acceptance on. */
export class CommandWatch {
  readonly #at: Scene
  #locks: Locks = {}
  /** An exception came, and since then the port was never free: a command that is accepted now may have been offered then. */
  #carried = false

  constructor(at: Scene) { this.#at = at }

  pulse(): void {
    this.#carried = true
    for (const p of this.#at.pending) this.#excepted(p, 'yes')
  }

  #excepted(p: Pending, how: Pending['excepted']): void {
    if (!p.waits) return
    p.excepted = how
    if (how === 'yes') p.exceptedAt ??= this.#at.cycle
    if (p.mask) p.mask.excepted = how
  }

  accepted(event: CommandEvent, exception: boolean): void {
    this.#accept(event)
    const last = this.#at.pending.at(-1)
    if (event.xd && this.#carried) this.#excepted(last!, exception ? 'yes' : 'perhaps')
  }

  #accept(event: CommandEvent): void {
    const serial = ++this.#at.serial
    if (!event.xd) return
    if (this.#at.pending.some((p) => p.event.rd === event.rd)) this.#at.fail({ rule: 'environment', expected: `no second command for x${event.rd}`, seen: commandText(event) })
    const row = decode(event, this.#at.parameters)
    const base = { serial, event, cycle: this.#at.cycle, waits: false, dropped: this.#at.dropped('least'), excepted: 'no' as const }
    const fixed = (value: bigint) => this.#at.pending.push({ ...base, kind: 'fixed', value })
    if (typeof row === 'bigint') return void fixed(row)
    const named = slotOperand(row, event)
    if (named === 'unit') {
      const learn = row.mnemonic === 'oinfo' ? (['version', 'parameters'] as const).find((i) => event.rs1 === BigInt(infoNumber(i))) : undefined
      const done = executeOnUnit(row, event, this.#locks, this.#at.parameters, { version: 0n, parametersHash: 0n })
      this.#locks = done.locks
      return void (learn === undefined ? fixed(done.value) : this.#at.pending.push({ ...base, kind: 'fixed', value: undefined, learn }))
    }
    const around = { parameters: this.#at.parameters, locks: this.#locks, dropped: 0, others: [] }
    if (named === 'mask') {
      const slots = maskSlots(event.rs1, this.#at.slots.length)?.map((i) => this.#at.slots[i]!)
      if (slots === undefined || slots.length === 0) return void fixed(statusValue(slots ? 'idle' : 'slot'))
      for (const w of slots) w.accept({ serial, cycle: this.#at.cycle, row, command: event, names: 'mask', around })
      return void this.#at.pending.push({ ...base, kind: 'mask', waits: true, mask: new MaskWait(serial, slots, this.#at.pending.flatMap((p) => p.mask ?? [])) })
    }
    const any = row.mnemonic === 'otrap' && named === anySlot
    if (!any && named >= BigInt(this.#at.parameters.slots)) return void fixed(statusValue('slot'))
    const layout = row.mnemonic === 'oseg.open' || row.mnemonic === 'oseg.limit' || row.mnemonic === 'oseg.move'
    const seen = layout ? [{ ...around, others: this.#segments(Number(named)) }] : row.perform.on === 'slot' && row.perform.another ? this.#besides(around, event.rs2) : [around]
    const command = { serial, cycle: this.#at.cycle, row, command: event, names: any ? 'any' : 'own', around: seen[0]!, also: seen.slice(1) } as const
    if (any) {
      for (const w of this.#at.slots) w.accept(command)
      this.#at.pending.push({ ...base, kind: 'any' })
      return
    }
    const watch = this.#at.slots[Number(named)]!
    const oldTop = watch.states(this.#at.cycle)[0]!.slot.top
    const rests = watch.states(this.#at.cycle).every((h) => h.slot.status === 'idle')
    watch.accept(command)
    this.#at.accounts.accepted(watch.number, event, serial)
    if (rests && startsRun(row)) this.#logged(watch)
    if (!any) this.#takesBack(watch.number)
    this.#at.pending.push({ ...base, kind: 'slot', slot: watch.number, waits: row.waits, oldTop })
    const { base: from, top } = watch.states(this.#at.cycle)[0]!.slot
    if (row.mnemonic === 'oseg.move') this.#at.moved.set(watch.number, this.#at.memory.read(from, top - from))
    if (startsRun(row)) this.#untouched(watch.number, from)
  }

  /** The slot that rs2 of a command names; whether something is still to be sent for it only the unit knows. */
  #besides(around: Surroundings, number: bigint): Surroundings[] {
    const watch = number < BigInt(this.#at.slots.length) ? this.#at.slots[Number(number)]! : undefined
    if (watch === undefined) return [{ ...around, slot: () => undefined }]
    const all = watch.states(this.#at.cycle), there = all.filter((h) => h.command === watch.commands.length)
    // Of it the command reads what a slot is and holds, and whether something is owed.
    const seen = new Map((there.length > 0 ? there : all).map(({ slot }) => [[slot.status, slot.colour, slot.base, slot.top, slot.held].join(), slot]))
    const owing = all.some((h) => h.out.some((o) => o.kind !== 'query'))
    return [...seen.values()].flatMap((slot) => [slot, ...(owing ? [{ ...slot, close: true }] : [])]).map((slot) => ({ ...around, slot: () => slot }))
  }

  /** A command of a slot of which others are forks that may not have left. */
  #takesBack(source: number): void {
    for (const w of this.#at.slots) if (w.states(this.#at.cycle).some((h) => h.out.some((o) => o.kind === 'fork' && o.source === source))) w.give({ kind: 'unlent', cycle: this.#at.cycle, source })
  }

  /** A run may begin: its log does, if all states of the slot agree on what its history is. */
  #logged(watch: SlotWatch): void {
    const begun = watch.states(this.#at.cycle).filter((h) => h.slot.status === 'running')
    const { slot, snapshot } = begun[0] ?? {}
    if (slot && begun.every((h) => h.slot.base === slot.base && h.snapshot.length === snapshot!.length)) this.#at.log.started(watch.number, slot.sequence - (slot.run!.phase === 'begin' ? 0 : 1), slot.base, snapshot!)
    else this.#at.log.lost(watch.number)
  }

  /** A start over a history that was rewritten below held, and no touch said so. */
  #untouched(slot: number, base: number): void {
    const moved = this.#at.moved.get(slot)
    if (moved !== undefined && this.#at.memory.read(base, moved.length).some((b, i) => b !== moved[i])) this.#at.dirty.set(slot, base)
    else {
      // What stands at the new place is hers, also where it stood there already.
      if (moved !== undefined) this.#at.shadow.priestess(base, moved.length)
      this.#at.moved.delete(slot)
    }
    if (!this.#at.dirty.has(slot)) return
    this.#at.remark(`M6: the history of slot ${slot} was rewritten from ${hex(this.#at.dirty.get(slot)!)} on and not touched`)
  }

  /** The segments of the other slots, when everything before was executed. */
  #segments(except: number): { base: number; limit: number }[] {
    return this.#at.slots.flatMap((w) => {
      if (w.number === except) return []
      const last = w.states(this.#at.cycle).find((h) => h.command === w.commands.length)!
      return last.slot.status === 'free' ? [] : [{ base: last.slot.base, limit: last.slot.limit }]
    })
  }

  /** A cycle in which the port was free. */
  lines({ busy, command }: CycleEvents): void {
    if (!busy && !command) this.#carried = false
  }
}
