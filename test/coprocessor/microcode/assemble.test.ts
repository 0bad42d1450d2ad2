// Owns: checks of the microcode assembler: its grammar, and each thing that it refuses, with the line.
import { describe, expect, test } from 'vitest'
import { statusValue } from '../../../coprocessor/isa/status.ts'
import { assemble, MicrocodeError } from '../../../coprocessor/microcode/assemble.ts'
import { successors } from '../../../coprocessor/microcode/paths.ts'
import { constantBits, flagMasks, slotWords, unitWords } from '../../../coprocessor/microcode/vocabulary.ts'

const lines = (source: string, entries = ['a']) => assemble(source, entries).operations
/** [line, message without the text of the line] of what is thrown. */
const refusal = (source: string, entries = ['a']): readonly [number, string] => {
  try {
    assemble(source, entries)
  } catch (e) {
    if (!(e instanceof MicrocodeError)) throw e
    return [e.line, e.message.split('\n')[0]!.replace(/^microcode line \d+: /, '')]
  }
  throw new Error('it was assembled')
}
const slot = (name: string) => ({ unit: false, at: slotWords.find((w) => w.name === name)!.at, by: 'plain' })
const unit = (name: string) => ({ unit: true, at: unitWords.find((w) => w.name === name)!.at, by: 'plain' })

describe('grammar', () => {
  test('what a line computes, and where it goes', () => {
    const got = lines(`
a:   A = top
     A, held = A - base
     @x = A + rs2High
     seen = A
     budget = now + 1
     asked = flags | cut+yielded
     oracle = flags & ~cut+yielded
     reply = -3
     A = 0x10
     reply = !range
     record = trapRecord flags
     want
     A = field
     A = counter
     A = @info home`)
    expect(got.map((o) => [o.fn, o.source])).toEqual([
      ['pass', 'word'], ['subtract', 'word'], ['add', 'rs2High'], ['add', 'constant'], ['increment', 'now'], ['set', 'word'], ['clear', 'word'], ['pass', 'constant'],
      ['pass', 'constant'], ['pass', 'constant'], ['pass', 'trapRecord'], ['pass', 'constant'], ['pass', 'word'], ['pass', 'word'], ['pass', 'word'],
    ])
    expect(got[0]).toMatchObject({ address: 0, labels: ['a'], line: 2, loadsA: true, reads: slot('top'), writes: undefined, action: 'none', condition: 'never', flow: 'branch' })
    expect(got[1]).toMatchObject({ loadsA: true, reads: slot('base'), writes: slot('held') })
    expect(got[2]).toMatchObject({ loadsA: false, reads: undefined, writes: unit('x') })
    expect(got[3]).toMatchObject({ writes: slot('seen'), constant: 0 })
    for (const o of [got[5], got[6]]) expect(o).toMatchObject({ constant: flagMasks.cut! | flagMasks.yielded! })
    expect([got[7]!.constant, got[8]!.constant, got[9]!.constant]).toEqual([-3, 16, Number(statusValue('range'))])
    expect(got[10]).toMatchObject({ reads: slot('flags'), writes: slot('record'), action: 'none' })
    expect(got.slice(12).map((o) => [o.reads?.by, o.reads?.unit, o.flow])).toEqual([['field', false, 'branch'], ['counter', false, 'branch'], ['info', true, 'home']])
  })

  test('the word `record` is written, the action `record` stands alone', () => {
    expect(lines('a: record = 0; record home')[0]).toMatchObject({ action: 'record', writes: slot('record') })
  })

  test('what a line tests', () => {
    const tests = ['A < top', 'A >= top', 'A == 4', 'A != @x', 'A <= rs2', 'A > @high', 'flags has cut', 'listed @auto', 'refused']
    const got = lines(`a: ${tests.map((t) => `if ${t} goto b\n   if not ${t} goto b`).join('\n')}\nb: home`)
    const wanted = [['less', false], ['less', true], ['equal', false], ['equal', true], ['lessOrEqual', false], ['lessOrEqual', true], ['has', false], ['listed', false], ['refused', false]] as const
    expect(got.slice(0, -1).map((o) => [o.condition, o.negate])).toEqual(wanted.flatMap(([c, n]) => [[c, n], [c, !n]]))
    for (const o of got.slice(0, 12)) expect(o.fn).toBe('subtract')
    for (const o of got.slice(0, -1)) expect(o).toMatchObject({ target: 18, both: false, flow: 'branch' })
    expect(got[12]).toMatchObject({ reads: slot('flags'), constant: flagMasks.cut })
    expect(got[14]).toMatchObject({ reads: unit('auto') })
  })

  test('where a line goes on', () => {
    const got = lines(`
a:   want goto b
b:   call c
     if ended goto d flags = flags | cut; end
     if ended goto d want home
d:   wait sent
     if not ended goto e unwant wait sent
e:   want home
c:   return`)
    expect(got[0]).toMatchObject({ condition: 'always', both: true, flow: 'branch', target: 1, action: 'want' })
    expect(got[1]).toMatchObject({ condition: 'always', both: true, flow: 'call', target: 7 })
    expect(got[2]).toMatchObject({ condition: 'ended', both: false, action: 'end', target: 4, fn: 'set' })
    expect(got[3]).toMatchObject({ condition: 'ended', both: false, action: 'want', target: 4, flow: 'home' })
    expect(got[4]).toMatchObject({ condition: 'never', flow: 'wait', wait: 'sent' })
    expect(got[5]).toMatchObject({ condition: 'ended', negate: true, both: false, flow: 'wait', wait: 'sent', action: 'unwant' })
    expect(got.map(successors)).toEqual([[1], [7, 2], [4, 3], [4], [5], [6, 6], [], []])
  })

  test('labels stand alone, one behind the other, or before a line; comments and empty lines are nothing', () => {
    const { operations, labels } = assemble('// first\na:\n\n b: c:   want // here\n\n   unwant   home   // back', ['a'])
    expect(operations.map((o) => [o.labels, o.line, o.text])).toEqual([[['a', 'b', 'c'], 4, 'want'], [[], 6, 'unwant home']])
    expect([...labels]).toEqual([['a', 0], ['b', 0], ['c', 0]])
  })
})

