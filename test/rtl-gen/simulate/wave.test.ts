// Owns: waves as text for tests, and a dump of a simulation of the language.
import { describe, expect, it } from 'vitest'
import { fifo } from '../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import { bit, enumeration, input, module, output, register, simulate, sint, uint, vec, wave, dumpVcd } from '../../../rtl-gen/index.ts'
import { codeOf } from './code-of.ts'

const light = enumeration('light', ['red', 'redAmber', 'green'])
const crossing = module('crossing', {
  go: input(bit), now: output(light), delta: output(sint(4)), state: register(light, 'red'), turns: register(vec(2, uint(8)), [0, 0]),
}, ({ go, state, turns }, { assign, when, match }) => [
  assign({ now: state, delta: turns.at(0).truncate(4).asSint() }),
  when(go, [
    { turns: [turns.at(0).sub(1), turns.at(1).add(1)] },
    match(state, { red: { state: 'redAmber' }, redAmber: { state: 'green' }, green: { state: 'red' } }),
  ]),
])

describe('wave', () => {
  it('draws bits, numbers in a radix, members as declared, signed numbers, and parts', () => {
    const sim = simulate(crossing), w = wave(sim, ['go', 'now', 'delta', 'turns[1]:dec', { path: 'turns[0]', name: 'down', radix: 'bin' }])
    sim.poke({ go: 1 })
    sim.step(2)
    sim.poke({ go: 0 })
    sim.step()
    expect(w.draw()).toMatchInlineSnapshot(`
      "cycle      0          1          2
      go        ~~~~~~~~~~~~~~~~~~~~~~\\__________
      now       | red      | redAmber | green
      delta     | 0        | -1       | -2
      turns[1]  | 0        | 1        | 2
      down      | 00000000 | 11111111 | 11111110
      "
    `)
  })
  it('draws a stream in one line: what passes, what waits, and a taker that waits in vain', () => {
    const sim = simulate(fifo('f', uint(8))), w = wave(sim, ['enq', 'deq'])
    sim.sources.deq.accept(false)
    sim.sinks.enq.send(5, 5, 6, 7, 8)
    sim.step(5)
    sim.sources.deq.accept(true)
    sim.step(3)
    // Four fit, so 8 waits from cycle 4 on; it is taken in the cycle after the first has left. Two fives are two values.
    expect(w.draw()).toBe([
      'cycle   0    1    2    3    4  5    6    7',
      'enq    | 05 | 05 | 06 | 07 | (08)  | 08 | .',
      'deq    |    | (05)            | 05 | 05 | 06',
      '',
    ].join('\n'))
  })
  it('draws a window, and a mark', () => {
    const sim = simulate(crossing), w = wave(sim, ['turns:dec'])
    sim.poke({ go: 1 })
    sim.step(20)
    expect(w.draw({ last: 3, mark: 18 })).toMatchInlineSnapshot(`
      "cycle      17    18    19
      turns[0]  | 239 | 238 | 237
      turns[1]  | 17  | 18  | 19
                       ^
      "
    `)
    expect(w.draw({ from: 4, to: 6 }).split('\n')[2]).toMatch(/^turns\[1\] +\| 4 +\| 5 +\| 6$/)
    expect(w.draw({ from: 30 })).toBe('cycle\nturns[0]\nturns[1]\n')
    w.stop()
    sim.step()
    expect(w.draw({ from: 19 }).split('\n')[0]).toBe('cycle      19')
  })
  it('sees what is inside instances, and cycles in reset', () => {
    const sim = simulate(roccAccumulator), w = wave(sim, ['state', 'answers.count', 'memReq.payload.tag'])
    sim.reset(2)
    sim.step()
    expect(w.draw().split('\n').map(l => l.split(' ')[0])).toEqual(['cycle', 'state', 'answers.count', 'memReq.payload.tag', ''])
    expect(w.draw().split('\n')[0]!.trim().split(/\s+/)).toEqual(['cycle', '0', '1', '2'])
  })
  it('begins anew after a restored snapshot', () => {
    const sim = simulate(crossing), saved = sim.snapshot(), w = wave(sim, ['turns[1]:dec'])
    sim.poke({ go: 1 })
    sim.step(3)
    sim.restore(saved)
    sim.poke({ go: 1 })
    sim.step(2)
    expect(w.draw()).toBe('cycle      0  1\nturns[1]  | 0 | 1\n'.replace(' 0  1', ' 0   1'))
  })
  it.each([
    ['an unknown signal', ['noww'], 'RTL6008', /did you mean `now`/],
    ['an unknown radix', ['now:octal'], 'RTL6016', /bin, dec and hex/],
    ['no signals', [], 'RTL6016', /name some/],
  ])('refuses %s', (_, signals, code, text) => {
    const e = codeOf(() => wave(simulate(crossing), signals))
    expect([e.code, e.places]).toEqual([code, ['test/rtl-gen/simulate/wave.test.ts']])
    expect(e.help).toMatch(text)
  })
  it.each([[{ from: 3, to: 1 }, 'RTL6016'], [{ last: 2, to: 1 }, 'RTL6016'], [{ last: -1 }, 'RTL6010'], [{ from: 0.5 }, 'RTL6010']])('refuses the window %j', (window, code) => {
    const w = wave(simulate(crossing), ['now'])
    expect(codeOf(() => w.draw(window)).code).toBe(code)
  })
})

describe('dumpVcd', () => {
  it('writes every cycle from the start, and no values of coverage', () => {
    const sim = simulate(crossing, { coverage: true })
    let vcd = ''
    const finish = dumpVcd(sim, text => { vcd += text })
    sim.reset()
    sim.poke({ go: 1 })
    sim.step(2)
    finish()
    sim.step()
    expect(vcd.match(/\$var .* \$end/g)!.map(l => l.split(' ')[4])).toEqual(['clk', 'reset', 'go', 'now', 'delta', 'state', 'turns_0', 'turns_1'])
    expect(vcd.match(/^#\d+$/gm)).toEqual(['#0', '#10', '#15', '#20', '#25', '#30'])
    expect(vcd).toContain('$scope module crossing $end')
  })
})
