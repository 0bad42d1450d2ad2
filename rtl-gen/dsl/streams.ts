// Owns: whole streams that are passed on: each to one taker, whom somebody listens to.
import type { Diagnostic } from '../diagnostics/index.ts'
import type { Expr, Ref } from '../ir/expr.ts'
import type { Place } from '../ir/place.ts'
import { finding, note } from './fail.ts'
import { show } from './show.ts'
import type { StreamValue } from './tree.ts'

/** `role`: what is given of `stream`: valid and payload to a taker (source), or ready to an offer (sink). `ready`: the key of the taker's ready. */
export interface Pass {
  readonly stream: StreamValue
  readonly role: 'sink' | 'source'
  readonly to: string
  readonly at: Place
  readonly declared: Place
  readonly ready: string
  /** Not under a condition. */
  readonly always: boolean
}

/** A rule that gives `ready` or `valid` of one end by hand. `end`: the key of that end's ready. `body`: the changes that hold together with it. */
export interface EndChange { readonly end: string; readonly shown: string; readonly at: Place; readonly declared: Place; readonly body: object }

/** The port of a reference, within one module. */
export const portKey = (name: string, instance?: string): string => (instance === undefined ? name : `${instance}.${name}`)

/** What is wrong with the whole streams that a module passes on; `reads`: the ports that its rules read. */
export const streamFindings = (passes: readonly Pass[], changes: readonly EndChange[], reads: ReadonlySet<string>): Diagnostic[] => [...lostInPassing(passes, reads), ...oneEndChanged(passes, changes)]

/** Where both ends were passed on whole, a rule that holds back one of them and not the other lets an element pass there alone. */
function oneEndChanged(passes: readonly Pass[], changes: readonly EndChange[]): Diagnostic[] {
  const readyOf = (s: StreamValue): string => { const e = s.ready.expr as Ref; return portKey(e.name, e.instance) }
  const pairs = passes.filter(p => p.role === 'source' && p.always).flatMap(taker => passes
    .filter(q => q.role === 'sink' && q.always && q.ready === readyOf(taker.stream) && taker.ready === readyOf(q.stream)).map(giver => ({ taker, giver })))
  const together = (end: string, body: object): boolean => changes.some(c => c.end === end && c.body === body)
  return pairs.flatMap(({ taker, giver }) => [[taker, giver] as const, [giver, taker] as const].flatMap(([mine, other]) => changes
    .filter(c => c.end === mine.ready && !together(other.ready, c.body))
    .map(c => finding('RTL3013', `\`${c.shown}\` is changed here, but \`${other.to}\` at the other end is passed on whole: an element passes at one end and not at the other`,
      [note(c.at, 'changed here'), note(mine.at, `both are passed on whole here`), note(other.declared, `\`${other.to}\` declared here`)],
      `change both in the same rule: { ${giver.to}: { ready: 0 }, ${taker.to}: { valid: 0 } } holds the stream back`))))
}

function lostInPassing(passes: readonly Pass[], reads: ReadonlySet<string>): Diagnostic[] {
  const seen = new Map<StreamValue, Pass>()
  return passes.flatMap(p => {
    const offered = p.role === 'source', from = nameOf(p.stream), notes = [note(p.at, 'given here'), note(p.stream.valid.expr.at, `\`${from}\` declared here`), note(p.declared, `\`${p.to}\` declared here`)]
    // The elements of a stream that this module offers, or the ready of one that it takes, are given by the module already.
    if (p.stream.offered === offered) {
      return [finding('RTL3013', offered ? `\`${p.to}\` is offered what \`${from}\` is already offered: two would take the same element` : `\`${p.to}\` gets the ready that this module gives to \`${from}\`: it says nothing of a taker`, notes,
        offered ? `give both what \`${from}\` is made of, and let them take together` : `give \`${p.to}\` the ready of the one who takes its elements`)]
    }
    const first = p.always ? seen.get(p.stream) : undefined
    if (p.always && !first) seen.set(p.stream, p)
    if (first) {
      return [finding('RTL3013', offered ? `\`${from}\` is offered to \`${first.to}\` and to \`${p.to}\`: both would take the same element` : `the ready of \`${from}\` is given to \`${first.to}\` and to \`${p.to}\`: both would pass an element where one is taken`,
        [...notes, note(first.declared, `\`${first.to}\` declared here`)], 'pass it on to one; for the other write out valid, ready and payload')]
    }
    return offered && !reads.has(p.ready)
      ? [finding('RTL3013', `\`${p.to}\` is offered \`${from}\`, but nothing reads the ready of \`${p.to}\`: an element that it does not take at once is lost`, notes, `give \`${from}\` the ready of \`${p.to}\`: { ${from}: ${p.to} }`)]
      : []
  })
}

const nameOf = (s: StreamValue): string => show(s.valid.expr as Expr).replace(/\.valid$/, '')
