// Owns: what a step of shrinking is: designs that may be tried, made only when they are.
import type { Design, Module } from '../../ir/index.ts'

/** In a fixed order, the boldest first, so that after a success the rest can go on where it stood. */
export type Candidates = (design: Design) => readonly (() => Design)[]

/** The design with one module replaced. */
export const withModule = (design: Design, m: Module, made: Module): Design => ({ ...design, modules: design.modules.map(x => x === m ? made : x) })
