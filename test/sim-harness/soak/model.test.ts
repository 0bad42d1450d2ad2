// Owns: soak programs on the reference machine: they use every instruction of the table, also those that the unit does not have yet, and reach what they should.
import { describe, expect, it } from 'vitest'
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
    const sums = { shared: 0, moved: 0, several: 0 }
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
    expect(wanted.filter((w) => !reached.has(w))).toEqual([])
    expect([...causes.keys()].sort()).toEqual(['abort', 'answer', 'budget', 'limit', 'link', 'reject', 'yield'])
    for (const m of extensions) expect([m, reached.get(`${m} done`)! > 50]).toEqual([m, true])
    expect(sums.shared).toBeGreaterThan(50)
    expect(sums.moved).toBeGreaterThan(50)
    expect(sums.several).toBeGreaterThan(150)
  }, 60_000)

  it('of a unit without an instruction use it only now and then', () => {
    const count = (also: readonly string[], of: string) => Array.from({ length: 100 }, (_, seed) => generateProgram(seed + 1, undefined, also).steps)
      .flat().filter((s) => s.do === of || (s.do === 'command' && s.mnemonic === of)).length
    const built = (m: string) => instructions.find((i) => i.mnemonic === m)!.microcode !== undefined
    // Of a row that has microcode both are the same.
    for (const [m, step] of [['oseg.move', 'move'], ['ofork', 'fork']] as const) if (!built(m)) expect([m, count([], step), count(extensions, step) > 10]).toEqual([m, 0, true])
    for (const m of ['ohint', 'ovote']) if (!built(m)) expect([m, count([], m) < count(extensions, m)]).toEqual([m, true])
  })
})
