// Owns: a fault in an operator of a text back end is found by a fuzz run, and shrunk to under ten nodes.
import { describe, expect, it } from 'vitest'
import { differences, fitStimulus, nodesOf, randomDesign, randomStimulus, renameModules, runReference, seededPick, shrinkDesign, type Cycle } from '../../../rtl-gen/fuzz/index.ts'
import { printDesign, type Design } from '../../../rtl-gen/ir/index.ts'
import { caseOf, caseReport, caseText, fuzz, judge, runOnTool, sourceOf, type Judgement, type Plants, type TextOf } from '../../../sim-harness/fuzz/index.ts'
import { planted, plants } from '../../rtl-gen/fuzz/plants.ts'
import { decided } from '../../support/equivalence.ts'
import { firtoolOf, withoutFirtool } from '../../support/firtool.ts'

/** The first failing trial, shrunk. */
async function firstFound(faults: Plants, engines: readonly ('icarus' | 'yosys' | 'wasm')[]): Promise<Judgement> {
  const found: Judgement[] = []
  for (let seed = 1; found.length === 0 && seed < 40; seed++) await fuzz({ designs: 40, seed, engines, plants: faults, shrink: 1, failed: j => found.push(j) })
  return found[0]!
}

/** Not in the loops that clear memories: they have to end. */
const textFault = (from: RegExp, to: string): TextOf => d => sourceOf(d).map(f => ({ file: f.file, text: f.text.split('\n').map(l => (l.includes('for (') ? l : l.replace(from, to))).join('\n') }))

describe('the Verilog back end', () => {
  const faults: readonly (readonly [string, TextOf])[] = [
    ['an addition as an or', textFault(/ \+ /g, ' | ')],
    ...['a signed comparison as an unsigned one', 'the amount of a shift cut', 'a division by zero that gives zero'].map((name): [string, TextOf] => [name, d => sourceOf(planted(plants[name]!)(d))]),
  ]
  it.each(faults)('%s', async (_, text) => {
    const found = await firstFound({ icarus: text }, ['wasm', 'icarus'])
    expect(nodesOf(found.trial.design), printDesign(found.trial.design)).toBeLessThan(10)
    expect(found.faults.map(f => [f.engine, f.kind])).toEqual([['icarus', 'values']])
    // Without the fault there is nothing.
    const [sound] = await judge([found.trial], { engines: ['wasm', 'icarus'] })
    expect(sound!.faults).toEqual([])
  })

  it('a text that the tools refuse is a fault of its design alone, and shrunk too', async () => {
    const found = await firstFound({ icarus: textFault(/ \* /g, ' * * ') }, ['icarus'])
    expect(found.faults.map(f => [f.engine, f.kind])).toEqual([['icarus', 'refused']])
    expect(found.faults[0]!.text).toMatch(/syntax error/)
    expect(nodesOf(found.trial.design), printDesign(found.trial.design)).toBeLessThan(10)
  })

  it('a simulation that never ends is a fault, not the end of the run', async () => {
    const design = randomDesign(seededPick(1)), trial = { name: 'x', design, cycles: randomStimulus(design, 1, 5) }
    const text: TextOf = d => sourceOf(d).map(f => ({ file: f.file, text: f.text.replace('endmodule', '  reg again; initial while (1) again = 1\'b0;\nendmodule') }))
    await expect(runOnTool('icarus', [trial], { text, patienceMs: 500 })).rejects.toMatchObject({ code: 'SIM1002', message: 'the simulation in icarus does not end' })
  })

  it('what Yosys would misread', async () => {
    const found = await firstFound({ yosys: d => sourceOf(planted(plants['an addition without carries']!)(d)) }, ['icarus', 'yosys'])
    expect([nodesOf(found.trial.design) < 10, found.faults.map(f => f.engine)]).toEqual([true, ['yosys']])
  })
})

it('a case can be written, read, and told', async () => {
  const wasm = planted(plants['an addition without carries']!), found = await firstFound({ wasm }, ['wasm']), trial = caseOf(caseText(found, 1))
  expect(trial).toEqual(found.trial)
  const [again] = await judge([trial], { engines: ['wasm'], plants: { wasm } })
  expect(again!.faults).toEqual(found.faults)
  const report = caseReport(found)
  expect(report).toContain(printDesign(found.trial.design))
  expect(report).toMatch(/^wasm values: cycle \d+, \w+: 0x[0-9a-f]+ instead of 0x[0-9a-f]+$/m)
  expect(report).toContain('endmodule')
  for (const text of ['', '{', 'null', '{"format":"other"}', '[]']) expect(() => caseOf(text)).toThrow()
})

describe.skipIf(withoutFirtool)(`the FIRRTL back end${withoutFirtool === undefined ? '' : ` (skipped: ${withoutFirtool})`}`, () => {
  const sound: TextOf = d => firtoolOf(d), wrong: TextOf = d => firtoolOf(d, { change: text => text.replace(/\badd\(/g, 'sub(') })
  /** firtool itself gives up on some circuits that the fault makes. */
  const taken = (d: Design): boolean => {
    try {
      return wrong(d).length > 0
    } catch {
      return false
    }
  }
  const differ = async (designs: readonly Design[], text: TextOf): Promise<boolean[]> => {
    // Without start values a reset comes first.
    const stimulus = (d: Design): Cycle[] => randomStimulus(d, 1, 20).map((c, i) => i === 0 ? { ...c, values: { ...c.values, rst: 1n } } : c)
    const trials = designs.map((d, i) => renameModules(decided(d), n => `s${i}_${n}`)).map(design => ({ name: design.top, design, cycles: fitStimulus(design, stimulus(design), 1) }))
    const seen = await runOnTool('icarus', trials, { text })
    return trials.map((t, i) => differences(t.design, seen[i]!, runReference(t).outputs).some(d => d.cycle > 0 && d.seen !== undefined))
  }
  /** By the fault, not by what FIRRTL has no start value for. */
  const fail = async (designs: readonly Design[]): Promise<boolean[]> => {
    const some = designs.filter(taken)
    if (some.length === 0) return designs.map(() => false)
    const [bad, good] = [await differ(some, wrong), await differ(some, sound)]
    return designs.map(d => some.includes(d) && bad[some.indexOf(d)]! && !good[some.indexOf(d)]!)
  }
  it('an addition as a subtraction', async () => {
    const designs = Array.from({ length: 40 }, (_, i) => randomDesign(seededPick(i + 1), { resets: 'sync', domains: ['clk'], checks: false }))
    const found = designs[(await fail(designs)).indexOf(true)]!
    const small = await shrinkDesign(found, fail, { together: 12, most: 150 })
    expect(nodesOf(small), printDesign(small)).toBeLessThan(10)
    expect([await differ([small], wrong), await differ([small], sound)]).toEqual([[true], [false]])
  })
})
