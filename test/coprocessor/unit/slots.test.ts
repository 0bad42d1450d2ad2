// Owns: checks of the slots: the slot at hand and the flags of all, against lists, with every action in any order.
import { describe, expect, test } from 'vitest'
import { threads, type Action, type Thread } from '../../../coprocessor/microcode/vocabulary.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { actionShape } from '../../../coprocessor/unit/micro-word.ts'
import { slots as slotsModule } from '../../../coprocessor/unit/slots.ts'
import { bench, Chance, same } from './bench.ts'

const outputs = ['slot', 'ahead', 'send_slot', 'is_last', 'is_open', 'is_coloured', 'is_running', 'is_trapped', 'is_ended', 'is_wanting', 'is_owing', 'is_begun', 'running_slots', 'trapped_slots', 'ended_slots', 'frame_current', 'frame_open', 'send_work', 'end_work', 'watch_work'] as const
const inputs = ['fires', 'action', 'colour_bit', 'picks', 'picked', 'from_home', 'command_slot', 'source_slot', 'frame_slot', 'sends_early', 'early_slot', 'holds', 'begins', 'begin_slot', 'tick'] as const
const moves: readonly Action[] = ['slotFirst', 'slotNext', 'slotCommand', 'slotSource']
const changes: readonly Action[] = ['open', 'close', 'run', 'end', 'record', 'settle', 'take', 'want', 'unwant', 'owe', 'paid', 'none', 'reply', 'txSeen', 'session']
const names = threads.map((t) => t.name)
const number = (b: boolean): number => (b ? 1 : 0)

interface Inputs extends Record<Exclude<(typeof inputs)[number], 'action' | 'picked'>, number> { readonly action: Action; readonly picked: Thread }
interface Slot { open: boolean; coloured: boolean; running: boolean; trapped: boolean; ended: boolean; wanting: boolean; owing: boolean; begun: boolean }
const fresh = (): Slot => ({ open: false, coloured: false, running: false, trapped: false, ended: false, wanting: false, owing: false, begun: false })

class Model {
  readonly slots: Slot[]
  at = 0
  sends = 0
  watches = 0
  due = false
  constructor(n: number) { this.slots = Array.from({ length: n }, fresh) }

  #where(test: (s: Slot) => boolean): number[] { return this.slots.flatMap((s, i) => (test(s) ? [i] : [])) }
  #mask(test: (s: Slot) => boolean): number { return this.#where(test).reduce((m, i) => m | 1 << i, 0) }

  /** What a thread that is picked takes up. Undefined: it has none, and what is given means nothing. */
  #pick(x: Inputs): number | undefined {
    const works = this.#where((s) => s.wanting || s.owing)
    switch (x.picked) {
      case 'command': return x.command_slot
      case 'sender': return x.from_home === 0 ? this.sends : x.sends_early === 1 ? x.early_slot : works.find((i) => i > this.sends) ?? works[0]
      case 'receiver': return x.frame_slot
      case 'ender': return this.#ends(x)[0]
      case 'watcher': return this.watches
    }
  }
  #ends(x: Inputs): number[] { return this.#where((s) => s.running && s.ended).filter((i) => (x.holds >> i & 1) === 0) }

  /** The outputs in this cycle. `ahead` undefined: not told. */
  step(x: Inputs): Record<(typeof outputs)[number], number | undefined> {
    const s = this.slots[this.at]!, f = this.slots[x.frame_slot]!, n = this.slots.length
    const moved = x.fires === 0 ? this.at : { slotFirst: 0, slotNext: (this.at + 1) % 16, slotCommand: x.command_slot, slotSource: x.source_slot }[x.action as string] ?? this.at
    const pick = x.picks === 1 ? this.#pick(x) : undefined, ahead = x.picks === 1 ? pick : moved
    const got = {
      slot: this.at, ahead, send_slot: this.sends, is_last: number(this.at === n - 1),
      is_open: number(s.open), is_coloured: number(s.coloured), is_running: number(s.running), is_trapped: number(s.trapped),
      is_ended: number(s.ended), is_wanting: number(s.wanting), is_owing: number(s.owing), is_begun: number(s.begun),
      running_slots: this.#mask((i) => i.running), trapped_slots: this.#mask((i) => i.trapped), ended_slots: this.#mask((i) => i.ended),
      frame_current: number(f.running && !f.ended), frame_open: number(f.open),
      send_work: number(this.slots.some((i) => i.wanting || i.owing)), end_work: number(this.#ends(x).length > 0), watch_work: number(this.due),
    }
    const runs = this.slots.some((i) => i.running)
    if (x.begins === 1) this.slots[x.begin_slot]!.begun = true
    if (x.fires === 1) this.#does(x, s)
    if (x.picks === 1 && x.picked === 'sender') this.sends = pick ?? this.sends
    if (x.picks === 1 && x.picked === 'watcher') {
      this.watches = (this.watches + 1) % n
      this.due = false
    }
    if (x.tick === 1) this.due = runs
    this.at = ahead ?? this.at
    return got
  }

  #does(x: Inputs, s: Slot): void {
    switch (x.action) {
      case 'open': s.open = true; s.coloured = x.colour_bit === 1; break
      case 'close': s.open = false; s.owing = true; break
      case 'run': s.running = true; break
      case 'end': s.ended = true; break
      case 'record': Object.assign(s, { running: false, ended: false, trapped: true, wanting: false, begun: false }); break
      case 'settle': s.begun = false; break
      case 'take': s.trapped = false; break
      case 'want': s.wanting = true; break
      case 'unwant': s.wanting = false; break
      case 'owe': s.owing = true; break
      case 'paid': s.owing = false; break
      default:
    }
  }
}

