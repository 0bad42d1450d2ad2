// Owns: what the compiler says to the mistakes of mistakes.ts: each must not compile, and the sentence must help.
import { describe, expect, it } from 'vitest'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const file = fileURLToPath(new URL('./mistakes.ts', import.meta.url))
const root = join(dirname(file), '../../..')

/** The lines of mistakes.ts with what the compiler prints there once `@ts-expect-error` no longer hides it. */
function diagnose(): { expected: Map<number, string>; printed: Map<number, string> } {
  const source = ts.sys.readFile(file)!
  const lines = source.split('\n')
  const expected = new Map<number, string>()
  lines.forEach((l, i) => {
    const m = /^\s*\/\/ @ts-expect-error: (.*)$/.exec(l)
    if (m) expected.set(i + 2, m[1]!)
  })
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = name => (name === file ? source.replaceAll('@ts-expect-error', '----------------') : read(name))
  host.getSourceFile = (name, languageVersion) => {
    const text = host.readFile(name)
    return text === undefined ? undefined : ts.createSourceFile(name, text, languageVersion, true)
  }
  const program = ts.createProgram([file], options, host)
  const printed = new Map<number, string>()
  for (const d of program.getSemanticDiagnostics(program.getSourceFile(file))) {
    const line = d.file!.getLineAndCharacterOfPosition(d.start!).line + 1
    printed.set(line, `${printed.get(line) ?? ''}${ts.flattenDiagnosticMessageText(d.messageText, '\n')}\n`)
  }
  return { expected, printed }
}

describe('mistakes do not compile', () => {
  const { expected, printed } = diagnose()
  it('has a mistake a line', () => expect(expected.size).toBeGreaterThan(40))
  it.each([...expected])('line %i: %s', (line, text) => expect(printed.get(line)).toContain(text))
  it('complains about nothing else', () => expect([...printed.keys()].filter(l => !expected.has(l))).toEqual([]))
})
