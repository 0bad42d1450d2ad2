// Owns: `npm run build [-- folder]`: dist/ for the package. Types are blanked out and `.ts` in imports becomes `.js`, so every line and column stays; tsc writes the declarations.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import blankTypes from 'ts-blank-space'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = resolve(process.argv[2] ?? join(root, 'dist'))
/** The rooms that the package carries. */
const rooms = ['rtl-gen', 'coprocessor', 'sim-harness', 'rocket-config', 'cli']
/** Sources of own relative imports end in .ts. */
const specifier = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])(\.{1,2}\/[^'"\n]*)\.ts\2/g
const toJs = (text: string) => text.replace(specifier, '$1$2$3.js$2')

/** Folders that tools leave in the rooms. */
const notOurs = ['node_modules', '__pycache__', 'target']

function* filesUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (notOurs.includes(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else yield path
  }
}

rmSync(target, { recursive: true, force: true })
let count = 0
for (const room of rooms) {
  for (const file of filesUnder(join(root, room))) {
    const place = join(target, relative(root, file))
    mkdirSync(dirname(place), { recursive: true })
    // Declarations of what is JavaScript already go along with it.
    if (!file.endsWith('.ts') || file.endsWith('.d.ts')) cpSync(file, place)
    else {
      const blanked = blankTypes(readFileSync(file, 'utf8'), (node) => { throw new SyntaxError(`${relative(root, file)}: \`${node.getText().slice(0, 60)}\` is not erasable`) })
      writeFileSync(place.replace(/\.ts$/, '.js'), toJs(blanked))
    }
    count++
  }
}

const tsc = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json'), '--outDir', target], { cwd: root, stdio: 'inherit' })
if (tsc.status === 0) {
  for (const file of filesUnder(target)) if (file.endsWith('.d.ts')) writeFileSync(file, toJs(readFileSync(file, 'utf8')))
  console.error(`${count} files built into ${relative(process.cwd(), target) || '.'}`)
}
process.exitCode = tsc.status ?? 70
