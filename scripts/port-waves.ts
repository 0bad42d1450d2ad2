// Owns: the wave pictures of docs/integration.md, drawn from a simulation: a short history, a scripted answer, and what the ports did.
import { elaborate } from '../rtl-gen/dsl/index.ts'
import { asciiWave } from '../rtl-gen/waves/index.ts'
import { parameters } from '../coprocessor/parameters.ts'
import { oracleUnit } from '../coprocessor/unit/oracle-unit.ts'
import { BridgeHost, encodeRecord, parseScript, scriptOracle } from '../sim-harness/bridge/index.ts'
import { layoutOf, openWasm, runTurns, UnitDriver, type PortField } from '../sim-harness/index.ts'

type Cycle = ReadonlyMap<string, bigint>

/** What is drawn: the signals, and from which cycle on; `lead` cycles before it are shown too. */
interface Picture { readonly signals: readonly string[]; readonly from: (cycles: readonly Cycle[]) => number; readonly lead: number; readonly cycles: number }

const firstWith = (cycles: readonly Cycle[], ...names: string[]) => cycles.findIndex((c) => names.every((n) => c.get(n) === 1n))
const lastWith = (cycles: readonly Cycle[], name: string) => cycles.length - 1 - [...cycles].reverse().findIndex((c) => c.get(name) === 1n)
const stream = (prefix: string, ...parts: string[]) => ['valid', 'ready', ...parts].map((part) => `${prefix}_${part}`)
const axis = (prefix: string) => ['tvalid', 'tready', 'tdata', 'tkeep', 'tlast'].map((part) => `${prefix}_${part}`)

const pictures: Readonly<Record<string, Picture>> = {
  rocc: {
    signals: [...stream('rocc_cmd', 'funct7', 'rd', 'rs1'), ...stream('rocc_resp', 'rd', 'data'), 'rocc_busy'], lead: 1, cycles: 8,
    from: (cycles) => firstWith(cycles, 'rocc_cmd_valid'),
  },
  memory: {
    signals: [...stream('mem_req', 'addr', 'tag', 'store', 'size'), 'mem_resp_valid', 'mem_resp_tag', 'mem_resp_data'], lead: 1, cycles: 9,
    from: (cycles) => firstWith(cycles, 'mem_req_valid'),
  },
  // The hello after reset comes first; the query is the frame that follows the first load.
  linkTx: { signals: axis('link_tx'), lead: 1, cycles: 8, from: (cycles) => { const load = firstWith(cycles, 'mem_req_valid'); return load + firstWith(cycles.slice(load), 'link_tx_tvalid') } },
  linkRx: { signals: axis('link_rx'), lead: 1, cycles: 8, from: (cycles) => { const load = firstWith(cycles, 'mem_req_valid'); return load + firstWith(cycles.slice(load), 'link_rx_tvalid') } },
  interrupt: {
    signals: ['rocc_interrupt', ...stream('rocc_cmd', 'funct7'), ...stream('rocc_resp', 'data')], lead: 3, cycles: 14,
    from: (cycles) => firstWith(cycles, 'rocc_interrupt'),
  },
}

/** Hexadecimal, as short as it can be: of more than eight digits the first and the last four. */
const short = (value: bigint): string => {
  const digits = value.toString(16)
  return digits.length > 8 ? `${digits.slice(0, 4)}~${digits.slice(-4)}` : digits
}

/** The pictures by name, without a final newline. The same sources give the same text. */
export async function portWaves(): Promise<Record<string, string>> {
  const p = parameters()
  const design = elaborate(oracleUnit(p))
  const layout = layoutOf(design)
  const fields: readonly PortField[] = [...layout.inputs, ...layout.outputs]
  const cycles: Cycle[] = []
  const engine = openWasm(design, (simulator) => ({ cycle: () => void cycles.push(new Map(fields.map((f) => [f.name, simulator.peek(f.path)]))), close: () => undefined }))
  const oracle = scriptOracle(parseScript('{"text": "date", "yield": true, "after_cycles": 20}\n', 'script', { yieldSymbol: p.yieldSymbol }), 'script')
  const unit = new UnitDriver({ engine, parameters: p, peer: new BridgeHost({ oracle, session: 1 }) })
  try {
    await runTurns(unit, { history: Buffer.concat([encodeRecord('priestess', 'the date?'), encodeRecord('oracle', '', { ended: false })]), oracle: 'script', version: '' })
  } finally {
    await unit.close()
    await oracle.dispose()
  }
  const widths = new Map(fields.map((f) => [f.name, f.width]))
  return Object.fromEntries(Object.entries(pictures).map(([name, { signals, from, lead, cycles: length }]) => {
    const first = Math.max(0, from(cycles) - lead)
    const shown = cycles.slice(first, Math.min(first + length, lastWith(cycles, 'rocc_resp_valid') + 2))
    const lines = signals.map((s) => {
      const width = widths.get(s) ?? 1
      return { name: s, width, values: shown.map((c) => c.get(s)), ...(width > 1 ? { show: short } : {}) }
    })
    return [name, asciiWave(lines, { first }).trimEnd()]
  }))
}

/** A page with its pictures put in: each stands in a code block under `<!-- wave NAME -->`. */
export const withWaves = (page: string, waves: Readonly<Record<string, string>>): string =>
  page.replaceAll(/(<!-- wave (\w+) -->\n```text\n)[^`]*(```)/g, (all: string, start: string, name: string, end: string) => (waves[name] === undefined ? all : `${start}${waves[name]}\n${end}`))
