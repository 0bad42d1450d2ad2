// Owns: checks of the microcode assembler: its grammar, and each thing that it refuses, with the line.
import { describe, expect, test } from 'vitest'
import { assemble, MicrocodeError, successors } from '../../../coprocessor/microcode/assemble.ts'
import { argumentWords } from '../../../coprocessor/microcode/vocabulary.ts'

const one = (source: string, entries = ['a']) => assemble(source, entries).operations
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

describe('grammar', () => {
  test('each form of a line', () => {
    const [act, counts, then, test1, test2, test3, test4, go] = one(`
a:   query
     count answers
     send then goto b
b:   if ended goto a
     if not ended goto a else left
     if spent goto a else count sentNew
     if not spent goto b else wait sent
     goto a`)
    expect(act).toMatchObject({ address: 0, labels: ['a'], condition: 'always', negate: true, action: 'query', both: false, line: 2 })
    expect(counts).toMatchObject({ action: 'count', argument: argumentWords.counter.indexOf('answers'), negate: true, labels: [] })
    expect(then).toMatchObject({ action: 'send', condition: 'always', negate: false, target: 3, both: true })
    expect(test1).toMatchObject({ condition: 'ended', negate: false, target: 0, action: 'none', both: false, labels: ['b'] })
    expect(test2).toMatchObject({ condition: 'ended', negate: true, target: 0, action: 'left', both: false })
    expect(test3).toMatchObject({ condition: 'spent', target: 0, action: 'count', argument: argumentWords.counter.indexOf('sentNew') })
    expect(test4).toMatchObject({ condition: 'spent', negate: true, target: 3, action: 'wait', argument: argumentWords.wait.indexOf('sent') })
    expect(go).toMatchObject({ condition: 'always', negate: false, target: 0, action: 'none', line: 9, text: 'goto a' })
  })

  test('labels stand alone, one behind the other, or before a line; comments and empty lines are nothing', () => {
    const { operations, labels } = assemble('// first\na:\n\n b: c:   send // here\n\n   goto   a   // back', ['a'])
    expect(operations.map((o) => [o.labels, o.line, o.text])).toEqual([[['a', 'b', 'c'], 4, 'send'], [[], 6, 'goto a']])
    expect([...labels]).toEqual([['a', 0], ['b', 0], ['c', 0]])
  })

  test('causes are numbered from 1: 0 is no cause', () => {
    expect(one('a: end yield then goto a')[0]).toMatchObject({ action: 'end', argument: 1 })
    expect(one('a: wait parked then goto a')[0]).toMatchObject({ action: 'wait', argument: 0 })
  })

  test('what can follow a line', () => {
    const operations = one('a: send\nif ended goto a\nif not ended goto a else left\nleft then goto e\ne: goto a')
    expect(operations.map(successors)).toEqual([[1], [0, 2], [0, 3], [4], [0]])
  })
})

describe('refusals', () => {
  const form = 'a line is `action [argument] [then goto label]`, `if [not] condition goto label [else action [argument]]` or `goto label`'
  test.each<[string, string, number, string]>([
    ['a label that stands twice', 'a: send\nb: left\na: goto a', 3, 'label a stands twice'],
    ['a label that stands twice on one line', 'a: a: goto a', 1, 'label a stands twice'],
    ['no such label', 'a: send\n goto nowhere', 2, 'no label nowhere'],
    ['no such label behind then', 'a: send then goto nowhere', 1, 'no label nowhere'],
    ['no such label behind if', '\n\na: if ended goto nowhere\ngoto a', 3, 'no label nowhere'],
    ['no such condition', 'a: if tired goto a\ngoto a', 1, 'no condition tired'],
    ['an action as a condition', 'a: if send goto a\ngoto a', 1, 'no condition send'],
    ['no such action', 'a: dance\ngoto a', 1, 'no action dance'],
    ['no such action behind else', 'a: if ended goto a else dance\ngoto a', 1, 'no action dance'],
    ['an argument that is not wanted', 'a: send ended\ngoto a', 1, 'send takes no argument'],
    ['an argument that is missing', 'a: send\nend\ngoto a', 2, 'end wants one of yield, answer, limit, budget, reject, abort, link, memory'],
    ['an argument of another kind', 'a: end parked\ngoto a', 1, 'end wants one of yield, answer, limit, budget, reject, abort, link, memory'],
    ['a wait for nothing', 'a: wait\ngoto a', 1, 'wait wants one of parked, ready, told, grant, sent, frame, taken, stored, command, accessed, header, released, flag'],
    ['too many words', 'a: end link now\ngoto a', 1, form],
    ['if without goto', 'a: if ended\ngoto a', 1, 'no action if'],
    ['if and then', 'a: if ended goto a then goto a', 1, form],
    ['then without goto', 'a: send then a', 1, form],
    ['goto nowhere', 'a: goto', 1, 'no action goto'],
    ['signs', 'a: send, left', 1, form],
    ['a line that nothing reaches', 'a: goto a\nsend\ngoto a', 2, 'nothing reaches this line'],
    ['a loop that nothing reaches', 'a: goto a\nb: send\ngoto b', 2, 'nothing reaches this line'],
    ['an end behind an action', 'a: send\nleft', 2, 'the microcode runs off its end here'],
    ['an end behind a test', 'a: send\nif ended goto a', 2, 'the microcode runs off its end here'],
    ['an end behind a wait', 'a: wait sent', 1, 'the microcode runs off its end here'],
    ['a jump to a label behind the last line', 'a: goto b\nb:', 1, 'the microcode runs off its end here'],
  ])('%s', (_, source, line, message) => {
    expect(refusal(source)).toEqual([line, message])
  })

  test('an entry that is not there', () => {
    expect(refusal('a: goto a', ['a', 'b'])).toEqual([0, 'no label b, where something begins'])
  })

  test('an entry behind the last line runs off the end', () => {
    expect(refusal('a: goto a\nb:', ['a', 'b'])[1]).toMatch(/end/)
    expect(refusal('b:', ['b'])[1]).toMatch(/end/)
  })

  test('the message holds the line as it was written', () => {
    expect(() => assemble('a: send\n   if  tired goto a // ?', ['a'])).toThrow('microcode line 2: no condition tired\n  if  tired goto a // ?')
  })

  test('a second entry reaches what the first does not', () => {
    expect(one('a: goto a\nb: goto b', ['a', 'b'])).toHaveLength(2)
  })
})
