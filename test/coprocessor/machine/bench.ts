// Owns: a unit model on a table: memory, commands by name, a host that answers in frames.
import { funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction, instructions } from '../../../coprocessor/isa/table.ts'
import { encodeFrame, header, type Frame, type Header, type Tokens } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import { answerOffset } from '../../../coprocessor/machine/slot-run.ts'
import { UnitModel } from '../../../coprocessor/machine/unit-model.ts'
import { parameters, type Parameters } from '../../../coprocessor/parameters.ts'

export const low = 0x8000_0000
export const kind = (name: string) => frameKinds.find((k) => k.direction === 'fromHost' && k.name === name)!
export const fromHost = (name: string, head: Partial<Header>, data: readonly number[] = [], tokens?: Tokens): Frame =>
  ({ kind: kind(name), header: header(head), data: Uint8Array.from(data), ...(tokens ? { tokens } : {}) })

export class Bench {
  readonly memory = new Uint8Array(1 << 16)
  readonly unit: UnitModel
  constructor(given: Partial<Parameters> = {}) {
    const memory = this.memory
    this.unit = new UnitModel({
      parameters: parameters(given), also: instructions.map((i) => i.mnemonic),
      memory: { read: (a, n) => memory.slice(a - low, a - low + n), write: (a, bytes) => memory.set(bytes, a - low) },
    })
  }

  command(mnemonic: string, rs1: number | bigint, rs2: number | bigint = 0n): bigint | 'waits' | undefined {
    const row = instruction(mnemonic)
    const f3 = funct3(row)
    return this.unit.command({ funct7: row.funct7, xd: true, xs1: (f3 & 2) !== 0, xs2: (f3 & 1) !== 0, rs1: BigInt(rs1), rs2: BigInt(rs2), prv: 3, rd: 5 })
  }

  /** Entry, Oracles, window, session 7, and slot 0 (colour O) with this history and room. */
  boot(history: readonly number[], room: number): this {
    this.command('oentry', 4)
    this.command('oauto', 1)
    this.command('owindow', low, low + 0x10000)
    this.hello(7)
    this.open(0, low, history, room)
    return this
  }

  open(slot: number, base: number, history: readonly number[], room: number, colour: 'O' | 'P' = 'O'): void {
    this.command('oseg.open', BigInt(base) | (colour === 'O' ? 1n : 0n), BigInt(Math.ceil((history.length + room) / 8) * 8) << 8n | BigInt(slot))
    this.write(base, history)
    this.command('oseg.top', slot, base + history.length)
  }

  write(address: number, bytes: readonly number[]): void { this.memory.set(bytes, address - low) }
  hello(session: number): void { this.frame(fromHost('hello', { session })) }
  frame(f: Frame): void { for (const beat of encodeFrame(f)) this.unit.receive(beat) }

  /** All frames that the unit sends now. */
  sent(): Frame[] {
    const frames: Frame[] = []
    for (let f = this.unit.send(); f !== undefined; f = this.unit.send()) frames.push(f)
    return frames
  }

  /** A chunk of an answer to the query of slot `slot`; with tokens the answer ends. */
  answer(symbols: readonly number[], tokens?: Tokens, slot = 0): void {
    const s = this.unit.slot(slot)
    this.frame(fromHost('answer', { slot, session: this.unit.session, sequence: s.sequence, length: symbols.length, offset: s.run?.phase === 'awaiting' ? answerOffset(s) : s.top - s.base, flags: tokens ? 1 : 0 }, symbols, tokens))
  }

  history(slot = 0): number[] {
    const s = this.unit.slot(slot)
    return [...this.memory.slice(s.base - low, s.top - low)]
  }
}

export const noTokens: Tokens = { evaluated: 0, reused: 0, history: 0 }
