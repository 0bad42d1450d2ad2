// Owns: memories in the one form that RAM and ROM inference of the tools understands.
import { isGround, widthOf } from '../../ir/index.ts'
import type { Domain, Expr, Memory, Module, Place, ReadPort, WritePort } from '../../ir/index.ts'
import type { Dialect } from './dialect.ts'
import { expressionLines, expressionText } from './expression.ts'
import type { Names } from './expression.ts'
import { hang } from './statements.ts'
import { bitsText, blank, commentText, indent, line, literalText, placeText, rangeText } from './text.ts'
import type { Line } from './text.ts'

/** `(* no_rw_check *)`: synthesis need not care what a read gives of a word that is written in the same cycle. */
const uncheckedCollision = '(* no_rw_check *)'

/** The array and the registers of its sync reads; async reads are declared with the named values. */
export function memoryDeclarations(mem: Memory, dialect: Dialect): Line[] {
  const range = wordRange(mem)
  const kind = mem.writes.length === 0 ? 'ROM' : 'RAM'
  const about = mem.doc === undefined ? '' : `: ${commentText(mem.doc)}`
  const collides = mem.collision === 'undefined' && mem.writes.length > 0 && mem.reads.some(r => r.mode === 'sync')
  return [
    line(`// ${kind} ${mem.name}, ${mem.depth} x ${widthOf(mem.type)} bits${about}${mem.at.file === '' ? '' : ` (${placeText(mem.at)})`}`, mem.at),
    ...(collides ? [line(uncheckedCollision, mem.at)] : []),
    line(`${dialect.variable.padEnd(4)} ${range}${mem.name} [0:${mem.depth - 1}];`, mem.at),
    ...mem.reads.filter(r => r.mode === 'sync').map(r => line(`${dialect.variable.padEnd(4)} ${range}${r.data};`, r.at)),
  ]
}

const wordRange = (mem: Memory): string => {
  const range = isGround(mem.type) ? rangeText(mem.type) : ''
  return range === '' ? '' : `${range} `
}

/**
 * What the array holds at the start. Without first words it starts at 0 in simulation only: a RAM block has no such wish.
 * First words stand in an initial block, a ROM's too: that is clean in all tools, and Yosys makes block RAM of a sync one that is large enough (512 x 16: two of iCE40).
 */
export function memoryStart(mem: Memory, counter: string): Line[] {
  const width = widthOf(mem.type)
  const first = mem.init.map((v, i) => line(`${mem.name}[${i}] = ${literalText(v, width)};${remark(mem.remarks?.[i])}`, mem.at))
  const clear = [
    line(`for (${counter} = 0; ${counter} < ${mem.depth}; ${counter} = ${counter} + 1) begin`, mem.at),
    line(`  ${mem.name}[${counter}] = ${literalText(0n, width)};`, mem.at),
    line('end', mem.at),
  ]
  if (mem.init.length === mem.depth) return [line('initial begin', mem.at), ...indent(first), line('end', mem.at)]
  const block = [line(`integer ${counter};`, mem.at), line('initial begin', mem.at), ...indent([...clear, ...first]), line('end', mem.at)]
  return mem.init.length > 0 ? block : [line('`ifndef SYNTHESIS', mem.at), ...block, line('`endif', mem.at)]
}

const remark = (text: string | undefined): string => (text === undefined ? '' : `  // ${commentText(text)}`)

/** Does the start of this memory need a counter? */
export const needsCounter = (mem: Memory): boolean => mem.init.length < mem.depth

/** Clocked blocks: one for the writes of each domain (of two to one address the later wins), one for each sync read. `startsAll`: the data of reads has start values. */
export function memoryBlocks(mem: Memory, m: Module, names: Names, dialect: Dialect, startsAll: boolean): Line[][] {
  const domains = m.domains.filter(d => mem.writes.some(w => w.domain === d.name))
  return [
    ...domains.map(d => clocked(dialect.clocked(true), d, mem.at, mem.writes.filter(w => w.domain === d.name).flatMap(w => writeLines(mem, w, names)))),
    ...mem.reads.filter(r => r.mode === 'sync').map(r => clocked(dialect.clocked(startsAll), m.domains.find(d => d.name === r.domain)!, r.at, readLines(mem, r, names))),
  ]
}

