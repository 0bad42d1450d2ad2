// Owns: the failures of the harness: their codes, what `explain` says about them, and the exit code that a command should end with.
import type { RecordedCycle } from './engines/engine.ts'

/** Title, what it means, and an example. The same shape as the entries of rtl-gen's table. */
export interface HarnessCodeEntry { readonly title: string; readonly text: string; readonly example: string }

export const harnessCodes = {
  SIM1001: {
    title: 'a tool that this engine needs is not on this machine',
    text: 'The Verilator engine compiles the emitted Verilog with Verilator, make and a C++ compiler, the Icarus bench with iverilog and vvp. One of them was not found on PATH. The Wasm engine needs none of them.',
    example: 'archnights run ... --engine verilator   # needs verilator, make, g++\narchnights run ... --engine wasm        # needs nothing',
  },
  SIM1002: {
    title: 'the simulator could not be built',
    text: 'Verilator or the C++ compiler refused the generated sources; their own words follow. With an unchanged checkout this is a fault of ours or a damaged tool.',
    example: 'archnights doctor   # which tools are here, and their versions',
  },
  SIM1003: {
    title: 'the simulator process ended',
    text: 'The compiled simulator stopped by itself: an assertion or $fatal in the design, a crash, or a signal from outside. The message names the last cycle that is known to be complete and what the process said.',
    example: 'archnights run ... --engine wasm   # the same stimulus without a process',
  },
  SIM1004: {
    title: 'the folder of built simulators cannot be used',
    text: 'A simulator is built once for each version of the unit and kept. Its folder cannot be made or written, or the disk is full; the message names it.',
    example: 'XDG_CACHE_HOME=/somewhere/else archnights run ... --engine verilator',
  },
  SIM2001: {
    title: 'the unit asked memory for something that would fault',
    text: 'Every access must be naturally aligned, lie in the memory that exists, and carry a tag that is not in flight: on a real core anything else stops or hangs the machine. The message names the access.',
    example: 'a load of 8 bytes at 0x80000004   # misaligned',
  },
  SIM2002: {
    title: 'the unit broke the rules of one of its ports',
    text: 'What stands on a port is held until it was taken; a response belongs to a command that waits for it; a frame to the host decodes. The message names the port and the cycle.',
    example: 'a response with rd 5 while no command with rd 5 waits',
  },
  SIM3001: {
    title: 'nothing came in the number of cycles that was allowed',
    text: 'The driver waited for a response or an interrupt and gave up after the stated number of simulated cycles.',
    example: "await unit.command('oenter', 0n, 0n, { maxCycles: 1_000_000 })",
  },
  SIM3002: {
    title: 'the clock is already running',
    text: 'Two calls that move the clock of one unit overlapped. There is one clock: wait for one call before the next, or queue commands with `issue`.',
    example: "const a = unit.issue('oenter', 0n)   // does not move the clock\nawait unit.wait(a)",
  },
  SIM3003: {
    title: 'the unit refused an instruction that the run needs',
    text: 'A command of the start-up or of a turn answered a status instead of doing its work. The message names the instruction and the status.',
    example: 'oseg.open: range   # the segment lies outside the window',
  },
  SIM3004: {
    title: 'the history does not fit in the memory',
    text: 'The history, what is appended later and the room for answers together must fit in the window that the segment is opened in.',
    example: 'archnights run --history small.txt --room 4096',
  },
  SIM3005: {
    title: 'stopped from outside',
    text: 'The run was ended before it was complete (Ctrl-C, or the abort signal of the caller).',
    example: 'const stop = new AbortController()\nopenUnit({ ..., signal: stop.signal })',
  },
  SIM4001: {
    title: 'a stimulus or trace file is damaged',
    text: 'The file does not follow the format (see the page on formats), or it was made for other ports. The message names the line.',
    example: '// archnights stimulus 1 oracle_unit\n0000000a_00000000_00000001',
  },
  SIM4002: {
    title: 'a file is no run file, or is damaged',
    text: 'A run file is what `archnights run --save FILE` writes: JSON packed by gzip, with every input and output of the unit. The message says what is wrong with it. It is read by the version that wrote it; a unit with other ports cannot play it.',
    example: 'archnights run --history task.txt --oracle script:answers.jsonl --save task.run\narchnights view task.run',
  },
  SIM5001: {
    title: 'a request to the reference is not one',
    text: '`archnights reference` reads one JSON object a line. The line is none, or a field is missing, unknown or not in its range; the message names it. Nothing was changed.',
    example: '{"op": "machine", "settings": ["slots=4"]}',
  },
} as const satisfies Record<string, HarnessCodeEntry>
export type HarnessCode = keyof typeof harnessCodes

/** Exit codes as the commands use them: 2 bad input, 3 something missing here, 70 a fault of ours, 130 stopped. */
const exits: Partial<Record<HarnessCode, number>> = {
  SIM1001: 3, SIM1002: 70, SIM1003: 70, SIM1004: 2, SIM2001: 70, SIM2002: 70, SIM3001: 1, SIM3002: 70, SIM3003: 70, SIM3004: 2, SIM3005: 130, SIM4001: 2, SIM4002: 2, SIM5001: 2,
}

/** A failure with a stable code, one remedy and the exit code of a command that meets it. */
export class HarnessError extends Error {
  readonly code: HarnessCode
  readonly help: string
  readonly exitCode: number
  constructor(code: HarnessCode, message: string, help: string) {
    super(message)
    this.name = 'HarnessError'
    this.code = code
    this.help = help
    this.exitCode = exits[code] ?? 70
  }
}

/** The place in its source at which the design itself ended the simulation: `what` is "$stop or $fatal", "$finish" or a message of the simulator. */
export interface DesignStop { readonly what: string; readonly file: string; readonly line: number }

/** The simulator's process is gone; `completeCycles` were complete before, which is the number of the cycle that failed. */
export class EngineFailure extends HarnessError {
  readonly completeCycles: number
  /** The last that the design or the process printed, an assertion's text for example. */
  readonly said: string
  /** Absent when the process ended in another way: a crash, a signal. */
  readonly stop?: DesignStop
  /** What the call that failed had kept until then, if it was to keep cycles; offsets as in its result. */
  readonly recorded: readonly RecordedCycle[]
  constructor(message: string, completeCycles: number, about: { readonly said?: string; readonly stop?: DesignStop; readonly recorded?: readonly RecordedCycle[] } = {}) {
    super('SIM1003', message, 'look at the last cycles of a trace of the same run on the wasm engine')
    this.name = 'EngineFailure'
    this.completeCycles = completeCycles
    this.said = about.said ?? ''
    this.recorded = about.recorded ?? []
    if (about.stop) this.stop = about.stop
  }
}
