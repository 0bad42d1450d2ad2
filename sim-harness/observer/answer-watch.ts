// Owns: what a command may answer, and what its answer says about the states of its slot.
import { decodeRecord, type TrapRecord } from '../../coprocessor/isa/cause.ts'
import { decode } from '../../coprocessor/machine/commands.ts'
import type { ResponseEvent } from '../port-events.ts'
import { commandText, rdText } from './difference.ts'
import { resultOf, withoutResult, type Hypothesis } from './hypothesis.ts'
import type { Pending, Scene } from './scene.ts'

/** Responses, each to the command that waits for it. */
export class AnswerWatch {
  readonly #at: Scene
  readonly #learned = new Map<string, bigint>()

  constructor(at: Scene) { this.#at = at }

  response(r: ResponseEvent): void {
    this.#at.answeredAt = this.#at.cycle
    const at = this.#at.pending.findIndex((p) => p.event.rd === r.rd)
    if (at < 0) this.#at.fail({ rule: 'response', expected: `nothing for x${r.rd}`, seen: rdText(r.data) })
    const p = this.#at.pending.splice(at, 1)[0]!
    const wrong = (expected: string) => this.#at.fail({ rule: 'response', ...(p.slot === undefined ? {} : { slot: p.slot }), expected: `${commandText(p.event)} to answer ${expected}`, seen: rdText(r.data) })
    if (p.kind === 'fixed') {
      const value = p.learn === undefined ? p.value! : this.#learned.get(p.learn) ?? r.data
      if (p.learn !== undefined) this.#learned.set(p.learn, value)
      if (BigInt.asUintN(64, value) !== r.data) wrong(rdText(value))
      return
    }
    const due = p.mask?.answer(r.data, this.#at.cycle)
    if (due !== undefined) wrong(due)
    if (p.kind === 'mask') return
    if (p.kind === 'any') this.#anyAnswered(p, r, wrong)
    else this.#slotAnswered(p, r, wrong)
  }

  #slotAnswered(p: Pending, r: ResponseEvent, wrong: (expected: string) => never): void {
    const watch = this.#at.slots[p.slot!]!
    const fits = (h: Hypothesis): boolean => {
      const value = resultOf(h, p.serial)
      if (value === undefined) return false
      if (value === null) return this.#ownRule(p, h, r.data)
      if (value === 'waits') return r.data === 1n ? p.excepted !== 'no' : r.data === 0n && h.slot.status !== 'running'
      return typeof value === 'bigint' && BigInt.asUintN(64, value) === r.data
    }
    const before = watch.states(this.#at.cycle)
    const kept = watch.keep(this.#at.cycle, (h) => (fits(h) ? withoutResult(h, p.serial) : undefined))
    if (!kept) wrong([...new Set(before.map((h) => this.#resultText(resultOf(h, p.serial), p)))].filter((t) => t !== '').join(' or ') || 'later')
    this.#at.broken(p.slot!, this.#at.accounts.answered(p.slot!, p.event, r.data, p.serial))
    if (BigInt.asIntN(64, r.data) < 0n) return
    this.#applied(p)
    const record = this.#mnemonic(p) === 'otrap' && r.data !== 0n ? decodeRecord(r.data) : undefined
    if (record) this.#taken(record)
  }

  #resultText(value: ReturnType<typeof resultOf>, p: Pending): string {
    if (value === undefined) return ''
    if (value === null) return `${p.dropped}..${this.#at.dropped('most')} or a number of cycles`
    if (typeof value === 'bigint') return rdText(value)
    return p.excepted === 'no' ? '0 when its record waits' : '0 when its record waits, or 1'
  }

  /** Values that are not one: cycles, dropped frames, and what an open slot reads before its first run. */
  #ownRule(p: Pending, h: Hypothesis, data: bigint): boolean {
    const signed = BigInt.asIntN(64, data)
    if (decode(p.event, this.#at.parameters) === undefined || signed < 0n) return false
    if (p.event.rs2 >= 10n && p.event.rs2 <= 12n && this.#isCount(p)) return signed <= BigInt(this.#at.cycle + 1)
    if (this.#isCount(p)) return signed >= BigInt(p.dropped) && signed <= BigInt(this.#at.dropped('most'))
    return data === 0n || data === h.slot.record || decodeRecord(data) === undefined
  }

  #mnemonic(p: Pending): string | undefined {
    const row = decode(p.event, this.#at.parameters)
    return typeof row === 'bigint' ? undefined : row.mnemonic
  }

  /** A record was taken: what the host has and what the log of the slot says must be the history. */
  #taken({ slot, appended, cause, yielded }: TrapRecord): void {
    this.#at.tokens?.trapped(slot, cause, yielded)
    const { log, memory, slots, cycle, dirty, shadow } = this.#at
    this.#at.broken(slot, log.trapped(slot, Number(appended), (address, length) => memory.read(address, length)))
    const states = slots[slot]!.states(cycle)
    const { base, held } = states[0]!.slot
    const certain = states.every((h) => h.slot.base === base && h.slot.held === held && h.slot.status === 'idle' && h.out.every((o) => o.kind !== 'query'))
    if (certain && !dirty.has(slot)) this.#at.broken(slot, shadow.trapped(slot, memory.read(base, held)))
  }

  #isCount(p: Pending): boolean {
    return this.#mnemonic(p) === 'ocount'
  }

  /** What a command that was done means to the shadows. */
  #applied(p: Pending): void {
    const row = decode(p.event, this.#at.parameters)
    if (typeof row === 'bigint') return
    const slot = p.slot!
    if (row.mnemonic === 'oseg.touch' || row.mnemonic === 'oseg.top') {
      const to = Number(p.event.rs2)
      if (to <= (this.#at.dirty.get(slot) ?? -1)) this.#at.dirty.delete(slot)
      if (row.mnemonic === 'oseg.touch' || to < p.oldTop!) this.#at.rewrote(slot)
      else this.#at.shadow.priestess(p.oldTop!, to - p.oldTop!)
    }
    if (row.mnemonic === 'opop') {
      if (this.#at.slots[slot]!.states(this.#at.cycle)[0]!.slot.top <= (this.#at.dirty.get(slot) ?? -1)) this.#at.dirty.delete(slot)
      this.#at.rewrote(slot)
    }
    if (row.mnemonic === 'oseg.open' || row.mnemonic === 'oseg.close') {
      this.#at.dirty.delete(slot)
      this.#at.rewrote(slot)
      if (row.mnemonic === 'oseg.open') this.#at.tokens?.opened(slot)
    }
    // What a copy begins with was evaluated elsewhere.
    if (row.mnemonic === 'ofork') this.#at.tokens?.rewrote(slot)
  }

  #anyAnswered(p: Pending, r: ResponseEvent, wrong: (expected: string) => never): void {
    const record = r.data === 0n ? undefined : decodeRecord(r.data)
    if (r.data !== 0n && (record === undefined || record.slot >= this.#at.slots.length)) wrong('a record or 0')
    const earliest: number[] = []
    const others = this.#at.slots.map((w) => w.trappedSince)
    for (const w of this.#at.slots) {
      const chosen = w.number === record?.slot
      const before = w.states(this.#at.cycle)
      const kept = w.keep(this.#at.cycle, (h) => {
        const value = resultOf(h, p.serial)
        const fits = chosen ? value === r.data : value === 0n || (record !== undefined && value === 'passed')
        if (!fits) return undefined
        if (chosen) earliest.push(h.trapped)
        return withoutResult(h, p.serial)
      })
      if (!kept) wrong(`the record of slot ${w.number} (${[...new Set(before.flatMap((h) => h.results.filter((x) => x.serial === p.serial).map((x) => (typeof x.value === 'bigint' ? rdText(x.value) : 'none'))))].join(' or ')})`)
    }
    if (record === undefined) return
    this.#taken(record)
    const first = Math.min(...earliest)
    const older = others.findIndex((since, i) => i !== record.slot && since !== undefined && since < first)
    if (older >= 0) wrong(`the oldest record, of slot ${older}: it waited in cycle ${others[older]}, before that of slot ${record.slot} could be`)
  }
}
