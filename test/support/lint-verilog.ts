// Owns: emitted Verilog under the three tools that must have nothing to say about it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SourceFile { readonly file: string; readonly text: string }

/** Runs `use` with the files in a folder of their own, which is gone afterwards. */
export function inFolder<T>(files: readonly SourceFile[], use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'rtl-'))
  try {
    for (const f of files) writeFileSync(join(folder, f.file), f.text)
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All that Verilator, Icarus and Yosys print, and their exit codes other than 0; an empty text for clean files. `top` is the last file unless said otherwise. */
export function lintVerilog(files: readonly SourceFile[], top = files.at(-1)!.file.replace(/\.v$/, '')): string {
  const names = files.map(f => f.file)
  const commands: (readonly [string, readonly string[]])[] = [
    ['verilator', ['--lint-only', '-Wall', '--top-module', top, ...names]],
    ['iverilog', ['-g2005', '-Wall', '-t', 'null', '-s', top, ...names]],
    ['yosys', ['-q', '-p', `read_verilog ${names.join(' ')}; hierarchy -check -top ${top}; proc; check -assert`]],
  ]
  return inFolder(files, folder => commands.map(([tool, args]) => {
    const done = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' })
    if (done.error !== undefined) return `${tool}: ${done.error.message}\n`
    return done.stdout + done.stderr + (done.status === 0 ? '' : `${tool}: exit ${done.status}\n`)
  }).join(''))
}
