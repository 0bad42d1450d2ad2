// Owns: what Yosys makes of a design for a family of FPGAs: LUTs, flip-flops, RAM. The same script for everything that is compared.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { TextFile } from '../../coprocessor/output/metadata.ts'
import { keptBy, type ReportContext } from './cache.ts'

export const flows = ['ice40', 'ecp5', 'xilinx', 'xilinxByModule'] as const
export type Flow = (typeof flows)[number]

export interface Area {
  /** LUTs of logic, and LUTs that are RAM (`lut` has both). */
  readonly lut: number
  readonly lutRam: number
  readonly flipFlops: number
  /** RAM blocks by their cell. */
  readonly blocks: Readonly<Record<string, number>>
  /** Cells of long carries and multipliers; not among the LUTs. */
  readonly carries: number
  readonly multipliers: number
  readonly cells: Readonly<Record<string, number>>
}

/** Yosys' commands. Of themselves the first two flatten, and the last keeps modules apart. */
const script: Record<Flow, string> = { ice40: 'synth_ice40', ecp5: 'synth_ecp5', xilinx: 'synth_xilinx -flatten', xilinxByModule: 'synth_xilinx' }
export const commandOf = (flow: Flow): string => script[flow]

/** LUTs that one cell of distributed RAM takes (Xilinx UG474, Lattice FPGA-TN-02204). */
const lutsOfRam: readonly (readonly [RegExp, number])[] = [[/^RAM(32|64)M$/, 4], [/^RAM32X1D$/, 2], [/^RAM64X1D$/, 2], [/^RAM128X1D$/, 4], [/^RAM(32|64)X1S$/, 1], [/^TRELLIS_DPR16X4$/, 4]]
const blockCells = /^(SB_RAM40_4K\w*|DP16KD|RAMB\d+E1)$/

/** @param cells Yosys' counts by cell */
export function areaOf(cells: Readonly<Record<string, number>>): Area {
  const count = (wanted: RegExp): number => Object.entries(cells).reduce((n, [name, c]) => n + (wanted.test(name) ? c : 0), 0)
  const lutRam = lutsOfRam.reduce((n, [cell, luts]) => n + luts * count(cell), 0)
  return {
    lut: count(/^(SB_LUT4|LUT[1-6])$/) + lutRam, lutRam, flipFlops: count(/^(SB_DFF\w*|TRELLIS_FF|FD[RSCP]E(_1)?)$/),
    blocks: Object.fromEntries(Object.entries(cells).filter(([name]) => blockCells.test(name))),
    carries: count(/^(SB_CARRY|CCU2C|CARRY4)$/), multipliers: count(/^(SB_MAC16|MULT18X18D|DSP48E1)$/), cells,
  }
}

const version = async (): Promise<string | undefined> => {
  const ran = await execa('yosys', ['-V'], { reject: false, stdin: 'ignore' })
  return ran.code === 'ENOENT' || ran.failed ? undefined : ran.stdout.trim()
}

/** undefined: Yosys is not on this machine. Kept by the text of the files. @throws Error with Yosys' words if it refuses */
export async function synthesize(context: ReportContext, files: readonly TextFile[], top: string, flow: Flow): Promise<Area | undefined> {
  const yosys = await version()
  if (yosys === undefined) return undefined
  const parts = [yosys, script[flow], top, ...files.flatMap((f) => [f.name, f.text])]
  const cells = await keptBy(context, `cells-${flow}`, parts, async () => {
    context.say(`${script[flow]} of ${top}`)
    return await run(files, top, flow)
  })
  return areaOf(cells)
}

/** The counts of the whole tree, which stand last. Yosys 0.23 writes no valid JSON for a tree. */
export function cellsOf(stat: string): Record<string, number> {
  const last = stat.slice(stat.lastIndexOf('Number of cells:'))
  return Object.fromEntries([...last.matchAll(/^ +(\S+) +(\d+)$/gm)].map((m) => [m[1]!, Number(m[2])]))
}

async function run(files: readonly TextFile[], top: string, flow: Flow): Promise<Record<string, number>> {
  const work = await mkdtemp(join(tmpdir(), 'archnights-yosys-'))
  try {
    for (const f of files) await writeFile(join(work, f.name), f.text)
    const commands = `read_verilog -DSYNTHESIS ${files.map((f) => f.name).join(' ')}; ${script[flow]} -top ${top}; tee -q -o stat.txt stat`
    const ran = await execa('yosys', ['-q', '-p', commands], { cwd: work, stdin: 'ignore', all: true, reject: false })
    if (ran.failed) throw new Error(`yosys refused ${top}:\n${ran.all ?? ''}`)
    return cellsOf(await readFile(join(work, 'stat.txt'), 'utf8'))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
