// Owns: statements of a module body as FIRRTL text.
import { isGround, unreachable } from '../../ir/index.ts'
import type { CheckStatement, Domain, Expr, MatchStatement, Place, Statement, Target } from '../../ir/index.ts'
import { indent, line } from '../verilog/text.ts'
import type { Line } from '../verilog/text.ts'
import { expressionText, literalText } from './expression.ts'
import type { Names } from './expression.ts'
import { idText, locator, stringText } from './names.ts'

/** What statements need to know of the module that they stand in. */
export interface Surroundings extends Names {
  domain(name: string): Domain
  /** A name for a check: its label, told apart from all other names. */
  label(wanted: string): string
}

/** One statement on a line, with the place where it was written. */
export const statement = (text: string, at: Place): Line => line(text + locator(at), at)

/** A body as lines without indentation. */
export function bodyLines(body: readonly Statement[], around: Surroundings): Line[] {
  return body.flatMap((s): Line[] => {
    switch (s.kind) {
      case 'set': return [statement(`connect ${targetText(s.target, around)}, ${expressionText(s.value, around)}`, s.at)]
      case 'check': return [checkLine(s, around)]
      case 'if': return chain(s.arms.map(a => ({ condition: expressionText(a.condition, around), body: a.body, at: a.at })), s.otherwise, around)
      case 'match': return chain(s.arms.map(a => ({ condition: armText(s, a.values, around), body: a.body, at: a.at })), s.otherwise, around)
      default: return unreachable(s)
    }
  })
}

function targetText(t: Target, names: Names): string {
  const place = (i: Expr): string => (i.kind === 'literal' ? i.value.toString() : expressionText(i, names))
  const name = t.instance === undefined ? idText(t.name) : `${idText(t.instance)}.${idText(t.name)}`
  return name + t.path.map(step => {
    if (step.kind !== 'index') throw new Error(`a ${step.kind} is left in a target: the design was not lowered`)
    return `[${place(step.index)}]`
  }).join('')
}

interface Arm { readonly condition: string; readonly body: readonly Statement[]; readonly at: Place }

function chain(arms: readonly Arm[], otherwise: readonly Statement[], around: Surroundings): Line[] {
  if (arms.length === 0) return bodyLines(otherwise, around)
  return [
    ...arms.flatMap((a, i) => [statement(`${i === 0 ? '' : 'else '}when ${a.condition} :`, a.at), ...block(a.body, around)]),
    ...(otherwise.length === 0 ? [] : [line('else :'), ...block(otherwise, around)]),
  ]
}

function block(body: readonly Statement[], around: Surroundings): Line[] {
  const lines = bodyLines(body, around)
  return indent(lines.length === 0 ? [line('skip')] : lines)
}

function armText(s: MatchStatement, values: readonly bigint[], names: Names): string {
  const { subject } = s
  const type = isGround(subject.type) ? subject.type : undefined
  const tests = values.map(v => `eq(${expressionText(subject, names)}, ${type === undefined ? v : (type.kind === 'enum' ? names.member(type, v) : undefined) ?? literalText(type, v)})`)
  return tests.reduceRight((rest, test) => `or(${test}, ${rest})`)
}

/** Holds at each rising edge of the clock outside of reset; under the conditions of the `when`s around it. */
function checkLine(s: CheckStatement, around: Surroundings): Line {
  const d = around.domain(s.domain)
  const enable = d.reset === undefined ? 'UInt<1>(1)' : `not(${d.reset.kind === 'async' ? `asUInt(${idText(d.reset.name)})` : idText(d.reset.name)})`
  return statement(`${s.check}(${idText(d.clock)}, ${expressionText(s.condition, around)}, ${enable}, ${stringText(s.label)}) : ${idText(around.label(s.label.replace(/\W/g, '_')))}`, s.at)
}
