// Owns: `npm run bench -- elaborate`: how long a design takes from TypeScript to Verilog, as it grows, beside Chisel and Amaranth on the same design; and the type check.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import blank from 'ts-blank-space'
import { amaranth, chisel, type Baseline } from './baselines/fetch.ts'
import { cellsOfStage } from './ring.ts'
import { seconds } from './speed.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** About 1k, 10k and 100k nodes. */
const sizes = [1, 10, 100]
/** Rounds in one warm process; the best of them counts, because a busy machine only ever adds. */
const rounds = [7, 5, 3], coldRounds = 3
/** A baseline whose last size took longer than this is not asked for the next. */
const patience = 60
/** Of the type check of the whole repository, on the reference machine of two cores. */
export const typeCheckBudget = 60

interface Line { readonly stages: number; readonly start: number; readonly elaborate: readonly number[]; readonly emit: readonly number[]; readonly bytes: number; readonly nodes?: number }
type Row = { readonly start: number; readonly elaborate: number; readonly elaborateAndEmit: number; readonly wholeProcess: number; readonly bytes: number } | { readonly notMeasured: string }

/** The sources as JavaScript, as an installed package has them: no compiler in the measured process. */
export async function asJavaScript(folder: string): Promise<string> {
  const wanted = ['rtl-gen', 'scripts/bench/ring.ts', 'scripts/bench/elaborate-once.ts']
  for (const place of wanted) {
    const files = place.endsWith('.ts') ? [place] : (await readdir(join(root, place), { recursive: true })).filter(f => f.endsWith('.ts') && !f.endsWith('.d.ts')).map(f => join(place, f))
    for (const file of files) {
      const to = join(folder, file.replace(/\.ts$/, '.js'))
      await mkdir(dirname(to), { recursive: true })
      await writeFile(to, blank(await readFile(join(root, file), 'utf8')).replaceAll(/(from\s+'\.{1,2}\/[^']+)\.ts'/g, "$1.js'"))
    }
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  return join(folder, 'scripts/bench/elaborate-once.js')
}

async function lines(command: readonly string[], args: readonly (string | number)[]): Promise<Line[]> {
  const [file = '', ...first] = command
  const { stdout } = await execa(file, [...first, ...args.map(String)], { stdin: 'ignore' })
  return stdout.split('\n').filter(l => l.startsWith('{')).map(l => JSON.parse(l) as Line)
}

const best = (times: readonly number[]): number => Math.min(...times)

/** One size after another; `nodes` of our own design is kept for the others. */
async function measure(name: string, baseline: Baseline, folder: string, say: (text: string) => void, nodes: Map<number, number>): Promise<Map<number, Row>> {
  const rows = new Map<number, Row>()
  if ('missing' in baseline) return new Map(sizes.map(s => [s, { notMeasured: baseline.missing }]))
  let last = 0, failed = false
  for (const [i, stages] of sizes.entries()) {
    if (failed || last > patience) {
      rows.set(stages, { notMeasured: failed ? 'the size before failed' : `the size before took ${last.toFixed(0)} s` })
      continue
    }
    say(`${name}, ${stages} module${stages === 1 ? '' : 's'}`)
    try {
      const whole = []
      for (let n = 0; n < (last > 10 ? 1 : coldRounds); n++) whole.push(await seconds(() => lines(baseline.command, [cellsOfStage, 0, folder, stages])))
      last = best(whole)
      const line = (await lines(baseline.command, [cellsOfStage, last > 10 ? 1 : rounds[i]!, folder, stages]))[0]!
      if (line.nodes !== undefined) nodes.set(stages, line.nodes)
      rows.set(stages, { start: line.start, elaborate: best(line.elaborate), elaborateAndEmit: best(line.emit), wholeProcess: best(whole), bytes: line.bytes })
    } catch (error) {
      rows.set(stages, { notMeasured: String((error as { shortMessage?: string }).shortMessage ?? error).split('\n')[0]! })
      failed = true
    }
  }
  return rows
}

/**
 * start: from the start of the process until its program begins (the runtime and the libraries); elaborate: description to checked design (Chisel: to CHIRRTL,
 * Amaranth: to RTLIL); elaborateAndEmit: description to Verilog; both warm, in one process. wholeProcess: a new process from start to Verilog, once.
 * @param folder for what is written; `cache` keeps the baselines
 */
export async function measureElaborate(folder: string, cache: string, say: (text: string) => void): Promise<object> {
  const nodes = new Map<number, number>(), found: Record<string, Map<number, Row>> = {}
  const own: Baseline = { command: [process.execPath, await asJavaScript(join(folder, 'javascript'))] }
  found['archnights'] = await measure('archnights', own, folder, say, nodes)
  say('Chisel and Amaranth are fetched, the first time only')
  found['chisel'] = await measure('chisel', await chisel(join(cache, 'chisel')), folder, say, nodes)
  found['amaranth'] = await measure('amaranth', await amaranth(join(cache, 'amaranth')), folder, say, nodes)
  const figures = Object.fromEntries(sizes.map(stages => {
    const mine = found['archnights']!.get(stages)!, count = nodes.get(stages) ?? 0
    const ratios = ['chisel', 'amaranth'].flatMap(name => {
      const row = found[name]!.get(stages)!
      if ('notMeasured' in row || 'notMeasured' in mine) return []
      return [[`${name}OverArchnights`, {
        wholeProcess: row.wholeProcess / mine.wholeProcess, elaborate: row.elaborate / mine.elaborate, elaborateAndEmit: row.elaborateAndEmit / mine.elaborateAndEmit,
      }]]
    })
    return [`nodes${count}`, {
      modules: stages + 1, ...('notMeasured' in mine ? {} : { microsecondsPerNode: { elaborate: 1e6 * mine.elaborate / count, elaborateAndEmit: 1e6 * mine.elaborateAndEmit / count } }),
      seconds: Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.get(stages)!])), ...Object.fromEntries(ratios) as object,
    }]
  }))
  say('the type check')
  const typeCheck = await seconds(() => execa('node_modules/.bin/tsc', ['--noEmit', '-p', '.'], { cwd: root, stdin: 'ignore', reject: false }))
  return { ...figures, typeCheckSeconds: { measured: typeCheck, budget: typeCheckBudget, withinBudget: typeCheck <= typeCheckBudget } }
}
