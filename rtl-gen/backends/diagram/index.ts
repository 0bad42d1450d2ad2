// Owns: the block diagram of a design, as one SVG.
import { modulesOf, moduleNamed } from '../../ir/index.ts'
import type { Design, Module } from '../../ir/index.ts'
import { lowerAggregates } from '../../passes/lower-aggregates.ts'
import { check } from '../../passes/pipeline.ts'
import { graphOf } from './graph.ts'
import { layOut } from './layout.ts'
import { boxOf, escape, panelSvg, row, style, textWidth } from './svg.ts'

export interface DiagramOptions {
  /** The modules that are drawn, in this order; unless said otherwise the top, then every module below it that has instances. */
  readonly modules?: readonly string[]
}

const margin = 24
const heading = 3 * row

/**
 * The block diagram of a module tree as SVG: for each module a picture of its instances with their ports, its memories and its registers,
 * and the wires between them. A thick line is a ready/valid stream (one arrow, the way of its payload), a middle one has several bits
 * (the number stands at its start), a dashed one with a hollow arrow goes through logic. Clocks and resets are not drawn. Ports whose
 * names begin alike share a row; the pointer shows which. Light or dark as the viewer is. The design is checked first; the same design
 * gives the same bytes.
 *
 *     writeFileSync('top.svg', blockDiagram(elaborate(top)))
 *
 * @throws DiagnosticError with all that the checks find
 */
export function blockDiagram(design: Design, options: DiagramOptions = {}): string {
  check(design)
  const flat = lowerAggregates(design)
  const names = options.modules ?? treeOf(design)
  let y = margin
  let width = 0
  const panels = names.flatMap(name => {
    const declared = moduleNamed(design, name)
    const m = moduleNamed(flat, name)
    if (declared?.kind !== 'module' || m?.kind !== 'module') return []
    const graph = graphOf(m, declared, flat)
    const boxes = graph.blocks.map(boxOf)
    const placed = boxes.length === 0 ? undefined : layOut(boxes, graph.nets.map((n, i) => ({ from: n.from, to: n.to.map(t => t.end), weight: graph.blocks[graph.nets[i]!.from.block]!.pins[n.from.pin]!.kind === 'stream' ? 4 : 1 })))
    const top = y
    y += heading + (placed?.height ?? 0) + 2 * row + margin
    const about = (declared.doc[0] ?? '').slice(0, 160)
    width = Math.max(width, placed?.width ?? 0, Math.ceil(textWidth(name) * 1.4), textWidth(about))
    return [
      `<g class="module" data-module="${escape(name)}" transform="translate(${margin} ${top})">`,
      `<text class="title" x="0" y="${row}">${escape(name)}</text><text class="subtitle" x="0" y="${2 * row}">${escape(about)}</text>`,
      `<g transform="translate(0 ${heading})">`, ...(placed === undefined ? [] : panelSvg(graph, placed, boxes)), '</g>', '</g>',
    ]
  })
  const [w, h] = [width + 2 * margin, y]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" aria-label="${escape(`block diagram of ${design.top}`)}">`,
    `<style>${style}</style>`, `<rect class="back" width="${w}" height="${h}"/>`, ...panels, '</svg>', '',
  ].join('\n')
}

/** The top, then the modules below it that have instances, those nearer to the top first. */
function treeOf(design: Design): string[] {
  const names = [design.top]
  const byName = new Map<string, Module>(modulesOf(design).map(m => [m.name, m]))
  for (let i = 0; i < names.length; i++) {
    for (const { of } of byName.get(names[i]!)?.instances ?? []) {
      if (!names.includes(of) && (byName.get(of)?.instances.length ?? 0) > 0) names.push(of)
    }
  }
  return names
}
