// Owns: the table of history length against cycles: queries of a growing history on the stand-alone bench, each paying for its new symbols only.
import { parameters } from '../../coprocessor/parameters.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { openUnit } from '../../sim-harness/driver/open-unit.ts'
import { rocketMemory } from '../../sim-harness/memory/settings.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { FigureKeeper, type Exchange } from '../../rocket-config/run/figures.ts'
import type { ReportContext } from './cache.ts'
import { svg } from './plot.ts'
import type { Cell, Table } from './table.ts'

/** Bytes of the history at which a query is measured; before it the Priestess appends `added` new ones. */
const lengths = [100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000] as const
const added = 256, symbols = 64

interface Point { readonly length: number; readonly exchange: Exchange; readonly cycles: number }

async function measure(): Promise<Point[]> {
  const p = parameters(), keeper = new FigureKeeper(), base = p.cacheableLow, slot = 0n
  const line = JSON.stringify({ text: 'a'.repeat(symbols - 1), yield: true, after_cycles: 0 })
  const oracle = scriptOracle(parseScript(`${line}\n`.repeat(2 * lengths.length)))
  const unit = await openUnit({ engine: 'wasm', parameters: p, memory: rocketMemory(), peer: new BridgeHost({ oracle, session: 1 }), onEvents: (e) => keeper.observe(e) })
  try {
    await boot(unit)
    let top = await openSegment(unit, { slot: 0, base, length: 2 * 2 ** 20, history: new Uint8Array(0) })
    const append = async (count: number): Promise<void> => {
      unit.write(top, new Uint8Array(count).fill(0x62))
      top += BigInt(count)
      await must(unit, 'oseg.top', slot, top)
    }
    const enter = async (): Promise<number> => {
      const from = unit.cycle
      await must(unit, 'oenter', slot, 0n)
      await must(unit, 'otrap', slot)
      top += BigInt(symbols)
      return unit.cycle - from
    }
    const found: Point[] = []
    for (const length of lengths) {
      // The host has all but the last `added` of them.
      const more = length - added - symbols - Number(top - base)
      if (more > 0) {
        await append(more)
        await enter()
      }
      const before = length - Number(top - base)
      await append(Math.min(before, added))
      const cycles = await enter()
      found.push({ length: Number(top - base) - symbols, exchange: keeper.figures().exchanges.at(-1)!, cycles })
    }
    return found
  } finally {
    await unit.close()
  }
}

export async function historyTable({ say }: ReportContext): Promise<Table> {
  say('queries of a growing history')
  const points = await measure()
  const perNew = ({ exchange: e, cycles }: Point) => cycles / (e.queryBytes + symbols)
  const full = points.filter((x) => x.exchange.queryBytes === added), most = Math.max(...full.map((x) => x.cycles)), least = Math.min(...full.map((x) => x.cycles))
  return {
    name: 'history', title: 'History length against cycles',
    about: [
      `One slot whose history grows; at each length the Priestess appends ${added} symbols and enters O-mode, and the answer has ${symbols}. The host answers at once, memory is the model of Rocket's (hits behind a replay queue of depth 2).`,
      'Clock cycles from `oenter` to the record taken.',
    ],
    plots: {
      'history.svg': svg({ title: 'Clock cycles of a query and its answer', across: 'bytes of the history', up: 'clock cycles', lines: [{ name: `${added} new symbols, answer of ${symbols}`, points: full.map((x) => [x.length, x.cycles]) }] }),
    },
    parts: [{
      columns: ['history', 'new symbols', 'symbols appended', 'cycles', 'cycles a new symbol', 'cycles from `oenter` to the first beat'],
      rows: points.map((x): Cell[] => [x.length, x.exchange.queryBytes, symbols, x.cycles, perNew(x), x.exchange.started === undefined ? null : x.exchange.queryFirst - x.exchange.started]),
      notes: [`With ${added} new symbols: ${least} to ${most} cycles, whatever the length of the history.`],
    }],
  }
}
