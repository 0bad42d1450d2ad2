// Owns: what an elaborated system's Verilog holds, read from its text as Rocket Chip's generator writes it: modules, their signals with widths, their instances.
import type { PortMetadata } from '../../coprocessor/output/metadata.ts'

export interface ElaboratedModule {
  readonly name: string
  /** In the order of the header. */
  readonly ports: readonly PortMetadata[]
  /** Width of each port, wire and register. */
  readonly signals: ReadonlyMap<string, number>
  /** Instance name to module name. */
  readonly instances: ReadonlyMap<string, string>
}
/** Modules by name. */
export type ElaboratedText = ReadonlyMap<string, ElaboratedModule>

const widthOf = (high: string | undefined): number => (high === undefined ? 1 : Number(high) + 1)

function readModule(name: string, text: string): ElaboratedModule {
  const ports = [...text.matchAll(/^ {2}(input|output) +(?:\[(\d+):0\] +)?(\w+),?$/gm)].map(([, dir, high, port = '']): PortMetadata => ({ name: port, dir: dir as PortMetadata['dir'], width: widthOf(high) }))
  const signals = new Map(ports.map((p) => [p.name, p.width]))
  for (const [, high, signal = ''] of text.matchAll(/^ {2}(?:wire|reg) +(?:\[(\d+):0\] +)?(\w+);/gm)) signals.set(signal, widthOf(high))
  const instances = new Map<string, string>()
  for (const [, module = '', instance = ''] of text.matchAll(/^ {2}(\w+) (?:#\(.*?\) )?(\w+) \(/gms)) if (module !== 'module') instances.set(instance, module)
  return { name, ports, signals, instances }
}

/** Modules that are written in another way have no ports here. */
export function readElaborated(texts: readonly string[]): Map<string, ElaboratedModule> {
  const found = new Map<string, ElaboratedModule>()
  for (const text of texts) for (const [body, name = ''] of text.matchAll(/^module (\w+)\b.*?^endmodule/gms)) found.set(name, readModule(name, body))
  return found
}

/** Why a path below a module leads nowhere, or the width of the signal. */
export function followPath(modules: ElaboratedText, top: string, path: string): { readonly width: number } | { readonly missing: string } {
  const steps = path.split('.'), signal = steps.pop()!
  let at = modules.get(top), walked = top
  if (!at) return { missing: `there is no module ${top}` }
  for (const step of steps) {
    const name = at.instances.get(step)
    if (name === undefined) return { missing: `${walked} has no instance \`${step}\`` }
    walked = `${walked}.${step}`
    at = modules.get(name)
    if (!at) return { missing: `the module ${name} of ${walked} is not in the files` }
  }
  const width = at.signals.get(signal)
  return width === undefined ? { missing: `${walked} (module ${at.name}) has no signal \`${signal}\`` } : { width }
}
