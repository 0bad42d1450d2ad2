// Owns: an instance dissolved into the module around it.
import { modulesOf, type Design, type Module, type Wire } from '../../ir/index.ts'
import { freshNames, mapSignals } from './names.ts'

/** The design with the named instance of `m` written out in it; its ports become wires. */
export function inlineInstance(design: Design, m: Module, name: string): Design {
  const instance = m.instances.find(i => i.name === name)!, inner = modulesOf(design).find(x => x.name === instance.of)
  if (inner === undefined) return design
  const fresh = freshNames(m), names = new Map<string, string>()
  const parts = [...inner.ports, ...inner.locals, ...inner.wires, ...inner.registers, ...inner.memories, ...inner.instances, ...inner.memories.flatMap(mem => mem.reads.map(r => ({ name: r.data })))]
  for (const p of parts) names.set(p.name, fresh(`${name}_${p.name}`))
  const of = (n: string): string => names.get(n) ?? n
  const renamed = <T extends { readonly name: string }>(d: T): T => ({ ...d, name: of(d.name) })
  const body = mapSignals(inner, r => r.instance === undefined ? renamed(r) : { ...r, instance: of(r.instance) }, t => t.instance === undefined ? renamed(t) : { ...t, instance: of(t.instance) })
  const outer = mapSignals(m, r => {
    if (r.instance !== name) return r
    const { instance: _, ...own } = r
    return renamed(own)
  }, t => {
    if (t.instance !== name) return t
    const { instance: _, ...own } = t
    return renamed(own)
  })
  const made: Module = {
    ...outer,
    locals: [...body.locals.map(renamed), ...outer.locals],
    wires: [...outer.wires, ...inner.ports.map((p): Wire => ({ kind: 'wire', name: of(p.name), type: p.type, at: p.at })), ...body.wires.map(renamed)],
    registers: [...outer.registers, ...body.registers.map(renamed)],
    memories: [...outer.memories, ...body.memories.map(mem => renamed({ ...mem, reads: mem.reads.map(r => ({ ...r, data: of(r.data) })) }))],
    instances: [...outer.instances.filter(i => i.name !== name), ...body.instances.map(renamed)],
    body: [...outer.body, ...body.body],
  }
  return { ...design, modules: design.modules.map(x => x === m ? made : x) }
}
