// Owns: are two texts of one design the same circuit? By simulation of both under one stimulus, or by proof.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verilogPasses, writeVerilog } from '../../rtl-gen/backends/verilog/index.ts'
import { differences, randomStimulus, type Cycle, type Trial } from '../../rtl-gen/fuzz/index.ts'
import { mapModules, moduleNamed, modulesOf, type Design, type Instance, type Module } from '../../rtl-gen/ir/index.ts'
import { lowerAggregates } from '../../rtl-gen/passes/index.ts'
import { benchFile, benchFiles, benchOutputs, benchTop } from '../../sim-harness/fuzz/bench.ts'
import { inFolder, type SourceFile } from './lint-verilog.ts'

/** A design in another language: Verilog or SystemVerilog files whose top is the design's. */
export type OtherText = (design: Design) => readonly SourceFile[]
/** `other`: the second text. `cycles`: their stimulus (random if absent). `boxes`: Verilog of black boxes. */
export interface Pair { readonly name: string; readonly design: Design; readonly other: OtherText; readonly cycles?: readonly Cycle[]; readonly boxes?: readonly SourceFile[] }

const randomCycles = 60

/** The design with other names for its modules, so that several fit in one bench; black boxes keep theirs. */
export function renamed(design: Design, prefix: string): Design {
  const ours = new Set(modulesOf(design).map(m => m.name))
  const name = (n: string): string => (ours.has(n) ? prefix + n : n)
  return mapModules({ ...design, top: name(design.top) }, m => ({ ...m, name: name(m.name), instances: m.instances.map((i): Instance => ({ ...i, of: name(i.of) })) }))
}

/**
 * The design with every choice made: what a sync read gives of a word that is written in the same cycle is the new word where the design
 * says that it does not matter (texts may differ in what they do with that).
 */
export const decided = (design: Design): Design =>
  mapModules(design, m => ({ ...m, memories: m.memories.map(mem => (mem.collision === 'undefined' ? { ...mem, collision: 'new' as const } : mem)) }))

/**
 * The differences of our Verilog and another text, a few of each pair, as lines. Everything starts at 0 in both (Verilator has two
 * states, and no random start was asked for), so that they are equal from the first cycle.
 */
export function simulatedDifferences(pairs: readonly Pair[]): string[] {
  const sources = new Map<string, string>()
  const add = (files: readonly SourceFile[]): void => { for (const f of files) sources.set(f.file, f.text) }
  const trials: Trial[] = []
  const known = new Map<Design, number>()
  const trialOf = (p: Pair, prefix: string, text: OtherText): number => {
    const design = renamed(p.design, prefix), flat = lowerAggregates(design)
    add(text(design))
    return trials.push({ name: p.name, design: flat, cycles: p.cycles ?? randomStimulus(flat, trials.length + 1, randomCycles) }) - 1
  }
  // Pairs of one design share our text and its stimulus.
  const rows = pairs.map((p, i) => {
    add(p.boxes ?? [])
    const ours = known.get(p.design) ?? trialOf(p, `a${i}_`, d => writeVerilog(d))
    known.set(p.design, ours)
    return { ours, theirs: trialOf({ ...p, cycles: trials[ours]!.cycles }, `b${i}_`, p.other) }
  })
  const seen = inFolder([...[...sources].map(([file, text]) => ({ file, text })), ...benchFiles(trials)], folder => {
    const run = (command: string, args: readonly string[]): string => {
      const done = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...objectCache(), ...process.env } })
      if (done.status !== 0) throw new Error(`${command}: ${done.error?.message ?? done.stdout + done.stderr}`)
      return done.stdout
    }
    const names = [...sources.keys()].filter(f => /\.s?v$/.test(f))
    // No check of either text ends the run: what they compute is compared.
    run('verilator', ['--binary', '--timing', '-Wno-fatal', '-Wno-lint', '--no-assert', '--x-assign', '0', '--x-initial', '0', '+define+ENABLE_INITIAL_MEM_', '-O3', '--top-module', benchTop, '-MAKEFLAGS', 'OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0', '-j', '2', '-o', 'bench', ...names, benchFile])
    return benchOutputs(trials, run(join(folder, 'obj_dir', 'bench'), []))
  })
  return pairs.flatMap((p, i) => differences(trials[rows[i]!.ours]!.design, seen[rows[i]!.theirs]!, seen[rows[i]!.ours]!).slice(0, 3)
    .map(d => `${p.name}, cycle ${d.cycle}, ${d.output}: ${d.seen?.toString(16)} instead of ${d.expected?.toString(16)}`))
}

