// Owns: the readable text form of a design, for tests and for looking at the work of a pass.
import type { Expr } from './expr.ts'
import type { BlackBox, Constant, Design, Memory, Module } from './module.ts'
import type { Place } from './place.ts'
import type { Statement, Target } from './statement.ts'
import type { Type } from './type.ts'
import { unreachable } from './visit.ts'

/** `places`: end lines of declarations with `@file:line` (default: no). */
export interface PrintOptions { readonly places?: boolean }

/**
 * A design as text, one module after the other:
 *
 *     module counter
 *       domain clk: clock clock rising, reset reset sync
 *       input enable: uint(1) on clk
 *       register value: uint(8) on clk = 0
 *       if enable
 *         value := add(value, 1:uint(8))
 */
export function printDesign(design: Design, options: PrintOptions = {}): string {
  return `design ${design.top}\n\n${design.modules.map(m => printModule(m, options)).join('\n')}`
}

export function printModule(m: Module | BlackBox, options: PrintOptions = {}): string {
  const place = (at: Place): string => (options.places === true ? `  @${at.file}:${at.line}` : '')
  const lines: string[] = [`${m.kind} ${m.name}${place(m.at)}`]
  for (const d of m.domains) {
    lines.push(`  domain ${d.name}: clock ${d.clock} ${d.edge}${d.reset === undefined ? '' : `, reset ${d.reset.name} ${d.reset.kind}`}`)
  }
  for (const p of m.ports) {
    lines.push(`  ${p.direction} ${p.name}: ${printType(p.type)} on ${p.domain}${p.stream === undefined ? '' : ` (${p.stream.role} of ${p.stream.name})`}${place(p.at)}`)
  }
  if (m.kind === 'blackbox') return [...lines, ...m.parameters.map(p => `  parameter ${p}${m.parameterWidths?.[p] === undefined ? '' : `: ${m.parameterWidths[p]} bits`}`), ''].join('\n')
  for (const r of m.registers) lines.push(`  register ${r.name}: ${printType(r.type)} on ${r.domain} = ${r.reset === null ? 'none' : printConstant(r.reset)}${r.crossing === undefined ? '' : `, crosses from ${r.crossing.from}${r.crossing.why === undefined ? '' : ` (${r.crossing.why})`}`}${place(r.at)}`)
  for (const w of m.wires) lines.push(`  wire ${w.name}: ${printType(w.type)}${place(w.at)}`)
  for (const mem of m.memories) lines.push(...printMemory(mem, place))
  for (const i of m.instances) {
    const parameters = Object.entries(i.parameters).map(([k, v]) => `${k} = ${typeof v === 'string' ? JSON.stringify(v) : v}`)
    lines.push(`  instance ${i.name} of ${i.of}${parameters.length === 0 ? '' : ` (${parameters.join(', ')})`}${place(i.at)}`)
  }
  for (const l of m.locals) lines.push(`  local ${l.name}: ${printType(l.type)} = ${printExpr(l.value)}${place(l.at)}`)
  printBody(m.body, '  ', lines)
  return [...lines, ''].join('\n')
}

function printMemory(mem: Memory, place: (at: Place) => string): string[] {
  return [
    `  memory ${mem.name}: ${mem.depth} of ${printType(mem.type)}, collision ${mem.collision}${mem.init.length === 0 ? '' : ` = [${mem.init.join(', ')}]`}${place(mem.at)}`,
    ...mem.reads.map(r => `    read ${r.data} ${r.mode} on ${r.domain} [${printExpr(r.address)}]${r.mode === 'sync' ? ` when ${printExpr(r.enable)}` : ''}`),
    ...mem.writes.map(w => `    write on ${w.domain} [${printExpr(w.address)}] := ${printExpr(w.data)} when ${printExpr(w.enable)}${w.lanes === undefined ? '' : ` lanes ${printExpr(w.lanes)}`}`),
  ]
}

