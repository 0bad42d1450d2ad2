// Owns: what a built Rocket simulator is to those who run it.
import type { Parameters } from '../../coprocessor/parameters.ts'
import type { PortLayout } from '../../sim-harness/engines/layout.ts'

/**
 * `none`: a stub with the unit's ports that takes no command and asks for nothing, to measure what the unit costs. `link-device`: the stub, and the link to the
 * host behind registers of the MMIO port, to measure what software does without the unit.
 */
export type UnitKind = 'oracle' | 'none' | 'link-device'

export interface RocketSimulator {
  /** The simulator's process, for `openVerilator` with `layout`; it wants `+image=FILE` (see `image.ts`). */
  readonly binary: string
  /** Ports of `rocket_bench`; see `ports.ts`. */
  readonly layout: PortLayout
  readonly parameters: Parameters
  readonly unit: UnitKind
  /** What waves it can write, if any. */
  readonly waves: 'vcd' | 'fst' | undefined
  /** Nothing had to be built. */
  readonly cached: boolean
}
