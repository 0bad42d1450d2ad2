// Owns: how messages name a file: by the way to it from the current folder if it lies below that, else by its whole path.
import { isAbsolute, relative } from 'node:path'
import { pathOf, type Place } from '../ir/place.ts'

/** An absolute path as messages show it, with `/` between folders. */
export function nearPath(path: string): string {
  const near = relative(process.cwd(), path).replaceAll('\\', '/')
  return near === '' || near === '..' || near.startsWith('../') || isAbsolute(near) ? path : near
}

/** The file of a position as messages show it. A position that came out of data keeps the name that stands there. */
export function shownFile(p: Place): string {
  const path = pathOf(p)
  return path === undefined ? p.file : nearPath(path)
}
