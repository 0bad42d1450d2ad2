// Owns: assert, assume and cover as SystemVerilog text: concurrent assertions, and immediate ones for Yosys, which has no others.
import type { CheckStatement, Domain } from '../../ir/index.ts'
import { expressionText } from './expression.ts'
import type { Names } from './expression.ts'
import type { Plan } from './plan.ts'
import { blank, indent, line } from './text.ts'
import type { Line } from './text.ts'

/** The checks that stand in the body itself (a Verilog-2005 design has none left). They look at each rising edge of their clock outside of reset. */
export const checksOf = (plan: Plan): readonly CheckStatement[] => plan.module.body.filter(s => s.kind === 'check')

export function checkLines(plan: Plan, names: Names): Line[] {
  const { module: m } = plan
  const rows = checksOf(plan).map(c => ({ c, label: plan.names.take(c.label.replace(/\W/g, '_')), domain: m.domains.find(d => d.name === c.domain)!, condition: expressionText(c.condition, names) }))
  if (rows.length === 0) return []
  const clocked = m.domains.flatMap(d => {
    const ours = rows.filter(r => r.domain === d)
    return ours.length === 0 ? [] : [[
      line(`always @(posedge ${d.clock}) begin`, ours[0]!.c.at),
      ...indent(outsideReset(d, ours.map(r => line(`${r.label}: ${r.c.check} (${r.condition});`, r.c.at)))), line('end', ours[0]!.c.at),
    ]]
  })
  // An asynchronous reset that a clocked assertion looks at would count as a synchronous one too.
  const off = new Map(m.domains.filter(d => d.reset?.kind === 'async' && rows.some(r => r.domain === d)).map(d => [d, plan.names.take('checks_off')]))
  return [
    line('`ifdef YOSYS'),
    ...clocked.flatMap((block, i) => (i === 0 ? block : [blank, ...block])),
    line('`else'),
    ...[...off].map(([d, name]) => line(`wire ${name} = ${d.reset!.name};`, m.at)),
    ...rows.map(({ c, label, domain: d, condition }) => {
      const reset = off.get(d) ?? d.reset?.name
      return line(`${label}: ${c.check} property (@(posedge ${d.clock}) ${reset === undefined ? '' : `disable iff (${reset}) `}${condition});`, c.at)
    }),
    line('`endif'),
  ]
}

const outsideReset = (d: Domain, body: readonly Line[]): readonly Line[] => (d.reset === undefined ? body : [line(`if (!${d.reset.name}) begin`), ...indent(body), line('end')])
