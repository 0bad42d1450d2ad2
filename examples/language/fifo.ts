// Owns: a queue of four for any kind of element: streams, vectors, named values, and a function that makes modules.
// Run: it is used by rocc-accumulator.ts; print it as try-counter.ts prints the counter: emitVerilog(elaborate(fifo('fifo', uint(8)))).
import { instance, module, named, register, sink, source, uint, vec, write } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import type { Shape } from '../../rtl-gen/index.ts'

/**
 * A generic module is a function. It takes the name, because two modules of different contents need different names.
 * `sink` and `source` are ready/valid streams: an element passes in each cycle in which both are high, which is `fire`.
 */
export const fifo = <T extends Shape>(name: string, item: T) => module(name, {
  enq: sink(item), // enqueue: elements come in here ...
  deq: source(item), // ... and leave here (dequeue), in the same order
  slots: register(vec(4, item), 'none'), // 'none' for a reset value: not reset, because nobody reads a slot before it was written
  head: register(uint(2), 0), // the oldest element; uint(2) holds 0 to 3, and 3 + 1 wraps to 0, which is what a ring of four wants
  tail: register(uint(2), 0), // the next free slot
  count: register(uint(3), 0), // 0 to 4: four needs a third bit
}, ({ enq, deq, slots, head, tail, count }, { assign, when }) => {
  // named(...) gives expressions a line of their own in the emitted text; without it they are written where they are used.
  const { push, pop } = named({ push: enq.fire, pop: deq.fire })
  return [
    assign({
      enq: { ready: count.ne(4) },
      deq: { valid: count.ne(0), payload: slots.at(head) },
    }),
    // A change of one element: slots[tail] is what comes in, the other three stay. `write` does nothing by itself, it is a value like any other.
    when(push, { slots: write(tail, enq.payload), tail: tail.add(1) }),
    when(pop, { head: head.add(1) }),
    // In and out in one cycle: the number stays. The first condition that holds decides.
    when(push.and(pop.not()), { count: count.add(1) })
      .elseWhen(pop.and(push.not()), { count: count.sub(1) }),
  ]
}, { doc: '4 entries, one in and one out a cycle.' })

/** Two queues in a row: a module inside a module is wired by the names of its ports, and whole streams are passed on. */
export const twoFifos = <T extends Shape>(item: T) => module('twoFifos', {
  enq: sink(item),
  deq: source(item),
  first: instance(fifo('fifo', item)),
  second: instance(fifo('fifo', item)), // equal contents and name: one module in the emitted text
}, ({ enq, deq, first, second }, { assign }) => [
  assign({
    enq: first.enq, // we take `ready` from it ...
    first: { enq, deq: second.enq }, // ... and it takes `valid` and `payload` from us
    second: { enq: first.deq, deq },
    deq: second.deq,
  }),
])
