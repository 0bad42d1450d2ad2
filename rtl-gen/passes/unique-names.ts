// Owns: names for what passes make: the wanted one, or with _2, _3, ... where it is taken.
import type { BlackBox, Module } from '../ir/index.ts'

export class UniqueNames {
  readonly #taken: Set<string>
  constructor(taken: Iterable<string> = []) { this.#taken = new Set(taken) }

  /** Names are told apart without regard to case. */
  take(wanted: string): string {
    let name = wanted
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) name = `${wanted}_${n}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** Every name that stands in the scope of a module, as declared, in the order of declaration; clocks and resets first, once each. */
export function declaredNames(m: Module | BlackBox): string[] {
  const clocks = [...new Set(m.domains.flatMap(d => [d.clock, ...(d.reset === undefined ? [] : [d.reset.name])]))]
  const ports = m.ports.map(p => p.name)
  if (m.kind === 'blackbox') return [...clocks, ...ports]
  return [
    ...clocks, ...ports, ...m.registers.map(r => r.name), ...m.wires.map(w => w.name), ...m.locals.map(l => l.name),
    ...m.memories.flatMap(mem => [mem.name, ...mem.reads.map(r => r.data)]), ...m.instances.map(i => i.name),
  ]
}
