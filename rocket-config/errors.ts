// Owns: the failures of the Rocket room: their codes, what `explain` says about them, and the exit code that a command should end with.

/** Title, what it means, and an example. The same shape as the harness's entries; `exit` as the commands use it. */
export interface RocketCodeEntry { readonly exit: number; readonly title: string; readonly text: string; readonly example: string }

/** RKT1xxx a tool or a build, RKT2xxx a bad program, RKT3xxx the run. */
export const rocketCodes = {
  RKT1001: {
    exit: 3,
    title: 'a tool that elaborates Rocket Chip is not on this machine',
    text: 'Rocket Chip is a program in Scala that runs on Java; Maven fetches and compiles it, and it calls dtc for the device tree in its boot ROM. The message names those that were not found on PATH or do not run, and the packages.',
    example: 'sudo apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven device-tree-compiler',
  },
  RKT1002: {
    exit: 3,
    title: 'Rocket Chip could not be fetched',
    text: 'The first elaboration takes Rocket Chip 1.2.6, Chisel and the Scala compiler from Maven Central (100 MB). Maven could not reach it; its own words follow. Later elaborations need no network.',
    example: 'mvn --version   # then see that this machine reaches Maven Central, or set a mirror in ~/.m2/settings.xml',
  },
  RKT1003: {
    exit: 70,
    title: 'the Scala wrapper could not be built',
    text: 'Maven, or the Scala compiler that it runs, refused; their own words follow. With an unchanged checkout this is a fault of ours or a damaged tool.',
    example: 'archnights doctor   # which tools are here, and their versions',
  },
  RKT1004: {
    exit: 2,
    title: 'the unit does not fit the core',
    text: 'Before a system is built, the ports of the unit, its tag bits, its word, its opcode and its cacheable range are compared with what the core has. Every difference is named. '
      + 'An access outside of main memory, or a tag that is too wide, would hang the core.',
    example: 'archnights rocket build --set addrWidth=34 --set cacheableHigh=0x200000000   # wrong: main memory ends at 0x100000000',
  },
  RKT1005: {
    exit: 70,
    title: 'Rocket Chip could not be elaborated',
    text: 'The elaboration ended before it had written the Verilog; its own words follow. It needs 1 GB of memory.',
    example: 'archnights doctor   # which tools are here, and their versions',
  },
  RKT1006: {
    exit: 2,
    title: 'the folder of elaborated systems cannot be used',
    text: 'The compiled wrapper and each elaborated system are kept. Their folder cannot be made or written, or the disk is full; the message names it.',
    example: 'archnights rocket build --cache /somewhere/else',
  },
  RKT1101: {
    exit: 3,
    title: 'the RISC-V compiler is not on this machine',
    text: 'C programs for the hart are compiled by riscv64-unknown-elf-gcc, which was not found on PATH. A program that was compiled elsewhere runs without it.',
    example: 'apt-get install --no-install-recommends gcc-riscv64-unknown-elf',
  },
  RKT1102: {
    exit: 2,
    title: 'the program does not compile',
    text: 'The compiler or the linker refused the sources; its own words follow. The header oracle.h, platform.h and runtime.h are on its path.',
    example: 'archnights rocket compile examples/rocket/hello.c --out hello.elf',
  },
  RKT1201: {
    exit: 3,
    title: 'a tool that builds the simulator is not on this machine',
    text: 'A Rocket system is simulated by a program that Verilator, make and a C++ compiler make of its Verilog. One of them was not found on PATH; waves as FST need the header of zlib, too.',
    example: 'apt-get install --no-install-recommends verilator make g++',
  },
  RKT1202: {
    exit: 70,
    title: 'the simulator could not be built',
    text: 'Verilator or the C++ compiler refused the sources; their own words follow. With an unchanged checkout this is a fault of ours or a damaged tool.',
    example: 'archnights doctor   # which tools are here, and their versions',
  },
  RKT1203: {
    exit: 70,
    title: 'the elaborated system is not what the bench was made for',
    text: 'The bench reads retired instructions, traps and stores by their names inside Rocket Chip, and drives every input of the system. The message has the name that is not there, or the input that nothing drives: '
      + 'the files were changed, or made by another version of Rocket Chip.',
    example: 'archnights rocket build --config small   # after its folder in the cache was removed: elaborates again',
  },
  RKT1204: {
    exit: 1,
    title: 'the unit is not the one that the system was elaborated for',
    text: 'Rocket Chip connects the unit by the ports that it had when the system was elaborated. Every port that differs is named. Only parameters that change ports or addresses need a new elaboration.',
    example: 'archnights rocket build --set addrWidth=36   # elaborates a system for these parameters',
  },
  RKT2001: {
    exit: 2,
    title: 'the file is no ELF file',
    text: 'A program for Rocket is the ELF file that the linker wrote. Sources, raw images (.bin) and hex files are not taken.',
    example: 'archnights rocket run hello.c --oracle ...     # wrong: a source\narchnights rocket run hello.elf --oracle ...   # right',
  },
  RKT2002: {
    exit: 2,
    title: 'the program is for another machine',
    text: 'The hart runs RV64, little endian, and takes executables that are linked at fixed addresses. The message says what the file is. A program that passes floating point numbers in registers needs a configuration with an FPU.',
    example: 'gcc hello.c -o hello.elf                       # wrong: for this machine\narchnights rocket compile hello.c --out hello.elf   # right',
  },
  RKT2003: {
    exit: 2,
    title: 'the ELF file is damaged',
    text: 'A table or a segment lies outside the file, or has a size that it cannot have: the file was cut short, or it is no work of a linker.',
    example: 'riscv64-unknown-elf-readelf -a hello.elf   # what it says of the file',
  },
  RKT2004: {
    exit: 2,
    title: 'the program does not lie in the memory',
    text: 'Every loaded segment must lie in main memory, and no two may overlap. Input that a run adds needs a symbol of the program with room for it.',
    example: '. = 0x80000000;   /* in the linker script: where main memory begins */',
  },
  RKT2005: {
    exit: 2,
    title: 'the program begins at the wrong place',
    text: 'The boot ROM jumps to the first address of main memory, whatever the ELF file calls its entry: the start-up code must lie there.',
    example: '.text : { KEEP(*(.text.start)) *(.text .text.*) }   /* in the linker script: the start first */',
  },
  RKT3001: {
    exit: 1,
    title: 'the program hangs: no instruction retires',
    text: 'The hart retired nothing for the allowed number of cycles while the link owed nothing. The message names the last instruction, the command whose rd it may wait for, what each slot waits for as far as the ports tell, '
      + 'and whether the hart stands in a wfi.',
    example: 'ticks = owait(0xff);   // no slot runs and no interrupt is enabled: use the status that it returns',
  },
  RKT3002: {
    exit: 1,
    title: 'the program hangs: it goes round in one place',
    text: 'The hart took the same trap at the same pc again and again with nothing done between (mtvec points to nowhere, or the handler returns to the instruction that faults), or it jumps to itself and no interrupt comes. '
      + 'The message names the place and the cause.',
    example: 'csrw mtvec, t0   # before the first thing that can trap',
  },
  RKT3003: {
    exit: 1,
    title: 'the limit of cycles was reached',
    text: 'The program had not ended after --max-cycles. The message names the pc; a higher limit lets it go on.',
    example: 'archnights rocket run prog.elf --oracle script:a.jsonl --max-cycles 200000000',
  },
  RKT3004: {
    exit: 1,
    title: 'an assertion of the design failed',
    text: 'Rocket stopped the simulation by an assertion. Its text, the place in the Verilog and the cycle stand in the message. The most frequent one: the unit or the program touched memory that faults, '
      + 'for example because no PMP entry opens the window.',
    example: 'csrw pmpcfg0, t0   # crt.S of the runtime opens the window before main; a start of your own must do it too',
  },
  RKT3005: {
    exit: 4,
    title: 'the Oracle or the host of the link failed',
    text: 'The host at the other end of the link could not go on. What it said stands in the message. The program saw nothing of it.',
    example: 'archnights rocket run prog.elf --oracle script:answers.jsonl   # try it with a script',
  },
  RKT3006: {
    exit: 1,
    title: 'the observer found a difference',
    text: 'The unit at its ports, or the hart in what it retired, did what the instruction set does not allow. The message has the cycle, what was due, what was seen, and the cycles before.',
    example: 'archnights rocket run prog.elf ... --vcd run.vcd   # then look at that cycle',
  },
  RKT3007: {
    exit: 130,
    title: 'stopped from outside',
    text: 'The run was ended before the program was (Ctrl-C, or the abort signal of the caller). Simulator and Oracle were ended with it.',
    example: 'archnights rocket run prog.elf ...   # then Ctrl-C',
  },
} as const satisfies Record<string, RocketCodeEntry>
export type RocketCode = keyof typeof rocketCodes

/** A failure with a stable code, one remedy and the exit code of a command that meets it. */
export class RocketError extends Error {
  readonly code: RocketCode
  readonly help: string
  readonly exitCode: number
  constructor(code: RocketCode, message: string, help: string) {
    super(message)
    this.name = 'RocketError'
    this.code = code
    this.help = help
    this.exitCode = rocketCodes[code].exit
  }
}
