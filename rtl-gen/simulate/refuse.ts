// Owns: how a simulation refuses what it is asked: with a code, the place of the call, and the name that was probably meant.
import { DiagnosticError, type Note, type SimCode } from '../diagnostics/index.ts'
import { place, plain } from '../dsl/place.ts'
import type { Place } from '../ir/index.ts'

/** Values nest: the frames of a call go through each level of them. */
const depth = 60

/** Throws a finding whose first place is the call that is being carried out; `declared`: of what it was about. */
export function refuse(code: SimCode, message: string, help: string, declared?: { readonly at: Place; readonly text: string }): never {
  const notes: Note[] = [{ place: plain(place(depth)), text: 'asked for here' }]
  if (declared) notes.push({ place: plain(declared.at), text: declared.text })
  throw new DiagnosticError([{ code, message, notes, help }])
}

/** The known names that are one or two slips away, the nearest first; at most three. */
export function nearest(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase(), found: [number, string][] = []
  for (const k of known) {
    const other = k.toLowerCase(), d = distance(wanted, other)
    if (d <= Math.max(2, Math.floor(other.length / 4)) || (wanted.length > 2 && other.includes(wanted))) found.push([d, k])
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 3).map(f => f[1])
}

/** What to do about a name that is none: the near ones, or all if they are few. */
export function remedy(name: string, known: readonly string[]): string {
  const near = nearest(name, known), quoted = (names: readonly string[]): string => names.map(n => `\`${n}\``).join(', ')
  if (near.length > 0) return `did you mean ${quoted(near)}?`
  return known.length === 0 ? 'there is none of this kind' : `there ${known.length === 1 ? 'is' : 'are'} ${quoted(known.slice(0, 12))}${known.length > 12 ? `, and ${known.length - 12} more` : ''}`
}

/** Letters to put in, take out or change on the way from one name to the other; two neighbours that change places are one slip. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 4) return Infinity
  let before: number[] = [], row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** Names that tools ask any object for: test runners, printers, promises. */
const asked = new Set([
  'then', 'catch', 'finally', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', 'nodeName', 'hasAttribute', 'getAttribute', 'length', 'size', 'message', 'stack', 'cause', 'inspect', 'toAsymmetricMatcher',
  'getMockName', 'sample', 'calledWith', 'isDisposed', 'default', '_isMockFunction', 'isMockFunction', 'mock', 'byteLength', 'buffer', 'isProxy', 'splice', 'callee', 'args', 'window', 'document', 'self',
])

/** An object whose unknown names are refused instead of undefined. */
export function guard<T extends object>(target: T, refuseName: (name: string) => never): T {
  return new Proxy(target, {
    get: (object, key, receiver): unknown => {
      if (typeof key === 'symbol' || key in object) return Reflect.get(object, key, receiver)
      return asked.has(key) || key.startsWith('$$') || key.startsWith('@@') ? undefined : refuseName(key)
    },
    set: (_, key) => refuseName(String(key)),
  })
}
