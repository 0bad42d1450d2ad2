// Owns: several streams to one, an element at a time.
import { any, bit, cat, indexBits, lit, module, mux, named, output, register, sink, source, uint, vecOf } from '../dsl/index.ts'
import type { Shape, Uint } from '../dsl/index.ts'
import { wantsCount, wantsItem, wantsOneOf } from './check.ts'

/** 'fixed': the first of those that wait. 'roundRobin': the next of those that wait after the one that was served last, so that nobody waits for ever. */
export type ArbiterPolicy = 'fixed' | 'roundRobin'

/**
 * Takes from one of `ins` at a time. Who was offered stays offered until it is taken, whoever else comes; `from` tells who it is while `out.valid`
 * holds. No cycle is lost between two elements.
 */
export const arbiter = <T extends Shape, const D extends string = 'clk'>(name: string, item: T, n: number, policy: ArbiterPolicy = 'roundRobin', domain: D = 'clk' as D) => module(name, {
  ins: vecOf(wantsCount(n, 1, `inputs of arbiter \`${name}\``), sink(wantsItem(item, `arbiter \`${name}\``, domain), domain)),
  out: source(item, domain),
  from: output(uint(indexBits(n)), domain),
  held: register(bit, 0, domain),
  last: register(uint(indexBits(n)), n - 1, domain),
}, ({ ins, out, held, last }, { assign, when, assert }) => {
  const width = indexBits(n)
  const waiting = ins.map((i) => i.valid)
  const number = (i: number): Uint<any, D> => lit(width, i) as unknown as Uint<any, D>
  const first = (of: readonly Uint<1, D>[]): Uint<any, D> => of.slice(0, -1).reduceRight((rest, w, i) => mux(w, number(i), rest) as Uint<any, D>, number(n - 1))
  const after = waiting.map((w, i) => w.and(last.lt(i)))
  const { pick } = named({ pick: policy === 'fixed' ? first(waiting) : mux(any(...after), first(after), first(waiting)) as Uint<any, D> })
  const { chosen } = named({ chosen: mux(held, last, pick) as Uint<any, D> })
  return [
    assign({
      ins: ins.map((_, i) => ({ ready: out.ready.and(chosen.eq(i)) })),
      out: { valid: any(...waiting), payload: ins[0]!.payload },
      from: chosen,
    }),
    ...ins.slice(1).map((s, i) => when(chosen.eq(i + 1), { out: { payload: s.payload } })),
    // `last` is the one that stands while `held`, and the one that was served else.
    when(out.valid, { held: out.ready.not(), last: chosen }),
    assert('whoStandsIsOffered', held.not().or(cat(...waiting.toReversed()).at(last))),
  ]
}, { doc: `one of ${n} streams at a time, ${inWords[wantsOneOf(policy, Object.keys(inWords) as ArbiterPolicy[], `the policy of arbiter \`${name}\``)]}` })

const inWords: Readonly<Record<ArbiterPolicy, string>> = { fixed: 'the first that waits', roundRobin: 'in turn' }
