// Owns: what went wrong while a designer's file was loaded or run, said of the file and the line that they wrote.
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DiagnosticError, nearPath, type Note } from '../../rtl-gen/diagnostics/index.ts'
import { localPlace } from '../../rtl-gen/ir/place.ts'
import { CliError } from '../failure.ts'
import { packageRoot } from '../version.ts'

const toPath = (file: string): string => (file.startsWith('file://') ? fileURLToPath(file) : file)

/** A line of a file. Where only the file is known it is its first; where V8 tells no column, 1. */
interface Spot { readonly path: string; readonly line?: number; readonly column?: number }
const shown = ({ path, line, column }: Spot): string => [nearPath(path), ...[line, column].filter((n) => n !== undefined)].join(':')
export const noteAt = ({ path, line = 1, column = 1 }: Spot, text: string): Note => ({ place: localPlace(path.replaceAll('\\', '/'), nearPath(path), line, column), text })

/** Places of a stack that lie in files, the innermost first; `own`: those of this package. */
function* framesOf(stack: string): Generator<Required<Spot> & { readonly own: boolean }> {
  const own = `${packageRoot()}${sep}`
  for (const [, file = '', line, column] of stack.matchAll(/(?:at |\()((?:file:\/\/)?\/?[^\s():]*(?:\([^)]*\)[^\s():]*)*(?::[\\/][^\s():]*)?):(\d+):(\d+)\)?$/gm)) {
    if (!/^(file:\/\/|[\\/]|[A-Za-z]:)/.test(file)) continue
    const path = toPath(file)
    yield { path, line: Number(line), column: Number(column), own: ['rtl-gen', 'cli', 'dist', 'sim-harness', 'coprocessor', 'rocket-config'].some((room) => path.startsWith(own + room + sep)) }
  }
}
const stackOf = (error: unknown): string => (error instanceof Error ? error.stack ?? '' : '')
const inPackage = (path: string): boolean => path.includes(`${sep}node_modules${sep}`)
/** The lines of the user's own code in a stack: those that belong neither to node nor to a package. */
const ownFrames = (stack: string): Required<Spot>[] => [...framesOf(stack)].filter((f) => !f.own && !inPackage(f.path))

/** The line of the user's own code that an error comes from. */
export function ownLine(stack: string): string | undefined {
  const [first] = ownFrames(stack)
  return first === undefined ? undefined : shown(first)
}

/** Does an error come from this package, with nothing of the user's below it? */
export function isOwnFault(error: unknown): boolean {
  const frames = [...framesOf(stackOf(error))]
  return frames[0]?.own === true && frames.every((f) => f.own || inPackage(f.path))
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
/** `TypeError: x is undefined`; of what is no error, what it is. */
const inWords = (error: unknown): string => `${error instanceof Error ? error.name : `a thrown ${typeof error}`}: ${firstLine(messageOf(error))}`

/** Where in the text of a file something stands first. */
function find(path: string, what: RegExp | string): Spot | undefined {
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    const columns = lines.map((l) => (typeof what === 'string' ? l.indexOf(what) : l.search(what)))
    const index = columns.findIndex((c) => c >= 0)
    return index < 0 ? undefined : { path, line: index + 1, column: columns[index]! + 1 }
  } catch {
    return undefined
  }
}
const importOf = (path: string, specifier: string): Spot | undefined => find(path, `'${specifier}'`) ?? find(path, `"${specifier}"`)

const loadHelp = 'the file runs when it is loaded, and this stopped it; correct it there, or keep what is no description out of the file'

/** One of ours at a line: the message begins with it, and findings have it as their place. `from`: the file that was named, where it is another one. */
function at(code: 'CLI2023' | 'CLI2043' | 'CLI2024' | 'CLI2025', spot: Spot, remark: string, message: string, help: string, from: string, more: readonly Note[] = []): CliError {
  const named = spot.path === from ? [] : [noteAt({ path: from }, 'the file that was named: it leads there')]
  return new CliError(code, `${shown(spot)}: ${message}`, help, { message, notes: [noteAt(spot, remark), ...more, ...named] })
}

