// Owns: the codes of the command line's own failures: the exit code of each, and what `explain` says about it.

export interface CliCodeEntry { readonly exit: number; readonly title: string; readonly text: string; readonly example: string }

/** CLI1xxx an end that is not a good one, CLI2xxx wrong use or bad input, CLI3xxx something missing here, CLI7xxx a fault of ours. */
export const cliCodes = {
  CLI1001: {
    exit: 1,
    title: 'the program on Rocket ended with an exit code that is not 0',
    text: 'The program itself said so: what `main` returned, or what it gave to the exit register. The number stands in the message, and in `exit.code` of the JSON object; the command ends with 1 whatever it was.',
    example: 'int main(void) { return 3; }   /* archnights rocket run ...: exit code 1, exit.code 3 */',
  },
  CLI1301: {
    exit: 130,
    title: 'stopped by Ctrl-C or a signal',
    text: 'The command was ended from outside. Processes that it had started are ended, temporary files removed, and files that were to be written are as they were before.',
    example: 'archnights run ...   # then Ctrl-C',
  },
  CLI2001: {
    exit: 2,
    title: 'wrong use of a command',
    text: 'There is no such command or option, an option lacks its value, or a required one was not given. Every command shows its options with --help.',
    example: 'archnights emit --ouput rtl   # wrong\narchnights emit --out rtl     # right',
  },
  CLI2002: {
    exit: 2,
    title: 'this is not built yet',
    text: 'The value belongs to the contract of this command, but this version does not have it. The message names what is there.',
    example: 'archnights emit --out rtl --profile compact   # not yet\narchnights emit --out rtl --profile wide      # there',
  },
  CLI2003: {
    exit: 2,
    title: 'no such generator parameter',
    text: '--set takes name=value, once for each parameter. `archnights emit --help` lists the parameters with their ranges and defaults.',
    example: 'archnights emit --out rtl --set slot=4    # wrong\narchnights emit --out rtl --set slots=4   # right',
  },
  CLI2004: {
    exit: 2,
    title: 'a generator parameter cannot have this value',
    text: 'Values are decimal or hexadecimal (0x...), lists are separated by commas. The value must be in the range of the parameter, and the parameters must fit together.',
    example: 'archnights emit --out rtl --set recordMarks=0xf8,0xf9        # wrong: three marks\narchnights emit --out rtl --set recordMarks=0xf8,0xf9,0xfa   # right',
  },
  CLI2005: {
    exit: 2,
    title: 'a file cannot be read',
    text: 'A file that was named is not there, is a folder, or may not be read.',
    example: 'archnights run --history no-such-file --oracle smollm2',
  },
  CLI2006: {
    exit: 2,
    title: 'a file or folder cannot be written',
    text: 'The place is not a folder, may not be written, or the disk is full. Nothing is half-written: results are made under a temporary name and renamed when they are complete.',
    example: 'archnights emit --out /proc/rtl',
  },
  CLI2007: {
    exit: 2,
    title: 'no such diagnostic code',
    text: 'Codes are printed with every diagnostic: RTL and four digits for the language and its checks, SIM for the harness, RKT for Rocket, BRG for Oracles, CLI for the commands.',
    example: 'archnights explain RTL2003',
  },
  CLI2008: {
    exit: 2,
    title: 'an option has a value that it cannot have',
    text: 'Numbers are whole and not negative; names are among those that the message gives.',
    example: 'archnights run --budget -1     # wrong\narchnights run --budget 1000   # right; 0 is no budget',
  },
  CLI2009: {
    exit: 2,
    title: 'two options that cannot be together',
    text: 'The two want the same thing: a person who answers types on the standard input, so the history or the program cannot come from there too; standard input, which can be read once; one file that two results, or an input and a result, would share.',
    example: 'archnights run --history - --oracle human          # wrong\narchnights run --history task.txt --oracle human   # right',
  },
  CLI2020: {
    exit: 2,
    title: 'the file exports no such module',
    text: '--module FILE#export names an export of the file. It is not there, or the file exports no module at all; the message lists the modules that it has.',
    example: "export const counter = module('counter', { ... }, ...)   // in counter.ts\narchnights emit --module counter.ts#count --out rtl      # wrong\narchnights emit --module counter.ts#counter --out rtl    # right",
  },
  CLI2021: {
    exit: 2,
    title: 'the file exports several modules, and none was named',
    text: 'Without #export a file must export exactly one module. The message lists those that it has.',
    example: 'archnights emit --module parts.ts --out rtl          # wrong: sender and taker are there\narchnights emit --module parts.ts#sender --out rtl   # right',
  },
  CLI2022: {
    exit: 2,
    title: 'the export is not a module',
    text: 'What was named is something else: mostly a function that makes modules for a shape or a size. The command cannot know what to call it with, so export a module that it has made.',
    example: "export const fifo = (name, item) => module(name, { ... }, ...)   // --module fifo.ts#fifo is wrong\nexport const byteFifo = fifo('byteFifo', uint(8))                // --module fifo.ts#byteFifo is right",
  },
  CLI2023: {
    exit: 2,
    title: 'the file stops with an error while it is loaded',
    text: 'Loading a file runs it from top to bottom. An error was thrown and not caught; the message has the line of the file, and what was thrown.',
    example: 'export const table = words.map(w => w.value)   // wrong: `words` is undefined\nexport const table = (words ?? []).map(w => w.value)   // right',
  },
  CLI2024: {
    exit: 2,
    title: 'the file is not a program that can be loaded',
    text: 'It has a syntax error, an ending other than .ts, .mts, .js and .mjs, or TypeScript that is more than types: files run with their types blanked out, so `enum`, `namespace` and parameter properties, which would have to be translated, cannot stand in them.',
    example: "enum State { idle, busy }                                // wrong\nconst State = enumeration('state', ['idle', 'busy'])     // right",
  },
  CLI2025: {
    exit: 2,
    title: 'an import of the file leads nowhere',
    text: 'The file imports a file or a package that is not there, or a name that is not exported. Endings are written out (`./fifo.ts`), and a name that is only a type is imported as one.',
    example: "import { fifo } from './fifo'                  // wrong\nimport { fifo } from './fifo.ts'               // right\nimport { module, type Bit } from 'archnights/rtl-gen'   // right: a type says so",
  },
  CLI2026: {
    exit: 2,
    title: 'the process ended before the command was done',
    text: "A designer's file runs when it is loaded. It called process.exit, or waits for something that never comes, so nothing was done and nothing is written.",
    example: 'await new Promise(() => {})   // wrong: never comes\nif (done) process.exit(0)     // wrong: ends the command too',
  },
  CLI2030: {
    exit: 2,
    title: 'a file is no case of a fuzz run',
    text: '`--replay` takes the .json file that `archnights fuzz` wrote for a design on which the simulators differed. It holds the design, the stimulus and what each simulator gave.',
    example: 'archnights fuzz --replay fuzz-cases/fuzz-1-f180.json',
  },
  CLI2031: {
    exit: 2,
    title: 'random inputs never meet the assumptions of a module',
    text: 'Every cycle whose inputs break an `assume` is drawn again, some hundred times. Here none was found for the first cycle of any run, so nothing was compared. Assumptions that hold for one input in millions cannot be met by chance.',
    example: "assume('the key is right', key.eq(0x1234_5678))   // never, by chance\nassume('one at a time', push.and(pop).not())       // easily",
  },
  CLI2040: {
    exit: 2,
    title: 'functions of the file call each other without end',
    text: 'JavaScript has no room for more calls. Mostly a function that makes modules makes the same one for an instance inside it, and nothing ends that; hardware that contains itself has no end either. The two places are the call that comes back again and again, and the first one.',
    example: "const tree = (n) => module('tree' + n, { half: instance(tree(n / 2)), ... }, ...)                    // wrong: never ends\nconst tree = (n) => (n === 1 ? leaf : module('tree' + n, { half: instance(tree(n / 2)), ... }, ...))   // right",
  },
  CLI2041: {
    exit: 2,
    title: 'something fails in the file while nobody waits for it',
    text: 'A promise is rejected and has no catch, or an error is thrown in a timer or a handler of an event, where no command can catch it. What the file was to do may be half done, so nothing is written. A file that has timers gets a second for them when it is loaded; then the command goes on without them.',
    example: "load('table.json')                        // wrong: a promise that nobody waits for\nconst table = await load('table.json')    // right",
  },
  CLI2042: {
    exit: 2,
    title: 'a file that was not written by `emit` would be overwritten',
    text: 'A file of the same name is there, without the header that `archnights emit` writes (`Generated by archnights`); JSON, SVG, source maps and lists are known by their form. It may be your own work, so nothing is written. What `emit` has written before is overwritten without a word.',
    example: 'archnights emit --module fifo.ts --out rtl           # wrong where rtl/fifo.v is your own\narchnights emit --module fifo.ts --out rtl/emitted   # right\narchnights emit --module fifo.ts --out rtl --force   # right, if it may go',
  },
  CLI2043: {
    exit: 2,
    title: 'a module stops with an error while the design is built',
    text: 'The body of a module runs once, when the design is built. An error was thrown in it, or in a function that it calls, and not caught; the message has the line, and what was thrown.',
    example: "module('m', { ... }, (x, { assign }) => { if (words.length > 16) throw new Error('too many words'); ... })",
  },
  CLI3001: {
    exit: 3,
    title: 'the npm packages of this checkout are not installed',
    text: 'A fresh clone has no packages. `npm run setup` installs what package-lock.json says; `npm start` and `npm test` do it too.',
    example: 'npm run setup',
  },
  CLI3002: {
    exit: 3,
    title: 'something that `npm start` needs is missing',
    text: '`doctor` found that a tool or file is not here without which the first command of the README cannot run. Its table says which, and how to get it.',
    example: 'archnights doctor',
  },
  CLI4001: {
    exit: 4,
    title: 'the Oracle or the link failed',
    text: 'A turn ended with the trap cause `link`: the Oracle died, broke the rules, or did not answer before the watchdog. What the answer had brought until then was rolled back; the history is as it was before the query.',
    example: 'archnights run --history task.txt --oracle script:answers.jsonl   # with fewer answers than queries',
  },
  CLI4002: {
    exit: 4,
    title: 'the program asks an Oracle, and none was given',
    text: 'Without --oracle a program runs until its first query. A program that never asks needs none.',
    example: 'archnights rocket run ask.elf                                # stops at the first query\narchnights rocket run ask.elf --oracle script:answers.jsonl   # goes on',
  },
  CLI7001: {
    exit: 70,
    title: 'a fault of ours',
    text: 'The program met something that it does not understand. With ARCHNIGHTS_DEBUG=1 it prints the details that a report needs.',
    example: 'ARCHNIGHTS_DEBUG=1 archnights run ...',
  },
} as const satisfies Record<string, CliCodeEntry>
export type CliCode = keyof typeof cliCodes
