// Owns: a design with its stimulus, what comes out of it cycle by cycle, and where two runs differ.
import { moduleNamed, portsOf, widthOf, type BlackBox, type Design, type Module } from '../ir/index.ts'

/** One cycle: patterns of the inputs and resets of the top by name; the clocks that rise at its end, as bits in the order of the domains. */
export interface Cycle { readonly values: Readonly<Record<string, bigint>>; readonly rising: number }
/** The ports of the top are ground. */
export interface Trial { readonly name: string; readonly design: Design; readonly cycles: readonly Cycle[] }
/** For each cycle the outputs of the top in the order of its ports, settled before the edge; undefined where a bit is unknown. */
export type Outputs = readonly (readonly (bigint | undefined)[])[]

export interface Pin { readonly name: string; readonly width: number }
export interface Pins { readonly top: string; readonly clocks: readonly Pin[]; readonly inputs: readonly Pin[]; readonly outputs: readonly Pin[] }

export const topOf = (d: Design): Module | BlackBox => moduleNamed(d, d.top)!

/** The pins of the top; resets stand before the inputs. */
export function pinsOf(d: Design): Pins {
  const top = topOf(d)
  const pins = (direction: 'input' | 'output'): Pin[] => portsOf(top, direction).map(p => ({ name: p.name, width: widthOf(p.type) }))
  const resets = top.domains.flatMap((x): Pin[] => (x.reset === undefined ? [] : [{ name: x.reset.name, width: 1 }]))
  return { top: top.name, clocks: top.domains.map(x => ({ name: x.clock, width: 1 })), inputs: [...resets, ...pins('input')], outputs: pins('output') }
}

/** One value that is not as it should be. */
export interface Difference { readonly cycle: number; readonly output: string; readonly seen: bigint | undefined; readonly expected: bigint | undefined }

/** Where `seen` differs from `expected`, in the order of time. */
export function differences(design: Design, seen: Outputs, expected: Outputs): Difference[] {
  const { outputs } = pinsOf(design)
  return expected.flatMap((row, cycle) => row.flatMap((value, i): Difference[] => {
    const other = seen[cycle]?.[i]
    return other === value ? [] : [{ cycle, output: outputs[i]!.name, seen: other, expected: value }]
  }))
}
