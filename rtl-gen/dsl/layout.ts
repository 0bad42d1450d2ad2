// Owns: which names the declarations of a module get in the IR. It depends on the declarations only.
import { isPortWord } from '../ir/keywords.ts'
import type { Domain, Port } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import type { Declared } from './declaration.ts'
import { finding, note } from './fail.ts'
import type { ModuleSource } from './module.ts'
import { checkName, Names, snake } from './names.ts'
import { plain } from './place.ts'
import { bit, partNames, typeOf } from './shape.ts'
import type { Shape } from './shape.ts'
import { leafPaths } from './tree.ts'

/** `name`: of the declaration itself (for a split port: of nothing). `leaves`: port names by path (`payload.addr`), the empty path for a scalar. */
export interface Placed { readonly declared: Declared; readonly name: string; readonly leaves: ReadonlyMap<string, string> }
export interface Layout { readonly domains: readonly Domain[]; readonly ports: readonly Port[]; readonly placed: ReadonlyMap<string, Placed>; readonly names: Names }

export const pathKey = (path: readonly string[]): string => path.join('.')

function domainOf(name: string, at: Place): Domain {
  const prefix = name === 'clk' ? '' : `${snake(name)}_`
  return { name, clock: `${prefix}clock`, edge: 'rising', reset: { name: `${prefix}reset`, kind: 'sync' }, at: plain(at) }
}

/** Clock domains of a module: of its own declarations, then of its instances. */
function domainsOf(m: ModuleSource): Map<string, Domain> {
  const found = new Map<string, Domain>()
  for (const d of Object.values(m.ports)) {
    if (d.is === 'instance') for (const [k, x] of domainsOf(d.of as unknown as ModuleSource)) { if (!found.has(k)) found.set(k, { ...x, at: plain(d.at) }) }
    else if (!found.has(d.domain)) {
      checkName(d.domain, 'a clock domain', d.at)
      found.set(d.domain, domainOf(d.domain, d.at))
    }
  }
  return found
}

/**
 * Ports fall into their ground parts, joined with `_`; everything else keeps one name. Names are taken in the order of declaration: clocks and
 * resets, then ports, then the rest. Throws DiagnosticError if a port cannot have the name that it wants.
 */
export function layout(m: ModuleSource): Layout {
  const names = new Names(), domains = [...domainsOf(m).values()], ports: Port[] = [], split = new Map<string, ReadonlyMap<string, string>>()
  const owners = new Map<string, Note>(), found: Diagnostic[] = []
  for (const d of Object.values(m.ports)) {
    if (d.crossing && !domains.some(x => x.name === d.crossing!.from)) {
      found.push(finding('RTL1015', `a crossing from clock domain \`${d.crossing.from}\`, to which nothing in module \`${m.name}\` belongs`, [note(d.at, 'declared here'), note(m.at, 'the module')], `its domains are ${domains.map(x => x.name).join(', ')}`))
    }
  }
  for (const d of domains) {
    for (const name of [d.clock, d.reset!.name]) owners.set(names.take(name), note(d.at, `\`${name}\` is the ${name === d.clock ? 'clock' : 'reset'} of domain ${d.name}, which is first used here`))
  }
  for (const [key, declared] of Object.entries(m.ports)) {
    checkName(key, 'a declaration', declared.at)
    const base = snake(key), leaves = new Map<string, string>()
    const port = (path: readonly string[], wanted: string, shape: Shape, direction: 'input' | 'output', stream?: Port['stream']): void => {
      const shown = [key, ...path].join('.'), other = owners.get(wanted), declaredHere = note(declared.at, `\`${shown}\` declared here`)
      if (other || isPortWord(wanted)) {
        found.push(finding('RTL1008', `port \`${shown}\` of module \`${m.name}\` cannot be named \`${wanted}\`: ${other ? 'something else has this name' : 'it is a word of Verilog or C++'}`, [declaredHere, ...(other ? [other] : [])],
          `rename \`${key}\`${path.length ? ' or its field' : ''}`))
      }
      const name = names.take(wanted)
      owners.set(name, declaredHere)
      leaves.set(pathKey(path), name)
      ports.push({
        kind: 'port', name, direction, type: typeOf(shape), domain: declared.domain, at: plain(declared.at),
        ...(stream && { stream }), ...(declared.doc !== undefined && { doc: declared.doc }),
      })
    }
    switch (declared.is) {
      case 'input': case 'output':
        for (const l of leafPaths(declared.shape)) port(l.path, [base, ...l.path.map(snake)].join('_'), l.shape, declared.is)
        break
      case 'sink': case 'source': {
        const [forth, back] = declared.is === 'sink' ? ['input', 'output'] as const : ['output', 'input'] as const
        const t = declared.axis ? 't' : ''
        port(['valid'], `${base}_${t}valid`, bit, forth, { name: base, role: 'valid' })
        port(['ready'], `${base}_${t}ready`, bit, back, { name: base, role: 'ready' })
        for (const l of leafPaths(declared.shape)) {
          const part = l.path.length ? l.path.map(snake).join('_') : declared.axis ? 'data' : 'payload'
          port(['payload', ...l.path], `${base}_${t}${part}`, l.shape, forth, { name: base, role: 'payload' })
        }
        break
      }
      case 'wire': case 'register': case 'memory': case 'rom': case 'instance': break
    }
    split.set(key, leaves)
  }
  if (found.length) throw new DiagnosticError(found)
  const placed = new Map<string, Placed>()
  for (const [key, declared] of Object.entries(m.ports)) {
    const base = snake(key), leaves = split.get(key)!
    const name = leaves.size ? base : names.take(base, declared.is === 'memory' || declared.is === 'rom' ? memoryParts : declared.is === 'instance' ? [] : partNames(declared.shape))
    placed.set(key, { declared, name, leaves })
  }
  return { domains, ports, placed, names }
}

/** What the IR holds beside a memory of the language: the read register, and wires for its two ports. */
export const memoryParts = ['data', 'read_enable', 'read_address', 'write_enable', 'write_address', 'write_data'] as const
