// Owns: value change dumps (IEEE 1364-2005, 18.2) as text: header, scopes, changes.

/** A variable of a dump. `name` may hold dots and brackets; it is written as the emitted Verilog would spell it. */
export interface VcdSignal { readonly scope: readonly string[]; readonly name: string; readonly width: number; readonly kind: 'wire' | 'reg' }

/** Short identifiers of printable characters, as the format wants them. */
export function vcdIdentifier(n: number): string {
  let rest = n, text = ''
  do {
    text += String.fromCharCode(33 + rest % 94)
    rest = Math.floor(rest / 94) - 1
  } while (rest >= 0)
  return text
}

const spelled = (name: string): string => name.replace(/[.[]/g, '_').replaceAll(']', '')

/** The header, with `top` as the outermost scope: no date and no tool version, so that equal runs give equal bytes. Scopes are nested as the instances are. */
export function vcdHeader(signals: readonly VcdSignal[], top: string): string {
  interface Scope { readonly lines: string[]; readonly inner: Map<string, Scope> }
  const newScope = (): Scope => ({ lines: [], inner: new Map() })
  const root = newScope()
  signals.forEach((s, i) => {
    let at = root
    for (const name of s.scope) at = at.inner.get(name) ?? at.inner.set(name, newScope()).get(name)!
    const range = s.width === 1 ? '' : ` [${s.width - 1}:0]`
    at.lines.push(`$var ${s.kind} ${s.width} ${vcdIdentifier(i)} ${spelled(s.name)}${range} $end`)
  })
  const print = (name: string, s: Scope): string[] => [`$scope module ${name} $end`, ...s.lines, ...[...s.inner].flatMap(([n, x]) => print(n, x)), '$upscope $end']
  return ['$timescale 1ns $end', ...print(top, root), '$enddefinitions $end', ''].join('\n')
}

/** One change: a bit, or a vector without its leading zeros. */
export function vcdChange(id: string, width: number, value: bigint): string {
  return width === 1 ? `${value}${id}\n` : `b${value.toString(2)} ${id}\n`
}
