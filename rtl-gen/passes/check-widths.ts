// Owns: the rules of types and names as findings for users.
import type { Diagnostic } from '../diagnostics/index.ts'
import { validate } from '../ir/index.ts'
import type { Design, Problem } from '../ir/index.ts'
import { finding, note } from './finding.ts'

/** RTL4001 for widths and kinds that do not fit together, RTL4002 for everything else that a well-formed design is not. */
export const checkWidths = (design: Design): Diagnostic[] => validate(design).map(toDiagnostic)

function toDiagnostic(p: Problem): Diagnostic {
  const notes = [note(p.at, `in module \`${p.module}\``), ...(p.also ?? []).map(a => note(a.at, a.text))]
  return p.rule === 'width' || p.rule === 'type'
    ? finding('RTL4001', p.message, notes, p.rule === 'width' ? 'make the widths equal: truncate or extend one side' : 'say how the bits are to be read: cast one side')
    : finding('RTL4002', p.message, notes, 'check the code that builds or rewrites this design')
}
