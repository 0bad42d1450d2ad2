// Owns: failing cases as files: one to replay, one to read.
import { nodesOf, pinsOf, decodeDesign, encodeDesign, type DesignFile, type Outputs, type Trial } from '../../rtl-gen/fuzz/index.ts'
import { printDesign } from '../../rtl-gen/ir/index.ts'
import { differenceText, type Fault, type Judgement } from './judge.ts'
import { sourceOf } from './tools.ts'

const format = 'archnights fuzz case 1'

interface CaseFile {
  readonly format: string; readonly seed: number; readonly name: string
  readonly faults: readonly { readonly engine: string; readonly kind: string; readonly text: string; readonly seen?: readonly (readonly (string | null)[])[] }[]
  readonly outputs: readonly string[]; readonly expected: readonly (readonly (string | null)[])[]
  readonly cycles: readonly { readonly rising: number; readonly values: Readonly<Record<string, string>> }[]
  readonly design: DesignFile
}

const hex = (v: bigint): string => `0x${v.toString(16)}`
const rows = (outputs: Outputs): (string | null)[][] => outputs.map(row => row.map(v => v === undefined ? null : hex(v)))

/** The JSON text: design, stimulus, what was expected and what each engine gave. */
export function caseText({ trial, expected, faults }: Judgement, seed: number): string {
  const file: CaseFile = {
    format, seed, name: trial.name, outputs: pinsOf(trial.design).outputs.map(p => p.name),
    faults: faults.map(f => ({ engine: f.engine, kind: f.kind, text: f.text, ...(f.seen === undefined ? {} : { seen: rows(f.seen) }) })), expected: rows(expected.outputs),
    cycles: trial.cycles.map(c => ({ rising: c.rising, values: Object.fromEntries(Object.entries(c.values).map(([k, v]) => [k, hex(v)])) })),
    design: encodeDesign(trial.design),
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** @throws Error for a text that is no case */
export function caseOf(text: string): Trial {
  const file = JSON.parse(text) as Partial<CaseFile> | null
  if (typeof file !== 'object' || file?.format !== format || file.design === undefined || file.cycles === undefined) throw new Error(`no \`"format": "${format}"\``)
  return { name: file.name ?? 'case', design: decodeDesign(file.design), cycles: file.cycles.map(c => ({ rising: c.rising, values: Object.fromEntries(Object.entries(c.values).map(([k, v]) => [k, BigInt(v)])) })) }
}

/** For reading: what differs, the design in the form of the IR and as Verilog, the stimulus. */
export function caseReport({ trial, faults }: Judgement): string {
  const files = attempt(() => sourceOf(trial.design).map(f => f.text).join('\n'))
  const cycles = trial.cycles.map((c, i) => `${String(i).padStart(4)}  clocks ${c.rising.toString(2)}  ${Object.entries(c.values).map(([k, v]) => `${k}=${hex(v)}`).join(' ')}`)
  return [`${trial.name}: ${nodesOf(trial.design)} nodes, ${trial.cycles.length} cycles`, '', ...faults.flatMap(faultLines), '', printDesign(trial.design), '// Verilog', files, '', 'stimulus:', ...cycles, ''].join('\n')
}

const faultLines = (f: Fault): string[] => [`${f.engine} ${f.kind}: ${f.text}`, ...f.differences.slice(1, 10).map(d => `  ${differenceText(d)}`)]

function attempt(work: () => string): string {
  try {
    return work()
  } catch (error) {
    return `// none: ${(error as Error).message}`
  }
}