function printConstant(c: Constant): string {
  if (typeof c === 'bigint') return c.toString()
  if (Array.isArray(c)) return `[${(c as readonly Constant[]).map(printConstant).join(', ')}]`
  return `{${Object.entries(c).map(([k, v]) => `${k}: ${printConstant(v as Constant)}`).join(', ')}}`
}

function printBody(body: readonly Statement[], indent: string, lines: string[]): void {
  const inner = `${indent}  `
  for (const s of body) {
    switch (s.kind) {
      case 'set': lines.push(`${indent}${printTarget(s.target)} := ${printExpr(s.value)}`); break
      case 'check': lines.push(`${indent}${s.check} ${s.label}: ${printExpr(s.condition)} on ${s.domain}`); break
      case 'if':
        s.arms.forEach((arm, i) => {
          lines.push(`${indent}${i === 0 ? 'if' : 'else if'} ${printExpr(arm.condition)}`)
          printBody(arm.body, inner, lines)
        })
        if (s.otherwise.length > 0) lines.push(`${indent}else`)
        printBody(s.otherwise, inner, lines)
        break
      case 'match':
        lines.push(`${indent}match ${printExpr(s.subject)}`)
        for (const arm of s.arms) {
          lines.push(`${inner}${arm.values.join(', ')}`)
          printBody(arm.body, `${inner}  `, lines)
        }
        if (s.otherwise.length > 0) lines.push(`${inner}else`)
        printBody(s.otherwise, `${inner}  `, lines)
        break
      default: unreachable(s)
    }
  }
}

/** What a statement sets: `q.enq.payload`, `slots[tail][7:0]`. */
export function printTarget(t: Target): string {
  const steps = t.path.map(s => (s.kind === 'field' ? `.${s.field}` : s.kind === 'index' ? `[${printExpr(s.index)}]` : range(s.low, s.width)))
  return (t.instance === undefined ? '' : `${t.instance}.`) + t.name + steps.join('')
}

const range = (low: number, width: number): string => (width === 1 ? `[${low}]` : `[${low + width - 1}:${low}]`)

/** A type with all its parts; a bundle as `{a: uint(1), b: sint(4)}`. */
export function printType(t: Type): string {
  switch (t.kind) {
    case 'uint': case 'sint': return `${t.kind}(${t.width})`
    case 'enum': return `enum ${t.name}(${t.width})`
    case 'bundle': return `{${t.fields.map(f => `${f.name}: ${printType(f.type)}`).join(', ')}}`
    case 'vec': return `vec(${t.length}, ${printType(t.of)})`
    default: return unreachable(t)
  }
}

/** An expression in prefix form. Recursive: for reading, not for chains of thousands. */
export function printExpr(e: Expr): string {
  switch (e.kind) {
    case 'literal': return `${e.value}:${printType(e.type)}`
    case 'ref': return e.instance === undefined ? e.name : `${e.instance}.${e.name}`
    case 'field': return `${printExpr(e.of)}.${e.field}`
    case 'index': return `${printExpr(e.of)}[${printExpr(e.index)}]`
    case 'unary': return `${e.op}(${printExpr(e.of)})`
    case 'binary': return `${e.op}(${printExpr(e.left)}, ${printExpr(e.right)})`
    case 'mux': return `mux(${printExpr(e.condition)}, ${printExpr(e.then)}, ${printExpr(e.else)})`
    case 'slice': return `${printExpr(e.of)}${range(e.low, e.type.width)}`
    case 'dynamic-slice': return `${printExpr(e.of)}[${printExpr(e.low)} +: ${e.type.width}]`
    case 'cat': return `cat(${e.parts.map(printExpr).join(', ')})`
    case 'extend': return `extend(${printExpr(e.of)}, ${e.type.width})`
    case 'cast': return `cast(${printExpr(e.of)}, ${printType(e.type)})`
    default: return unreachable(e)
  }
}
