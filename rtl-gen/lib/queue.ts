// Owns: a queue of stream elements in one memory.
import { bit, indexBits, memory, module, mux, named, read, register, sink, source, uint, write } from '../dsl/index.ts'
import type { Shape } from '../dsl/index.ts'
import { wantsCount, wantsItem } from './check.ts'

/** Up to `depth` elements in a memory and one more at the output; one in and one out a cycle, two cycles from in to out. Errors: RTL1021. */
export const queue = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, depth: number, domain: D = 'clk' as D) => module(name, {
  enq: sink(wantsItem(item, `queue \`${name}\``, domain), domain),
  deq: source(item, domain),
  words: memory({ depth: wantsCount(depth, 1, `the depth of queue \`${name}\``), of: item, collision: 'undefined' }, domain),
  head: register(uint(indexBits(depth)), 0, domain),
  tail: register(uint(indexBits(depth)), 0, domain),
  stored: register(uint(indexBits(depth + 1)), 0, domain),
  shown: register(bit, 0, domain),
}, ({ enq, deq, words, head, tail, stored, shown }, { assign, when }) => {
  const { push, fetch } = named({ push: enq.fire, fetch: stored.ne(0).and(shown.not().or(deq.ready)) })
  const after = (at: typeof head) => mux(at.eq(depth - 1), at.and(0), at.add(1))
  return [
    assign({ enq: { ready: stored.ne(depth) }, deq: { valid: shown, payload: words.data } }),
    when(push, { words: write(tail, enq.payload), tail: after(tail) }),
    when(fetch, { words: read(head), head: after(head), shown: 1 }).elseWhen(deq.ready, { shown: 0 }),
    when(push.and(fetch.not()), { stored: stored.add(1) }).elseWhen(fetch.and(push.not()), { stored: stored.sub(1) }),
  ]
}, { doc: `a queue of ${depth} and one element at the output` })
