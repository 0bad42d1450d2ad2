// Owns: everything that a test asks of a simulation and cannot have: each with its code, the line of the call, and the declaration.
import { describe, expect, it } from 'vitest'
import { fifo } from '../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../../examples/language/segment-checker.ts'
import { bit, bundle, input, memory, module, output, read, register, simulate, sint, uint, vec, write } from '../../../rtl-gen/index.ts'
import { codeOf } from './code-of.ts'

class Pair extends bundle({ low: uint(4), far: sint(70) }) {}
const store = module('store', {
  on: input(bit), pair: input(Pair), list: input(vec(2, uint(3))), wide: input(uint(100)), address: input(uint(2)), seen: output(uint(8)), value: register(uint(8), 7), kept: register(Pair, 'none'),
  words: memory({ depth: 3, of: uint(8), collision: 'old' }),
}, ({ on, pair, address, value, words }, { assign, when }) => [
  assign({ seen: words.data }),
  { words: read(address), kept: pair },
  when(on, { value: value.add(1), words: write(address, value) }),
])
const other = module('other', { a: input(bit), b: output(bit) }, ({ a }, { assign }) => [assign({ b: a })])
const sim = () => simulate(store) as any
const from = (text: string): unknown => JSON.parse(text)

describe('a simulation refuses', () => {
  it.each<[string, (s: any) => unknown, string, RegExp, RegExp]>([
    ['a negative number', s => s.poke({ on: -1 }), 'RTL6007', /-1 does not fit `on`, which is uint\(1\)/, /give 0 to 1/],
    ['a fraction', s => s.poke({ on: 0.5 }), 'RTL6007', /takes a whole number, not 0.5/, /number or a bigint/],
    ['a number that is none', s => s.poke({ on: NaN }), 'RTL6007', /not NaN/, /number or a bigint/],
    ['a number past exactness', s => s.poke({ wide: 2 ** 60 }), 'RTL6007', /whole number/, /bigint/],
    ['a value too wide', s => s.poke({ on: 2 }), 'RTL6007', /2 does not fit `on`/, /0 to 1/],
    ['a bigint too wide', s => s.poke({ wide: 2n ** 100n }), 'RTL6007', /does not fit `wide`, which is uint\(100\)/, /2\^100 - 1/],
    ['text', s => s.poke({ on: '1' }), 'RTL6007', /not "1"/, /number or a bigint/],
    ['nothing', s => s.poke({ on: undefined }), 'RTL6007', /not undefined/, /number or a bigint/],
    ['a truth value', s => s.poke({ on: true }), 'RTL6007', /not true/, /number or a bigint/],
    ['no object', s => s.poke(3), 'RTL6007', /poke takes an object/, /sim.poke/],
    ['a missing field', s => s.poke({ pair: { low: 1 } }), 'RTL6007', /`pair.far` takes a whole number, not undefined/, /number/],
    ['an unknown field', s => s.poke({ pair: { low: 1, fair: 0, far: 0 } }), 'RTL6007', /`pair` has no field `fair`/, /did you mean `far`/],
    ['a field __proto__', s => s.poke({ pair: from('{ "low": 1, "far": 0, "__proto__": 1 }') }), 'RTL6007', /no field `__proto__`/, /`low`, `far`/],
    ['an inherited field', s => s.poke({ pair: Object.create({ low: 1, far: 2 }) }), 'RTL6007', /`pair.low` takes a whole number, not undefined/, /number/],
    ['an array for a bundle', s => s.poke({ pair: [1, 2] }), 'RTL6007', /takes an object with low, far/, /every field/],
    ['a short vector', s => s.poke({ list: [1] }), 'RTL6007', /an array of 2 elements, not one of 1/, /every element/],
    ['a hole in a vector', s => s.poke({ list: new Array(2) }), 'RTL6007', /`list.0` takes a whole number, not undefined/, /number/],
    ['an unknown input', s => s.poke({ onn: 1 }), 'RTL6008', /module `store` has no input `onn`/, /did you mean `on`/],
    ['an input __proto__', s => s.poke(from('{ "__proto__": 1 }')), 'RTL6008', /no input `__proto__`/, /there are/],
    ['an input constructor', s => s.poke({ constructor: 1 }), 'RTL6008', /no input `constructor`/, /there are/],
    ['a poked output', s => s.poke({ seen: 1 }), 'RTL6009', /`seen` is an output, and poke sets inputs/, /inputs and registers/],
    ['a poked register', s => s.poke({ value: 1 }), 'RTL6009', /`value` is a register/, /use set/],
    ['an input that is set', s => s.set({ on: 1 }), 'RTL6009', /`on` is an input, and set sets registers/, /use poke/],
    ['a register too wide', s => s.set({ value: 256 }), 'RTL6007', /256 does not fit `value`/, /0 to 255/],
    ['an unknown register', s => s.set({ valu: 1 }), 'RTL6008', /no register `valu`/, /`value`/],
    ['an unknown value', s => s.peek.sen, 'RTL6008', /`peek` has no `sen`/, /did you mean `seen`/],
    ['a memory as a value', s => s.peek.words, 'RTL6008', /`words` is a memory/, /`memory`/],
    ['an output that is assigned', s => { s.peek.seen = 3n }, 'RTL6009', /^`peek.seen` cannot be assigned: `seen` is an output$/, /inputs and registers that it comes from, with poke and set/],
    ['an input that is assigned', s => { s.peek.on = 1n }, 'RTL6009', /^`peek.on` cannot be assigned: `on` is an input$/, /use poke: sim\.poke\(\{ on: \.\.\. \}\)/],
    ['a register that is assigned', s => { s.peek.value = 1n }, 'RTL6009', /`value` is a register$/, /use set: sim\.set\(\{ value: \.\.\. \}\)/],
    ['an unknown value that is assigned', s => { s.peek.sen = 1n }, 'RTL6008', /`peek` has no `sen`/, /did you mean `seen`/],
    ['a value of every object that is assigned', s => { s.peek.toString = 1n }, 'RTL6008', /`peek` has no `toString`/, /there are/],
    ['a memory that is assigned', s => { s.memory.words = [] }, 'RTL6009', /`words` is a memory/, /sim\.memory\.words\[0\] = /],
    ['a value that is taken away', s => delete s.peek.on, 'RTL6009', /`on` is an input/, /use poke/],
    ['a word past the end', s => s.memory.words[3], 'RTL6014', /`words` has 3 words, and none is number 3/, /0 to 2/],
    ['a word before the start', s => s.memory.words[-1], 'RTL6014', /number -1/, /0 to 2/],
    ['a word that is set past the end', s => { s.memory.words[3] = 1n }, 'RTL6014', /number 3/, /0 to 2/],
    ['a word too wide', s => { s.memory.words[1] = 256n }, 'RTL6007', /256 does not fit `words\[1\]`/, /0 to 255/],
    ['a longer memory', s => { s.memory.words.length = 9 }, 'RTL6009', /fixed number of words/, /single words/],
    ['an unknown memory', s => s.memory.word, 'RTL6008', /`memory` has no `word`/, /`words`/],
    ['less than no cycles', s => s.step(-1), 'RTL6010', /from 0 up, not -1/, /give 1/],
    ['half a cycle', s => s.step(0.5), 'RTL6010', /not 0.5/, /give 1/],
    ['endless cycles', s => s.step(Infinity), 'RTL6010', /not Infinity/, /give 1/],
    ['a bigint of cycles', s => s.step(1n), 'RTL6010', /whole number/, /give 1/],
    ['a reset of -1', s => s.reset(-1), 'RTL6010', /not -1/, /give 1/],
    ['a limit of -1', s => s.runUntil(() => true, { limit: -1 }), 'RTL6010', /`limit`/, /give 1/],
    ['an unknown clock', s => s.step(1, { clocks: ['clkk'] }), 'RTL6011', /no clock `clkk`/, /`clk`/],
    ['a clock that is no list', s => s.step(1, { clocks: 'clk' }), 'RTL6011', /array of names/, /clk/],
    ['time without periods', s => s.advance(10), 'RTL6011', /wants clocks with periods/, /periods: \{ clk: 10 \}/],
    ['a condition that never holds', s => s.runUntil(() => false, { limit: 3 }), 'RTL6012', /within 3 cycles \(the limit\)/, /higher `limit`/],
    ['a condition that is a promise', s => s.runUntil((async () => false) as never, { limit: 3 }), 'RTL6012', /is a promise/, /not async/],
    ['a condition that is a number', s => s.runUntil((() => 1n) as never, { limit: 3 }), 'RTL6012', /is a bigint/, /compare/],
    ['a snapshot of another module', s => s.restore(simulate(other).snapshot()), 'RTL6013', /not one of `store`/, /same module/],
    ['a snapshot that is none', s => s.restore({}), 'RTL6013', /not one of `store`/, /same module/],
    ['coverage that nobody counted', s => s.coverage(), 'RTL6015', /counts no coverage/, /coverage: true/],
    ['a path that leads nowhere', s => s.peekPath('pair.fa'), 'RTL6008', /no field `fa`/, /`far`/],
    ['an element past the end', s => s.peekPath('list[2]'), 'RTL6008', /no element `2`/, /0 to 1/],
    ['a part of a number', s => s.peekPath('on.x'), 'RTL6008', /a part of a single number/, /leave it out/],
    ['a path to a word past the end', s => s.peekPath('words[3]'), 'RTL6014', /has 3 words/, /0 to 2/],
    ['a memory without a word', s => s.peekPath('words'), 'RTL6008', /is a memory: a word of it is wanted/, /words\[0\]/],
  ])('%s', (_, run, code, message, help) => {
    const e = codeOf(() => run(sim()))
    expect(e.code).toBe(code)
    expect(e.message).toMatch(message)
    expect(e.help).toMatch(help)
    // The call and the declaration; what is wrong with a number of cycles or a clock has no declaration.
    if (code !== 'RTL6010' && code !== 'RTL6011') expect(e.lines).toHaveLength(2)
    expect(e.places).toEqual(['test/rtl-gen/simulate/refusals.test.ts'])
  })
  it('a signal of an instance that is not there, with the nearest', () => {
    const s = simulate(roccAccumulator)
    expect(codeOf(() => s.peekPath('answers.hed'))).toMatchObject({ code: 'RTL6008', help: expect.stringContaining('`head`'), message: 'there is no `answers.hed` in `answers`, a `answers`' })
    expect(codeOf(() => s.peekPath('answer.head'))).toMatchObject({ code: 'RTL6008', help: 'did you mean `answers`?' })
    expect(codeOf(() => s.peekPath('answers'))).toMatchObject({ code: 'RTL6008', message: expect.stringContaining('is an instance') })
    expect(codeOf(() => s.peekPath('cmd.payloat'))).toMatchObject({ code: 'RTL6008', help: 'it has `valid`, `ready` and `payload`' })
    expect(codeOf(() => (s.peek as any).answers)).toMatchObject({ code: 'RTL6008', help: expect.stringContaining('peekPath') })
    expect(codeOf(() => (s.sinks as any).resp)).toMatchObject({ code: 'RTL6008', help: 'it is in `sources`' })
    expect(codeOf(() => (s.sources as any).memReqq)).toMatchObject({ code: 'RTL6008', help: 'did you mean `memReq`?' })
    expect(codeOf(() => (simulate(segmentChecker).poke as any)({ access: 1 }))).toMatchObject({ code: 'RTL6009', help: 'send into `sinks`: sim.sinks.access.send(...)' })
  })
  it('and then nothing has been set', () => {
    const s = sim()
    s.poke({ list: [1, 2], on: 1 })
    expect(() => s.poke({ on: 0, list: [5, 9] })).toThrow('9 does not fit `list.1`')
    expect([s.peek.on, s.peek.list]).toEqual([1n, [1n, 2n]])
    const q = simulate(fifo('q', uint(8)))
    expect(() => q.sinks.enq.send(1, 2, 300)).toThrow('RTL6007')
    expect(q.sinks.enq.pending).toBe(0)
  })
})
