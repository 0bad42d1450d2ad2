// Owns: checks of the unit's own microcode: one way out, nothing around it, answers of commands, and what the assembler of the unit refuses.
import { describe, expect, test } from 'vitest'
import { causes } from '../../../coprocessor/isa/cause.ts'
import { entryLabel } from '../../../coprocessor/isa/instruction.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { MicrocodeError, type MicroOperation } from '../../../coprocessor/microcode/operation.ts'
import { reach, steps, successors } from '../../../coprocessor/microcode/paths.ts'
import { microcode } from '../../../coprocessor/microcode/program.ts'
import { actions, causeBits, conditions, constantBits, flagMasks, flags, pageWords, slotWords, sources, unitWords, waits, type Action } from '../../../coprocessor/microcode/vocabulary.ts'
import { addressOf, assembleUnit, threadEntries, unitMicrocode } from '../../../coprocessor/microcode/words.ts'

const { operations, labels } = unitMicrocode()
const of = (addresses: Iterable<number>) => [...addresses].map((a) => operations[a]!)
/** What is reached from these addresses, without going on behind operations for which `stops` holds. */
const until = (from: readonly number[], stops: (o: MicroOperation) => boolean) => reach(operations, from, (o) => (stops(o) ? [] : steps(o)))
const routines = [...new Set(instructions.filter((i) => i.microcode !== undefined).map(entryLabel))]
const changed = (from: string, to: string): string => {
  expect(microcode.split(from)).toHaveLength(2)
  return microcode.replace(from, to)
}

describe('the way out', () => {
  const records = operations.filter((o) => o.action === 'record')

  test('one line records, and it always does', () => {
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({ condition: 'never', flow: 'home' })
    // The record stands in its word when the slot is queued.
    expect(operations[records[0]!.address - 1]).toMatchObject({ condition: 'never', source: 'trapRecord', fn: 'pass', writes: { unit: false, at: 12 }, flow: 'branch' })
  })

  test('only the thread of ended slots comes to it, and it comes home by no other way', () => {
    const others = [threadEntries.sender, threadEntries.receiver, threadEntries.watcher, threadEntries.unknown, threadEntries.boot, ...routines].map((l) => addressOf(l))
    expect(of(reach(operations, others)).some((o) => o.action === 'record')).toBe(false)
    expect(of(until([addressOf(threadEntries.ender)], (o) => o.action === 'record')).filter((o) => o.flow === 'home' || o.flow === 'wait')).toEqual(records)
  })

  test('no line gives an address: what leaves is a record, a status, a word of a slot', () => {
    const gives = operations.filter((o) => o.action === 'reply').map((o) => (o.reads?.by === 'plain' ? slotWords.concat().find((w) => w.at === o.reads!.at && !o.reads!.unit)?.name ?? 'a word of the unit' : o.reads?.by ?? o.source))
    expect([...new Set(gives)].sort()).toEqual(['a word of the unit', 'constant', 'counter', 'field', 'info', 'record', 'status', 'symbol'])
  })

  test('a line that latches an end sets the cause with it', () => {
    for (const o of operations.filter((x) => x.action === 'end')) {
      expect(o.fn).toBe('set')
      expect(causes.map((c) => c.code)).toContain(o.constant & (1 << causeBits) - 1)
    }
  })

  test('each cause of the contract is latched somewhere', () => {
    const latched = new Set(operations.filter((o) => o.action === 'end' || o.fn === 'set').map((o) => o.constant & (1 << causeBits) - 1))
    for (const c of causes) expect([c.name, latched.has(c.code)]).toEqual([c.name, true])
  })
})

