// Owns: `npm run bench`: the figures of the unit, of the simulators and of the unit on Rocket, each as a ratio measured in this run.
//   npm run bench -- [--json] [unit] [ring] [rocket] [elaborate]      --json: one object on stdout; without a name all parts
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parameters } from '../coprocessor/parameters.ts'
import { oracleUnit } from '../coprocessor/unit/oracle-unit.ts'
import { emitVerilog } from '../rtl-gen/backends/verilog/index.ts'
import { elaborate } from '../rtl-gen/dsl/index.ts'
import { RocketError } from '../rocket-config/errors.ts'
import { HarnessError } from '../sim-harness/errors.ts'
import { openEngine } from '../sim-harness/engines/open-engine.ts'
import { busyRing, operationsOf } from './bench/busy-ring.ts'
import { measureElaborate } from './bench/elaborate.ts'
import { measureRocket } from './bench/rocket.ts'
import { measureSize } from './bench/size.ts'
import { compareSpeeds, firstResult, measureSpeed, seconds } from './bench/speed.ts'
import { measureTraffic } from './bench/traffic.ts'

const json = process.argv.includes('--json'), named = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const wants = (part: 'unit' | 'ring' | 'rocket' | 'elaborate'): boolean => named.length === 0 || named.includes(part)
const say = (text: string): void => { process.stderr.write(`${text}\n`) }
/** Bytes of the query that is measured, and of its answer; and of the one on which the simulators run. */
const symbols = 4096, manySymbols = 65_536
const p = parameters(), describe = () => elaborate(oracleUnit(p))

async function bench(folder: string): Promise<object> {
  say('elaborate and emit')
  const warm = describe()
  emitVerilog(warm)
  const elaborateSeconds = await seconds(describe), emitSeconds = await seconds(() => emitVerilog(warm))
  const engines = [await openEngine('wasm', warm), await openEngine('verilator', warm, { buildDir: join(folder, 'warm'), progress: say })]
  say('clock cycles per symbol')
  const traffic = await measureTraffic(engines[0]!, p, symbols, false)
  say('the simulators in turn')
  const { stimulus } = await measureTraffic(engines[0]!, p, manySymbols, true)
  const speeds = await measureSpeed(engines, stimulus, { rounds: 7, repeats: 10, held: 200_000, drive: (engine) => measureTraffic(engine, p, manySymbols, false) })
  for (const engine of engines) await engine.close()
  say('from source to a first result')
  const wasmFirst = await firstResult('wasm', describe, folder), verilatorFirst = await firstResult('verilator', describe, folder)
  say('yosys')
  const size = await measureSize(warm, folder)
  return {
    cyclesPerSymbol: { out: traffic.out, in: traffic.in }, cyclesFromEnterToQuery: traffic.enterToQuery,
    cyclesPerSecond: compareSpeeds(speeds),
    secondsToFirstResult: { wasm: wasmFirst, verilator: verilatorFirst, verilatorOverWasm: verilatorFirst / wasmFirst },
    milliseconds: { elaborate: 1000 * elaborateSeconds, emit: 1000 * emitSeconds },
    yosys: size ?? null,
  }
}

/** The ring of about 5000 operations in which nothing rests: another input in every cycle, and the same one. */
async function benchRing(folder: string): Promise<object> {
  say('the ring')
  const design = busyRing(840), engines = [await openEngine('wasm', design), await openEngine('verilator', design, { buildDir: join(folder, 'ring'), progress: say })]
  const stimulus = Array.from({ length: 20_000 }, (_, i) => ({ cycles: 1, frame: Uint32Array.of(Math.imul(i, 0x9e3779b1)) }))
  const speeds = await measureSpeed(engines, stimulus, { rounds: 7, repeats: 2, held: 50_000 })
  for (const engine of engines) await engine.close()
  return { operations: operationsOf(design), cyclesPerSecond: compareSpeeds(speeds) }
}

/** One line a figure, the way to it in front. */
function lines(value: unknown, path: string): string[] {
  if (typeof value === 'number') return [`${path.padEnd(52)} ${Number.isInteger(value) ? value : value.toPrecision(4)}`]
  if (typeof value === 'string' || typeof value === 'boolean') return [`${path.padEnd(52)} ${value}`]
  if (value === null) return [`${path.padEnd(52)} not measured: the tool is not on this machine`]
  return Object.entries(value as object).flatMap(([name, v]) => lines(v, path === '' ? name : `${path}.${name}`))
}

const folder = await mkdtemp(join(tmpdir(), 'archnights-bench-'))
try {
  const cache = fileURLToPath(new URL('../.cache/bench', import.meta.url))
  const figures = {
    loadAtStart: loadavg()[0],
    ...(wants('elaborate') ? { elaborate: await measureElaborate(folder, cache, say) } : {}),
    ...(wants('unit') ? await bench(folder) : {}),
    ...(wants('ring') ? { ring: await benchRing(folder) } : {}),
    ...(wants('rocket') ? { rocket: await measureRocket(p, folder, say) } : {}),
    loadAtEnd: loadavg()[0],
  }
  process.stdout.write(json ? `${JSON.stringify(figures)}\n` : `${lines(figures, '').join('\n')}\n`)
} catch (error) {
  if (!(error instanceof HarnessError || error instanceof RocketError)) throw error
  process.stderr.write(`error ${error.code}: ${error.message}\n  help: ${error.help}\n`)
  process.exitCode = error.exitCode
} finally {
  await rm(folder, { recursive: true, force: true })
}
