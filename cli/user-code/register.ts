// Owns: making node load a designer's own files, once in a process.
import { readFileSync } from 'node:fs'
import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageRoot } from '../version.ts'

/** What `archnights/rtl-gen` and its like are: in a checkout the sources themselves, so that a design and the command share one library. */
function ownParts(): Record<string, string> {
  const root = packageRoot()
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; exports: Record<string, { default: string }> }
  const built = import.meta.url.endsWith('.js')
  const here = (file: string) => (built ? file : file.replace('./dist/', './').replace(/\.js$/, '.ts'))
  return Object.fromEntries(Object.entries(exports).map(([part, { default: file }]) => [part.replace('.', name), pathToFileURL(join(root, here(file))).href]))
}

let registered = false
/** From here on `import()` takes TypeScript, and `archnights/...` is this package. A second call does nothing. */
export function acceptUserCode(): void {
  if (registered) return
  registered = true
  register('./hooks.js', { parentURL: import.meta.url, data: { parts: ownParts() } })
}
