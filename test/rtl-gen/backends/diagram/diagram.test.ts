// Owns: checks of block diagrams: what is in them, and that it can be read: no box on another, no wire through a box or along another, no text outside.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../../coprocessor/unit/oracle-unit.ts'
import { counter } from '../../../../examples/language/counter.ts'
import { fifo, twoFifos } from '../../../../examples/language/fifo.ts'
import { segmentChecker } from '../../../../examples/language/segment-checker.ts'
import { blockDiagram } from '../../../../rtl-gen/backends/diagram/index.ts'
import { elaborate, uint } from '../../../../rtl-gen/dsl/index.ts'
import { moduleNamed, type Design, type Module } from '../../../../rtl-gen/ir/index.ts'
import { lowerAggregates } from '../../../../rtl-gen/passes/lower-aggregates.ts'
import { at, design, domain, input, instance, module, output, ref, register, slice } from '../../../support/ir-build.ts'

interface Rect { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
interface Text { readonly x: number; readonly y: number; readonly words: string; readonly kind: string }
interface DrawnBlock { readonly kind: string; readonly name: string; readonly rect: Rect; readonly texts: readonly Text[]; readonly ports: readonly string[] }
type Piece = readonly [x1: number, y1: number, x2: number, y2: number]
interface DrawnNet { readonly kind: string; readonly title: string; readonly pieces: readonly Piece[]; readonly arrows: readonly string[] }
interface Panel { readonly name: string; readonly blocks: readonly DrawnBlock[]; readonly nets: readonly DrawnNet[] }

const unescape = (text: string) => text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
const between = (text: string, from: RegExp, to: string): string[] => text.split(from).slice(1).map(t => t.slice(0, t.indexOf(to)))

/** What is drawn, read from the text of the SVG. */
function read(svg: string): Panel[] {
  return svg.split('<g class="module" data-module="').slice(1).map(part => ({
    name: unescape(part.slice(0, part.indexOf('"'))),
    blocks: [...part.matchAll(/<g class="block (\w+)" data-name="([^"]*)">\n<rect class="\w+" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)" rx="\d"\/>\n((?:.*\n)*?)<\/g>\n/g)].map(([, kind, name, x, y, width, height, inner]) => ({
      kind: kind!, name: unescape(name!), rect: { x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
      texts: [...inner!.matchAll(/<text class="([^"]*)" x="([\d.-]+)" y="([\d.-]+)">([^<]*)<\/text>/g)].map(t => ({ kind: t[1]!, x: Number(t[2]), y: Number(t[3]), words: unescape(t[4]!) })),
      ports: [...inner!.matchAll(/data-ports="([^"]*)"/g)].flatMap(p => p[1]!.split(' ')),
    })),
    nets: between(part, /<g class="net /, '</g>').map(net => ({
      kind: net.slice(0, net.indexOf('"')), title: unescape(/<title>([^<]*)/.exec(net)![1]!), arrows: [...net.matchAll(/class="arrow[^"]*" d="M([\d.-]+ [\d.-]+)l/g)].map(m => m[1]!),
      pieces: [.../<path class="line" d="([^"]*)"/.exec(net)![1]!.matchAll(/M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/g)].map(m => [Number(m[1]), Number(m[2]), Number(m[3]), Number(m[4])] as const),
    })),
  }))
}

/** The width of monospaced letters of 11 px in the widest of the usual fonts. */
const textWidth = (words: string) => words.length * 0.603 * 11

