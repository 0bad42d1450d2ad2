// Owns: the form of a finding's text, and that every code is explained.
import { describe, expect, it } from 'vitest'
import { codes, DiagnosticError, explainCode, formatDiagnostic, formatPlace } from '../../../rtl-gen/diagnostics/index.ts'
import { nowhere } from '../../../rtl-gen/ir/index.ts'

const finding = {
  code: 'RTL2003', message: 'the sum has 18 bits, register `acc` has 17', help: 'widen `acc`, or use add (wraps)',
  notes: [{ place: { file: 'coprocessor/mac.ts', line: 41, column: 5 }, text: 'assigned here' }, { place: { file: 'coprocessor/mac.ts', line: 122, column: 19 }, text: '`acc` declared here as uint(17)' }],
}

describe('findings', () => {
  it('are printed with code, both places in one column, and one remedy', () => {
    expect(formatDiagnostic(finding)).toBe([
      'error RTL2003: the sum has 18 bits, register `acc` has 17',
      '  coprocessor/mac.ts:41:5     assigned here',
      '  coprocessor/mac.ts:122:19   `acc` declared here as uint(17)',
      '  help: widen `acc`, or use add (wraps)',
    ].join('\n'))
  })
  it('without a place say so', () => expect(formatPlace(nowhere)).toBe('(generated)'))
  it('travel together in one error', () => {
    const error = new DiagnosticError([finding, { ...finding, notes: [] }])
    expect(error.diagnostics).toHaveLength(2)
    expect(error).toBeInstanceOf(Error)
    expect(error.message).toBe(`${formatDiagnostic(finding)}\n\nerror RTL2003: the sum has 18 bits, register \`acc\` has 17\n  help: widen \`acc\`, or use add (wraps)`)
  })
})

describe('codes', () => {
  it.each(Object.entries(codes))('%s is explained with an example', (code, entry) => {
    expect(code).toMatch(/^RTL[1-9]\d{3}$/)
    expect(entry.title.length).toBeGreaterThan(8)
    expect(entry.text).toMatch(/^[^\n]*\.$/)
    expect(entry.example).not.toBe('')
  })
  it('an explanation has title, text and example', () => {
    expect(explainCode('RTL2004')).toBe([
      'RTL2004: truncate to more bits than there are', '', 'truncate(width) keeps the low bits; it cannot make a value wider.', '',
      '    x8.truncate(9)   // wrong', '    x8.extend(9)     // right',
    ].join('\n'))
  })
  it('an unknown code has none', () => expect([explainCode('RTL0'), explainCode('toString')]).toEqual([undefined, undefined]))
})
