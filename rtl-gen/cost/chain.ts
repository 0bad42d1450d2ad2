// Owns: the longest chain of logic between registers and ports, through all instances, with the names on its way.
import { allSets, moduleNamed, postOrder, projectBody, refsIn, scopeOf, signalKey, unreachable, exprsOf, allStatements, widthOf } from '../ir/index.ts'
import type { Design, Expr, Memory, Module, Scope, Statement, Target } from '../ir/index.ts'
import { choiceLevels, levelsOf, treeLevels } from './levels.ts'

/** A named signal on a chain, with the levels up to it. `name` has the instances before it: `memory.queue.count`. */
export interface Hop { readonly name: string; readonly levels: number }
/** `path`: from where the chain starts (a register, a port, a memory) to where it ends. Empty: there is no logic. */
export interface Chain { readonly levels: number; readonly path: readonly Hop[] }

/** When a value is there: its levels, and the signal that it came through last. */
interface Arrival { readonly levels: number; readonly from: Node | undefined }
const start: Arrival = { levels: 0, from: undefined }
/** The later one; of equals one that comes from a signal. */
const latest = (a: Arrival, b: Arrival): Arrival => (b.levels > a.levels || (b.levels === a.levels && a.from === undefined) ? b : a)
const after = (a: Arrival, levels: number): Arrival => (levels === 0 ? a : { levels: a.levels + levels, from: a.from })

/** One module in the tree. */
interface Spot {
  readonly module: Module; readonly path: string; readonly parent: Spot | undefined; readonly instance: string
  readonly children: Map<string, Spot>; readonly own: Own; readonly nodes: Map<string, Node>
}
/** What is known of a module wherever it stands. */
interface Own {
  readonly scope: Scope; readonly setters: ReadonlyMap<string, readonly Statement[]>; readonly values: ReadonlyMap<string, Expr>
  readonly words: ReadonlyMap<string, { readonly memory: Memory; readonly address: Expr }>
  readonly reads: Map<string, readonly string[]>; readonly bodies: Map<string, readonly Statement[]>
}
/** A signal at a spot. */
interface Node { readonly spot: Spot; readonly key: string; arrival: Arrival | undefined }

/** The longest chain of a design that has passed its checks and was lowered. */
export function longestChain(design: Design): Chain {
  const owns = new Map<string, Own>()
  const ends: { readonly name: string; readonly arrival: Arrival }[] = []
  const top = moduleNamed(design, design.top)
  if (top?.kind !== 'module') return { levels: 0, path: [] }
  const spots: Spot[] = []
  const grow = (module: Module, path: string, parent: Spot | undefined, instance: string): Spot => {
    const own = owns.get(module.name) ?? ownOf(module, design)
    owns.set(module.name, own)
    const spot: Spot = { module, path, parent, instance, children: new Map(), own, nodes: new Map() }
    spots.push(spot)
    for (const i of module.instances) {
      const of = moduleNamed(design, i.of)
      if (of?.kind === 'module') spot.children.set(i.name, grow(of, `${path}${i.name}.`, spot, i.name))
    }
    return spot
  }
  grow(top, '', undefined, '')
  for (const spot of spots) {
    const at = (e: Expr): Arrival => {
      for (const key of readKeys([e])) settle(nodeAt(spot, key))
      return arrivalOf([e], spot)
    }
    const end = (name: string, arrival: Arrival): void => void ends.push({ name: spot.path + name, arrival })
    for (const r of spot.module.registers) {
      for (const key of readsOf(spot, r.name)) settle(nodeAt(spot, key))
      end(r.name, setArrival(spot, r.name))
    }
    for (const m of spot.module.memories) {
      for (const r of m.reads) if (r.mode === 'sync') end(r.data, latest(at(r.address), at(r.enable)))
      for (const w of m.writes) end(m.name, [w.address, w.enable, w.data, ...(w.lanes === undefined ? [] : [w.lanes])].map(at).reduce(latest))
    }
    const outward = [
      ...(spot.parent === undefined ? spot.module.ports.filter(p => p.direction === 'output').map(p => p.name) : []),
      ...spot.module.instances.filter(i => !spot.children.has(i.name)).flatMap(i => moduleNamed(design, i.of)!.ports.filter(p => p.direction === 'input').map(p => signalKey({ name: p.name, instance: i.name }))),
    ]
    for (const key of outward) {
      const node = nodeAt(spot, key)
      settle(node)
      end(key, node.arrival!)
    }
  }
  const longest = ends.reduce<typeof ends[number] | undefined>((a, b) => (a === undefined || b.arrival.levels > a.arrival.levels ? b : a), undefined)
  return longest === undefined || longest.arrival.levels === 0 ? { levels: 0, path: [] } : { levels: longest.arrival.levels, path: hops(longest.name, longest.arrival) }
}