describe('O-mode', () => {
  test('the next query of an answer begins only behind confirmed stores', () => {
    const stored = (o: MicroOperation) => o.wait === 'stored'
    expect(of(until([addressOf('rxAwaited')], stored)).some((o) => o.action === 'want' || o.action === 'settle')).toBe(false)
  })

  test('a query is numbered and counted in one place, and paid there', () => {
    const named = (name: string) => slotWords.find((w) => w.name === name)!.at
    const counts = (name: string) => operations.filter((o) => o.writes?.unit === false && o.writes.at === named(name) && o.fn === 'increment')
    expect(counts('queries')).toHaveLength(1)
    // One for the loop; each start has its own for a first beat that leaves ahead of the rest.
    const counted = counts('sequence').map((o) => o.action)
    expect(counted.filter((a) => a !== 'txEarly')).toEqual(['none'])
    expect(counted).toHaveLength(1 + instructions.filter((i) => i.starts === true && i.microcode !== undefined).length)
  })
})

describe('instructions', () => {
  const answers: readonly Action[] = ['reply', 'replyLater']
  /** How many answers each path from here to its end gives. */
  function counted(at: number, n: number, path: ReadonlySet<number>, found: Set<number>): void {
    const o = operations[at]!
    // From slot to slot it goes round; nothing is answered meanwhile.
    if (path.has(at)) return
    const on = new Set([...path, at]), here = n + (answers.includes(o.action) ? 1 : 0)
    if (o.condition !== 'never' && o.flow !== 'call') counted(o.target, o.both ? here : n, on, found)
    if (o.flow === 'call') {
      // A routine may answer and go home; else the caller goes on.
      for (const r of of(reach(operations, [o.target], steps))) if (r.flow === 'home') found.add(here + (answers.includes(r.action) ? 1 : 0))
      counted(o.address + 1, here, on, found)
    } else if (o.flow === 'home') found.add(here)
    else if (!(o.condition === 'always' && !o.negate)) counted(o.address + 1, here, on, found)
  }

  test.each([...routines, threadEntries.unknown])('%s answers once on each path', (label) => {
    const found = new Set<number>()
    counted(addressOf(label), 0, new Set(), found)
    expect([...found]).toEqual([1])
  })

  test.each(routines)('%s is checked before it does anything', (label) => {
    const first = operations[addressOf(label)]!
    expect(first).toMatchObject({ condition: 'refused', negate: false, target: addressOf('refuse'), action: 'none', writes: undefined, loadsA: false })
  })

  test('only one that waits answers later', () => {
    for (const i of instructions) {
      if (i.microcode === undefined) continue
      const later = of(reach(operations, [addressOf(entryLabel(i))])).some((o) => o.action === 'replyLater')
      // `oask` and `ostart` share their lines with the ones that wait, and ask `waits`.
      if (i.waits) expect([i.mnemonic, later]).toEqual([i.mnemonic, true])
      else expect([i.mnemonic, later]).toEqual([i.mnemonic, i.starts === true])
    }
  })

  test('before a status is answered no word of a slot is written, and nothing done but going from slot to slot', () => {
    const harmless: readonly Action[] = ['none', 'slotFirst', 'slotNext', 'slotCommand', 'slotSource', 'accessLoad', 'accessStore', 'txEarly']
    const statuses = operations.filter((o) => o.action === 'reply' && o.source === 'constant' && o.constant < 0 || o.action === 'reply' && o.source === 'status').map((o) => o.address)
    for (const label of routines) {
      for (const o of of(reach(operations, [addressOf(label)], steps))) {
        const leads = [...reach(operations, successors(o).filter((n) => n !== o.target || o.both), steps)].some((a) => statuses.includes(a))
        if (!leads) continue
        expect([label, o.text, o.writes === undefined || o.writes.unit]).toEqual([label, o.text, true])
        expect([label, o.text, harmless.includes(o.action)]).toEqual([label, o.text, true])
      }
    }
  })
})

