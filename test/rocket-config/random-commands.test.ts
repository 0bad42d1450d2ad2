// Owns: random command programs on Rocket, as data of one interpreter, with a hostile host: the reference machine beside them agrees with every event, and the hart got each answer.
import { describe, expect, test } from 'vitest'
import { decode } from '../../coprocessor/machine/commands.ts'
import { instructions } from '../../coprocessor/isa/table.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { opcode } from '../../coprocessor/isa/instruction.ts'
import { commandBytes, commandSymbol } from '../../rocket-config/program/command-list.ts'
import { withInput } from '../../rocket-config/program/image.ts'
import { runRocket } from '../../rocket-config/run.ts'
import type { CommandEvent } from '../../sim-harness/port-events.ts'
import { generateProgram } from '../../sim-harness/soak/generate.ts'
import { HostileHost } from '../../sim-harness/soak/hostile-host.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'
import { canRunRocket, exampleImage, simulator } from '../support/rocket.ts'
import { ListedSoak } from './listed-soak.ts'

const folder = temporaryFolder(), p = parameters()
/** Programs of one test; each starts from reset. */
const atOnce = 30, groups = Number(process.env['ROCKET_PROGRAMS'] ?? 300) / atOnce
const soakWindow = [0x8000_0000n, 0x8000_4000n] as const

/** FNV-1a over 64-bit words, as the interpreter makes it. */
const digest = (values: readonly bigint[]): bigint => values.reduce((hash, v) => BigInt.asUintN(64, (hash ^ BigInt.asUintN(64, v)) * 0x100000001b3n), 0xcbf29ce484222325n)

describe.skipIf(!canRunRocket)('random command programs', () => {
  const image = canRunRocket ? exampleImage('commands', 'small', folder, { DIGEST: 1 }) : undefined
  const built = canRunRocket ? simulator('small') : undefined
  const answered = new Set<string>()

  /** The observer compares the unit with the reference, event by event; what is left is the way of each answer to the hart's register. */
  async function agree(seed: number): Promise<void> {
    const program = generateProgram(seed), plain = await image!
    const { commands } = new ListedSoak(program, { soak: soakWindow, hart: plain.symbols.get('__window_low')! })
    let text = ''
    const asked: CommandEvent[] = [], responses: bigint[] = []
    const result = await runRocket({
      simulator: await built!, image: withInput(plain, commandSymbol, commandBytes(commands)), peer: new HostileHost(program.answers), maxCycles: 4_000_000,
      console: (bytes) => { text += Buffer.from(bytes).toString('latin1') },
      onEvents: (e) => {
        if (e.command?.xd) asked.push(e.command)
        if (e.response) responses.push(e.response.data)
      },
    })
    if (result.end.kind !== 'exit') throw result.end.error
    const given = responses.values()
    const values = commands.map(({ word, a0 = 0n }): bigint => {
      const bits = word >> 12 & 7
      if ((word & 0x7f) !== opcode) return a0
      // xs2 without xs1 is an illegal instruction on Rocket, and without xd a0 stays.
      if (bits === 1 || bits === 5) return ~3n
      return bits < 4 ? a0 : given.next().value ?? 0n
    })
    expect([result.end.code, text]).toEqual([0, `${commands.length} results: ${digest(values).toString(16)}\n`])
    for (const c of asked) {
      const row = decode(c, p)
      if (typeof row !== 'bigint') answered.add(row.mnemonic)
    }
  }

  test.each(Array.from({ length: groups }, (_, i) => i * atOnce + 1))('seeds from %i on', async (first) => {
    for (let seed = first; seed < first + atOnce; seed++) await agree(seed).catch((error: unknown) => { throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error }) })
  }, 600_000)

  test('every instruction of the unit was among them', () => {
    expect([...answered].sort()).toEqual(instructions.filter((i) => i.microcode !== undefined).map((i) => i.mnemonic).sort())
  })
})
