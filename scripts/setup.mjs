// Owns: the set-up. Plain JavaScript without dependencies: it runs before any npm package is there.
//   node scripts/setup.mjs            everything
//   node scripts/setup.mjs npm model  only these parts: npm, debian, model, python, firtool
// Exit codes: 0 all there; 3 something is missing, and the message says how to get it; 130 Ctrl-C.
import { spawn } from 'node:child_process'
import { npmPackages } from './setup/npm-packages.mjs'
import { debianPackages } from './setup/debian-packages.mjs'
import { model } from './setup/in-process-model.mjs'
import { pythonPackages } from './setup/python-packages.mjs'
import { firtool } from './setup/firtool.mjs'
import { nodeVersion } from './setup/node-version.mjs'

const say = (text) => process.stderr.write(`set-up: ${text}\n`)

/** Runs a command with its output on stderr, so that stdout stays the result's. Resolves to the exit code; 127 when there is no such command. */
const run = (command, args, options = {}) => new Promise((resolve) => {
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], ...options })
  child.on('error', () => resolve(127))
  child.on('close', (code, signal) => resolve(signal ? 130 : code))
})

const parts = { npm: npmPackages, debian: debianPackages, model, python: pythonPackages, firtool }
const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in parts))
if (unknown) {
  say(`no part \`${unknown}\`: there are ${Object.keys(parts).join(', ')}`)
  process.exitCode = 2
} else {
  process.exitCode = await nodeVersion({ say })
  for (const name of wanted.length ? wanted : Object.keys(parts)) {
    if (process.exitCode) break
    process.exitCode = await parts[name]({ say, run })
  }
}
