// Owns: names that the emitted text can have, and that tools can tell apart.
import type { Diagnostic } from '../diagnostics/index.ts'
import { isKeyword, isPortWord } from '../ir/index.ts'
import type { BlackBox, Design, Module, Place } from '../ir/index.ts'
import { finding, note } from './finding.ts'

/** `foreign`: it stands as another text has it, which may use all that Verilog has. */
interface Named { readonly name: string; readonly what: string; readonly at: Place; readonly foreign?: boolean }

/** RTL4008 a name that is a keyword or no identifier, RTL4009 two that differ in case only, RTL4010 one for two things. */
export function checkNames(design: Design): Diagnostic[] {
  const modules = design.modules.map(m => ({ name: m.name, what: m.kind === 'blackbox' ? 'black box' : 'module', at: m.at, foreign: m.kind === 'blackbox' }))
  return [...checkList(modules, 'the design'), ...design.modules.flatMap(m => (m.kind === 'blackbox' ? checkForeign(namesOf(m), m) : checkList(namesOf(m), `module \`${m.name}\``)))]
}

function namesOf(m: Module | BlackBox): Named[] {
  const clocks = new Map<string, Named>()
  for (const d of m.domains) {
    clocks.set(d.clock, { name: d.clock, what: 'clock', at: d.at })
    if (d.reset !== undefined) clocks.set(d.reset.name, { name: d.reset.name, what: 'reset', at: d.at })
  }
  const ports = m.ports.map(p => ({ name: p.name, what: p.direction, at: p.at }))
  if (m.kind === 'blackbox') return [...clocks.values(), ...ports]
  return [
    ...clocks.values(), ...ports, ...[...m.registers, ...m.wires, ...m.memories, ...m.instances].map(d => ({ name: d.name, what: d.kind, at: d.at })),
    ...m.locals.map(l => ({ name: l.name, what: 'named value', at: l.at })), ...m.memories.flatMap(mem => mem.reads.map(r => ({ name: r.data, what: 'read data', at: r.at }))),
  ]
}

const ownName = /^[A-Za-z_][A-Za-z0-9_]*$/, foreignName = /^[A-Za-z_][A-Za-z0-9_$]*$/

/** The names of a black box: two may differ in case only. */
function checkForeign(names: readonly Named[], m: BlackBox): Diagnostic[] {
  const where = `black box \`${m.name}\``
  return names.flatMap((n, i) => {
    const other = names.slice(0, i).find(x => x.name === n.name), named = note(n.at, `${n.what} \`${n.name}\` of ${where}`)
    if (other !== undefined) return [finding('RTL4010', `\`${n.name}\` stands for two things in ${where}`, [named, note(other.at, `${other.what} \`${other.name}\``)], 'rename one of them')]
    return foreignName.test(n.name) && !isKeyword(n.name) ? [] : [finding('RTL4008', `${JSON.stringify(n.name)} is no name in Verilog`, [named], 'write it as the other text has it; a name with a backslash there needs a wrapper')]
  })
}

function checkList(names: readonly Named[], where: string): Diagnostic[] {
  const seen = new Map<string, Named>()
  return names.flatMap(n => {
    const found: Diagnostic[] = []
    const named = note(n.at, `${n.what} \`${n.name}\` of ${where}`)
    if (!(n.foreign ? foreignName : ownName).test(n.name)) {
      found.push(finding('RTL4008', `${JSON.stringify(n.name)} is no name in Verilog`, [named], n.foreign ? 'write it as the other text has it; a name with a backslash there needs a wrapper' : 'use letters, digits and underscores, and start with a letter'))
    }
    if (isKeyword(n.name)) found.push(finding('RTL4008', `\`${n.name}\` is a keyword of Verilog or SystemVerilog`, [named], `give it another name, such as \`${n.name}_0\``))
    else if ((n.what === 'input' || n.what === 'output') && isPortWord(n.name)) found.push(finding('RTL4008', `\`${n.name}\` is a word of C++, of which Verilator warns as a port`, [named], `give it another name, such as \`${n.name}_0\``))
    const other = seen.get(n.name.toLowerCase())
    if (other === undefined) seen.set(n.name.toLowerCase(), n)
    else {
      const before = note(other.at, `${other.what} \`${other.name}\``)
      if (other.name === n.name) found.push(finding('RTL4010', `\`${n.name}\` stands for two things in ${where}`, [named, before], 'rename one of them'))
      else found.push(finding('RTL4009', `\`${n.name}\` and \`${other.name}\` differ only in upper and lower case`, [named, before], 'rename one of them'))
    }
    return found
  })
}
