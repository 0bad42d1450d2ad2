// Owns: which names the declarations of a module get in the IR. It depends on the declarations only.
import type { Domain, Port } from '../ir/module.ts'
import type { Place } from '../ir/place.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import { boxDomains } from './black-box.ts'
import type { Declared } from './declaration.ts'
import { fail, finding, note } from './fail.ts'
import { memoryParts } from './memories.ts'
import type { ModuleSource, ResetKind } from './module.ts'
import { checkName, distinct, isPlain, legal, moduleName, Names, pathKey, snake } from './names.ts'
import { plain } from './place.ts'
import { bit, partNames, typeOf } from './shape.ts'
import type { Shape } from './shape.ts'
import { leafPaths } from './tree.ts'

/** `name`: of the declaration itself (for a split port: of nothing). `leaves`: port names by path (`payload.addr`), the empty path for a scalar. */
export interface Placed { readonly declared: Declared; readonly name: string; readonly leaves: ReadonlyMap<string, string> }
/** A port, or a part of one, that is not simply named as in the source in snake_case. */
export interface Renamed { readonly port: string; readonly name: string; readonly at: Place }
export interface Layout {
  readonly domains: readonly Domain[]; readonly ports: readonly Port[]; readonly placed: ReadonlyMap<string, Placed>; readonly names: Names
  readonly renamed: readonly Renamed[]
}

export { pathKey }

/** A ground part of a port: its steps in the source, what comes after the base in the emitted name, and in plain snake_case. */
interface PortPart { readonly path: readonly string[]; readonly part: string; readonly plain: string; readonly shape: Shape; readonly direction: 'input' | 'output'; readonly role?: 'valid' | 'ready' | 'payload' }

function portParts(d: Declared): readonly PortPart[] {
  const inside = leafPaths(d.shape).map(l => ({ ...l, plain: l.path.map(snake).join('_') }))
  if (d.is === 'input' || d.is === 'output') return inside.map(l => ({ path: l.path, part: l.emitted, plain: l.plain, shape: l.shape, direction: d.is as 'input' }))
  if (d.is !== 'sink' && d.is !== 'source') return []
  const [forth, back] = d.is === 'sink' ? ['input', 'output'] as const : ['output', 'input'] as const
  const t = d.axis ? 't' : '', whole = d.axis ? 'data' : 'payload'
  return [
    { path: ['valid'], part: `${t}valid`, plain: `${t}valid`, shape: bit, direction: forth, role: 'valid' },
    { path: ['ready'], part: `${t}ready`, plain: `${t}ready`, shape: bit, direction: back, role: 'ready' },
    ...inside.map((l): PortPart => ({ path: ['payload', ...l.path], part: t + (l.emitted || whole), plain: t + (l.plain || whole), shape: l.shape, direction: forth, role: 'payload' })),
  ]
}

/** A name as it stands where it is one, else in quotes. */
const quoted = (name: string): string => (isPlain(name) || /^\d+$/.test(name) ? name : JSON.stringify(name))

function domainOf(name: string, words: ReadonlyMap<string, string>, at: Place): Domain {
  const prefix = name === 'clk' ? '' : `${words.get(name)!}_`
  return { name, clock: `${prefix}clock`, edge: 'rising', reset: { name: `${prefix}reset`, kind: 'sync' }, at: plain(at) }
}

/** The domain with another kind of reset. */
export function withReset(d: Domain, kind: ResetKind): Domain {
  const { reset, ...rest } = d
  return kind === 'none' || reset === undefined ? rest : { ...rest, reset: { ...reset, kind } }
}

/** Where the clock domains of a module are first used: by its own declarations, then by its instances. */
const places = new WeakMap<ModuleSource, ReadonlyMap<string, Place>>()
function domainPlaces(m: ModuleSource): ReadonlyMap<string, Place> {
  let known = places.get(m)
  if (!known) places.set(m, known = findDomains(m))
  return known
}
function findDomains(m: ModuleSource): ReadonlyMap<string, Place> {
  if (m.box) return new Map(Object.keys(m.box.clocks).map(name => [name, m.at]))
  const found = new Map<string, Place>()
  for (const d of Object.values(m.ports)) {
    for (const name of d.is === 'instance' ? domainPlaces(d.of as unknown as ModuleSource).keys() : d.ports === undefined ? [d.domain] : d.ports.map(p => p.domain)) {
      if (found.has(name)) continue
      checkName(name, 'a clock domain', d.at)
      found.set(name, d.at)
    }
  }
  return found
}

/** Two domains whose names become one in the emitted text are told apart by a number. */
function domainsOf(m: ModuleSource): Domain[] {
  const all = domainPlaces(m), words = distinct([...all.keys()])
  return [...all].map(([name, at]) => withReset(domainOf(name, words, at), m.resets?.[name] ?? 'sync'))
}

const known = new WeakMap<ModuleSource, ReadonlySet<string>>()
/** The names inside a module: of its declarations, and once it is built of its named values too. Tools complain of an instance that is named like a part of it: one hides the other. */
function namesInside(m: ModuleSource): ReadonlySet<string> {
  if (!known.has(m)) rememberNames(m, layout(m))
  return known.get(m)!
}
/** To be told when a module is built; those that hold it are built later. */
export function rememberNames(m: ModuleSource, { ports, names }: Layout): void {
  known.set(m, new Set([...names.all(), ...ports.map(p => p.name)].filter(n => n !== moduleName(m.name))))
}

