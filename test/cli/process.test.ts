// Owns: checks of the command line as a process: Ctrl-C, closed pipes, full disks, a checkout without packages. Nothing half-written, no stack trace, no process left.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { processesBelow, runs } from '../support/processes.ts'
import { archnightsProcess, program, root, withFolder, type Ended } from './command.ts'

const linux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0
const task = ['run', '--history', join(root, 'examples/shell-agent/task.history')]
const noStack = ({ stdout, stderr }: Ended) => expect(stdout + stderr).not.toMatch(/^\s+at .*:\d+:\d+|node:internal|UnhandledPromise/m)

describe('a signal in the middle', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s while a person is asked: exit code 130, the files as before', (signal) => withFolder(async (folder) => {
    let sent = false
    const ended = await archnightsProcess([...task, '--oracle', 'human', '--trace', join(folder, 'timeline.json'), '--vcd', join(folder, 'waves.vcd')], (child) => {
      child.stderr?.on('data', (part) => {
        if (sent || !String(part).includes('--- query')) return
        sent = true
        child.kill(signal)
      })
    })
    expect([ended.code, ended.stdout]).toEqual([130, ''])
    expect(ended.stderr).toContain('error CLI1301: stopped from outside')
    noStack(ended)
    expect(readdirSync(folder)).toEqual([])
  }))

  test('SIGINT while the history is awaited on the standard input, with --json', async () => {
    const ended = await archnightsProcess(['run', '--history', '-', '--oracle', 'script:examples/shell-agent/script.jsonl', '--json'], (child) => {
      // More than a pipe holds: it has gone out only when the program reads.
      child.stdin?.write(Buffer.alloc(4 << 20, 'half a history '), () => child.kill('SIGINT'))
    })
    expect([ended.code, (JSON.parse(ended.stdout) as { error: { code: string } }).error.code]).toEqual([130, 'CLI1301'])
    noStack(ended)
  })

  test.skipIf(!linux || spawnSync('verilator', ['--version']).status !== 0)('SIGINT leaves no simulator behind', async () => {
    let children: number[] = []
    let sent = false
    const ended = await archnightsProcess([...task, '--oracle', 'human', '--engine', 'verilator'], (child) => {
      child.stderr?.on('data', (part) => {
        if (sent || !String(part).includes('--- query')) return
        sent = true
        children = processesBelow(child.pid ?? 0)
        child.kill('SIGINT')
      })
    })
    expect(ended.code).toBe(130)
    expect(children.length).toBeGreaterThan(0)
    expect(children.filter(runs)).toEqual([])
  })
})

describe('the standard output', () => {
  const sh = (line: string) => spawnSync('bash', ['-c', line], { encoding: 'utf8', cwd: root, env: { ...process.env, NODE: process.execPath, PROGRAM: program } })

  test('a reader that has seen enough is no failure', () => {
    const { status, stderr } = sh('set -o pipefail; "$NODE" "$PROGRAM" emit --help | head -n 1')
    expect([status, stderr]).toEqual([0, ''])
  })

  test.skipIf(!existsSync('/dev/full'))('a full disk is exit code 2', () => {
    const { status, stderr } = sh('"$NODE" "$PROGRAM" explain RTL2003 >/dev/full')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^error CLI2006: the output cannot be written: ENOSPC\n {2}help: .*\n$/)
  })
})

test.skipIf(!linux || !isRoot)('emit on a disk that fills up: exit code 2, and nothing of it there', () => {
  // A file system of 40 KiB of our own, that nobody else sees; the Verilog is larger.
  const line = 'mount -t tmpfs -o size=40k none "$FOLDER" && "$NODE" "$PROGRAM" emit --out "$FOLDER/rtl"; echo "exit $?"; ls -A "$FOLDER"'
  return withFolder((folder) => {
    const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'bash', '-c', line], { encoding: 'utf8', env: { ...process.env, NODE: process.execPath, PROGRAM: program, FOLDER: folder } })
    if (/unshare failed|permission denied/i.test(stderr)) return
    expect([status, stdout]).toEqual([0, 'exit 2\n'])
    expect(stderr).toMatch(/^error CLI2006: cannot write .*: the disk is full\n/)
  })
})

describe('a checkout that is not set up', () => {
  test('without npm packages: exit code 3 and the command that gets them', () => withFolder(async (folder) => {
    for (const part of ['bin', 'cli', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
    const command = [process.execPath, join(folder, 'bin', 'archnights.js')]
    const ended = await archnightsProcess(['doctor'], undefined, command)
    expect([ended.code, ended.stdout]).toEqual([3, ''])
    expect(ended.stderr).toBe(`error CLI3001: the npm packages of this checkout are not installed\n  help: run \`npm run setup\` in ${folder}\n`)
    const json = await archnightsProcess(['doctor', '--json'], undefined, command)
    expect([json.code, json.stderr, (JSON.parse(json.stdout) as { error: { code: string } }).error.code]).toEqual([3, '', 'CLI3001'])
  }))

  test('damaged sources: exit code 70, one line, and the details only when asked for', () => withFolder(async (folder) => {
    for (const part of ['bin', 'package.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
    mkdirSync(join(folder, 'dist'))
    const command = [process.execPath, join(folder, 'bin', 'archnights.js')]
    const ended = await archnightsProcess(['doctor'], undefined, command)
    expect(ended.code).toBe(70)
    expect(ended.stderr).toMatch(/^error CLI7001: a fault of ours: [^\n]*\n {2}help: [^\n]*ARCHNIGHTS_DEBUG=1[^\n]*\n$/)
    noStack(ended)
  }))
})
