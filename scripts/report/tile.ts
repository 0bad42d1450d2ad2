// Owns: the Rocket tile as synthesis sees it: the elaborated system's Verilog with the unit as an empty black box.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { portsOf, type PortMetadata, type TextFile } from '../../coprocessor/output/metadata.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { elaborateRocket } from '../../rocket-config/elaborate.ts'
import type { ReportContext } from './cache.ts'

export const tileTop = 'RocketTile'

const blackBox = (top: string, ports: readonly PortMetadata[]): TextFile =>
  ({ name: `${top}.v`, text: `(* blackbox *) module ${top}(${ports.map((p) => `${p.dir} [${p.width - 1}:0] ${p.name}`).join(', ')});\nendmodule\n` })

/** The small configuration, elaborated around this unit's ports (a minute, once). @throws RocketError RKT1001 and others of `elaborateRocket` */
export async function tileFiles({ cacheDir, say }: ReportContext, parameters: Parameters): Promise<TextFile[]> {
  const { files } = await elaborateRocket({ config: 'small', parameters, cacheDir: join(cacheDir, '..', 'rocket'), progress: say })
  const design = elaborate(oracleUnit(parameters))
  return [...await Promise.all(files.map(async (path) => ({ name: basename(path), text: await readFile(path, 'utf8') }))), blackBox(design.top, portsOf(design))]
}
