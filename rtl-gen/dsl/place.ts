// Owns: where in the user's source a call into this library stands.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localPlace, nowhere } from '../ir/place.ts'
import type { Place } from '../ir/place.ts'

/** Frames that are looked through for the first one outside of the library; its own calls are never nested deeper. */
const frames = 8
const toPath = (file: string): string => (file.startsWith('file://') ? fileURLToPath(file) : file).replaceAll('\\', '/')
/** The parts of the library whose calls are looked through; the modules in `lib` are written like a user's. */
const library = `${dirname(dirname(toPath(import.meta.url)))}/`, inside = /^(dsl|sim|simulate|host-values|waves|coverage)[/.]/
const isLibrary = (path: string, parts = inside): boolean => path.startsWith(library) && parts.test(path.slice(library.length))

/**
 * The place of the call into the library that is being carried out. Cheap: the stack is only kept, and turned into a
 * position when one is read (measured: 6-10 us against 20-29 us for a stack's text). `depth`: frames to look through, where calls nest deeper.
 */
export function place(depth: number = frames): Place {
  return new SourcePlace(depth, place)
}

/** As `place`, for a function of `lib`: the call into it. */
export function placeOfUser(depth: number = frames): Place { return new SourcePlace(depth, placeOfUser, /^lib\//) }

class SourcePlace implements Place {
  #held: { stack?: unknown } | undefined
  #place: Place | undefined
  readonly #past: RegExp | undefined
  constructor(depth: number, asked: () => Place, past?: RegExp) {
    this.#past = past
    this.#held = {}
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = depth
    Error.captureStackTrace(this.#held, asked)
    Error.stackTraceLimit = limit
  }
  get file(): string { return this.read().file }
  get line(): number { return this.read().line }
  get column(): number { return this.read().column }
  read(): Place {
    if (this.#held) {
      this.#place = resolve(this.#held, this.#past)
      this.#held = undefined
    }
    return this.#place!
  }
}

/** Where an error was thrown: the first frame outside of the library. */
export const placeOf = (error: Error): Place => resolve(error)

/** The call that stands in the innermost getter that is being read; that of `place` if there is none. */
export function placeInGetter(): Place {
  const error = new Error()
  return resolve(error, undefined, true)
}

/** The place as plain data. */
export const plain = (p: Place): Place => (p instanceof SourcePlace ? p.read() : p)

/** V8 asks `prepareStackTrace` when `stack` is first read, so it is replaced for that moment only. `getter`: the innermost frame of one, if there is one. */
function resolve(held: { stack?: unknown }, past?: RegExp, getter = false): Place {
  const before = Error.prepareStackTrace
  let found: Place = nowhere
  Error.prepareStackTrace = (_, sites) => {
    const getters = getter ? sites.filter(s => s.getFunctionName()?.startsWith('get ')) : []
    for (const site of getters.length > 0 ? getters : sites) {
      const named = fileOf(site.getFileName())
      if (named === undefined || past && isLibrary(named.path, past)) continue
      found = localPlace(named.path, named.file, site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1)
      break
    }
    return ''
  }
  try { void held.stack } finally { Error.prepareStackTrace = before }
  return found
}

const files = new Map<string, { readonly path: string; readonly file: string } | undefined>()
/** Where a file lies, and how it is named in designs; undefined for the library itself and for what belongs to node. Files are few, frames are many. */
function fileOf(file: string | null | undefined): { readonly path: string; readonly file: string } | undefined {
  if (!file || file.startsWith('node:')) return undefined
  if (!files.has(file)) {
    const path = toPath(file)
    files.set(file, isLibrary(path) ? undefined : { path, file: shorten(path) })
  }
  return files.get(file)
}

const roots = new Map<string, string>()
/** The nearest folder upwards that holds a package.json; the topmost one if none does. */
function rootOf(folder: string): string {
  const known = roots.get(folder)
  if (known !== undefined) return known
  const up = dirname(folder)
  const root = up === folder || existsSync(`${folder}/package.json`) ? folder : rootOf(up)
  roots.set(folder, root)
  return root
}

/** Relative to the package, and as written: what was built into `dist` is named by its source. */
function shorten(path: string): string {
  const root = rootOf(dirname(path))
  const inside = path.slice(root.endsWith('/') ? root.length : root.length + 1)
  return inside.startsWith('dist/') ? inside.slice(5).replace(/\.js$/, '.ts') : inside
}
