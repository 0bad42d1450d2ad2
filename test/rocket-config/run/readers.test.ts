// Owns: M6 and M4 on runs of a program: who reads an open segment, by name, on the bench's ports and on the real Rocket; and token counts that do not add up.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { runOnEngine, runRocket, type RocketResult } from '../../../rocket-config/run.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { canRunRocket, imageOf, scriptHost, simulator } from '../../support/rocket.ts'
import { image } from './fake-bench.ts'
import { UnitBench, type Step } from './unit-bench.ts'

const p = parameters(), base = 0x8000_4000n
const text = ({ end }: RocketResult): string => (end.kind === 'exit' ? `exit ${end.code}` : `${end.kind}: ${end.error.message}`)

describe('on the ports of the bench', () => {
  const c = (mnemonic: string, rs1 = 0n, rs2 = 0n, pc?: number): Step => ({ do: 'command', mnemonic, rs1, rs2, ...(pc === undefined ? {} : { pc }) })
  const boot: Step[] = [c('oentry', 0x8000_0200n), c('oauto', 1n), c('owindow', base, base + 0x4000n), c('oseg.open', base | 1n, 256n << 8n)]
  const store = (at: number): Step => ({ do: 'store', address: Number(base) + at, data: 0x6867_6665_6463_6261n, mask: 0xff })
  const load = (at: number, pc: number): Step => ({ do: 'load', address: Number(base) + at, bytes: 8, pc })
  const exit: Step = { do: 'exit', code: 0 }
  const turn: Step[] = [c('ostart'), { do: 'interrupt', to: 0x8000_0200 }, c('otrap', 0n, 0n, 0x8000_0240)]
  /** `main` [80000100, 80000200) reads histories, `handler` behind it does not. */
  async function run(steps: readonly Step[], more: { readers?: string[]; tokens?: boolean } = { readers: ['main'] }): Promise<string> {
    const lines = [[8, 8], [4, 10]].map(([evaluated, history]) => JSON.stringify({ text: 'x', yield: true, after_cycles: 500, tokens: { evaluated, reused: 0, history } }))
    const peer = new BridgeHost({ oracle: scriptOracle(parseScript(lines.join('\n'))), session: 1 })
    return text(await runOnEngine({ engine: new UnitBench(p, steps), parameters: p, image, peer, maxCycles: 50_000, hang: { cycles: 20_000, traps: 50 }, ...more }))
  }

  it('a named reader may, everybody may elsewhere', async () => {
    expect(await run([...boot, store(0), load(0, 0x8000_0100), load(248, 0x8000_01fc), load(-8, 0x8000_0300), load(256, 0x8000_0300), exit])).toBe('exit 0')
  })
  it('another one is a difference, named by its place', async () => {
    expect(await run([...boot, load(0, 0x8000_0204), exit])).toMatch(/^difference: M6: cycle \d+, command 4\n {2}expected a reader of histories \(main\)\n {2}seen {5}load of 8 at 0x80004000 by the code at 0x80000204 \(handler\+0x4\)/)
    expect(await run([...boot, load(255, 0x8000_00fc), exit])).toMatch(/^difference: M6: .*\n.*\n {2}seen .*\(_start\+0xfc\)/)
  })
  it('nothing of it is watched where nobody is named, and a name that is none is refused', async () => {
    expect(await run([...boot, load(0, 0x8000_0204), exit], {})).toBe('exit 0')
    await expect(run([exit], { readers: ['main', 'reader'] })).rejects.toThrow('the program has no symbol reader')
  })
  it('a store into a slot that runs is one too', async () => {
    expect(await run([...boot, store(0), c('oseg.top', 0n, base + 8n), ...turn, store(16), exit])).toBe('exit 0')
    expect(await run([...boot, store(0), c('oseg.top', 0n, base + 8n), turn[0]!, store(16), ...turn.slice(1), exit])).toMatch(/^difference: M6: .*\n {2}expected no store in a slot that runs\n/)
  })
  it('M4: tokens that were evaluated again', async () => {
    const steps: Step[] = [...boot, store(0), c('oseg.top', 0n, base + 8n), ...turn, ...turn, exit]
    expect(await run(steps, {})).toBe('exit 0')
    expect(await run(steps, { tokens: true })).toMatch(/^difference: M4: .*\n.*\n {2}seen {5}12 tokens were evaluated since slot 0 was opened, its history has 10\n/)
  })
})

describe.skipIf(!canRunRocket)('on Rocket', () => {
  const folder = temporaryFolder()
  /** Reads each byte of the history through `history_sum`; with PEEK a last one from main. */
  const source = `#include "runtime.h"
__attribute__((noinline)) unsigned history_sum(const volatile uint8_t *from, size_t count)
{
  unsigned sum = 0;
  while (count-- > 0) sum += *from++;
  return sum;
}

int main(void)
{
  rt_boot(1);
  rt_open(0, RT_COLOUR_O, 0, 4096);
  rt_append_text(0, "what is it?");
  rt_must("oenter", oracle_oenter(0, 0));
  rt_take_record(0);
  const volatile uint8_t *history = (const volatile uint8_t *)(uintptr_t)rt_field(0, ORACLE_FIELD_BASE);
  unsigned sum = history_sum(history, rt_length(0));
#ifdef PEEK
  sum += history[3];
#endif
  rt_printf("%u\\n", sum);
  return 0;
}
`
  test('the hart reads through the reader, and is caught where it does not, a load of one byte of its cache', async () => {
    const file = join(folder, 'readers.c')
    await writeFile(file, source)
    const on = await simulator('small')
    const run = async (defines: Record<string, string>, readers: string[]): Promise<[string, string]> => {
      let console = ''
      const image = await imageOf([file], 'readers', 'small', folder, defines)
      const result = await runRocket({ simulator: on, image, peer: scriptHost('{"text": "it", "yield": true}'), maxCycles: 2_000_000, readers, console: (b) => { console += Buffer.from(b).toString('latin1') } })
      return [text(result), console]
    }
    const sum = [...Buffer.from('what is it?it')].reduce((n, b) => n + b, 0xff)
    expect(await run({}, ['history_sum'])).toEqual(['exit 0', `${sum}\n`])
    const [end] = await run({ PEEK: '1' }, ['history_sum'])
    expect(end).toMatch(/^difference: M6: .*\n {2}expected a reader of histories \(history_sum\)\n {2}seen {5}load of 1 at 0x80100003 by the code at 0x[0-9a-f]+ \(main\+0x/)
    // All of its loads are seen: without a reader the first one is reported.
    expect((await run({}, []))[0]).toMatch(/^difference: M6: .*\n {2}expected a reader of histories \(there is none\)\n {2}seen {5}load of 1 at 0x80100000 by the code at 0x[0-9a-f]+ \(history_sum/)
  }, 600_000)
})
