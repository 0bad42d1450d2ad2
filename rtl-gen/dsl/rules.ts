// Owns: the verbs: rules as values, and which of them were made but not returned.
import type { Place } from '../ir/place.ts'
import { called, describe } from './describe.ts'
import { beside, fail, finding, note } from './fail.ts'
import type { Diagnostic, Note } from '../diagnostics/index.ts'
import { conditionOf } from './functions.ts'
import { checkName, legal } from './names.ts'
import { place } from './place.ts'
import { casesOf } from './shape.ts'
import { show } from './show.ts'
import { constantBits, EnumSignal, Signal, UintSignal } from './signal.ts'

export interface RuleArm { readonly condition: Signal; readonly body: unknown; readonly at: Place }
export interface MatchedArm { readonly values: readonly bigint[]; readonly body: unknown }
export type RuleContent =
  | { readonly kind: 'assign'; readonly values: unknown }
  | { readonly kind: 'if'; readonly arms: readonly RuleArm[]; readonly otherwise?: unknown }
  | { readonly kind: 'match'; readonly subject: Signal; readonly arms: readonly MatchedArm[]; readonly otherwise?: unknown }
  | { readonly kind: 'check'; readonly check: 'assert' | 'assume' | 'cover'; readonly label: string; readonly written: string; readonly condition: Signal }

/** What a verb returns. */
export class RuleValue {
  readonly content: RuleContent
  readonly at: Place
  readonly #book: RuleBook
  constructor(content: RuleContent, at: Place, book: RuleBook) {
    this.content = content
    this.at = at
    this.#book = book
  }
  elseWhen(condition: unknown, body: unknown): RuleValue {
    const at = place(), c = this.#open('elseWhen')
    return this.#book.replace(this, { kind: 'if', arms: [...c.arms, { condition: conditionOf(condition, at), body, at }] })
  }
  otherwise(body: unknown): RuleValue {
    const c = this.#open('otherwise')
    return this.#book.replace(this, { kind: 'if', arms: c.arms, otherwise: body })
  }
  #open(verb: string): RuleContent & { kind: 'if' } {
    if (this.content.kind === 'if' && !('otherwise' in this.content)) return this.content
    return fail('RTL3012', `${verb} does not continue this rule`, [note(place(), 'continued here'), note(this.at, 'the rule')], 'it follows when(...) or elseWhen(...)')
  }
}

called(RuleValue, 'a rule')

/** The rules of one module that were made; those that are used are taken out. */
export class RuleBook {
  readonly #made = new Set<RuleValue>()
  make(content: RuleContent, at: Place): RuleValue {
    const rule = new RuleValue(content, at, this)
    this.#made.add(rule)
    return rule
  }
  replace(old: RuleValue, content: RuleContent): RuleValue {
    this.#made.delete(old)
    return this.make(content, old.at)
  }
  use(rule: RuleValue): void { this.#made.delete(rule) }
  unused(module: Place): Diagnostic[] {
    return [...this.#made].map(r => finding('RTL3004', 'a rule was made but not returned', [note(r.at, 'made here'), note(module, 'the module')], 'put it into the array that the body returns, or into a rule of it'))
  }

  /** The verbs that the body gets. */
  verbs(): object {
    const check = (kind: 'assert' | 'assume' | 'cover') => (label: string, condition: unknown): RuleValue => {
      const at = place()
      checkName(label, `a label of ${kind}`, at)
      return this.make({ kind: 'check', check: kind, label: legal(label), written: label, condition: conditionOf(condition, at) }, at)
    }
    return {
      assign: (values: unknown) => this.make({ kind: 'assign', values }, place()),
      when: (condition: unknown, body: unknown) => {
        const at = place()
        return this.make({ kind: 'if', arms: [{ condition: conditionOf(condition, at), body, at }] }, at)
      },
      match: (subject: unknown, arms: Record<string, unknown>) => {
        const at = place(), s = enumOf(subject, at), members = s.type.kind === 'enum' ? s.type.members : []
        const content = armsOf(s, arms, at)
        const covered = new Set(content.flatMap(a => a.values))
        const cases = s.type.kind === 'enum' ? casesOf(s.type) : [], missing = cases.filter((_, i) => !covered.has(members[i]!.value))
        if (missing.length) fail('RTL3010', `match has no arm for ${missing.map(k => `\`${k}\``).join(', ')}`, [note(at, 'matched here'), note(s.expr.at, `\`${show(s.expr)}\``)], 'add the arms ({} changes nothing), or use matchSome')
        return this.make({ kind: 'match', subject: s, arms: content }, at)
      },
      matchSome: (subject: unknown, arms: Record<string, unknown>) => {
        const at = place()
        if (!(subject instanceof EnumSignal || subject instanceof UintSignal)) fail('RTL2011', `matchSome wants an enumeration or a uint, not ${describe(subject)}`, [note(at, 'matched here'), ...placeOf(subject)], 'give a signal of that kind; of a signed number asUint()')
        const { otherwise, ...some } = armsGiven(arms, at, subject as Signal)
        if (otherwise === undefined) fail('RTL3010', 'matchSome has no arm `otherwise`', [note(at, 'matched here'), ...placeOf(subject)], 'add `otherwise: {}` to change nothing')
        return this.make({ kind: 'match', subject: subject as Signal, arms: armsOf(subject as Signal, some, at), otherwise }, at)
      },
      assert: check('assert'), assume: check('assume'), cover: check('cover'),
    }
  }
}

function enumOf(subject: unknown, at: Place): EnumSignal {
  if (subject instanceof EnumSignal) return subject
  return fail('RTL2011', `match wants an enumeration, not ${subject instanceof Signal ? 'a number' : describe(subject)}`, [note(at, 'matched here'), ...placeOf(subject)], 'use matchSome for a uint')
}
/** Where a signal was made, if it is one. */
const placeOf = (v: unknown): Note[] => (v instanceof Signal ? [note(v.expr.at, `\`${show(v.expr)}\``)] : [])

function armsGiven(arms: unknown, at: Place, s: Signal): Record<string, unknown> {
  if (typeof arms !== 'object' || arms === null || Array.isArray(arms)) fail('RTL3010', `arms are the properties of an object, not ${describe(arms)}`, [note(at, 'matched here'), ...placeOf(s)], 'write { idle: { ... }, busy: {} }')
  return arms as Record<string, unknown>
}

function armsOf(s: Signal, arms: unknown, at: Place): MatchedArm[] {
  const seen = new Set<bigint>()
  return Object.entries(armsGiven(arms, at, s)).map(([k, body]) => {
    const value = beside(() => constantBits(s.type.kind === 'enum' ? k : numberOf(k, at), s.type, at), s.expr.at, () => `\`${show(s.expr)}\``)
    if (seen.has(value)) fail('RTL3010', `two arms are for ${value}`, [note(at, 'matched here'), ...placeOf(s)], 'write one arm for each value')
    seen.add(value)
    return { values: [value], body }
  })
}
const numberOf = (k: string, at: Place): bigint =>
  /^\d+$/.test(k) ? BigInt(k) : fail('RTL3010', `\`${k}\` is no value of a uint`, [note(at, 'matched here')], 'arms of a uint are whole numbers')
