// Owns: the one wire that reads what nothing else reads, so that linters have nothing to say and a reader sees what is dead.
import { memoryExprs, signalKey, allStatements, exprsOf } from '../../ir/index.ts'
import type { Expr } from '../../ir/index.ts'
import { checksOf } from './checks.ts'
import type { Names } from './expression.ts'
import type { Plan } from './plan.ts'
import { clockPorts } from './ports.ts'
import { bitsText, breadth, line } from './text.ts'
import type { Line } from './text.ts'
import { Usage, bitsOf } from './usage.ts'

const widest = 100

/** `wire unused_ok = &{1'b0, a, b[7:4]};` or nothing. */
export function unusedLines(plan: Plan, name: string, names: Names): Line[] {
  const dead = unusedTexts(plan, names)
  if (dead.length === 0) return []
  const whole = `wire ${name} = &{1'b0, ${dead.join(', ')}};`
  const { at } = plan.module
  if (breadth(whole) <= widest) return [line(whole, at)]
  return [line(`wire ${name} = &{`, at), line("  1'b0,", at), ...dead.map((t, i) => line(`  ${t}${i < dead.length - 1 ? ',' : ''}`, at)), line('};', at)]
}

function unusedTexts(plan: Plan, names: Names): string[] {
  const { module: m } = plan
  const usage = new Usage()
  usage.add(roots(plan))
  for (const d of m.domains) {
    const registers = m.registers.filter(r => r.domain === d.name)
    const ports = m.memories.flatMap(mem => [...mem.writes, ...mem.reads.filter(r => r.mode === 'sync')]).filter(p => p.domain === d.name)
    const inside = m.instances.filter(i => plan.of.get(i.name)!.domains.some(x => x.name === d.name))
    if (registers.length + ports.length + inside.length > 0) usage.addWhole(d.clock)
    const resets = registers.some(r => r.reset !== null) || inside.some(i => plan.of.get(i.name)!.domains.some(x => x.name === d.name && x.reset !== undefined))
    const checked = checksOf(plan).some(c => c.domain === d.name)
    if (checked) usage.addWhole(d.clock)
    if (d.reset !== undefined && (resets || checked)) usage.addWhole(d.reset.name)
  }
  const dead: string[] = clockPorts(m).filter(c => !usage.isRead(c))
  for (const [key, s] of plan.scope) {
    if (s.kind === 'output' || s.kind === 'instance-input' || plan.directOutputs.has(key)) continue
    const width = bitsOf(s)
    const runs = usage.unread(key, width)
    if (runs.length === 0) continue
    const text = s.kind === 'instance-output' ? plan.nets.get(key)! : names.signal(key, undefined)
    if (s.type.kind === 'vec') dead.push(`${text}[0]`)
    else if (runs[0]!.width === width) dead.push(text)
    else dead.push(...runs.map(r => text + bitsText(r.low, r.width)))
  }
  for (const mem of m.memories) if (mem.reads.length === 0) dead.push(`${mem.name}[0]`)
  return dead
}

/** Every expression that stands in the text. */
function roots(plan: Plan): Expr[] {
  const { module: m } = plan
  const written = plan.assigns.flatMap(exprsOf)
  const blocks = [...plan.blocks.map(b => b.body), m.body.filter(s => s.kind !== 'set' || plan.scope.get(signalKey(s.target))?.kind === 'register')].flatMap(b => [...allStatements(b)]).flatMap(exprsOf)
  return [...m.locals.map(l => l.value), ...m.memories.flatMap(memoryExprs), ...plan.directInputs.values(), ...written, ...blocks]
}
