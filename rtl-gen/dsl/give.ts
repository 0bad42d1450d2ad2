// Owns: how a value is given to something declared: IR set statements, one for each ground part.
import type { Place } from '../ir/place.ts'
import type { Expr } from '../ir/expr.ts'
import type { Statement, Step, Target } from '../ir/statement.ts'
import type { GroundType } from '../ir/type.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import { describe } from './describe.ts'
import { beside, fail, note } from './fail.ts'
import { plain } from './place.ts'
import { fieldName, indexBits, typeOf } from './shape.ts'
import type { AnyShape, Shape } from './shape.ts'
import { amount, bitType, lift, literal, sameType, Signal, typeName, uintType } from './signal.ts'
import { show } from './show.ts'
import { BundleValue, isTree, leafAt, leafPaths, sameShape, shapeName, treeName, VecValue } from './tree.ts'
import type { Tree } from './tree.ts'

/** Something that can be given a value. `part` is one step into it; `target` exists at ground parts. */
export interface Destination {
  readonly shape: Shape
  readonly shown: string
  readonly at: Place
  readonly domain: string
  target(at: Place): Target
  field(name: string): Destination
  element(i: number): Destination
  /** The element under a signal; undefined where the elements stand apart. */
  picked(i: Expr): Destination | undefined
}

/** A register, wire or whatever else has one name: parts are steps. */
export function wholeDestination(shape: Shape, name: string, shown: string, domain: string, at: Place, path: readonly Step[] = []): Destination {
  const step = (s: Shape, x: Step, text: string): Destination => wholeDestination(s, name, shown + text, domain, at, [...path, x])
  const s = shape as AnyShape
  return {
    shape, shown, at, domain,
    target: here => ({ name, path, type: typeOf(shape), at: here }),
    field: f => step((s as { fields: Record<string, Shape> }).fields[f]!, { kind: 'field', field: fieldName(shape, f) }, `.${f}`),
    element: i => step((s as { of: Shape }).of, { kind: 'index', index: literal(uintType(indexBits((s as { length: number }).length)), BigInt(i), at) }, `[${i}]`),
    picked: index => step((s as { of: Shape }).of, { kind: 'index', index }, '[...]'),
  }
}

/** Ports: every ground part has a name of its own, which `nameOf` gives. */
export function splitDestination(shape: Shape, nameOf: (path: readonly string[]) => string, shown: string, domain: string, at: Place, instance?: string, path: readonly string[] = []): Destination {
  const s = shape as AnyShape
  const step = (of: Shape, key: string): Destination => splitDestination(of, nameOf, `${shown}.${key}`, domain, at, instance, [...path, key])
  return {
    shape, shown, at, domain,
    target: here => ({ name: nameOf(path), path: [], type: typeOf(shape), at: here, ...(instance !== undefined && { instance }) }),
    field: f => step((s as { fields: Record<string, Shape> }).fields[f]!, f),
    element: i => step((s as { of: Shape }).of, String(i)),
    picked: () => undefined,
  }
}

/** Statements that give `value` to `to`. `partly`: fields and elements that are absent keep what they have. */
export function give(to: Destination, value: unknown, at: Place, partly: boolean, out: Statement[]): void {
  const s = to.shape as AnyShape
  if (isTree(value) && !(value instanceof Signal && s.kind !== 'bundle' && s.kind !== 'vec')) return giveTree(to, value, at, out)
  switch (s.kind) {
    case 'bundle': return giveFields(to, s.fields, value, at, partly, out)
    case 'vec': return giveElements(to, s.length, value, at, partly, out)
    default: out.push({ kind: 'set', target: to.target(at), value: fitting(to, value, at), at })
  }
}

function fitting(to: Destination, value: unknown, at: Place): Expr {
  const type = typeOf(to.shape) as GroundType, v = value instanceof Signal ? value : constantFor(to, value, type, at)
  if (!sameType(v.type, type)) {
    const notes = [note(at, 'given here'), note(v.expr.at, `the value, \`${show(v.expr)}\``), note(to.at, `\`${to.shown}\` declared here as ${typeName(type)}`)]
    if (v.type.kind !== type.kind || type.kind === 'enum') fail('RTL2008', `the value is ${typeName(v.type)}, \`${to.shown}\` is ${typeName(type)}`, notes, 'say how the bits are to be read: asUint(), asSint() or asEnum(shape)')
    fail('RTL2003', `the value has ${v.width} bits, \`${to.shown}\` has ${type.width}`, notes, `${v.width > type.width ? `use truncate(${type.width}), ` : `use extend(${type.width}), `}or declare \`${to.shown}\` with ${v.width} bits`)
  }
  sameDomain(to, v, at)
  return v.expr
}

/** What is wrong with a constant is said together with what it is given to. */
function constantFor(to: Destination, value: unknown, type: GroundType, at: Place): Signal {
  try {
    return lift(value, type, at)
  } catch (e) {
    if (!(e instanceof DiagnosticError)) throw e
    const declared = note(plain(to.at), `\`${to.shown}\` declared here as ${typeName(type)}`)
    throw new DiagnosticError(e.diagnostics.map(d => ({ ...d, notes: [...d.notes, declared] })))
  }
}

