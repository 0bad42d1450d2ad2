// Owns: `npm start` once the set-up is done: emits the Verilog, then runs the shell agent of examples/ on the simulated unit with the small model as its Oracle.
import { mkdirSync } from 'node:fs'
import { relative, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardOutput, main } from '../cli/main.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const rtl = join(root, 'build', 'rtl')
const results = join(root, 'build', 'run')
const example = join(root, 'examples', 'shell-agent')
const [timeline, waves] = [join(results, 'timeline.json'), join(results, 'waves.vcd')]
/** Paths as they are typed from where the user stands. */
const shown = (path: string) => relative(process.cwd(), path) || '.'

/** Says what comes, then runs one command; its exit code. */
async function command(says: string, args: readonly string[]): Promise<number> {
  console.log(`\n${says}\n$ npx archnights ${args.join(' ')}\n`)
  return await main(args)
}

async function start(): Promise<number> {
  mkdirSync(results, { recursive: true })
  const emitted = await command('The Verilog of the Oracle unit:', ['emit', '--out', shown(rtl)])
  if (emitted !== 0) return emitted
  const ran = await command('A shell agent with three requests: the Priestess appends one, enters O-mode, the model answers, the unit traps.', [
    'run', '--history', shown(join(example, 'task.history')), '--then', shown(join(example, 'request-2.history')), '--then', shown(join(example, 'request-3.history')),
    '--oracle', 'smollm2', '--trace', shown(timeline), '--vcd', shown(waves),
  ])
  if (ran !== 0) return ran
  console.log(`
Verilog, metadata and C header   ${shown(rtl)}
timeline (open in ui.perfetto.dev) ${shown(timeline)}
waves (open in gtkwave)          ${shown(waves)}

Next: npx archnights --help, examples/, docs/`)
  return 0
}

guardOutput()
process.exitCode = await start()
