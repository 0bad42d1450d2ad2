// Owns: checks of the sequencer: threads, branches, calls and waits of small and of random microprograms, against a model that goes line by line.
import { describe, expect, test } from 'vitest'
import { assemble, type MicroProgram } from '../../../coprocessor/microcode/assemble.ts'
import { cyclesOf } from '../../../coprocessor/microcode/cycles.ts'
import { threads, waits, type Thread } from '../../../coprocessor/microcode/vocabulary.ts'
import { threadEntries } from '../../../coprocessor/microcode/words.ts'
import { sequencer } from '../../../coprocessor/unit/sequencer.ts'
import { bench, Chance, same } from './bench.ts'

const entries = ['boot', 'tx', 'rx', 'end', 'dog', 'c'] as const
const rest = 'tx: home\nrx: home\nend: home\ndog: home\n'
/** A program in which the command thread begins at `c`; the other threads only come home unless they are given. */
const small = (text: string): MicroProgram => assemble(`boot: home\n${text}\n${rest.split('\n').filter((l) => !text.includes(l.split(' ')[0] ?? '')).join('\n')}`, entries)
const names = threads.map((t) => t.name)
const build = (program: MicroProgram) => bench(sequencer(program), ['branches', 'work', ...waits.map((w) => w.name), 'entry', 'picks', 'picked', 'from_home', 'fires', 'executes', 'away', 'thread', 'address'])

interface Inputs { readonly work: number; readonly waits: ReadonlySet<string>; readonly branch: boolean }
interface Seen { readonly executes: boolean; readonly address: number; readonly thread: number; readonly fires: boolean; readonly away: number }

