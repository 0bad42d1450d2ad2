// Owns: checks of findings as JSON and SARIF: every finding, every place, the words of the table, and the shape that readers of SARIF want.
import { describe, expect, test } from 'vitest'
import { codes, type Diagnostic } from '../../../rtl-gen/diagnostics/index.ts'
import { toJson } from '../../../rtl-gen/diagnostics/json.ts'
import { toSarif } from '../../../rtl-gen/diagnostics/sarif.ts'
import { nowhere } from '../../../rtl-gen/ir/place.ts'

const width: Diagnostic = {
  code: 'RTL2003', message: 'the value has 9 bits, `y` has 8', help: 'use truncate(8)',
  notes: [{ place: { file: 'src/a b.ts', line: 41, column: 5 }, text: 'given here' }, { place: { file: 'src/c.ts', line: 22, column: 9 }, text: '`y` declared here' }, { place: nowhere, text: 'made by a pass' }],
}
const own: Diagnostic = { code: 'XYZ0001', message: 'something', help: 'do it', notes: [] }

describe('JSON', () => {
  test('has every finding with its places, without those that nobody wrote', () => {
    expect(toJson([width, own])).toEqual([
      {
        code: 'RTL2003', message: 'the value has 9 bits, `y` has 8', help: 'use truncate(8)',
        places: [{ file: 'src/a b.ts', line: 41, column: 5, text: 'given here' }, { file: 'src/c.ts', line: 22, column: 9, text: '`y` declared here' }],
      },
      { code: 'XYZ0001', message: 'something', help: 'do it', places: [] },
    ])
  })
})

interface Location {
  readonly id?: number; readonly message: { readonly text: string }
  readonly physicalLocation: { readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string }; readonly region: { readonly startLine: number; readonly startColumn: number } }
}
interface Result {
  readonly ruleId: string; readonly ruleIndex: number; readonly level: string; readonly message: { readonly text: string }
  readonly locations: readonly Location[]; readonly relatedLocations?: readonly Location[]
}
interface Rule { readonly id: string; readonly help?: { readonly text: string; readonly markdown: string } }
interface Run {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly Rule[] } }
  readonly results: readonly Result[]; readonly originalUriBaseIds: Record<string, unknown>
}
interface Log { readonly $schema: string; readonly version: string; readonly runs: readonly Run[] }

describe('SARIF', () => {
  const log = toSarif([width, own, { ...width, message: 'again' }], { rules: { XYZ0001: { title: 'a title', text: 'a text' } } }) as Log
  const [run] = log.runs

  test('is a log of version 2.1.0 with one run of this tool', () => {
    expect([log.version, log.$schema, log.runs.length, run!.tool.driver.name]).toEqual(['2.1.0', expect.stringMatching(/sarif-2\.1\.0\.json$/), 1, 'archnights'])
    expect(JSON.parse(JSON.stringify(log))).toEqual(log)
  })

  test('a rule for each code, once, with what explain says; results point to theirs', () => {
    expect(run!.tool.driver.rules.map(r => r.id)).toEqual(['RTL2003', 'XYZ0001'])
    const { help } = run!.tool.driver.rules[0]!
    expect(help!.text).toContain(codes['RTL2003']!.text)
    expect(help!.markdown).toContain(codes['RTL2003']!.example)
    expect(run!.results.map(r => [r.ruleId, run!.tool.driver.rules[r.ruleIndex]!.id, r.level])).toEqual([['RTL2003', 'RTL2003', 'error'], ['XYZ0001', 'XYZ0001', 'error'], ['RTL2003', 'RTL2003', 'error']])
  })

  test('the first place is the location, the others are related ones; paths are URIs below the root of the sources', () => {
    const [result, none] = run!.results
    expect(result!.locations).toEqual([{ physicalLocation: { artifactLocation: { uri: 'src/a%20b.ts', uriBaseId: 'SRCROOT' }, region: { startLine: 41, startColumn: 5 } }, message: { text: 'given here' } }])
    expect(result!.relatedLocations).toEqual([{ id: 1, physicalLocation: { artifactLocation: { uri: 'src/c.ts', uriBaseId: 'SRCROOT' }, region: { startLine: 22, startColumn: 9 } }, message: { text: '`y` declared here' } }])
    expect(result!.message.text).toBe('the value has 9 bits, `y` has 8\nuse truncate(8)')
    expect([none!.locations, none!.relatedLocations]).toEqual([[], undefined])
    expect(Object.keys(run!.originalUriBaseIds)).toEqual(['SRCROOT'])
  })

  test('no findings: a run without results, which clears earlier ones', () => {
    const [empty] = (toSarif([]) as Log).runs
    expect([empty!.results, empty!.tool.driver.rules]).toEqual([[], []])
  })
})