describe.each([1, 2, 3, 5, 8, 16])('%i slots', (n) => {
  const { pins, sim, cycle } = bench(slotsModule(parameters({ slots: n })), [...inputs, ...outputs])

  test('every action in any order', () => {
    for (let seed = 0; seed < 6; seed++) {
      sim.reset()
      const chance = new Chance(seed * 16 + n), model = new Model(n)
      let ended = 0
      for (let i = 0; i < 3000; i++) {
        const picks = chance.often(30), one = () => chance.below(n), yes = (percent: number) => number(chance.often(percent))
        // A line that goes to the next slot has seen that there is one.
        const action = chance.often(25) ? chance.one(moves.filter((m) => m !== 'slotNext' || model.at < n - 1)) : chance.one(changes)
        const x: Inputs = {
          fires: number(!picks && chance.often(80)), action, colour_bit: yes(50), picks: number(picks), picked: chance.one(names), from_home: yes(60),
          command_slot: one(), source_slot: one(), frame_slot: one(),
          sends_early: yes(20), early_slot: one(), holds: chance.one([0, chance.below(2 ** n)]), begins: yes(20), begin_slot: one(), tick: yes(10),
        }
        // The one thread that has no slot of its own is picked only when it has work; the sender may have a hello alone.
        if (x.picked === 'ender' && !model.slots.some((s, k) => s.running && s.ended && (x.holds >> k & 1) === 0)) Object.assign(x, { picked: 'watcher' })
        const hello = x.picks === 1 && x.picked === 'sender' && x.from_home === 1 && x.sends_early === 0 && !model.slots.some((s) => s.wanting || s.owing)
        if (hello) Object.assign(x, { picked: 'receiver' })
        for (const name of inputs) pins[name].set(name === 'action' ? Number(actionShape.valueOf(x.action)) : name === 'picked' ? names.indexOf(x.picked) : x[name])
        const want = model.step(x)
        cycle()
        same(outputs.map((o) => pins[o].get()), outputs.map((o) => want[o]), () => `seed ${seed}, cycle ${i}, ${JSON.stringify(x)}`)
        ended += want.end_work ?? 0
      }
      expect(ended).toBeGreaterThan(30)
    }
  })
})

test('slots that want to send take turns, none twice before the others', () => {
  const n = 8, { pins, cycle } = bench(slotsModule(parameters({ slots: n })), [...inputs, ...outputs])
  const step = (given: Partial<Record<(typeof inputs)[number], number>>) => {
    for (const name of inputs) pins[name].set(given[name] ?? 0)
    cycle()
  }
  for (const slot of [1, 3, 4, 7]) {
    step({ picks: 1, picked: names.indexOf('command'), command_slot: slot })
    step({ fires: 1, action: Number(actionShape.valueOf('want')) })
  }
  const turns: number[] = []
  for (let i = 0; i < 9; i++) {
    step({ picks: 1, picked: names.indexOf('sender'), from_home: 1 })
    turns.push(pins.ahead.get())
  }
  expect(turns).toEqual([1, 3, 4, 7, 1, 3, 4, 7, 1])
})
