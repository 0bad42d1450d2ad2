// Owns: `archnights reference`: the reference machine, the observer and the Oracles for a bench in another language, over the standard input and output.
import { createInterface } from 'node:readline'
import { Command } from 'commander'
import type { Context } from './main.ts'

const help = `
One JSON object a line in, one a line out, in the same order. \`settings\` are generator parameters as "name=value".
  {"op": "machine", "settings": []}                              the reference machine: command, receive, frames, releases, state, exception, expire, read, write
  {"op": "observer", "settings": []}                             checks what happened at the ports, cycle by cycle: observe, wrote, finish
  {"op": "host", "settings": [], "oracle": SPEC, "session": 1}   the host of the link with an Oracle as in \`run --oracle\`: arrived, next, taken, renew, notes
Each answers {"id": N} for the requests that follow. What is wrong is {"error": {"code", "message", "help"}}. It ends with its input.
The Python package that \`emit\` writes into cocotb/ speaks it.`

export const referenceCommand = ({ signal }: Context): Command => new Command('reference')
  .description('answer a test bench in another language: expected values, a check of every cycle, any Oracle; JSON lines on stdin and stdout')
  .addHelpText('after', help)
  .action(async () => {
    const { ReferenceServer } = await import('../sim-harness/cocotb/reference-server.ts')
    const server = new ReferenceServer()
    const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
    const stop = () => lines.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const line of lines) if (line.trim() !== '') process.stdout.write(`${await server.answer(line)}\n`)
    } finally {
      signal.removeEventListener('abort', stop)
      lines.close()
      await server.close()
    }
  })
