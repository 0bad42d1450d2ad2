// Owns: checks of `archnights rocket run` on the small Rocket: what goes where, the numbers of the JSON object, and every end that a program or an Oracle can make it come to.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { openPeer } from '../../../cli/rocket/oracle-peer.ts'
import { failureOfEnd } from '../../../cli/rocket/report.ts'
import { readElf } from '../../../rocket-config/program/elf.ts'
import { runRocket } from '../../../rocket-config/run.ts'
import { archnights, withFolder } from '../command.ts'
import { canRunRocket, simulator } from '../../support/rocket.ts'
import { coldBuild, programs } from './programs.ts'

interface Report {
  readonly exit: { kind: string; code?: number; error?: { code: string; message: string; help: string } }
  readonly cycles: number; readonly instructions: number; readonly console: string; readonly traps: { cause: string; slot: number; appended: number; cut: boolean }[]
  readonly queries: number; readonly symbols: { sent: number; received: number }; readonly said?: string; readonly config: string; readonly oracle: string | null
}
const program = programs()
if (canRunRocket) beforeAll(() => simulator('small'), coldBuild)
const json = async (name: string, ...args: string[]) => {
  const { code, stdout, stderr } = await archnights('rocket', 'run', await program(name), '--json', ...args)
  return { code, stderr, report: JSON.parse(stdout) as Report }
}
/** Runs `asks` with a script that is written for it. */
const scripted = (lines: readonly object[], ...args: string[]) => withFolder(async (folder) => {
  const file = join(folder, 'script.jsonl')
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return await json('asks', '--oracle', `script:${file}`, ...args)
})

describe.skipIf(!canRunRocket)('a program on Rocket', () => {
  test('its console is stdout and nothing else is; the numbers go to stderr', async () => {
    const { code, stdout, stderr } = await archnights('rocket', 'run', await program('hello'))
    expect([code, stdout]).toEqual([0, 'hello, rocket\n'])
    expect(stderr).toMatch(/^exit code 0 after [\d,]+ cycles, [\d,]+ instructions$/m)
    expect(stderr).not.toContain('error')
  })

  test('--json: one object, with the console in it', async () => {
    const { code, report } = await json('hello')
    expect(code).toBe(0)
    expect(Object.keys(report)).toEqual(['exit', 'cycles', 'instructions', 'console', 'traps', 'hartTraps', 'queries', 'symbols', 'commands', 'remarks', 'config', 'oracle', 'version'])
    expect(report).toMatchObject({ exit: { kind: 'exit', code: 0 }, console: 'hello, rocket\n', traps: [], queries: 0, symbols: { sent: 0, received: 0 }, config: 'small', oracle: null })
    // An instruction takes a cycle at least.
    expect(report.cycles).toBeGreaterThan(report.instructions)
    expect(report.instructions).toBeGreaterThan(100)
  })

  test('the same program takes the same cycles again, also without the observer', async () => {
    const [a, b, c] = [await json('hello'), await json('hello'), await json('hello', '--no-observer')]
    expect([b.report.cycles, c.report.cycles]).toEqual([a.report.cycles, a.report.cycles])
  })

  test('an exit code of its own is 1, and stands in the words; stderr begins a line of its own', async () => {
    const { code, stdout, stderr } = await archnights('rocket', 'run', await program('returns-three'))
    expect([code, stdout]).toEqual([1, 'three'])
    expect(stderr).toMatch(/^\nexit code 3 after /m)
    expect(stderr).toMatch(/\nerror CLI1001: the program ended with exit code 3\n {2}help: .*\n$/)
    const { report } = await json('returns-three')
    expect(report.exit).toMatchObject({ kind: 'exit', code: 3, error: { code: 'CLI1001' } })
  })

  test('--trace: a line an instruction, in the order of their cycles, from the boot ROM on', () => withFolder(async (folder) => {
    const file = join(folder, 'trace')
    const { report } = await json('hello', '--trace', file)
    expect(readdirSync(folder)).toEqual(['trace'])
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').map((line) => line.trim().split(/\s+/))
    expect(lines.length).toBe(report.instructions)
    expect(lines[0]?.[1]).toBe('0000000000010000')
    const cycles = lines.map(([cycle]) => Number(cycle))
    expect(cycles.every((cycle, i) => i === 0 || cycle > (cycles[i - 1] ?? 0))).toBe(true)
    expect(lines.some(([, pc]) => pc === '0000000080000000')).toBe(true)
  }))
})

