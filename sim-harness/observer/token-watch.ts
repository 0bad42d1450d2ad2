// Owns: M4 of the properties: on append-only runs whose records end with the yield symbol, the Oracle side evaluates each token of the history once.
import type { Tokens } from '../../coprocessor/link/codec.ts'
import type { Cause } from '../../coprocessor/isa/cause.ts'

interface Sum { evaluated: number }

/**
 * For an Oracle that keeps every state of a history (Prop. 4.10); one that does not breaks it and is right all the same, so a bench asks for this watch
 * (`tokens` of the observer's options). Slots whose history was rewritten, moved back or taken from a fork, that cast votes, or whose answers ended otherwise than by
 * a yield symbol, are watched no more until they are opened anew.
 */
export class TokenWatch {
  readonly #sums = new Map<number, Sum | undefined>()

  opened(slot: number): void { this.#sums.set(slot, { evaluated: 0 }) }
  /** The history was changed other than by appending. */
  rewrote(slot: number): void { this.#sums.set(slot, undefined) }
  /** A record was taken. */
  trapped(slot: number, cause: Cause, yielded: boolean): void {
    if (cause !== 'yield' && !(cause === 'answer' && yielded)) this.rewrote(slot)
  }

  /** An answer ended that the unit took. @returns what is wrong */
  answered(slot: number, { evaluated, history }: Tokens): string | undefined {
    const sum = this.#sums.get(slot)
    if (sum === undefined) return undefined
    sum.evaluated += evaluated
    return sum.evaluated === history ? undefined : `M4: ${sum.evaluated} tokens were evaluated since slot ${slot} was opened, its history has ${history}`
  }
}