function problems({ blocks, nets }: Panel): string[] {
  const found: string[] = []
  blocks.forEach((a, i) => blocks.slice(i + 1).forEach(b => {
    const apart = a.rect.x + a.rect.width <= b.rect.x || b.rect.x + b.rect.width <= a.rect.x || a.rect.y + a.rect.height <= b.rect.y || b.rect.y + b.rect.height <= a.rect.y
    if (!apart) found.push(`${a.name} lies on ${b.name}`)
  }))
  for (const { name, rect, texts } of blocks) {
    for (const t of texts) {
      const wide = textWidth(t.words)
      const left = t.kind.includes('end') ? t.x - wide : t.kind.includes('label') ? t.x : t.x - wide / 2
      if (left < rect.x || left + wide > rect.x + rect.width || t.y - 9 < rect.y || t.y + 2 > rect.y + rect.height) found.push(`the text ${t.words} leaves ${name}`)
    }
    texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
      if (Math.abs(a.y - b.y) >= 10) return
      const [l, r] = a.kind.includes('end') ? [b, a] : [a, b]
      if (l.x + textWidth(l.words) > r.x - textWidth(r.words)) found.push(`the texts ${a.words} and ${b.words} of ${name} touch`)
    }))
  }
  const straight = nets.flatMap(n => n.pieces.map(p => ({ net: n, box: { x: Math.min(p[0], p[2]), y: Math.min(p[1], p[3]), x2: Math.max(p[0], p[2]), y2: Math.max(p[1], p[3]) } })))
  for (const { net, box } of straight) {
    if (box.x !== box.x2 && box.y !== box.y2) found.push(`${net.title} is not at right angles`)
    for (const { name, rect } of blocks) if (box.x < rect.x + rect.width && rect.x < box.x2 + 0.01 && box.y < rect.y + rect.height && rect.y < box.y2 + 0.01 && box.x2 > rect.x && box.y2 > rect.y) found.push(`${net.title} goes through ${name}`)
  }
  straight.forEach((a, i) => straight.slice(i + 1).forEach(b => {
    if (a.net === b.net) return
    const sameRow = a.box.y === a.box.y2 && b.box.y === b.box.y2 && a.box.y === b.box.y && a.box.x < b.box.x2 && b.box.x < a.box.x2
    const sameColumn = a.box.x === a.box.x2 && b.box.x === b.box.x2 && a.box.x === b.box.x && a.box.y < b.box.y2 && b.box.y < a.box.y2
    // Wires that end at one pin meet before it.
    const meet = sameRow && a.net.arrows.some(p => b.net.arrows.includes(p) && p === `${Math.max(a.box.x2, b.box.x2)} ${a.box.y}`)
    if ((sameRow && !meet) || sameColumn) found.push(`${a.net.title} lies along ${b.net.title}`)
  }))
  return found
}

/** Every instance, memory and port of a panel's module, as they should be drawn. */
function wanted(made: Design, name: string) {
  const flat = lowerAggregates(made)
  const m = moduleNamed(flat, name) as Module
  return {
    instances: m.instances.map(i => i.name).sort(), memories: m.memories.map(x => x.name).sort(), own: m.ports.map(p => p.name).sort(),
    ports: Object.fromEntries(m.instances.map(i => [i.name, moduleNamed(flat, i.of)!.ports.map(p => p.name).sort()])),
  }
}

const set = (name: string, value: ReturnType<typeof ref>, inst?: string) => ({ kind: 'set' as const, target: { name, path: [], type: value.type, at, ...(inst === undefined ? {} : { instance: inst }) }, value, at })

/** Many equal modules, each joined to several others, backwards too. */
function web(count: number): Design {
  const child = module('child', { ports: [input('a', 8), input('b', 8), input('c', 1), output('p', 8), output('q', 1)], registers: [register('r', 8)], body: [set('r', ref('a', 8)), set('p', ref('r', 8)), set('q', slice(ref('r', 8), 0, 1))] })
  const of = (i: number) => `u${((i % count) + count) % count}`
  return design(child, module('web', {
    domains: [domain()], ports: [input('x', 8), output('y', 8)],
    instances: Array.from({ length: count }, (_, i) => instance(of(i), 'child')),
    body: [...Array.from({ length: count }, (_, i) => [
      set('a', i === 0 ? ref('x', 8) : ref('p', 8, of(i - 1)), of(i)), set('b', ref('p', 8, of(i * 7 + 3)), of(i)), set('c', ref('q', 1, of(i * 5 - 2)), of(i)),
    ]).flat(), set('y', ref('p', 8, of(count - 1)))],
  }))
}

