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
} as const satisfies Record<string, CodeEntry>
