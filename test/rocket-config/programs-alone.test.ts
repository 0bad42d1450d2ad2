// Owns: the check that a program on Rocket and the unit alone, driven with the same commands and the same script, say the same on the link and leave the same records.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { fieldNumber } from '../../coprocessor/isa/fields.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { programFiles } from '../../examples/rocket/programs.ts'
import type { RocketSimulator } from '../../rocket-config/bench/simulator.ts'
import { runRocket } from '../../rocket-config/run.ts'
import { encodeRecord } from '../../sim-harness/bridge/index.ts'
import { boot, must, openSegment, openUnit, type LinkEntry, type UnitDriver } from '../../sim-harness/index.ts'
import { canRunRocket, exampleHost, exampleImage, exampleOf, scriptHost, simulator } from '../support/rocket.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'

const folder = temporaryFolder(), p = parameters()
const utf8 = (text: string) => new TextEncoder().encode(text)
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const ask = (request: string) => join(encodeRecord('priestess', request), encodeRecord('oracle', '', { ended: false }))

/** What a program does with slot 0, as examples/rocket has it in C. */
type Step = { readonly append: Uint8Array } | { readonly run: 'oenter' | 'oracle'; readonly rs2: bigint } | 'empty'
interface Program { readonly name: string; readonly colour: 'O' | 'P'; readonly length: number; readonly steps: readonly Step[] }

const oMode = (budget: bigint): Step[] => [{ append: utf8('?') }, { run: 'oenter', rs2: budget }, 'empty']
const pMode: Step[] = [{ append: utf8('?') }, { run: 'oracle', rs2: 7n }, 'empty']
const taught = [['list the files in /tmp', 'ls /tmp'], ['print the file notes.txt', 'cat notes.txt'], ['make a directory called work', 'mkdir work'], ['show who is logged in', 'who']] as const
const turns = [['list the files in /home', 'a.txt readme.md'], ['make a directory called backup', 'done'], ['remove the file a.txt', 'done'], ['list the files in /home', 'backup/ readme.md']] as const

const programs: readonly Program[] = [
  { name: 'query', colour: 'P', length: 256, steps: [{ append: utf8('What is the capital of France?') }, { run: 'oracle', rs2: 0n }] },
  { name: 'blocking', colour: 'O', length: 256, steps: [{ append: ask('Think.') }, { run: 'oenter', rs2: 0n }] },
  // Its last step, an abort, depends on time.
  { name: 'causes', colour: 'O', length: 16, steps: [...oMode(0n), ...pMode, ...pMode, ...oMode(0n), ...oMode(4n), ...oMode(4n), ...oMode(0n), ...oMode(0n), ...oMode(0n)] },
  { name: 'agent', colour: 'O', length: 4096, steps: [
    { append: join(encodeRecord('system', 'You are a shell agent. Answer with one shell command.'), ...taught.map(([q, a]) => join(encodeRecord('priestess', q), encodeRecord('oracle', a)))) },
    ...turns.flatMap(([request, result]): Step[] => [{ append: ask(request) }, { run: 'oenter', rs2: 200n }, { append: encodeRecord('priestess', result) }]),
  ] },
]

async function alone(unit: UnitDriver, { colour, length, steps }: Program): Promise<bigint[]> {
  const base = p.cacheableLow, records: bigint[] = []
  await boot(unit)
  await openSegment(unit, { slot: 0, base, length, colour, history: new Uint8Array() })
  for (const step of steps) {
    if (step === 'empty') await must(unit, 'oseg.top', 0n, base)
    else if ('append' in step) {
      const top = await must(unit, 'oseg.get', 0n, BigInt(fieldNumber('top')))
      unit.write(top, step.append)
      await must(unit, 'oseg.top', 0n, top + BigInt(step.append.length))
    } else {
      await must(unit, step.run, 0n, step.rs2)
      records.push(await must(unit, 'otrap', 0n))
    }
  }
  return records
}

/** Frames without their cycles; how often the two greet each other depends on time. */
const frames = (log: readonly LinkEntry[]) => log.filter(({ frame }) => typeof frame === 'string' || frame.kind.name !== 'hello').map(({ direction, beats }) => ({ direction, beats }))

describe.skipIf(!canRunRocket)('the same script on Rocket and on the unit alone', () => {
  let on: RocketSimulator
  beforeAll(async () => { on = await simulator('small') }, 30 * 60_000)

  test.each(programs.map((program) => [program.name, program] as const))('%s', async (name, program) => {
    const unit = await openUnit({ parameters: p, engine: 'wasm', peer: scriptHost(await readFile(programFiles(exampleOf(name)).script!, 'utf8')) })
    let records: bigint[], said: ReturnType<typeof frames>
    try {
      records = await alone(unit, program)
      said = frames(unit.log)
    } finally {
      await unit.close()
    }
    const rocket = await runRocket({ simulator: on, image: await exampleImage(name, 'small', folder), peer: await exampleHost(name), maxCycles: 5_000_000 })
    expect(rocket.end).toEqual({ kind: 'exit', code: 0 })
    const whole = rocket.records.map(({ cycle: _, ...record }) => record)
    expect(whole.slice(0, records.length)).toEqual(records.map((r) => decodeRecord(r)))
    expect(frames(rocket.log).slice(0, said.length)).toEqual(said)
    if (name !== 'causes') expect([whole.length, frames(rocket.log).length]).toEqual([records.length, said.length])
  }, 120_000)
})
