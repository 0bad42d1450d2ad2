// Owns: checks of examples/language: the first example runs as its README says, the others can be simulated as their comments say.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { counterVerilog, counterWave } from '../../examples/language/try-counter.ts'
import { fifo } from '../../examples/language/fifo.ts'
import { roccAccumulator } from '../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../examples/language/segment-checker.ts'
import { elaborate, emitVerilog, simulate, uint } from '../../rtl-gen/index.ts'

const folder = 'examples/language'

test('the wave of the counter: it counts in the cycles after those in which enable is high', () => {
  expect(counterWave([0, 1, 1, 0, 1])).toBe([
    'cycle    0    1    2    3    4',
    'enable  _____/~~~~~~~~~\\____/~~~~',
    'count   | 00      | 01 | 02', // 0 in cycles 0 and 1, 1 in cycle 2, 2 in cycles 3 and 4
    '',
  ].join('\n'))
})

test('try-counter prints a wave and Verilog', () => {
  const command = /`(node [^`]*try-counter\.ts)`/.exec(readFileSync(`${folder}/README.md`, 'utf8'))![1]!.split(' ')
  const out = execFileSync(process.execPath, command.slice(1), { encoding: 'utf8' })
  expect(out).toBe(`${counterWave([0, 1, 1, 0, 0, 1, 1, 0])}\n${counterVerilog()}\n`)
  expect(out).toContain('value <= value + 8\'d1;')
})

test('the README and the comments lead to files, and say what a user of the package imports', () => {
  const files = readdirSync(folder).filter(f => f.endsWith('.ts'))
  const readme = readFileSync(`${folder}/README.md`, 'utf8')
  for (const [, target] of readme.matchAll(/\]\(([\w-]+\.ts)\)/g)) expect(files).toContain(target)
  for (const f of files) expect(readFileSync(`${folder}/${f}`, 'utf8')).toContain("rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'")
})

test('fifo, as its comment says: Verilog of a queue of bytes', () => {
  expect(emitVerilog(elaborate(fifo('fifo', uint(8)))).map(f => f.file)).toEqual(['fifo.v'])
})

test('rocc-accumulator, as its comment says: a command goes in, its answer comes out', () => {
  const sim = simulate(roccAccumulator)
  sim.reset()
  sim.sinks.cmd.send({ funct: 1, rd: 5, rs1: 64, rs2: 0 })
  sim.step(4)
  expect(sim.sources.memReq.take()).toMatchObject({ addr: 64n, store: 0n })
  sim.sinks.memResp.send({ tag: 0, data: 40 })
  sim.step(8)
  expect(sim.sources.resp.take()).toEqual({ rd: 5n, data: 40n })
})

test('segment-checker, as its comment says: an access inside a segment is ok, and its address is base + offset', () => {
  const sim = simulate(segmentChecker)
  sim.reset()
  sim.poke({ load: 1, loadSlot: 2, entry: { base: 4096, limit: 4096 + 64, valid: 1, writable: 0 } })
  sim.step()
  sim.poke({ load: 0 })
  sim.sinks.access.send({ slot: 2, offset: 8, length: 16, store: 0 })
  sim.sinks.access.send({ slot: 2, offset: 56, length: 16, store: 0 })
  sim.step(6)
  expect([sim.sources.verdict.take(), sim.sources.verdict.take()?.status]).toEqual([{ status: 'ok', address: 4104n }, 'crossesLimit'])
})
