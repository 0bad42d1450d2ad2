// Owns: a value for everything that has lost its own: outputs, wires and inputs of instances that are not set on every path start at zero.
import { isCombinational, isSettable, leavesOf, mapModules, scopeOf, type Design, type Module, type Signal, type Statement, type Step } from '../../ir/index.ts'
import { coverage } from '../../passes/coverage.ts'
import { lit, set, target, uint } from '../nodes.ts'

/** A well-formed design says what every output is; the back ends rely on it. */
export const complete = (design: Design): Design => mapModules(design, m => completeModule(m, design))

function completeModule(m: Module, design: Design): Module {
  const scope = scopeOf(m, design)
  const covered = coverage(m.body, t => scope.get(t.instance === undefined ? t.name : `${t.instance}.${t.name}`)?.type, () => false)
  const missing = [...scope.values()].filter(s => isSettable(s) && isCombinational(s)).flatMap(s => unset(s, covered.get(s.key)?.always ?? 0n))
  return missing.length === 0 ? m : { ...m, body: [...missing, ...m.body] }
}

function unset(s: Signal, always: bigint): Statement[] {
  const [name, instance] = s.kind === 'instance-input' ? [s.key.slice(s.key.indexOf('.') + 1), s.key.slice(0, s.key.indexOf('.'))] : [s.key, undefined]
  return leavesOf(s.type).flatMap((leaf): Statement[] => {
    const all = (1n << BigInt(leaf.type.width)) - 1n
    if ((always >> BigInt(leaf.low) & all) === all) return []
    const path = leaf.path.map((step): Step => typeof step === 'string' ? { kind: 'field', field: step } : { kind: 'index', index: lit(uint(Math.max(1, step.toString(2).length)), step) })
    return [set(target(name!, leaf.type, path, instance), lit(leaf.type, 0))]
  })
}
