// Owns: that programs of the paper's machines and their images in commands agree: every stack, every query, every way out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRecord } from '../../../coprocessor/isa/cause.ts'
import { fieldNumber, type SlotField } from '../../../coprocessor/isa/fields.ts'
import { statusOf } from '../../../coprocessor/isa/status.ts'
import { pdaStart, runPda, type OracleFunction, type PdaInstruction, type Query, type StackName } from '../../../coprocessor/machine/o-2-pda.ts'
import type { TsInstruction } from '../../../coprocessor/machine/o-2-pda-ts.ts'
import { contentOf, runTsv, tsvStart, type TsvTrap } from '../../../coprocessor/machine/o-2-pda-tsv.ts'
import { Bench, fromHost, low, noTokens } from './bench.ts'

const yieldSymbol = 0xff
const colours = { A: 'O', B: 'P' } as const
const slotOf = { A: 0, B: 1 } as const
/** The Oracle of each stack; O-mode has the one that the slot is bound to, 0. */
const oracleOf = { A: 0, B: 63 } as const

/** The Priestess: does each instruction of the automaton by commands of a unit, and plays the host, who knows only what the link tells it. */
class Image {
  readonly #b = new Bench({ chunkBytes: 8 })
  readonly #code: readonly TsInstruction[]
  readonly #oracle: OracleFunction
  readonly #trap: number
  readonly #budget: number
  readonly #mirrors: Record<StackName, number[]> = { A: [], B: [] }
  pc = 0
  halted = false
  mode: 'P' | StackName = 'P'
  readonly traps: TsvTrap[] = []
  readonly queries: Query[] = []

  constructor(code: readonly TsInstruction[], start: Readonly<Record<StackName, readonly number[]>>, room: number, oracle: OracleFunction, trap = 0, budget = 0) {
    this.#code = code
    this.#oracle = oracle
    this.#trap = trap
    this.#budget = budget
    this.#b.boot(start.A, room)
    this.#b.open(1, low + 0x8000, start.B, room, 'P')
    this.#b.sent()
  }

