// Owns: the way from names as the user wrote them (`first.slots[2].addr`) to the signals of the flattened design.
import { layout, type BundleShape, type Declared, type Module, type ModuleSource, type Placed, type Shape, type VecShape } from '../dsl/index.ts'
import { legal, pathKey } from '../dsl/names.ts'
import { fieldName } from '../dsl/shape.ts'
import { partsOfWord, type LeafPath } from '../host-values.ts'
import type { GroundType } from '../ir/index.ts'
import type { Simulator } from '../sim/index.ts'
import { refuse, remedy } from './refuse.ts'

/**
 * A value of the design. `read`: the pattern of each of its ground parts. `signal`: the path of the part in the flattened design; absent for what is kept
 * in packed words. `stream`: a whole stream, with the parts `valid`, `ready` and `payload`.
 */
export interface Found {
  readonly is: Declared['is'] | 'local'
  readonly shape: Shape
  readonly read: (path: LeafPath) => bigint
  readonly signal?: (path: LeafPath) => string
  readonly stream?: boolean
  readonly declared?: Declared
}

const bits: Shape = { kind: 'uint', bits: 1 }

/** The path within a signal: fields as the IR names them. */
export function suffixOf(shape: Shape, path: LeafPath): string {
  const [step, ...rest] = path
  if (step === undefined) return ''
  if (shape.kind === 'vec') return `[${step}]${suffixOf((shape as VecShape<Shape>).of, rest)}`
  if (shape.kind !== 'bundle') throw new Error('internal: a step into a ground type')
  const field = String(step)
  return `.${fieldName(shape, field)}${suffixOf((shape as BundleShape<Record<string, Shape>>).fields[field]!, rest)}`
}

/** A declaration that is one signal or split ports, below the instance path `prefix` (`inst.inst.`, or empty). */
export function leafOf({ declared, name, leaves }: Placed, prefix: string): (path: LeafPath) => string {
  if (leaves.size > 0) return path => prefix + leaves.get(pathKey(path))!
  return path => prefix + name + suffixOf(declared.shape, path)
}

/**
 * Finds what a path names: instances by their declarations, then a declaration or a named value, then fields and elements. Names may be written as
 * declared or as emitted (snake_case). Throws RTL6008 with the nearest names, RTL6014 for a word past the end of a memory.
 */
export function findPath(top: Module<any>, raw: Simulator, path: string): Found {
  const steps = path.match(/[^.[\]]+/g) ?? []
  let source = top as unknown as ModuleSource, prefix = '', i = 0
  for (;;) {
    const { placed } = layout(source), name = steps[i] ?? ''
    const hit = placed.get(name) ?? [...placed.values()].find(p => p.name === legal(name))
    if (hit === undefined) return local(raw, source, prefix, steps.slice(i), path)
    if (hit.declared.is !== 'instance') return inside(raw, hit, prefix, steps.slice(i + 1), path)
    prefix += `${hit.name}.`
    source = hit.declared.of as unknown as ModuleSource
    i++
    if (i >= steps.length) return refuse('RTL6008', `\`${path}\` is an instance: a value inside it is wanted`, remedy('', namesIn(source, raw, prefix)), { at: hit.declared.at, text: `\`${name}\` declared here` })
  }
}

