// Owns: designs that are one memory of a given shape, for tests of where memories map.
import { writeVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import type { Design, Port, ReadPort, Statement, WritePort } from '../../rtl-gen/ir/index.ts'
import { at, design, input, memory, module, output, readPort, ref, uint, writePort } from './ir-build.ts'

export interface MemoryShape {
  readonly depth: number; readonly width: number; readonly reads: readonly ('sync' | 'async')[]; readonly writes: number
  readonly lanes?: number; readonly collision?: 'old' | 'new' | 'undefined'; readonly init?: boolean
  /** Read n has the address of write n. */
  readonly paired?: boolean
}

/** A module `m` with the memory `ram` and every port of it outside. */
export function memoryDesign(x: MemoryShape): Design {
  const bits = Math.max(1, Math.ceil(Math.log2(x.depth)))
  const ports: Port[] = []
  const reads: ReadPort[] = []
  const writes: WritePort[] = []
  const body: Statement[] = []
  x.reads.forEach((mode, i) => {
    const address = `${x.paired === true ? 'write' : 'read'}_address${i}`
    if (x.paired !== true) ports.push(input(address, bits))
    ports.push(...(mode === 'sync' ? [input(`read${i}`, 1)] : []), output(`q${i}`, x.width))
    reads.push(mode === 'sync' ? readPort(`data${i}`, mode, ref(address, bits), ref(`read${i}`, 1)) : readPort(`data${i}`, mode, ref(address, bits)))
    body.push({ kind: 'set', target: { name: `q${i}`, path: [], type: uint(x.width), at }, value: ref(`data${i}`, x.width), at })
  })
  for (let i = 0; i < x.writes; i++) {
    ports.push(input(`write_address${i}`, bits), input(`write${i}`, 1), input(`word${i}`, x.width), ...(x.lanes === undefined ? [] : [input(`lanes${i}`, x.lanes)]))
    writes.push(writePort(ref(`write_address${i}`, bits), ref(`write${i}`, 1), ref(`word${i}`, x.width), x.lanes === undefined ? undefined : ref(`lanes${i}`, x.lanes)))
  }
  const init = x.init === true ? Array.from({ length: x.depth }, (_, i) => BigInt.asUintN(x.width, BigInt(i) * 2654435761n + 12345n)) : []
  return design(module('m', { ports, memories: [memory('ram', x.depth, x.width, reads, writes, { collision: x.collision ?? 'undefined', init })], body }))
}

export const memoryVerilog = (x: MemoryShape): string => writeVerilog(memoryDesign(x))[0]!.text
