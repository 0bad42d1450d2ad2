// Owns: M4 on a real bench: driver, unit, host and an Oracle with token counts; the in-process model keeps it, an Oracle that forgets or counts wrong is found out.
import { expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import type { Oracle } from '../../../sim-harness/bridge/oracle.ts'
import { openOracle } from '../../../sim-harness/bridge/oracles/index.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../../sim-harness/driver/boot.ts'
import { runTurns, type TurnsResult } from '../../../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import { Observer } from '../../../sim-harness/observer/observer.ts'
import { examples, request } from '../bridge/shell-agent.ts'

const p = parameters({ slots: 2 }), engine = openWasm(elaborate(oracleUnit(p))), fresh = engine.simulator.snapshot()
const text = (s: string): Uint8Array => Buffer.from(s)

async function on<T>(oracle: Oracle, tokens: boolean, act: (unit: UnitDriver) => Promise<T>): Promise<T> {
  engine.simulator.restore(fresh)
  engine.reset(1)
  const observer = new Observer({ parameters: p, tokens })
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle, session: 1 }), observer })
  try {
    const result = await act(unit)
    await unit.step(3000)
    observer.finish(true)
    return result
  } finally {
    await unit.close()
  }
}
const turns = (oracle: Oracle, history: Uint8Array, then: readonly Uint8Array[], tokens = true): Promise<TurnsResult> =>
  on(oracle, tokens, (unit) => runTurns(unit, { history, then, oracle: oracle.name, version: '0' }))

/** Three turns of one token a byte; the second answer evaluates `more` tokens that were evaluated before. */
const script = (more: number, middle = true): Oracle => scriptOracle(parseScript([[5, 5], [4 + more, 9], [6, 15]].map(([evaluated, history], i) =>
  JSON.stringify({ text: 'x', yield: i !== 1 || middle, tokens: { evaluated, reused: history! - evaluated! + more, history } })).join('\n')))
const asked = [text('abc'), [text('de'), text('fghi')]] as const

test('token counts of an Oracle that evaluates each token once pass', async () => {
  expect((await turns(script(0), ...asked)).json.tokens).toEqual({ evaluated: 15, reused: 14, history: 15 })
})

test('one token more is found, where it was evaluated again, and only by a bench that asks', async () => {
  await expect(turns(script(1), ...asked)).rejects.toMatchObject({ finding: { rule: 'M4', slot: 0, seen: '10 tokens were evaluated since slot 0 was opened, its history has 9' } })
  expect((await turns(script(1), ...asked, false)).json.tokens.evaluated).toBe(16)
})

test('where an answer did not yield, or the history was rewritten, nothing is asked of the counts', async () => {
  await turns(script(1, false), ...asked)
  const rewrites = (back: bigint) => on(script(1), true, async (unit) => {
    await boot(unit)
    await openSegment(unit, { slot: 0, base: 0x8000_0000n, length: 256, history: text('abc') })
    for (let turn = 0; turn < 2; turn++) {
      await must(unit, 'oenter', 0n)
      await must(unit, 'otrap', 0n)
      if (turn === 0 && back > 0n) await must(unit, 'oseg.top', 0n, 0x8000_0000n + 5n - back)
      if (turn === 0) await must(unit, 'opush', 0n, 0x64n)
    }
  })
  await rewrites(1n)
  await expect(rewrites(0n)).rejects.toMatchObject({ finding: { rule: 'M4' } })
})

// Without the model this fails, with the command that fetches it in the error.
test('the model in this process keeps it, and does not when it is told to forget between two turns', async () => {
  const model = await openOracle('smollm2')
  try {
    const then = [request('print the file readme.md')]
    const kept = await turns(model, Buffer.concat([examples, request('list the files in /etc')]), then)
    expect(kept.json.turns.map((t) => t.trap.cause)).toEqual(['yield', 'yield'])
    expect(kept.json.tokens.evaluated).toBe(kept.json.tokens.history)
    model.close!(0)
    const forgets: Oracle = {
      name: 'forgets', dispose: () => Promise.resolve(),
      async *ask(query) {
        await model.hint!(query.slot, { kind: 'discard' })
        yield* model.ask(query)
      },
    }
    const evaluated = kept.json.turns[0]!.tokens.evaluated + kept.json.tokens.history
    await expect(turns(forgets, Buffer.concat([examples, request('list the files in /etc')]), then))
      .rejects.toMatchObject({ finding: { rule: 'M4', seen: `${evaluated} tokens were evaluated since slot 0 was opened, its history has ${kept.json.tokens.history}` } })
  } finally {
    await model.dispose()
  }
}, 120_000)
