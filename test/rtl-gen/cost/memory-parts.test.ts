// Owns: checks of where memories map: by hand for what each family has, and against Yosys' own choice for a table of shapes.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { costCard } from '../../../rtl-gen/cost/index.ts'
import { families, mapMemory, type Family } from '../../../rtl-gen/cost/memory-parts.ts'
import { modulesOf } from '../../../rtl-gen/ir/index.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { memoryDesign, memoryVerilog, type MemoryShape } from '../../support/memory-shapes.ts'

const map = (x: MemoryShape, family: Family) => mapMemory(modulesOf(memoryDesign(x))[0]!.memories[0]!, family)
const sync = (depth: number, width: number, more: Partial<MemoryShape> = {}): MemoryShape => ({ depth, width, reads: ['sync'], writes: 1, ...more })
const name = (x: MemoryShape) => `${x.depth} x ${x.width}, reads ${x.reads.join(' ')}, ${x.writes} writes${x.lanes === undefined ? '' : `, ${x.lanes} lanes`}, ${x.collision ?? 'undefined'}${x.paired === true ? ', paired' : ''}`

describe('by hand, from the data sheets', () => {
  test('iCE40: blocks of 4,096 bits, one read and one write', () => {
    expect(map(sync(512, 16), 'ice40')).toEqual({ kind: 'block', part: 'SB_RAM40_4K', count: 2, flipFlops: 0, why: '' })
    expect(map(sync(256, 16, { reads: ['sync', 'sync'] }), 'ice40').count).toBe(2)
    expect(map({ ...sync(32, 8), reads: ['async'] }, 'ice40')).toMatchObject({ kind: 'registers', flipFlops: 256, why: 'it is read without a clock (async), and blocks are not; iCE40 has no other RAM' })
    expect(map(sync(256, 16, { writes: 2 }), 'ice40')).toMatchObject({ kind: 'registers', flipFlops: 4096 + 16, why: 'it has 2 write ports, a block of iCE40 has one' })
  })
  test('ECP5: blocks of 18 kbit, tables of 16 x 4', () => {
    expect(map(sync(1024, 32, { lanes: 4 }), 'ecp5')).toMatchObject({ kind: 'block', part: 'DP16KD', count: 2 })
    expect(map({ ...sync(32, 8), reads: ['async'] }, 'ecp5')).toMatchObject({ kind: 'distributed', part: 'DPR16X4', count: 4, flipFlops: 0 })
    expect(map(sync(16, 8), 'ecp5')).toMatchObject({ kind: 'distributed', flipFlops: 8, why: 'it is so small that a block would cost more' })
  })
  test('Xilinx: the smaller block where it does', () => {
    expect(map(sync(512, 32), 'xilinx')).toMatchObject({ kind: 'block', part: 'RAMB18', count: 1 })
    expect(map(sync(1024, 32), 'xilinx')).toMatchObject({ kind: 'block', part: 'RAMB36', count: 1 })
  })
  test('a ROM that is read without a clock is logic', () => {
    for (const family of families) expect(map({ depth: 256, width: 16, reads: ['async'], writes: 0, init: true }, family)).toMatchObject({ kind: 'logic', flipFlops: 0 })
  })
  test('a collision policy that the part does not have is told with its price', () => {
    // The word that was written and one bit that says so.
    expect(map(sync(256, 16, { collision: 'new' }), 'ice40')).toMatchObject({ kind: 'block', flipFlops: 17, why: "collision 'new' is built around the block; 'undefined' would cost nothing" })
    expect(map(sync(256, 16, { collision: 'old' }), 'xilinx')).toMatchObject({ kind: 'block', flipFlops: 0, why: '' })
  })
})

