// Owns: every bit of what is computed has a value on every path, and none is set in vain.
import type { Diagnostic } from '../diagnostics/index.ts'
import { isCombinational, isSettable, modulesOf, scopeOf, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Module, Place, Scope, Signal } from '../ir/index.ts'
import { bitNames } from './bit-names.ts'
import { coverage, matchesAll, targetBits } from './coverage.ts'
import { finding, note } from './finding.ts'

/**
 * Outputs, wires and inputs of instances, bit by bit: RTL4003 never set, RTL4004 set on some paths only (a latch), RTL4005 set twice
 * without a condition (registers too). That nothing else is set (inputs, named values) is a matter of checkWidths.
 */
export const checkDrivers = (design: Design): Diagnostic[] => modulesOf(design).flatMap(m => checkModule(m, scopeOf(m, design)))

function checkModule(m: Module, scope: Scope): Diagnostic[] {
  const covered = coverage(m.body, t => scope.get(signalKey(t))?.type, matchesAll)
  const found: Diagnostic[] = []
  for (const s of scope.values()) {
    if (!isCombinational(s)) continue
    const all = (1n << BigInt(widthOf(s.type))) - 1n
    const { always = 0n, some = 0n, at = s.at } = covered.get(s.key) ?? {}
    const never = all & ~some
    const sometimes = some & ~always
    if (never !== 0n) {
      found.push(finding('RTL4003', `nothing gives ${bitNames(s.key, s.type, never)} a value`, [note(s.at, declaredText(s, m)), ...(some === 0n ? [note(m.at, 'the module')] : [note(at, 'other bits are set here')])], 'set every bit, if only to 0'))
    }
    if (sometimes !== 0n) {
      found.push(finding('RTL4004', `${bitNames(s.key, s.type, sometimes)} would keep its value on some path: a latch`, [note(at, 'set here, but not in every case'), note(s.at, declaredText(s, m))], 'set it before the condition too, or in every branch'))
    }
  }
  return [...found, ...checkTwice(m, scope)]
}

const declaredText = (s: Signal, m: Module): string =>
  (s.kind === 'instance-input' ? `\`${s.key}\` is an input of this instance in module \`${m.name}\`` : `${s.kind} \`${s.key}\` of module \`${m.name}\` declared here`)

/** Two unconditional sets of the same bits. */
function checkTwice(m: Module, scope: Scope): Diagnostic[] {
  const first = new Map<string, { readonly mask: bigint; readonly at: Place }[]>()
  return m.body.flatMap(s => {
    const declared = s.kind === 'set' ? scope.get(signalKey(s.target)) : undefined
    if (s.kind !== 'set' || declared === undefined || !isSettable(declared)) return []
    const { mask, exact } = targetBits(s.target, declared.type)
    if (!exact) return []
    const earlier = first.get(declared.key) ?? []
    const other = earlier.find(e => (e.mask & mask) !== 0n)
    first.set(declared.key, [...earlier, { mask, at: s.at }])
    if (other === undefined) return []
    return [finding('RTL4005', `${bitNames(declared.key, declared.type, other.mask & mask)} is set twice without a condition`, [note(s.at, 'set here'), note(other.at, 'set before here, to no effect')], 'remove one, or put the later one under a condition')]
  })
}
