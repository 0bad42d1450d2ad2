// Owns: the table of bandwidth: bytes a cycle both ways, cycles from `oenter` to the first query beat; on the models of memory, and on Rocket.
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, rocketMemory, type MemorySettings } from '../../sim-harness/memory/settings.ts'
import type { ReportContext } from './cache.ts'
import { buildSimulator, compile, run } from './rocket-program.ts'
import { RateKeeper, type Rates, type StreamRates } from './stream-rates.ts'
import type { Bound, Cell, Table } from './table.ts'

/** Bytes a cycle that the replay queue of Rocket Chip up to v1.6 lets through: two accesses in three cycles. */
const depthTwo = 16 / 3
/** Bytes a cycle of 8 that the unit handles where memory takes a request in every cycle. */
const unhindered = 7.6
const memories = [
  { name: 'ideal: a request a cycle, hits', memory: idealMemory, most: 8 }, { name: 'replay queue of depth 2, hits', memory: rocketMemory(2), most: depthTwo }, { name: 'replay queue of depth 3, hits', memory: rocketMemory(3), most: 8 },
] as const
/** Cycles of quiet, the default first. */
const gaps = [parameters().quiet, 0] as const
/** Bytes of the query and of the answer; the first byte of the query, from an aligned word, so that answer and query begin anywhere. */
const bytes = 65_536, offsets = [0, 3] as const
/** Bytes of a query and of its answer that the data cache of 4 KiB has together; the last turns are measured. */
const hits = [[1024, 1024], [2048, 2048], [3584, 64], [64, 3584]] as const, turns = 4

async function onTheBench(quiet: number, memory: MemorySettings, offset: number): Promise<StreamRates> {
  const p = parameters({ quiet }), keeper = new RateKeeper(), base = p.cacheableLow, slot = 0n
  const lines = [{ text: '', yield: true, after_cycles: 0 }, { text: 'a'.repeat(bytes - 1), yield: true, after_cycles: 0 }]
  const oracle = scriptOracle(parseScript(lines.map((l) => JSON.stringify(l)).join('\n')))
  const unit = new UnitDriver({ engine: openWasm(elaborate(oracleUnit(p))), ownsEngine: true, parameters: p, memory, peer: new BridgeHost({ oracle, session: 1 }), onEvents: (e) => keeper.observe(e) })
  try {
    await boot(unit)
    const enter = async (): Promise<void> => {
      await must(unit, 'oenter', slot, 0n)
      await must(unit, 'otrap', slot)
    }
    // The host holds what is before the offset; the answer to that is one symbol.
    let top = await openSegment(unit, { slot: 0, base, length: 4 * bytes, history: new Uint8Array(offset === 0 ? 0 : offset - 1).fill(0x62) })
    if (offset > 0) {
      await enter()
      top += 1n
    }
    unit.write(top, new Uint8Array(bytes).fill(0x63))
    await must(unit, 'oseg.top', slot, top + BigInt(bytes))
    if (offset === 0) {
      // The script's first line is for the other case: it is asked, and what was sent goes again.
      await enter()
      await must(unit, 'oseg.top', slot, top + BigInt(bytes))
      await must(unit, 'oseg.touch', slot, base)
    }
    await enter()
    return keeper.rates().at(-1)!
  } finally {
    await unit.close()
  }
}

/** On Rocket the hart reads and writes all of it first, and touches no memory meanwhile. */
async function onRocket(context: ReportContext, quiet: number, [history, answer]: (typeof hits)[number]): Promise<StreamRates> {
  const simulator = await buildSimulator(context, 'oracle', { quiet }), image = await compile(['stream.c']), keeper = new RateKeeper()
  const line = JSON.stringify({ text: 'a'.repeat(answer - 1), yield: true, after_cycles: 200 })
  await run(simulator, image, [history, answer, turns], parseScript(`${line}\n`.repeat(turns)), (e) => keeper.observe(e))
  return keeper.rates().at(-1)!
}

const columns = ['memory', 'quiet', 'query', 'begins at byte', 'query: bytes a cycle', 'of it at memory', 'on the link', 'answer', 'answer: bytes a cycle', 'of it at memory ', 'on the link ', 'cycles from `oenter` to the first beat']
const cells = (r: Rates): Cell[] => [r.whole, r.memory, r.link]
const share = (rate: number | null, most: number): string => `${(100 * (rate ?? 0) / most).toFixed(1)} %`

