// Owns: the Python environment of the tests, in the cache folder: what the files of python/ list, each with exact versions and sums.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const lists = join(root, 'scripts', 'setup', 'python')
const folder = join(root, '.cache', 'python')

/** `command` is the environment's interpreter; it is there once the set-up is done. */
export const pythonEnvironment = { folder, command: join(folder, 'bin', 'python') }

/** {name, file, why, sum, stamp}: why is the first line of the file; the stamp holds the sum of the file that was installed. */
const requirements = () => readdirSync(lists).filter((file) => file.endsWith('.txt')).sort().map((file) => {
  const text = readFileSync(join(lists, file), 'utf8')
  const name = file.replace(/\.txt$/, '')
  return {
    name, file: join(lists, file), why: /^# *(.*)/.exec(text)?.[1] ?? name,
    sum: createHash('sha256').update(text).digest('hex'), stamp: join(folder, `${name}.stamp`),
  }
})

const installed = ({ stamp, sum }) => existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === sum

/** Whether everything that `name`.txt lists is installed, in the versions of that file. */
export const pythonListInstalled = (name) => existsSync(pythonEnvironment.command) && requirements().some((list) => list.name === name && installed(list))

/** 0 when all is there; 3 when it cannot be had from here. */
export const pythonPackages = async ({ say, run }) => {
  const whole = existsSync(pythonEnvironment.command)
  const missing = requirements().filter((list) => !whole || !installed(list))
  if (missing.length === 0) return 0
  if (!whole) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // Without pip: Debian keeps the copy that a new environment would want in a package of its own. The pip that is here fills it from outside.
    const code = await run('python3', ['-m', 'venv', '--without-pip', folder])
    if (code !== 0) {
      rmSync(folder, { recursive: true, force: true })
      if (code === 130) return 130
      say(`no Python environment can be made in ${folder}: install Python 3.10 or newer with pip, then run \`npm run setup\` again`)
      return 3
    }
  }
  for (const { name, file, why, sum, stamp } of missing) {
    say(`Python packages of ${name}.txt: ${why}`)
    // The sums say which files are meant: a package that asks for a newer Python than it needs is taken all the same.
    const code = await run('python3', ['-m', 'pip', '--python', pythonEnvironment.command, 'install', '--require-hashes', '--only-binary=:all:', '--no-deps', '--ignore-requires-python', '--disable-pip-version-check', '--no-input',
      '--root-user-action=ignore', '--quiet', '--requirement', file])
    if (code === 130) return 130
    if (code !== 0) {
      say(`pip failed with exit code ${code}: see above, see that Python 3 has pip 22.3 or newer and reaches its index, then run \`npm run setup\` again`)
      return 3
    }
    writeFileSync(stamp, `${sum}\n`)
  }
  return 0
}