const shapes: readonly MemoryShape[] = [
  ...[8, 64, 256, 1024, 4096].flatMap(depth => [1, 8, 32].map(width => sync(depth, width))), sync(4, 8), sync(4, 1), sync(300, 20), sync(512, 36), sync(512, 72), sync(8, 40), sync(16, 73),
  ...(['old', 'new'] as const).map(collision => sync(256, 16, { collision })), sync(256, 16, { init: true }),
  sync(1024, 32, { lanes: 4 }), sync(64, 16, { lanes: 2 }), sync(256, 32, { lanes: 2 }),
  sync(256, 16, { reads: ['sync', 'sync'] }), sync(256, 16, { reads: ['sync', 'async'] }), sync(256, 16, { writes: 2 }), sync(1024, 16, { reads: ['sync', 'sync'], writes: 2, paired: true }),
  ...[4, 64, 256].flatMap(depth => [8, 32].map(width => sync(depth, width, { reads: ['async'] }))), sync(16, 1, { reads: ['async'] }), sync(4, 1, { reads: ['async'] }),
  sync(32, 32, { reads: ['async', 'async'] }), sync(32, 32, { reads: ['async', 'async', 'async'] }), sync(32, 32, { reads: ['async'], lanes: 4 }),
  ...[[16, 8], [64, 32], [256, 8], [256, 16], [512, 32], [2048, 16]].map(([depth, width]) => sync(depth!, width!, { writes: 0, init: true })),
  { depth: 256, width: 16, reads: ['sync', 'sync'], writes: 0, init: true }, { depth: 256, width: 16, reads: ['async'], writes: 0, init: true },
]

const libraries: Record<Family, string> = {
  ice40: '-lib +/ice40/brams.txt', ecp5: '-lib +/ecp5/lutrams.txt -lib +/ecp5/brams.txt',
  xilinx: '-lib +/xilinx/lutrams_xc5v.txt -lib +/xilinx/brams_xc4v.txt -D HAS_SIZE_36 -D HAS_CASCADE -D HAS_MIXWIDTH_SDP',
}
const kindOf = (cell: string) => (/LUTRAM|DPR16X4/.test(cell) ? 'distributed' : /RAM4K|DP16KD|PDPW16KD|BLOCKRAM/.test(cell) ? 'block' : cell.startsWith('$mem') ? 'soft' : undefined)

/** What Yosys makes of each shape: the kind, the number of parts, the flip-flops beside them. */
function yosysChoices(folder: string): Record<Family, { kind: string; count: number; flipFlops: number }>[] {
  const script = shapes.flatMap((x, i) => {
    writeFileSync(join(folder, `${i}.v`), memoryVerilog(x))
    return [`design -reset; read_verilog ${i}.v; hierarchy -top m; proc; opt; memory -nomap; opt; design -save s`, ...families.map(f => `design -load s; memory_libmap ${libraries[f]}; tee -q -o ${i}.${f} stat -width`)]
  })
  writeFileSync(join(folder, 'map.ys'), script.join('\n'))
  const done = spawnSync('yosys', ['-q', '-s', 'map.ys'], { cwd: folder, encoding: 'utf8' })
  expect([done.status, done.stderr]).toEqual([0, ''])
  return shapes.map((_, i) => Object.fromEntries(families.map(f => {
    const text = readFileSync(join(folder, `${i}.${f}`), 'utf8')
    const cells = [...text.slice(text.lastIndexOf('Number of cells')).matchAll(/^\s+(\S+)\s+(\d+)$/gm)].map(([, cell, n]) => [cell!, Number(n)] as const)
    const [cell, count] = cells.find(([c]) => kindOf(c) !== undefined)!
    const flipFlops = cells.reduce((n, [c, many]) => n + Number(/^\$(?:dff|dffe|sdff|sdffe|sdffce)_(\d+)$/.exec(c)?.[1] ?? 0) * many, 0)
    return [f, { kind: kindOf(cell)!, count, flipFlops }]
  })) as Record<Family, { kind: string; count: number; flipFlops: number }>)
}

const temporary = temporaryFolder()

test.skipIf(spawnSync('yosys', ['-V']).status !== 0)('Yosys chooses the same part, the same number of it, and the same flip-flops', () => {
  const theirs = yosysChoices(temporary)
  const differences = shapes.flatMap((x, i) => families.flatMap(family => {
    const card = costCard(memoryDesign(x)).modules[0]!
    const { kind, count, flipFlops: beside } = card.memories[0]!.mapping[family]
    // A depth that is no power of two has a register that says whether the address was inside.
    const flipFlops = beside + card.flipFlops
    const their = theirs[i]![family]
    const ours = kind === 'block' || kind === 'distributed' ? { kind, count, flipFlops } : { kind: 'soft' }
    const same = ours.kind === their.kind && (ours.kind === 'soft' || (count === their.count && flipFlops === their.flipFlops))
    return same ? [] : [`${name(x)} on ${family}: ${JSON.stringify(ours)}, Yosys ${JSON.stringify(their)}`]
  }))
  expect(differences).toEqual([])
})