function ownOf(m: Module, design: Design): Own {
  const setters = new Map<string, Statement[]>()
  for (const s of m.body) for (const key of new Set([...allSets([s])].map(set => signalKey(set.target)))) setters.set(key, [...setters.get(key) ?? [], s])
  return {
    scope: scopeOf(m, design), setters, values: new Map(m.locals.map(l => [l.name, l.value])), reads: new Map(), bodies: new Map(),
    words: new Map(m.memories.flatMap(memory => memory.reads.filter(r => r.mode === 'async').map(r => [r.data, { memory, address: r.address }] as const))),
  }
}

const nodeAt = (spot: Spot, key: string): Node => {
  const known = spot.nodes.get(key)
  if (known !== undefined) return known
  const node: Node = { spot, key, arrival: undefined }
  spot.nodes.set(key, node)
  return node
}

const readKeys = (roots: readonly Expr[]): string[] => [...new Set(refsIn(roots).map(signalKey))]

/** What the statements that set a signal read, conditions included. */
function readsOf(spot: Spot, key: string): readonly string[] {
  const known = spot.own.reads.get(key)
  if (known !== undefined) return known
  const keys = readKeys([...allStatements(bodyOf(spot, key))].flatMap(exprsOf))
  spot.own.reads.set(key, keys)
  return keys
}

/** The statements that decide one signal, without all else. */
function bodyOf(spot: Spot, key: string): readonly Statement[] {
  const known = spot.own.bodies.get(key)
  if (known !== undefined) return known
  const body = projectBody(spot.own.setters.get(key) ?? [], t => signalKey(t) === key)
  spot.own.bodies.set(key, body)
  return body
}

/** The node that holds the same value: across a port. */
function across(node: Node): Node | undefined {
  const { spot, key } = node
  const kind = spot.own.scope.get(key)?.kind
  if (kind === 'input') return spot.parent === undefined ? undefined : nodeAt(spot.parent, signalKey({ name: key, instance: spot.instance }))
  if (kind !== 'instance-output') return undefined
  const dot = key.indexOf('.')
  const child = spot.children.get(key.slice(0, dot))
  return child === undefined ? undefined : nodeAt(child, key.slice(dot + 1))
}

/** What must be known before a signal is. State starts a chain. */
function needs(node: Node): Node[] {
  const { spot, key } = node
  const { own } = spot
  const other = across(node)
  if (other !== undefined) return [other]
  const value = own.values.get(key) ?? own.words.get(key)?.address
  if (value !== undefined) return readKeys([value]).map(k => nodeAt(spot, k))
  const signal = own.scope.get(key)
  return signal === undefined || signal.kind === 'register' || signal.kind === 'memory-data' || signal.kind === 'input' ? [] : readsOf(spot, key).map(k => nodeAt(spot, k))
}

/** Without recursion; a loop of whole signals, whose bits do not loop, is cut where it closes. */
function settle(root: Node): void {
  if (root.arrival !== undefined) return
  const open = new Set<Node>([root])
  const stack = [{ node: root, needs: needs(root), next: 0 }]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const need = top.needs[top.next++]
    if (need === undefined) {
      top.node.arrival = arrive(top.node)
      open.delete(top.node)
      stack.pop()
    } else if (need.arrival === undefined && !open.has(need)) {
      open.add(need)
      stack.push({ node: need, needs: needs(need), next: 0 })
    }
  }
}

