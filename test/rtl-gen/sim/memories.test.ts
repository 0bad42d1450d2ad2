// Owns: memories in the simulator: ports, collisions, lanes, ROMs, addresses past the end, vectors that stay arrays.
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../../rtl-gen/ir/index.ts'
import { compileSimulator, type Simulator } from '../../../rtl-gen/sim/index.ts'
import { add, bundle, bit, design, elementStep, field, index, input, lit, memory, module, output, readPort, ref, register, set, target, uint, vec, when, writePort } from '../../support/ir-short.ts'

function ram(collision: Memory['collision'], depth = 5, width = 16, lanes = 0): Simulator {
  const words = memory('words', depth, width, [
    readPort('q', 'sync', ref('ra', 4), ref('re', 1)), readPort('now', 'async', ref('ra', 4)),
  ], [writePort(ref('wa', 4), ref('we', 1), ref('wd', width), lanes ? ref('lanes', lanes) : undefined)], { collision, init: [7n, 8n] })
  return compileSimulator(design(module('ram', {
    ports: [input('ra', 4), input('re', bit), input('wa', 4), input('we', bit), input('wd', width), ...lanes ? [input('lanes', lanes)] : [], output('out', width), output('seen', width)],
    memories: [words], body: [set('out', ref('q', width)), set('seen', ref('now', width))],
  })))
}
function run(sim: Simulator, values: Record<string, number | bigint>): bigint {
  for (const [k, v] of Object.entries(values)) sim.poke(k, v)
  sim.step()
  return sim.peek('out')
}

describe('memories', () => {
  it('read synchronously and hold the word', () => {
    const sim = ram('old')
    expect(run(sim, { ra: 1, re: 1 })).toBe(8n)
    expect(run(sim, { ra: 0, re: 0 })).toBe(8n)
    expect(sim.peek('seen')).toBe(7n)
    expect(run(sim, { re: 1 })).toBe(7n)
  })
  it.each([['old', 8n], ['new', 0x1234n], ['undefined', 0xfff7n]] as const)('give the %s word in a collision', (collision, wanted) => {
    const sim = ram(collision)
    expect(run(sim, { ra: 1, re: 1, wa: 1, we: 1, wd: 0x1234 })).toBe(wanted)
    expect(run(sim, { we: 0 })).toBe(0x1234n)
  })
  it('do not collide at other addresses, or past the end', () => {
    const sim = ram('undefined')
    expect(run(sim, { ra: 1, re: 1, wa: 0, we: 1, wd: 9 })).toBe(8n)
    expect(run(sim, { ra: 9, wa: 9, we: 1 })).toBe(0n)
    expect(run(sim, { ra: 9, we: 0 })).toBe(0n)
    expect(sim.peek('seen')).toBe(0n)
  })
  it.each([8, 16, 32, 33, 64, 100])('write nothing past the end, %i bits wide', width => {
    const sim = ram('old', 5, width), ones = (1n << BigInt(width)) - 1n
    for (let a = 0; a < 16; a++) run(sim, { wa: a, we: 1, wd: ones })
    expect(Array.from({ length: 7 }, (_, i) => sim.peekMemory('words', i))).toEqual([ones, ones, ones, ones, ones, 0n, 0n])
    expect(run(sim, { we: 0, ra: 5, re: 1 })).toBe(0n)
  })
  it('write the lanes that are set, and merge them into the word that is read at once', () => {
    const sim = ram('new', 8, 16, 4)
    sim.pokeMemory('words', 3, 0xabcd)
    expect(run(sim, { ra: 3, re: 1, wa: 3, we: 1, wd: 0x1234, lanes: 0b0101 })).toBe(0xa2c4n)
    expect(sim.peekMemory('words', 3)).toBe(0xa2c4n)
  })
  it('do not collide where no lane is written', () => {
    expect(run(ram('undefined', 8, 16, 4), { ra: 1, re: 1, wa: 1, we: 1, wd: 0x1234, lanes: 0 })).toBe(8n)
  })
  it('keep bundles as one word, the first field highest', () => {
    const pair = bundle('pair', { a: uint(4), b: vec(2, uint(2)) })
    const sim = compileSimulator(design(module('rom', {
      ports: [input('i', 1), output('a', 4), output('b0', 2), output('b1', 2)],
      memories: [memory('table', 2, pair, [readPort('word', 'async', ref('i', 1))], [], { init: [0b1010_11_01n, 0b0001_00_10n] })],
      body: [set('a', field(ref('word', pair), 'a')), set('b0', index(field(ref('word', pair), 'b'), lit(1, 0))), set('b1', index(field(ref('word', pair), 'b'), lit(1, 1)))],
    })))
    expect(['a', 'b0', 'b1'].map(p => sim.peek(p))).toEqual([0b1010n, 0b01n, 0b11n])
    sim.poke('i', 1)
    expect(['a', 'b0', 'b1'].map(p => sim.peek(p))).toEqual([0b0001n, 0b10n, 0b00n])
  })
  it('reset a vector register that stays an array', () => {
    const sim = compileSimulator(design(module('table', {
      ports: [input('i', 3), input('v', 8), output('o', 8)],
      registers: [register('slots', vec(5, uint(8)), [1n, 2n, 3n, 4n, 5n])],
      body: [set('o', index(ref('slots', vec(5, uint(8))), ref('i', 3))), set(target('slots', uint(8), [elementStep(ref('i', 3))]), add(ref('v', 8), lit(8, 1)))],
    })))
    sim.poke('v', 99)
    for (const i of [4, 7, 2]) {
      sim.poke('i', i)
      sim.step()
    }
    expect([0, 1, 2, 3, 4].map(i => sim.peek(`slots[${i}]`))).toEqual([1n, 2n, 100n, 4n, 100n])
    sim.reset()
    expect([0, 1, 2, 3, 4].map(i => sim.peek(`slots[${i}]`))).toEqual([1n, 2n, 3n, 4n, 5n])
  })
  it('let the later of two writes to one word win', () => {
    const both = [0, 1].map(i => writePort(lit(2, 1), ref('we', 1), lit(8, 10 + i)))
    const sim = compileSimulator(design(module('two', { ports: [input('we', bit)], memories: [memory('m', 4, 8, [], both)], body: [when(ref('we', 1), [])] })))
    sim.poke('we', 1)
    sim.step()
    expect(sim.peekMemory('m', 1)).toBe(11n)
  })
})