function inside(raw: Simulator, p: Placed, prefix: string, rest: readonly string[], path: string): Found {
  const { declared: d, name } = p, root = leafOf(p, prefix)
  const signals = (shape: Shape, signal: (path: LeafPath) => string): Found => ({ is: d.is, shape, signal, read: l => raw.peek(signal(l)), declared: d })
  const words = (whole: () => bigint): Found => ({ is: d.is, shape: d.shape, read: partsOfWord(d.shape, whole), declared: d })
  if (d.is === 'memory' || d.is === 'rom') {
    const [first, ...more] = rest, index = Number(first)
    if (first === undefined || !Number.isInteger(index)) {
      const data = first === undefined ? undefined : raw.signals.find(s => s.kind === 'read' && s.path === `${prefix}${name}_${legal(first)}`)
      if (data) return descend(words(() => raw.peek(data.path)), more, path)
      return refuse('RTL6008', `\`${path}\` is a memory: a word of it is wanted`, `write \`${[...path.split(/[.[]/).slice(0, -rest.length || undefined)].join('.')}[0]\``, { at: d.at, text: 'declared here' })
    }
    if (index < 0 || index >= d.depth!) refuse('RTL6014', `\`${path}\`: the memory has ${d.depth} words`, `use 0 to ${d.depth! - 1}`, { at: d.at, text: 'declared here' })
    return descend(words(() => raw.peekMemory(prefix + name, index)), more, path)
  }
  if (d.is !== 'sink' && d.is !== 'source') return descend(signals(d.shape, root), rest, path)
  const [part, ...more] = rest
  if (part === undefined) return { ...signals(d.shape, root), stream: true }
  if (part === 'valid' || part === 'ready') return descend(signals(bits, () => root([part])), more, path)
  if (part !== 'payload') return refuse('RTL6008', `\`${path}\`: a stream has no \`${part}\``, 'it has `valid`, `ready` and `payload`', { at: d.at, text: 'declared here' })
  return descend(signals(d.shape, l => root(['payload', ...l])), more, path)
}

/** Fields and elements, one step a name. */
function descend(from: Found, rest: readonly string[], path: string): Found {
  let { shape } = from
  const taken: (string | number)[] = [], declared = from.declared && { at: from.declared.at, text: 'declared here' }
  for (const step of rest) {
    if (shape.kind === 'bundle') {
      const { fields } = shape as BundleShape<Record<string, Shape>>, names = Object.keys(fields), hit = names.find(f => f === step) ?? names.find(f => fieldName(shape, f) === step)
      if (hit === undefined) return refuse('RTL6008', `\`${path}\`: there is no field \`${step}\``, remedy(step, names), declared)
      taken.push(hit)
      shape = fields[hit]!
    } else if (shape.kind === 'vec') {
      const v = shape as VecShape<Shape>, n = Number(step)
      if (!(Number.isInteger(n) && n >= 0 && n < v.length)) return refuse('RTL6008', `\`${path}\`: there is no element \`${step}\``, `use 0 to ${v.length - 1}`, declared)
      taken.push(n)
      shape = v.of
    } else return refuse('RTL6008', `\`${path}\`: \`${step}\` asks for a part of a single number`, 'leave it out', declared)
  }
  const { signal, read } = from
  return { ...from, shape, read: l => read([...taken, ...l]), ...(signal ? { signal: (l: LeafPath) => signal([...taken, ...l]) } : {}) }
}

/** A name that no declaration has: a named value, which only the IR knows. */
function local(raw: Simulator, source: ModuleSource, prefix: string, steps: readonly string[], path: string): Found {
  const wanted = [prefix + steps.join('.'), prefix + steps.map(legal).join('.')], hit = raw.signals.find(s => wanted.includes(s.path))
  if (hit) return { is: 'local', shape: shapeOf(hit.type), signal: () => hit.path, read: () => raw.peek(hit.path) }
  const names = namesIn(source, raw, prefix)
  return refuse('RTL6008', `there is no \`${path}\` in ${prefix === '' ? `module \`${source.name}\`` : `\`${prefix.slice(0, -1)}\`, a \`${source.name}\``}`, remedy(steps[0] ?? '', names), { at: source.at, text: 'the module' })
}

/** What a path may name below an instance: declarations as written, then named values. */
export function namesIn(source: ModuleSource, raw: Simulator, prefix: string): string[] {
  const scope = prefix === '' ? [] : prefix.slice(0, -1).split('.')
  const locals = raw.signals.filter(s => s.kind === 'local' && s.scope.length === scope.length && s.scope.every((x, i) => x === scope[i]))
  return [...Object.keys(source.ports), ...locals.map(s => s.name)]
}

/** The shape of a value of the IR; its members have the names that are emitted. */
export function shapeOf(type: GroundType): Shape {
  if (type.kind !== 'enum') return { kind: type.kind, bits: type.width }
  const shape: Shape & { readonly enumName: string; readonly cases: readonly string[]; readonly valueOf: (k: string) => bigint } = {
    kind: 'enum', bits: type.width, enumName: type.name, cases: type.members.map(m => m.name), valueOf: k => type.members.find(m => m.name === k)?.value ?? -1n,
  }
  return shape
}
