// Owns: the npm packages of the root project: installs them when they are not what package-lock.json says.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** What differs between the lock and what npm wrote down after its last install; undefined when nothing does. Packages for other platforms may be absent. */
const difference = () => {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const written = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(written)) return 'they are not here yet'
  const there = packagesOf(written)
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    if (path === '' || (optional && !there[path])) continue
    if (there[path]?.version !== version) return `package-lock.json has ${path.replace('node_modules/', '')} ${version}, node_modules has ${there[path]?.version ?? 'none'}`
  }
  return undefined
}

/** 0 when they are there; else npm's failure as 3. */
export const npmPackages = async ({ say, run }) => {
  const why = difference()
  if (!why) return 0
  say(`installing the npm packages of package-lock.json (${why}); about 100 MB, no install scripts are run`)
  const code = await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: root })
  if (code === 0) return 0
  if (code === 130) return 130
  say(`npm failed with exit code ${code}: see above, then run \`npm ci --ignore-scripts\` again`)
  return 3
}
