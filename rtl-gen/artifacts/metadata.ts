// Owns: NAME.json, what a program must know about an emitted design without reading its Verilog.
import { createHash } from 'node:crypto'
import { clockPorts } from '../backends/verilog/ports.ts'
import { moduleNamed, modulesOf } from '../ir/index.ts'
import type { BlackBox, Design, Module, Place } from '../ir/index.ts'
import { lowerAggregates } from '../passes/lower-aggregates.ts'
import { version } from '../version.ts'

export interface TextFile { readonly name: string; readonly text: string }
/** `signed`, `doc`, `domain` and `stream` stand only where there is something to say. Clocks and resets have none of them. */
export interface PortMetadata {
  readonly name: string; readonly dir: 'input' | 'output'; readonly width: number
  readonly signed?: true; readonly domain?: string; readonly stream?: { readonly name: string; readonly role: 'valid' | 'ready' | 'payload' }; readonly doc?: string
}
export interface DomainMetadata { readonly name: string; readonly clock: string; readonly reset: string | null; readonly resetKind: 'sync' | 'async' | null }
export interface BlackBoxMetadata { readonly name: string; readonly parameters: readonly string[]; readonly ports: readonly PortMetadata[] }

export interface DesignMetadata {
  readonly top: string
  readonly generator: string
  /** The Verilog files, in an order that every tool can read them in. */
  readonly files: readonly string[]
  /** All that was written beside this file, with `/` between folders. */
  readonly artifacts: readonly string[]
  readonly domains: readonly DomainMetadata[]
  /** As in the Verilog: clocks and resets first. */
  readonly ports: readonly PortMetadata[]
  /** Values of parameters of black boxes: by the path of the instance in the tree, then by name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Modules whose Verilog is the user's to give. */
  readonly blackBoxes: readonly BlackBoxMetadata[]
  /** Where each module was written. */
  readonly modules: readonly { readonly name: string; readonly file: string; readonly line: number; readonly column: number }[]
  /** SHA-256 of the Verilog files, written or not: for each its name, a zero byte, its text, a zero byte. */
  readonly sourceHash: string
}

/** Ports of a module as they are emitted: clocks and resets first; of a bundle or a vector each part. */
export function emittedPorts(m: Module | BlackBox, design: Design): PortMetadata[] {
  const flat = moduleNamed(lowerAggregates(design), m.name)!
  return [
    ...clockPorts(m).map((name): PortMetadata => ({ name, dir: 'input', width: 1 })),
    ...flat.ports.map((p): PortMetadata => ({
      name: p.name, dir: p.direction, width: p.type.kind === 'bundle' || p.type.kind === 'vec' ? 1 : p.type.width,
      ...(p.type.kind === 'sint' ? { signed: true } : {}), domain: p.domain,
      ...(p.stream === undefined ? {} : { stream: p.stream }), ...(p.doc === undefined ? {} : { doc: p.doc }),
    })),
  ]
}

export function sourceHash(files: readonly TextFile[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file.name).update('\0').update(file.text).update('\0')
  return hash.digest('hex')
}

/** The black boxes' parameters below a module, each instance by its path. */
function parametersBelow(m: Module, design: Design, path: readonly string[]): [string, Record<string, string>][] {
  return m.instances.flatMap(i => {
    const of = moduleNamed(design, i.of)!
    const here = [...path, i.name]
    const given = Object.entries(i.parameters).map(([name, value]) => [name, String(value)])
    return [...(given.length === 0 ? [] : [[here.join('.'), Object.fromEntries(given)] as [string, Record<string, string>]]), ...(of.kind === 'module' ? parametersBelow(of, design, here) : [])]
  })
}

const placed = ({ name, at: { file, line, column } }: { readonly name: string; readonly at: Place }) => ({ name, file, line, column })

/** What NAME.json holds. `written`: whether the Verilog lies beside it; `artifacts`: the names of all files that do. */
export function designMetadata(design: Design, verilog: readonly TextFile[], written: boolean, artifacts: readonly string[]): DesignMetadata {
  const top = moduleNamed(design, design.top)!
  return {
    top: design.top, generator: `archnights ${version}`, files: written ? verilog.map(f => f.name) : [], artifacts,
    domains: top.domains.map(d => ({ name: d.name, clock: d.clock, reset: d.reset?.name ?? null, resetKind: d.reset?.kind ?? null })),
    ports: emittedPorts(top, design),
    parameters: top.kind === 'module' ? Object.fromEntries(parametersBelow(top, design, [top.name])) : {},
    blackBoxes: design.modules.filter(m => m.kind === 'blackbox').map(b => ({ name: b.name, parameters: b.parameters, ports: emittedPorts(b, design) })),
    modules: modulesOf(design).map(placed),
    sourceHash: sourceHash(verilog),
  }
}
