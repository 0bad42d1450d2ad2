// Owns: elaboration: a module and everything inside it becomes a design.
import type { BlackBox, Design, Module as IrModule } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import { boxDomains, boxOf } from './black-box.ts'
import { buildModule } from './build.ts'
import { digest } from './digest.ts'
import { asEndless, endless } from './endless.ts'
import { describe, isModule } from './describe.ts'
import { fail, finding, note } from './fail.ts'
import { layout } from './layout.ts'
import type { Module, ModuleSource, ResetKind } from './module.ts'
import { snake } from './names.ts'
import { place } from './place.ts'

/**
 * The design of a module: every module inside it once, those that are used before those that use them, the module itself last.
 * Bodies run once each. Locals stand before their users. Clock domains have the resets that this module says (ModuleOptions.domains), 'sync' if it
 * says nothing, in every module. Throws DiagnosticError with all findings of all modules.
 */
export function elaborate(top: Module<any>): Design {
  const built = new Set<ModuleSource>(), byName = new Map<string, { module: IrModule | BlackBox; source: ModuleSource; digest?: string }>(), found: Diagnostic[] = []
  if (!isModule(top)) fail('RTL1007', `elaborate takes a module, not ${describe(top)}`, [note(place(), 'used here')], 'give what module(...) returned; a function that makes modules is called first')
  const outermost = top as unknown as ModuleSource, resets = new Map(Object.entries(outermost.resets ?? {}))
  if (outermost.box) fail('RTL1018', `the black box \`${outermost.name}\` stands alone`, [note(outermost.at, 'declared here')], 'make an instance of it in a module')
  const open = new Set<ModuleSource>()
  let last = outermost.at
  const visit = (source: ModuleSource): void => {
    if (built.has(source)) return
    built.add(source)
    open.add(source)
    for (const d of Object.values(source.ports)) {
      if (d.is !== 'instance') continue
      const of = d.of as unknown as ModuleSource
      last = d.at
      if (open.has(of)) throw new DiagnosticError([endless(`module \`${of.name}\` contains itself${of === source ? '' : `, through \`${source.name}\``}`, d.at, 'the instance', of.at)])
      found.push(...resetFindings(of, d.at, outermost))
      visit(of)
    }
    open.delete(source)
    try {
      const module = source.box ? boxOf(source, layout(source).ports) : buildModule(source, resets), other = byName.get(module.name)
      const named = (which: string, name: string): string => (snake(name) === module.name ? which : `${which}, \`${name}\``)
      if (!other) byName.set(module.name, { module, source })
      else if ((other.digest ??= digest(other.module)) !== digest(module)) {
        found.push(finding('RTL3006', `two different modules are named \`${module.name}\``, [note(other.source.at, named('the first', other.source.name)), note(source.at, named('the second', source.name))], 'give one of them another name; a function that makes modules can take it as a parameter'))
      }
    } catch (e) {
      if (!(e instanceof DiagnosticError)) throw e
      found.push(...e.diagnostics)
    }
  }
  try {
    visit(outermost)
  } catch (e) {
    throw asEndless(e, outermost.name, outermost.at, last)
  }
  if (found.length) throw new DiagnosticError(found)
  const modules = [...byName.values()].map(m => m.module)
  return { kind: 'design', top: modules.at(-1)!.name, modules }
}

/** A domain has one kind of reset in the whole design. */
function resetFindings(of: ModuleSource, at: Place, top: ModuleSource): Diagnostic[] {
  const kindOf = (domain: string): ResetKind => top.resets?.[domain] ?? 'sync'
  const places = (said: Place): Note[] => [note(at, 'the instance'), note(said, `\`${of.name}\` declared here`), note(top.at, `the outermost module, \`${top.name}\``)]
  const said = Object.entries(of.resets ?? {}).filter(([domain, kind]) => kind !== kindOf(domain))
  const needed = of.box ? boxDomains(of).filter(d => d.reset !== undefined && kindOf(d.name) === 'none') : []
  return [
    ...said.map(([domain, kind]) => finding('RTL3014', `clock domain \`${domain}\` has the reset '${kind}' in \`${of.name}\`, and '${kindOf(domain)}' in \`${top.name}\``, places(of.at), `let \`${of.name}\` say nothing, or say it in \`${top.name}\`: { domains: { ${domain}: { reset: '${kind}' } } }`)),
    ...needed.map(d => finding('RTL3014', `\`${of.name}\` has a reset in clock domain \`${d.name}\`, which has none in \`${top.name}\``, places(of.at), `give the domain a reset, or leave \`${d.reset!.name}\` out of the clocks and make it an input`)),
  ]
}
