// Owns: a run that is saved and looked at in tests: a script answers on the Wasm engine.
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { elaborate } from '../../../rtl-gen/dsl/index.ts'
import { BridgeHost } from '../../../sim-harness/bridge/host.ts'
import { parseScript, scriptOracle } from '../../../sim-harness/bridge/oracles/script.ts'
import { runTurns, type TurnsResult } from '../../../sim-harness/driver/run-turns.ts'
import { UnitDriver } from '../../../sim-harness/driver/unit-driver.ts'
import { openWasm } from '../../../sim-harness/engines/wasm/wasm-engine.ts'
import type { CycleEvents } from '../../../sim-harness/port-events.ts'
import { parseRunFile, RunSaver, unitLayout, type RunFile } from '../../../sim-harness/view/index.ts'

export const p = parameters()
export const layout = unitLayout(p)

export interface Saved { readonly bytes: Uint8Array; readonly run: RunFile; readonly result: TurnsResult; readonly events: readonly CycleEvents[]; readonly cycles: number }

/** What the clock told, copied when it told it: a command goes on changing. */
const copied = ({ command, ...rest }: CycleEvents): CycleEvents => {
  if (!command) return rest
  const { funct7, xd, xs1, xs2, rd, rs1, rs2, prv } = command
  return { ...rest, command: { funct7, xd, xs1, xs2, rd, rs1, rs2, prv } }
}

export interface Wanted {
  readonly script: readonly object[]; readonly history: Uint8Array; readonly then?: readonly Uint8Array[]
  readonly most?: number; readonly oracle?: string; readonly said?: string
}

export async function savedRun({ script, history, then = [], most, oracle = 'script:s', said }: Wanted): Promise<Saved> {
  const saver = new RunSaver(most), events: CycleEvents[] = []
  const peer = new BridgeHost({ oracle: scriptOracle(parseScript(script.map((line) => JSON.stringify(line)).join('\n'))), session: 1 })
  const unit = new UnitDriver({ engine: openWasm(elaborate(oracleUnit(p))), parameters: p, peer, onEvents: (e) => void events.push(copied(e)), onStretch: saver.stretch })
  try {
    const result = await runTurns(unit, { history, then, room: 4096, oracle, version: '1.2.3' })
    const bytes = saver.file({ ...result, said }, p, layout)
    return { bytes, run: parseRunFile(bytes, unitLayout), result, events, cycles: unit.cycle }
  } finally {
    await unit.close()
  }
}

export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** Two turns and a trap that is no yield. */
export const threeTurns: Wanted = {
  history: bytesOf('\xf8You are a shell.\xff\xf9list\xff\xfa'), then: [bytesOf('\xf9and the date\xff\xfa'), bytesOf('\xf9again\xff\xfa')],
  script: [
    { text: 'ls /home', yield: true, after_cycles: 700, tokens: { evaluated: 20, reused: 3, history: 23 } }, { text: 'date', yield: true, chunks: [1, 3, 1] }, { reject: true },
  ],
}
