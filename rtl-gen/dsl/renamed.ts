// Owns: telling which ports have another name in the emitted text than in the source.
import { distinct, type Diagnostic } from '../diagnostics/index.ts'
import type { Place } from '../ir/place.ts'
import { finding, note } from './fail.ts'
import { layout, type Renamed } from './layout.ts'
import type { Module, ModuleSource } from './module.ts'
import { moduleName } from './names.ts'

/** RTL3051 for each such port of a module that can be elaborated, and of all modules inside it: notes, which stop nothing. */
export function renamedPorts(top: Module<any>): Diagnostic[] {
  const seen = new Set<ModuleSource>()
  const inside = (m: ModuleSource): Diagnostic[] => {
    if (seen.has(m)) return []
    seen.add(m)
    return [...Object.values(m.ports).flatMap(d => (d.is === 'instance' ? inside(d.of as unknown as ModuleSource) : [])), ...byDeclaration(m).map(parts => told(m, parts))]
  }
  return distinct(inside(top as unknown as ModuleSource))
}

function byDeclaration(m: ModuleSource): Renamed[][] {
  const all = new Map<Place, Renamed[]>()
  for (const r of layout(m).renamed) all.set(r.at, [...all.get(r.at) ?? [], r])
  return [...all.values()]
}

const told = (m: ModuleSource, parts: readonly Renamed[]): Diagnostic => finding('RTL3051',
  `in the emitted text of module \`${moduleName(m.name)}\`, port ${parts.map(r => `\`${r.port}\` is \`${r.name}\``).join(', ')}`,
  [note(parts[0]!.at, 'declared here'), note(m.at, 'the module')], 'use that name outside, or give the port another one here: no word of Verilog, SystemVerilog or C++, and none that becomes another one in snake_case')
