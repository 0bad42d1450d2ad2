// Owns: the codes of the checks that run over a whole design before anything is emitted or simulated.
import type { CodeEntry } from './codes.ts'

export const passCodes = {
  RTL4001: {
    title: 'widths or kinds in a design do not fit together',
    text: 'Every operation has one rule for the widths and kinds of its operands and result; nothing is widened, cut or re-read silently. The language sees to it; a design that was put together by hand, or by a pass of your own, is checked here.',
    example: 'add(a: uint(8), b: uint(9))            // wrong\nadd(extend(a, 9), b: uint(9))          // right',
  },
  RTL4002: {
    title: 'a design is not well formed',
    text: 'A name is read or set that does not exist, a module stands after one that uses it, or a statement sets what cannot be set. The language cannot produce this; check the code that builds or rewrites the design.',
    example: 'a Ref to `cout` where only `count` is declared',
  },
  RTL4003: {
    title: 'bits that nothing gives a value',
    text: 'Every bit of an output, of a wire and of an input of an instance has a value. A bit that no statement sets would be unknown in simulation and arbitrary in hardware.',
    example: 'output y: uint(8); y[3:0] := a             // wrong: y[7:4] has no value\ny[3:0] := a; y[7:4] := 0                   // right',
  },
  RTL4004: {
    title: 'bits that keep their value on some path (a latch)',
    text: 'What is set only under a condition would have to remember its value otherwise. Only registers remember. Give a value for every case: one before the condition, or one in the other branch.',
    example: 'if go: y := a                              // wrong\ny := 0; if go: y := a                      // right',
  },
  RTL4005: {
    title: 'bits that are set twice without a condition',
    text: 'The later of two statements wins, so the earlier one has no effect at all: one of the two is a mistake.',
    example: 'y := a; y := b                             // wrong\ny := b                                     // right',
  },
  RTL4006: {
    title: 'a combinational loop',
    text: 'A value depends on itself within one cycle. The message shows the way round, hop by hop. A vector may feed its own other bits: only bits that come back to themselves are a loop. A black box is taken to have no path from its inputs to its outputs within a cycle.',
    example: 'a := b + 1; b := a                         // wrong\nregister r; a := r + 1; r := a             // right: broken by a register',
  },
  RTL4007: {
    title: 'a value crosses from one clock domain to another',
    text: 'A register or a memory that takes a value of another clock may see it while it changes. Allowed is one bit that comes straight from a register or an input into a register that only a second register of the same domain reads: the usual synchroniser, in the language `crossing` or `synchronizer`. For wider values use handshakeCrossing or asyncQueue, or a `crossing` that says why its bits do not change while they are taken.',
    example: 'b_reg := a_reg                                     // wrong\nb_sync := a_reg; b_reg := b_sync; use only b_reg   // right',
  },
  RTL4008: {
    title: 'a name that the emitted text cannot have',
    text: 'Names of modules, ports and signals are letters, digits and underscores, do not start with a digit, and are no keyword of Verilog or SystemVerilog; names of ports are no word of C++ either, because Verilator makes C++ of them and warns. The language changes such names by itself (the header of a module, and `emit`, say which ports have another name than in the source), and takes the names of a black box as its own text has them, `$` included: so only a design that was put together or changed by hand, as data, is refused.',
    example: "{ ...m, name: 'pad$io' }                           // wrong: a module of a Design, changed by hand\n{ ...m, name: 'pad_io' }                           // right; and a black box may have a $\n\n{ ...m, ports: [{ ...port, name: 'reg' }] }        // wrong: a module of a Design, changed by hand\n{ ...m, ports: [{ ...port, name: 'reg_in' }] }     // right",
  },
  RTL4009: {
    title: 'two names differ only in upper and lower case',
    text: 'Some file systems and tools do not tell them apart: of two modules one file would overwrite the other, of two signals a wave viewer may show one. The language writes its own names in lower case and tells equal ones apart, so it takes a black box, whose name stands as it is, to come to this; or a design that was put together or changed by hand, as data.',
    example: "const inner = module('fifo', { ... }, ...)      // wrong beside\nconst outer = blackBox('Fifo', { ports: ... })  // this one, in one design\nconst inner = module('rxFifo', { ... }, ...)    // right: emitted as rx_fifo",
  },
  RTL4010: {
    title: 'one name stands for two things',
    text: 'In a module every port, clock, reset, wire, register, named value, memory and instance has a name of its own; in a design every module has.',
    example: 'register x; wire x   // wrong',
  },
  RTL4011: {
    title: 'a computed value goes into a synchroniser',
    text: 'What is computed from several bits may be wrong for a moment between two clock edges. Within one clock nobody sees that; a register of another clock may take just that moment. So what crosses comes straight from a register, also where the synchroniser stands in a module inside.',
    example: 'assign({ sync: { i: a.and(b) } })          // wrong where sync is a synchronizer\n{ both: a.and(b) }, ... sync: { i: both }   // right: `both` is a register',
  },
  RTL4050: {
    level: 'note',
    title: 'a register that never changes',
    text: 'No rule changes the register, or each gives it the value that it has from reset anyway. So it is a constant, and the emitted text has no flip-flop for it. Mostly a rule was forgotten, or sets another register. This is a note: the design is emitted as it is.',
    example: "module('m', { o: output(bit), full: register(bit, 0) }, ({ full }, { assign }) => [assign({ o: full })])   // `full` is 0 for ever",
  },
  RTL4051: {
    level: 'note',
    title: 'an input that nothing reads',
    text: 'Nothing in the module depends on the input; of a bundle, a vector or a stream, on no part of it. If that is meant, for a port that others want to be there, say so: give it to a wire that nothing reads, or have the word `unused` in its name. This is a note: the design is emitted as it is.',
    example: '{ spare: input(bit), unused: wire(bit), ... }, ({ spare }, { assign }) => [assign({ unused: spare, ... })]   // says that it is meant',
  },
  RTL4052: {
    level: 'note',
    title: 'a memory that is read and never written',
    text: 'No rule writes the memory and it has no first words, so every read gives 0. Mostly the write was forgotten. This is a note: the design is emitted as it is.',
    example: "{ table: memory({ depth: 16, of: uint(8), collision: 'old' }), ... }   // and no rule with table: write(...)",
  },
} as const satisfies Record<string, CodeEntry>

export type PassCode = keyof typeof passCodes
