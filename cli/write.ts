// Owns: writing results: whole or not at all. Everything is made under a temporary name beside its place and renamed when it is complete.
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolders } from '../sim-harness/make-folders.ts'
import { localPlace } from '../rtl-gen/ir/place.ts'
import { CliError } from './failure.ts'

/** `name` may lie in folders, with `/`. */
export interface ResultFile { readonly name: string; readonly text: string | Uint8Array }

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full', EDQUOT: 'the disk quota is used up', EACCES: 'it may not be written', EPERM: 'it may not be written', EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is not a folder', ENOENT: 'its folder is not there', EISDIR: 'it is a folder', EEXIST: 'a file of that name is there',
}

/** A system's error while `path` was written, as ours. */
export function cannotWrite(path: string, error: unknown): CliError {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const help = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space, or write elsewhere; nothing was half-written' : 'name a place that you may write to; nothing was half-written'
  return new CliError('CLI2006', `cannot write ${path}: ${reasons[code] ?? (code || String(error))}`, help)
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory()

/** Names that `emit` gives its files: what its metadata lists beside them is not its own, and stays. */
const ownName = /^(((sv|fir)\/)?[A-Za-z0-9_]+\.(v|sv|f|fir|hex|h|json|svg|v\.map|sv\.map|cost\.txt|cost\.json)|cocotb\/(pyproject\.toml|archnights_cocotb\/(\w+\.py|py\.typed)))$/

/** The files that an earlier `emit` wrote into a folder, by metadata of that name; none when there is none. */
function earlierFiles(folder: string, metadata: string): string[] {
  try {
    const { files, artifacts } = JSON.parse(readFileSync(join(folder, metadata), 'utf8')) as { files?: unknown; artifacts?: unknown }
    const named = [files, artifacts].flatMap((list) => (Array.isArray(list) ? list as unknown[] : []))
    return named.filter((f): f is string => typeof f === 'string' && ownName.test(f) && existsSync(join(folder, f)) && lstatSync(join(folder, f)).isFile())
  } catch {
    return []
  }
}

/** Puts staged files in their places, or puts everything back as it was. */
function exchange(staged: string, folder: string, names: readonly string[], gone: readonly string[]): void {
  const aside = join(staged, 'old')
  mkdirSync(aside)
  const undo: (() => void)[] = []
  try {
    for (const name of [...names, ...gone]) {
      const place = join(folder, name)
      if (isFolder(place)) throw cannotWrite(place, { code: 'EISDIR' })
      const made = makeFolders(dirname(place))
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }))
      if (existsSync(place)) {
        makeFolders(dirname(join(aside, name)))
        renameSync(place, join(aside, name))
        undo.push(() => renameSync(join(aside, name), place))
      }
      if (!names.includes(name)) continue
      renameSync(join(staged, name), place)
      undo.push(() => rmSync(place, { force: true }))
    }
  } catch (error) {
    for (const step of undo.reverse()) step()
    throw error
  }
}

const checkPlace = (folder: string, place: string) => {
  if (existsSync(place) && !isFolder(place)) throw new CliError('CLI2006', `cannot write ${folder}: it is not a folder`, 'name a folder; it is made if it is not there')
}
/** Beside the place, or in it if it is there: so that a rename is all that is left to do. */
const stagedPlace = (place: string) => join(isFolder(place) ? place : dirname(place), `.archnights-${randomBytes(6).toString('hex')}`)

/**
 * Makes sure that files can be written into `folder` before minutes of work are spent on them. Nothing is left.
 * @throws CliError CLI2006
 */
export function checkFolder(folder: string): void {
  const place = resolve(folder)
  checkPlace(folder, place)
  let made: string | undefined
  try {
    made = makeFolders(dirname(place))
    const staged = stagedPlace(place)
    mkdirSync(staged)
    rmSync(staged, { recursive: true })
  } catch (error) {
    throw cannotWrite(folder, error)
  } finally {
    if (made !== undefined) rmSync(made, { recursive: true, force: true })
  }
}

/** Whether a file of that name with that text was written by this program. */
export type IsOwn = (name: string, text: string) => boolean

const isOthers = (place: string, name: string, isOwn: IsOwn | undefined): boolean => {
  const path = join(place, name)
  return isOwn !== undefined && existsSync(path) && statSync(path).isFile() && !isOwn(name, readFileSync(path, 'utf8'))
}

