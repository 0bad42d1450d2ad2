// Owns: checks of the unit's own microcode: one return point, no way around it, and waits that the sequencer can end.
import { describe, expect, test } from 'vitest'
import { causes } from '../../../coprocessor/isa/cause.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { assemble, successors, type MicroOperation } from '../../../coprocessor/microcode/assemble.ts'
import { commands, microcode, oMode, receiver, sender } from '../../../coprocessor/microcode/program.ts'
import { actions, argumentWords, conditions, waits, type Action, type Condition, type Wait } from '../../../coprocessor/microcode/vocabulary.ts'
import { addressOf, threadEntries, unitMicrocode } from '../../../coprocessor/microcode/words.ts'

const { operations, labels } = unitMicrocode()
/** What is reached from these addresses, without going on behind operations for which `stops` holds. */
function reach(from: readonly number[], stops: (o: MicroOperation) => boolean = () => false): Set<number> {
  const seen = new Set<number>(), open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    if (!stops(operations[at]!)) open.push(...successors(operations[at]!))
  }
  return seen
}
const of = (addresses: Iterable<number>) => [...addresses].map((a) => operations[a]!)
const isWait = (o: MicroOperation, w?: Wait) => o.action === 'wait' && (w === undefined || argumentWords.wait[o.argument] === w)
const routines = [...new Set(instructions.flatMap((i) => i.microcode ?? []))]
const threads = {
  slot: reach([addressOf(threadEntries.slot)]), receiver: reach([addressOf(threadEntries.receiver)]), sender: reach([addressOf(threadEntries.sender)]),
  command: reach([threadEntries.unknown, ...routines].map(addressOf)),
}

describe('O-mode', () => {
  test('one line records: the one return point', () => {
    const at = operations.filter((o) => o.action === 'record')
    expect(at.map((o) => o.labels)).toEqual([['o_return']])
    // It is always done: nothing on its line can skip it.
    expect(at[0]).toMatchObject({ condition: 'always', negate: true })
  })

  test('behind the record the slot parks, and a start begins at the loop', () => {
    const parked = operations[addressOf('o_return') + 1]!
    expect([isWait(parked, 'parked'), successors(parked)]).toEqual([true, [addressOf('o_loop')]])
    expect(operations.filter((o) => isWait(o, 'parked'))).toEqual([parked])
  })

  test('without the record no path comes to the place where it parks', () => {
    const around = reach([addressOf('o_loop')], (o) => o.action === 'record')
    expect(of(around).some((o) => isWait(o, 'parked'))).toBe(false)
  })

  test('from everywhere the record or a wait is reached: no loop goes on without one', () => {
    /** Steps until a wait or the record, the longest way; Infinity in a loop. */
    const longest = (at: number, path: ReadonlySet<number>): number => {
      const o = operations[at]!
      if (path.has(at)) return Infinity
      if (o.action === 'wait' && o.condition === 'always' || o.action === 'record') return 0
      return 1 + Math.max(...successors(o).map((s) => longest(s, new Set([...path, at]))))
    }
    for (const at of threads.slot) expect(longest(at, new Set())).toBeLessThan(operations.length)
    for (const o of of(threads.slot)) expect(of(reach([o.address])).some((r) => r.action === 'record')).toBe(true)
  })

  test('the record comes only after all accesses have drained', () => {
    // Walking from every end, a wait for `stored` comes before the record.
    const around = reach([addressOf('o_end')], (o) => isWait(o, 'stored'))
    expect(of(around).some((o) => o.action === 'record')).toBe(false)
  })

  test('the record is reached only by way of the end', () => {
    const around = reach([addressOf('o_loop')], (o) => o.labels.includes('o_end'))
    expect(of(around).some((o) => o.action === 'record' || o.action === 'keep' || o.action === 'roll_back')).toBe(false)
  })

  test('next query only behind `commit`, and `commit` only behind confirmed stores', () => {
    const from = addressOf('o_await')
    const noCommit = reach([from], (o) => o.action === 'commit' || o.action === 'record')
    expect(of(noCommit).some((o) => o.action === 'query')).toBe(false)
    const noStored = reach([from], (o) => isWait(o, 'stored'))
    expect(of(noStored).some((o) => o.action === 'commit')).toBe(false)
  })

  test('a budget is tested in one step with the query that spends it', () => {
    for (const o of operations.filter((x) => x.action === 'query')) {
      expect(operations[o.address - 1]).toMatchObject({ condition: 'spent', negate: false, target: addressOf('o_spent') })
      expect(operations.some((x) => x.target === o.address && x.condition !== 'always')).toBe(false)
    }
  })

  test('causes that it latches itself are those of the contract, and the rest come from outside', () => {
    const latched = operations.filter((o) => o.action === 'end').map((o) => `${o.action} ${argumentWords.cause[o.argument]}`)
    expect(latched.sort()).toEqual(['end budget', 'end link', 'end reject'])
  })
})

