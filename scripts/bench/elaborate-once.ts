// Owns: one process of the elaboration bench: the ring described, elaborated and written as Verilog; times as lines of JSON, as the baselines print them.
// Arguments: cells of a stage, rounds, folder for the texts, then numbers of stages; 0 rounds: Verilog once, nothing else.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, elaborate, emitVerilog } from '../../rtl-gen/index.ts'
import { nodesOf } from '../../rtl-gen/fuzz/index.ts'
import { ring } from './ring.ts'

const start = performance.now() / 1000, [cells = 0, rounds = 0] = process.argv.slice(2, 4).map(Number), folder = process.argv[4]!
const seconds = (work: () => unknown): number => {
  const from = performance.now()
  work()
  return (performance.now() - from) / 1000
}
for (const stages of process.argv.slice(5).map(Number)) {
  const describe = Array.from({ length: rounds }, () => seconds(() => check(elaborate(ring(stages, cells)))))
  let files: { readonly text: string }[] = []
  const emit = Array.from({ length: Math.max(1, rounds) }, () => seconds(() => { files = emitVerilog(elaborate(ring(stages, cells))) }))
  const text = files.map(f => f.text).join('\n')
  writeFileSync(join(folder, `archnights-${stages}.v`), text)
  process.stdout.write(`${JSON.stringify({ stages, start, elaborate: describe, emit, bytes: text.length, ...(rounds > 0 ? { nodes: nodesOf(elaborate(ring(stages, cells))) } : {}) })}\n`)
}