/** @throws CliError CLI2042 if somebody else's work would be written over */
function refuseOthers(place: string, folder: string, others: readonly string[]): void {
  if (others.length === 0) return
  const shown = others.slice(0, 3).map((name) => join(folder, name)).join(', '), more = others.length > 3 ? ` and ${others.length - 3} more` : ''
  const message = others.length === 1 ? `${shown} is there, and was not written by \`archnights emit\`` : `${shown}${more} are there, and were not written by \`archnights emit\``
  throw new CliError('CLI2042', message, `rename ${others.length === 1 ? 'it' : 'them'} or name another folder; --force overwrites`, {
    message, notes: others.map((name) => ({ place: localPlace(join(place, name).replaceAll('\\', '/'), name, 1, 1), text: 'this file' })),
  })
}

/**
 * Writes `files` into `folder`, which is made if it is not there; other files in it stay, but what an earlier `emit` listed in metadata of the same name and this one does not write goes.
 * With `isOwn`, files of others are not written over, and do not go.
 * @throws CliError CLI2006 or CLI2042; then the folder is as it was.
 */
export function writeFolder(folder: string, files: readonly ResultFile[], isOwn?: IsOwn): void {
  const place = resolve(folder)
  checkPlace(folder, place)
  let made: string | undefined
  let staged: string | undefined
  try {
    refuseOthers(place, folder, files.map((f) => f.name).filter((name) => isOthers(place, name, isOwn)))
    made = makeFolders(dirname(place))
    const temporary = stagedPlace(place)
    mkdirSync(temporary)
    staged = temporary
    for (const file of files) {
      makeFolders(dirname(join(staged, file.name)))
      writeFileSync(join(staged, file.name), file.text)
    }
    if (!existsSync(place)) {
      renameSync(staged, place)
      return
    }
    const names = files.map((f) => f.name)
    const before = new Set(names.filter((name) => name.endsWith('.json')).flatMap((name) => earlierFiles(place, name)))
    exchange(staged, place, names, [...before].filter((name) => !names.includes(name) && !isOthers(place, name, isOwn)))
    rmSync(staged, { recursive: true, force: true })
  } catch (error) {
    if (staged !== undefined) rmSync(staged, { recursive: true, force: true })
    if (made !== undefined) rmSync(made, { recursive: true, force: true })
    throw error instanceof CliError ? error : cannotWrite(folder, error)
  }
}

/** A file that will be written when its contents are complete. */
export interface PendingFile {
  /** Where the contents go meanwhile: an open file could be written to by a stream of the harness. */
  readonly temporary: string
  /** All of it. @throws CliError CLI2006 */
  write(contents: string | Uint8Array): void
  /** One piece more. @throws CliError CLI2006 */
  append(piece: string): void
  /** Renames it into place. @throws CliError CLI2006 */
  commit(): void
  /** Takes it away; after `commit` it does nothing. */
  discard(): void
}

/**
 * Makes sure that `path` can be written before hours of work are spent on what goes there.
 * Devices and pipes are written to directly.
 * @throws CliError CLI2006
 */
export function pendingFile(path: string): PendingFile {
  const place = resolve(path)
  if (isFolder(place)) throw new CliError('CLI2006', `cannot write ${path}: it is a folder`, 'name a file')
  const special = existsSync(place) && !statSync(place).isFile()
  const temporary = special ? place : join(dirname(place), `.${basename(place)}.${randomBytes(6).toString('hex')}`)
  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      if (!special && existsSync(temporary)) rmSync(temporary, { force: true })
      throw cannotWrite(path, error)
    }
  }
  let open = true
  if (!special) guarded(() => writeFileSync(temporary, ''))
  return {
    temporary,
    write: (contents) => guarded(() => writeFileSync(temporary, contents)),
    append: (piece) => guarded(() => appendFileSync(temporary, piece)),
    commit: () => {
      if (!special) guarded(() => renameSync(temporary, place))
      open = false
    },
    discard: () => { if (open && !special) rmSync(temporary, { force: true }) },
  }
}

/** Text that comes in small pieces; the disk wants large ones. */
export interface Pieces {
  /** @throws CliError CLI2006 */
  write(text: string): void
  /** What is left over. @throws CliError CLI2006 */
  end(): void
}
const pieceSize = 1 << 20

export function inPieces(file: PendingFile): Pieces {
  let waiting: string[] = []
  let size = 0
  const end = () => {
    if (size > 0) file.append(waiting.join(''))
    waiting = []
    size = 0
  }
  return {
    write: (text) => {
      waiting.push(text)
      size += text.length
      if (size >= pieceSize) end()
    },
    end,
  }
}
