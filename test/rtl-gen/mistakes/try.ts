// Owns: what comes of a mistake: it is tried to the end (built, checked, written, simulated), and what is said is held against the source.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { codes } from '../../../rtl-gen/diagnostics/index.ts'
import * as rtl from '../../../rtl-gen/index.ts'
import type { Design, Diagnostic } from '../../../rtl-gen/index.ts'
import { lintTogether, prefixed } from '../../support/lint-together.ts'

// Without types, as from JavaScript: what the compiler would refuse has to be said at run time too.
export const {
  all, any, bit, bundle, cat, check, compileSimulator, crossing, doc, elaborate, emitVerilog, enumeration, input, instance, lit, memory, module, mux, named, output, pack, read,
  register, replicate, rom, simulate, sink, sint, source, uint, unpack, vec, wire, write,
} = rtl as any

/** Why a finding has one place, or none. */
export const alone = 'it is wrong by itself: there is no other side', host = 'the other side is a value of JavaScript, which has no place',
  path = 'what is given is a path or a value of another library call: it has no place'

export interface Mistake {
  /** What the designer did. */
  readonly what: string
  /** The code that it gets; absent: it is no mistake to the language, and `fine` says why. */
  readonly code?: string
  /** Words of the message. */
  readonly says?: string
  /** For each place of the finding, in order: how the source goes on there. */
  readonly at?: readonly string[]
  /** Why there is one place only, or none. */
  readonly one?: string
  readonly fine?: string
  /** Words of an error that is not ours: of JavaScript, or of the designer. */
  readonly own?: string
  /** A module is built, checked, written and simulated; a design is checked, written and simulated. */
  readonly by: () => unknown
}

/** The design that a mistake came to, or what was found, or the error that should not be. */
export function outcome(by: () => unknown): { readonly design?: Design; readonly files?: rtl.VerilogFile[]; readonly found?: readonly Diagnostic[]; readonly crash?: Error } {
  try {
    const made = by() as { readonly body?: unknown; readonly kind?: unknown } | undefined
    const design = typeof made?.body === 'function' ? elaborate(made) as Design : made?.kind === 'design' ? made as unknown as Design : undefined
    if (!design) return {}
    check(design)
    const files = rtl.emitVerilog(design)
    compileSimulator(design).step()
    return { design, files }
  } catch (e) {
    return e instanceof rtl.DiagnosticError ? { found: e.diagnostics } : { crash: e as Error }
  }
}

const sources = new Map<string, readonly string[]>()
/** The source from a place on, to the end of its line. */
export function sourceAt(p: { readonly file: string; readonly line: number; readonly column: number }): string {
  if (p.file === '') return '(nowhere)'
  if (!sources.has(p.file)) sources.set(p.file, readFileSync(p.file, 'utf8').split('\n'))
  return sources.get(p.file)![p.line - 1]!.slice(p.column - 1)
}

/** The test of one mistake. */
export function tryMistake(m: Mistake): void {
  const { found, crash } = outcome(m.by)
  if (m.own !== undefined) return expect(crash?.message).toContain(m.own)
  if (crash) throw crash
  if (m.code === undefined) {
    expect(m.fine, 'there is a reason why it is fine').toBeTruthy()
    return expect((found ?? []).map(d => `${d.code} ${d.message}`)).toEqual([])
  }
  expect(found, 'it was accepted').toBeDefined()
  expect(found!.map(d => d.code), found!.map(d => d.message).join('\n')).toContain(m.code)
  const d = found!.find(x => x.code === m.code && x.message.includes(m.says ?? ''))
  expect(d, `says ${m.says}: ${found!.map(x => x.message).join('; ')}`).toBeDefined()
  expect(d!.help).not.toBe('')
  expect(codes[m.code]).toBeDefined()
  const places = d!.notes.map(n => sourceAt(n.place))
  expect(places, 'places').toHaveLength(m.at?.length ?? 0)
  places.forEach((text, i) => expect(text).toSatisfy((t: string) => t.startsWith(m.at![i]!), `${m.at![i]}`))
  if (m.one === undefined) expect(places.length, 'two places, or a reason').toBeGreaterThan(1)
}

export const tryAll = (title: string, mistakes: readonly Mistake[]): void => void describe(title, () => {
  it.each(mistakes.map(m => [`${m.what}: ${m.code ?? 'fine'}`, m] as const))('%s', (_, m) => tryMistake(m))
})

/** What is fine comes out as text that no tool has anything to say about. */
export const cleanWhereFine = (...tables: readonly (readonly Mistake[])[]): void => void it('what is fine is clean in three tools', () => {
  const designs = tables.flat().filter(m => m.fine !== undefined).flatMap(m => outcome(m.by).design ?? [])
  expect(designs.length).toBeGreaterThan(0)
  expect(lintTogether(designs.map((d, i) => prefixed(d, `f${i}_`)))).toBe('')
})
