// Owns: what tests look at in a refusal: its code, the files of its places, and the remedy.
import { DiagnosticError } from '../../../rtl-gen/index.ts'

export interface Refusal { readonly code: string; readonly message: string; readonly help: string; readonly places: readonly string[]; readonly lines: readonly number[] }

/** The one finding that `work` throws; throws itself if there is none. `places`: the files, each once. */
export function codeOf(work: () => unknown): Refusal {
  try {
    work()
  } catch (e) {
    if (!(e instanceof DiagnosticError)) throw e
    const [d] = e.diagnostics
    return { code: d!.code, message: d!.message, help: d!.help, places: [...new Set(d!.notes.map(n => n.place.file))], lines: d!.notes.map(n => n.place.line) }
  }
  throw new Error('nothing was refused')
}
