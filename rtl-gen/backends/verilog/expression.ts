// Owns: expressions as Verilog text.
import { isNameable, isChainOp } from '../../passes/hoist.ts'
import { isGround, unreachable, widthOf } from '../../ir/index.ts'
import type { BinaryOp, EnumType, Expr } from '../../ir/index.ts'
import { bitsText, breadth, literalText, signedLiteralText } from './text.ts'

/** What expressions need to know of the module that they stand in. */
export interface Names {
  /** The text of a signal: itself, or the net of an instance's port. */
  signal(name: string, instance: string | undefined): string
  /** The localparam of a member of an enum; undefined for a pattern that is none. */
  member(type: EnumType, value: bigint): string | undefined
}

/** A text longer than this is broken at the operators of its outermost chain. */
const wideText = 90

/**
 * An expression after hoist, on one line. Its operands have the width of the operation (the IR sees to it), and every change of width
 * is a concatenation or a selection, inside which Verilog works at the width of the part: no carry, sign or inversion leaks.
 */
export const expressionText = (e: Expr, names: Names): string => text(e, names).text

/** An expression for the right side of an assignment: one line, or several, of which the later are to be indented. */
export function expressionLines(e: Expr, names: Names): readonly string[] {
  const whole = expressionText(e, names)
  if (breadth(whole) <= wideText && !(e.kind === 'mux' && e.else.kind === 'mux' && e.else.else.kind === 'mux')) return [whole]
  if (e.kind === 'mux') {
    const choices: string[] = []
    let rest: Expr = e
    for (; rest.kind === 'mux'; rest = rest.else) choices.push(`${operand(rest.condition, names)} ? ${operand(rest.then, names)} :`)
    return ['', ...choices, operand(rest, names)]
  }
  if (e.kind === 'cat') return ['{', ...fill(catParts(e).map(p => expressionText(p, names)), ','), '}']
  if (e.kind === 'binary' && isChainOp(e.op)) {
    const operator = operatorText(e.op, widthOf(e.left.type))
    return ['', ...fill(chainOperands(e).map(o => operand(o, names)), ` ${operator}`)]
  }
  return [whole]
}

/** Texts in lines of a fair length, `between` after each but the last. */
function fill(texts: readonly string[], between: string): string[] {
  const lines: string[] = []
  let current = ''
  let broad = 0
  texts.forEach((t, i) => {
    const next = i < texts.length - 1 ? `${t}${between}` : t
    const wide = breadth(next)
    if (current !== '' && broad + wide > wideText) {
      lines.push(current)
      current = next
      broad = wide
    } else {
      broad = current === '' ? wide : broad + 1 + wide
      current = current === '' ? next : `${current} ${next}`
    }
  })
  return [...lines, current]
}

interface Text { readonly text: string; readonly primary: boolean }
const primary = (t: string): Text => ({ text: t, primary: true })
const open = (t: string): Text => ({ text: t, primary: false })

/** As an operand: in brackets unless it cannot be misread. */
function operand(e: Expr, names: Names): string {
  const t = text(e, names)
  return t.primary ? t.text : `(${t.text})`
}

function text(e: Expr, names: Names): Text {
  switch (e.kind) {
    case 'literal': return primary((e.type.kind === 'enum' ? names.member(e.type, e.value) : undefined) ?? literalText(e.value, e.type.width))
    case 'ref': return primary(names.signal(e.name, e.instance))
    case 'cast': return text(e.of, names)
    case 'index': return primary(`${expressionText(e.of, names)}[${e.index.kind === 'literal' ? e.index.value : expressionText(e.index, names)}]`)
    case 'slice': return primary(expressionText(e.of, names) + bitsText(e.low, e.type.width))
    case 'dynamic-slice': {
      const low = e.low.kind === 'literal' ? e.low.value.toString() : expressionText(e.low, names)
      return primary(`${expressionText(e.of, names)}[${e.type.width === 1 ? low : `${low} +: ${e.type.width}`}]`)
    }
    case 'cat': return primary(`{${catParts(e).map(p => expressionText(p, names)).join(', ')}}`)
    case 'extend': return primary(extendText(e, names))
    case 'unary': return unaryText(e, names)
    case 'binary': return binaryText(e, names)
    case 'mux': {
      const choices: string[] = []
      let rest: Expr = e
      for (; rest.kind === 'mux'; rest = rest.else) choices.push(`${operand(rest.condition, names)} ? ${operand(rest.then, names)} : `)
      return open(choices.join('') + operand(rest, names))
    }
    case 'field': throw new Error('a bundle is left: the design was not lowered')
    default: return unreachable(e)
  }
}

