// Owns: values that cross from one clock to another.
import type { Diagnostic } from '../diagnostics/index.ts'
import { allSets, exprsOf, isGround, moduleExprs, modulesOf, reachedStatements, refsIn, scopeOf, signalKey, widthOf } from '../ir/index.ts'
import type { Design, Expr, Module, Place, Scope, SetStatement } from '../ir/index.ts'
import { combGraphs } from './comb-graph.ts'
import type { CombGraph } from './comb-graph.ts'
import { finding, listText, note } from './finding.ts'

/**
 * RTL4007: a register, a port of a memory, an output or an input of an instance takes a value of another domain. One bit that comes
 * straight from a register or an input into a register of which only one more register of its domain is a copy is a synchroniser. A
 * register that says why (see Crossing) may take values of the domain that it names.
 */
export function checkDomains(design: Design): Diagnostic[] {
  const graphs = combGraphs(design)
  return modulesOf(design).flatMap(m => (m.domains.length < 2 ? [] : checkModule(m, scopeOf(m, design), graphs.get(m.name)!)))
}

function checkModule(m: Module, scope: Scope, graph: CombGraph): Diagnostic[] {
  const domainsOf = signalDomains(scope, graph)
  const found: Diagnostic[] = []
  const crossings = new Map(m.registers.flatMap(r => (r.crossing === undefined ? [] : [[r.name, r.crossing]])))
  const takes = (what: string, domain: string, roots: readonly Expr[], at: Place, allowed?: string, because = ''): void => {
    const isForeign = (d: string): boolean => d !== domain && d !== allowed
    const foreign = [...new Set(refsIn(roots).map(signalKey))].filter(k => [...domainsOf(k)].some(isForeign))
    if (foreign.length === 0) return
    const from = [...new Set(foreign.flatMap(k => [...domainsOf(k)]))].filter(isForeign)
    found.push(finding('RTL4007', `${what} of clock domain \`${domain}\` takes a value of ${listText(from.map(d => `\`${d}\``))}${because && `: ${because}`}`,
      [note(at, `${listText(foreign.map(k => `\`${k}\``))} read here`), ...foreign.flatMap(k => (scope.has(k) ? [note(scope.get(k)!.at, `\`${k}\` declared here`)] : []))],
      'pass one bit through two registers (synchronizer), several through a handshake or a FIFO with two clocks (handshakeCrossing, asyncQueue)'))
  }
  for (const { statement: s, under } of reachedStatements(m.body)) {
    const roots = [...exprsOf(s), ...under]
    if (s.kind === 'check') {
      takes(`${s.check} \`${s.label}\``, s.domain, roots, s.at)
      continue
    }
    const to = scope.get(signalKey(s.target))
    if (to?.domain === undefined) continue
    const fault = synchroniserFault(s, m, scope)
    if (fault === undefined) continue
    const crossing = s.target.instance === undefined ? crossings.get(s.target.name) : undefined
    takes(`${to.kind} \`${to.key}\``, to.domain, roots, s.at, crossing?.why === undefined ? undefined : crossing.from, crossing !== undefined && crossing.why === undefined ? fault : '')
  }
  for (const mem of m.memories) {
    for (const r of mem.reads) if (r.mode === 'sync') takes(`read port \`${r.data}\``, r.domain, [r.address, r.enable], r.at)
    for (const w of mem.writes) takes(`a write port of memory \`${mem.name}\``, w.domain, [w.address, w.enable, w.data, ...(w.lanes === undefined ? [] : [w.lanes])], w.at)
  }
  return found
}

/** The domains that a signal's value belongs to: those of the registers, inputs and ports that it follows from. */
function signalDomains(scope: Scope, graph: CombGraph): (key: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>()
  return key => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = new Set<string>()
    const seen = new Set<string>()
    const todo = [key]
    for (let k = todo.pop(); k !== undefined; k = todo.pop()) {
      if (seen.has(k)) continue
      seen.add(k)
      const s = scope.get(k)
      const isSource = s !== undefined && (s.kind === 'input' || s.kind === 'register' || s.kind === 'instance-output' || (s.kind === 'memory-data' && s.mode === 'sync'))
      if (isSource && s.domain !== undefined) found.add(s.domain)
      else todo.push(...graph.get(k)?.keys() ?? [])
    }
    known.set(key, found)
    return found
  }
}

/** What keeps `s` from being the first stage of the usual two; undefined if it is. */
export function synchroniserFault(s: SetStatement, m: Module, scope: Scope): string | undefined {
  const to = scope.get(signalKey(s.target))!
  const isWhole = (set: SetStatement): boolean => set.target.path.length === 0 && m.body.includes(set)
  const sets = (name: string): SetStatement[] => [...allSets(m.body)].filter(x => signalKey(x.target) === name)
  if (to.kind !== 'register' || !isGround(to.type) || widthOf(to.type) !== 1) return 'it is not a register of one bit'
  if (sets(to.key).length !== 1) return 'it is set in more than one place'
  if (!isWhole(s)) return 'it is set under a condition'
  const from = s.value.kind === 'ref' ? scope.get(signalKey(s.value)) : undefined
  if (from === undefined || (from.kind !== 'register' && from.kind !== 'input' && from.kind !== 'instance-output')) return 'the value does not come straight from a register or an input, so it may glitch'
  const readers = [...moduleExprs(m)].filter(e => refsIn([e]).some(r => signalKey(r) === to.key))
  if (readers.length !== 1) return readers.length === 0 ? 'no second register takes it' : `${readers.length} places read it, where one more register is wanted`
  const second = [...allSets(m.body)].find(x => x.value === readers[0])
  if (second === undefined || second.value.kind !== 'ref' || !isWhole(second)) return 'what reads it is not a second register that copies it in every cycle'
  const target = scope.get(signalKey(second.target))!
  return target.kind === 'register' && target.domain === to.domain && sets(target.key).length === 1 ? undefined : 'what reads it is not a second register of its clock domain that copies it in every cycle'
}
