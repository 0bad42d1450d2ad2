// Owns: the table of area: the unit by number of slots in three families, beside the project's own cost card, and the small Rocket tile by the same command.
import { unitFiles } from '../../coprocessor/output/unit-files.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { costCard, type CostCard } from '../../rtl-gen/cost/index.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import type { ReportContext } from './cache.ts'
import { commandOf, synthesize, type Area, type Flow } from './synthesis.ts'
import type { Cell, Table } from './table.ts'
import { tileFiles, tileTop } from './tile.ts'

const slotCounts = [1, 4, 8, 16] as const
/** The number of slots at which unit and tile are compared, and by which commands. */
const compared = 8, comparedBy = ['ecp5', 'xilinx', 'xilinxByModule'] as const

const partsText = (parts: Readonly<Record<string, number>>): string => Object.entries(parts).map(([name, count]) => `${count} ${name}`).join(', ') || 'none'
const areaCells = (a: Area): Cell[] => [a.lut, a.lutRam, a.flipFlops, partsText(a.blocks), a.carries, a.multipliers]
const missing: readonly Cell[] = [null, null, null, null, null, null]

/** What the card says for a family: registers with what memories take there, parts of memories. */
const cardCells = ({ total }: CostCard, flow: Flow): Cell[] => {
  const { flipFlops, parts } = total.memories[flow === 'xilinxByModule' ? 'xilinx' : flow]
  return [total.flipFlops + flipFlops, partsText(parts), total.memoryBits, total.chain.levels]
}

export async function areaTable(context: ReportContext): Promise<Table> {
  const rows: Cell[][] = [], unit = new Map<Flow, Area>(), notes: string[] = []
  for (const slots of slotCounts) {
    const p = parameters({ slots }), card = costCard(elaborate(oracleUnit(p))), { verilog, metadata } = unitFiles(p)
    for (const flow of ['ice40', 'ecp5', 'xilinx', ...(slots === compared ? ['xilinxByModule'] as const : [])] as const) {
      const area = await synthesize(context, verilog, metadata.top, flow)
      if (slots === compared && area) unit.set(flow, area)
      rows.push([`unit, ${slots} slot${slots === 1 ? '' : 's'}`, commandOf(flow), ...(area ? areaCells(area) : missing), ...cardCells(card, flow)])
    }
  }
  const files = unit.size > 0 ? await tileFiles(context, parameters({ slots: compared })) : []
  for (const flow of files.length > 0 ? comparedBy : []) {
    const tile = await synthesize(context, files, tileTop, flow), own = unit.get(flow)
    rows.push(['small Rocket tile without the unit', commandOf(flow), ...(tile ? areaCells(tile) : missing), null, null, null, null])
    if (tile && own) notes.push(`By \`${commandOf(flow)}\` the unit with ${compared} slots has ${(100 * own.lut / tile.lut).toFixed(1)} % of the small Rocket tile's LUTs (${own.lut} of ${tile.lut}).`)
  }
  return {
    name: 'area', title: 'Area of the unit',
    about: [
      'Yosys maps the Verilog as it is emitted, memories included; LUTs are those of logic and those that are RAM together.',
      'The cost card is this project\'s own estimate, made without a tool: `formatCostCard`.',
      'The tile is Rocket Chip\'s small core with its caches, the unit in it an empty black box.',
    ],
    parts: [{
      columns: ['design', 'command', 'LUT', 'of them RAM', 'FF', 'RAM blocks', 'carry', 'DSP', 'card: FF', 'card: RAM', 'card: memory bits', 'card: levels'], rows,
      notes: notes.length > 0 ? notes : ['Yosys is not on this machine: only the cost card was made.'],
    }],
  }
}
