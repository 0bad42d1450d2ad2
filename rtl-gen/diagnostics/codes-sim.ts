// Owns: the codes of the simulator.
import type { CodeEntry } from './codes.ts'

export const simCodes = {
  RTL6001: {
    title: 'a black box cannot be simulated in this process',
    text: 'The insides of a black box are written in Verilog, which this simulator does not read. Verilator and Icarus simulate the emitted text together with the text of the box.',
    example: 'compileSimulator(designWithABox)        // wrong\ncompileSimulator(designWithAModelOfIt)   // right: a module that behaves like the box',
  },
  RTL6002: {
    title: 'a signal depends on itself in the same cycle',
    text: 'Following what computes the signal leads back to it without passing a register, so it has no value that could be found in order. Bits that are set apart are ordered apart.',
    example: 'assign({ a: b.not(), b: a })                 // wrong\nassign({ a: b.not() }), when(go, { bReg: a })   // right: a register between',
  },
  RTL6003: {
    title: 'too many clocks for a simulation',
    text: 'The set of clocks that rise in a cycle is a word of 32 bits.',
    example: 'a design with 33 clock domains   // wrong',
  },
  RTL6004: {
    title: 'an assertion or assumption does not hold',
    text: 'The condition was 0 at an edge of its clock outside reset. An assertion says something about the module, an assumption about its surroundings: here about the stimulus.',
    example: "assert('notFull', count.le(4))   // and count became 5",
  },
  RTL6005: {
    title: 'no such signal in the simulation, or none that can be set',
    text: 'Paths are those of the flattened design: instance.signal[index].field. Inputs, resets and registers can be poked; all else is computed.',
    example: "sim.peek('fifo.cuont')   // wrong\nsim.peek('fifo.count')   // right",
  },
  RTL6006: {
    title: 'a pattern does not fit the signal',
    text: 'Values are unsigned patterns of the width of the signal, also for signed signals. A word of a memory lies below its depth.',
    example: "sim.poke('x4', 16)   // wrong\nsim.poke('x4', 15)   // right",
  },
  RTL6007: {
    title: 'a value does not have the shape that was declared',
    text: 'What is poked or sent has every field and element of the declared shape; numbers fit, and members of enumerations are named.',
    example: 'sim.sinks.enq.send({ addr: 1 })              // wrong where the bundle also has `tag`\nsim.sinks.enq.send({ addr: 1, tag: 0 })      // right',
  },
  RTL6008: {
    title: 'the module declares no such name',
    text: 'Ports, wires and registers are read and set by the names of their declarations; streams stand in `sinks` and `sources`, memories in `memory`, and what is inside an instance is read by its path.',
    example: "sim.peek.cuont               // wrong\nsim.peek.count               // right\nsim.peekPath('fifo.count')   // right: inside an instance",
  },
  RTL6009: {
    title: 'this cannot be set in a simulation',
    text: 'poke sets inputs, and set sets registers; `peek` is for reading, and nothing is assigned to it. Outputs and wires are computed; a stream is driven by the values that are sent into it, and the words of a memory are set in `memory`.',
    example: 'sim.poke({ count: 3 })   // wrong: an output\nsim.set({ value: 3 })    // right: the register that it comes from\nsim.peek.enable = 1n     // wrong\nsim.poke({ enable: 1 })  // right: an input',
  },
  RTL6010: {
    title: 'a number of cycles that is none',
    text: 'Cycles, limits and times are whole numbers from 0 up.',
    example: 'sim.step(-1)   // wrong\nsim.step(1)    // right',
  },
  RTL6011: {
    title: 'the clocks that were given do not fit the design',
    text: 'Clocks are named as the domains of the declarations are, the first being clk. If periods are given, every clock has one, a whole number from 1 up.',
    example: "sim.step(1, { clocks: ['tx'] })                             // wrong where the module has clk and rx\nsim.step(1, { clocks: ['rx'] })                             // right\nsimulate(m, { periods: { clk: 10, rx: { period: 14, first: 3 } } })   // right",
  },
  RTL6012: {
    title: 'a condition did not come true in time',
    text: 'runUntil stops as soon as its condition holds, or after the cycles of its limit. Mostly the design waits for something that the test never gives.',
    example: 'sim.runUntil(s => s.peek.done === 1n)                    // 10000 cycles at most\nsim.runUntil(s => s.peek.done === 1n, { limit: 200 })    // says so sooner',
  },
  RTL6013: {
    title: 'a snapshot of another design',
    text: 'A snapshot fits simulations of the module that it was taken of, with the same coverage option.',
    example: 'other.restore(sim.snapshot())            // wrong\nsimulate(counter).restore(sim.snapshot())   // right where sim simulates counter',
  },
  RTL6014: {
    title: 'no such word in the memory',
    text: 'Words are numbered from 0 to one less than the depth. In hardware such an address reads zero; in a test it is a mistake.',
    example: 'sim.memory.words[16]   // wrong where the depth is 16\nsim.memory.words[15]   // right: the last word',
  },
  RTL6015: {
    title: 'coverage was not asked for',
    text: 'Coverage is counted only in simulations that are made for it, so that the others lose no time.',
    example: 'simulate(counter).coverage()                       // wrong\nsimulate(counter, { coverage: true }).coverage()   // right',
  },
  RTL6016: {
    title: 'a drawing that cannot be made',
    text: 'A wave has signals of the module or paths into its instances; `radix` is bin, dec or hex; the window is `from` and `to`, or `last`.',
    example: "wave(sim, ['count:octal'])   // wrong\nwave(sim, ['count:dec'])     // right",
  },
} as const satisfies Record<string, CodeEntry>

export type SimCode = keyof typeof simCodes
