// Owns: a test of the coprocessor as a user writes it: the core and the memory are played by the test.
import assert from 'node:assert/strict'
import test from 'node:test'
import { simulate } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { roccAccumulator } from './rocc-accumulator.ts'

test('two words are added, and the answers go to the registers that asked', () => {
  const sim = simulate(roccAccumulator), memory = new Map([[64n, 40n], [72n, 2n]])
  const answers: { rd: bigint; data: bigint }[] = []
  sim.reset()
  sim.sinks.cmd.send({ funct: 0, rd: 1, rs1: 0, rs2: 0 })
  sim.sinks.cmd.send({ funct: 1, rd: 5, rs1: 64, rs2: 0 })
  sim.sinks.cmd.send({ funct: 1, rd: 6, rs1: 72, rs2: 0 })
  for (let cycle = 0; cycle < 100 && answers.length < 3; cycle++) {
    sim.step()
    const request = sim.sources.memReq.take()
    if (request) sim.sinks.memResp.send({ tag: request.tag, data: memory.get(request.addr)! })
    const answer = sim.sources.resp.take()
    if (answer) answers.push(answer)
  }
  assert.deepEqual(answers, [{ rd: 1n, data: 0n }, { rd: 5n, data: 40n }, { rd: 6n, data: 42n }])
})
