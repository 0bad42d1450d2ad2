// Owns: the text of an answer as it comes in pieces: where its first yield stands, and the symbols that it is in the end.
import type { Symbols } from '../history/records.ts'
import { escapedBytes } from '../history/escape.ts'
import { ServerFailure } from '../http/failure.ts'
import { joined } from '../slot-mirror.ts'

export class AnswerText {
  readonly #stop: string
  readonly #most: number
  readonly #parts: string[] = []
  /** The last characters of the text, one fewer than the yield has. */
  #tail = ''
  #length = 0
  /** The first yield was found; the text ends before it. */
  yielded = false

  /** @param most bytes of the text */
  constructor(stop: string, most: number) {
    this.#stop = stop
    this.#most = most
  }

  /** UTF-16 units so far. */
  get length(): number { return this.#length }

  /** More text; nothing is added behind a yield. @throws ServerFailure E_TOOBIG */
  add(text: string): void {
    if (this.yielded || text === '') return
    const seen = this.#tail + text
    const at = seen.indexOf(this.#stop)
    this.#parts.push(text)
    this.#length += text.length
    if (at >= 0) {
      this.yielded = true
      this.#length += at - seen.length
    }
    if (this.#length > this.#most) throw this.#tooBig()
    this.#tail = this.#stop.length > 1 ? seen.slice(1 - this.#stop.length) : ''
  }

  /**
   * The text before the yield as UTF-8, half a surrogate pair as U+FFFD. A byte that is a mark or the yield symbol, which UTF-8 has only where the generator was given unusual symbols, becomes
   * U+E000 + byte: no text forges a record.
   * @throws ServerFailure E_TOOBIG
   */
  bytes(symbols: Symbols): Uint8Array {
    const bytes = Buffer.from(this.#parts.join('').slice(0, this.#length), 'utf8')
    if (bytes.length > this.#most) throw this.#tooBig()
    const reserved = [symbols.yieldSymbol, ...symbols.marks]
    if (!reserved.some((b) => bytes.includes(b))) return Uint8Array.from(bytes)
    return joined(Array.from(bytes, (b) => (reserved.includes(b) ? Buffer.from(escapedBytes([b])) : Uint8Array.of(b))))
  }

  #tooBig(): ServerFailure { return new ServerFailure('E_TOOBIG', `the answer has more than ${this.#most} bytes`) }
}
