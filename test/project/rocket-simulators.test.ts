// Owns: checks of what `npm test` does about the Rocket simulators on a machine that cannot build them: it says so, and takes none for built.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { BuiltSimulator } from '../../scripts/rocket-simulators.ts'
import { root, withFolder } from '../cli/command.ts'

const build = (folder: string, stopped: boolean) => {
  const text = `
    const { buildSimulators } = await import('./scripts/rocket-simulators.ts')
    const stop = new AbortController()
    if (${stopped}) stop.abort()
    console.log(JSON.stringify(await buildSimulators(['small', 'medium'], console.error, stop.signal, ${JSON.stringify(join(folder, 'cache'))})))
  `
  mkdirSync(join(folder, 'bin'))
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'ts-blank-space/register', '--input-type=module', '-e', text], { cwd: root, encoding: 'utf8', env: { ...process.env, PATH: join(folder, 'bin') } })
  return { built: JSON.parse(stdout) as BuiltSimulator[], stderr }
}

test('no tool is there: both are missing, in the words of the commands, and nothing is left', () => withFolder((folder) => {
  const { built } = build(folder, false)
  expect(built.map(({ config, state }) => [config, state])).toEqual([['small', 'missing'], ['medium', 'missing']])
  for (const { words } of built) expect(words).toMatch(/^java and mvn and dtc are not on this machine\n {2}help: .*openjdk.*maven.*device-tree-compiler/)
  expect(readdirSync(folder, { recursive: true }).map(String).filter((name) => /new-|\.v$/.test(name))).toEqual([])
}))

test('stopped: neither is taken for built', () => withFolder((folder) => {
  expect(build(folder, true).built.map(({ state }) => state)).toEqual(['stopped', 'stopped'])
}))
