// Owns: the page's own script and style: they stand in files of their own beside this one, and go into the page as they are.
import { readFileSync } from 'node:fs'

/** In the order in which they need each other; the last one starts the page. */
const scripts = ['base.js', 'span.js', 'timeline.js', 'bytes.js', 'history.js', 'wave-rows.js', 'waves.js', 'main.js'] as const

const read = (name: string): string => readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8')

/** A module as a part of one script: its imports stand before it, and its exports are names like all others. */
function part(name: string): string {
  const plain = read(name).replace(/^import .*\n/gm, '').replace(/^export (?=const|let|function|class)/gm, '')
  if (/^(?:import|export)\b/m.test(plain)) throw new Error(`${name}: an import is one line, an export stands before a declaration`)
  return plain
}

/** One classic script: a page that is opened as a file cannot load modules. */
export const pageScript = (): string => `'use strict';\n(() => {\n${scripts.map(part).join('\n')}})()\n`
export const pageStyle = (): string => read('page.css')
