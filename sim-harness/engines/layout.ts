// Owns: where each port of a top module lies in a frame of 32-bit words. One layout for every engine, stimulus and trace.
import type { Design } from '../../rtl-gen/ir/index.ts'
import { leavesOf } from '../../rtl-gen/ir/layout.ts'

/** A port, or a leaf of a port that is a bundle or a vector. `word` is its first word in the frame of its direction, `words` how many; bits past `width` are zero. */
export interface PortField {
  /** As in emitted text: the parts of a path joined by `_`. */
  readonly name: string
  /** As rtl-gen's simulator names it: `port`, `port.field`, `port[0]`. */
  readonly path: string
  readonly direction: 'input' | 'output'
  readonly width: number
  readonly word: number
  readonly words: number
}

/** The ports of the top module but clock and reset, in the order of their declaration; a frame holds all inputs or all outputs. */
export interface PortLayout {
  readonly top: string
  readonly clock: string
  /** Absent: the design has no reset. */
  readonly reset?: string
  readonly inputs: readonly PortField[]
  readonly outputs: readonly PortField[]
  readonly inputWords: number
  readonly outputWords: number
}

/** @throws RangeError if the top is no module with exactly one clock: frames hold one value a cycle. */
export function layoutOf(design: Design): PortLayout {
  const top = design.modules.find((m) => m.name === design.top)
  if (!top || top.kind !== 'module') throw new RangeError(`the design has no module ${design.top}`)
  const domain = top.domains[0]
  if (!domain || top.domains.length !== 1) throw new RangeError(`${design.top} has ${top.domains.length} clocks, an engine drives one`)
  const leaves = top.ports.flatMap((p) => leavesOf(p.type).map((leaf) =>
    ({ name: [p.name, ...leaf.path].join('_'), path: p.name + leaf.path.map((s) => typeof s === 'number' ? `[${s}]` : `.${s}`).join(''), width: leaf.type.width, direction: p.direction })))
  const inputs = place(leaves.filter((l) => l.direction === 'input'))
  const outputs = place(leaves.filter((l) => l.direction === 'output'))
  return {
    top: design.top, clock: domain.clock, ...(domain.reset ? { reset: domain.reset.name } : {}),
    inputs, outputs, inputWords: wordsOf(inputs), outputWords: wordsOf(outputs),
  }
}

/** @throws RangeError if there is no such port. */
export function fieldNamed(layout: PortLayout, name: string): PortField {
  const found = layout.inputs.find((f) => f.name === name) ?? layout.outputs.find((f) => f.name === name)
  if (!found) throw new RangeError(`${layout.top} has no port ${name}`)
  return found
}

/** The value of a field in a frame. */
export function getField(frame: Uint32Array, field: PortField): bigint {
  let value = 0n
  for (let i = field.words - 1; i >= 0; i--) value = value << 32n | BigInt(frame[field.word + i]!)
  return value
}

/** Puts the low `width` bits of `value` in. */
export function setField(frame: Uint32Array, field: PortField, value: bigint): void {
  let rest = BigInt.asUintN(field.width, value)
  for (let i = 0; i < field.words; i++) {
    frame[field.word + i] = Number(rest & 0xffff_ffffn)
    rest >>= 32n
  }
}

/**
 * The outputs that mean something only while another one is up: the payload of a ready/valid stream, by its names
 * `s_valid`, `s_ready` (or `s_tvalid`, `s_tready`) and `s_...`. Field to the field of its valid.
 */
export function payloadsOf(layout: PortLayout): ReadonlyMap<PortField, PortField> {
  const found = new Map<PortField, PortField>()
  for (const valid of layout.outputs) {
    const end = valid.name.endsWith('_tvalid') ? '_tvalid' : '_valid'
    if (!valid.name.endsWith(end) || valid.width !== 1) continue
    const stream = valid.name.slice(0, -end.length + 1)
    for (const f of layout.outputs) if (f.name.startsWith(stream) && !/_t?(valid|ready)$/.test(f.name)) found.set(f, valid)
  }
  return found
}

function place(leaves: readonly Omit<PortField, 'word' | 'words'>[]): PortField[] {
  let word = 0
  return leaves.map((leaf) => {
    const words = Math.ceil(leaf.width / 32)
    word += words
    return { ...leaf, word: word - words, words }
  })
}

const wordsOf = (fields: readonly PortField[]): number => fields.reduce((n, f) => n + f.words, 0)
