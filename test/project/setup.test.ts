// Owns: checks of the set-up: it asks for what is missing by name, and it is quick when nothing is.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, withFolder } from '../cli/command.ts'

const setup = (folder: string, part: string, path: string) => spawnSync(process.execPath, ['scripts/setup.mjs', part], { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH: path } })
const listed = readFileSync(join(root, 'scripts/setup/debian-packages.txt'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/)).map(([name = '', shows = '']) => ({ name, shows }))

/** A folder with the set-up's own files, and a PATH that has nothing but stand-ins for some commands. */
const bare = (work: (folder: string, path: string) => void) => withFolder((folder) => {
  for (const part of ['scripts', 'package.json', 'package-lock.json']) cpSync(join(root, part), join(folder, part), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  // Files of the system are looked for in the folder too.
  const list = join(folder, 'scripts/setup/debian-packages.txt')
  writeFileSync(list, readFileSync(list, 'utf8').replace(/ \/(\S+)/g, ` ${folder}/system/$1`))
  work(folder, join(folder, 'bin'))
})
const standIn = (path: string, name: string, script: string) => {
  const place = name.startsWith('/') ? join(path, '..', 'system', name) : join(path, name)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

describe('Debian packages', () => {
  test('all there: nothing is said and nothing is run', () => bare((folder, path) => {
    for (const { shows } of listed) standIn(path, shows, 'exit 1')
    const { status, stdout, stderr } = setup(folder, 'debian', path)
    expect([status, stdout, stderr]).toEqual([0, '', ''])
  }))

  test('without apt-get: each is named with what it is for, exit code 3', () => bare((folder, path) => {
    const { status, stdout, stderr } = setup(folder, 'debian', path)
    expect([status, stdout]).toEqual([3, ''])
    for (const { name } of listed) expect(stderr).toContain(`\n  ${name}: `)
    expect(stderr).toContain('no apt-get')
  }))

  test.skipIf(process.getuid?.() !== 0)('as root: installs what is missing, after an update when the lists are old', () => bare((folder, path) => {
    for (const { shows } of listed.slice(1)) standIn(path, shows, 'exit 1')
    // Fails until it was updated.
    standIn(path, 'apt-get', `echo "$@" >>${folder}/calls; case "$*" in *update*) : >${folder}/updated;; *) [ -e ${folder}/updated ] || exit 100;; esac`)
    expect(setup(folder, 'debian', path).status).toBe(0)
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
    expect(calls.map((call) => /update|install/.exec(call)?.[0])).toEqual(['install', 'update', 'install'])
    expect(calls[2]).toMatch(new RegExp(`install -y --no-install-recommends ${listed[0]!.name}$`))
  }))
})

describe('npm packages', () => {
  test('a lock file that differs from what is installed is installed again, without install scripts', () => bare((folder, path) => {
    standIn(path, 'npm', `echo "$@" >${folder}/calls`)
    mkdirSync(join(folder, 'node_modules'))
    const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version: string }> }
    const installed = join(folder, 'node_modules', '.package-lock.json')
    writeFileSync(installed, JSON.stringify(lock))
    expect(setup(folder, 'npm', path)).toMatchObject({ status: 0, stderr: '' })
    lock.packages['node_modules/commander'] = { version: '0.0.1' }
    writeFileSync(installed, JSON.stringify(lock))
    const { status, stderr } = setup(folder, 'npm', path)
    expect(status).toBe(0)
    expect(stderr).toMatch(/package-lock.json has commander \S+, node_modules has 0\.0\.1/)
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toMatch(/^ci --ignore-scripts/)
  }))

  test('npm fails: exit code 3 and the command', () => bare((folder, path) => {
    standIn(path, 'npm', 'exit 7')
    const { status, stderr } = setup(folder, 'npm', path)
    expect(status).toBe(3)
    expect(stderr).toContain('npm failed with exit code 7')
    expect(stderr).toContain('npm ci --ignore-scripts')
  }))
})

describe('Python packages', () => {
  const lists = readdirSync(join(root, 'scripts/setup/python')).filter((name) => name.endsWith('.txt')).sort()
  const python = (pip: string) => `echo "$@" >>calls; case "$2" in venv) /bin/mkdir -p "$4/bin"; : >"$4/bin/python";; pip) ${pip};; esac`

  test('every package has its version and the sum of its file', () => {
    for (const list of lists) {
      const lines = readFileSync(join(root, 'scripts/setup/python', list), 'utf8').trim().split('\n').filter((line) => !line.startsWith('#'))
      expect(lines.filter((line) => !/^[\w-]+==[\w.]+ (?:; [^-]* )?--hash=sha256:[0-9a-f]{64}( --hash=sha256:[0-9a-f]{64})*$/.test(line))).toEqual([])
      expect(lines.length).toBeGreaterThan(0)
    }
  })

  test('each list once, by its sums alone; then nothing is said and nothing is run, and a list that has changed is installed again', () => bare((folder, path) => {
    standIn(path, 'python3', python('exit 0'))
    const first = setup(folder, 'python', path), calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
    expect(first.status).toBe(0)
    expect(calls().map((call) => /-m venv|\w+\.txt$/.exec(call)?.[0])).toEqual(['-m venv', ...lists])
    for (const call of calls().slice(1)) expect(call).toContain('--require-hashes --only-binary=:all: --no-deps')
    expect(setup(folder, 'python', path)).toMatchObject({ status: 0, stderr: '' })
    const changed = join(folder, 'scripts/setup/python', lists[0]!)
    writeFileSync(changed, `${readFileSync(changed, 'utf8')}# changed\n`)
    expect(setup(folder, 'python', path).status).toBe(0)
    expect(calls().slice(1 + lists.length).map((call) => /\w+\.txt$/.exec(call)?.[0])).toEqual([lists[0]])
  }))

  test('pip fails: exit code 3 and what to look at; it is tried again the next time', () => bare((folder, path) => {
    standIn(path, 'python3', python('exit 4'))
    for (const _ of [1, 2]) {
      const { status, stderr } = setup(folder, 'python', path)
      expect(status).toBe(3)
      expect(stderr).toContain('pip failed with exit code 4')
    }
  }))
})

test('this checkout is set up, so nothing is said', () => {
  const { status, stderr } = setup(root, 'npm', '')
  expect([status, stderr]).toEqual([0, ''])
})

test('an unknown part', () => {
  const { status, stderr } = setup(root, 'verilog', '')
  expect([status, stderr]).toEqual([2, 'set-up: no part `verilog`: there are npm, debian, model, python, firtool\n'])
})
