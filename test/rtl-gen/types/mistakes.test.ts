// Owns: what the compiler says to the mistakes of the files beside it: each must not compile, and the sentence must help.
import { describe, expect, it } from 'vitest'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const files = ['mistakes.ts', 'mistakes-values.ts', 'mistakes-structure.ts'].map(f => fileURLToPath(new URL(`./${f}`, import.meta.url)))
const root = join(dirname(files[0]!), '../../..')

interface Diagnosed { readonly expected: ReadonlyMap<number, string>; readonly printed: ReadonlyMap<number, string> }

/** For each file its lines with what the compiler prints there once `@ts-expect-error` no longer hides it. */
function diagnose(): ReadonlyMap<string, Diagnosed> {
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = name => (files.includes(name) ? read(name)!.replaceAll('@ts-expect-error', '----------------') : read(name))
  host.getSourceFile = (name, languageVersion) => {
    const text = host.readFile(name)
    return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion, true)
  }
  const program = ts.createProgram(files, options, host)
  return new Map(files.map(file => {
    const expected = new Map<number, string>(), printed = new Map<number, string>()
    ts.sys.readFile(file)!.split('\n').forEach((l, i) => {
      const m = /^\s*\/\/ @ts-expect-error: (.*)$/.exec(l)
      if (m) expected.set(i + 2, m[1]!)
    })
    for (const d of program.getSemanticDiagnostics(program.getSourceFile(file))) {
      const line = d.file!.getLineAndCharacterOfPosition(d.start!).line + 1
      printed.set(line, `${printed.get(line) ?? ''}${ts.flattenDiagnosticMessageText(d.messageText, '\n')}\n`)
    }
    return [file, { expected, printed }]
  }))
}

describe.each([...diagnose()])('mistakes do not compile in %s', (_, { expected, printed }) => {
  it('has a mistake a line', () => expect(expected.size).toBeGreaterThan(15))
  it.each([...expected])('line %i: %s', (line, text) => expect(printed.get(line)).toContain(text))
  it('complains about nothing else', () => expect([...printed.keys()].filter(l => !expected.has(l))).toEqual([]))
})
