// Owns: the Debian packages of debian-packages.txt: installs them as root, else says how.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { root } from './root.mjs'

/** The lines of the list: {package, sign, why}. `sign` is a command on the PATH, or an absolute file name. */
export const debianList = () => readFileSync(join(root, 'scripts', 'setup', 'debian-packages.txt'), 'utf8').split('\n')
  .map((line) => /^([^#\s]\S*)\s+(\S+)\s+(.*)$/.exec(line)).filter((match) => match)
  .map(([, name, sign, why]) => ({ package: name, sign, why }))

const isFile = (path) => existsSync(path) && statSync(path).isFile()
/** Whether a command is on the PATH, or a file is there. */
export const present = (sign) => isAbsolute(sign) ? existsSync(sign) : (process.env.PATH ?? '').split(delimiter).some((folder) => folder && isFile(join(folder, sign)))

/** 0 when all are there; 3 when they cannot be installed from here. */
export const debianPackages = async ({ say, run }) => {
  const missing = debianList().filter((entry) => !present(entry.sign))
  if (missing.length === 0) return 0
  const names = missing.map((entry) => entry.package)
  const install = ['-o', 'DPkg::Lock::Timeout=500', 'install', '-y', '--no-install-recommends', ...names]
  say(`Debian packages are missing:\n${missing.map((entry) => `  ${entry.package}: ${entry.why}`).join('\n')}`)
  if (!present('apt-get')) {
    say('this system has no apt-get: install the tools named above in its own way, so that they are on the PATH')
    return 3
  }
  if (process.getuid?.() !== 0) {
    say(`only root can install them; run\n  sudo apt-get update && sudo apt-get ${install.slice(2).join(' ')}`)
    return 3
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  say(`installing them with apt-get: ${names.join(' ')}`)
  let code = await run('apt-get', ['-q', ...install], { env })
  if (code !== 0 && code !== 130) {
    say('apt-get does not know them or its lists are old: apt-get update, then once more')
    code = await run('apt-get', ['-q', 'update'], { env })
    if (code === 0) code = await run('apt-get', ['-q', ...install], { env })
  }
  if (code === 0) return 0
  if (code === 130) return 130
  say(`apt-get failed with exit code ${code}: see above, then run\n  apt-get update && apt-get ${install.slice(2).join(' ')}`)
  return 3
}
