// Owns: checks of the page of the microcode: the committed one is that of the present microcode, and its figures are right for small programs.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assemble } from '../../../coprocessor/microcode/assemble.ts'
import { cyclesOf } from '../../../coprocessor/microcode/cycles.ts'
import { stateDiagram } from '../../../coprocessor/microcode/diagram.ts'
import { unitMicrocode } from '../../../coprocessor/microcode/words.ts'
import { microcodePage, romWidth } from '../../../coprocessor/output/microcode-page.ts'
import { microWord } from '../../../coprocessor/unit/micro-word.ts'

test('docs/reference/microcode.md is current (npm run docs writes it)', () => {
  expect(readFileSync(new URL('../../../docs/reference/microcode.md', import.meta.url), 'utf8')).toBe(microcodePage())
})

test('it has every line, every label and the size of the ROM', () => {
  const page = microcodePage(), { operations, labels } = unitMicrocode(), width = romWidth(unitMicrocode())
  expect(width).toBe(Object.values(microWord(unitMicrocode()).fields).reduce((n, f) => n + f.bits, 0))
  expect(page).toContain(`ROM: ${operations.length} words of ${width} bits, ${operations.length * width} bits in all.`)
  for (const o of operations) expect(page).toContain(` ${o.text}\n`)
  for (const label of labels.keys()) expect(page).toContain(`\n${label}:\n`)
  expect(page).not.toMatch(/undefined|NaN|Infinity/)
})

describe('cycles', () => {
  const range = (text: string, slots = 1) => cyclesOf(assemble(text, ['a']), slots)[0]
  test.each<[string, string, number, number]>([
    ['lines', 'a: want\nunwant\nowe home', 3, 3],
    ['a branch', 'a: if ended goto b\nwant\nunwant\nb: home', 3, 4],
    ['a branch to home that is not shorter', 'a: if ended goto b\nb: home', 2, 3],
    ['a goto', 'a: want goto b\nb: home', 3, 3],
    ['a call: two, the routine, two for its return', 'a: call b\nhome\nb: want\nreturn', 6, 6],
    ['a routine that leaves for home', 'a: call b\nwant\nwant\nhome\nb: if ended goto c\nreturn\nc: home', 5, 8],
    ['a wait', 'a: want wait sent\nhome', 4, 4],
    ['a loop with a wait, counted once', 'a: if ended goto c\nwait sent\ngoto a\nc: home', 3, 3],
  ])('%s', (_, text, shortest, longest) => {
    expect(range(text)).toEqual({ shortest, longest })
  })

  test.each([[1, 4], [2, 8], [8, 32]])('a loop over %i slots', (slots, longest) => {
    // slotFirst, the test that branches, home; for each further slot a test, a line, and a line with its jump.
    expect(range('a: slotFirst\nb: if lastSlot goto c\nwant\nslotNext goto b\nc: home', slots)).toEqual({ shortest: 4, longest })
  })
})

test('a state diagram: what a label does, and where its branches lead', () => {
  const program = assemble('a: want\nif A < top goto b\nowe wait sent\nif not ended goto a unwant\nb: paid home', ['a'])
  expect(stateDiagram(program, 0).split('\n')).toEqual([
    'flowchart TD', '  home([home])', '  w2(["wait sent"])', '  s0["a<br>want<br>owe"]', '  s3["unwant"]', '  s4["b<br>paid"]',
    '  s0 -->|"A #lt; top"| s4', '  s0 --> w2', '  w2 --> s3', '  s3 -->|"not ended"| s0', '  s3 --> s4', '  s4 --> home', '  home --> s0',
  ])
})
