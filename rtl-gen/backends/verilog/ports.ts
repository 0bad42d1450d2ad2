// Owns: the head of a module, and instances: ports and what they are joined to.
import { signalKey } from '../../ir/index.ts'
import type { BlackBox, Instance, Module, Port } from '../../ir/index.ts'
import type { Dialect } from './dialect.ts'
import { expressionText, groundOf } from './expression.ts'
import type { Names } from './expression.ts'
import type { Plan } from './plan.ts'
import { blank, commentText, indent, line, literalText, placeText, rangeText } from './text.ts'
import type { Line } from './text.ts'

/** Clocks and resets, once each, in the order of their domains. */
export const clockPorts = (m: Module | BlackBox): string[] => [...new Set(m.domains.flatMap(d => [d.clock, ...(d.reset === undefined ? [] : [d.reset.name])]))]

/** `module name (...);`: clock and reset first, one port a line, an empty line before and after each stream. */
export function portLines(plan: Plan, dialect: Dialect): Line[] {
  const { module: m } = plan
  interface Row { readonly kind: string; readonly range: string; readonly name: string; readonly group: string; readonly at: Port['at']; readonly doc?: string }
  const rows: Row[] = [
    ...clockPorts(m).map(name => ({ kind: dialect.port('input', false), range: '', name, group: ' clock', at: m.at })),
    ...m.ports.map(p => ({
      kind: dialect.port(p.direction, plan.procedural.has(p.name)), range: rangeText(groundOf(p.type)), name: p.name, group: p.stream?.name ?? '', at: p.at,
      ...(p.doc === undefined ? {} : { doc: p.doc }),
    })),
  ]
  if (rows.length === 0) return [line(`module ${m.name} ();`, m.at)]
  const wide = Math.max(...rows.map(r => r.range.length))
  const lines: Line[] = []
  rows.forEach((r, i) => {
    if (i > 0 && rows[i - 1]!.group !== r.group) lines.push(blank)
    const text = `${r.kind} ${wide === 0 ? '' : `${r.range.padEnd(wide)} `}${r.name}${i < rows.length - 1 ? ',' : ''}`
    lines.push(line(r.doc === undefined ? text : `${text}  // ${commentText(r.doc)}`, r.at))
  })
  return [line(`module ${m.name} (`, m.at), ...indent(lines), line(');', m.at)]
}

/** An instance with one connection a line, clocks and resets first. */
export function instanceLines(i: Instance, plan: Plan, names: Names): Line[] {
  const of = plan.of.get(i.name)!
  const domains = new Map(plan.module.domains.map(d => [d.name, d]))
  const clocks = new Map<string, string>()
  for (const d of of.domains) {
    const ours = domains.get(d.name)!
    clocks.set(d.clock, ours.clock)
    if (d.reset !== undefined) clocks.set(d.reset.name, ours.reset?.name ?? "1'b0")
  }
  const rows = [
    ...[...clocks].map(([port, text]) => ({ port, text })),
    ...of.ports.map(p => {
      const key = signalKey({ name: p.name, instance: i.name })
      const direct = plan.directInputs.get(key)
      return { port: p.name, text: direct !== undefined ? expressionText(direct, names) : plan.nets.get(key) ?? plan.directOutputs.get(key)! }
    }),
  ]
  const parameters = Object.entries(i.parameters).map(([name, value]) => `.${name}(${parameterText(value, of.kind === 'blackbox' ? of.parameterWidths?.[name] : undefined)})`)
  const place = i.at.file === '' ? '' : `  // ${placeText(i.at)}`
  return [
    ...(parameters.length === 0
      ? [line(`${i.of} ${i.name} (${place}`, i.at)]
      : [line(`${i.of} #(${place}`, i.at), ...indent(parameters.map((t, n) => line(`${t}${n < parameters.length - 1 ? ',' : ''}`, i.at))), line(`) ${i.name} (`, i.at)]),
    ...indent(rows.map((r, n) => line(`.${r.port} (${r.text})${n < rows.length - 1 ? ',' : ''}`, i.at))),
    line(');', i.at),
  ]
}

/** Numbers that have a width with it; others that fit in 32 bits plainly, else with their size; texts with what Verilog wants escaped. */
function parameterText(value: bigint | string, width?: number): string {
  if (typeof value === 'string') return `"${[...new TextEncoder().encode(value)].map(stringByte).join('')}"`
  if (width !== undefined) return value < 0n ? `-${width}'sd${-value}` : literalText(value, width)
  if (value < 0n) return value >= -(1n << 31n) ? value.toString() : `-${(-value).toString(2).length + 1}'sd${-value}`
  return value < 1n << 31n ? value.toString() : `${Math.ceil(value.toString(2).length / 32) * 32}'h${value.toString(16)}`
}

function stringByte(byte: number): string {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
  return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
}
