// Owns: counting what a running simulation reaches, cycle by cycle.
import type { EnumType } from '../ir/index.ts'
import type { SimPort, Simulator } from '../sim/index.ts'
import type { CoveragePlan, Point } from './instrument.ts'
import type { Coverage, Machine, PointCount, Toggles } from './result.ts'

/** Call `sample` before each `step`, with the set of clocks that will rise; not in reset. */
export interface CoverageCollector {
  sample(rising?: number): void
  /** The values that only say what is reached: no signals of the design. */
  readonly paths: ReadonlySet<string>
  /** The next sample follows none: after a restored snapshot nothing has toggled. */
  restart(): void
  result(): Coverage
}

interface Watched { readonly point: Point; readonly word: number; readonly clocks: number; count: number }
interface Enumeration { readonly port: SimPort; readonly type: EnumType; before: number; readonly states: Map<number, number>; readonly moves: Map<number, Map<number, number>> }

/** `sim` simulates the design of the plan. */
export function collectCoverage(sim: Simulator, plan: CoveragePlan): CoverageCollector {
  const names = new Set(plan.points.map(p => p.local)), every = sim.clocks.length === 0 ? 0 : 0xffffffff
  const byLocal = new Map(plan.points.map(p => [`${p.module} ${p.local}`, p])), moduleOf = scopes(plan)
  const points = sim.signals.filter(s => s.kind === 'local' && names.has(s.name)).flatMap(s => {
    const point = byLocal.get(`${moduleOf(s.scope)} ${s.name}`)
    return point ? [{ point, path: s.path }] : []
  })
  const counted = new Set(points.map(p => p.path)), wanted = sim.signals.filter(s => s.kind !== 'reset' && !counted.has(s.path))
  const { ports, settle } = sim.watch([...points.map(p => p.path), ...wanted.map(s => s.path)])
  const watched = points.map(({ point }, i): Watched => {
    const clock = point.domain === undefined ? -1 : sim.clocks.indexOf(point.domain)
    return { point, word: ports[i]!.index, clocks: clock < 0 ? every : 1 << clock >>> 0, count: 0 }
  })
  const values = ports.slice(points.length), { words } = sim
  const places = Int32Array.from(values.flatMap(p => Array.from({ length: p.count }, (_, k) => p.index + k)))
  const before = new Uint32Array(places.length), rose = new Uint32Array(places.length), fell = new Uint32Array(places.length)
  const machines = values.filter(p => p.signal.kind === 'register' && p.signal.type.kind === 'enum' && p.signal.width <= 32)
    .map((port): Enumeration => ({ port, type: port.signal.type as EnumType, before: -1, states: new Map(), moves: new Map() }))
  let cycles = 0, follows = false
  return {
    sample: (rising = 0xffffffff) => {
      settle()
      cycles++
      for (const w of watched) if (words[w.word]! !== 0 && (w.clocks === 0 || w.clocks & rising)) w.count++
      for (let i = 0; i < places.length; i++) {
        const now = words[places[i]!]!, old = before[i]!
        if (now === old) continue
        if (follows) {
          rose[i]! |= now & ~old
          fell[i]! |= old & ~now
        }
        before[i] = now
      }
      for (const m of machines) {
        const now = words[m.port.index]!
        m.states.set(now, (m.states.get(now) ?? 0) + 1)
        if (follows && now !== m.before) {
          const from = m.moves.get(m.before) ?? new Map<number, number>()
          m.moves.set(m.before, from.set(now, (from.get(now) ?? 0) + 1))
        }
        m.before = now
      }
      follows = true
    },
    paths: counted,
    restart: () => { follows = false },
    result: () => {
      let at = 0
      const toggles = values.map((p): Toggles => {
        const pattern = (from: Uint32Array): string => {
          let v = 0n
          for (let k = p.count - 1; k >= 0; k--) v = v << 32n | BigInt(from[at + k]!)
          return `0x${v.toString(16)}`
        }
        const found = { path: p.signal.path, width: p.signal.width, at: p.signal.at, rose: pattern(rose), fell: pattern(fell) }
        at += p.count
        return found
      })
      return { format: 'archnights-coverage-1', top: plan.design.top, cycles, points: totals(plan.points, watched), toggles, machines: machines.map(describe) }
    },
  }
}

/** One count a point, over all instances. */
function totals(points: readonly Point[], watched: readonly Watched[]): PointCount[] {
  const counts = new Map<Point, number>()
  for (const w of watched) counts.set(w.point, (counts.get(w.point) ?? 0) + w.count)
  return points.filter(p => counts.has(p)).map(p => ({ module: p.module, kind: p.kind, text: p.text, at: p.at, count: counts.get(p)! }))
}

function describe(m: Enumeration): Machine {
  const name = (v: number): string => m.type.members.find(x => x.value === BigInt(v))?.name ?? `(${v})`
  const known = m.type.members.map(x => ({ name: x.name, count: m.states.get(Number(x.value)) ?? 0 }))
  const strange = [...m.states].filter(([v]) => !m.type.members.some(x => x.value === BigInt(v))).map(([v, count]) => ({ name: name(v), count }))
  const transitions = [...m.moves].flatMap(([from, to]) => [...to].map(([v, count]) => ({ from: name(from), to: name(v), count })))
  return { path: m.port.signal.path, at: m.port.signal.at, states: [...known, ...strange], transitions }
}

/** The module of a scope of the flattened design. */
function scopes(plan: CoveragePlan): (scope: readonly string[]) => string {
  const modules = new Map(plan.design.modules.map(m => [m.name, m])), known = new Map<string, string>()
  return scope => {
    const key = scope.join('.')
    let found = known.get(key)
    if (found === undefined) {
      found = scope.reduce((name, instance) => {
        const m = modules.get(name)
        return (m?.kind === 'module' ? m.instances.find(i => i.name === instance)?.of : undefined) ?? ''
      }, plan.design.top)
      known.set(key, found)
    }
    return found
  }
}