describe('the assembler of the unit refuses', () => {
  const refusal = (source: string) => {
    try {
      assembleUnit(source)
    } catch (e) {
      if (e instanceof MicrocodeError) return e.message
      throw e
    }
    throw new Error('it was assembled')
  }

  test('a second way out, none, or one that a test can skip', () => {
    expect(refusal(changed('endKept:    A = gained', 'endKept:    A = gained; record'))).toMatch(/a second line has the action record/)
    expect(refusal(changed('            record home\n', '            home\n'))).toMatch(/no line has the action record/)
    expect(refusal(changed('            record home\n', '            if ended goto endGone record\nendGone:    home\n'))).toMatch(/does it always/)
  })

  test('a wait of another thread', () => {
    expect(refusal(changed('dogHome:    home', 'dogHome:    wait sent\n            home'))).toMatch(/nothing ends this wait in a thread that comes here: it has none\n *wait sent|dogHome/)
    expect(refusal(changed('rxGo:       storeStart wait taken', 'rxGo:       storeStart wait sent'))).toMatch(/it has storer, taken, stored, beat/)
  })

  test('an instruction whose label is gone', () => {
    expect(refusal(changed('\notrap:\n', '\nbtrap:\n'))).toMatch(/no label otrap/)
  })

  test.each<[string, string, string, RegExp]>([
    ['a thread that never goes home', 'dogHome:    home', 'dogHome:    goto dog', /never comes back/],
    ['a scan that never ends', 'scanGo:     if lastSlot goto scanEnd\n', 'scanGo:     if isOpen goto scanEnd\n', /never comes back/],
    ['a routine that does not return', 'lowerEnd:   return', 'lowerEnd:   goto lowerEnd', /never comes back/],
    ['a routine that waits', 'lowerEnd:   return', 'lowerEnd:   wait accessed\n            return', /does not wait/],
  ])('%s', (_, from, to, message) => {
    expect(refusal(changed(from, to))).toMatch(message)
  })
})

describe('words', () => {
  test('every label has the address of its line, and no other is known', () => {
    for (const [label, at] of labels) expect([label, addressOf(label), operations[at]!.labels.includes(label)]).toEqual([label, at, true])
    expect(() => addressOf('nowhere')).toThrow('no microcode label nowhere')
  })

  test('it is assembled once', () => {
    expect(unitMicrocode()).toBe(unitMicrocode())
    expect(assembleUnit(microcode).operations).toEqual(operations)
  })

  test('no word stands twice, and each is used', () => {
    for (const list of [conditions, actions, waits, sources, slotWords, unitWords, flags]) expect(new Set(list.map((w) => w.name)).size).toBe(list.length)
    const used = new Set<string>(operations.flatMap((o) => [o.action, o.condition, o.source, ...(o.wait === undefined ? [] : [`wait ${o.wait}`])]))
    expect([...conditions, ...actions, ...sources].map((w) => w.name).filter((w) => !used.has(w))).toEqual([])
    expect(waits.map((w) => w.name).filter((w) => !used.has(`wait ${w}`))).toEqual([])
  })

  test('no two words share a place, and all fit into a page', () => {
    for (const words of [slotWords, unitWords]) expect(new Set(words.map((w) => w.name)).size).toBe(words.length)
    const own = instructions.flatMap((i) => i.answers?.words.map((w) => w.name) ?? []), shared = slotWords.filter((w) => !own.includes(w.name))
    for (const words of [shared, unitWords]) expect(new Set(words.map((w) => w.at)).size).toBe(words.length)
    // Those of instructions may share places with each other, and with nothing else.
    expect(slotWords.filter((w) => own.includes(w.name) && shared.some((s) => s.at === w.at))).toEqual([])
    for (const w of [...slotWords, ...unitWords]) expect(w.at).toBeLessThan(pageWords)
    // Slot 0 has its words and those of the unit in one page.
    expect(slotWords.filter((s) => unitWords.some((u) => u.at === (s.at as number)))).toEqual([])
  })

  test('the cause in the lowest bits is its code, no flag lies in it, and a mask fits into a line', () => {
    for (const c of causes) expect([c.name, flagMasks[`cause_${c.name}`]! & (1 << causeBits) - 1]).toEqual([c.name, c.code])
    for (const f of flags) expect([f.name, flagMasks[f.name]! & (1 << causeBits) - 1]).toEqual([f.name, 0])
    for (const mask of Object.values(flagMasks)) expect(mask).toBeLessThan(2 ** (constantBits - 1))
  })
})
