// Owns: what goes into synchronisers through the ports of modules: values that cannot glitch.
import type { Diagnostic } from '../diagnostics/index.ts'
import { allSets, moduleNamed, modulesOf, scopeOf, signalKey } from '../ir/index.ts'
import type { Design, Expr, Module, Place, Scope, SetStatement } from '../ir/index.ts'
import { finding, note } from './finding.ts'

/** Inputs of a module that go straight into a register of another clock domain, and the place of that register. */
type Crossed = ReadonlyMap<string, Place>

/**
 * RTL4011: an input of an instance that is the start of a synchroniser inside (however deep) is given a computed value. Between two edges such a
 * value may be wrong for a moment, and the other clock may take just that. Within one module checkDomains sees to it.
 */
export function checkCrossings(design: Design): Diagnostic[] {
  if (!modulesOf(design).some(m => m.domains.length > 1)) return []
  const crossed = new Map<string, Crossed>()
  const found: Diagnostic[] = []
  for (const m of modulesOf(design)) {
    const scope = scopeOf(m, design), inputs = new Map<string, Place>(), sets = [...allSets(m.body)]
    for (const s of sets) {
      const into = entryOf(s, m, scope, crossed)
      if (into === undefined) continue
      const value = straight(s.value, m), from = value.kind === 'ref' ? scope.get(signalKey(value)) : undefined
      if (from?.kind === 'input') inputs.set(from.key, into)
      if (s.target.instance === undefined || isSteady(value, m, scope, design)) continue
      found.push(finding('RTL4011', `\`${signalKey(s.target)}\` crosses to another clock inside, and is given a computed value, which may glitch`,
        [note(s.at, 'given here'), note(s.value.at, 'the value'), note(into, 'the register that takes it')], 'put a register before it'))
    }
    crossed.set(m.name, inputs)
  }
  return found
}

/** The register of another domain into which a set gives its value, in this module or inside an instance. */
function entryOf(s: SetStatement, m: Module, scope: Scope, crossed: ReadonlyMap<string, Crossed>): Place | undefined {
  if (s.target.instance !== undefined) return crossed.get(m.instances.find(i => i.name === s.target.instance)!.of)?.get(s.target.name)
  const to = scope.get(signalKey(s.target)), value = straight(s.value, m), from = value.kind === 'ref' ? scope.get(signalKey(value)) : undefined
  const why = m.registers.find(r => r.name === s.target.name)?.crossing?.why
  return to?.kind === 'register' && why === undefined && from?.domain !== undefined && from.domain !== to.domain ? to.at : undefined
}

/** Through named values to what they name. */
function straight(e: Expr, m: Module): Expr {
  for (let value = e; ;) {
    const local: Expr | undefined = value.kind === 'ref' && value.instance === undefined ? m.locals.find(l => l.name === (value as { name: string }).name)?.value : undefined
    if (local === undefined) return value
    value = local
  }
}

/** Does it change at clock edges only? Inputs and what black boxes give are taken to. */
function isSteady(e: Expr, m: Module, scope: Scope, design: Design): boolean {
  if (e.kind === 'literal') return true
  if (e.kind !== 'ref') return false
  const s = scope.get(signalKey(e))
  if (s?.kind === 'register' || s?.kind === 'input' || (s?.kind === 'memory-data' && s.mode === 'sync')) return true
  if (s?.kind !== 'instance-output') return false
  const of = moduleNamed(design, m.instances.find(i => i.name === e.instance)!.of)!
  if (of.kind === 'blackbox') return true
  const sets = [...allSets(of.body)].filter(x => x.target.instance === undefined && x.target.name === e.name)
  return sets.length === 1 && of.body.includes(sets[0]!) && sets[0]!.target.path.length === 0 && isSteady(straight(sets[0]!.value, of), of, scopeOf(of, design), design)
}
