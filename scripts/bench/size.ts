// Owns: the measurement of area: what Yosys counts in the unit.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Design } from '../../rtl-gen/ir/index.ts'
import { verilogFiles } from '../../sim-harness/engines/open-engine.ts'

/** 6-input LUTs and flip-flops of a generic mapping, memories left as they are; bits that lie in memories. */
export interface Size { readonly lut: number; readonly flipFlops: number; readonly memoryBits: number; readonly cells: Readonly<Record<string, number>> }

/** undefined: Yosys is not on this machine. */
export async function measureSize(design: Design, folder: string): Promise<Size | undefined> {
  const work = join(folder, 'yosys'), files = verilogFiles(design)
  await mkdir(work, { recursive: true })
  try {
    await Promise.all(files.map((f) => writeFile(join(work, f.name), f.text)))
    const script = [
      `read_verilog ${files.map((f) => f.name).join(' ')}`, `hierarchy -check -top ${design.top}`, 'proc', 'flatten', 'opt', 'tee -q -o memory.json stat -json', 'memory -nomap', 'opt -full',
      'techmap', 'opt -fast', 'abc -lut 6', 'opt -fast', 'tee -q -o mapped.json stat -json',
    ].join('; ')
    const ran = await execa('yosys', ['-q', '-p', script], { cwd: work, stdin: 'ignore', all: true, reject: false })
    if (ran.code === 'ENOENT') return undefined
    if (ran.failed) throw new Error(`yosys failed:\n${ran.all ?? ''}`)
    const stat = async (name: string): Promise<{ num_memory_bits: number; num_cells_by_type: Record<string, number> }> =>
      (JSON.parse(await readFile(join(work, name), 'utf8')) as { design: { num_memory_bits: number; num_cells_by_type: Record<string, number> } }).design
    const mapped = await stat('mapped.json'), memory = await stat('memory.json')
    const cells = mapped.num_cells_by_type
    const count = (wanted: RegExp): number => Object.entries(cells).reduce((n, [name, c]) => n + (wanted.test(name) ? c : 0), 0)
    return { lut: count(/^\$lut$/), flipFlops: count(/^\$_S?DFF/), memoryBits: memory.num_memory_bits, cells }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
