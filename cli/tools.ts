// Owns: the tools that commands use beyond Node: what each is for, whether it is here and in which version, and how to get it.
import { spawnSync } from 'node:child_process'

export interface Tool {
  readonly name: string
  /** Tried in this order. */
  readonly commands: readonly string[]
  readonly versionArguments: readonly string[]
  /** Which commands that matters to. */
  readonly neededBy: string
  /** `npm start` cannot run without it. */
  readonly required: boolean
  readonly howToGet: string
}

export interface Finding { readonly name: string; readonly found: boolean; readonly version: string; readonly neededBy: string; readonly required: boolean; readonly howToGet: string }

const debian = (name: string) => `sudo apt-get install -y --no-install-recommends ${name}`
const tool = (name: string, neededBy: string, versionArguments = ['--version'], debianPackage = name): Tool =>
  ({ name, commands: [name], versionArguments, neededBy, required: false, howToGet: debian(debianPackage) })

/** What every build of a Rocket system needs, beside what runs it. */
const rocket = '`rocket emit`, `rocket build`, `rocket run`, `npm test`'

export const tools: readonly Tool[] = [
  tool('verilator', '`run --engine verilator`, `fuzz`, `rocket build`, `rocket run`, `npm test`'),
  { ...tool('g++', '`run --engine verilator`, `fuzz`, `rocket build`, `rocket run`, `npm test`'), commands: ['g++', 'c++'] },
  tool('make', '`run --engine verilator`, `fuzz`, `rocket build`, `rocket run`, `npm test`'),
  tool('ccache', 'a quick second build of `run --engine verilator` and `rocket build`'),
  tool('iverilog', '`fuzz`, `npm test`', ['-V']),
  tool('yosys', '`fuzz`, `npm test`, `npm run bench`', ['-V']),
  tool('vcd2fst', '`run --fst`, `npm test`', ['--help'], 'gtkwave'),
  tool('gcc', '`npm test` (the C header)'),
  tool('java', rocket, ['--version'], 'openjdk-17-jdk-headless'),
  tool('mvn', rocket, ['--version'], 'maven'),
  tool('dtc', rocket, ['--version'], 'device-tree-compiler'),
  tool('riscv64-unknown-elf-gcc', '`rocket compile`, `npm test`', ['--version'], 'gcc-riscv64-unknown-elf'),
]

/** Without a final answer within this a tool is as good as not there. */
const patienceMs = 10_000

function versionOf(command: string, args: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync(command, [...args], { encoding: 'utf8', timeout: patienceMs, stdio: ['ignore', 'pipe', 'ignore'] })
  if (error || status !== 0) return undefined
  return /\d+(\.\d+)+/.exec(stdout.split('\n')[0] ?? '')?.[0] ?? 'unknown version'
}

export function look(t: Tool): Finding {
  const version = t.commands.map((command) => versionOf(command, t.versionArguments)).find((v) => v !== undefined)
  return { name: t.name, found: version !== undefined, version: version ?? '', neededBy: t.neededBy, required: t.required, howToGet: t.howToGet }
}
