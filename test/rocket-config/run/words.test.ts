// Owns: the words and numbers that reports and traces are made of: places, instructions, traps, stores, what the unit waits for, the physical address of a pc.
import { describe, expect, it } from 'vitest'
import { encode, funct3 } from '../../../coprocessor/isa/instruction.ts'
import { instruction, instructions } from '../../../coprocessor/isa/table.ts'
import { encodeFrame, header, type Beat, type Frame } from '../../../coprocessor/link/codec.ts'
import { frameKinds } from '../../../coprocessor/link/frames.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import { storedBytes } from '../../../rocket-config/run/hart-events.ts'
import { imageByte } from '../../../rocket-config/run/image-memory.ts'
import { mnemonicOf, retirementLine, trapLine } from '../../../rocket-config/run/instruction-text.ts'
import { Ledger } from '../../../rocket-config/run/ledger.ts'
import { Places } from '../../../rocket-config/run/places.ts'
import { PcTranslation, walkSv39 } from '../../../rocket-config/run/translation.ts'
import { trapWords } from '../../../rocket-config/run/trap-words.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'

const image: ProgramImage = {
  entry: 0x8000_0000n, float: 'none',
  segments: [{ address: 0x8000_0000n, bytes: Uint8Array.of(1, 2, 3), size: 3n }, { address: 0x8000_1000n, bytes: Uint8Array.of(9), size: 0x100n }],
  symbols: new Map([['main', 0x8000_0100n], ['_start', 0x8000_0000n], ['also_main', 0x8000_0100n]]),
}

describe('places', () => {
  it('are the nearest symbol before, the first of several names', () => {
    const places = new Places(image)
    expect([0x8000_0000n, 0x8000_00ffn, 0x8000_0100n, 0x8000_0104n].map((pc) => places.text(pc))).toEqual([
      '0x80000000 (_start)', '0x800000ff (_start+0xff)', '0x80000100 (main)', '0x80000104 (main+0x4)',
    ])
  })

  it('are a bare number before the first symbol, behind the program, and without symbols', () => {
    const places = new Places(image)
    expect([0n, 0x7fff_ffffn, 0x8000_1100n, 0xffff_ffff_ffff_fffcn].map((pc) => places.symbol(pc))).toEqual([undefined, undefined, undefined, undefined])
    expect(places.symbol(0x8000_10ffn)).toBe('main+0xfff')
    expect(new Places({ ...image, symbols: new Map() }).text(0x8000_0000n)).toBe('0x80000000')
  })
})

describe('the trace', () => {
  it('names each of the unit\'s instructions with its registers, and nothing else that only looks like one', () => {
    for (const row of instructions) {
      const operands = ['a0', ...(row.rs1 ? ['a1'] : []), ...(row.rs2 ? ['t6'] : [])].join(', ')
      const word = encode(row, 10, 11, row.rs2 ? 31 : 0)
      expect(mnemonicOf(word)).toBe(`${row.mnemonic} ${operands}`)
      expect(mnemonicOf((word & ~0x7000 | (funct3(row) ^ 4) << 12) >>> 0)).toBeUndefined()
    }
    expect([0x0000_0073, 0x0010_0073, 0x9002, 0x3020_0073, 0x1020_0073, 0x1050_0073].map(mnemonicOf)).toEqual(['ecall', 'ebreak', 'ebreak', 'mret', 'sret', 'wfi'])
    expect(mnemonicOf(0x13)).toBeUndefined()
  })

  it('has a line an instruction, 4 digits for a short one, and a line a trap', () => {
    expect(retirementLine({ cycle: 7, pc: 0x8000_0100n, insn: 0xa001 })).toBe('        7 0000000080000100 a001    ')
    expect(retirementLine({ cycle: 1234567890, pc: 0xffff_ffc0_0000_0000n, insn: encode(instruction('oinfo'), 5, 6, 0) })).toBe('1234567890 ffffffc000000000 0003628b oinfo t0, t1')
    expect(trapLine({ cycle: 8, interrupt: false, cause: 2, epc: 0x8000_0104n }, new Places(image))).toBe('        8 0000000080000104 trap     illegal instruction (cause 2), at main+0x4')
    expect(trapLine({ cycle: 8, interrupt: true, cause: 7, epc: 0n }, new Places(image))).toBe('        8 0000000000000000 trap     timer interrupt (cause 7)')
  })

  it('says causes in words, unknown ones by number', () => {
    expect([trapWords(false, 12), trapWords(true, 12), trapWords(true, 30), trapWords(false, 24)]).toEqual([
      'fetch from a page that faults (cause 12)', 'interrupt of the Oracle unit (cause 12)', 'interrupt (cause 30)', 'exception (cause 24)',
    ])
  })
})

