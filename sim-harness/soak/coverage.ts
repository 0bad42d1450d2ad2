// Owns: what soak programs reached: statuses of each instruction, causes, microcode lines.
import { causes } from '../../coprocessor/isa/cause.ts'
import { instructions } from '../../coprocessor/isa/table.ts'
import { statuses } from '../../coprocessor/isa/status.ts'
import { unitMicrocode } from '../../coprocessor/microcode/words.ts'
import type { SoakResult } from './run-program.ts'

export interface Part { readonly reached: number; readonly of: number; readonly missing: readonly string[] }
/** `codes`: status codes, whichever instruction answered them; `statuses`: those of each instruction. */
export interface SoakCoverage { readonly codes: Part; readonly statuses: Part; readonly causes: Part; readonly microcode: Part }

const part = (all: readonly string[], has: (name: string) => boolean): Part => {
  const missing = all.filter((w) => !has(w))
  return { reached: all.length - missing.length, of: all.length, missing }
}

/** Adds up results. */
export class CoverageCount {
  readonly statuses = new Map<string, number>()
  readonly causes = new Map<string, number>()
  cycles = 0
  commands = 0
  queries = 0
  /** Programs in which several slots asked. */
  several = 0

  add(r: SoakResult): void {
    for (const [name, n] of r.statuses) this.statuses.set(name, (this.statuses.get(name) ?? 0) + n)
    for (const [name, n] of r.causes) this.causes.set(name, (this.causes.get(name) ?? 0) + n)
    this.cycles += r.cycles
    this.commands += r.commands
    this.queries += r.queries
    if (r.slots > 1) this.several += 1
  }

  /** @param executed how often each micro-operation was executed, by address */
  coverage(executed: readonly number[]): SoakCoverage {
    const built = instructions.filter((i) => i.microcode !== undefined)
    const wanted = built.flatMap((i) => [...(i.privilege === 'any' ? [] : ['privilege']), 'opcode', ...i.statuses, 'done'].map((s) => `${i.mnemonic} ${s}`))
    const answered = new Set([...this.statuses.keys()].map((w) => w.split(' ')[1]))
    return {
      codes: part(statuses.map((s) => s.name), (s) => answered.has(s)),
      statuses: part(wanted, (w) => this.statuses.has(w)),
      causes: part(causes.map((c) => c.name), (c) => this.causes.has(c)),
      microcode: part(unitMicrocode().operations.map((o) => `${o.address}: ${o.text.trim()}`), (line) => (executed[Number(line.split(':')[0])] ?? 0) > 0),
    }
  }
}
