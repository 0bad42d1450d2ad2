// Owns: how node loads a designer's own files while a command runs: types are blanked out in place, and `archnights/...` is the package that runs.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { blankSourceFile } from 'ts-blank-space'
import ts from 'typescript'

/** `archnights/rtl-gen` and its like, each with the URL of what it means here. */
let parts = {}
export const initialize = (data) => { parts = data.parts }

const isOwn = (url, ending) => url.startsWith('file:') && ending.test(new URL(url).pathname) && !url.includes('/node_modules/')
const isTypeScript = (url) => isOwn(url, /\.m?ts$/)

/** A file that cannot be run as it stands, as an error whose text says all: of an error only that goes through to the other thread, where `emit` takes it apart again. */
const refuse = (path, source, position, message) => {
  const { line, character } = source.getLineAndCharacterOfPosition(position)
  return new SyntaxError(`CLI2024: ${path}:${line + 1}:${character + 1}: ${message}`)
}

export async function resolve(specifier, context, next) {
  // Without the package's own parts a design would be made of another copy's values.
  if (Object.hasOwn(parts, specifier)) return { url: parts[specifier], shortCircuit: true }
  try {
    return await next(specifier, context)
  } catch (error) {
    // `./x.js` beside `x.ts` is how TypeScript's own resolution has it.
    const missing = typeof error?.url === 'string' ? /^(.*)\.(m?)js$/.exec(error.url) : null
    if (missing === null || !isTypeScript(`${missing[1]}.${missing[2]}ts`)) throw error
    return await next(`${missing[1]}.${missing[2]}ts`, context)
  }
}

/** The text of a file, taken apart; what cannot be is said with its place, as node itself does not always. */
async function parsed(path, kind) {
  const source = ts.createSourceFile(path, await readFile(path, 'utf8'), { languageVersion: ts.ScriptTarget.ESNext, impliedNodeFormat: ts.ModuleKind.ESNext }, false, kind)
  const [wrong] = source.parseDiagnostics
  if (wrong !== undefined) throw refuse(path, source, wrong.start, ts.flattenDiagnosticMessageText(wrong.messageText, ' '))
  return source
}

export async function load(url, context, next) {
  if (isOwn(url, /\.m?js$/)) await parsed(fileURLToPath(url), ts.ScriptKind.JS)
  if (!isTypeScript(url)) return await next(url, context)
  const path = fileURLToPath(url)
  const source = await parsed(path, ts.ScriptKind.TS)
  let kept
  const text = blankSourceFile(source, (node) => { kept ??= node })
  if (kept !== undefined) {
    const words = kept.getText(source).split('\n')[0].slice(0, 60)
    throw refuse(path, source, kept.getStart(source), `\`${words}\` is not only a type: it would have to be translated, and types are only blanked out`)
  }
  return { format: 'module', shortCircuit: true, source: text }
}
