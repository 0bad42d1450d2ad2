// Owns: checks of how firtool is fetched: what Maven brings is checked by its hash, and only what is right stays.
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureFirtool, firtoolPlace } from '../../scripts/setup/firtool-binary.ts'
import { temporaryFolder } from '../sim-harness/temporary-folder.ts'

/** Programs of this name in a folder in front of the PATH; `jar` unpacks a file of its own. */
describe.skipIf(firtoolPlace === undefined)('firtool', () => {
  const folder = temporaryFolder(), path = process.env['PATH']
  const tool = (name: string, script: string): void => {
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  beforeEach(() => { process.env['PATH'] = `${join(folder, 'bin')}${delimiter}${path}` })
  afterEach(() => { process.env['PATH'] = path })

  test('another file than the one that was meant is refused, and nothing of it stays', async () => {
    const parent = join(folder, 'wrong'), said: string[] = []
    tool('mvn', 'exit 0')
    tool('jar', 'for inside; do :; done; mkdir -p "$(dirname "$inside")"; echo firtool > "$inside"')
    await expect(ensureFirtool(text => said.push(text), { parent })).rejects.toThrow(/has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}/)
    expect(said).toEqual([expect.stringContaining('Maven fetches firtool')])
    expect(readdirSync(parent)).toEqual([])
  })

  test('without a way out: what Maven says, and nothing stays', async () => {
    const parent = join(folder, 'offline')
    tool('mvn', 'echo "[ERROR] Could not transfer artifact"; exit 1')
    await expect(ensureFirtool(() => undefined, { parent })).rejects.toThrow(/Could not transfer artifact/)
    expect(readdirSync(parent)).toEqual([])
  })

  test('what is there is taken without a word', async () => {
    const parent = join(folder, 'there'), version = /[^/\\]+$/.exec(join(firtoolPlace!, '..'))![0]
    mkdirSync(join(parent, version), { recursive: true })
    writeFileSync(join(parent, version, 'firtool'), '')
    const said: string[] = []
    expect(await ensureFirtool(text => said.push(text), { parent })).toBe(join(parent, version, 'firtool'))
    expect(said).toEqual([])
    expect(existsSync(join(parent, version, 'maven'))).toBe(false)
  })
})
