// Owns: what the program prints: to stdout as it comes, or kept for the JSON object; never in the middle of the progress line.
import type { Progress } from '../output.ts'

export interface ProgramConsole {
  /** Bytes in the order in which the program wrote them. */
  write(bytes: Uint8Array): void
  /** The next word of the program would not stand at the start of a line. */
  readonly inLine: boolean
  /** All of it, where it was kept. Bytes that are no UTF-8 stand as U+FFFD. */
  text(): string
}

const newline = 0x0a

/** `keep`: nothing is printed. */
export function programConsole(keep: boolean, progress: Progress): ProgramConsole {
  const kept: Uint8Array[] = []
  let inLine = false
  return {
    write: (bytes) => {
      if (bytes.length === 0) return
      inLine = bytes.at(-1) !== newline
      if (keep) {
        kept.push(bytes.slice())
        return
      }
      // On a terminal both are one screen: the progress line goes before words come, and does not come back behind half a line.
      progress.hide(!inLine)
      process.stdout.write(Buffer.from(bytes))
    },
    get inLine() { return inLine },
    text: () => Buffer.concat(kept).toString('utf8'),
  }
}
