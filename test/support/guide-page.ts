// Owns: a page of the documentation carried out as a reader would: files are saved, commands run, and what they print is compared.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

interface Saved { readonly kind: 'file'; readonly name: string; readonly text: string }
/** `wanted`: what is printed, undefined where the page does not say; a last line `...` stands for any further lines. */
interface Command { readonly kind: 'command'; readonly line: string; readonly wanted: string | undefined }
export type PageStep = Saved | Command

/** The steps of a page: blocks ```ts NAME, blocks ```ts below `<!-- file PATH -->`, and blocks ```console with `$ ` before each command. */
export function pageSteps(page: string): PageStep[] {
  return [...page.matchAll(/(?:<!-- file (\S+) -->\n)?```(\w+)(?: (\S+))?\n([\s\S]*?)```/g)].flatMap(([, path, kind, name, text = '']): PageStep[] => {
    const file = name ?? (path === undefined ? undefined : basename(path))
    if (kind === 'ts' && file !== undefined) return [{ kind: 'file', name: file, text }]
    if (kind !== 'console') return []
    return text.split(/^\$ /m).slice(1).map((part): Command => {
      const [line = '', ...wanted] = part.trimEnd().split('\n')
      return { kind: 'command', line, wanted: wanted.length === 0 ? undefined : wanted.join('\n') }
    })
  })
}

/** Does what the step says in `folder`. What is wrong then, in words; undefined if nothing is. */
export function carryOut(step: PageStep, folder: string): string | undefined {
  if (step.kind === 'file') {
    writeFileSync(join(folder, step.name), step.text)
    return undefined
  }
  const { status, stdout } = spawnSync('bash', ['-o', 'pipefail', '-c', `{ ${step.line}; } 2>&1`], { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } })
  // `| head` closes the pipe early, which is no failure.
  const failed = status !== 0 && status !== 141, isMeant = step.wanted?.startsWith('error ') ?? false
  const seen = stdout.trimEnd(), wanted = step.wanted ?? seen
  const same = wanted.endsWith('\n...') ? seen.startsWith(wanted.slice(0, -3)) : seen === wanted
  return same && failed === isMeant ? undefined : `$ ${step.line}\nexit code ${String(status)}, printed:\n${seen}\ninstead of:\n${wanted}`
}
