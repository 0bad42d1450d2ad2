// Owns: what fuzz runs have found and was mended, each as the design that was left of it.
import { describe, expect, it } from 'vitest'
import { differences, runReference, type Cycle, type Trial } from '../../../rtl-gen/fuzz/index.ts'
import { writeVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { runVerilog } from '../../support/run-verilog.ts'
import { design, input, lit, memory, module, output, readPort, ref, set, writePort } from '../../support/ir-short.ts'

/** Outputs of the emitted text in Icarus that are not those of the reference. */
function wrong(d: Design, rows: readonly Readonly<Record<string, bigint>>[]): string[] {
  const top = d.modules.at(-1)!, ports = top.ports.map(p => ({ name: p.name, width: (p.type as { width: number }).width, direction: p.direction }))
  const trial: Trial = { name: 'x', design: d, cycles: rows.map((values): Cycle => ({ values: { ...values, rst: 0n }, rising: 1 })) }
  const seen = runVerilog(writeVerilog(d, { startValues: true }), ports, rows, { clock: 'clk', reset: 'rst', resetFirst: false })
  const outputs = seen.map(row => ports.filter(p => p.direction === 'output').map(p => (typeof row[p.name] === 'bigint' ? row[p.name] as bigint : undefined)))
  return differences(d, outputs, runReference(trial).outputs).map(x => `cycle ${x.cycle}, ${x.output}: ${x.seen} instead of ${x.expected}`)
}

describe('found', () => {
  it('a write port that is never enabled was taken for one that meets every read of its address', () => {
    const never = (collision: 'new' | 'undefined'): Design => design(module('m', {
      ports: [input('a', 1), output('o', 8)], memories: [memory('mem', 2, 8, [readPort('q', 'sync', ref('a', 1))], [writePort(lit(1, 1), lit(1, 0), lit(8, 0xff))], { collision, init: [1n, 2n] })], body: [set('o', ref('q', 8))],
    }))
    const rows = [{ a: 1n }, { a: 0n }, { a: 1n }, { a: 1n }]
    expect(wrong(never('new'), rows)).toEqual([])
    expect(wrong(never('undefined'), rows)).toEqual([])
    // Past the end is never, too.
    expect(wrong(design(module('m', {
      ports: [input('a', 2), output('o', 8)], memories: [memory('mem', 3, 8, [readPort('q', 'sync', ref('a', 2))], [writePort(lit(2, 3), lit(1, 1), lit(8, 0xff))], { collision: 'new', init: [1n, 2n, 3n] })], body: [set('o', ref('q', 8))],
    })), [{ a: 3n }, { a: 2n }, { a: 3n }, { a: 0n }])).toEqual([])
  })
})
