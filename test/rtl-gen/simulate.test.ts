// Owns: the typed simulator of users, on modules written in the language.
import { describe, expect, it } from 'vitest'
import { bit, bundle, enumeration, input, module, output, register, sink, sint, source, uint, vec, wire, write, type Shape } from '../../rtl-gen/dsl/index.ts'
import { simulate } from '../../rtl-gen/simulate.ts'

const counter = module('counter', {
  enable: input(bit), count: output(uint(8)), value: register(uint(8), 0),
}, ({ enable, value }, { assign, when }) => [
  assign({ count: value }),
  when(enable, { value: value.add(1) }),
])

class Request extends bundle({ addr: uint(40), storeTag: uint(3), delta: sint(5) }) {}

const fifo = <T extends Shape>(name: string, item: T) => module(name, {
  enq: sink(item), deq: source(item), slots: register(vec(4, item), 'none'),
  head: register(uint(2), 0), tail: register(uint(2), 0), count: register(uint(3), 0),
}, ({ enq, deq, slots, head, tail, count }, { assign, when }) => {
  const push = enq.fire, pop = deq.fire
  return [
    assign({ enq: { ready: count.ne(4) }, deq: { valid: count.ne(0), payload: slots.at(head) } } as never),
    when(push, { slots: write(tail, enq.payload), tail: tail.add(1) } as never),
    when(pop, { head: head.add(1) } as never),
    when(push.and(pop.not()), { count: count.add(1) } as never).elseWhen(pop.and(push.not()), { count: count.sub(1) } as never),
  ]
})

describe('simulate', () => {
  it('pokes, steps and peeks', () => {
    const sim = simulate(counter)
    sim.poke({ enable: 1 })
    sim.step(3)
    expect(sim.peek.count).toBe(3n)
    expect(sim.peek).toEqual({ enable: 1n, count: 3n, value: 3n })
    const saved = sim.snapshot()
    sim.step(300)
    expect(sim.peek.value).toBe(303n % 256n)
    sim.restore(saved)
    expect([sim.peek.value, sim.cycle]).toEqual([3n, 3])
    sim.reset()
    expect(sim.peek.value).toBe(0n)
  })

  it('moves bundles through a queue, in order, and holds when the taker does not accept', () => {
    const sim = simulate(fifo('reqs', Request))
    const sent = [1, 2, 3, 4, 5, 6, 7].map(i => ({ addr: 2n ** 39n + BigInt(i), storeTag: BigInt(i), delta: -BigInt(i) }))
    sim.sources.deq.accept(false)
    for (const v of sent) sim.sinks.enq.send(v)
    sim.step(20)
    expect(sim.sinks.enq.pending).toBe(3)
    expect(sim.sources.deq.take()).toBeUndefined()
    expect(sim.peek.count).toBe(4n)
    expect(sim.peek.slots).toEqual(sent.slice(0, 4))
    sim.sources.deq.accept(true)
    sim.step(20)
    expect(Array.from({ length: 8 }, () => sim.sources.deq.take())).toEqual([...sent, undefined])
  })

  it('knows members of enumerations, signed numbers and vectors', () => {
    const state = enumeration('state', { idle: 1, busyNow: 6 })
    const m = module('kinds', {
      next: input(state), numbers: input(vec(2, sint(4))), now: output(state), least: wire(sint(4)), kept: register(state, 'idle'),
    }, ({ next, numbers, kept, least }, { assign, when }) => [
      assign({ now: kept, least: numbers.at(0) }),
      when(numbers.at(1).lt(numbers.at(0)), { least: numbers.at(1) }),
      when(least.lt(0), { kept: next }),
    ])
    const sim = simulate(m)
    sim.poke({ next: 'busyNow', numbers: [3, 5] })
    sim.step()
    expect([sim.peek.now, sim.peek.least]).toEqual(['idle', 3n])
    sim.poke({ numbers: [3, -8] })
    expect(sim.peek.least).toBe(-8n)
    sim.step()
    expect(sim.peek.now).toBe('busyNow')
  })

  it.each([
    ['a number that does not fit', () => simulate(counter).poke({ enable: 2 }), '2 does not fit `enable`, which is uint(1)'],
    ['a missing field', () => simulate(fifo('q', Request)).sinks.enq.send({ addr: 1, storeTag: 1 } as never), '`enq.delta` takes a whole number, not undefined'],
    ['an unknown field', () => simulate(fifo('q', Request)).sinks.enq.send({ addr: 1, storeTag: 1, delta: 1, x: 1 } as never), '`enq` has no field `x`'],
  ])('says what is wrong with %s', (_, run, text) => {
    expect(run).toThrow(`error RTL6007: ${text}`)
  })
})
