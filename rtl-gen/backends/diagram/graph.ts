// Owns: a module as blocks and wires: what is drawn, without where.
import { allStatements, exprsOf, memoryExprs, moduleNamed, projectBody, refsIn, scopeOf, signalKey, widthOf, allSets } from '../../ir/index.ts'
import type { Design, Expr, Module, Port, Scope, Statement } from '../../ir/index.ts'

/** One row at the side of a block: a port, a ready/valid stream, or ports that belong together by their names. */
export interface Pin {
  readonly side: 'left' | 'right'; readonly label: string; readonly kind: 'port' | 'stream' | 'group'
  /** Names of the ports in it. */
  readonly ports: readonly string[]
  /** Bits that go the way of the arrow; of a stream those of its payload. */
  readonly width: number
}
export interface Block {
  readonly kind: 'inputs' | 'outputs' | 'instance' | 'memory' | 'registers'
  readonly name: string
  /** What stands below the name: the module of an instance, the size of a memory, the number of registers. */
  readonly about: readonly string[]
  readonly pins: readonly Pin[]
}
/** `pin` counts in the pins of the block. */
export interface End { readonly block: number; readonly pin: number }
/** From one pin to others; `direct`: nothing but wires lies between. */
export interface Net { readonly from: End; readonly to: readonly { readonly end: End; readonly direct: boolean }[] }
export interface Graph { readonly module: Module; readonly blocks: readonly Block[]; readonly nets: readonly Net[] }

/** So many ports of one beginning stand as one row. */
const leastGroup = 3
/** So many registers are named. */
const mostNames = 8

