// Owns: from the URL, the model, the key and the settings that a user names to a server as Oracle, and what can be wrong with them.
import type { Dialect } from '../dialects/dialect.ts'
import { serverSettingsSchema, type ServerSettings } from '../dialects/settings.ts'
import { BridgeError } from '../errors.ts'
import type { Symbols } from '../history/records.ts'
import { llamacpp } from '../dialects/llamacpp.ts'
import { redactor } from '../http/secrets.ts'
import type { Oracle } from '../oracle.ts'
import { serverOracle, type ServerListeners } from './server.ts'
import { llamaTokensOracle } from './llamacpp-tokens.ts'
import { llamaServer } from './llamacpp-tokens/server.ts'
import { readSettings } from './settings-file.ts'

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
  const secret = [...url.searchParams.keys()].find((name) => /key|token|secret|password|signature/i.test(name))
  if (secret !== undefined) throw wrong(`the URL of ${dialect.name} holds ${secret}, which looks like a key; a key comes from --key-env`)
  if (url.hash !== '') throw wrong(`the URL of ${dialect.name} has a part behind #, which no server is sent`)
  const bare = url.pathname.replace(/\/+$/, '')
  const path = bare.endsWith(dialect.path) ? bare : `${bare === '' ? dialect.base : bare}${dialect.path}`
  return { origin: url.origin, path: `${path}${url.search}`, shown: `${dialect.name}:${url.origin}${bare}` }
}

/**
 * A server as Oracle, of settings that are at hand.
 * @throws BridgeError BRG1006, BRG1008, BRG1009 (exit code 2)
 */
export function serverWith(dialect: Dialect, url: string, symbols: Symbols, settings: ServerSettings, options: ServerOptions): Oracle {
  const { origin, path, shown } = serverPlace(dialect, url)
  if (dialect.needsModel && options.model === undefined) throw new BridgeError('BRG1009', `the Oracle ${dialect.name} needs the name of a model`, 'give it with --model NAME')
  const key = keyOf(options, settings)
  return serverOracle(shown, { dialect, origin, path, model: options.model, key, redact: redactor(key), settings, symbols }, options)
}

/**
 * llama.cpp's own server, asked with token ids.
 * @throws BridgeError BRG1006, BRG1008 (exit code 2)
 */
export function tokensWith(url: string, symbols: Symbols, settings: ServerSettings, options: ServerOptions): Oracle {
  const { origin, path, shown } = serverPlace(llamacpp, url)
  const apiKey = keyOf(options, settings)
  const at = new URL(path, origin)
  at.pathname = at.pathname.slice(0, -llamacpp.path.length)
  const { header_ms: headerMs, idle_ms: idleMs, max_event_bytes: maxEventBytes, retry } = settings
  const server = () => llamaServer({
    url: at, apiKey, headerMs, idleMs, maxEventBytes, retry: { attempts: retry.attempts, baseMs: retry.base_ms, capMs: retry.cap_ms }, ...(options.log ? { tell: options.log } : {}),
  })
  return llamaTokensOracle(server, { symbols, maxTokens: settings.max_tokens, request: settings.request }, shown)
}

/**
 * `openai-chat:URL` and its kin. Nothing is asked yet.
 * @throws BridgeError as `serverWith`, and BRG1002, BRG1007 for the file of settings
 */
export async function openServer(dialect: Dialect, url: string, symbols: Symbols, options: ServerOptions): Promise<Oracle> {
  const settings = await readSettings(serverSettingsSchema, options.config)
  return dialect === llamacpp && settings.token_ids ? tokensWith(url, symbols, settings, options) : serverWith(dialect, url, symbols, settings, options)
}
