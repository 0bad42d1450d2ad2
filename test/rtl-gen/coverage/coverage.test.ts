// Owns: what coverage counts, on a design whose run can be followed by hand; merging; the three texts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import {
  bit, coverageTotals, elaborate, emitVerilog, enumeration, formatCoverage, input, instance, mergeCoverage, module, output, register, simulate, toLcov, uint, type Coverage,
} from '../../../rtl-gen/index.ts'

const light = enumeration('light', ['red', 'green', 'broken'])
const part = module('part', {
  go: input(bit), odd: input(bit), n: output(uint(3)), count: register(uint(3), 0), state: register(light, 'red'),
}, ({ go, odd, count, state }, { assign, when, match, matchSome, cover }) => [
  assign({ n: count }),
  when(go, [ // mark when
    { count: count.add(1) },
    when(odd, { count: count.add(2) }), // mark inner
  ])
    .elseWhen(odd, { count: 0 }) // mark elseWhen
    .otherwise([
      when(count.eq(7), { count: 1 }), // mark full
    ]),
  match(state, {
    red: when(go, { state: 'green' }), // mark red
    green: { state: 'red' },
    broken: when(odd, { state: 'red' }), // mark broken
  }),
  matchSome(count, { 2: {}, otherwise: when(odd, { count: 0 }) }),
  cover('reachesFour', count.eq(4)), // mark cover
  cover('reachesSeven', count.eq(7)),
])
const top = module('coveredTop', { go: input(bit), odd: input(bit), m: output(uint(3)), a: instance(part), b: instance(part) }, ({ go, odd, a }, { assign }) => [
  assign({ m: a.n, a: { go, odd }, b: { go: 0, odd: 0 } }),
])
const file = 'test/rtl-gen/coverage/coverage.test.ts', source = readFileSync(fileURLToPath(import.meta.url), 'utf8').split('\n')
const marked = (mark: string): number => source.findIndex(l => l.includes(`// mark ${mark}`)) + 1

/** Three cycles of go, one with go and odd, two of neither, all after two of reset. */
function run(): Coverage {
  const sim = simulate(top, { coverage: true })
  sim.poke({ go: 1, odd: 1 })
  sim.reset(2)
  sim.poke({ odd: 0 })
  sim.step(3)
  sim.poke({ odd: 1 })
  sim.step()
  sim.poke({ go: 0, odd: 0 })
  sim.step(2)
  return sim.coverage()
}

