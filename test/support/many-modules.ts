// Owns: a design of many different modules, written in the language, for tests of what is emitted.
import { elaborate, enumeration, input, instance, memory, module, output, register, uint, bit, sink, source, type Module } from '../../rtl-gen/dsl/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'

const State = enumeration('state', ['idle', 'busy', 'done'])

/** A stage that counts, with a width of its own. */
const stage = (n: number): Module<any> => module(`stage${n}`, {
  go: input(bit), step: input(uint(8)), total: output(uint(8 + n)), enq: sink(uint(8)), deq: source(uint(8)),
  state: register(State, 'idle'), sum: register(uint(8 + n), n),
  table: memory({ depth: 16, of: uint(8), collision: 'old', init: [BigInt(n)] }),
}, ({ go, step, sum, state, enq, deq }, { assign, when, match }) => [
  assign({ total: sum, enq: { ready: deq.ready }, deq: { valid: enq.valid, payload: enq.payload } }),
  match(state, { idle: when(go, { state: 'busy' }), busy: { state: 'done' }, done: when(go.not(), { state: 'idle' }) }),
  when(go, { sum: sum.add(step.extend(8 + n)) }),
], { doc: [`stage ${n}: é, 模块`, `n: ${n}.`] }) as Module<any>

/** `count` modules and a top that holds one of each. */
export function manyModules(count: number): Design {
  const stages = Object.fromEntries(Array.from({ length: count - 1 }, (_, n) => [`s${n}`, instance(stage(n))]))
  const top = module('many', { go: input(bit), step: input(uint(8)), out: output(uint(8)), enq: sink(uint(8)), deq: source(uint(8)), ...stages } as never, ((x: any, { assign }: any) => {
    const names = Object.keys(stages)
    const wired = Object.fromEntries(names.map((name, i) => [name, {
      go: x.go, step: x.step, enq: i === 0 ? x.enq : x[names[i - 1]!].deq, deq: i === names.length - 1 ? x.deq : x[names[i + 1]!].enq,
    }]))
    return [assign({ out: x[names[0]!].total, enq: x[names[0]!].enq, deq: x[names.at(-1)!].deq, ...wired })]
  }) as never)
  return elaborate(top as Module<any>)
}