function extendText(e: Extract<Expr, { kind: 'extend' }>, names: Names): string {
  const from = widthOf(e.of.type)
  const more = e.type.width - from
  const value = expressionText(e.of, names)
  if (e.type.kind === 'uint') return `{${literalText(0n, more)}, ${value}}`
  if (!isNameable(e.of)) throw new Error('a widening by the sign of something without a name: hoist was not run')
  const sign = from === 1 ? value : `${value}[${from - 1}]`
  return from === 1 ? `{${e.type.width}{${value}}}` : `{{${more}{${sign}}}, ${value}}`
}

function unaryText(e: Extract<Expr, { kind: 'unary' }>, names: Names): Text {
  const inner = operand(e.of, names)
  // `-~a` is no expression for every tool.
  const of = /^[~!]/.test(inner) ? `(${inner})` : inner
  switch (e.op) {
    case 'not': return primary(widthOf(e.of.type) === 1 ? `!${of}` : `~${of}`)
    case 'neg': return open(`-${of}`)
    case 'andReduce': return open(`&${of}`)
    case 'orReduce': return open(`|${of}`)
    case 'xorReduce': return open(`^${of}`)
    default: return unreachable(e.op)
  }
}

function binaryText(e: Extract<Expr, { kind: 'binary' }>, names: Names): Text {
  const signed = e.left.type.kind === 'sint'
  const compares = e.op === 'lt' || e.op === 'le' || e.op === 'gt' || e.op === 'ge'
  if (signed && compares) return open(`${signedText(e.left, names)} ${operatorText(e.op, 0)} ${signedText(e.right, names)}`)
  // Signedness is a matter of the whole expression in Verilog: inside $unsigned the shift keeps its own.
  if (signed && e.op === 'shr') return primary(`$unsigned($signed(${expressionText(e.left, names)}) >>> ${operand(e.right, names)})`)
  const operator = operatorText(e.op, widthOf(e.left.type))
  return open((isChainOp(e.op) ? chainOperands(e) : [e.left, e.right]).map(o => operand(o, names)).join(` ${operator} `))
}

const signedText = (e: Expr, names: Names): string =>
  (e.kind === 'literal' ? signedLiteralText(e.value, e.type.width) : `$signed(${expressionText(e, names)})`)

/** The operands of a chain of one operator that leans to the left, first to last. */
function chainOperands(e: Extract<Expr, { kind: 'binary' }>): Expr[] {
  const operands: Expr[] = []
  let left: Expr = e
  for (; left.kind === 'binary' && left.op === e.op; left = left.left) operands.push(left.right)
  return [...operands, left].reverse()
}

/** The parts of a cat, those of cats inside it in their place. */
function catParts(e: Extract<Expr, { kind: 'cat' }>): Expr[] {
  const parts: Expr[] = []
  const todo: Expr[] = [e]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next.kind === 'cat') todo.push(...next.parts.toReversed())
    else parts.push(next)
  }
  return parts
}

function operatorText(op: BinaryOp, width: number): string {
  switch (op) {
    case 'add': return '+'
    case 'sub': return '-'
    case 'mul': return '*'
    case 'div': return '/'
    case 'rem': return '%'
    case 'and': return width === 1 ? '&&' : '&'
    case 'or': return width === 1 ? '||' : '|'
    case 'xor': return '^'
    case 'eq': return '=='
    case 'ne': return '!='
    case 'lt': return '<'
    case 'le': return '<='
    case 'gt': return '>'
    case 'ge': return '>='
    case 'shl': return '<<'
    case 'shr': return '>>'
    default: return unreachable(op)
  }
}

/** The type of a signal, or of an element of an array. */
export const groundOf = (t: Expr['type']): Extract<Expr['type'], { kind: 'uint' | 'sint' | 'enum' }> => {
  if (isGround(t)) return t
  if (t.kind === 'vec' && isGround(t.of)) return t.of
  throw new Error('a bundle is left: the design was not lowered')
}
