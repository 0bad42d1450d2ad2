// Owns: measurement 6: an answer cut into slices by the budget: the same history, and what the slices cost in queries and tokens.
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { counterNumber, type Counter } from '../../coprocessor/isa/fields.ts'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import type { AnswerEvent, Oracle, OracleQuery } from '../../sim-harness/bridge/oracle.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'
import type { ReportContext } from './cache.ts'
import type { Cell, Table } from './table.ts'

/** Budgets of one entry; 0: none. */
const budgets = [0, 256, 128, 64, 32, 16, 8, 4, 2] as const
const historyBytes = 1000, answerSymbols = 400, yieldSymbol = 0xff, frameSymbols = 16

/** FNV-1a. */
const hash = (bytes: Uint8Array): number => bytes.reduce((h, b) => Math.imul(h ^ b, 0x01000193) >>> 0, 0x811c9dc5)

/**
 * Autoregressive: the next symbol hangs on all symbols before it and on nothing else, and it ends at its first yield symbol. A token is a symbol; it keeps the
 * state of the history that it saw last, and evaluates what follows the common part: at least one token, for the next symbol needs a state.
 */
export function autoregressive(length: number): { readonly oracle: Oracle; readonly evaluated: () => number } {
  let kept: Uint8Array = new Uint8Array(0), total = 0
  const next = (history: Uint8Array): number => (history.length >= length - 1 ? yieldSymbol : 0x61 + hash(history) % 26)
  const oracle: Oracle = {
    name: 'autoregressive',
    async *ask({ history, signal }: OracleQuery): AsyncGenerator<AnswerEvent> {
      let common = 0
      while (common < kept.length && common < history.length && kept[common] === history[common]) common++
      const reused = Math.min(common, history.length - 1)
      let evaluated = history.length - reused, all = history
      total += evaluated
      for (;;) {
        const symbols: number[] = []
        while (symbols.length < frameSymbols && symbols.at(-1) !== yieldSymbol) {
          const symbol = next(all)
          symbols.push(symbol)
          all = Uint8Array.from([...all, symbol])
        }
        const ends = symbols.at(-1) === yieldSymbol
        // What it wrote is computed too: the next query finds it.
        kept = all
        evaluated += symbols.length
        total += symbols.length
        yield { kind: 'symbols', symbols: Uint8Array.from(symbols), ...(ends ? { end: { tokens: { evaluated, reused, history: all.length } } } : {}) }
        if (ends || signal.aborted) return
      }
    },
    // After a cut the rest of what was computed is thrown away.
    keep: (_, bytes) => { kept = kept.slice(0, bytes) },
    dispose: async () => undefined,
  }
  // Cut answers included, which have no end that would say it.
  return { oracle, evaluated: () => total }
}

interface Sliced {
  readonly budget: number; readonly entries: number; readonly queries: number; readonly sent: number; readonly appended: number
  readonly evaluated: number; readonly cycles: number; readonly history: string
}

async function sliced(engine: Engine, budget: number): Promise<Sliced> {
  await engine.reset(1)
  const p = parameters(), slot = 0n, base = p.cacheableLow
  const { oracle, evaluated } = autoregressive(historyBytes + answerSymbols)
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, peer: new BridgeHost({ oracle, session: 1 }) })
  try {
    await boot(unit)
    await openSegment(unit, { slot: 0, base, length: 4096, history: Uint8Array.from({ length: historyBytes }, (_, i) => 0x61 + i % 26) })
    const from = unit.cycle
    let entries = 0
    for (;;) {
      await must(unit, 'oenter', slot, BigInt(budget))
      entries++
      const record = decodeRecord(await must(unit, 'otrap', slot))
      if (record?.cause === 'yield') break
      if (record?.cause !== 'budget') throw new Error(`a slice of ${budget} ended with ${record?.cause ?? 'no record'}`)
    }
    const cycles = unit.cycle - from, count = async (c: Counter) => Number(await must(unit, 'ocount', slot, BigInt(counterNumber(c))))
    return {
      budget, entries, cycles, evaluated: evaluated(), queries: await count('queries'), sent: await count('sentNew') + await count('sentAgain'), appended: await count('appended'),
      history: Buffer.from(unit.read(base, historyBytes + answerSymbols)).toString('latin1'),
    }
  } finally {
    await unit.close()
  }
}

export async function slicesTable({ say }: ReportContext): Promise<Table> {
  const all: Sliced[] = [], engine = openWasm(elaborate(oracleUnit(parameters())))
  for (const budget of budgets) {
    say(budget === 0 ? 'the uncut run' : `slices of ${budget}`)
    all.push(await sliced(engine, budget))
  }
  const uncut = all[0]!
  return {
    name: 'slices', title: 'Preemption by the budget',
    about: [
      `An autoregressive Oracle that ends its answer at its first yield symbol, asked with ${historyBytes} symbols of history for an answer of ${answerSymbols}; each entry has a budget, spent by a query and by a symbol, and the Priestess enters again after a trap \`budget\`.`,
      `A token is a symbol here, and a frame has ${frameSymbols} of them. The Oracle keeps what it computed of the kept history; what it computed past a cut (frames that were on their way) is thrown away, and one token at least is evaluated for each query.`,
    ],
    parts: [{
      columns: ['budget', 'history equal', 'entries', 'queries', 'extra queries', 'symbols sent', 'symbols appended', 'tokens evaluated', 'extra tokens', 'cycles'],
      rows: all.map((s): Cell[] => [
        s.budget === 0 ? 'none' : String(s.budget), s.history === uncut.history ? 'yes' : 'NO', s.entries, s.queries, s.queries - uncut.queries, s.sent, s.appended, s.evaluated, s.evaluated - uncut.evaluated, s.cycles,
      ]),
      notes: [all.every((s) => s.history === uncut.history) ? 'Every sliced run ends with the history of the uncut one.' : 'A sliced run ended with another history: this is a fault.'],
    }],
  }
}
