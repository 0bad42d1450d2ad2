// Owns: the check of the page's own script: typed like all other code, and every module of it is in the page.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { pageScript } from '../../../sim-harness/view/assets.ts'

const config = fileURLToPath(new URL('page-tsconfig.json', import.meta.url))
const folder = fileURLToPath(new URL('../../../sim-harness/view/page', import.meta.url))

/** The compiler's own files, which stay as they are. */
const libraries = new Map<string, ts.SourceFile | undefined>()

/** What the compiler says about the page's script; `edit` changes a file before it reads it. */
function findings(edit: (name: string, text: string) => string = (_, text) => text): string[] {
  const { config: given } = ts.readConfigFile(config, ts.sys.readFile) as { config: unknown }
  const { options, fileNames } = ts.parseJsonConfigFileContent(given, ts.sys, dirname(config))
  const host = ts.createCompilerHost(options), { getSourceFile } = host
  host.getSourceFile = (name, version) => {
    if (name.startsWith(folder)) return ts.createSourceFile(name, edit(name, readFileSync(name, 'utf8')), version, true)
    if (!libraries.has(name)) libraries.set(name, getSourceFile.call(host, name, version))
    return libraries.get(name)
  }
  return ts.getPreEmitDiagnostics(ts.createProgram(fileNames, options, host)).map((d) => ts.flattenDiagnosticMessageText(d.messageText, ' '))
}

test('the types of the script in the page fit, and a mistake in it would be found', () => {
  expect(findings()).toEqual([])
  expect(findings((name, text) => name.endsWith('span.js') ? text.replace('this.show(this.low, this.high)', 'this.show(this.low)') : text)).toEqual(['Expected 2 arguments, but got 1.'])
})

test('the page has every module, once, in an order in which nothing is used before it is there', () => {
  const script = pageScript(), files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  for (const name of files) expect([name, script.split(readFileSync(join(folder, name), 'utf8').split('\n')[0]!).length]).toEqual([name, 2])
  for (const name of files) {
    for (const [, other] of readFileSync(join(folder, name), 'utf8').matchAll(/^import .* from '\.\/(.*)'$/gm)) {
      expect([name, other, script.indexOf(readFileSync(join(folder, other!), 'utf8').split('\n')[0]!) < script.indexOf(readFileSync(join(folder, name), 'utf8').split('\n')[0]!)]).toEqual([name, other, true])
    }
  }
})
