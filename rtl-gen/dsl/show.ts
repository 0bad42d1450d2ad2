// Owns: a short text of an expression, for messages.
import type { Expr } from '../ir/expr.ts'

const operators: Record<string, string> = { add: '+', sub: '-', mul: '*', div: '/', rem: '%', and: '&', or: '|', xor: '^', eq: '==', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=', shl: '<<', shr: '>>' }

/** As the user would say it; deep expressions are cut with `...`. */
export function show(e: Expr, depth = 3): string {
  if (depth === 0) return '...'
  const in1 = (x: Expr): string => show(x, depth - 1)
  switch (e.kind) {
    case 'literal': return e.type.kind === 'enum' ? e.type.members.find(m => m.value === e.value)?.name ?? String(e.value) : String(e.value)
    case 'ref': return (e as { shown?: string }).shown ?? (e.instance ? `${e.instance}.${e.name}` : e.name)
    case 'field': return `${show(e.of, depth)}.${e.field}`
    case 'index': return `${show(e.of, depth)}.at(${in1(e.index)})`
    case 'unary': return e.op === 'not' ? `~${in1(e.of)}` : `${e.op}(${in1(e.of)})`
    case 'binary': return `(${in1(e.left)} ${operators[e.op]} ${in1(e.right)})`
    case 'mux': return `(${in1(e.condition)} ? ${in1(e.then)} : ${in1(e.else)})`
    case 'slice': return e.type.width === 1 ? `${in1(e.of)}.bit(${e.low})` : `${in1(e.of)}.bits(${e.low}, ${e.type.width})`
    case 'dynamic-slice': return `${in1(e.of)}.slice(${in1(e.low)}, ${e.type.width})`
    case 'cat': return `cat(${e.parts.map(in1).join(', ')})`
    case 'extend': case 'cast': return show(e.of, depth)
  }
}
