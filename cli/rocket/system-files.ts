// Owns: all that `rocket emit` writes: the elaborated system, the unit's own files, a list of both in order, and a description for tools.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sourceHash, type PortMetadata } from '../../coprocessor/output/metadata.ts'
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { readElaborated } from '../../rocket-config/bench/elaborated.ts'
import { unitPath } from '../../rocket-config/bench/taps.ts'
import { rocketConfig, type RocketConfigName } from '../../rocket-config/configs.ts'
import { elaborateRocket } from '../../rocket-config/elaborate.ts'
import { bootRom, clint, memory, mmio } from '../../rocket-config/memory-map.ts'
import { withMark } from '../own-files.ts'
import { version } from '../version.ts'
import type { ResultFile } from '../write.ts'
import type { WantedSystem } from './options.ts'

export interface SystemMetadata {
  readonly top: string
  readonly config: RocketConfigName
  readonly isa: string
  /** The Verilog files, in an order that every tool can read them in: those of the unit first. */
  readonly files: readonly string[]
  /** Of the top module, as in the Verilog. */
  readonly ports: readonly PortMetadata[]
  /** The instance path of the unit below the top. `oracle.json` describes it. */
  readonly unit: string
  /** First addresses and sizes, in bytes. */
  readonly memoryMap: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** SHA-256 of the Verilog files, as in oracle.json. */
  readonly sourceHash: string
  readonly version: string
}

const plain = (part: Readonly<Record<string, bigint | number>>) => Object.fromEntries(Object.entries(part).map(([name, value]) => [name, Number(value)]))

/** @throws RocketError for tools that are missing and an elaboration that fails */
export async function systemFiles(wanted: WantedSystem & { readonly step: (text: string) => void; readonly signal: AbortSignal }): Promise<{ all: ResultFile[]; metadata: SystemMetadata }> {
  const { config, parameters, cacheDir, step, signal } = wanted
  const unit = unitFiles(parameters)
  const elaborated = await elaborateRocket({ config, parameters, cacheDir, progress: step, signal })
  const top = elaborated.top
  // The one with the top is behind what it uses.
  const [mains, parts] = [elaborated.files.filter((file) => basename(file) === `${top}.v`), elaborated.files.filter((file) => basename(file) !== `${top}.v`)]
  const system = await Promise.all([...parts, ...mains].map(async (file) => ({ name: basename(file), text: withMark(basename(file), await readFile(file, 'utf8')) })))
  const verilog = [...unit.verilog, ...system]
  const metadata: SystemMetadata = {
    top, config, isa: rocketConfig(config).isa, files: verilog.map((f) => f.name), ports: readElaborated(system.map((f) => f.text)).get(top)?.ports ?? [], unit: unitPath,
    memoryMap: { memory: plain(memory), bootRom: plain(bootRom), clint: plain(clint), mmio: plain(mmio) }, sourceHash: sourceHash(verilog), version: version(),
  }
  return {
    metadata,
    all: [...unit.all, ...system, { name: `${top}.f`, text: verilog.map((f) => `${f.name}\n`).join('') }, { name: `${top}.json`, text: `${JSON.stringify(metadata, null, 2)}\n` }],
  }
}