/** Compiled objects are kept between runs where ccache is installed. */
export function objectCache(): Record<string, string> {
  hasCache ??= spawnSync('ccache', ['--version']).status === 0
  return hasCache ? { OBJCACHE: 'ccache' } : {}
}
let hasCache: boolean | undefined

/**
 * Yosys proves (by induction over matching registers) that our Verilog and another text compute the same in every cycle, from every common
 * state: an empty text. Else what it says. Arrays that only one of them has are taken apart; memories of a module of their own do not match.
 */
export function unproven(design: Design, other: readonly SourceFile[], systemVerilog = false): string {
  const ours = writeVerilog(design)
  const read = (folder: string, files: readonly SourceFile[], sv = false): string => `read_verilog -nolatches ${sv ? '-sv ' : ''}${files.map(f => `${folder}${f.file}`).join(' ')}`
  const prepare = (as: string, names: readonly string[]): string => [
    `hierarchy -check -top ${design.top}`, 'proc', 'flatten', 'memory -nomap', 'memory_map', `cd ${design.top}`, ...names, 'cd ..', 'opt -full', 'opt_clean', `rename ${design.top} ${as}`, `design -stash ${as}`,
  ].join('; ')
  const script = [
    read('ours_', ours), prepare('gold', elements(design).map(([array, single]) => `rename ${array} ${single}`)), read('other_', other, systemVerilog), prepare('gate', []),
    'design -copy-from gold -as gold gold; design -copy-from gate -as gate gate', 'equiv_make gold gate equiv', 'hierarchy -top equiv', 'async2sync', 'clean', 'equiv_simple -undef', 'equiv_induct -undef', 'equiv_status -assert',
  ].join('; ')
  const files = [...ours.map(f => ({ file: `ours_${f.file}`, text: f.text })), ...other.map(f => ({ file: `other_${f.file}`, text: f.text }))]
  return inFolder(files, folder => {
    const done = spawnSync('yosys', ['-q', '-p', script], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })
    return done.status === 0 ? '' : done.error?.message ?? done.stdout + done.stderr
  })
}

/** Elements of arrays and words of memories: what Yosys calls ours, and what firtool makes of them; below instances too. */
function elements(design: Design): [string, string][] {
  const ready = verilogPasses.reduce((d, pass) => pass(d), design)
  const numbered = (name: string, other: (i: number) => string, length: number): [string, string][] => Array.from({ length }, (_, i) => [`${name}[${i}]`, other(i)])
  const below = (m: Module): [string, string][] => [
    ...m.registers.flatMap(r => (r.type.kind === 'vec' ? numbered(r.name, i => `${r.name}_${i}`, r.type.length) : [])),
    ...m.memories.flatMap(mem => (mem.writes.length > 0 && mem.reads.length > 0 ? numbered(mem.name, i => `${mem.name}_ext.Memory[${i}]`, mem.depth) : [])),
    ...m.instances.flatMap(i => {
      const of = moduleNamed(ready, i.of)
      return of?.kind === 'module' ? below(of).map(([array, single]): [string, string] => [`${i.name}.${array}`, `${i.name}.${single}`]) : []
    }),
  ]
  return below(moduleNamed(ready, ready.top) as Module)
}
