// Owns: what a design may have and yet mostly nobody meant: notes, which stop nothing and change nothing.
import type { Diagnostic } from '../diagnostics/index.ts'
import { allSets, moduleExprs, modulesOf, portsOf, refsIn } from '../ir/index.ts'
import type { Design, Memory, Module, Place, Port, Register, SetStatement } from '../ir/index.ts'
import { finding, listText, note } from './finding.ts'

/** A declaration that may do nothing. A function that makes modules makes many of one: they have one key, and one that does something speaks for all. */
interface Candidate { readonly key: string; readonly idle: boolean; readonly tell: () => Diagnostic }

/**
 * Of a design that has passed its checks: RTL4050 registers that never change, RTL4051 inputs that nothing reads, RTL4052 memories that are read and never
 * written. Once for each declaration, in the order of the modules; not where some module that was made of the same declaration makes use of it.
 *
 *     console.error(formatDiagnostics(advice(elaborate(counter))))
 */
export function advice(design: Design): Diagnostic[] {
  const found = new Map<string, Candidate>()
  for (const m of modulesOf(design)) {
    for (const c of [...registers(m), ...inputs(m), ...memories(m)]) if (!c.idle || !found.has(c.key)) found.set(c.key, c)
  }
  return [...found.values()].filter(c => c.idle).map(c => c.tell())
}

const keyOf = (name: string, { file, line, column }: Place): string => `${name} ${file}:${line}:${column}`
function groups<T>(all: readonly T[], keyOf: (t: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const t of all) found.set(keyOf(t), [...found.get(keyOf(t)) ?? [], t])
  return found
}
const inModule = (m: Module) => note(m.at, `in module \`${m.name}\``)

function registers(m: Module): Candidate[] {
  const sets = groups([...allSets(m.body)].filter(s => s.target.instance === undefined), s => s.target.name)
  return m.registers.map((r): Candidate => {
    const own = sets.get(r.name) ?? []
    return { key: keyOf(r.name, r.at), idle: own.every(s => isStart(s, r)), tell: () => stays(r, m, own[0]) }
  })
}

/** Does it give the register what it has from reset, and so from the start? */
const isStart = (s: SetStatement, r: Register): boolean => s.target.path.length === 0 && s.value.kind === 'literal' && s.value.value === r.reset

function stays(r: Register, m: Module, set: SetStatement | undefined): Diagnostic {
  const value = r.reset === null ? 'it has no reset value either' : r.type.kind === 'uint' ? `it is ${String(r.reset)} for ever` : 'it keeps its reset value for ever'
  return finding('RTL4050', `${set === undefined ? 'no rule changes' : 'no rule gives another value than that of reset to'} register \`${r.name}\`: ${value}`,
    [note(r.at, `\`${r.name}\` declared here`), ...(set === undefined ? [] : [note(set.at, 'its reset value is given here')]), inModule(m)], 'change it in a rule, or write a constant in its place')
}

/** Names that say so themselves; Verilator takes them so too. */
const saysUnused = (name: string): boolean => /(^|_)unused(_|$)/.test(name)

/** A whole declaration is one: of a bundle, a vector or a stream a module need not read every part. */
function inputs(m: Module): Candidate[] {
  const read = new Set(refsIn(moduleExprs(m)).filter(r => r.instance === undefined).map(r => r.name))
  const declared = groups(portsOf(m, 'input').filter(p => !saysUnused(p.name)), p => keyOf(p.stream?.name ?? p.name.split('_')[0]!, p.at))
  return [...declared].map(([key, ports]): Candidate => ({ key, idle: !ports.some(p => read.has(p.name)), tell: () => nobodyReads(ports, m) }))
}

function nobodyReads(ports: readonly Port[], m: Module): Diagnostic {
  const { stream, at } = ports[0]!, names = listText(ports.map(p => `\`${p.name}\``))
  const what = stream === undefined ? `nothing reads input${ports.length > 1 ? 's' : ''} ${names}` : stream.role === 'ready' ? `nothing reads ${names}: an element of \`${stream.name}\` that is not taken at once is lost` : `nothing reads stream \`${stream.name}\``
  return finding('RTL4051', what, [note(at, 'declared here'), inModule(m)], 'take it out; if it is meant, give it to a wire, `unused: wire(...)`, or have `unused` in its name')
}

function memories(m: Module): Candidate[] {
  const read = new Set(refsIn(moduleExprs(m)).map(r => r.name))
  const isEmpty = (mem: Memory): boolean => mem.writes.length === 0 && mem.init.every(word => word === 0n)
  return m.memories.map((mem): Candidate => ({
    key: keyOf(mem.name, mem.at), idle: isEmpty(mem) && mem.reads.some(r => read.has(r.data)),
    tell: () => finding('RTL4052', `no rule writes memory \`${mem.name}\`, and it has no first words: every read gives 0`, [note(mem.at, `\`${mem.name}\` declared here`), inModule(m)], 'write it in a rule, or give it first words with init'),
  }))
}
