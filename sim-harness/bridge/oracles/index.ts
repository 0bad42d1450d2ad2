// Owns: from the SPEC on a command line to an Oracle.
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { BridgeError, wordsOf } from '../errors.ts'
import { defaultSymbols, type Symbols } from '../history/records.ts'
import type { Oracle } from '../oracle.ts'
import { dialectNamed } from '../dialects/index.ts'
import { modelPlaces, type ModelPlaces } from '../setup/places.ts'
import { openExec } from './exec.ts'
import { humanOracle } from './human.ts'
import { ggufOracle } from './gguf.ts'
import { openServer, type ServerOptions } from './open-server.ts'
import { openReplay } from './replay.ts'
import { parseScript, scriptOracle } from './script.ts'
import { smollm2Oracle } from './smollm2.ts'
import { oracleSpecs } from './specs.ts'

export { oracleSpecs }

export interface OracleOptions {
  /** The unit's marks and yield symbol; the generator's defaults if absent. */
  readonly symbols?: Symbols
  /** For `human`; the process's own if absent. */
  readonly input?: Readable
  readonly output?: Writable
  /** Most tokens of a slot's history, for models; 4096, or what the model was trained with if that is less. */
  readonly contextTokens?: number
  /** Told how far a model is with what it does, for a progress line: it never changes an answer. */
  readonly progress?: (message: string) => void
  /** Where the model and its engine lie. */
  readonly places?: ModelPlaces
  /** For a server: its model, key and settings; of these `exec` takes the settings alone. Also where its lines for people go. */
  readonly server?: ServerOptions
}

const there = oracleSpecs.map((s) => s.form).join(', ')

async function script(file: string, symbols: Symbols): Promise<Oracle> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    throw new BridgeError('BRG1002', `the script ${file} cannot be read: ${wordsOf(thrown)}`, 'give the path of a file of JSON Lines that you may read')
  }
  return scriptOracle(parseScript(text, file, { yieldSymbol: symbols.yieldSymbol }), `script:${file}`)
}

/**
 * The Oracle of a SPEC. The caller disposes of it.
 * @throws BridgeError BRG1001..BRG1011 (exit code 2) for a SPEC, file, script, address, key or setting that is wrong; BRG2001..BRG2003 (exit code 3) for an
 * engine or a model that is missing or damaged, with the command that installs it.
 */
export async function openOracle(spec: string, options: OracleOptions = {}): Promise<Oracle> {
  const symbols = options.symbols ?? defaultSymbols
  const colon = spec.indexOf(':')
  const name = colon < 0 ? spec : spec.slice(0, colon)
  const rest = colon < 0 ? '' : spec.slice(colon + 1)
  const wrong = (what: string) => new BridgeError('BRG1001', what, `take one of: ${there}`)
  const model = {
    symbols, places: options.places ?? modelPlaces(),
    ...(options.contextTokens === undefined ? {} : { contextTokens: options.contextTokens }), ...(options.progress ? { progress: options.progress } : {}),
  }
  if (name === 'human' || name === 'smollm2') {
    if (colon >= 0) throw wrong(`the Oracle ${name} takes nothing behind a colon, and '${spec}' has '${rest}'`)
    return name === 'smollm2' ? smollm2Oracle(model) : humanOracle({ input: options.input ?? process.stdin, output: options.output ?? process.stderr, symbols })
  }
  if (name === 'script' || name === 'gguf' || name === 'replay') {
    if (rest === '') throw wrong(`the Oracle ${name} needs a file: ${name}:FILE`)
    return name === 'script' ? script(rest, symbols) : name === 'replay' ? openReplay(rest) : ggufOracle(rest, model)
  }
  if (name === 'exec') return openExec(rest, symbols.yieldSymbol, options.server?.config, options.server?.log)
  const dialect = dialectNamed(name)
  if (dialect) return openServer(dialect, rest, symbols, options.server ?? {})
  throw wrong(`there is no Oracle '${spec}'`)
}
