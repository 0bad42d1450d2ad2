// Owns: where in the user's source a piece of the design was written.

/** A position in TypeScript source. `file` is relative to the nearest package.json, with `/` between folders; line and column count from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The place of a node that no user wrote (made by a pass and kept out of messages). */
export const nowhere: Place = { file: '', line: 0, column: 0 }
