// Owns: statements inside a block as Verilog text.
import { and, not } from '../../passes/build.ts'
import { unreachable } from '../../ir/index.ts'
import type { Arm, IfStatement, MatchStatement, SetStatement, Statement, Target } from '../../ir/index.ts'
import { expressionLines, expressionText } from './expression.ts'
import type { Names } from './expression.ts'
import { bitsText, indent, line, literalText } from './text.ts'
import type { Line } from './text.ts'

/** `<=` in clocked blocks, `=` in combinational ones. */
export type AssignOperator = '<=' | '='

/** A body as lines without indentation. */
export function bodyLines(body: readonly Statement[], operator: AssignOperator, names: Names): Line[] {
  const lines: Line[] = []
  for (const s of body) {
    switch (s.kind) {
      case 'set': lines.push(...assignments([s], operator, names)); break
      case 'check': break
      case 'if': lines.push(...ifLines(s, operator, names)); break
      case 'match': lines.push(...matchLines(s, operator, names)); break
      default: unreachable(s)
    }
  }
  return lines
}

/** One a line; a value of several lines hangs below its own. */
export function assignments(sets: readonly SetStatement[], operator: AssignOperator, names: Names, before = ''): Line[] {
  return sets.flatMap(s => {
    const [head, ...rest] = expressionLines(s.value, names)
    return hang(`${before}${targetText(s.target, names)} ${operator} ${head}`.trimEnd(), rest, s.at)
  })
}

/** A text whose value goes on in the lines below it, closed with a semicolon. */
export function hang(first: string, rest: readonly string[], at: SetStatement['at'] | undefined): Line[] {
  if (rest.length === 0) return [line(`${first};`, at)]
  const closes = rest.at(-1) === '}'
  return [line(first, at), ...rest.map((t, i) => line(`${closes && i === rest.length - 1 ? '' : '  '}${t}${i === rest.length - 1 ? ';' : ''}`, at))]
}

export function targetText(t: Target, names: Names): string {
  let text = names.signal(t.name, t.instance)
  let bits: { low: number; width: number } | undefined
  for (const step of t.path) {
    switch (step.kind) {
      case 'index': text += `[${step.index.kind === 'literal' ? step.index.value : expressionText(step.index, names)}]`; break
      case 'slice': bits = { low: (bits?.low ?? 0) + step.low, width: step.width }; break
      case 'field': throw new Error('a bundle is left: the design was not lowered')
      default: unreachable(step)
    }
  }
  return bits === undefined ? text : text + bitsText(bits.low, bits.width)
}

function ifLines(s: IfStatement, operator: AssignOperator, names: Names): Line[] {
  const { arms, otherwise } = withoutEmptyArms(s.arms, s.otherwise)
  const lines: Line[] = []
  arms.forEach((a, i) => {
    lines.push(line(`${i === 0 ? '' : 'end else '}if (${expressionText(a.condition, names)}) begin`, a.at), ...indent(bodyLines(a.body, operator, names)))
  })
  const only = otherwise.length === 1 ? otherwise[0]! : undefined
  if (only?.kind === 'if') {
    const [head, ...more] = ifLines(only, operator, names)
    return [...lines, { ...head!, text: `end else ${head!.text}` }, ...more]
  }
  if (otherwise.length > 0) lines.push(line('end else begin', s.at), ...indent(bodyLines(otherwise, operator, names)))
  return [...lines, line('end', s.at)]
}

/** Arms without statements keep the later ones from running; written as a test of the opposite. */
function withoutEmptyArms(arms: readonly Arm[], otherwise: readonly Statement[]): { readonly arms: readonly Arm[]; readonly otherwise: readonly Statement[] } {
  const empty = arms.findIndex(a => a.body.length === 0)
  if (empty < 0) return { arms, otherwise }
  const { at } = arms[empty]!
  let next = empty + 1
  while (next < arms.length && arms[next]!.body.length === 0) next++
  const rest = arms.slice(next)
  const opposite = arms.slice(empty, next).map(a => not(a.condition, a.condition.at)).reduce((a, b) => and(a, b, at))
  if (empty > 0) return { arms: arms.slice(0, empty), otherwise: [{ kind: 'if', arms: arms.slice(empty), otherwise, at }] }
  if (rest.length === 0) return { arms: [{ condition: opposite, body: otherwise, at }], otherwise: [] }
  const only = rest.length === 1 && otherwise.length === 0 ? rest[0]! : undefined
  if (only !== undefined) return { arms: [{ condition: and(opposite, only.condition, at), body: only.body, at: only.at }], otherwise: [] }
  return { arms: [{ condition: opposite, body: [{ kind: 'if', arms: rest, otherwise, at }], at }], otherwise: [] }
}

function matchLines(s: MatchStatement, operator: AssignOperator, names: Names): Line[] {
  if (s.arms.length === 0) return bodyLines(s.otherwise, operator, names)
  const { subject } = s
  const type = subject.type
  const valueText = (v: bigint): string => (type.kind === 'enum' ? names.member(type, v) : undefined) ?? literalText(v, type.kind === 'bundle' || type.kind === 'vec' ? 1 : type.width)
  return [
    line(`case (${expressionText(subject, names)})`, s.at),
    ...indent([
      ...s.arms.flatMap(a => [line(`${a.values.map(valueText).join(', ')}: begin`, a.at), ...indent(bodyLines(a.body, operator, names)), line('end', a.at)]),
      ...(s.otherwise.length === 0 ? [line('default: ;', s.at)] : [line('default: begin', s.at), ...indent(bodyLines(s.otherwise, operator, names)), line('end', s.at)]),
    ]),
    line('endcase', s.at),
  ]
}
