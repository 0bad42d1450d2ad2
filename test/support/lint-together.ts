// Owns: many designs under the three tools in one run: a module around all of them, each port of a design a port of its own.
import { emitVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import { widthOf, type Design } from '../../rtl-gen/ir/index.ts'
import { lintVerilog, type SourceFile } from './lint-verilog.ts'

/** The same design whose modules have a prefix, so that no two designs share a name. */
export const prefixed = (d: Design, prefix: string): Design => {
  const boxes = new Set(d.modules.filter(m => m.kind === 'blackbox').map(m => m.name)), name = (n: string): string => boxes.has(n) ? n : `${prefix}${n}`
  return { ...d, top: name(d.top), modules: d.modules.map(m => m.kind === 'module' ? { ...m, name: name(m.name), instances: m.instances.map(i => ({ ...i, of: name(i.of) })) } : m) }
}

/** All that the three tools have to say about designs whose modules have distinct names; `beside`: Verilog of their black boxes. */
export function lintTogether(designs: readonly Design[], beside: readonly SourceFile[] = []): string {
  const ports: string[] = [], instances: string[] = []
  designs.forEach((d, i) => {
    const top = d.modules.at(-1)!
    const pins = [
      ...top.domains.flatMap(x => [{ direction: 'input', name: x.clock, width: 1 }, ...x.reset ? [{ direction: 'input', name: x.reset.name, width: 1 }] : []]),
      ...top.ports.map(p => ({ direction: p.direction, name: p.name, width: widthOf(p.type) })),
    ]
    for (const p of pins) ports.push(`  ${p.direction} wire ${p.width === 1 ? '' : `[${p.width - 1}:0] `}d${i}_${p.name}`)
    instances.push(`  ${d.top} d${i} (`, pins.map(p => `    .${p.name}(d${i}_${p.name})`).join(',\n'), '  );')
  })
  const around = { file: 'all_designs.v', text: ['module all_designs (', ports.join(',\n'), ');', ...instances, 'endmodule', ''].join('\n') }
  return lintVerilog([...beside, ...designs.flatMap(d => emitVerilog(d)), around])
}
