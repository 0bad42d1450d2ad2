#!/usr/bin/env node
// Owns: the command `archnights`: finds the program (the source beside it in a checkout, dist/ in an installed package) and never shows a stack trace.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What went wrong before the program could run, as the program itself would say it. */
const report = (exitCode, code, message, help) => {
  if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify({ error: { code, message, help } })}\n`)
  else process.stderr.write(`error ${code}: ${message}\n  help: ${help}\n`)
  process.exitCode = exitCode
}

const load = async () => {
  const source = join(root, 'cli', 'main.ts')
  if (!existsSync(source)) return await import(pathToFileURL(join(root, 'dist', 'cli', 'main.js')).href)
  if (!existsSync(join(root, 'node_modules', 'ts-blank-space'))) return undefined
  await import('ts-blank-space/register')
  return await import(pathToFileURL(source).href)
}

try {
  const program = await load()
  if (program) {
    program.guardOutput()
    process.exitCode = await program.main(process.argv.slice(2))
    program.leave()
  } else report(3, 'CLI3001', 'the npm packages of this checkout are not installed', `run \`npm run setup\` in ${root}`)
} catch (fault) {
  const details = process.env.ARCHNIGHTS_DEBUG ? `\n${fault?.stack ?? fault}` : ''
  const help = details ? 'please report it with what stands above' : 'run it again with ARCHNIGHTS_DEBUG=1 for the details, and please report it'
  report(70, 'CLI7001', `a fault of ours: ${String(fault?.message ?? fault).split('\n')[0]}${details}`, help)
}
