// Owns: `archnights view`: a run that was saved, as one HTML page, and as files for Perfetto and GTKWave.
import { spawn } from 'node:child_process'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { Command } from 'commander'
import { CliError } from './failure.ts'
import { readInput } from './input.ts'
import type { Context } from './main.ts'
import { given } from './options.ts'
import { inPieces, pendingFile, type PendingFile } from './write.ts'

interface ViewOptions { readonly out?: string; readonly open?: boolean; readonly trace?: string; readonly vcd?: string }

/** `task.run` becomes `task.html`, beside it. */
const pageBeside = (run: string): string => join(dirname(run), `${basename(run, extname(run))}.html`)

/** The files that are written, by option. @throws CliError CLI2009 if one would be written twice, or the run over itself */
function places(run: string, { out, trace, vcd }: ViewOptions) {
  if (run === '-' && out === undefined) throw new CliError('CLI2009', 'the run comes from the standard input, so the page has no name', 'name it with --out')
  const page = out ?? pageBeside(run)
  const named = [['the run', run === '-' ? undefined : run], ['--out', page], ['--trace', trace], ['--vcd', vcd]] as const
  const files = named.flatMap(([name, file]) => (file === undefined ? [] : [{ name, file: resolve(file) }]))
  for (const [n, { name, file }] of files.entries()) {
    const twin = files.slice(0, n).find((f) => f.file === file)
    if (twin) throw new CliError('CLI2009', `${twin.name} and ${name} name one file: ${file}`, 'give each a file of its own')
  }
  return { page, trace, vcd }
}

/** What opens a file for the person at this machine; its end is not waited for. @returns whether there was one */
function openForPerson(file: string): Promise<boolean> {
  const [command, ...args] = process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer.exe'] : ['xdg-open']
  return new Promise((done) => {
    const child = spawn(command!, [...args, file], { detached: true, stdio: 'ignore' })
    child.on('error', () => done(false))
    child.on('spawn', () => done(true))
    child.unref()
  })
}

export const viewCommand = ({ output, signal }: Context): Command => new Command('view')
  .description('show a run that `archnights run --save` wrote: one HTML page with its timeline, history, counters and waves, which needs no network')
  .argument('<run>', 'the run file; - is the standard input', given)
  .option('--out <file>', 'the page; without it the name of the run with .html', given)
  .option('--open', 'open the page in the browser')
  .option('--trace <file>', 'write the timeline too, micro-states included, as Chrome-trace JSON for Perfetto', given)
  .option('--vcd <file>', 'write waves of every signal too, for GTKWave', given)
  .option('--json', 'one JSON object on stdout')
  .action(async (file: string, options: ViewOptions) => {
    const where = places(file, options)
    const files: PendingFile[] = []
    const pending = (path: string | undefined) => {
      if (path === undefined) return undefined
      const made = pendingFile(path)
      files.push(made)
      return made
    }
    const progress = output.progress('reading the run')
    try {
      const bytes = await readInput(file, signal)
      const { parseRunFile, unitLayout, look, runPage } = await import('../sim-harness/view/index.ts')
      const { vcdWaves } = await import('../sim-harness/trace/waves.ts')
      const run = parseRunFile(bytes, unitLayout)
      const [page, trace, vcd] = [pending(where.page)!, pending(where.trace), pending(where.vcd)]
      const layout = unitLayout(run.parameters), pieces = vcd && inPieces(vcd)
      progress.update(`playing ${run.cycles} cycles again`)
      const seen = await look(run, { layout, signal, hook: pieces && vcdWaves(layout.top, pieces.write) })
      pieces?.end()
      trace?.write(seen.timeline.json())
      const { html, notices } = runPage(run, seen, { name: file === '-' ? 'run' : basename(file) })
      page.write(html)
      progress.stop()
      for (const f of files) f.commit()
      const written = [where.page, where.trace, where.vcd].filter((f) => f !== undefined)
      for (const notice of notices) output.note(`note: ${notice}`)
      for (const path of written) output.line(`written: ${path}`)
      output.object({ page: where.page, bytes: Buffer.byteLength(html), cycles: run.cycles, traps: seen.traps.length, written, notices })
      if (options.open === true && !await openForPerson(resolve(where.page))) output.note(`no program here opens pages: open ${resolve(where.page)} in a browser`)
    } finally {
      progress.stop()
      for (const f of files) f.discard()
    }
  })
