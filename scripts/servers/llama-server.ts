// Owns: llama.cpp's own server, out of the Python environment, as a process for tests and measurements.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { pythonEnvironment, pythonListInstalled } from '../setup/python-packages.mjs'

export interface LlamaProcess {
  readonly url: URL
  /** The server's process; a test may kill it. */
  readonly pid: number
  /** Ends it and waits until it is gone. */
  close(): Promise<void>
}

const program = fileURLToPath(new URL('llama_server.py', import.meta.url))

/**
 * Serves `model` on a free port of loopback, with one thread. `context`: tokens a slot.
 * @throws Error with the command of the set-up where the environment lacks it, and with its last words when it does not come up
 */
export async function llamaProcess({ model, context, slots }: { readonly model: string; readonly context: number; readonly slots: number }): Promise<LlamaProcess> {
  if (!pythonListInstalled('server')) throw new Error('llama.cpp\'s server is not installed: run `npm run setup`')
  const child = spawn(pythonEnvironment.command, [program, JSON.stringify({ model, context, slots })], { stdio: ['pipe', 'pipe', 'pipe'] })
  // Its standard input ends with this process, and it with that: no server is left behind, whatever happens here.
  child.stdin.on('error', () => undefined)
  let said = ''
  child.stderr.on('data', (part) => { said = (said + String(part)).slice(-2000) })
  const gone = new Promise<void>((resolve) => { child.once('close', () => resolve()) })
  const close = async (): Promise<void> => {
    child.stdin.end()
    await gone
  }
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`llama.cpp's server did not come up (exit code ${code}): ${said.trim()}`)))
  })
  return { url: new URL((JSON.parse(line) as { url: string }).url), pid: child.pid!, close }
}