/** The ports of a black box have exactly the names that the user wrote. */
function boxLayout(m: ModuleSource): Layout {
  const domains = boxDomains(m), ports: Port[] = [], placed = new Map<string, Placed>()
  const owners = new Map<string, Place>(domains.flatMap(d => [d.clock, d.reset?.name ?? d.clock]).map(name => [name, m.at]))
  for (const [key, declared] of Object.entries(m.ports)) {
    const leaves = new Map<string, string>(), t = declared.axis ? 't' : ''
    for (const p of portParts(declared)) {
      const inside = p.role === 'payload' ? p.path.slice(1) : p.path, last = inside.length > 0 || p.role === undefined ? inside.join('_') : declared.axis ? 'data' : 'payload'
      const base = declared.part ? key.replace(/\[(\d+)\]$/, '_$1') : key, name = p.role === undefined ? [base, ...inside].join('_') : `${base}_${t}${p.role === 'payload' ? last : p.role}`, other = owners.get(name)
      if (other) fail('RTL1018', `two ports of \`${m.name}\` are named \`${name}\``, [note(declared.at, 'declared here'), note(other, 'the other')], 'rename one of them')
      owners.set(name, declared.at)
      leaves.set(pathKey(p.path), name)
      ports.push({ kind: 'port', name, direction: p.direction, type: typeOf(p.shape), domain: declared.domain, at: plain(declared.at), ...(p.role && { stream: { name: base, role: p.role } }), ...(declared.doc !== undefined && { doc: declared.doc }) })
    }
    placed.set(key, { declared, name: key, leaves })
  }
  return { domains, ports, placed, names: new Names(), renamed: [] }
}

/**
 * Ports fall into their ground parts, joined with `_`; everything else keeps one name. Names are taken in the order of declaration: clocks and
 * resets, then ports, then the rest. Ports that are words of Verilog or C++, or whose names are taken, get other ones, of which `renamed` tells. Throws
 * DiagnosticError if a port would have the name of a clock or reset.
 */
export function layout(m: ModuleSource): Layout {
  if (m.box) return boxLayout(m)
  const names = new Names(), domains = domainsOf(m), ports: Port[] = [], split = new Map<string, ReadonlyMap<string, string>>()
  const owners = new Map<string, Note>(), found: Diagnostic[] = []
  for (const name of Object.keys(m.resets ?? {})) {
    if (!domains.some(d => d.name === name)) found.push(finding('RTL1020', `module \`${m.name}\` says the reset of clock domain \`${name}\`, to which nothing in it belongs`, [note(m.at, 'the module')], `its domains are ${domains.map(x => x.name).join(', ')}`))
  }
  for (const d of Object.values(m.ports)) {
    if (d.crossing && !domains.some(x => x.name === d.crossing!.from)) {
      found.push(finding('RTL1015', `a crossing from clock domain \`${d.crossing.from}\`, to which nothing in module \`${m.name}\` belongs`, [note(d.at, 'declared here'), note(m.at, 'the module')], `its domains are ${domains.map(x => x.name).join(', ')}`))
    }
  }
  // Of a module on top Verilator makes an instance of its own name.
  names.take(moduleName(m.name))
  for (const d of domains) {
    for (const name of [d.clock, ...(d.reset ? [d.reset.name] : [])]) owners.set(names.take(name), note(d.at, `\`${name}\` is the ${name === d.clock ? 'clock' : 'reset'} of domain ${d.name}, which is first used here`))
  }
  const renamed: Renamed[] = []
  for (const [key, declared] of Object.entries(m.ports)) {
    checkName(key, 'a declaration', declared.at)
    const leaves = new Map<string, string>(), wanted = portParts(declared)
    // Parts that meet among themselves are told apart first, then the whole declaration from the others.
    const own = new Names(), parts = wanted.map(p => (p.part === '' ? '' : own.takePorts(p.part, ['']).base))
    parts.forEach((part, i) => {
      const name = part === '' ? legal(key) : `${legal(key)}_${part}`, clock = owners.get(name), shown = [key, ...wanted[i]!.path].join('.')
      if (clock) found.push(finding('RTL1008', `port \`${shown}\` of module \`${m.name}\` cannot be named \`${name}\`: it is the name of a clock or reset`, [note(declared.at, `\`${shown}\` declared here`), clock], `rename \`${key}\`${part === '' ? '' : ' or its field'}`))
    })
    const { base, names: made } = names.takePorts(legal(key), parts)
    wanted.forEach((p, i) => {
      const name = made[i]!
      leaves.set(pathKey(p.path), name)
      if (name !== [declared.part ? legal(key) : snake(key), ...(p.plain === '' ? [] : [p.plain])].join('_')) renamed.push({ port: [key, ...p.path].map(quoted).join('.'), name, at: declared.at })
      ports.push({
        kind: 'port', name, direction: p.direction, type: typeOf(p.shape), domain: declared.domain, at: plain(declared.at),
        ...(p.role && { stream: { name: base, role: p.role } }), ...(declared.doc !== undefined && { doc: declared.doc }),
      })
    })
    split.set(key, leaves)
  }
  if (found.length) throw new DiagnosticError(found)
  const placed = new Map<string, Placed>()
  for (const [key, declared] of Object.entries(m.ports)) {
    const base = legal(key), leaves = split.get(key)!
    const name = leaves.size ? base
      : declared.is === 'instance' ? names.take(base, [], namesInside(declared.of as unknown as ModuleSource))
      : names.take(base, declared.is === 'memory' || declared.is === 'rom' ? memoryParts(declared) : partNames(declared.shape))
    placed.set(key, { declared, name, leaves })
  }
  return { domains, ports, placed, names, renamed }
}