describe('coverage', () => {
  const c = run(), at = (line: number): (string | number)[][] => c.points.filter(p => p.at.line === line).map(p => [p.kind, p.text, p.count])
  it('counts arms by their places, over all instances, outside of reset', () => {
    expect(c.cycles).toBe(6)
    expect(at(marked('when'))).toEqual([['when', '', 4]])
    expect(at(marked('inner'))).toEqual([['when', '', 1]])
    expect(at(marked('elseWhen'))).toEqual([['elseWhen', '', 0]])
    // b waits in all six cycles, a in the last two.
    expect(at(marked('full'))).toEqual([['otherwise', '', 8], ['when', '', 0]])
    expect(at(marked('red'))).toEqual([['match', 'red', 10], ['when', '', 2]])
    expect(at(marked('broken'))).toEqual([['match', 'broken', 0], ['when', '', 0]])
    expect(c.points.every(p => p.at.file === file)).toBe(true)
  })
  it('counts cover statements', () => {
    // a: 0 1 2 3 0 0: the cycle with odd adds 2 to 3 by the inner rule, and matchSome then makes it 0. Nobody sees 4.
    expect(c.points.filter(p => p.kind === 'cover').map(p => [p.text, p.count])).toEqual([['reaches_four', 0], ['reaches_seven', 0]])
    const sim = simulate(top, { coverage: true })
    sim.poke({ go: 1 })
    sim.step(6)
    expect(sim.coverage().points.filter(p => p.kind === 'cover').map(p => p.count)).toEqual([1, 0])
  })
  it('sees bits go up and down, each on its own, of every instance', () => {
    const toggle = (path: string): unknown => { const t = c.toggles.find(x => x.path === path)!; return [t.width, t.rose, t.fell] }
    // 0 1 2 3 0: bit 0 rises twice and falls, bit 1 rises and falls, bit 2 never.
    expect(toggle('a.count')).toEqual([3, '0x3', '0x3'])
    expect(toggle('b.count')).toEqual([3, '0x0', '0x0'])
    expect(toggle('odd')).toEqual([1, '0x1', '0x1'])
    expect(toggle('go')).toEqual([1, '0x0', '0x1'])
    expect(c.toggles.map(t => t.path).filter(p => p.includes('coverage'))).toEqual([])
  })
  it('follows registers of enumerations', () => {
    const machine = (path: string): unknown => { const m = c.machines.find(x => x.path === path)!; return [m.states.map(s => s.count), m.transitions] }
    // a: red green red green red red.
    expect(machine('a.state')).toEqual([[4, 2, 0], [{ from: 'red', to: 'green', count: 2 }, { from: 'green', to: 'red', count: 2 }]])
    expect(machine('b.state')).toEqual([[6, 0, 0], []])
  })
  it('is data that JSON keeps, and that adds up', () => {
    const twice = mergeCoverage(c, JSON.parse(JSON.stringify(c)) as Coverage)
    expect(twice.cycles).toBe(12)
    expect(twice.points.map(p => p.count)).toEqual(c.points.map(p => 2 * p.count))
    expect(twice.toggles).toEqual(c.toggles)
    expect(twice.machines[0]!.states.map(s => s.count)).toEqual([8, 4, 0])
    expect(twice.machines[0]!.transitions[0]!.count).toBe(4)
    const sim = simulate(top, { coverage: true })
    sim.step(2)
    const other = mergeCoverage(c, sim.coverage())
    expect([other.points.length, other.toggles.find(t => t.path === 'a.count')!.rose, other.cycles]).toEqual([c.points.length, '0x3', 8])
    expect(mergeCoverage(c)).toEqual(c)
  })
  it('counts its totals', () => {
    // Bits: 5 of the top and 10 of each instance. Up or down: go 1, odd 2, m 4, and of a: go 1, odd 2, n 4, count 4, state 2.
    expect(coverageTotals(c)).toMatchObject({ arms: [9, 13], covers: [0, 2], states: [3, 6], toggles: [20, 50] })
  })
  it('is a text by file and line', () => {
    const text = formatCoverage(c)
    expect(text.split('\n').slice(0, 5)).toEqual([
      'coverage of covered_top: 6 cycles', '  arms     9 of 13 (69.2 %)', '  covers   0 of 2 (0.0 %)', '  states   3 of 6 (50.0 %)', '  toggles  20 of 50 (40.0 %)',
    ])
    expect(text).toMatch(new RegExp(`^${file}$`, 'm'))
    expect(text).toMatch(new RegExp(`^ +${marked('elseWhen')}:\\d+ +elseWhen +part +never$`, 'm'))
    expect(text).toMatch(new RegExp(`^ +${marked('cover')}:\\d+ +cover reaches_four +part +never$`, 'm'))
    expect(text).not.toMatch(new RegExp(`^ +${marked('when')}:`, 'm'))
    expect(text).toMatch(/^ {2}a\.count +2 never rose, 2 never fell$/m)
    expect(text).toMatch(/^ {2}b\.count +no bit rose, no bit fell$/m)
    expect(text).toMatch(/^states of a\.state\n {2}broken {3}never$/m)
    expect(formatCoverage(c, { all: true })).toMatch(/red -> green +2/)
  })
  it('is LCOV, as its viewers read it', () => {
    const lines = toLcov(c, '/home/me/').trimEnd().split('\n'), of = (key: string): string[] => lines.filter(l => l.startsWith(`${key}:`)).map(l => l.slice(key.length + 1))
    expect([of('TN'), of('SF'), lines.at(-1)]).toEqual([['covered_top'], [`/home/me/${file}`], 'end_of_record'])
    expect(of('DA')).toContain(`${marked('when')},4`)
    expect(of('DA')).toContain(`${marked('elseWhen')},0`)
    expect(of('BRDA').filter(l => l.startsWith(`${marked('full')},`))).toEqual([`${marked('full')},0,0,8`, `${marked('full')},0,1,0`])
    expect([of('LF'), of('LH'), of('BRF'), of('BRH')].map(x => Number(x[0]))).toEqual([of('DA').length, of('DA').filter(l => !l.endsWith(',0')).length, of('BRDA').length, of('BRDA').filter(l => !l.endsWith(',0')).length])
  })
})

describe('a design that is counted', () => {
  it('does what it does uncounted', () => {
    const sims = [simulate(roccAccumulator), simulate(roccAccumulator, { coverage: true })]
    const seen = sims.map(sim => {
      sim.sinks.cmd.send({ funct: 1, rd: 5, rs1: 64, rs2: 0 }, { funct: 2, rd: 6, rs1: 8, rs2: 0 }, { funct: 0, rd: 7, rs1: 0, rs2: 0 })
      sim.sinks.memResp.send({ tag: 0, data: 77 }, { tag: 0, data: 2 })
      const rows = Array.from({ length: 20 }, () => { sim.step(); return { ...sim.peek } })
      return [rows, sim.sources.resp.takeAll()]
    })
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]![1]).toEqual([{ rd: 5n, data: 77n }, { rd: 6n, data: 79n }, { rd: 7n, data: 0n }])
  })
  it('is not changed for others: the emitted text is the same before and after', () => {
    const text = (): string => emitVerilog(elaborate(top)).map(f => f.text).join('\n'), before = text()
    run()
    expect(text()).toBe(before)
    expect(before).not.toContain('coverage_')
  })
  it('goes on counting after a restored snapshot, without a jump that nothing made', () => {
    const sim = simulate(top, { coverage: true }), saved = sim.snapshot()
    sim.poke({ go: 1 })
    sim.step(3)
    sim.restore(saved)
    sim.poke({ go: 0 })
    sim.step(1)
    const c = sim.coverage(), count = c.toggles.find(t => t.path === 'a.count')!
    expect([c.cycles, count.rose, count.fell]).toEqual([4, '0x3', '0x1'])
  })
})
