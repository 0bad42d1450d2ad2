// Owns: the modules of a design under other names, so that designs can share one text.
import { mapModules, modulesOf, type Design } from '../ir/index.ts'

/** Black boxes keep theirs: their insides are elsewhere. */
export function renameModules(design: Design, name: (old: string) => string): Design {
  const own = new Set(modulesOf(design).map(m => m.name))
  const of = (old: string): string => own.has(old) ? name(old) : old
  return { ...mapModules(design, m => ({ ...m, name: of(m.name), instances: m.instances.map(i => ({ ...i, of: of(i.of) })) })), top: of(design.top) }
}
