// Owns: a few shell commands on a file table in memory. It is all that an answer of an Oracle can ever reach: nothing runs on this machine.

/** Path to contents; a folder ends with `/`. */
export type FileTable = Map<string, string>

/** What the program tells the table: the date is an input, so that a run repeats itself. */
export interface Surroundings { readonly date: string }

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)
const nameOf = (path: string) => path.slice(folderOf(path).length)
/** Names without a folder are in /home. No `..`, no links: a path is what it says. */
const absolute = (path: string) => (path.startsWith('/') ? path : `/home/${path}`)

type Command = (files: FileTable, path: string | undefined, surroundings: Surroundings) => string

const commands: Readonly<Record<string, Command>> = {
  ls: (files, path = '/home') => {
    const folder = `${absolute(path).replace(/\/$/, '')}/`
    if (!files.has(folder)) return `ls: ${path}: no such folder`
    return [...files.keys()].filter((p) => p !== folder && folderOf(p) === folder).map(nameOf).sort().join(' ') || '(nothing)'
  },
  cat: (files, path = '') => files.get(absolute(path)) ?? `cat: ${path}: no such file`,
  mkdir: (files, path = '') => {
    const folder = `${absolute(path).replace(/\/$/, '')}/`
    if (files.has(folder)) return `mkdir: ${path}: it is there`
    if (!files.has(folderOf(folder))) return `mkdir: ${folderOf(folder)}: no such folder`
    files.set(folder, '')
    return 'done'
  },
  rm: (files, path = '') => {
    const file = absolute(path)
    return !file.endsWith('/') && files.delete(file) ? 'done' : `rm: ${path}: no such file`
  },
  date: (_files, path, { date }) => (path === undefined ? date : 'date: it takes nothing'),
  who: () => 'priestess',
}

/** Carries out one command. What is not known, or is more than a word and a path, is answered and changes nothing. */
export function carryOut(files: FileTable, answer: string, surroundings: Surroundings): string {
  const [name = '', path, ...more] = answer.trim().split(/\s+/)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return `there is no command ${JSON.stringify(name.slice(0, 40))}`
  if (more.length > 0 || path?.includes('..') === true || path?.startsWith('-') === true) return `${name}: one plain path, please`
  return command(files, path, surroundings)
}
