// Owns: running a tool of this machine to its end: what is said when it is missing or refuses, and that nothing of it is left after a stop.
import { execa } from 'execa'
import { HarnessError } from '../errors.ts'

export interface ToolRun {
  readonly name: string
  readonly args: readonly string[]
  /** Default: where this process runs. */
  readonly cwd?: string
  readonly signal?: AbortSignal | undefined
  /** The Debian packages that have it and its company. */
  readonly packages: readonly string[]
}

/** Who has not ended by himself after this is ended. */
const patienceMs = 2000

/** @returns what it wrote, both streams. @throws HarnessError SIM1001 (not there), SIM1002 (failed), SIM3005 (stopped) */
export async function runTool({ name, args, cwd, signal, packages }: ToolRun): Promise<string> {
  const stopped = (): HarnessError => new HarnessError('SIM3005', `stopped while ${name} ran`, 'start it again')
  if (signal?.aborted) throw stopped()
  // A group of its own: Ctrl-C at the terminal does not reach it, and a stop reaches what it started too.
  const child = execa(name, args, { ...(cwd === undefined ? {} : { cwd }), stdin: 'ignore', all: true, reject: false, detached: true, cleanup: true })
  const send = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name)
    } catch {
      // It is gone already.
    }
  }
  let last: NodeJS.Timeout | undefined
  const stop = (): void => {
    send('SIGTERM')
    // vvp does not hear it while the design keeps it busy within one moment of its time.
    last = setTimeout(send, patienceMs, 'SIGKILL').unref()
  }
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const ran = await child
    if (signal?.aborted) throw stopped()
    if (ran.code === 'ENOENT') {
      throw new HarnessError('SIM1001', `${name} is not on this machine`, `apt-get install --no-install-recommends ${packages.join(' ')}; or use the wasm engine, which needs no tools`)
    }
    if (ran.failed) {
      const how = ran.signal ? `was ended by ${ran.signal}` : `failed with exit code ${ran.exitCode}`
      throw new HarnessError('SIM1002', `${name} ${how}:\n${(ran.all ?? '').split('\n').slice(0, 30).join('\n')}`, 'run `archnights doctor`, and report it if the tools are in order')
    }
    return ran.all ?? ''
  } finally {
    signal?.removeEventListener('abort', stop)
    clearTimeout(last)
  }
}
