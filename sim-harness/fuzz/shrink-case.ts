// Owns: a failing trial made small, on the engine where the question is cheapest.
import { fitStimulus, renameModules, shrinkDesign, type Trial } from '../../rtl-gen/fuzz/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'
import type { FuzzEngine } from './engine-names.ts'
import { judge, type Fault, type JudgeOptions, type Judgement } from './judge.ts'

/** Designs in one run: starting the tool is most of the cost of a small one. */
const together: Readonly<Record<FuzzEngine, number>> = { wasm: 1, icarus: 40, yosys: 40, verilator: 60 }
/** A question to the tools takes from half a second (Icarus) to several (Verilator). */
const most: Readonly<Record<FuzzEngine, number>> = { wasm: 3000, icarus: 300, yosys: 200, verilator: 40 }
/** Of a text that is refused nothing is built or run; but of several it would have to be found out which. */
const mostRefusals = 600
const cheapest: readonly FuzzEngine[] = ['wasm', 'icarus', 'yosys', 'verilator']

export interface ShrinkCaseOptions extends JudgeOptions { readonly seed: number; readonly progress?: (text: string) => void }

/** The same kind of fault on the same engine, in a smaller design and with no cycles after it; judged on all engines again. */
export async function shrinkCase(found: Judgement, options: ShrinkCaseOptions): Promise<Judgement> {
  const { seed, progress } = options
  const fault = cheapest.map(e => found.faults.find(f => f.engine === e)).find(f => f !== undefined)!
  const cycles = fault.differences.length === 0 ? found.trial.cycles : found.trial.cycles.slice(0, fault.differences[0]!.cycle + 1)
  const trialOf = (design: Design): Trial => ({ name: found.trial.name, design, cycles: fitStimulus(design, cycles, seed) })
  const isSame = (f: Fault): boolean => f.engine === fault.engine && f.kind === fault.kind
  const small = await shrinkDesign(found.trial.design, async designs => {
    const named = designs.map((d, i) => designs.length === 1 ? d : renameModules(d, name => `s${i}_${name}`))
    return (await judge(named.map(trialOf), { ...options, engines: [fault.engine] })).map(j => j.faults.some(isSame))
  }, { ...fault.kind === 'refused' ? { together: 1, most: mostRefusals } : { together: together[fault.engine], most: most[fault.engine] }, progress: d => progress?.(`shrinking ${found.trial.name} on ${fault.engine}: ${d.modules.length} modules`) })
  const [judged] = await judge([trialOf(small)], options)
  return judged!.faults.some(isSame) ? judged! : found
}