/** Ports as rows: streams, groups by the beginning of their names, single ones, in the order of declaration. `flip`: seen from inside the module. */
function pinsOf(ports: readonly Port[], flip: boolean): Pin[] {
  const pins: Pin[] = []
  const side = (p: Port): Pin['side'] => ((p.direction === 'input') !== flip ? 'left' : 'right')
  const width = (all: readonly Port[]): number => all.reduce((n, p) => n + widthOf(p.type), 0)
  for (let i = 0; i < ports.length;) {
    const first = ports[i]!
    const run = [first]
    if (first.stream !== undefined) {
      for (let p = ports[i + 1]; p?.stream?.name === first.stream.name; p = ports[i + run.length]) run.push(p)
      const forward = run.filter(p => p.stream!.role === 'payload')
      pins.push({ side: side(run.find(p => p.stream!.role === 'valid') ?? first), label: first.stream.name, kind: 'stream', ports: run.map(p => p.name), width: width(forward) })
    } else {
      const end = first.name.lastIndexOf('_')
      const beginning = end > 0 ? first.name.slice(0, end + 1) : undefined
      if (beginning !== undefined) {
        for (let p = ports[i + 1]; p !== undefined && p.stream === undefined && p.direction === first.direction && p.name.startsWith(beginning); p = ports[i + run.length]) run.push(p)
      }
      if (run.length >= leastGroup) pins.push({ side: side(first), label: `${beginning}*`, kind: 'group', ports: run.map(p => p.name), width: width(run) })
      else pins.push(...run.map((p): Pin => ({ side: side(p), label: p.name, kind: 'port', ports: [p.name], width: widthOf(p.type) })))
    }
    i += run.length
  }
  return pins
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`

function registersBlock(m: Module): Block | undefined {
  if (m.registers.length === 0) return undefined
  const names = m.registers.slice(0, mostNames).map(r => `${r.name} ${widthOf(r.type)}`)
  const more = m.registers.length > mostNames ? [`and ${m.registers.length - mostNames} more`] : []
  const bits = m.registers.reduce((n, r) => n + widthOf(r.type), 0)
  return {
    kind: 'registers', name: plural(m.registers.length, 'register'), about: [plural(bits, 'bit'), ...(m.registers.length <= mostNames ? names : [...names, ...more])],
    pins: [{ side: 'left', label: 'next', kind: 'port', ports: [], width: bits }, { side: 'right', label: 'now', kind: 'port', ports: [], width: bits }],
  }
}

const memoryBlocks = (m: Module): Block[] => m.memories.map(mem => ({
  kind: 'memory', name: mem.name, about: [`${mem.depth} x ${plural(widthOf(mem.type), 'bit')}`, mem.writes.length === 0 ? 'ROM' : 'RAM'],
  pins: [
    ...mem.reads.map((r): Pin => ({ side: 'left', label: `${r.mode} read`, kind: 'port', ports: [], width: widthOf(r.address.type) })),
    ...mem.writes.map((w): Pin => ({ side: 'left', label: 'write', kind: 'port', ports: [], width: widthOf(w.data.type) })),
    ...mem.reads.map((r): Pin => ({ side: 'right', label: r.data, kind: 'port', ports: [], width: widthOf(mem.type) })),
  ],
}))

/** Which pin holds a signal that is no named value: `instance.port`, a port, a register, the data of a memory. Not the ready of a stream, which goes against its arrow. */
type Places = ReadonlyMap<string, End>

function placesOf(blocks: readonly Block[], m: Module, design: Design): Places {
  const places = new Map<string, End>()
  blocks.forEach((b, block) => b.pins.forEach((p, pin) => {
    for (const name of p.ports) if (isForward(name, p, b, m, design)) places.set(b.kind === 'instance' ? signalKey({ name, instance: b.name }) : name, { block, pin })
    if (b.kind === 'memory' && p.side === 'right') places.set(p.label, { block, pin })
  }))
  const registers = blocks.findIndex(b => b.kind === 'registers')
  for (const r of m.registers) places.set(r.name, { block: registers, pin: 1 })
  return places
}

/** The pins that a value follows from. */
interface Sources { readonly keys: ReadonlySet<string>; readonly direct: boolean }

class Tracer {
  readonly #module: Module
  readonly #scope: Scope
  readonly #known = new Map<string, Sources>()
  readonly #setters = new Map<string, Statement[]>()
  constructor(m: Module, design: Design) {
    this.#module = m
    this.#scope = scopeOf(m, design)
    for (const s of m.body) for (const key of new Set([...allSets([s])].map(x => signalKey(x.target)))) this.#setters.set(key, [...this.#setters.get(key) ?? [], s])
  }

  /** Of a signal that statements set. */
  ofSet(key: string): Sources {
    const body = projectBody(this.#setters.get(key) ?? [], t => signalKey(t) === key)
    const only = body.length === 1 ? body[0]! : undefined
    if (only?.kind === 'set' && only.target.path.length === 0) return this.of([only.value])
    return { ...this.of([...allStatements(body)].flatMap(exprsOf)), direct: false }
  }

  of(roots: readonly Expr[]): Sources {
    const refs = refsIn(roots).map(signalKey)
    const parts = [...new Set(refs)].map(key => this.#signal(key))
    return { keys: new Set(parts.flatMap(p => [...p.keys])), direct: roots.length === 1 && isPlain(roots[0]!) && parts.every(p => p.direct) }
  }

  /** Named values and wires are looked through. */
  #signal(key: string): Sources {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const kind = this.#scope.get(key)?.kind
    // A loop of whole signals, whose bits do not loop, ends here.
    this.#known.set(key, { keys: new Set(), direct: false })
    const local = kind === 'local' ? this.#module.locals.find(l => l.name === key) : undefined
    const found = local !== undefined ? this.of([local.value]) : kind === 'wire' || kind === 'output' || kind === 'instance-input' ? this.ofSet(key) : { keys: new Set([key]), direct: true }
    this.#known.set(key, found)
    return found
  }
}

/** Only bits taken, put together and named otherwise. */
const isPlain = (e: Expr): boolean => {
  switch (e.kind) {
    case 'ref': return true
    case 'slice': case 'cast': case 'extend': return isPlain(e.of)
    case 'cat': return e.parts.every(isPlain)
    default: return false
  }
}

/** A module whose types are lowered as blocks and wires. `declared` is the same module as its author wrote it. */
export function graphOf(m: Module, declared: Module, design: Design): Graph {
  const registers = registersBlock(declared)
  const own = pinsOf(m.ports, true)
  const column = (kind: 'inputs' | 'outputs', side: Pin['side']): Block[] => (own.some(p => p.side === side) ? [{ kind, name: kind, about: [], pins: own.filter(p => p.side === side) }] : [])
  const blocks: Block[] = [
    ...column('inputs', 'right'),
    ...m.instances.map((i): Block => ({ kind: 'instance', name: i.name, about: [i.of], pins: pinsOf(moduleNamed(design, i.of)!.ports, false) })),
    ...memoryBlocks(m), ...(registers === undefined ? [] : [registers]),
    ...column('outputs', 'left'),
  ]
  return { module: m, blocks, nets: netsOf(m, blocks, design) }
}

function netsOf(m: Module, blocks: readonly Block[], design: Design): Net[] {
  const places = placesOf(blocks, m, design)
  const tracer = new Tracer(m, design)
  const found = new Map<string, { from: End; to: Map<string, { end: End; direct: boolean }> }>()
  const join = ({ keys, direct }: Sources, end: End): void => {
    for (const key of keys) {
      const from = places.get(key)
      if (from === undefined || (from.block === end.block && blocks[end.block]!.kind === 'registers')) continue
      const name = `${from.block} ${from.pin}`
      const net = found.get(name) ?? { from, to: new Map<string, { end: End; direct: boolean }>() }
      found.set(name, net)
      const target = `${end.block} ${end.pin}`
      net.to.set(target, { end, direct: direct && (net.to.get(target)?.direct ?? true) })
    }
  }
  blocks.forEach((b, block) => {
    switch (b.kind) {
      case 'inputs': break
      case 'instance': case 'outputs':
        b.pins.forEach((p, pin) => {
          if (p.side === 'left') for (const name of p.ports) if (isForward(name, p, b, m, design)) join(tracer.ofSet(b.kind === 'outputs' ? name : signalKey({ name, instance: b.name })), { block, pin })
        })
        break
      case 'registers': for (const r of m.registers) join({ ...tracer.ofSet(r.name), direct: false }, { block, pin: 0 }); break
      case 'memory': {
        const mem = m.memories.find(x => x.name === b.name)!
        mem.reads.forEach((r, i) => join({ ...tracer.of(memoryExprs({ ...mem, reads: [r], writes: [] })), direct: false }, { block, pin: i }))
        mem.writes.forEach((w, i) => join({ ...tracer.of(memoryExprs({ ...mem, reads: [], writes: [w] })), direct: false }, { block, pin: mem.reads.length + i }))
        break
      }
      default: b.kind satisfies never
    }
  })
  const order = (a: End, b: End): number => a.block - b.block || a.pin - b.pin
  return [...found.values()].sort((a, b) => order(a.from, b.from)).map(n => ({ from: n.from, to: [...n.to.values()].sort((a, b) => order(a.end, b.end)) }))
}

/** Goes the way of the arrow: all but the ready of a stream. */
function isForward(name: string, p: Pin, b: Block, m: Module, design: Design): boolean {
  if (p.kind !== 'stream') return true
  const ports = b.kind !== 'instance' ? m.ports : moduleNamed(design, m.instances.find(i => i.name === b.name)!.of)!.ports
  return ports.find(x => x.name === name)?.stream?.role !== 'ready'
}
