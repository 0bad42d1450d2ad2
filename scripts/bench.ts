// Owns: `npm run bench`: the figures of the unit, of the simulators and of the unit on Rocket, each as a ratio measured in this run.
//   npm run bench -- [--json] [unit] [rocket] [elaborate]      --json: one object on stdout; without a name all parts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parameters } from '../coprocessor/parameters.ts'
import { oracleUnit } from '../coprocessor/unit/oracle-unit.ts'
import { emitVerilog } from '../rtl-gen/backends/verilog/index.ts'
import { elaborate } from '../rtl-gen/dsl/index.ts'
import { RocketError } from '../rocket-config/errors.ts'
import { HarnessError } from '../sim-harness/errors.ts'
import { openEngine } from '../sim-harness/engines/open-engine.ts'
import { measureElaborate } from './bench/elaborate.ts'
import { measureRocket } from './bench/rocket.ts'
import { measureSize } from './bench/size.ts'
import { firstResult, measureSpeed, seconds } from './bench/speed.ts'
import { measureTraffic } from './bench/traffic.ts'

const json = process.argv.includes('--json'), named = process.argv.slice(2).filter((a) => !a.startsWith('-'))
const wants = (part: 'unit' | 'rocket' | 'elaborate'): boolean => named.length === 0 || named.includes(part)
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
  const speeds = await measureSpeed(engines, (engine) => measureTraffic(engine, p, manySymbols, false), stimulus, 7)
  for (const engine of engines) await engine.close()
  const wasm = speeds.get('wasm')!, verilator = speeds.get('verilator')!
  say('from source to a first result')
  const wasmFirst = await firstResult('wasm', describe, folder), verilatorFirst = await firstResult('verilator', describe, folder)
  say('yosys')
  const size = await measureSize(warm, folder)
  return {
    cyclesPerSymbol: { out: traffic.out, in: traffic.in }, cyclesFromEnterToQuery: traffic.enterToQuery,
    cyclesPerSecond: { wasm, verilator, wasmOverVerilator: { driven: wasm.driven / verilator.driven, played: wasm.played / verilator.played, held: wasm.held / verilator.held } },
    secondsToFirstResult: { wasm: wasmFirst, verilator: verilatorFirst, verilatorOverWasm: verilatorFirst / wasmFirst },
    milliseconds: { elaborate: 1000 * elaborateSeconds, emit: 1000 * emitSeconds },
    yosys: size ?? null,
  }
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
  const figures = { ...(wants('elaborate') ? { elaborate: await measureElaborate(folder, cache, say) } : {}), ...(wants('unit') ? await bench(folder) : {}), ...(wants('rocket') ? { rocket: await measureRocket(p, folder, say) } : {}) }
  process.stdout.write(json ? `${JSON.stringify(figures)}\n` : `${lines(figures, '').join('\n')}\n`)
} catch (error) {
  if (!(error instanceof HarnessError || error instanceof RocketError)) throw error
  process.stderr.write(`error ${error.code}: ${error.message}\n  help: ${error.help}\n`)
  process.exitCode = error.exitCode
} finally {
  await rm(folder, { recursive: true, force: true })
}