describe('refusals', () => {
  const read = 'this line reads a word that the line before it writes: put another between them', hung = 'this never comes back: a loop has a wait, or goes from slot to slot'
  test.each<[string, string, number, string]>([
    ['a label that stands twice', 'a: want\nb: unwant\na: home', 3, 'label a stands twice'],
    ['a label that stands twice on one line', 'a: a: home', 1, 'label a stands twice'],
    ['no such label', 'a: want\n goto nowhere', 2, 'no label nowhere'],
    ['no such label of a call', 'a: call nowhere\nhome', 1, 'no label nowhere'],
    ['no such label behind if', '\n\na: if ended goto nowhere\nhome', 3, 'no label nowhere'],
    ['no such condition', 'a: if tired goto a\nhome', 1, 'no condition tired'],
    ['an action as a condition', 'a: if want goto a\nhome', 1, 'no condition want'],
    ['a comparison of a word', 'a: if top < base goto a\nhome', 1, 'no condition top < base'],
    ['no such action', 'a: want\ndance home', 2, 'no action dance'],
    ['no such word to read', 'a: A = bottom home', 1, 'nothing is called bottom'],
    ['no such word of the unit', 'a: A = @top home', 1, 'nothing is called @top'],
    ['no such word to write', 'a: bottom = A home', 1, 'nothing is called bottom'],
    ['a source to write', 'a: rs1 = A home', 1, 'nothing is called rs1'],
    ['no such flag', 'a: flags = flags | cut+tired home', 1, 'no flag tired'],
    ['no such flag to test', 'a: if flags has tired goto b\nb: home', 1, 'no flag tired'],
    ['no such status', 'a: want\n reply = !tired home', 2, 'no status tired'],
    ['nothing to wait for', 'a: wait dinner\nhome', 1, 'nothing to wait for is called dinner'],
    ['two actions', 'a: want; unwant home', 1, 'a line does one action'],
    ['two actions, one with a value', 'a: reply = 0; want home', 1, 'a line does one action'],
    ['an action that lacks its value', 'a: reply home', 1, 'reply is given a value: reply = ...'],
    ['two words written', 'a: top, base = A home', 1, 'a line writes one word'],
    ['a numbered word written', 'a: field = A home', 1, 'field is only read'],
    ['a computation that one line cannot do', 'a: A = top - base home', 1, '`top - base` cannot be computed in one line: Y, Y + 1, A + Y, A - Y, Y | mask, Y & ~mask'],
    ['a constant that is too wide', `a: A = ${2 ** (constantBits - 1)} home`, 1, `${2 ** (constantBits - 1)} does not fit into ${constantBits} bits`],
    ['a constant that is too far below', `a: A = ${-(2 ** (constantBits - 1)) - 1} home`, 1, `${-(2 ** (constantBits - 1)) - 1} does not fit into ${constantBits} bits`],
    ['a test and a computation', 'a: if A < top goto b held = A\nb: home', 1, 'this line computes for its test: give the value in a line of its own'],
    ['two branches', 'a: if ended goto a goto b\nb: home', 1, 'a line branches once'],
    ['a word read behind its write', 'a: top = A\nA = top home', 2, read],
    ['a word compared behind its write', 'a: top = A\nif A < top goto b\nb: home', 2, read],
    ['a flag tested behind its write', 'a: flags = flags | cut\nif flags has cut goto b\nb: home', 2, read],
    ['a numbered word behind a write of its page', 'a: @x = A\nA = @info home', 2, read],
    ['a word read behind a write that a branch may skip', 'a: if ended goto b top = A\nb: A = top home', 2, read],
    ['a line that nothing reaches', 'a: home\nwant\nhome', 2, 'nothing reaches this line'],
    ['a loop that nothing reaches', 'a: home\nb: wait sent\ngoto b', 2, 'nothing reaches this line'],
    ['an end behind an action', 'a: want\nunwant', 2, 'the microcode runs off its end here'],
    ['an end behind a test', 'a: want\nif ended goto a', 2, 'the microcode runs off its end here'],
    ['an end behind a wait', 'a: wait sent', 1, 'the microcode runs off its end here'],
    ['an end behind a call', 'a: goto c\nb: return\nc: call b', 3, 'the microcode runs off its end here'],
    ['a jump to a label behind the last line', 'a: goto b\nb:', 1, 'the microcode runs off its end here'],
    ['a line that goes to itself', 'a: goto a', 1, hung],
    ['a loop with a way out', 'a: want\nif ended goto a\nhome', 2, hung],
    ['a loop around a call', 'a: call b\ngoto a\nb: return', 2, hung],
    ['a loop in a routine', 'a: call b\nhome\nb: want\nif ended goto b\nreturn', 4, hung],
    ['a loop that waits on one of its ways', 'a: if ended goto b\nwait sent\nb: want goto a', 3, hung],
    ['a loop over a wait that is skipped', 'a: if ended goto a wait sent\nhome', 1, hung],
    ['a loop from slot to slot without an end', 'a: slotFirst\nb: slotNext\nif ended goto b\nhome', 3, 'this never comes back: a loop from slot to slot tests lastSlot'],
    ['a loop that goes on at the last slot', 'a: slotFirst\nb: slotNext\nif lastSlot goto b\nhome', 3, 'this never comes back: a loop from slot to slot tests lastSlot'],
    ['a loop that begins with slot 0 anew', 'a: slotFirst\nif lastSlot goto b\nslotNext goto a\nb: home', 1, 'this never comes back: slotFirst in a loop from slot to slot'],
    ['a loop that takes up the slot of the command', 'a: slotCommand\nif lastSlot goto b\nslotNext goto a\nb: home', 1, 'this never comes back: slotCommand in a loop from slot to slot'],
    ['a return without a call', 'a: want\nreturn', 2, 'a path comes to this return that nothing has called'],
    ['a return that a path comes to without a call', 'a: if ended goto b\ncall b\nhome\nb: return', 4, 'a path comes to this return that nothing has called'],
    ['a wait in a routine that is called', 'a: call b\nhome\nb: want\nwait sent\nreturn', 4, 'a routine that is called does not wait'],
    ['a call in a routine that is called', 'a: call b\nhome\nb: call c\nreturn\nc: return', 3, 'a routine that is called calls none'],
    ['a routine that calls itself', 'a: call b\nhome\nb: if ended goto c\ncall b\nc: return', 4, 'a routine that is called calls none'],
    ['a routine that never returns', 'a: call b\nhome\nb: want home', 1, 'what is called here never returns'],
  ])('%s', (_, source, line, message) => {
    expect(refusal(source)).toEqual([line, message])
  })

  test('an entry that is not there, or behind the last line', () => {
    expect(refusal('a: home', ['a', 'b'])).toEqual([0, 'no label b, where something begins'])
    expect(refusal('a: home\nb:', ['a', 'b'])[1]).toMatch(/end at the label b/)
    expect(refusal('b:', ['b'])[1]).toMatch(/end/)
  })

  test('the message holds the line as it was written', () => {
    expect(() => assemble('a: want\n   if  tired goto a // ?', ['a'])).toThrow('microcode line 2: no condition tired\n  if  tired goto a // ?')
  })
})

describe('what is no fault', () => {
  test.each<[string, string, string[]?]>([
    ['a second entry reaches what the first does not', 'a: home\nb: home', ['a', 'b']],
    ['a loop with a wait', 'a: want\nwait sent\ngoto a'],
    ['a loop from slot to slot, its test before or behind', 'a: slotFirst\nb: want\nif lastSlot goto c\nslotNext goto b\nc: slotFirst\nd: if not lastSlot goto e\nhome\ne: slotNext goto d'],
    ['a routine that a path leaves for home', 'a: call b\nhome\nb: if ended goto c\nreturn\nc: home'],
    ['a routine called from two places, which ends in another', 'a: call b\ncall c\nhome\nb: if ended goto c\nreturn\nc: return'],
    ['a word read two lines behind its write', 'a: top = A\nwant\nA = top home'],
    ['a word read behind its write and a jump, a wait', 'a: top = A goto b\nb: A = top\ntop = A wait sent\nA = top home'],
  ])('%s', (_, source, entries) => {
    expect(lines(source, entries).length).toBeGreaterThan(0)
  })
})
