// Owns: elaboration: a module and everything inside it becomes a design.
import type { Design, Module as IrModule } from '../ir/module.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import { buildModule } from './build.ts'
import { digest } from './digest.ts'
import { finding, note } from './fail.ts'
import type { Module, ModuleSource } from './module.ts'
import { snake } from './names.ts'

/**
 * The design of a module: every module inside it once, those that are used before those that use them, the module itself last.
 * Bodies run once each. Locals stand before their users. Throws DiagnosticError with all findings of all modules.
 */
export function elaborate(top: Module<any>): Design {
  const built = new Map<ModuleSource, IrModule | undefined>(), byName = new Map<string, { module: IrModule; source: ModuleSource; digest?: string }>(), found: Diagnostic[] = []
  const visit = (source: ModuleSource): void => {
    if (built.has(source)) return
    built.set(source, undefined)
    for (const d of Object.values(source.ports)) if (d.is === 'instance') visit(d.of as unknown as ModuleSource)
    try {
      const module = buildModule(source), other = byName.get(module.name), named = (which: string, name: string): string => (snake(name) === module.name ? which : `${which}, \`${name}\``)
      if (!other) byName.set(module.name, { module, source })
      else if ((other.digest ??= digest(other.module)) !== digest(module)) {
        found.push(finding('RTL3006', `two different modules are named \`${module.name}\``, [note(other.source.at, named('the first', other.source.name)), note(source.at, named('the second', source.name))], 'give one of them another name; a function that makes modules can take it as a parameter'))
      }
    } catch (e) {
      if (!(e instanceof DiagnosticError)) throw e
      found.push(...e.diagnostics)
    }
  }
  visit(top as unknown as ModuleSource)
  if (found.length) throw new DiagnosticError(found)
  const modules = [...byName.values()].map(m => m.module)
  return { kind: 'design', top: modules.at(-1)!.name, modules }
}