describe('memory', () => {
  it('holds the program at first, and zeros', () => {
    const byte = imageByte(image)
    expect([0x7fff_ffff, 0x8000_0000, 0x8000_0002, 0x8000_0003, 0x8000_1000, 0x8000_1001].map(byte)).toEqual([0, 1, 3, 0, 9, 0])
  })

  it('changes where the mask of a store says so', () => {
    const data = 0x8877_6655_4433_2211n
    expect(storedBytes({ address: 0x100, data, mask: 0xff })).toEqual([[0x100, Uint8Array.of(0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88)]])
    expect(storedBytes({ address: 0x100, data, mask: 0b1011_0001 })).toEqual([[0x100, Uint8Array.of(0x11)], [0x104, Uint8Array.of(0x55, 0x66)], [0x107, Uint8Array.of(0x88)]])
    expect(storedBytes({ address: 0x100, data, mask: 0 })).toEqual([])
  })
})

describe('the ledger', () => {
  const quiet = { exception: false, interrupt: false, busy: false }
  const command = (mnemonic: string, rd: number, rs1: bigint): CycleEvents['command'] & object =>
    ({ funct7: instruction(mnemonic).funct7, xd: true, xs1: true, xs2: true, rd, rs1, rs2: 0n, prv: 3 })
  const kind = (name: string, direction: string) => frameKinds.find((k) => k.name === name && k.direction === direction)!
  const beats = (direction: 'toHost' | 'fromHost', f: Partial<Frame> & { name: string; length?: number }): Beat[] =>
    encodeFrame({ kind: kind(f.name, direction), header: header({ slot: 1, sequence: 4, length: f.data?.length ?? 0, ...(f.tokens ? { flags: 1 } : {}) }), data: new Uint8Array(), ...f })
  function told(events: readonly Partial<CycleEvents>[]): Ledger {
    const ledger = new Ledger()
    events.forEach((e, cycle) => ledger.observe({ ...quiet, cycle, ...e }))
    return ledger
  }
  const sent = (f: Parameters<typeof beats>[1]): Partial<CycleEvents>[] => beats('toHost', f).map((toHost) => ({ toHost }))
  const got = (f: Parameters<typeof beats>[1]): Partial<CycleEvents>[] => beats('fromHost', f).map((fromHost) => ({ fromHost }))
  const start = [{ command: command('ostart', 5, 1n) }, { response: { rd: 5, data: 0n } }]
  const query = sent({ name: 'query', data: new Uint8Array(16), trailer: { first: true, last: true, cut: false } })
  const first = sent({ name: 'query', data: new Uint8Array(16), trailer: { first: true, last: false, cut: false } })

  it('says what a slot is at', () => {
    expect(told([]).waits(0)).toEqual([])
    expect(told(start).waits(100)).toEqual(['slot 1: was started and has sent nothing (since cycle 0, 100 cycles ago)'])
    expect(told([...start, ...first]).waits(10)).toEqual(['slot 1: sends its query, 16 bytes until now (since cycle 6, 4 cycles ago)'])
    expect(told([...start, ...first, ...query]).waits(20)).toEqual(['slot 1: its query is out and the host is silent (since cycle 11, 9 cycles ago)'])
    const part = got({ name: 'answer', data: new Uint8Array(3) })
    expect(told([...start, ...query, ...part]).waits(20)).toEqual(['slot 1: the host has sent 3 symbols of an answer and not its end (the last since cycle 9, 11 cycles ago)'])
    const ended = [...start, ...query, ...part, ...got({ name: 'answer', data: new Uint8Array(8), tokens: { evaluated: 0, reused: 0, history: 0 } })]
    expect(told([...ended, { interrupt: true }]).waits(20)).toEqual([
      'slot 1: its answer has ended (since cycle 14, 6 cycles ago); no record was taken since', 'the interrupt line of the unit is up: a record waits to be taken',
    ])
    expect(told(ended).counts).toEqual({ commands: 1, responses: 1, queries: 1, answers: 1, symbols: { sent: 16, received: 11 } })
  })

  it('forgets a start that was refused, and a slot whose record was taken', () => {
    expect(told([start[0]!, { response: { rd: 5, data: (1n << 64n) - 6n } }]).waits(5)).toEqual([])
    // A second start of a slot that runs is refused: the slot runs on.
    expect(told([...start, start[0]!, { response: { rd: 5, data: (1n << 64n) - 6n } }]).waits(5)).toHaveLength(1)
    const taken = told([...start, { command: command('otrap', 6, (1n << 64n) - 1n) }, { response: { rd: 6, data: 1n << 55n | 1n << 47n | 5n } }])
    expect(taken.waits(9)).toEqual([])
    expect(taken.records).toEqual([{ cause: 'yield', slot: 1, cut: false, yielded: false, appended: 5n, cycle: 3 }])
  })

  it('says which commands wait, in which register', () => {
    const ledger = told([{ command: command('owait', 10, 3n) }, { command: command('otrap', 11, (1n << 64n) - 1n) }, { command: command('oseg.get', 12, 7n) }])
    expect(ledger.waits(5)).toEqual([
      'owait 0x3 waits for its answer in a0 (since cycle 0, 5 cycles ago)', 'otrap of any slot waits for its answer in a1 (since cycle 1, 4 cycles ago)',
      'oseg.get of slot 7 waits for its answer in a2 (since cycle 2, 3 cycles ago)',
    ])
  })
})

