// Owns: making node load a designer's own files, once in a process.
import { existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../version.ts'

/** What `archnights/rtl-gen` and its like are: in a checkout the sources themselves, so that a design and the command share one library. */
function ownParts(): Record<string, string> {
  const root = packageRoot()
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; exports: Record<string, string | { default: string }> }
  const built = import.meta.url.endsWith('.js')
  const here = (file: string) => {
    const source = file.replace('./dist/', './')
    return built ? file : existsSync(join(root, source)) ? source : source.replace(/\.js$/, '.ts')
  }
  return Object.fromEntries(Object.entries(exports).map(([part, to]) => [part.replace('.', name), pathToFileURL(join(root, here(typeof to === 'string' ? to : to.default))).href]))
}

let registered = false
/** From here on `import()` takes TypeScript, and `archnights/...` is this package. A second call does nothing. */
export function acceptUserCode(): void {
  if (registered) return
  registered = true
  register('./hooks.js', { parentURL: import.meta.url, data: { parts: ownParts() } })
}
