// Owns: the list of the programs of this folder: what they are made of, on which Rockets they run, and what their Oracle says.
import { fileURLToPath } from 'node:url'
import { rocketConfigs, type RocketConfigName } from '../../rocket-config/configs.ts'

export interface RocketProgram {
  /** `hello`: hello.c has its main, hello.expected what it prints. */
  readonly name: string
  readonly shows: string
  /** Further sources. */
  readonly with?: readonly string[]
  /** The answers of its Oracle; absent: it asks nobody. */
  readonly script?: string
  /** Absent: on all of them. */
  readonly configs?: readonly RocketConfigName[]
}

const withSupervisor = ['medium', 'big'] as const

export const rocketPrograms: readonly RocketProgram[] = [
  { name: 'hello', shows: 'the console, and what the unit says of itself' },
  { name: 'query', shows: 'one query in P-mode: the instruction `oracle`', script: 'query.jsonl' },
  { name: 'blocking', shows: 'O-mode, waited for: `oenter`', script: 'blocking.jsonl' },
  { name: 'interrupt', shows: 'O-mode in the background while the hart computes: `ostart` and the interrupt', script: 'interrupt.jsonl' },
  { name: 'statuses', shows: 'every status that a command can answer in machine mode', script: 'statuses.jsonl' },
  { name: 'privilege', shows: 'what supervisor mode may ask of the unit', configs: withSupervisor },
  { name: 'causes', shows: 'every cause of a trap', script: 'causes.jsonl' },
  { name: 'busy', shows: 'what FENCE waits for, and how the interrupt line moves', with: ['fenced-oenter.S'], script: 'busy.jsonl' },
  { name: 'timer', shows: 'a timer interrupt while `oracle` waits, with a handler that uses the unit', script: 'timer.jsonl' },
  { name: 'lock', shows: 'a lock by LR/SC beside the stream of a long history', script: 'lock.jsonl' },
  { name: 'shared', shows: 'the stores of the unit seen by the core, and those of the core by the unit', script: 'shared.jsonl' },
  { name: 'stack', shows: '`opush`, `opop`, `opeek`' },
  { name: 'sv39', shows: 'O-mode in the background under changing satp, privilege and MPRV', script: 'sv39.jsonl', configs: withSupervisor },
  { name: 'agent', shows: 'an agent loop in C; give it `--oracle smollm2` for a model', with: ['file-table.c'], script: '../shell-agent/agent.jsonl' },
]

/** The interpreter: it runs commands that a test puts into its memory, and has no console of its own to expect. */
export const commandsProgram: RocketProgram = { name: 'commands', shows: 'instructions of the unit as data' }

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The files of a program, as paths. */
export const programFiles = (p: RocketProgram): { readonly sources: string[]; readonly script: string | undefined; readonly expected: string } => ({
  sources: [`${p.name}.c`, ...p.with ?? []].map(path), script: p.script === undefined ? undefined : path(p.script), expected: path(`${p.name}.expected`),
})
/** The configurations on which a program runs. */
export const programConfigs = (p: RocketProgram): readonly RocketConfigName[] => p.configs ?? rocketConfigs.map((c) => c.name)
