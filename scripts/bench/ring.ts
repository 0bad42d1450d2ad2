// Owns: the design of the elaboration bench: stages of registers, sums and choices in a row, each stage a module of its own. The baselines describe the same.
import { bit, input, instance, lit, module, mux, output, register, uint } from '../../rtl-gen/index.ts'
import type { Decls, Module } from '../../rtl-gen/index.ts'

/** Registers of a stage. */
export const cellsOfStage = 160

/** A stage: `r0` takes `a` in, each further register the one before; the constants make every stage another module. */
function stage(number: number, cells: number): Module<any> {
  const registers = Object.fromEntries(Array.from({ length: cells }, (_, i) => [`r${i}`, register(uint(32), 0)]))
  return module(`stage${number}`, { enable: input(bit), a: input(uint(32)), q: output(uint(32)), ...registers } as Decls, (x, { assign, when }) => {
    const read = x as Record<string, any>
    let before = read['a']
    const next: Record<string, unknown> = {}
    for (let i = 0; i < cells; i++) {
      const r = read[`r${i}`], sum = r.add(before)
      next[`r${i}`] = mux(sum.bit(i % 32), sum.xor(lit(32, number * cells + i)), sum)
      before = r
    }
    return [assign({ q: before } as never), when(read['enable'], next as never)]
  })
}

export function ring(stages: number, cells = cellsOfStage): Module<any> {
  const parts = Object.fromEntries(Array.from({ length: stages }, (_, i) => [`part${i}`, instance(stage(i, cells))]))
  return module('ring', { enable: input(bit), seed: input(uint(32)), q: output(uint(32)), ...parts } as Decls, (x, { assign }) => {
    const read = x as Record<string, any>, wires: Record<string, unknown> = {}
    let before = read['seed']
    for (let i = 0; i < stages; i++) {
      wires[`part${i}`] = { enable: read['enable'], a: before }
      before = read[`part${i}`].q
    }
    return [assign({ ...wires, q: before } as never)]
  })
}