const designs: Record<string, () => Design> = {
  'counter': () => elaborate(counter), 'fifo': () => elaborate(fifo('byte_fifo', uint(8))), 'two FIFOs': () => elaborate(twoFifos(uint(8))), 'checker': () => elaborate(segmentChecker),
  'a web of 9': () => web(9), 'a web of 40': () => web(40), 'the Oracle unit': () => elaborate(oracleUnit(parameters())),
}

describe.each(Object.keys(designs))('%s', name => {
  const made = designs[name]!()
  const svg = blockDiagram(made)
  const panels = read(svg)

  test('shows the top first, and every instance, memory and port once', () => {
    expect(panels[0]!.name).toBe(made.top)
    for (const panel of panels) {
      const w = wanted(made, panel.name)
      const kind = (k: string) => panel.blocks.filter(b => b.kind === k)
      expect(kind('instance').map(b => b.name).sort()).toEqual(w.instances)
      expect(kind('memory').map(b => b.name).sort()).toEqual(w.memories)
      expect([...kind('inputs'), ...kind('outputs')].flatMap(b => b.ports).sort()).toEqual(w.own)
      for (const b of kind('instance')) expect([b.name, [...b.ports].sort()]).toEqual([b.name, w.ports[b.name]])
    }
  })

  test('can be read', () => {
    for (const panel of panels) expect(problems(panel)).toEqual([])
  })

  test('lies inside its frame, and is the same each time', () => {
    const [, w, h] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number)
    for (const { blocks, nets } of panels) {
      for (const { rect } of blocks) expect(rect.x >= 0 && rect.x + rect.width <= w! && rect.y >= 0 && rect.y + rect.height <= h!).toBe(true)
      for (const [x1, y1, x2, y2] of nets.flatMap(n => n.pieces)) expect(Math.min(x1, y1, x2, y2) >= 0 && Math.max(x1, x2) <= w! && Math.max(y1, y2) <= h!).toBe(true)
    }
    expect(blockDiagram(designs[name]!())).toBe(svg)
    expect(svg).not.toMatch(/NaN|Infinity|undefined|font-face|href/)
  })
})

describe('what joins what', () => {
  const titles = (made: Design) => read(blockDiagram(made))[0]!.nets.map(n => `${n.kind}: ${n.title}`)

  test('a stream is one thick arrow; its ready is not drawn', () => {
    expect(titles(elaborate(twoFifos(uint(8))))).toEqual(['stream: inputs enq to first enq', 'stream: first deq to second enq', 'stream: second deq to outputs deq'])
  })

  test('what goes through logic says so; registers are one block', () => {
    expect(titles(elaborate(counter))).toEqual(['wire logic: inputs enable to 1 register next (through logic)', 'bus: 1 register now to outputs count'])
  })

  test('the widths of the unit: a word of memory requests has 113 bits, a beat of the link 73', () => {
    const svg = blockDiagram(elaborate(oracleUnit(parameters())))
    expect(titles(elaborate(oracleUnit(parameters()))).filter(t => /^stream: (memory|rx_queue)|^bus: port command/.test(t))).toEqual([
      expect.stringMatching(/^bus: port command_\* to decode command_\*, check command_\*, /), 'stream: memory req to outputs mem_req', expect.stringMatching(/^stream: rx_queue\w* deq to receiver rx$/),
    ])
    expect(svg).toContain('>113</text>')
    expect(svg).toContain('>73</text>')
  })
})

test('names that mean something in XML stay text', () => {
  const m = module('m', { doc: ['a < b & "c" ]]> \u0001'], ports: [input('x', 1), output('y', 1)], body: [set('y', ref('x', 1))] })
  expect(blockDiagram(design(m))).toContain('a &#60; b &#38; &#34;c&#34; ]]&#62;  </text>')
})
