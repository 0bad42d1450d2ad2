// Owns: a laid out module as SVG: boxes, rows, wires, and styles for light and dark.
import type { Placed, Point } from './layout.ts'
import { row } from './layout.ts'
import type { Box } from './layout.ts'
import type { Block, Graph, Pin } from './graph.ts'

/** Letters of a monospaced font of 11 px, a little wider than the widest of the usual ones. */
const letter = 6.8
const head = 2 * row
const padding = 10
const between = 3 * letter

const textWidth = (text: string): number => Math.ceil(text.length * letter)
const isFlag = (b: Block): boolean => b.kind === 'inputs' || b.kind === 'outputs'
const pinText = (p: Pin): string => (p.kind === 'group' ? `${p.label} (${p.ports.length})` : p.label)
/** Lines of text above the rows of pins. */
const headLines = (b: Block): readonly string[] => (isFlag(b) ? [] : [b.name, ...b.about])

/** The size of a block, and where its pins are: rows of both sides stand beside each other, half a row apart, so that their wires never meet. */
export function boxOf(b: Block): Box {
  const top = isFlag(b) ? 0 : (headLines(b).length - 1) * row + head
  const next = { left: 0, right: 0 }
  const pins = b.pins.map(p => ({ side: p.side, y: top + next[p.side]++ * row + (p.side === 'left' ? row : row + row / 2) }))
  const widest = (side: Pin['side']): number => Math.max(0, ...b.pins.filter(p => p.side === side).map(p => textWidth(pinText(p))))
  const width = Math.max(widest('left') + (widest('left') > 0 && widest('right') > 0 ? between : 0) + widest('right'), ...headLines(b).map(textWidth)) + 2 * padding
  return { width: Math.ceil(width), height: Math.max(top, ...pins.map(p => p.y + row)), pins, ...(b.kind === 'inputs' ? { pinned: 'first' } : b.kind === 'outputs' ? { pinned: 'last' } : {}) }
}

export const escape = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ').replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`)

const text = (x: number, y: number, words: string, kind: string): string => `<text class="${kind}" x="${x}" y="${y}">${escape(words)}</text>`

function pinSvg(p: Pin, at: Point, box: Box, y: number): string[] {
  const x = p.side === 'left' ? at.x + padding : at.x + box.width - padding
  const names = p.ports.length === 0 ? '' : ` data-ports="${escape(p.ports.join(' '))}"`
  const about = p.ports.length > 1 ? `${p.ports.join(', ')}: ${p.width} bits` : `${p.label}: ${p.width} bit${p.width === 1 ? '' : 's'}`
  return [`<g class="pin ${p.kind}"${names}><title>${escape(about)}</title>${text(x, at.y + y + 4, pinText(p), p.side === 'left' ? 'label' : 'label end')}</g>`]
}

function blockSvg(b: Block, at: Point, box: Box): string[] {
  const lines = headLines(b)
  const rounded = b.kind === 'instance' || isFlag(b) ? 3 : 0
  return [
    `<g class="block ${b.kind}" data-name="${escape(b.name)}">`,
    `<rect class="${b.kind}" x="${at.x}" y="${at.y}" width="${box.width}" height="${box.height}" rx="${rounded}"/>`,
    ...lines.map((words, i) => text(at.x + box.width / 2, at.y + row + 2 + i * row, words, i === 0 ? 'name' : 'about')),
    ...b.pins.flatMap((p, i) => pinSvg(p, at, box, box.pins[i]!.y)),
    '</g>',
  ]
}

const n = (v: number): string => String(Math.round(v * 10) / 10)

