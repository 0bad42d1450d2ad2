// Owns: how a simulation refuses what it is asked: with a code, the place of the call, and the name that was probably meant.
import { DiagnosticError, type Note, type SimCode } from '../diagnostics/index.ts'
export { remedy } from '../diagnostics/nearest.ts'
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

/** Names that tools ask any object for: test runners, printers, promises. */
const asked = new Set([
  'then', 'catch', 'finally', 'toJSON', 'asymmetricMatch', 'nodeType', 'tagName', 'nodeName', 'hasAttribute', 'getAttribute', 'length', 'size', 'message', 'stack', 'cause', 'inspect', 'toAsymmetricMatcher',
  'getMockName', 'sample', 'calledWith', 'isDisposed', 'default', '_isMockFunction', 'isMockFunction', 'mock', 'byteLength', 'buffer', 'isProxy', 'splice', 'callee', 'args', 'window', 'document', 'self',
])

/** An object whose unknown names are refused instead of undefined; nothing can be assigned to its properties. */
export function guard<T extends object>(target: T, refuseName: (name: string) => never, refuseSet: (name: string) => never): T {
  return new Proxy(target, {
    get: (object, key, receiver): unknown => {
      if (typeof key === 'symbol' || key in object) return Reflect.get(object, key, receiver)
      return asked.has(key) || key.startsWith('$$') || key.startsWith('@@') ? undefined : refuseName(key)
    },
    set: (object, key) => (Object.hasOwn(object, key) ? refuseSet : refuseName)(String(key)),
    deleteProperty: (object, key) => (Object.hasOwn(object, key) ? refuseSet : refuseName)(String(key)),
  })
}