describe('threads', () => {
  test('the kinds of threads share no line, and every line belongs to one', () => {
    const all = Object.values(threads).flatMap((s) => [...s])
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(operations.length)
  })

  test.each<[keyof typeof threads, readonly Wait[]]>([
    // As the sequencer gives them: a wait of another word never ends.
    ['slot', ['parked', 'ready', 'told', 'grant', 'sent', 'frame', 'taken', 'stored']],
    ['receiver', ['header', 'released']],
    ['sender', ['flag']],
    ['command', ['command', 'accessed']],
  ])('%s waits only for what can end its wait', (thread, given) => {
    const waited = of(threads[thread]).filter((o) => o.action === 'wait').map((o) => argumentWords.wait[o.argument]!)
    expect(waited.length).toBeGreaterThan(0)
    for (const w of waited) expect(given).toContain(w)
  })

  test('every thread comes back to a wait, whatever it does', () => {
    for (const addresses of Object.values(threads)) {
      for (const at of addresses) expect(of(reach([at])).some((o) => isWait(o))).toBe(true)
    }
  })

  test('conditions and actions of one kind of thread are not used by another', () => {
    const own: Partial<Record<Condition | Action, keyof typeof threads>> = {
      query: 'slot', send: 'slot', advance: 'slot', left: 'slot', take: 'slot', accept: 'slot', commit: 'slot', keep: 'slot', roll_back: 'slot', record: 'slot', release: 'slot', end: 'slot',
      hand: 'receiver', end_receiver: 'receiver', drop: 'receiver', session: 'receiver', hello: 'receiver', cached: 'receiver',
      send_hello: 'sender', send_abort: 'sender', send_close: 'sender',
      prepare: 'command', access: 'command', wakes: 'command', refuse: 'command', reply: 'command', reply_later: 'command', set: 'command', start: 'command', abort: 'command', take_record: 'command',
      refused: 'command', scan_overlap: 'command', no_record: 'command', rx_hello: 'receiver', rx_current: 'receiver', tx_hello: 'sender', ended: 'slot', spent: 'slot', answer_ends: 'slot',
    }
    for (const [thread, addresses] of Object.entries(threads)) {
      for (const o of of(addresses)) for (const word of [o.action, o.condition]) expect([word, own[word] ?? thread]).toEqual([word, thread])
    }
  })
})

describe('instructions', () => {
  test.each([...routines, threadEntries.unknown])('%s is checked before it does anything, and answers once', (label) => {
    const entry = operations[addressOf(label)]!
    expect([entry.action, entry.condition]).toEqual(['prepare', 'always'])
    if (label !== threadEntries.unknown) expect(operations[entry.address + 1]).toMatchObject({ condition: 'refused', negate: false, target: addressOf('refuse'), action: 'none' })
    // Walk every path to its wait, and count the answers on it.
    const answers: Action[] = ['reply', 'refuse', 'reply_later']
    const walk = (at: number, n: number, path: ReadonlySet<number>): void => {
      const o = operations[at]!
      if (isWait(o, 'command')) return void expect([label, n]).toEqual([label, 1])
      // A scan goes round; it does not answer meanwhile.
      if (path.has(at)) return
      const next = new Set([...path, at])
      const taken = o.condition === 'always' ? [] : [o.target]
      for (const t of taken) walk(t, n + (o.both && answers.includes(o.action) ? 1 : 0), next)
      const on = o.condition === 'always' && !o.negate ? o.target : o.address + 1
      walk(on, n + (answers.includes(o.action) ? 1 : 0), next)
    }
    walk(entry.address, 0, new Set())
  })

  test('a refusal changes nothing: before the last one there are only preparations and scans', () => {
    const harmless: Action[] = ['none', 'prepare', 'scan_slots', 'scan_next', 'refuse', 'wait']
    const before = (at: number) => of(threads.command).filter((o) => reach([o.address], isWait).has(at))
    for (const o of of(threads.command).filter((x) => x.target === addressOf('refuse') && x.condition !== 'always')) {
      for (const b of before(o.address)) if (b !== o) expect([b.text, harmless.includes(b.action)]).toEqual([b.text, true])
    }
  })

  test('only the instruction that waits answers later', () => {
    for (const i of instructions) {
      if (i.microcode === undefined) continue
      expect([i.mnemonic, of(reach([addressOf(i.microcode)], isWait)).some((o) => o.action === 'reply_later')]).toEqual([i.mnemonic, i.waits])
    }
  })
})

describe('words', () => {
  test('every label has the address of its line, and no other is known', () => {
    for (const [label, at] of labels) expect([label, addressOf(label), operations[at]!.labels.includes(label)]).toEqual([label, at, true])
    expect(() => addressOf('nowhere')).toThrow('no microcode label nowhere')
  })

  test('it is assembled once, from the parts in their order', () => {
    expect(unitMicrocode()).toBe(unitMicrocode())
    expect(microcode).toBe([oMode, receiver, sender, commands].join('\n'))
    expect(assemble(microcode, [...Object.values(threadEntries), ...routines]).operations).toEqual(operations)
  })

  test('no word stands twice, and each is used', () => {
    for (const list of [conditions, actions, waits]) expect(new Set(list.map((w) => w.name)).size).toBe(list.length)
    const used = new Set(operations.flatMap((o) => [o.action as string, o.condition, ...(isWait(o) ? [`wait ${argumentWords.wait[o.argument]}`] : [])]))
    // `ready` is what a start puts a parked thread to.
    expect([...conditions, ...actions].map((w) => w.name).filter((w) => !used.has(w))).toEqual([])
    expect(waits.map((w) => w.name).filter((w) => !used.has(`wait ${w}`))).toEqual(['ready'])
  })

  test('the number of a cause is its code', () => {
    for (const c of causes) expect(argumentWords.cause[c.code]).toBe(c.name)
  })
})