function arrive(node: Node): Arrival {
  const { spot, key } = node
  const { own } = spot
  const other = across(node)
  if (other !== undefined) return other.arrival ?? start
  const value = own.values.get(key)
  if (value !== undefined) return arrivalOf([value], spot)
  const word = own.words.get(key)
  if (word !== undefined) return after(arrivalOf([word.address], spot), Math.max(1, choiceLevels(word.memory.depth) - 4))
  return own.setters.has(key) && own.scope.get(key)?.kind !== 'register' ? setArrival(spot, key) : start
}

/** The latest of expressions, whose signals are settled. */
function arrivalOf(roots: readonly Expr[], spot: Spot): Arrival {
  const at = new Map<Expr, Arrival>()
  for (const e of postOrder(roots)) {
    if (e.kind === 'ref') {
      const node = nodeAt(spot, signalKey(e))
      at.set(e, { levels: node.arrival?.levels ?? 0, from: node })
      continue
    }
    at.set(e, after(childArrivals(e, at), levelsOf(e)))
  }
  return roots.map(r => at.get(r)!).reduce(latest, start)
}

function childArrivals(e: Expr, at: ReadonlyMap<Expr, Arrival>): Arrival {
  const all = (...parts: readonly Expr[]): Arrival => parts.map(p => at.get(p)!).reduce(latest)
  switch (e.kind) {
    case 'literal': case 'ref': return start
    case 'field': case 'unary': case 'slice': case 'extend': case 'cast': return at.get(e.of)!
    case 'index': return all(e.of, e.index)
    case 'binary': return all(e.left, e.right)
    case 'mux': return all(e.condition, e.then, e.else)
    case 'dynamic-slice': return all(e.of, e.low)
    case 'cat': return all(...e.parts)
    default: return unreachable(e)
  }
}
/** Through the statements that set a signal: a level for each choice that it passes. */
function setArrival(spot: Spot, key: string): Arrival {
  const run = (body: readonly Statement[], before: Arrival | undefined): Arrival | undefined => body.reduce<Arrival | undefined>((now, s) => step(s, now), before)
  const merge = (...all: readonly (Arrival | undefined)[]): Arrival => all.flatMap(a => a ?? []).reduce(latest, start)
  const step = (s: Statement, before: Arrival | undefined): Arrival | undefined => {
    switch (s.kind) {
      case 'check': return before
      case 'set': {
        const value = arrivalOf([s.value], spot)
        return s.target.path.length === 0 ? value : merge(before, after(merge(value, ...indexArrivals(s.target, spot)), indexLevels(s.target)))
      }
      case 'if':
        return s.arms.reduceRight<Arrival | undefined>((other, a) => after(merge(arrivalOf([a.condition], spot), run(a.body, before), other), 1), run(s.otherwise, before))
      case 'match': {
        const arms = [...s.arms.map(a => run(a.body, before)), run(s.otherwise, before)]
        const subject = after(arrivalOf([s.subject], spot), treeLevels(widthOf(s.subject.type)))
        return after(merge(subject, ...arms), Math.max(1, choiceLevels(arms.length)))
      }
      default: return unreachable(s)
    }
  }
  return run(bodyOf(spot, key), undefined) ?? start
}

const indexArrivals = (t: Target, spot: Spot): Arrival[] => t.path.flatMap(p => (p.kind === 'index' && p.index.kind !== 'literal' ? [arrivalOf([p.index], spot)] : []))
const indexLevels = (t: Target): number => (t.path.some(p => p.kind === 'index' && p.index.kind !== 'literal') ? 2 : 0)

/** The way back to where the chain starts; ports that only pass a value on are left out. */
function hops(end: string, last: Arrival): Hop[] {
  const found: Hop[] = [{ name: end, levels: last.levels }]
  const seen = new Set<Node>()
  for (let node = last.from; node !== undefined && !seen.has(node);) {
    seen.add(node)
    const other = across(node)
    if (other !== undefined) {
      node = other
      continue
    }
    const before: Node | undefined = node.arrival?.from
    const joined = node.spot.own.scope.get(node.key)?.kind === 'instance-input' && before !== undefined && before.arrival?.levels === node.arrival?.levels
    if (!joined) found.push({ name: node.spot.path + node.key, levels: node.arrival?.levels ?? 0 })
    node = before
  }
  return found.reverse()
}
