// Owns: an agent loop in a program of your own: requests go into the segment, the Oracle's answers come out as data, and their results go back as records.
//   node --import ts-blank-space/register examples/agent-loop.ts                    # with the small model; `npm run setup` fetches it
//   node --import ts-blank-space/register examples/agent-loop.ts script:examples/shell-agent/agent.jsonl
// In a project that has installed the package the imports below are 'archnights/coprocessor', 'archnights/sim-harness' and 'archnights/bridge'.
import { pathToFileURL } from 'node:url'
import { decodeRecord, fieldNumber, parameters } from '../coprocessor/index.ts'
import { BridgeHost, encodeRecord, openOracle, readable } from '../sim-harness/bridge/index.ts'
import { boot, must, openSegment, openUnit, type UnitDriver } from '../sim-harness/index.ts'
import { carryOut, type FileTable } from './file-table.ts'

export interface Step { readonly request: string; readonly trap: string; readonly answer: string; readonly result: string }

const examples = [
  ['list the files in /tmp', 'ls /tmp'], ['print the file notes.txt', 'cat notes.txt'], ['make a directory called work', 'mkdir work'], ['show who is logged in', 'who'],
] as const
const requests = ['list the files in /home', 'make a directory called backup', 'remove the file a.txt', 'list the files in /home']

const slot = 0n
/** A small model may never end: queries and symbols that an entry into O-mode may spend. */
const budget = 200n
const segmentBytes = 4096

const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
/** A request, and the open record in which the Oracle answers. */
const ask = (request: string) => join(encodeRecord('priestess', request), encodeRecord('oracle', '', { ended: false }))
const top = async (unit: UnitDriver) => await must(unit, 'oseg.get', slot, BigInt(fieldNumber('top')))

/** The Priestess writes behind the history and commits it. */
async function append(unit: UnitDriver, bytes: Uint8Array): Promise<void> {
  const at = await top(unit)
  unit.write(at, bytes)
  await must(unit, 'oseg.top', slot, at + BigInt(bytes.length))
}

/** Enters O-mode, takes the trap, and reads what the Oracle appended: bytes, and nothing but bytes. */
async function turn(unit: UnitDriver): Promise<{ trap: string; answer: string }> {
  const before = await top(unit)
  await must(unit, 'oenter', slot, budget)
  const record = decodeRecord(await must(unit, 'otrap', slot))
  const answer = unit.read(before, Number(await top(unit) - before))
  const text = new TextDecoder().decode(answer.at(-1) === unit.parameters.yieldSymbol ? answer.subarray(0, -1) : answer)
  return { trap: record?.cause ?? 'none', answer: text }
}

/** Runs the requests with the Oracle `spec`; `tell` hears of each step. Resolves to the steps and the file table as they left it. */
export async function agentLoop(spec: string, tell: (step: Step) => void = () => undefined): Promise<{ steps: Step[]; files: FileTable }> {
  const files: FileTable = new Map([['/home/', ''], ['/home/a.txt', 'old'], ['/home/readme.md', 'Ask the Oracle.']])
  const surroundings = { date: 'Thu 1 Jan 2026' }
  const oracle = await openOracle(spec)
  try {
    const unit = await openUnit({ parameters: parameters(), engine: 'wasm', peer: new BridgeHost({ oracle, session: 1 }) })
    try {
      await boot(unit)
      const taught = examples.map(([request, command]) => join(encodeRecord('priestess', request), encodeRecord('oracle', command)))
      const history = join(encodeRecord('system', 'You are a shell agent. Answer with one shell command.'), ...taught)
      await openSegment(unit, { slot: Number(slot), base: unit.parameters.cacheableLow, length: segmentBytes, history })
      const steps: Step[] = []
      for (const request of requests) {
        await append(unit, ask(request))
        const { trap, answer } = await turn(unit)
        // An answer that was cut is no command: it is told so, its record is ended, and the loop goes on.
        const result = trap === 'yield' ? carryOut(files, answer, surroundings) : `no command came (${trap})`
        const closed = trap === 'yield' ? new Uint8Array() : Uint8Array.of(unit.parameters.yieldSymbol)
        await append(unit, join(closed, encodeRecord('priestess', result)))
        const step = { request, trap, answer, result }
        steps.push(step)
        tell(step)
      }
      return { steps, files }
    } finally {
      await unit.close()
    }
  } finally {
    await oracle.dispose()
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { steps } = await agentLoop(process.argv[2] ?? 'smollm2', ({ request, trap, answer, result }) => {
    console.log(`${request}\n  Oracle  ${readable(Buffer.from(answer))}   (trap ${trap})\n  result  ${result}`)
  })
  console.log(`${steps.length} requests; nothing but the file table in memory was touched`)
}
