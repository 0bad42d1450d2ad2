// Owns: where in the user's source a piece of the design was written.

/** A position in TypeScript source. `file` is relative to the nearest package.json, with `/` between folders; line and column count from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * A position that also knows where its file lies on this machine, which only messages ask for: copies, JSON and emitted text have the plain position,
 * so nothing that is written depends on where a package lies.
 */
class LocalPlace implements Place {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly #path: string
  constructor(path: string, file: string, line: number, column: number) {
    this.file = file
    this.line = line
    this.column = column
    this.#path = path
  }
  static pathOf(p: Place): string | undefined { return p instanceof LocalPlace ? p.#path : undefined }
}
/** A position in the file at `path` (absolute, with `/`), which designs know as `file`. */
export const localPlace = (path: string, file: string, line: number, column: number): Place => new LocalPlace(path, file, line, column)
/** Where the file lies on this machine; undefined for a position that came out of data. */
export const pathOf = (p: Place): string | undefined => LocalPlace.pathOf(p)

/** The place of a node that no user wrote (made by a pass and kept out of messages). */
export const nowhere: Place = { file: '', line: 0, column: 0 }
