// Owns: memories as FIRRTL text: `mem` for what is written, a vector of constants for a ROM; first words of a `mem` by an annotation and a file.
import { isGround, widthOf } from '../../ir/index.ts'
import type { Domain, Memory, Module, ReadPort, WritePort } from '../../ir/index.ts'
import { indexWidth, resize, slice } from '../../passes/build.ts'
import { indent, line } from '../verilog/text.ts'
import type { Line } from '../verilog/text.ts'
import { expressionText, literalText } from './expression.ts'
import { commentText, idText } from './names.ts'
import { statement } from './statements.ts'
import type { Surroundings } from './statements.ts'

/** A file that the Verilog of firtool reads at the start of a simulation, and which memory it fills. */
export interface MemoryFile { readonly file: string; readonly text: string; readonly module: string; readonly memory: string }

const isRom = (mem: Memory): boolean => mem.writes.length === 0
/** Whether a module has anything of this memory in it. */
export const isWritten = (mem: Memory): boolean => mem.reads.length > 0

/** The declaration of a memory, and for a ROM its words. */
export function memoryDeclaration(mem: Memory): Line[] {
  const type = isGround(mem.type) ? mem.type : undefined
  if (type === undefined) throw new Error('a bundle is left: the design was not lowered')
  const about = line(`; ${isRom(mem) ? 'ROM' : 'RAM'} ${mem.name}, ${mem.depth} x ${type.width} bits${mem.doc === undefined ? '' : `: ${commentText(mem.doc)}`}`, mem.at)
  if (isRom(mem)) {
    return [
      about, statement(`wire ${idText(mem.name)} : UInt<${type.width}>[${mem.depth}]`, mem.at),
      ...Array.from({ length: mem.depth }, (_, i) => line(`connect ${idText(mem.name)}[${i}], ${literalText(type, mem.init[i] ?? 0n)}${remark(mem.remarks?.[i])}`, mem.at)),
    ]
  }
  const lanes = lanesOf(mem)
  return [
    about, statement(`mem ${idText(mem.name)} :`, mem.at),
    ...indent([
      line(`data-type => ${lanes === undefined ? `UInt<${type.width}>` : `UInt<${type.width / lanes}>[${lanes}]`}`), line(`depth => ${mem.depth}`),
      line(`read-latency => ${latency(mem)}`), line('write-latency => 1'), ...mem.reads.map(r => line(`reader => ${readerName(r)}`)), ...mem.writes.map((_, i) => line(`writer => ${writerName(mem, i)}`)),
      line(`read-under-write => ${latency(mem) === 0 ? 'old' : mem.collision}`),
    ]),
  ]
}

const remark = (text: string | undefined): string => (text === undefined ? '' : ` ; ${commentText(text)}`)
const latency = (mem: Memory): 0 | 1 => (mem.reads.some(r => r.mode === 'sync') ? 1 : 0)
const lanesOf = (mem: Memory): number | undefined => {
  const { lanes } = mem.writes[0]!
  return lanes === undefined ? undefined : widthOf(lanes.type)
}
const readerName = (r: ReadPort): string => idText(r.data)
/** Readers have the names of their data; writers are numbered, past those names. */
function writerName(mem: Memory, i: number): string {
  let name = mem.writes.length === 1 ? 'w' : `w${i}`
  while (mem.reads.some(r => r.data === name)) name += '_'
  return name
}

/** The node that holds what a port reads; its address is connected before. */
export function readLines(mem: Memory, r: ReadPort, around: Surroundings): Line[] {
  const name = idText(mem.name)
  const address = expressionText(resize(r.address, indexWidth(mem.depth), r.at), around)
  if (isRom(mem)) return [statement(`node ${idText(r.data)} = ${name}[${r.address.kind === 'literal' ? r.address.value : address}]`, r.at)]
  const port = `${name}.${readerName(r)}`
  const lanes = lanesOf(mem)
  const data = lanes === undefined ? `${port}.data` : Array.from({ length: lanes }, (_, i) => `${port}.data[${i}]`).reduce((low, high) => `cat(${high}, ${low})`)
  return [
    statement(`connect ${port}.clk, ${idText(around.domain(r.domain).clock)}`, r.at),
    statement(`connect ${port}.en, ${r.mode === 'async' ? 'UInt<1>(1)' : expressionText(r.enable, around)}`, r.at),
    statement(`connect ${port}.addr, ${address}`, r.at),
    statement(`node ${idText(r.data)} = ${data}`, r.at),
  ]
}

/** The connections of the write ports. */
export const writeLines = (mem: Memory, around: Surroundings): Line[] => mem.writes.flatMap((w, i) => writerLines(mem, w, `${idText(mem.name)}.${writerName(mem, i)}`, around.domain(w.domain), around))

function writerLines(mem: Memory, w: WritePort, port: string, d: Domain, around: Surroundings): Line[] {
  const width = widthOf(mem.type)
  const lanes = lanesOf(mem)
  const data = slice(w.data, 0, width, w.at)
  return [
    statement(`connect ${port}.clk, ${idText(d.clock)}`, w.at),
    statement(`connect ${port}.en, ${expressionText(w.enable, around)}`, w.at),
    statement(`connect ${port}.addr, ${expressionText(resize(w.address, indexWidth(mem.depth), w.at), around)}`, w.at),
    ...(lanes === undefined
      ? [statement(`connect ${port}.data, ${expressionText(data, around)}`, w.at), statement(`connect ${port}.mask, UInt<1>(1)`, w.at)]
      : Array.from({ length: lanes }, (_, i) => [
          statement(`connect ${port}.data[${i}], ${expressionText(slice(data, i * (width / lanes), width / lanes, w.at), around)}`, w.at),
          statement(`connect ${port}.mask[${i}], ${expressionText(slice(w.lanes!, i, 1, w.at), around)}`, w.at),
        ]).flat()),
  ]
}

/** The files of a module's RAMs with first words: all words of the memory, in hexadecimal, one a line. */
export const memoryFilesOf = (m: Module): MemoryFile[] => m.memories.filter(mem => !isRom(mem) && isWritten(mem) && mem.init.length > 0).map(mem => ({
  file: `${m.name}_${mem.name}.hex`, module: m.name, memory: mem.name,
  text: Array.from({ length: mem.depth }, (_, i) => `${(mem.init[i] ?? 0n).toString(16).padStart(Math.ceil(widthOf(mem.type) / 4), '0')}\n`).join(''),
}))

/** What tells firtool to read such a file. */
export const memoryAnnotation = (top: string, f: MemoryFile): object =>
  ({ class: 'firrtl.annotations.MemoryFileInlineAnnotation', filename: f.file, hexOrBinary: 'h', target: `~${top}|${f.module}>${f.memory}` })
