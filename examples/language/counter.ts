// Owns: the smallest example of the language: a counter that can be held. `try-counter.ts` runs it.
import { bit, input, module, output, register, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'

// A module is a name, its declarations, and a function that returns rules. Nothing is built until `elaborate(counter)`.
export const counter = module('counter', {
  enable: input(bit),
  count: output(uint(8)),
  value: register(uint(8), 0), // 0 after reset; keeps its value in every cycle in which no rule changes it
}, ({ enable, value }, { assign, when }) => [
  // First, what always holds: assign wants every output. A forgotten one does not compile.
  // `count` beside `value`: an output is what others see in this cycle, a register is what the module remembers; only a register can count.
  assign({ count: value }),
  // Then the rules. Methods, because JavaScript's `value + 1` runs once, while the circuit is built, and TypeScript cannot give `+` another meaning.
  // `add` wraps: 255 is followed by 0. The register has its new value from the next cycle on.
  when(enable, { value: value.add(1) }),
], { doc: 'counts the cycles in which enable is high.' })
