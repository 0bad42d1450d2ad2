// Owns: `archnights emit --module FILE[#export]`: everything about a designer's own module, into a folder.
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { artifactNames, designFiles, type ArtifactKind } from '../rtl-gen/artifacts/index.ts'
import { toJson } from '../rtl-gen/diagnostics/json.ts'
import { elaborate, renamedPorts } from '../rtl-gen/dsl/index.ts'
import { advice } from '../rtl-gen/passes/advice.ts'
import { loadModule, splitSpec } from './load-module.ts'
import type { Context } from './main.ts'
import { oneOf } from './options.ts'
import { reportFindings, type Report } from './report-findings.ts'
import { isOwnFile } from './own-files.ts'
import { checkFolder, writeFolder } from './write.ts'

export interface EmitModuleOptions { readonly module: string; readonly out: string; readonly only?: readonly string[]; readonly report: Report; readonly force: boolean }

/** `a,b` and `a b`. @throws CliError CLI2008 for a kind that is not there */
export const kindsFrom = (given: readonly string[]): ArtifactKind[] => given.flatMap((g) => g.split(',')).filter((k) => k !== '').map((k) => oneOf('--only', k, artifactNames))

/** From the folder of the results to that of package.json, if the one lies in the other: then a source map leads to the sources wherever both are moved. */
function sourceRootFrom(out: string, file: string): string | undefined {
  let root = dirname(resolve(file))
  while (!existsSync(join(root, 'package.json'))) {
    if (dirname(root) === root) return undefined
    root = dirname(root)
  }
  const down = relative(root, resolve(out))
  if (down.startsWith('..') || down === '') return undefined
  return down.split(sep).map(() => '..').join('/')
}

export async function emitModule({ output, signal, exitWith }: Context, options: EmitModuleOptions): Promise<void> {
  const only = options.only === undefined ? undefined : kindsFrom(options.only)
  checkFolder(options.out)
  const report = reportFindings(options.report, output)
  const made = await report.catch(async () => {
    const module = await loadModule(options.module)
    const design = elaborate(module)
    const sourceRoot = sourceRootFrom(options.out, splitSpec(options.module).file)
    const files = designFiles(design, { ...(only === undefined ? {} : { only }), ...(sourceRoot === undefined ? {} : { sourceRoot }) })
    const notes = [...renamedPorts(module), ...advice(design)]
    report.advise(notes)
    return { top: design.top, files, notes: toJson(notes) }
  })
  // The work above hardly waited: here a Ctrl-C can be heard, while nothing is written.
  await new Promise((resolve) => setImmediate(resolve))
  signal.throwIfAborted()
  if (made === undefined) {
    report.write()
    exitWith(1)
    return
  }
  writeFolder(options.out, made.files, options.force ? undefined : isOwnFile)
  report.write()
  for (const file of made.files) report.line(`${options.out.replace(/\/$/, '')}/${file.name}`)
  output.object({ out: options.out, top: made.top, files: made.files.map((file) => file.name), ...(made.notes.length === 0 ? {} : { notes: made.notes }) })
}
