// Owns: tests of the memory model: values, latency, order, and what it refuses.
import { describe, expect, test } from 'vitest'
import { ByteMemory } from '../../../sim-harness/memory/byte-memory.ts'
import { idealMemory, MemoryPort, randomMemory } from '../../../sim-harness/memory/memory-port.ts'
import { Gate } from '../../../sim-harness/memory/random.ts'

const low = 0x8000_0000
const fresh = (): ByteMemory => new ByteMemory(low, low + 0x10000)
const size = { byte: 0, half: 1, word: 2, double: 3 }

describe('bytes', () => {
  test('what was written is read, across pages; the rest is zero', () => {
    const memory = fresh()
    memory.write(low + 4090, Uint8Array.from({ length: 12 }, (_, i) => i + 1))
    expect([...memory.read(low + 4088, 16)]).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0])
  })

  test('outside there is nothing', () => {
    expect(() => fresh().read(low - 1, 2)).toThrow('is not in the memory')
    expect(() => fresh().write(low + 0xffff, Uint8Array.of(1, 2))).toThrow('is not in the memory')
  })
})

describe('ideal', () => {
  test('an answer comes two cycles later, loads right-justified, stores from the lane of their address', () => {
    const memory = fresh(), port = new MemoryPort(memory, idealMemory)
    memory.write(low, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0xf8))
    port.accept(10, low, 3, false, size.double, 0, 0)
    port.accept(11, low + 7, 4, false, size.byte, 0, 0)
    expect(port.answer(11)).toBeUndefined()
    expect(port.answer(12)).toEqual({ tag: 3, low: 0x04030201, high: 0xf8070605 })
    expect(port.answer(13)).toEqual({ tag: 4, low: 0xf8, high: 0 })
    port.accept(14, low + 6, 5, false, size.half, 0, 0)
    expect(port.answer(16)).toEqual({ tag: 5, low: 0xf807, high: 0 })
    port.accept(20, low + 13, 6, true, size.byte, 0xabababab, 0xabababab)
    expect(port.answer(22)).toEqual({ tag: 6, low: 0, high: 0 })
    port.accept(23, low + 16, 7, true, size.double, 0x44332211, 0x88776655)
    port.answer(25)
    expect([...memory.read(low + 8, 16)]).toEqual([0, 0, 0, 0, 0, 0xab, 0, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88])
  })

  test('it is always ready, and says when it changes', () => {
    const port = new MemoryPort(fresh(), idealMemory)
    expect([0, 5, 10_000].map((c) => port.ready(c))).toEqual([true, true, true])
    expect(port.change(3)).toBe(Infinity)
    port.accept(3, low, 0, false, size.double, 0, 0)
    expect(port.change(4)).toBe(5)
    expect(port.change(9)).toBe(9)
  })
})

describe('refused', () => {
  const cases: [string, (port: MemoryPort) => void, string][] = [
    ['misaligned', (p) => p.accept(7, low + 4, 0, false, size.double, 0, 0), 'cycle 7: load of 8 bytes at 0x80000004, tag 0: misaligned'],
    ['below', (p) => p.accept(7, low - 8, 0, false, size.double, 0, 0), 'unmapped'],
    ['above', (p) => p.accept(7, low + 0x10000, 1, true, size.byte, 0, 0), 'store of 1 bytes at 0x80010000, tag 1: unmapped'],
    ['a tag in flight', (p) => { p.accept(7, low, 9, false, size.double, 0, 0); p.accept(8, low, 9, false, size.double, 0, 0) }, 'cycle 8: load of 8 bytes at 0x80000000, tag 9: the tag is still in flight'],
    ['a byte that is not replicated', (p) => p.accept(7, low, 0, true, size.byte, 0xab, 0), 'is not replicated'],
    ['a half that is not replicated', (p) => p.accept(7, low, 0, true, size.half, 0xabcd1234, 0xabcd1234), 'is not replicated'],
    ['a word that is not replicated', (p) => p.accept(7, low, 0, true, size.word, 1, 2), 'is not replicated'],
  ]
  test.each(cases)('%s', (_, act, words) => {
    expect(() => act(new MemoryPort(fresh(), idealMemory))).toThrow(expect.objectContaining({ code: 'SIM2001', message: expect.stringContaining(words) as string }) as Error)
  })

  test('a tag is free again after its answer', () => {
    const port = new MemoryPort(fresh(), idealMemory)
    port.accept(1, low, 9, false, size.double, 0, 0)
    port.answer(3)
    expect(() => port.accept(3, low, 9, false, size.double, 0, 0)).not.toThrow()
  })
})

describe('random', () => {
  const orders = (seed: number): number[] => {
    const port = new MemoryPort(fresh(), randomMemory(seed))
    for (let tag = 0; tag < 32; tag++) port.accept(tag, low + 8 * tag, tag, false, size.double, 0, 0)
    const order: number[] = []
    for (let cycle = 0; order.length < 32; cycle++) {
      const answer = port.answer(cycle)
      if (answer) {
        expect(cycle).toBeGreaterThan(answer.tag)
        order.push(answer.tag)
      }
    }
    return order
  }

  test('answers overtake each other, each comes once, and a seed repeats itself', () => {
    const order = orders(5)
    expect(order).not.toEqual([...order].sort((a, b) => a - b))
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => i))
    expect(orders(5)).toEqual(order)
    expect(orders(6)).not.toEqual(order)
  })

  test('an access takes effect only when it is answered', () => {
    const memory = fresh(), port = new MemoryPort(memory, idealMemory)
    port.accept(1, low, 0, true, size.byte, 0x77777777, 0x77777777)
    expect(memory.byte(low)).toBe(0)
    port.answer(3)
    expect(memory.byte(low)).toBe(0x77)
  })

  test('a gate says when it turns, and turns then', () => {
    const gate = new Gate({ up: 4, down: 3 }, 11)
    const levels: boolean[] = [], said: number[] = []
    for (let cycle = 0; cycle < 200; cycle++) {
      levels.push(gate.isUp(cycle))
      said.push(gate.change)
    }
    const turns = levels.flatMap((l, i) => i > 0 && l !== levels[i - 1] ? [i] : [])
    expect(turns.length).toBeGreaterThan(40)
    expect(levels[0]).toBe(true)
    for (let cycle = 0; cycle < turns.at(-1)!; cycle++) expect(said[cycle]).toBe(turns.find((t) => t > cycle))
  })
})
