// Owns: what went wrong while a designer's file was loaded, said of the file and the line that they wrote.
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CliError } from '../failure.ts'
import { packageRoot } from '../version.ts'

/** A path as the user would write it: relative if it lies below the working directory. */
const shown = (path: string): string => {
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : near
}
const toPath = (file: string): string => (file.startsWith('file://') ? fileURLToPath(file) : file)

/** The line of the user's own code that an error comes from: the first one of its stack that belongs neither to node nor to a package. */
export function ownLine(stack: string): string | undefined {
  const own = `${packageRoot()}${sep}`
  for (const [, file = '', line, column] of stack.matchAll(/(?:at |\()((?:file:\/\/)?\/?[^\s():]*(?:\([^)]*\)[^\s():]*)*(?::[\\/][^\s():]*)?):(\d+):(\d+)\)?$/gm)) {
    if (!/^(file:\/\/|[\\/]|[A-Za-z]:)/.test(file)) continue
    const path = toPath(file)
    if (path.includes(`${sep}node_modules${sep}`) || ['rtl-gen', 'cli', 'dist'].some((room) => path.startsWith(own + room + sep))) continue
    return `${shown(path)}:${line}:${column}`
  }
  return undefined
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

/** Where a specifier is imported, by the text of the file. */
function importLine(path: string, specifier: string): string | undefined {
  try {
    const index = readFileSync(path, 'utf8').split('\n').findIndex((l) => l.includes(`'${specifier}'`) || l.includes(`"${specifier}"`))
    return index < 0 ? undefined : `${shown(path)}:${index + 1}`
  } catch {
    return undefined
  }
}

/** An error of `import()` as one of ours. `file` is what the user wrote, `path` where it is. */
export function loadFailure(error: unknown, path: string, file: string): CliError {
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? error.stack ?? '' : ''
  const refused = /CLI2024: (.*?):(\d+):(\d+): (.*)/s.exec(message)
  if (refused !== null) {
    const [, at = '', line, column, what = ''] = refused
    const help = what.includes('blanked out') ? 'write it without `enum`, `namespace`, parameter properties and `import =`: what is left when the types go must be JavaScript' : 'correct it; an editor with TypeScript shows the same'
    return new CliError('CLI2024', `${shown(at)}:${line}:${column}: ${what}`, help)
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_INVALID_MODULE_SPECIFIER', 'ERR_PACKAGE_IMPORT_NOT_DEFINED'].includes(code)) return notFound(message, path, file)
  if (error instanceof SyntaxError) {
    const absent = /requested module '([^']*)' (?:does not provide|is expected to provide) an export named '([^']*)'/.exec(message)
    // V8 says the place of a syntax error above its text.
    const [, at, line] = /^(file:\/\/\S+|\/\S+):(\d+)$/.exec(firstLine(stack)) ?? []
    const where = at === undefined ? shown(path) : `${shown(toPath(at))}:${line}`
    if (absent) return new CliError('CLI2025', `${where}: \`${absent[1]}\` exports no \`${absent[2]}\``, `correct the name; if it is a type, write: import type { ${absent[2]} }`)
    return new CliError('CLI2024', `${where}: ${firstLine(message)}`, 'correct it; an editor with TypeScript shows the same')
  }
  const where = ownLine(stack)
  const kind = error instanceof Error ? error.name : `a thrown ${typeof error}`
  return new CliError('CLI2023', `${where ?? file}: ${kind}: ${firstLine(message)}`, 'the file runs when it is loaded, and this stopped it; correct it there, or keep what is no description out of the file')
}

/** An import that leads nowhere. */
function notFound(message: string, path: string, file: string): CliError {
  const importer = /imported from (.*)$/m.exec(message)?.[1]
  const from = importer === undefined ? path : toPath(importer.trim())
  const named = /(?:Cannot find (?:module|package)|Directory import|Package subpath) '([^']*)'/.exec(message)?.[1] ?? ''
  const written = named.startsWith('/') || named.startsWith('file:') ? `./${relative(sep === '/' ? from.slice(0, from.lastIndexOf('/')) : from, toPath(named))}`.replace('./../', '../') : named
  const where = importLine(from, written) ?? shown(from)
  const help = written.startsWith('.') && !/\.m?[jt]s$/.test(written) ? `write the ending too: '${written}.ts'` : written.startsWith('.') ? `there is no such file; the path counts from ${shown(from)}` : 'install the package where the file is, or correct the name'
  return new CliError('CLI2025', `${where || file}: cannot find \`${written}\``, help)
}
