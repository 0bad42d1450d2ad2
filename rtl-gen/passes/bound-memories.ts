// Owns: memories whose addresses fit: just as wide as the depth wants, with the tests of the IR's rules written out.
import { mapModules } from '../ir/index.ts'
import type { Design, GroundType, Local, Memory, Module, ReadPort, Register, Statement } from '../ir/index.ts'
import { and, bit, canExceed, indexWidth, isBelow, mux, ref, resize, zero } from './build.ts'
import { UniqueNames, declaredNames } from './unique-names.ts'

/**
 * After lowerAggregates. A write past the end is disabled. A read past the end gives zero outside of the memory, so that the
 * register of a sync read stays one that a RAM block has: a second register remembers whether the address was inside.
 */
export const boundMemories = (design: Design): Design => mapModules(design, m => (m.memories.length === 0 ? m : boundModule(m)))

function boundModule(m: Module): Module {
  const names = new UniqueNames(declaredNames(m).map(n => n.toLowerCase()))
  const locals: Local[] = []
  const registers: Register[] = []
  const body: Statement[] = []
  const read = (r: ReadPort, mem: Memory): ReadPort => {
    const address = resize(r.address, indexWidth(mem.depth), r.at)
    if (!canExceed(r.address, mem.depth)) return { ...r, address }
    const word = names.take(`${r.data}_word`)
    let inside = isBelow(r.address, mem.depth, r.at)
    if (r.mode === 'sync') {
      const flag = names.take(`${r.data}_inside`)
      registers.push({ kind: 'register', name: flag, type: bit, domain: r.domain, reset: null, at: r.at })
      const set: Statement = { kind: 'set', target: { name: flag, path: [], type: bit, at: r.at }, value: inside, at: r.at }
      body.push({ kind: 'if', arms: [{ condition: r.enable, body: [set], at: r.at }], otherwise: [], at: r.at })
      inside = ref(flag, bit, r.at)
    }
    const type = mem.type as GroundType
    locals.push({ kind: 'local', name: r.data, type, value: mux(inside, ref(word, type, r.at), zero(type, r.at), r.at), at: r.at })
    return { ...r, data: word, address }
  }
  const memories = m.memories.map(mem => ({
    ...mem,
    reads: mem.reads.map(r => read(r, mem)),
    writes: mem.writes.map(w => ({ ...w, address: resize(w.address, indexWidth(mem.depth), w.at), enable: and(w.enable, isBelow(w.address, mem.depth, w.at), w.at) })),
  }))
  return { ...m, memories, registers: [...m.registers, ...registers], locals: [...locals, ...m.locals], body: [...m.body, ...body] }
}
