// Owns: tools that stand for java, mvn and dtc in tests of what is built when: they do what those leave behind, in no time, and write down that they ran.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** What each does when it is not asked for its version: JavaScript, with `args`, `fs` and `path` at hand. */
export const honest = {
  java: `
    const folder = process.cwd()
    for (const file of ['OracleSystem.v', 'plusarg_reader.v', 'OracleSystem.fir', 'OracleSystem.anno.json', 'firrtl_black_box_resource_files.f', 'OracleSystem.dts']) fs.writeFileSync(path.join(folder, file), file + ' of ' + args.at(-4))`,
  mvn: `
    const classes = path.join(process.cwd(), 'target', 'classes'), jar = path.join(tools, 'rocketchip.jar')
    fs.mkdirSync(path.join(classes, 'archnights'), { recursive: true })
    fs.writeFileSync(path.join(classes, 'archnights', 'Elaborate.class'), '')
    fs.writeFileSync(jar, '')
    const place = args.find((a) => a.startsWith('-DclassPathFile=')).slice('-DclassPathFile='.length)
    fs.writeFileSync(place, classes + path.delimiter + jar + '\\n')`,
  dtc: '',
}
export type FakeTool = keyof typeof honest

export class FakeTools {
  readonly #folder: string
  readonly #log: string

  /** Put on PATH, alone, until the test ends. */
  constructor(folder: string, which: readonly FakeTool[] = ['java', 'mvn', 'dtc']) {
    this.#folder = folder
    this.#log = join(folder, 'runs')
    mkdirSync(folder, { recursive: true })
    // They are no modules, wherever the folder lies.
    writeFileSync(join(folder, 'package.json'), '{}\n')
    for (const name of which) this.make(name, honest[name])
    const before = process.env['PATH']
    process.env['PATH'] = folder
    onTestFinished(() => { process.env['PATH'] = before })
  }

  make(name: FakeTool, does: string): void {
    const file = join(this.#folder, name)
    writeFileSync(file, `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path'), args = process.argv.slice(2), tools = ${JSON.stringify(this.#folder)}
if (args[0] !== '--version') {
  fs.appendFileSync(${JSON.stringify(this.#log)}, ${JSON.stringify(`${name} `)} + process.cwd() + '\\n')
  ${does}
}
`)
    chmodSync(file, 0o755)
  }

  /** The fake jar that Maven left. */
  get jar(): string { return join(this.#folder, 'rocketchip.jar') }

  /** Since the last call: which tools did their work, in order. */
  took(): string[] {
    const runs = existsSync(this.#log) ? readFileSync(this.#log, 'utf8').trim().split('\n') : []
    rmSync(this.#log, { force: true })
    return runs.map((line) => line.split(' ')[0]!)
  }
}
