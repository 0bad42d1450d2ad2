// Owns: the instructions of what happens at the end of a cycle only if something holds: counters, writes of arrays, refills.
import type { Counter, Effects } from './emit.ts'
import { binaryCodes, loadCodes, storeCodes, type NodeWriter } from './emit-nodes.ts'
import { op } from './graph.ts'
import { wasm, type FunctionCode } from './wasm-encoder.ts'

/** `condition` leaves whether it happens on the stack. */
export function emitCounter(f: FunctionCode, c: Counter, condition: () => void, at: { readonly cycleAddress: number; readonly failedAddress: number }): void {
  condition()
  f.begin(wasm.if)
  f.const32(0).memory(wasm.i32Load, c.address).op(wasm.i32Eqz).begin(wasm.if)
  f.const32(0).const32(0).memory(wasm.i64Load, at.cycleAddress).memory(wasm.i64Store, c.address + 8).end()
  f.const32(0).const32(0).memory(wasm.i32Load, c.address).const32(1).op(wasm.i32Add).memory(wasm.i32Store, c.address)
  if (c.fails) f.const32(0).const32(1).memory(wasm.i32Store, at.failedAddress)
  f.end()
}

/** `changed` (if given) is written where the array is known to have changed; the code that it adds may be reached several times. */
export function emitWrite(writer: NodeWriter, w: Effects['writes'][number], condition: () => void, changed?: () => void): void {
  const { f, g } = writer
  condition()
  f.begin(wasm.if)
  w.value.parts.forEach((p, i) => {
    const long = g.long[p]!, size = Math.min(8, w.array.bytes), address = w.array.address + 8 * i, load = loadCodes[size]!, store = storeCodes[size]!
    const written = (): void => {
      writer.value(p)
      if (w.keep === undefined) return
      // The word as earlier writes of this edge left it, with the masked bits replaced.
      writer.value(w.offset)
      f.memory(load, address)
      writer.value(w.keep.parts[i]!)
      f.op(binaryCodes[op.and]![long ? 1 : 0]).op(binaryCodes[op.or]![long ? 1 : 0])
    }
    if (changed === undefined) {
      writer.value(w.offset)
      written()
      f.memory(store, address)
      return
    }
    const word = f.local(long ? 'i64' : 'i32')
    written()
    f.tee(word)
    writer.value(w.offset)
    f.memory(load, address).op(long ? wasm.i64Ne : wasm.i32Ne).begin(wasm.if)
    writer.value(w.offset)
    f.get(word).memory(store, address)
    changed()
    f.end()
  })
  f.end()
}

export function emitRefill(f: FunctionCode, r: Effects['refills'][number], condition: () => void, changed?: () => void): void {
  condition()
  f.begin(wasm.if).copyMemory(r.array.address, r.image, r.array.depth * r.array.bytes)
  changed?.()
  f.end()
}
