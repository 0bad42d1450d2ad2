// Owns: the values that options take: names among what is there, whole numbers, lists.
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { serverSpecs } from '../sim-harness/bridge/oracles/specs.ts'
import { CliError } from './failure.ts'

/** A value that looks like an option is one that was forgotten: `--out --json` must not write a folder of that name. */
export const given = (value: string): string => {
  if (value === '') throw new InvalidArgumentError('it is empty')
  if (value.startsWith('--')) throw new InvalidArgumentError(`it looks like an option; write ./${value} if it is a name`)
  return value
}

/** For options that may be given several times. */
export const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, given(value)]

/**
 * The value, if it is there. `later`: values of the contract that are not built yet.
 * @throws CliError CLI2002 for one of those, CLI2008 for any other
 */
export function oneOf<T extends string>(option: string, value: string, there: readonly T[], later: readonly string[] = []): T {
  const found = there.find((t) => t === value)
  if (found !== undefined) return found
  const names = there.join(', ')
  if (later.includes(value)) throw new CliError('CLI2002', `${option} ${value} is not built yet`, `there is ${names}`)
  throw new CliError('CLI2008', `${option} cannot be \`${value}\``, `there is ${names}`)
}

/** A whole number from `low` to `high`. @throws CliError CLI2008 */
export function wholeNumber(option: string, text: string, low: bigint, high: bigint): bigint {
  const value = /^\d+$|^0[xX][0-9a-fA-F]+$/.test(text) ? BigInt(text) : undefined
  if (value !== undefined && value >= low && value <= high) return value
  throw new CliError('CLI2008', `${option} cannot be \`${text}\``, `give a whole number from ${low} to ${high}`)
}

/** The file that an Oracle reads (`script:FILE`, `gguf:FILE`, `replay:FILE`), as an absolute path; none: []. */
export const oracleFiles = (spec: string | undefined): string[] => {
  const file = /^(?:script|gguf|replay):(.+)$/s.exec(spec ?? '')?.[1]
  return file === undefined ? [] : [resolve(file)]
}

/** Options of a command that opens an Oracle. */
export interface ServerFlags { readonly model?: string; readonly keyEnv?: string; readonly oracleConfig?: string }

export const modelFlag = (): Option => new Option('--model <name>', 'for a server as Oracle: the name of the model there').argParser(given)
export const keyFlag = (): Option => new Option('--key-env <name>', 'for a server: the environment variable that holds its key').argParser(given)
export const configFlag = (): Option => new Option('--oracle-config <file>', 'for a server or a program as Oracle: a JSON file of settings').argParser(given)

/**
 * What they say to `openOracle`.
 * @throws CliError CLI2009 for an Oracle that they mean nothing to
 */
export function serverOptions(spec: string, { model, keyEnv, oracleConfig }: ServerFlags): { model?: string; keyEnv?: string; config?: string } {
  const server = serverSpecs.some((name) => spec.startsWith(`${name}:`))
  const given = [...(server ? [] : [['--model', model], ['--key-env', keyEnv]]), ...(server || spec.startsWith('exec:') ? [] : [['--oracle-config', oracleConfig]])].find(([, value]) => value !== undefined)
  if (given) throw new CliError('CLI2009', `${given[0]} is for a server, and --oracle ${spec} is none`, `leave it out, or name a server: ${serverSpecs.map((name) => `${name}:URL`).join(', ')}`)
  return { ...(model === undefined ? {} : { model }), ...(keyEnv === undefined ? {} : { keyEnv }), ...(oracleConfig === undefined ? {} : { config: oracleConfig }) }
}
