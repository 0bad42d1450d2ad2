// Owns: the messages between the harness and a verilated simulator: 32-bit little-endian words, the number of those that follow first.
import { endianness } from 'node:os'

/** The class name of the verilated model. */
export const prefix = 'Vsim'

/**
 * First word after the length.
 * run: most cycles, changed mask, high mask, inputs -> done: cycles, outputs.
 * record: as run, then two more masks (changed, high) for the cycles to keep -> done: cycles, outputs, rows of (offset from this message's first cycle, outputs);
 *   it stops after the last row that fits, too (`mostRecorded`).
 * play: rows of (cycles, inputs) -> done: rows of (cycles, outputs), equal neighbours joined.
 * reset: cycles -> done. quit: the waves are closed, no reply. At the start the simulator resets itself and says done.
 */
export const operations = { run: 1, play: 2, reset: 3, quit: 4, record: 5 } as const
/**
 * failed: the number of complete cycles in two words, the line in the source, the bytes of a text, the text, the same for the name of the source, then the rows that a
 * record had kept; then the process ends.
 * What the design prints goes to the process's stderr, all of it before this.
 */
export const replies = { done: 0, failed: 1 } as const

/** Before the file of waves on the simulator's command line. */
export const wavesOption = '--waves'
/** Before the file of coverage. */
export const coverageOption = '--coverage-to'

export interface Reply { readonly kind: number; readonly body: Uint32Array }

/** Cuts a stream of bytes into replies. The machine is little-endian, as `message` makes sure. */
export class ReplyReader {
  private readonly chunks: Buffer[] = []
  private size = 0

  add(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.size += chunk.length
  }

  /** The next whole reply, if there is one. */
  next(): Reply | undefined {
    if (this.size < 4) return undefined
    if (this.chunks[0]!.length < 4) this.join()
    const bytes = 4 + 4 * this.chunks[0]!.readUInt32LE(0)
    if (this.size < bytes) return undefined
    const all = this.join()
    const body = new Uint32Array(bytes / 4 - 2)
    new Uint8Array(body.buffer).set(all.subarray(8, bytes))
    const kind = all.readUInt32LE(4)
    this.chunks.length = 0
    this.size = all.length - bytes
    if (this.size > 0) this.chunks.push(all.subarray(bytes))
    return { kind, body }
  }

  private join(): Buffer {
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    this.chunks.splice(0, this.chunks.length, all)
    return all
  }
}

/** @throws RangeError on a big-endian machine, where words would be turned round */
export function message(words: Uint32Array): Uint8Array {
  if (endianness() !== 'LE') throw new RangeError('the verilator engine runs on little-endian machines only')
  const all = new Uint32Array(words.length + 1)
  all[0] = words.length
  all.set(words, 1)
  return new Uint8Array(all.buffer)
}