/** A net: its pieces as one path; the width beside its pin; an arrow at each end. */
function netSvg(g: Graph, i: number, placed: Placed, boxes: readonly Box[]): string[] {
  const net = g.nets[i]!
  const from = g.blocks[net.from.block]!.pins[net.from.pin]!
  const kind = from.kind === 'stream' ? 'stream' : from.kind === 'group' || from.width > 1 ? 'bus' : 'wire'
  const path = placed.wires[i]!.filter(([a, b]) => a.x !== b.x || a.y !== b.y).map(([a, b]) => `M${n(a.x)} ${n(a.y)}L${n(b.x)} ${n(b.y)}`).join('')
  const pin = (e: { readonly block: number; readonly pin: number }): Point => {
    const box = boxes[e.block]!
    const p = box.pins[e.pin]!
    return { x: placed.boxes[e.block]!.x + (p.side === 'left' ? 0 : box.width), y: placed.boxes[e.block]!.y + p.y }
  }
  const start = pin(net.from)
  const soft = net.to.every(t => !t.direct)
  const size = kind === 'stream' ? 5 : 3.5
  return [
    `<g class="net ${kind}${soft ? ' logic' : ''}"><title>${escape(`${g.blocks[net.from.block]!.name} ${from.label} to ${net.to.map(t => `${g.blocks[t.end.block]!.name} ${g.blocks[t.end.block]!.pins[t.end.pin]!.label}${t.direct ? '' : ' (through logic)'}`).join(', ')}`)}</title>`,
    `<path class="line" d="${path}"/>`,
    ...placed.joints[i]!.map(j => `<circle class="joint" cx="${n(j.x)}" cy="${n(j.y)}" r="2"/>`),
    ...net.to.map(t => {
      const p = pin(t.end)
      return `<path class="${t.direct ? 'arrow' : 'arrow hollow'}" d="M${n(p.x)} ${n(p.y)}l${n(-2 * size)} ${n(-size)}v${n(2 * size)}z"/>`
    }),
    ...(from.width > 1 ? [text(start.x + 3, start.y - 2, String(from.width), 'width')] : []),
    '</g>',
  ]
}

/** The drawing of one module, its upper left corner at 0, 0. */
export function panelSvg(g: Graph, placed: Placed, boxes: readonly Box[]): string[] {
  return [...g.nets.flatMap((_, i) => netSvg(g, i, placed, boxes)), ...g.blocks.flatMap((b, i) => blockSvg(b, placed.boxes[i]!, boxes[i]!))]
}

/** Fonts are the viewer's own; colours follow its light or dark theme. */
export const style = [
  'text{font:11px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328}',
  '.back{fill:#fff}.title{font-size:15px;font-weight:700}.subtitle,.about,.width{fill:#59636e}.width{font-size:9px}.name{font-weight:700}',
  '.name,.about{text-anchor:middle}.end{text-anchor:end}',
  'rect.instance{fill:#eef4fc;stroke:#3b6fb6}rect.memory{fill:#fdf3e1;stroke:#a8690a}rect.registers{fill:#edf7ee;stroke:#3d7d44}rect.inputs,rect.outputs{fill:#f6f8fa;stroke:#818b98}',
  '.line{fill:none;stroke:#818b98;stroke-width:1}.bus .line{stroke:#59636e;stroke-width:1.5}.stream .line{stroke:#8250df;stroke-width:3}.logic .line{stroke-dasharray:4 2}',
  '.arrow,.joint{fill:#818b98;stroke:none}.bus .arrow,.bus .joint{fill:#59636e}.stream .arrow,.stream .joint{fill:#8250df}.arrow.hollow{fill:#fff;stroke:#59636e}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.back{fill:#0d1117}.subtitle,.about,.width{fill:#9198a1}',
  'rect.instance{fill:#10233f;stroke:#6ea8fe}rect.memory{fill:#33240b;stroke:#e0a33e}rect.registers{fill:#12291a;stroke:#6cc27a}rect.inputs,rect.outputs{fill:#151b23;stroke:#6e7681}',
  '.line{stroke:#6e7681}.bus .line{stroke:#9198a1}.stream .line{stroke:#ab7df8}.arrow,.joint{fill:#6e7681}.bus .arrow,.bus .joint{fill:#9198a1}.stream .arrow,.stream .joint{fill:#ab7df8}.arrow.hollow{fill:#0d1117;stroke:#9198a1}}',
].join('')
export { textWidth, row }