const clocked = (always: string, d: Domain, at: Place, body: readonly Line[]): Line[] => [line(`${always} @(posedge ${d.clock}) begin`, at), ...indent(body), line('end', at)]

function writeLines(mem: Memory, w: WritePort, names: Names): Line[] {
  return guarded(w.enable, laneAssignments(mem, w, `${mem.name}[${addressText(w.address, names)}]`, names), w.at, names)
}

/** The word, or each lane under its own bit. */
function laneAssignments(mem: Memory, w: WritePort, target: string, names: Names): Line[] {
  if (w.lanes === undefined) {
    const [head, ...rest] = expressionLines(w.data, names)
    return hang(`${target} <= ${head}`.trimEnd(), rest, w.at)
  }
  const lanes = widthOf(w.lanes.type)
  const width = widthOf(mem.type) / lanes
  return Array.from({ length: lanes }, (_, i): Line[] => [
    line(`if (${partText(w.lanes!, i, 1, names)}) begin`, w.at),
    line(`  ${target}${lanes === 1 ? '' : bitsText(i * width, width)} <= ${partText(w.data, i * width, width, names)};`, w.at),
    line('end', w.at),
  ]).flat()
}

/** Bits of a signal or of a literal. */
function partText(e: Expr, low: number, width: number, names: Names): string {
  if (e.kind === 'literal') return literalText(e.value >> BigInt(low) & (1n << BigInt(width)) - 1n, width)
  return widthOf(e.type) === width ? expressionText(e, names) : expressionText(e, names) + bitsText(low, width)
}

function readLines(mem: Memory, r: ReadPort, names: Names): Line[] {
  const address = addressText(r.address, names)
  const body = [line(`${r.data} <= ${mem.name}[${address}];`, r.at)]
  const meeting = mem.writes.filter(w => w.domain === r.domain)
  if (mem.collision === 'new') {
    for (const w of meeting) body.push(...guardedText(meetText(r, w, names), laneAssignments(mem, w, r.data, names), w.at))
  } else if (mem.collision === 'undefined' && meeting.length > 0) {
    // So that a design that relies on it fails in simulation.
    body.push(line('`ifndef SYNTHESIS', r.at))
    for (const w of meeting) {
      const written = w.lanes === undefined ? [] : [widthOf(w.lanes.type) === 1 ? expressionText(w.lanes, names) : `|${expressionText(w.lanes, names)}`]
      body.push(...guardedText(meetText(r, w, names, written), [line(`${r.data} <= ~${mem.name}[${address}];`, r.at)], r.at))
    }
    body.push(line('`endif', r.at))
  }
  return guarded(r.enable, body, r.at, names)
}

/** The write happens, and to the address that is read; undefined if that is always so. */
function meetText(r: ReadPort, w: WritePort, names: Names, more: readonly string[] = []): string | undefined {
  const [written, read] = [w.address, r.address].map(a => expressionText(a, names))
  const all = [...(w.enable.kind === 'literal' ? [] : [expressionText(w.enable, names)]), ...(written === read ? [] : [`${written} == ${read}`]), ...more]
  return all.length < 2 ? all[0] : all.map(t => (/^!?\w+$/.test(t) ? t : `(${t})`)).join(' && ')
}

const addressText = (a: Expr, names: Names): string => (a.kind === 'literal' ? a.value.toString() : expressionText(a, names))

function guarded(condition: Expr, body: readonly Line[], at: Place, names: Names): Line[] {
  if (condition.kind === 'literal' && condition.value === 1n) return [...body]
  return guardedText(expressionText(condition, names), body, at)
}

const guardedText = (condition: string | undefined, body: readonly Line[], at: Place): Line[] => (condition === undefined ? [...body] : [line(`if (${condition}) begin`, at), ...indent(body), line('end', at)])

export const separated = (blocks: readonly (readonly Line[])[]): Line[] => blocks.flatMap((b, i) => (i === 0 ? b : [blank, ...b]))
