// Owns: random well-formed designs: how many modules, clocks and resets, and how large.
import type { Design, Module } from '../ir/index.ts'
import { design, domain } from './nodes.ts'
import { oneOf, type Pick } from './pick.ts'
import { randomModule, type ModuleSize } from './random-module.ts'
import { RandomTypes } from './random-types.ts'

export type ResetKind = 'sync' | 'async' | 'none'

/** What is not said is drawn. */
export interface RandomOptions {
  /** Of the names of the modules, so that several designs can share one text. */
  readonly prefix?: string
  /** Names of the clocks. */
  readonly domains?: readonly string[]
  /** Of all domains; `mixed`: each its own. */
  readonly resets?: ResetKind | 'mixed'
  readonly size?: keyof typeof sizes
  /** Modules below the top, 0 to 2. */
  readonly inside?: number
  /** May values have more than 32 bits? */
  readonly wide?: boolean
  /** Asserts, assumes and covers among the statements (default: yes). Those that fail are counted, nothing else. */
  readonly checks?: boolean
}

const sizes = {
  tiny: { depth: 2, statements: 1, registers: 1, values: 1, memories: 1, outputs: 1 },
  small: { depth: 2, statements: 2, registers: 2, values: 1, memories: 1, outputs: 2 },
  medium: { depth: 3, statements: 4, registers: 3, values: 2, memories: 1, outputs: 3 },
  large: { depth: 4, statements: 7, registers: 4, values: 3, memories: 2, outputs: 3 },
} as const satisfies Record<string, ModuleSize>

/** Many small designs find more than few large ones: of 24, 15 tiny, 6 small, 2 medium, 1 large. */
function drawSize(pick: Pick): keyof typeof sizes {
  const n = pick(24)
  return n < 15 ? 'tiny' : n < 21 ? 'small' : n < 23 ? 'medium' : 'large'
}

/**
 * A design with every operator and type of the IR: inputs, registers, memories, named values, wires that read only earlier ones, instances (once or
 * twice) of modules drawn before. The top is called `top` with the prefix and has ground ports only; nothing in it loops.
 * It is well formed (`validate`), though not what a user's checks would pass: values cross between clocks, and some are set twice.
 */
export function randomDesign(pick: Pick, options: RandomOptions = {}): Design {
  const prefix = options.prefix ?? ''
  const clocks = options.domains ?? (pick(4) === 3 ? ['clk', 'rx'] : ['clk'])
  const resets = options.resets ?? oneOf(pick, ['sync', 'sync', 'async', 'mixed'] as const)
  const domains = clocks.map(name => domain(name, resets === 'mixed' ? oneOf(pick, ['sync', 'async', 'none'] as const) : resets))
  const size = options.size ?? drawSize(pick)
  const types = new RandomTypes(pick, options.wide ?? pick(3) > 0)
  const count = options.inside ?? oneOf(pick, [0, 0, 0, 0, 1, 1, 2])
  const common = { pick, types, domains, checks: options.checks ?? true }
  const modules: Module[] = []
  for (let i = 0; i < count; i++) {
    modules.push(randomModule({ ...common, name: `${prefix}inner${i}`, size: sizes.tiny, inside: pick(2) ? modules.slice(-1) : [], top: false }))
  }
  modules.push(randomModule({ ...common, name: `${prefix}top`, size: sizes[size], inside: modules.slice(), top: true }))
  return design(modules)
}