export async function bandwidthTable(context: ReportContext): Promise<Table> {
  const models: Cell[][] = [], rocket: Cell[][] = [], bounds: Bound[] = [], first: number[] = []
  const bound = (says: string, rate: number | null, least: number, most: number): void => { bounds.push({ says, measured: `${rate?.toFixed(2) ?? '-'} (${share(rate, most)} of ${most.toFixed(2)})`, holds: (rate ?? 0) >= least }) }
  for (const { name, memory, most } of memories) {
    for (const quiet of gaps) {
      for (const offset of offsets) {
        context.say(`${name}, byte ${offset} of a word, ${quiet} cycles of quiet`)
        const r = await onTheBench(quiet, memory, offset), where = `${name}, from byte ${offset}`
        models.push([name, quiet, bytes, offset, ...cells(r.query), bytes, ...cells(r.answer), r.enterToQuery])
        first.push(r.enterToQuery)
        if (most === depthTwo && quiet > 0) {
          bound(`${where}: query, from its first beat on, at least 95 % of ${depthTwo.toFixed(2)}`, r.query.whole, 0.95 * most, most)
          bound(`${where}: answer, from its first beat on, at least 95 % of ${depthTwo.toFixed(2)}`, r.answer.whole, 0.95 * most, most)
        }
        if (most !== depthTwo) {
          bound(`${where}, ${quiet} cycles of quiet: query, on the link, at least ${unhindered}`, r.query.link, unhindered, most)
          bound(`${where}, ${quiet} cycles of quiet: answer, on the link and at memory, at least ${unhindered}`, Math.min(r.answer.link ?? 0, r.answer.memory ?? 0), unhindered, most)
        }
      }
    }
  }
  for (const quiet of gaps) {
    for (const sizes of hits) {
      context.say(`on Rocket, on cache hits: query ${sizes[0]}, answer ${sizes[1]}, ${quiet} cycles of quiet`)
      const r = await onRocket(context, quiet, sizes), where = `Rocket, query of ${sizes[0]}, answer of ${sizes[1]}`
      rocket.push(['Rocket 1.2.6, small, cache hits', quiet, sizes[0], 0, ...cells(r.query), sizes[1], ...cells(r.answer), r.enterToQuery])
      first.push(r.enterToQuery)
      if (quiet === 0) continue
      if (sizes[0] >= 1024) bound(`${where}: loads, at least 95 % of ${depthTwo.toFixed(2)}`, r.query.memory, 0.95 * depthTwo, depthTwo)
      if (sizes[1] >= 1024) bound(`${where}: stores, at least 95 % of ${depthTwo.toFixed(2)}`, r.answer.memory, 0.95 * depthTwo, depthTwo)
    }
  }
  bounds.push({ says: 'from `oenter` to the first beat at most 12 cycles', measured: String(Math.max(...first)), holds: Math.max(...first) <= 12 })
  const { chunkBytes, burst, quiet } = parameters(), most = 8 * chunkBytes / (chunkBytes + 24)
  return {
    name: 'bandwidth', title: 'Bandwidth of the unit',
    about: [
      'One query and its answer, the host always ready. *Bytes a cycle* are those of the history: of a query from its first beat to its last, of an answer from its first beat to memory\'s answer to its last store. *At memory*: from the first access to the last.',
      '*On the link*: headers and trailers among them, from the first beat behind the first header to the last beat.',
    ],
    parts: [
      {
        heading: 'On models of memory', columns, rows: models,
        notes: [
          `What bounds it. A chunk has at most ${chunkBytes} bytes (the format of the link) and three beats beside its data, so a link that is never idle carries ${most.toFixed(2)} bytes of a query's history a cycle; where memory is slower than that the headers cost nothing. An answer's frames are as long as the host makes them. The port is quiet for ${quiet} cycles after ${burst} of use and one for the last answer: ${(100 * (quiet + 1) / (burst + quiet + 1)).toFixed(1)} %; rows with 0 are without. Depth 2 lets two accesses through in three cycles: ${depthTwo.toFixed(2)} bytes.`,
        ],
      },
      {
        heading: 'On Rocket, on cache hits', columns, rows: rocket,
        notes: [
          `The data cache has 4 KiB, so a stream on hits is short, and its start-up shows: the second beat of a query leaves some forty cycles after the first, when microcode has the length and the offset, and the first symbol of an answer is stored some thirty cycles after its first beat. From the first access to the last both go at what the replay queue lets through. Streams shorter than ${burst} cycles meet no gap of the port: it was quiet before.`,
        ],
      },
    ],
    bounds,
  }
}
