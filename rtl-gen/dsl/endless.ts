// Owns: modules that contain themselves: hardware would have no end.
import type { Diagnostic } from '../diagnostics/index.ts'
import { DiagnosticError } from '../diagnostics/index.ts'
import type { Place } from '../ir/place.ts'
import { finding, note } from './fail.ts'
import { placeInGetter, placeOf } from './place.ts'

const help = 'let what it contains be another module, made above it; what repeats is a list, vecOf(n, instance(...)), or a function that ends: where n is 1 it makes a module without instances'

/** RTL3050; `at`: what leads back, `module`: the module. */
export const endless = (message: string, at: Place, remark: string, module: Place): Diagnostic => finding('RTL3050', message, [note(at, remark), note(module, 'the module')], help)

const isOverflow = (e: unknown): e is RangeError => e instanceof RangeError && /call stack/i.test(e.message)

/** A full stack while the insides of the module `name` were gone through, in words; any other error is itself. `at`: what was last gone through. */
export const asEndless = (e: unknown, name: string, module: Place, at: Place): unknown => (isOverflow(e) ? new DiagnosticError([noEnd(name, at, module)]) : e)

const noEnd = (name: string, at: Place, module: Place): Diagnostic => endless(`module \`${name}\` has no end: what it contains leads back to itself`, at, 'gone through again and again', module)

/** Modules of which a getter is being read: the one makes the other. */
let reading = 0
const mostReading = 100

/** The declarations of a module, each read once: a getter may look back at the module, make the same one again, or give something else the second time. RTL3050 */
export function readOnce(name: string, ports: object, module: Place): Record<string, unknown> {
  if (reading === mostReading) throw new DiagnosticError([noEnd(name, placeInGetter(), module)])
  reading++
  try {
    return Object.fromEntries(Object.entries(ports))
  } catch (e) {
    throw asEarly(e, name, module)
  } finally {
    reading--
  }
}

/** A getter may want what is made only when all are read. */
function asEarly(e: unknown, name: string, module: Place): unknown {
  const early = e instanceof ReferenceError ? /^Cannot access '(.*)' before initialization$/.exec(e.message) : null
  if (early === null) return e
  return new DiagnosticError([endless(`the declarations of module \`${name}\` read \`${early[1]}\`, which is not made yet`, placeOf(e as Error), 'read here', module)])
}