describe('translation', () => {
  /** Three tables at pages 1, 2, 3: virtual page 0x0_0040_3005 is page 0x77, the 2 MiB at index 1 of the second table is page 0x400, the gigabyte 2 is itself. */
  const tables = new Map<number, bigint>([
    [0x1000 + 8 * 1, 2n << 10n | 1n], [0x1000 + 8 * 2, 0x80000n << 10n | 0xfn], [0x2000 + 8 * 2, 3n << 10n | 1n], [0x2000 + 8 * 1, 0x400n << 10n | 0xbn], [0x3000 + 8 * 5, 0x77n << 10n | 0xbn],
  ])
  const memory = (address: number): Uint8Array => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, tables.get(address) ?? 0n, true)
    return bytes
  }
  const page = (a: bigint, b: bigint, c: bigint): bigint => a << 30n | b << 21n | c << 12n

  it('walks three levels, and pages of 2 MiB and 1 GiB', () => {
    expect(walkSv39(1n, page(1n, 2n, 5n) | 0x123n, memory)).toBe(0x77123n)
    expect(walkSv39(1n, page(1n, 1n, 9n) | 0x8n, memory)).toBe(0x409008n)
    expect(walkSv39(1n, 0x8123_4568n, memory)).toBe(0x8123_4568n)
    expect(walkSv39(1n, page(1n, 2n, 6n), memory)).toBeUndefined()
    expect(walkSv39(1n, page(3n, 0n, 0n), memory)).toBeUndefined()
  })

  it('holds below machine mode with satp on, and is forgotten at a fence or another satp', () => {
    const layout = { top: 't', clock: 'clock', inputs: [], inputWords: 0, outputWords: 3, outputs: ['hart_privilege', 'hart_satp'].map((name, i) => ({ name, path: name, direction: 'output' as const, width: i * 64 || 2, word: i, words: i + 1 })) }
    const translation = new PcTranslation(layout, memory)
    const virtual = page(1n, 2n, 5n)
    const see = (privilege: number, mode: number, root: number, insn = 0x13): void => translation.see(Uint32Array.of(privilege, root, mode << 28), { cycle: 0, pc: virtual, insn })
    see(3, 8, 1)
    expect(translation.physical(virtual)).toBe(virtual)
    see(1, 0, 1)
    expect(translation.physical(virtual)).toBe(virtual)
    see(1, 8, 1)
    expect(translation.physical(virtual + 4n)).toBe(0x77004n)
    tables.set(0x3000 + 8 * 5, 0x88n << 10n | 0xbn)
    expect(translation.physical(virtual)).toBe(0x77000n)
    see(1, 8, 1, 0x1200_0073)
    expect(translation.physical(virtual)).toBe(0x88000n)
    see(0, 8, 3)
    expect(translation.physical(virtual)).toBeUndefined()
  })
})