/** A value of another clock domain is RTL2010. */
export function sameDomain(to: Pick<Destination, 'shown' | 'domain' | 'at'>, v: Signal, at: Place): void {
  if (v.domain === '' || v.domain === to.domain) return
  fail('RTL2010', `\`${to.shown}\` is clocked by ${to.domain}, \`${show(v.expr)}\` by ${v.domain}`,
    [note(at, 'given here'), note(v.expr.at, `clocked by ${v.domain}`), note(to.at, `\`${to.shown}\` declared here`)], `bring the value into clock domain ${to.domain} first`)
}

function giveTree(to: Destination, value: Tree, at: Place, out: Statement[]): void {
  const from = value instanceof BundleValue ? BundleValue.shapeOf(value) : value instanceof VecValue ? VecValue.shapeOf(value) : undefined
  if (!from || !sameShape(to.shape, from)) {
    fail('RTL2008', `the value is ${treeName(value)}, \`${to.shown}\` is ${shapeName(to.shape)}`, [note(at, 'given here'), note(to.at, `\`${to.shown}\` declared here`)], 'give a value of the same shape, or write out its fields')
  }
  for (const leaf of leafPaths(to.shape)) {
    const part = leaf.path.reduce((d, step) => ((d.shape as AnyShape).kind === 'vec' ? d.element(Number(step)) : d.field(step)), to)
    out.push({ kind: 'set', target: part.target(at), value: fitting(part, leafAt(value, leaf.path), at), at })
  }
}

function giveFields(to: Destination, fields: Record<string, Shape>, value: unknown, at: Place, partly: boolean, out: Statement[]): void {
  const notes = [note(at, 'given here'), note(to.at, `\`${to.shown}\` declared here`)]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('RTL2011', `\`${to.shown}\` takes ${shapeName(to.shape)}, not ${describe(value)}`, notes, 'give an object of its fields')
  const given = value as Record<string, unknown>
  const extra = Object.keys(given).filter(k => !Object.hasOwn(fields, k))
  if (extra.length) fail('RTL2012', `\`${to.shown}\` has no field ${extra.map(k => `\`${k}\``).join(', ')}`, notes, `its fields are ${Object.keys(fields).join(', ')}`)
  const missing = partly ? [] : Object.keys(fields).filter(k => !Object.hasOwn(given, k) || given[k] === undefined)
  if (missing.length) fail('RTL2012', `\`${to.shown}\` needs all of its fields; ${missing.map(k => `\`${k}\``).join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing`, notes, 'give every field')
  for (const k of Object.keys(fields)) if (Object.hasOwn(given, k)) give(to.field(k), given[k], at, partly, out)
}

const isWrite = (v: unknown): v is { index: unknown; value: unknown } => typeof v === 'object' && v !== null && (v as { is?: unknown }).is === 'write'

function giveElements(to: Destination, length: number, value: unknown, at: Place, partly: boolean, out: Statement[]): void {
  const writes = isWrite(value) ? [value] : Array.isArray(value) && value.length > 0 && value.every(isWrite) ? value : undefined
  if (writes && partly) return writes.forEach(w => writeElement(to, length, w, at, out))
  if (!Array.isArray(value) || value.length !== length || writes) {
    fail('RTL2012', `\`${to.shown}\` takes ${length} elements${partly ? ', or write(index, value)' : ''}, not ${Array.isArray(value) ? `${value.length}` : describe(value)}`,
      [note(at, 'given here'), note(to.at, `\`${to.shown}\` declared here`)], partly ? 'use write(index, value) for one element' : 'give every element')
  }
  const elements: unknown[] = value
  // Not `forEach`, which leaves holes out.
  Array.from(elements, (x, i) => give(to.element(i), x, at, partly, out))
}

function writeElement(to: Destination, length: number, w: { index: unknown; value: unknown }, at: Place, out: Statement[]): void {
  if (typeof w.index === 'number') {
    if (!Number.isInteger(w.index) || w.index < 0 || w.index >= length) fail('RTL2007', `element ${w.index} of \`${to.shown}\`, a vector of ${length}`, [note(at, 'written here'), note(to.at, 'declared here')], `write 0 to ${length - 1}`)
    return give(to.element(w.index), w.value, at, true, out)
  }
  const index = beside(() => amount(w.index, at), to.at, () => `\`${to.shown}\` declared here`)
  sameDomain(to, index, at)
  const one = to.picked(index.expr)
  if (one) return give(one, w.value, at, true, out)
  for (let i = 0; i < length && i < 2 ** index.width; i++) {
    const body: Statement[] = []
    give(to.element(i), w.value, at, true, body)
    out.push({ kind: 'if', arms: [{ condition: { kind: 'binary', op: 'eq', type: bitType, left: index.expr, right: literal(uintType(index.width), BigInt(i), at), at }, body, at }], otherwise: [], at })
  }
}