/** An error of `import()` of the file at `path` as one of ours. */
export function loadFailure(error: unknown, path: string): CliError {
  const message = messageOf(error), stack = stackOf(error)
  const refused = /CLI2024: (.*?):(\d+):(\d+): (.*)/s.exec(message)
  if (refused !== null) {
    const [, file = '', line, column, what = ''] = refused
    const help = what.includes('blanked out') ? 'write it without `enum`, `namespace`, parameter properties and `import =`: what is left when the types go must be JavaScript' : 'correct it; an editor with TypeScript shows the same'
    return at('CLI2024', { path: file, line: Number(line), column: Number(column) }, 'here', what, help, path)
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_INVALID_MODULE_SPECIFIER', 'ERR_PACKAGE_IMPORT_NOT_DEFINED'].includes(code)) return notFound(message, path)
  if (error instanceof SyntaxError) {
    const absent = /requested module '([^']*)' (?:does not provide|is expected to provide) an export named '([^']*)'/.exec(message)
    // V8 says the place of a syntax error above its text.
    const [, file, line] = /^(file:\/\/\S+|\/\S+):(\d+)$/.exec(firstLine(stack)) ?? []
    const spot: Spot = file === undefined ? { path } : { path: toPath(file), line: Number(line) }
    if (absent) return at('CLI2025', spot, 'imported here', `\`${absent[1]}\` exports no \`${absent[2]}\``, `correct the name; if it is a type, write: import type { ${absent[2]} }`, path)
    return at('CLI2024', spot, 'here', firstLine(message), 'correct it; an editor with TypeScript shows the same', path)
  }
  return userFailure(error, path) ?? at('CLI2023', { path }, 'the file', inWords(error), loadHelp, path)
}

/** An error that the user's own lines lead to: while the file at `path` is loaded, or without one while the design is built. Undefined if there is none of their lines in its stack. */
export function userFailure(error: unknown, path?: string): CliError | undefined {
  const frames = ownFrames(stackOf(error)), [first] = frames
  if (first === undefined) return undefined
  const endless = error instanceof RangeError && /call stack/i.test(error.message) ? again(frames) : undefined
  if (endless !== undefined) return endless
  const early = error instanceof ReferenceError ? /^Cannot access '(.*)' before initialization$/.exec(error.message)?.[1] : undefined
  const made = early === undefined ? undefined : find(first.path, new RegExp(`\\b(?:const|let|class)\\s+${early.replaceAll('$', '\\$')}(?![\\w$])`))
  const stops = path === undefined ? 'the body of a module runs when the design is built, and this stopped it; correct it there' : loadHelp
  const help = early === undefined ? stops : `make \`${early}\` above the line that wants it; a module cannot contain itself, nor what contains it`
  return at(path === undefined ? 'CLI2043' : 'CLI2023', first, 'thrown here', inWords(error), help, path ?? first.path, made === undefined ? [] : [noteAt(made, `\`${early}\` is made here`)])
}

/** The call that comes back to itself, and the first one of all. */
function again(frames: readonly Required<Spot>[]): CliError | undefined {
  const times = new Map<string, number>()
  for (const f of frames) times.set(shown(f), (times.get(shown(f)) ?? 0) + 1)
  const most = Math.max(...times.values()), call = frames.find((f) => times.get(shown(f)) === most), first = frames.at(-1)
  if (most < 2 || call === undefined || first === undefined) return undefined
  const message = 'functions call each other without end: a module that contains itself has no end either'
  return new CliError('CLI2040', `${shown(call)}: ${message}`, 'let the function end: for the smallest size it makes a module without instances', {
    message, notes: [noteAt(call, 'called again and again'), noteAt(first, 'called first')],
  })
}

/** What fails in the file at `path` while nobody waits for it. */
export function lateFailure(error: unknown, what: string, path: string): CliError {
  const help = what.startsWith('a promise') ? 'wait for it with await at the top of the file, or give it a catch' : 'keep timers and handlers of events out of the file, or catch the error in them'
  const [found] = error instanceof DiagnosticError ? error.diagnostics : [], [own] = ownFrames(stackOf(error)), spot: Spot = own ?? { path }
  const message = `${what}: ${found === undefined ? inWords(error) : `${found.code}: ${found.message}`}`
  const notes = found === undefined ? [noteAt(spot, own === undefined ? 'in this file, or in one that it imports' : 'it comes from here')] : found.notes
  return new CliError('CLI2041', `${shown(spot)}: ${message}`, help, { message, notes: own === undefined || own.path === path ? notes : [...notes, noteAt({ path }, 'the file that was named: it leads there')] })
}

/** An import that leads nowhere. */
function notFound(message: string, path: string): CliError {
  const importer = /imported from (.*)$/m.exec(message)?.[1]
  const from = importer === undefined ? path : toPath(importer.trim())
  const named = /(?:Cannot find (?:module|package)|Directory import|Package subpath) '([^']*)'/.exec(message)?.[1] ?? ''
  const written = named.startsWith('/') || named.startsWith('file:') ? `./${relative(sep === '/' ? from.slice(0, from.lastIndexOf('/')) : from, toPath(named))}`.replace('./../', '../') : named
  const spot = importOf(from, written) ?? { path: from }
  const help = written.startsWith('.') && !/\.m?[jt]s$/.test(written) ? `write the ending too: '${written}.ts'` : written.startsWith('.') ? `there is no such file; the path counts from ${nearPath(from)}` : 'install the package where the file is, or correct the name'
  return at('CLI2025', spot, 'imported here', `cannot find \`${written}\``, help, path)
}
