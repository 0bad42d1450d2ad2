// Owns: a queue between two clocks.
import { bit, crossing, indexBits, memory, module, named, read, register, sink, source, uint, write } from '../dsl/index.ts'
import type { ReadAt, Shape, Uint, Value, Write } from '../dsl/index.ts'
import { wants, wantsItem, wantsOptions, wantsTwo } from './check.ts'
import type { FromTo } from './handshake-crossing.ts'

/**
 * A queue that clock domain `from` fills and clock domain `to` empties, one element a cycle of each; it holds `depth` (a power of two, at least 2) and
 * one more at the output. The counts of elements written and read cross in a Gray code, so that what is caught in a change is the count before
 * or after it: both late by two cycles, never wrong. Both domains are reset together, while nothing is sent. Errors: RTL1021.
 */
export const asyncQueue = <I extends Shape, const F extends string, const T extends string>(name: string, item: I, depth: number, domains: FromTo<F, T>) => {
  const { from, to } = wantsTwo(wantsOptions(domains, ['from', 'to'], `asyncQueue \`${name}\``), `asyncQueue \`${name}\``)
  wants(Number.isInteger(depth) && depth >= 2 && 2 ** indexBits(depth) === depth, `asyncQueue \`${name}\` of ${String(depth)}`, 'give a power of two, 2 or more: only then does one bit change where the count wraps')
  const index = indexBits(depth), count = uint(index + 1), why = 'Gray-coded, one bit changes at a time'
  return module(name, {
    enq: sink(wantsItem(item, `asyncQueue \`${name}\``), from),
    deq: source(item, to),
    words: memory({ depth, of: item, collision: 'undefined', reads: { out: to }, writes: { in: from } }),
    tail: register(count, 0, from),
    tailGray: register(count, 0, from),
    tailGray1: crossing(count, 0, { from, to, why }),
    tailGray2: register(count, 0, to),
    head: register(count, 0, to),
    headGray: register(count, 0, to),
    headGray1: crossing(count, 0, { from: to, to: from, why }),
    headGray2: register(count, 0, from),
    shown: register(bit, 0, to),
  }, ({ enq, deq, words, tail, tailGray, tailGray1, tailGray2, head, headGray, headGray1, headGray2, shown }, { assign, when }) => {
    const gray = <D extends string>(n: Uint<any, D>): Uint<any, D> => n.xor(n.shiftRight(1))
    // With clocks that have no name yet the compiler cannot work out what the ports take.
    const atPorts = (ports: { readonly in?: Write<Value<I, F>, F>; readonly out?: ReadAt<T> }): never => ports as never
    // As many were written as read and `depth` more: in a Gray code the two highest bits differ, no other.
    const { full } = named({ full: tailGray.eq(headGray2.xor(3n << BigInt(index - 1))) })
    const { fetch } = named({ fetch: headGray.ne(tailGray2).and(shown.not().or(deq.ready)) })
    return [
      assign({ enq: { ready: full.not() }, deq: { valid: shown, payload: words.out.data } }),
      { tailGray1: tailGray, tailGray2: tailGray1, headGray1: headGray, headGray2: headGray1 },
      when(enq.fire, { words: atPorts({ in: write(tail.truncate(index), enq.payload) }), tail: tail.add(1), tailGray: gray(tail.add(1)) }),
      when(fetch, { words: atPorts({ out: read(head.truncate(index)) }), head: head.add(1), headGray: gray(head.add(1)), shown: 1 }).elseWhen(deq.ready, { shown: 0 }),
    ]
  }, { doc: `a queue of ${depth} from ${from} to ${to}, and one element at the output` })
}
