// Owns: a designer's own module, out of a file: `FILE` or `FILE#export`.
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DiagnosticError } from '../rtl-gen/diagnostics/index.ts'
import { isDeclaration } from '../rtl-gen/dsl/describe.ts'
import type { Decls, Module } from '../rtl-gen/dsl/index.ts'
import { CliError } from './failure.ts'
import { loadFailure } from './user-code/load-failure.ts'
import { acceptUserCode } from './user-code/register.ts'
import { running } from './user-code/running.ts'

/** `FILE#export` in its two parts; a file whose name holds a `#` is found too. */
export function splitSpec(spec: string): { readonly file: string; readonly name?: string } {
  const at = spec.lastIndexOf('#')
  return at < 0 || existsSync(spec) ? { file: spec } : { file: spec.slice(0, at), name: spec.slice(at + 1) }
}

const isModule = (v: unknown): v is Module<Decls> =>
  typeof v === 'object' && v !== null && 'name' in v && typeof v.name === 'string' && 'body' in v && typeof v.body === 'function'
  && 'ports' in v && typeof v.ports === 'object' && v.ports !== null && Object.values(v.ports).every(isDeclaration)

/**
 * The module that a file exports. `.ts` and `.mts` run with their types blanked out, so places in messages are those of the file; `.js` and `.mjs` as they are.
 * `archnights/rtl-gen` means the package that runs, wherever the file lies. Without `#export` the file has to export one module.
 *
 *     const counter = await loadModule('examples/language/counter.ts#counter')
 *
 * @throws CliError CLI2005 no such file, CLI2020 to CLI2025, CLI2040 and CLI2041 what else is wrong with the file or the name
 * @throws DiagnosticError what the language finds while the file runs
 */
export async function loadModule(spec: string): Promise<Module<Decls>> {
  const { file, name } = splitSpec(spec)
  const path = resolve(file)
  if (!existsSync(path)) throw new CliError('CLI2005', `cannot read ${file}: it is not there`, 'give the path of a file that exports a module: FILE or FILE#export')
  if (!statSync(path).isFile()) throw new CliError('CLI2005', `cannot read ${file}: it is no file`, 'give the path of a file that exports a module: FILE or FILE#export')
  if (!/\.m?[jt]s$/.test(path)) throw new CliError('CLI2024', `${file} is no file that a module can be loaded from`, 'modules are written in .ts, .mts, .js or .mjs files')
  acceptUserCode()
  let exported: Readonly<Record<string, unknown>>
  try {
    exported = await running(path, () => import(pathToFileURL(path).href) as Promise<Record<string, unknown>>)
  } catch (error) {
    throw error instanceof DiagnosticError || error instanceof CliError ? error : loadFailure(error, path)
  }
  return choose(exported, file, name)
}

/** The module of that name, or the only one. */
function choose(exported: Readonly<Record<string, unknown>>, file: string, name: string | undefined): Module<Decls> {
  const modules = Object.entries(exported).filter(([, value]) => isModule(value)).map(([key]) => key).sort()
  const there = modules.length === 0 ? `${file} exports no module` : `the modules of ${file} are ${modules.map((m) => `#${m}`).join(', ')}`
  if (name !== undefined) {
    if (!Object.hasOwn(exported, name)) throw new CliError('CLI2020', `${file} exports no \`${name}\``, modules.length === 0 ? exportOne(exported) : there)
    const value = exported[name]
    if (isModule(value)) return value
    if (typeof value === 'function') throw new CliError('CLI2022', `\`${name}\` of ${file} is a function, not a module`, callIt(name))
    throw new CliError('CLI2022', `\`${name}\` of ${file} is not a module`, modules.length === 0 ? exportOne(exported) : there)
  }
  // One module under two names is one.
  const different = new Set(modules.map((key) => exported[key]))
  if (different.size === 1) return exported[modules[0]!] as Module<Decls>
  if (different.size > 1) throw new CliError('CLI2021', `${file} exports ${different.size} modules: ${modules.join(', ')}`, `say which: ${file}#${modules[0]}`)
  const functions = Object.keys(exported).filter((key) => typeof exported[key] === 'function').sort()
  if (functions.length > 0) throw new CliError('CLI2022', `${file} exports no module, only functions: ${functions.join(', ')}`, callIt(functions[0]!))
  throw new CliError('CLI2020', `${file} exports no module`, exportOne(exported))
}

const callIt = (name: string): string => `if it makes modules, export one that it has made: export const made = ${name === 'default' ? 'make' : name}('made', uint(8))`
const exportOne = (exported: object): string =>
  `export one: export const counter = module('counter', { ... }, ...)${Object.keys(exported).length === 0 ? '' : `; the exports are ${Object.keys(exported).sort().join(', ')}`}`
