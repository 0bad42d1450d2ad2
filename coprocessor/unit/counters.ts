// Owns: the counters of the slots, in one memory.
import { bit, cat, indexBits, input, lit, memory, module, mux, named, output, read, register, uint, write } from '../../rtl-gen/dsl/index.ts'
import { counters as table, counterWidth } from '../isa/fields.ts'
import type { Parameters } from '../parameters.ts'
import { widths } from './shapes.ts'

/** Width of a counter's number. */
export const counterBits = indexBits(table.length)

/** `add` reads a counter and writes it back in the next cycle, saturating (or `replace`d); `look` only reads, `clear` writes 0. One of them a cycle, none in the cycle after `add`. */
export const counters = (p: Parameters) => {
  const index = uint(widths(p).slot + counterBits), count = uint(counterWidth)
  return module('counters', {
    slot: input(uint(widths(p).slot)), counter: input(uint(counterBits)),
    add: input(bit), look: input(bit), clear: input(bit), replace: input(bit), addend: input(count),
    value: output(count),
    cells: memory({ depth: 1 << index.bits, of: count, collision: 'undefined' }),
    adding: register(bit, 0), by: register(count, 'none'), place: register(index, 'none'), replacing: register(bit, 0),
  }, ({ slot, counter, add, look, clear, replace, addend, cells, adding, by, place, replacing }, { assign, when }) => {
    const { at, sum } = named({ at: cat(slot, counter), sum: cells.data.addWide(by) })
    const { most } = named({ most: sum.bit(counterWidth) })
    return [
      assign({ value: cells.data }),
      when(look.or(add), { cells: read(at) }),
      when(add, { by: addend, place: at, replacing: replace }),
      when(adding, { cells: write(place, mux(replacing, by, mux(most, lit(counterWidth, 2n ** BigInt(counterWidth) - 1n), sum.truncate(counterWidth)))), adding: 0 }),
      when(clear, { cells: write(at, lit(counterWidth, 0)) }),
      when(add, { adding: 1 }),
    ]
  }, { doc: 'the counters of the slots' })
}
