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

/** A word of letters, digits, `_` and `$`, which every reader takes: accents fall off, steps into a value are joined by `_`, anything else, and a `$` in front, is `_`. */
const spelled = (name: string): string =>
  name.replaceAll(']', '').normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[^A-Za-z0-9_$]/gu, '_').replace(/^\$/, '_') || '_'

/** Names of one scope: of two that are spelled alike the later one gets _2, _3, ... */
function spelling(): (name: string) => string {
  const taken = new Set<string>()
  return name => {
    const plain = spelled(name)
    let free = plain
    for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`
    taken.add(free)
    return free
  }
}

/**
 * The header, with `top` as the outermost scope: no date and no tool version, so that equal runs give equal bytes. Scopes are nested as the instances
 * are. Every variable is one line `$var kind width code name [range] $end` with no blank inside the name, and no two of a scope have one name.
 */
export function vcdHeader(signals: readonly VcdSignal[], top: string): string {
  interface Scope { readonly lines: string[]; readonly inner: Map<string, Scope>; readonly spell: (name: string) => string }
  const newScope = (): Scope => ({ lines: [], inner: new Map(), spell: spelling() })
  const root = newScope()
  signals.forEach((s, i) => {
    let at = root
    for (const name of s.scope) at = at.inner.get(name) ?? at.inner.set(name, newScope()).get(name)!
    const range = s.width === 1 ? '' : ` [${s.width - 1}:0]`
    at.lines.push(`$var ${s.kind} ${s.width} ${vcdIdentifier(i)} ${at.spell(s.name)}${range} $end`)
  })
  const print = (name: string, s: Scope): string[] => {
    const spell = spelling()
    return [`$scope module ${name} $end`, ...s.lines, ...[...s.inner].flatMap(([n, x]) => print(spell(n), x)), '$upscope $end']
  }
  return ['$timescale 1ns $end', ...print(spelled(top), root), '$enddefinitions $end', ''].join('\n')
}

/** One change: a bit, or a vector without its leading zeros. */
export function vcdChange(id: string, width: number, value: bigint): string {
  return width === 1 ? `${value}${id}\n` : `b${value.toString(2)} ${id}\n`
}
