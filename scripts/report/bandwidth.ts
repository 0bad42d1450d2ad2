// Owns: the table of bandwidth: bytes and link beats a cycle both ways, cycles from `oenter` to the first query beat; on the models of memory, and on Rocket.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parameters } from '../../coprocessor/parameters.ts'
import { oracleUnit } from '../../coprocessor/unit/oracle-unit.ts'
import { FigureKeeper } from '../../rocket-config/run/figures.ts'
import { elaborate } from '../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../sim-harness/bridge/oracles/script.ts'
import { boot, must, openSegment } from '../../sim-harness/driver/boot.ts'
import { UnitDriver } from '../../sim-harness/driver/unit-driver.ts'
import type { Engine } from '../../sim-harness/engines/engine.ts'
import { openWasm } from '../../sim-harness/engines/wasm/wasm-engine.ts'
import { idealMemory, rocketMemory, type MemorySettings } from '../../sim-harness/memory/settings.ts'
import { benchProgram, streaming } from '../bench/rocket.ts'
import type { ReportContext } from './cache.ts'
import { buildSimulator } from './rocket-program.ts'
import type { Cell, Table } from './table.ts'

const memories: readonly (readonly [string, MemorySettings])[] = [['ideal: a request a cycle, hits', idealMemory], ['replay queue of depth 2, hits', rocketMemory(2)], ['replay queue of depth 3, hits', rocketMemory(3)]]
/** Bytes of the query and of the answer; the first byte of the query, from an aligned word, so that answer and query begin anywhere. */
const bytes = 16_384, offsets = [0, 3] as const

interface Stream { readonly bytesOut: number; readonly bytesIn: number; readonly beatsOut: number; readonly beatsIn: number; readonly enterToQuery: number }

async function measure(engine: Engine, memory: MemorySettings, offset: number): Promise<Stream> {
  await engine.reset(1)
  const p = parameters(), keeper = new FigureKeeper(), base = p.cacheableLow, slot = 0n
  const lines = [{ text: '', yield: true, after_cycles: 0 }, { text: 'a'.repeat(bytes - 1), yield: true, after_cycles: 0 }]
  const oracle = scriptOracle(parseScript(lines.map((l) => JSON.stringify(l)).join('\n')))
  const unit = new UnitDriver({ engine, ownsEngine: false, parameters: p, memory, peer: new BridgeHost({ oracle, session: 1 }), onEvents: (e) => keeper.observe(e) })
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
    const from = unit.log.length
    await enter()
    const exchange = keeper.figures().exchanges.at(-1)!, log = unit.log.slice(from)
    const rate = (kind: string): number => {
      const frames = log.filter((l) => typeof l.frame !== 'string' && l.frame.kind.name === kind)
      return frames.reduce((n, f) => n + f.beats.length, 0) / (frames.at(-1)!.cycle - frames[0]!.first + 1)
    }
    return {
      bytesOut: exchange.queryBytes / (exchange.queryLast - exchange.queryFirst + 1), bytesIn: exchange.answerBytes / exchange.answerCycles!,
      beatsOut: rate('query'), beatsIn: rate('answer'), enterToQuery: exchange.queryFirst - exchange.started!,
    }
  } finally {
    await unit.close()
  }
}

export async function bandwidthTable(context: ReportContext): Promise<Table> {
  const rows: Cell[][] = [], engine = openWasm(elaborate(oracleUnit(parameters())))
  for (const [name, memory] of memories) {
    for (const offset of offsets) {
      context.say(`${name}, byte ${offset} of a word`)
      const s = await measure(engine, memory, offset)
      rows.push([name, offset, s.bytesOut, s.beatsOut, s.bytesIn, s.beatsIn, s.enterToQuery])
    }
  }
  context.say('on Rocket, on cache hits')
  const simulator = await buildSimulator(context, 'oracle'), work = await mkdtemp(join(tmpdir(), 'archnights-report-'))
  try {
    const { bytesPerCycle, cyclesFromEnterToQuery } = await streaming(simulator, await benchProgram('rocket-stream', work, parameters()))
    rows.push(['Rocket 1.2.6, small, cache hits', 0, bytesPerCycle.query, null, bytesPerCycle.answer, null, cyclesFromEnterToQuery])
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  const { chunkBytes } = parameters(), most = 8 * chunkBytes / (chunkBytes + 24)
  return {
    name: 'bandwidth', title: 'Bandwidth of the unit',
    about: [
      `One query of ${bytes} bytes and an answer of as many, host always ready; on Rocket of a kilobyte each, which its cache holds. Query: from its first beat to its last. Answer: from its first beat to the confirmation of its last store.`,
      `A chunk of ${chunkBytes} bytes has three beats more than its data, so a link that is never idle carries ${most.toFixed(2)} bytes of history a cycle; the model of depth 2 lets two accesses through in three cycles, 5.33 bytes.`,
      'The default burst and quiet cycles are counted in.',
    ],
    parts: [{ columns: ['memory', 'begins at byte', 'query: bytes a cycle', 'query: beats a cycle', 'answer: bytes a cycle', 'answer: beats a cycle', 'cycles from `oenter` to the first beat'], rows }],
  }
}
