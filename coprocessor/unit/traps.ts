// Owns: the queue of the slots whose trap record waits, the oldest first.
import { any, bit, indexBits, input, module, mux, named, output, register, uint, vec, write } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { widths } from './shapes.ts'

/** A place for every slot, so none is lost. `take` removes the slot `taken`, wherever it stands. Not both `push` and `take` in one cycle. */
export const traps = (p: Parameters) => {
  const slot = uint(widths(p).slot)
  return module('traps', {
    push: input(bit), pushed: input(slot),
    take: input(bit), taken: input(slot),
    waits: output(bit), oldest: output(slot),
    order: register(vec(p.slots, slot), 'none'),
    count: register(uint(indexBits(p.slots + 1)), 0),
  }, ({ push, pushed, take, taken, order, count }, { assign, when }) => {
    const places = Array.from({ length: p.slots }, (_, i) => i)
    /** The slot stands at place i or before it. */
    const passed = Object.values(named(Object.fromEntries(places.map((i) => [`passed${i}`, any(...places.slice(0, i + 1).map((k) => order.at(k).eq(taken)))]))))
    return [
      assign({ waits: count.ne(0), oldest: order.at(0) }),
      when(push, { order: write(count.truncate(slot.bits), pushed), count: count.add(1) }),
      when(take, [
        ...places.slice(0, -1).map((i) => ({ order: write(i, mux(passed[i]!, order.at(i + 1), order.at(i))) })),
        { count: count.sub(1) },
      ]),
    ]
  }, { doc: 'slots whose trap record waits' })
}