/** What a microprogram does, a cycle at a time. A thread begins in the second cycle behind its pick; a branch that is taken, a call and a return leave one cycle empty. */
class Model {
  readonly #program: MicroProgram
  #running = false
  #thread = 0
  /** The line that is done next, in so many cycles. */
  #pc = 0
  #in = 0
  #link = 0
  #booted = false
  readonly #saved = names.map(() => ({ at: 0, wait: undefined as string | undefined, away: false }))
  constructor(program: MicroProgram) { this.#program = program }

  step({ work, waits: ended, branch }: Inputs): Seen {
    const away = this.#saved.reduce((m, s, i) => m | (s.away ? 1 << i : 0), 0)
    const nothing = { executes: false, address: 0, thread: this.#thread, fires: false, away }
    if (!this.#running) {
      const wakes = names.map((_, i) => (this.#saved[i]!.away ? ended.has(this.#saved[i]!.wait!) : (work >> i & 1) === 1)).map((w, i) => (this.#booted ? w : i === 0))
      if (!wakes.includes(true)) return nothing
      const order = names.map((_, k) => (this.#thread + 1 + k) % names.length).sort((a, b) => Number(a <= this.#thread) - Number(b <= this.#thread) || a - b)
      const next = wakes[0] ? 0 : order.find((i) => wakes[i])!
      const home = next === 0 ? (this.#booted ? 'c' : 'boot') : Object.values(threadEntries)[next - 1]!
      this.#pc = this.#saved[next]!.away ? this.#saved[next]!.at : this.#program.labels.get(home)!
      this.#thread = next
      this.#running = true
      this.#in = 1
      return nothing
    }
    if (this.#in > 0) {
      this.#in--
      return nothing
    }
    const o = this.#program.operations[this.#pc]!, taken = o.condition === 'always' || o.condition !== 'never' && branch
    const fires = !taken || o.both, seen = { executes: true, address: this.#pc, thread: this.#thread, fires, away }
    const goTo = (at: number) => {
      this.#pc = at
      this.#in = 1
    }
    if (fires && (o.flow === 'home' || o.flow === 'wait')) {
      this.#saved[this.#thread] = { at: this.#pc + 1, wait: o.wait, away: o.flow === 'wait' }
      this.#running = false
      this.#booted = true
    } else if (fires && o.flow === 'return') goTo(this.#link)
    else if (taken) {
      if (o.flow === 'call') this.#link = this.#pc + 1
      goTo(o.target)
    } else this.#pc++
    return seen
  }
}

type Sequencer = ReturnType<typeof build>
/** One cycle of both with the same inputs. */
function both(unit: Sequencer, model: Model, program: MicroProgram, i: Inputs, where: () => string): Seen {
  const { pins, cycle } = unit
  pins.work.set(i.work)
  for (const w of waits) pins[w.name].set(i.waits.has(w.name) ? 1 : 0)
  pins.entry.set(program.labels.get('c')!)
  const want = model.step(i), o = program.operations[want.address]!
  pins.branches.set(want.executes && (o.condition === 'always' || o.condition !== 'never' && i.branch) ? 1 : 0)
  cycle()
  const executes = pins.executes.get() === 1
  same([executes, pins.away.get(), pins.fires.get() === 1], [want.executes, want.away, want.fires], where)
  if (executes) same([pins.address.get(), pins.thread.get()], [want.address, want.thread], where)
  return want
}

/** Runs with these in each cycle; the lines done as [cycle, label or text]. */
function trace(text: string, cycles: number, inputs: (cycle: number) => Partial<Inputs> = () => ({})): (readonly [number, string])[] {
  const program = small(text), unit = build(program), model = new Model(program), seen: (readonly [number, string])[] = []
  // Boot first: two cycles to begin, and its line.
  for (let i = 0; i < 3; i++) both(unit, model, program, { work: 0, waits: new Set(), branch: false }, () => `boot, cycle ${i}`)
  for (let i = 0; i < cycles; i++) {
    const got = both(unit, model, program, { work: 0, waits: new Set(), branch: false, ...inputs(i) }, () => `cycle ${i}`)
    if (got.executes) seen.push([i, program.operations[got.address]!.text])
  }
  return seen
}
const bit = (t: Thread) => 1 << names.indexOf(t)
const command = (i: number): Partial<Inputs> => ({ work: i === 0 ? bit('command') : 0 })

describe('one thread', () => {
  test('a line a cycle, two cycles behind the pick', () => {
    expect(trace('c: want\nunwant\nowe home', 10, command)).toEqual([[2, 'want'], [3, 'unwant'], [4, 'owe home']])
  })

  test('a branch that is taken costs a cycle, one that is not costs none', () => {
    const text = 'c: want\nif ended goto d unwant\nowe\nd: paid home'
    expect(trace(text, 12, command)).toEqual([[2, 'want'], [3, 'if ended goto d unwant'], [4, 'owe'], [5, 'paid home']])
    expect(trace(text, 12, (i) => ({ ...command(i), branch: true }))).toEqual([[2, 'want'], [3, 'if ended goto d unwant'], [5, 'paid home']])
  })

  test('a goto, a call and a return cost a cycle each', () => {
    expect(trace('c: want goto d\nd: call r\nowe home\nr: paid\nunwant return', 16, command)).toEqual([[2, 'want goto d'], [4, 'call r'], [6, 'paid'], [7, 'unwant return'], [9, 'owe home']])
  })

  test('a wait ends when what it waits for is there, and not by what another waits for', () => {
    const got = trace('c: want wait accessed\nowe home', 30, (i) => ({ ...command(i), waits: new Set(i === 20 ? ['accessed'] : ['sent', 'beat', 'taken', 'stored', 'storer', 'loader']) }))
    expect(got).toEqual([[2, 'want wait accessed'], [22, 'owe home']])
    expect(trace('c: want wait accessed\nowe home', 12, (i) => ({ ...command(i), waits: new Set(['accessed']) }))).toEqual([[2, 'want wait accessed'], [5, 'owe home']])
  })

  test('a branch over a wait goes on at once', () => {
    expect(trace('c: if ended goto d wait accessed\nowe\nd: paid home', 12, (i) => ({ ...command(i), branch: true }))).toEqual([[2, 'if ended goto d wait accessed'], [4, 'paid home']])
  })
})

describe('several threads', () => {
  const each = 'c: open home\ntx: want home\nrx: unwant home\nend: owe home\ndog: paid home'

  test('round robin, one after the other', () => {
    const all = bit('sender') | bit('receiver') | bit('ender') | bit('watcher')
    expect(trace(each, 24, () => ({ work: all })).map(([, t]) => t.split(' ')[0])).toEqual(['want', 'unwant', 'owe', 'paid', 'want', 'unwant', 'owe', 'paid'])
    expect(trace(each, 15, () => ({ work: bit('receiver') | bit('watcher') })).map(([, t]) => t.split(' ')[0])).toEqual(['unwant', 'paid', 'unwant', 'paid', 'unwant'])
  })

  test('the command first', () => {
    expect(trace(each, 12, (i) => ({ work: bit('receiver') | bit('ender') | (i >= 3 && i < 6 ? bit('command') : 0) })).map(([, t]) => t.split(' ')[0])).toEqual(['unwant', 'open', 'unwant', 'owe'])
  })

  test('a thread that waits lets others run', () => {
    const got = trace('c: open home\ntx: want wait sent\nowe home\nrx: unwant home', 20, (i) => ({ work: bit('sender') | bit('receiver'), waits: new Set(i > 9 ? ['sent'] : []) }))
    expect(got.map(([, t]) => t)).toEqual(['want wait sent', 'unwant home', 'unwant home', 'unwant home', 'owe home', 'unwant home'])
  })
})

test('boot runs first after a reset, whatever work waits', () => {
  const program = small('c: open home\ntx: want home'), unit = build(program), model = new Model(program)
  for (let reset = 0; reset < 2; reset++) {
    const fresh = reset === 0 ? model : new Model(program), seen: number[] = []
    for (let i = 0; i < 12; i++) {
      const got = both(unit, fresh, program, { work: bit('sender') | bit('watcher'), waits: new Set(), branch: false }, () => `reset ${reset}, cycle ${i}`)
      if (got.executes) seen.push(got.address)
    }
    expect(seen[0]).toBe(program.labels.get('boot'))
    unit.sim.reset()
  }
})

/** Lines that only go forward, with waits of the thread, calls of two routines, and ways home. */
function randomProgram(chance: Chance): MicroProgram {
  let n = 0
  const acts = ['want', 'unwant', 'owe', 'paid', 'run', 'settle']
  const body = (own: readonly string[], calls: boolean, last: string): string[] => {
    const lines: string[] = [], labels: string[] = []
    for (let k = chance.below(7); k > 0; k--) {
      if (labels.length > 0 && chance.often(60)) lines.push(`${labels.pop()}:`)
      const form = chance.below(calls ? 7 : 4), label = `l${n++}`, act = chance.one(acts)
      if (form === 0) lines.push(`if ${chance.often(50) ? 'not ' : ''}ended goto ${label} ${act}`)
      else if (form === 1) lines.push(`if ended goto ${label}`, last, `${label}:`)
      else if (form === 2) lines.push(`${act} goto ${label}`, `${label}:`)
      else if (form === 3 || own.length === 0 && form > 4) lines.push(act)
      else if (form === 4) lines.push(`${act} call ${chance.one(['sub', 'other'])}`)
      else lines.push(`${act} wait ${chance.one(own)}`)
      if (form === 0) labels.push(label)
    }
    return [...lines, ...labels.map((l) => `${l}:`), `${chance.one(acts)} ${last}`]
  }
  const of = (t: Thread) => waits.filter((w) => w.thread === t).map((w) => w.name)
  const routine = () => body([], false, 'return')
  const text = [
    'boot: call sub', 'call other', 'home', 'c:', ...body(of('command'), true, 'home'), 'tx:', ...body(of('sender'), true, 'home'), 'rx:', ...body(of('receiver'), true, 'home'),
    'end:', ...body([], true, 'home'), 'dog:', ...body([], true, 'home'), 'sub:', ...routine(), 'other:', ...routine(),
  ]
  return assemble(text.join('\n'), entries)
}

test('random programs', () => {
  const reached = { calls: 0, waits: 0, taken: 0 }
  for (let seed = 0; seed < 40; seed++) {
    const chance = new Chance(seed), program = randomProgram(chance), unit = build(program), model = new Model(program)
    const busy = chance.one([5, 30, 90]), ready = chance.one([5, 40, 95]), turns = chance.one([20, 50, 90])
    for (let i = 0; i < 1500; i++) {
      const work = names.reduce((m, _, k) => m | (chance.often(busy) ? 1 << k : 0), 0)
      const given = { work, waits: new Set(waits.map((w) => w.name).filter(() => chance.often(ready))), branch: chance.often(turns) }
      const got = both(unit, model, program, given, () => `seed ${seed}, cycle ${i}`), o = program.operations[got.address]!
      if (!got.executes) continue
      if (o.flow === 'call') reached.calls++
      if (o.flow === 'wait') reached.waits++
      if (!got.fires) reached.taken++
    }
  }
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(300)
})

test('the cycles that the listing tells are the least and the most that the model ever takes', () => {
  for (let seed = 0; seed < 60; seed++) {
    const chance = new Chance(seed), program = randomProgram(chance), range = cyclesOf(program, 1)[program.labels.get('c')!]!
    let least = Infinity, most = 0
    for (let run = 0; run < 400; run++) {
      const model = new Model(program), always = new Set(waits.map((w) => w.name))
      for (let i = 0; i < 3 || model.step({ work: 0, waits: always, branch: false }).executes; i++) model.step({ work: 0, waits: always, branch: false })
      for (let i = 0; i < 40; i++) model.step({ work: 0, waits: always, branch: chance.often(50) })
      let first = -1
      for (let i = 0; i < 400; i++) {
        const got = model.step({ work: i === 0 ? 1 : 0, waits: always, branch: chance.often(50) }), o = program.operations[got.address]!
        if (got.executes && first < 0) first = i
        if (got.executes && got.fires && o.flow === 'home') {
          least = Math.min(least, i - first + 1)
          most = Math.max(most, i - first + 1)
          break
        }
      }
    }
    same([least, most], [range.shortest, range.longest], `seed ${seed}`)
  }
})