describe.skipIf(!canRunRocket)('a program with an Oracle', () => {
  test('three turns: records, queries and symbols as computed by hand', async () => {
    const { code, report } = await scripted([{ text: 'a', yield: true }, { text: 'bc' }, { text: '', yield: true }, { hex: 'c3a9', yield: true }])
    expect(code).toBe(0)
    // Turn 2 takes two queries: the first of its answers does not yield. A turn writes F9 next? FF FA: 8 symbols; answers never go back.
    expect(report).toMatchObject({ exit: { kind: 'exit', code: 0 }, queries: 4, symbols: { sent: 3 * 8, received: 2 + 2 + 1 + 3 } })
    expect(report.traps).toMatchObject([
      { cause: 'yield', slot: 0, appended: 2, cut: false }, { cause: 'yield', slot: 0, appended: 3, cut: false }, { cause: 'yield', slot: 0, appended: 3, cut: false },
    ])
    expect(report.console.match(/cause yield/g)?.length).toBe(3)
    expect(report.oracle).toMatch(/^script:/)
  })

  test('a script with fewer answers than queries is a fault: the program sees it, and the report says why', async () => {
    const { code, report, stderr } = await scripted([{ text: 'a', yield: true }])
    expect([code, report.exit.code]).toEqual([1, 9])
    expect(report.traps.map((t) => t.cause)).toEqual(['yield', 'link', 'link'])
    expect(report.said).toMatch(/the script holds 1 answer/)
    expect(stderr).toContain('error CLI1001')
  })

  test('none was given: the first query ends the run with exit code 4', async () => {
    const { code, report, stderr } = await json('asks')
    expect(code).toBe(4)
    expect(report.exit).toMatchObject({ kind: 'oracle', error: { code: 'CLI4002', message: 'the program asks an Oracle, and none was given' } })
    expect(stderr).toMatch(/error CLI4002: .*\n {2}help: name one by --oracle: /)
  })

  test('it dies in the middle: exit code 4 and its last words, whatever the program makes of it', async () => {
    let asked = 0
    const oracle = await openPeer({ spec: undefined, parameters: parameters(), progress: () => undefined }, {
      name: 'test',
      async *ask() {
        if (++asked === 2) throw new Error('the model ran out of memory')
        yield { kind: 'symbols', symbols: Uint8Array.of(0x61, 0xff), end: { tokens: { evaluated: 0, reused: 0, history: 0 } } }
      },
      dispose: async () => undefined,
    })
    const image = readElf(readFileSync(await program('asks')), 'asks.elf')
    const { end, records } = await runRocket({ simulator: await simulator('small'), image, peer: oracle.peer, maxCycles: 1_000_000 })
    expect([end.kind, records.map((r) => r.cause)]).toEqual(['oracle', ['yield']])
    expect(failureOfEnd(end, oracle.failure)).toMatchObject({ exit: 4, code: 'RKT3005', message: expect.stringContaining('the Oracle test died: the model ran out of memory') })
  })
})

describe.skipIf(!canRunRocket)('programs that do not end well', () => {
  test('one that never ends is stopped after --max-cycles, and what it did until then is there', () => withFolder(async (folder) => {
    const file = join(folder, 'trace')
    const { code, report, stderr } = await json('never-ends', '--max-cycles', '20000', '--trace', file)
    expect(code).toBe(1)
    expect(report).toMatchObject({ exit: { kind: 'limit', error: { code: 'RKT3003' } }, cycles: 20000, console: 'for ever\n' })
    expect(stderr).toMatch(/error RKT3003: .*20,000 cycles/)
    expect(report.exit.error?.message).toContain('(main')
    expect(readFileSync(file, 'utf8').split('\n').length).toBe(report.instructions + 1)
  }))

  test('how far it is stands on the progress line', async () => {
    const cycles: number[] = []
    const { peer } = await openPeer({ spec: undefined, parameters: parameters(), progress: () => undefined })
    const image = readElf(readFileSync(await program('never-ends')), 'never-ends.elf')
    const result = await runRocket({ simulator: await simulator('small'), image, peer, observer: false, maxCycles: 200_000, progress: (cycle) => cycles.push(cycle) })
    expect([result.end.kind, cycles.at(-1)]).toEqual(['limit', 200_000])
    expect(cycles.every((cycle, i) => cycle > (cycles[i - 1] ?? 0) && cycle <= (cycles[i - 1] ?? 0) + 50_000)).toBe(true)
  })

  test('one that jumps to nowhere with nobody to catch it: a hang that names the place', async () => {
    const { code, report } = await json('jumps-nowhere')
    expect([code, report.exit.kind, report.exit.error?.code]).toEqual([1, 'hang', 'RKT3002'])
    expect(report.exit.error?.message).toContain('0x50000000')
    expect(report.exit.error?.message).toContain('0x40000000')
  })

  test('one that uses custom-0 without XS: an illegal instruction, and the runtime says what to do', async () => {
    const { code, report } = await json('no-xs')
    // 128 and the cause, 2.
    expect([code, report.exit.code]).toEqual([1, 130])
    expect(report.console).toContain('mstatus.XS is 0: set it')
    expect(existsSync('core')).toBe(false)
  })
})
