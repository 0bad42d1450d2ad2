// Owns: how large a design is: the nodes of its expressions, and one number that every step of shrinking lowers.
import { allStatements, moduleExprs, modulesOf, postOrder, widthOf, type Design, type Module } from '../../ir/index.ts'

/** Nodes of all expressions, reads and literals included; a shared one once. */
export const nodesOf = (design: Design): number => modulesOf(design).reduce((n, m) => n + postOrder(moduleExprs(m)).length, 0)

const weights = { node: 2, statement: 2, register: 4, memory: 8, memoryPort: 4, instance: 8, module: 8, value: 2, port: 1 }
/** Bits count last: of two designs of one shape the narrower is smaller. */
const bit = 1 / 4096

export function costOf(design: Design): number {
  return modulesOf(design).reduce((n, m) => n + moduleCost(m), 0)
}

function moduleCost(m: Module): number {
  const nodes = postOrder(moduleExprs(m))
  const bits = [...m.ports, ...m.registers, ...m.wires, ...m.locals, ...m.memories, ...nodes].reduce((n, x) => n + widthOf(x.type), 0)
    + nodes.reduce((n, e) => n + (e.kind === 'literal' ? ones(e.value) : 0), 0) + m.memories.reduce((n, mem) => n + mem.depth + mem.init.reduce((k, v) => k + ones(v), 0), 0)
  const ports = m.memories.reduce((n, mem) => n + mem.reads.length + mem.writes.length + mem.writes.filter(w => w.lanes !== undefined).length, 0)
  return weights.module + nodes.length * weights.node + [...allStatements(m.body)].length * weights.statement + m.registers.length * weights.register + m.memories.length * weights.memory
    + ports * weights.memoryPort + m.instances.length * weights.instance + (m.wires.length + m.locals.length) * weights.value + m.ports.length * weights.port + bits * bit
}

const ones = (v: bigint): number => v.toString(2).split('1').length
