// Owns: from the URL, the model, the key and the settings that a user names to a server as Oracle, and what can be wrong with them.
import { readFile } from 'node:fs/promises'
import type { Dialect } from '../dialects/dialect.ts'
import type { Server } from '../dialects/attempt.ts'
import { serverSettingsSchema, type ServerSettings } from '../dialects/settings.ts'
import { BridgeError, wordsOf } from '../errors.ts'
import type { Symbols } from '../history/records.ts'
import { redactor } from '../http/secrets.ts'
import type { Oracle } from '../oracle.ts'
import { serverOracle, type ServerListeners } from './server.ts'

export interface ServerOptions extends ServerListeners {
  /** The model's name at the server. */
  readonly model?: string | undefined
  /** The environment variable that holds the key. */
  readonly keyEnv?: string | undefined
  /** A JSON file of settings. */
  readonly config?: string | undefined
  /** The environment; the process's own if absent. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

/** Fields of a request that the bridge answers for. */
const ownFields = ['messages', 'prompt', 'system', 'stream', 'raw', 'stop', 'stop_sequences', 'model']

/** Which setting, as a path: `retry.attempts`. */
const placed = (issue: { readonly path: readonly PropertyKey[] }, more: readonly string[] = []) => [...issue.path.map(String), ...more].join('.')

/**
 * The settings in `text`, the rest as the schema has them.
 * @throws BridgeError BRG1007 with every finding, as `file: setting: what`
 */
export function parseServerSettings(text: string, file: string): ServerSettings {
  const wrong = (findings: readonly string[]) => new BridgeError('BRG1007', findings.map((f) => `${file}: ${f}`).join('\n'), `mend the file; there are ${Object.keys(serverSettingsSchema.shape).join(', ')}`)
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (thrown) {
    // The words of the parser show a piece of the file, which may hold a key.
    throw wrong([`it is not JSON${/ at position \d+/.exec(wordsOf(thrown))?.[0] ?? ''}`])
  }
  const parsed = serverSettingsSchema.safeParse(json)
  if (!parsed.success) {
    throw wrong(parsed.error.issues.flatMap((issue) => {
      if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${placed(issue, [key])}: there is no such setting`)
      return [issue.path.length === 0 ? 'it must be one JSON object, {...}' : `${placed(issue)}: ${issue.message}`]
    }))
  }
  const taken = Object.keys(parsed.data.request).filter((key) => ownFields.includes(key))
  if (taken.length > 0) throw wrong(taken.map((key) => `request.${key}: the bridge sets it itself`))
  return parsed.data
}

async function readSettings(file: string | undefined): Promise<ServerSettings> {
  if (file === undefined) return serverSettingsSchema.parse({})
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (thrown) {
    throw new BridgeError('BRG1002', `the settings ${file} cannot be read: ${wordsOf(thrown)}`, 'give the path of a JSON file that you may read')
  }
  return parseServerSettings(text, file)
}

/** Header values are printable ASCII here: a key with a line end in it would forge a header. */
function checkKey(key: string | undefined, where: string): string | undefined {
  if (key === undefined || /^[\x20-\x7e]*$/.test(key)) return key
  throw new BridgeError('BRG1008', `the key in ${where} holds characters that no key has`, 'look for a line end or a letter outside ASCII in it')
}

function keyOf(options: ServerOptions, settings: ServerSettings): string | undefined {
  const { keyEnv, env = process.env } = options
  if (keyEnv === undefined) return checkKey(settings.api_key, `api_key of ${options.config}`)
  const key = env[keyEnv]?.trim()
  if (key === undefined || key === '') throw new BridgeError('BRG1008', `the environment variable ${keyEnv} ${key === undefined ? 'is not set' : 'is empty'}`, `set ${keyEnv} to the key of the server`)
  return checkKey(key, keyEnv)
}

/**
 * Where the requests of a dialect go. A URL without a path gets the usual one, a URL with a path the rest of it, a URL with all of it nothing.
 * @throws BridgeError BRG1006
 * @example serverPlace(openaiChat, 'http://localhost:8080').path // /v1/chat/completions
 */
export function serverPlace(dialect: Dialect, text: string): { origin: string; path: string; shown: string } {
  const wrong = (what: string) => new BridgeError('BRG1006', what, `write ${dialect.name}:http://host:port${dialect.base}`)
  if (text === '') throw wrong(`the Oracle ${dialect.name} needs a URL`)
  if (!URL.canParse(text)) throw wrong(`${dialect.name} needs a URL, and what follows it is none`)
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wrong(`the URL of ${dialect.name} begins with http: or https:, not with ${url.protocol}`)
  // What is named on a command line is shown in results.
  if (url.username !== '' || url.password !== '') throw wrong(`the URL of ${dialect.name} holds a name or a password; a key comes from --key-env`)
  if (url.hash !== '') throw wrong(`the URL of ${dialect.name} has a part behind #, which no server is sent`)
  const bare = url.pathname.replace(/\/+$/, '')
  const path = bare.endsWith(dialect.path) ? bare : `${bare === '' ? dialect.base : bare}${dialect.path}`
  return { origin: url.origin, path: `${path}${url.search}`, shown: `${dialect.name}:${url.origin}${bare}` }
}

/**
 * `openai-chat:URL` and its kin. Nothing is asked yet.
 * @throws BridgeError BRG1002, BRG1006, BRG1007, BRG1008, BRG1009 (exit code 2)
 */
export async function openServer(dialect: Dialect, url: string, symbols: Symbols, options: ServerOptions): Promise<Oracle> {
  const { origin, path, shown } = serverPlace(dialect, url)
  if (dialect.needsModel && options.model === undefined) throw new BridgeError('BRG1009', `the Oracle ${dialect.name} needs the name of a model`, 'give it with --model NAME')
  const settings = await readSettings(options.config)
  const key = keyOf(options, settings)
  const server: Server = { dialect, origin, path, model: options.model, key, redact: redactor(key), settings, symbols }
  return serverOracle(shown, server, options)
}
