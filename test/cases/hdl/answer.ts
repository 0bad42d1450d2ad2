// Owns: what is given for a case: a description in the language, what is documented where the case leaves it open, and what else its note asks.
import type { Design, Module } from '../../../rtl-gen/index.ts'
import type { SourceFile } from '../../support/lint-verilog.ts'
import type { Numbers } from './load.ts'

/** A mistake that the language refuses: the code that it must get, and words of its message. */
export interface Refusal { readonly code: string; readonly says: string; readonly by: () => unknown }

export interface Answer {
  /** The descriptions (mostly one); ports are named as the case names them, except for those in `names`. */
  readonly modules?: readonly Module<any>[]
  /** Ports of the case to ports and resets of the emitted text (several: with a blank between them). */
  readonly names?: Readonly<Record<string, string>>
  /** For columns with nulls: the whole column, as the language documents it. */
  readonly documented?: Readonly<Record<string, readonly bigint[]>>
  /** Rows in which the reference module gives what the language documents too; absent: all. */
  readonly asReference?: (row: Numbers, out: string) => boolean
  /** Rows that may follow those of the case at random; absent: all. */
  readonly allowed?: (row: Numbers) => boolean
  /** Verilog that the emitted text is compiled with: black boxes. The built-in simulator has a model, or refuses. */
  readonly beside?: readonly SourceFile[]
  /** Why the built-in simulator does not run it; it must refuse it with RTL6001. */
  readonly outside?: string
  readonly refused?: readonly Refusal[]
  /** What else the note asks: of the design, or of anything; runs with the case's test. */
  readonly check?: (design: Design) => void | Promise<void>
  /** For the table: how it passes where that is not simply `value`. */
  readonly how?: string
}
export type Answers = Readonly<Record<string, Answer>>
