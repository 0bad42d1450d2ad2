// Owns: a design as JSON and back: whole numbers of any size, and shared expressions that stay shared.
import { postOrder, type Design, type Expr } from '../ir/index.ts'

/** `exprs`: operands before their users. In both, `{ "$expr": n }` is expression n and `{ "$big": "12" }` a whole number. */
export interface DesignFile { readonly exprs: readonly unknown[]; readonly design: unknown }

const kinds = new Set(['literal', 'ref', 'field', 'index', 'unary', 'binary', 'mux', 'slice', 'dynamic-slice', 'cat', 'extend', 'cast'])
/** Steps of targets have such kinds too, but no type. */
const isExpr = (v: object): v is Expr => 'kind' in v && kinds.has(v.kind as string) && 'type' in v && 'at' in v

export function encodeDesign(design: Design): DesignFile {
  const exprs: unknown[] = [], numbers = new Map<Expr, number>()
  const parts = (v: object): unknown => Array.isArray(v) ? v.map(encode) : Object.fromEntries(Object.entries(v).map(([k, x]) => [k, encode(x)]))
  const encode = (v: unknown): unknown => {
    if (typeof v === 'bigint') return { $big: v.toString() }
    if (typeof v !== 'object' || v === null) return v
    if (!isExpr(v)) return parts(v)
    for (const e of numbers.has(v) ? [] : postOrder([v])) {
      if (numbers.has(e)) continue
      const made = parts(e)
      numbers.set(e, exprs.length)
      exprs.push(made)
    }
    return { $expr: numbers.get(v)! }
  }
  return { design: encode(design), exprs }
}

/** @throws Error for what `encodeDesign` did not make */
export function decodeDesign(file: DesignFile): Design {
  const exprs: unknown[] = []
  const decode = (v: unknown): unknown => {
    if (typeof v !== 'object' || v === null) return v
    if (Array.isArray(v)) return v.map(decode)
    if ('$big' in v) return BigInt(v.$big as string)
    if ('$expr' in v) {
      const e = exprs[v.$expr as number]
      if (e === undefined) throw new Error(`there is no expression ${String(v.$expr)}`)
      return e
    }
    return Object.fromEntries(Object.entries(v).map(([k, x]) => [k, decode(x)]))
  }
  for (const e of file.exprs) exprs.push(decode(e))
  return decode(file.design) as Design
}