  /** Room of a stack: segments end at multiples of 8. */
  room(stack: StackName): number { return this.#number(stack, 'limit') - this.#number(stack, 'top') }
  content(stack: StackName): number[] { return this.#b.history(slotOf[stack]) }

  run(fuel: number): this {
    for (let i = 0; i < fuel && !this.halted; i++) this.#step()
    return this
  }

  #step(): void {
    if (this.mode !== 'P') return this.#inOMode(this.mode)
    const at = this.#code[this.pc]
    if (at === undefined || at.op === 'halt') {
      this.halted = true
      return
    }
    const slot = slotOf[at.stack]
    switch (at.op) {
      case 'push': return this.#command('opush', slot, at.symbol) === 'room' ? this.#enters('limit') : this.#goto(this.pc + 1)
      case 'pop': {
        const top = this.content(at.stack).at(-1)
        expect(this.#command('opop', slot)).toBe(top === undefined ? 'empty' : BigInt(top))
        return this.#goto(this.pc + 1)
      }
      case 'jeq': {
        const length = this.#number(at.stack, 'top') - this.#number(at.stack, 'base')
        const jumps = length > 0 && this.#command('opeek', slot, length - 1) === BigInt(at.symbol)
        return this.#goto(jumps ? at.to : this.pc + 1)
      }
      case 'oracle': {
        expect(this.#b.command('oracle', slot, oracleOf[at.stack])).toBe('waits')
        this.#answer(at.stack)
        expect(this.#b.unit.releases()).toEqual([{ rd: 5, value: 0n }])
        const record = this.#record(slot)
        if (record.cause === 'limit') return this.#enters('limit')
        expect(record.cause === 'answer' || record.cause === 'reject').toBe(true)
        return this.#goto(record.cause === 'reject' ? at.rejected : this.pc + 1)
      }
      case 'enter': {
        if (this.#command('ostart', slot, this.#budget) === 'colour') return this.#enters('colour')
        this.mode = at.stack
      }
    }
  }

  /** One query and its answer; what a run could not pay for is seen when its next query is due. */
  #inOMode(stack: StackName): void {
    const slot = slotOf[stack]
    const queries = this.queries.length
    if (!this.#b.unit.interrupt) this.#answer(stack)
    if (!this.#b.unit.interrupt) return
    const next = decodeRecord(this.#b.unit.slot(slot).record)!
    if (next.cause === 'budget' && !next.cut && this.queries.length > queries) return
    this.mode = 'P'
    this.#enters(this.#record(slot).cause as TsvTrap)
  }

  /** The host puts the query together, asks the Oracle and answers. */
  #answer(stack: StackName): void {
    const slot = slotOf[stack]
    for (const f of this.#b.sent()) {
      const mirror = this.#mirrors[f.header.slot === 0 ? 'A' : 'B']
      if (f.kind.name !== 'abort') expect([f.kind.name, f.header.slot, f.header.oracle]).toEqual(['query', slot, oracleOf[stack]])
      mirror.length = f.header.offset
      mirror.push(...f.data)
    }
    const mirror = this.#mirrors[stack], history = [...mirror]
    const answer = this.#oracle(history)
    this.queries.push({ stack, history, answer })
    const sequence = this.#b.unit.slot(slot).sequence
    if (answer === 'reject') this.#b.frame(fromHost('reject', { slot, session: 7, sequence }))
    else {
      this.#b.answer(answer, noTokens, slot)
      mirror.push(...answer)
    }
  }

  #record(slot: number) { return decodeRecord(this.#b.command('otrap', slot) as bigint)! }
  #goto(pc: number): void { this.pc = pc }
  #enters(cause: TsvTrap): void {
    this.traps.push(cause)
    this.pc = this.#trap
  }
  #command(mnemonic: string, slot: number, rs2 = 0) {
    const rd = this.#b.command(mnemonic, slot, rs2) as bigint
    return statusOf(rd) ?? rd
  }
  #number(stack: StackName, field: SlotField): number { return Number(this.#b.command('oseg.get', slotOf[stack], fieldNumber(field))) }
}

const stack = fc.constantFrom<StackName>('A', 'B')
const symbol = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) }, { weight: 1, arbitrary: fc.constant(yieldSymbol) })
const label = fc.integer({ min: 0, max: 14 })
const plain: fc.Arbitrary<PdaInstruction> = fc.oneof(
  fc.record({ op: fc.constant('push' as const), stack, symbol }), fc.record({ op: fc.constant('pop' as const), stack }),
  fc.record({ op: fc.constant('jeq' as const), stack, symbol, to: label }), fc.record({ op: fc.constant('oracle' as const), stack, rejected: label }),
)
const contents = fc.record({ A: fc.array(symbol, { maxLength: 4 }), B: fc.array(symbol, { maxLength: 4 }) })
const oracles = fc.array(fc.option(fc.array(symbol, { maxLength: 5 }), { nil: 'reject' as const, freq: 6 }), { minLength: 1, maxLength: 7 })
  .map((table): OracleFunction => (history) => table[(history.length + history.reduce((a, b) => a + b, 0)) % table.length]!)
const fuel = 50

describe('a program of the paper and its image in commands', () => {
  it('O-2-PDA: push, pop, jeq, oracle are opush, opop, opeek, oracle', () => {
    fc.assert(fc.property(fc.array(plain, { minLength: 1, maxLength: 14 }), contents, oracles, (code, start, oracle) => {
      const paper = runPda(code, pdaStart(start), oracle, fuel)
      const image = new Image(code, start, 8 * fuel, oracle).run(fuel)
      expect([image.pc, image.halted, image.queries, { A: image.content('A'), B: image.content('B') }]).toEqual([paper.pc, paper.halted, paper.queries, paper.stacks])
      expect(image.traps).toEqual([])
    }), { numRuns: 300 })
  })

  it('O-2-PDA-TSV: with O-mode, little room and a budget', () => {
    const code = fc.array(fc.oneof<[fc.Arbitrary<TsInstruction>, fc.Arbitrary<TsInstruction>]>(plain, fc.record({ op: fc.constant('enter' as const), stack })), { minLength: 1, maxLength: 14 })
    const budgets = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined })
    fc.assert(fc.property(code, contents, oracles, label, budgets, fc.integer({ min: 0, max: 30 }), (program, start, oracle, trap, budget, room) => {
      const image = new Image(program, start, room, oracle, trap, budget ?? 0)
      // The same room in both: segments of a unit end at multiples of 8.
      const tsv = tsvStart(start, Math.max(image.room('A'), image.room('B')))
      const { A, B } = tsv.segments
      const same = { ...tsv, segments: { A: { ...A, limit: A.top + image.room('A') }, B: { ...B, limit: B.top + image.room('B') } } }
      const paper = runTsv({ code: program, colours, yieldSymbol, trap, ...(budget === undefined ? {} : { budget }) }, same, oracle, fuel)
      image.run(fuel)
      expect([image.pc, image.halted, image.mode, image.traps, image.queries]).toEqual([paper.pc, paper.halted, paper.mode, paper.traps, paper.queries])
      expect({ A: image.content('A'), B: image.content('B') }).toEqual({ A: contentOf(paper, 'A'), B: contentOf(paper, 'B') })
    }), { numRuns: 500 })
  })
})
