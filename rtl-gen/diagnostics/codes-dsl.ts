// Owns: the codes of the language: mistakes that are found while a design is built.
import type { CodeEntry } from './codes.ts'

export const dslCodes = {
  RTL1001: {
    title: 'a width or a length is a whole number from 1 up',
    text: 'A shape was declared with a width, length or depth that is not a whole number from 1 up. Hardware has no signals without bits. A value has at most 65536 bits, a vector at most 2^24 with all its elements.',
    example: 'uint(0)   // wrong\nuint(1)   // right, and so is `bit`',
  },
  RTL1002: {
    title: 'an enumeration cannot be made of these members',
    text: 'The members of an enumeration have distinct names and distinct values from 0 up.',
    example: "enumeration('state', ['idle', 'idle'])   // wrong\nenumeration('state', ['idle', 'busy'])   // right",
  },
  RTL1004: {
    title: 'a constant does not have the shape that was declared',
    text: "The reset value of a register, or a word of a memory, must be a constant of the declared shape: a whole number that fits, a member of the enumeration, an object with every field, an array with every element. 'none' declares a register without reset, so an enumeration whose register resets to a member named `none` is ambiguous.",
    example: 'register(uint(4), 16)   // wrong: 16 needs 5 bits\nregister(uint(4), 15)   // right',
  },
  RTL1005: {
    title: 'a memory cannot be made like this',
    text: "A memory has a depth of at least 1 and no more first words than it is deep; a ROM has at least one word. Its mode is 'sync' or 'async'; for 'sync' it is said what a read of a word gives in the cycle that writes it. Lanes are equal parts of a word.",
    example: "memory({ depth: 2, of: bit, collision: 'old', init: [1n, 0n, 1n] })   // wrong\nmemory({ depth: 3, of: bit, collision: 'old', init: [1n, 0n, 1n] })   // right",
  },
  RTL1006: {
    title: 'this is not a name',
    text: 'Names of modules, declarations, fields, members, checks, clock domains and named values are texts that are not empty. Write them in camelCase; the emitted text has them in snake_case. Any other character becomes `_` or a letter near to it, a keyword gets a `_`, and names that would be the same are told apart by a number, in the order of declaration.',
    example: "module('', ...)         // wrong\nmodule('myUnit', ...)   // right: emitted as my_unit",
  },
  RTL1007: {
    title: 'something else stands where a declaration, a shape or a module is wanted',
    text: 'The properties of a module are declarations: input, output, sink, source, wire, register, memory, rom, instance. Declarations and vectors are made of shapes: uint, sint, bit, enumerations, bundles, vec. Several ports, streams or instances are a vecOf.',
    example: "module('m', { a: bit, q: vec(2, sink(P)) }, ...)                    // wrong\nmodule('m', { a: input(bit), q: vecOf(2, sink(P)) }, ...)         // right",
  },
  RTL1008: {
    title: 'a port would have the name of a clock or reset',
    text: 'Each clock domain gives the module two ports: `clock` and `reset`, or `rx_clock` and `rx_reset` for domain `rx`. No other port may have such a name. Ports fall into their parts, joined with `_` (stream `i` has `i_valid`, `i_ready`, ...). One that meets another port, or a word of Verilog, SystemVerilog or C++ (which Verilator makes), gets another name, and the header of the emitted module says which.',
    example: 'clock: input(bit)      // wrong\nclockOut: input(bit)   // right',
  },
  RTL1009: {
    title: 'the prototype of an object is taken for a name',
    text: 'In an object that is written out, `__proto__: x` makes x the prototype and adds no property, so a declaration or field of this name would be lost.',
    example: "module('m', { __proto__: input(bit) }, ...)       // wrong\nmodule('m', { ['__proto__']: input(bit) }, ...)   // right: emitted as proto",
  },
  RTL1010: {
    title: 'an enumeration cannot be encoded like this',
    text: "A list of members is encoded as 'binary' (0, 1, 2, ...), 'onehot' (1, 2, 4, ...: one bit for each) or 'gray' (neighbours differ in one bit). An object says the numbers itself.",
    example: "enumeration('s', { a: 1, b: 4 }, { encoding: 'onehot' })    // wrong\nenumeration('s', ['a', 'b'], { encoding: 'onehot' })        // right",
  },
  RTL1015: {
    title: 'a crossing cannot be made like this',
    text: 'A crossing is a register of one clock domain that takes values of another one. One bit is safe when a second register follows. Of several bits some may be old and some new, so it is said what keeps them still while they are taken, or that a Gray code lets one of them change at a time.',
    example: "crossing(uint(8), 0, { from: 'rx', to: 'clk' })                                     // wrong\ncrossing(uint(8), 0, { from: 'rx', to: 'clk', why: 'held until acknowledged' })     // right",
  },
  RTL1016: {
    title: 'a memory cannot have these ports',
    text: 'The read and write ports of a memory have distinct names; at least one of them reads; and all that write have one clock. Several ports are listed, `reads: [...]` and `writes: [...]`; an object gives each its clock.',
    example: "memory({ depth: 8, of: bit, collision: 'old', reads: ['a', 'a'] })   // wrong\nmemory({ depth: 8, of: bit, collision: 'old', reads: ['a', 'b'] })   // right",
  },
  RTL1017: {
    title: 'a text does not hold the words of a memory',
    text: 'wordsFromHex and wordsFromBinary take what $readmemh and $readmemb take: numbers of hexadecimal or binary digits apart by blanks, comments, and `@` with the address of the next word. Every word fits the width; addresses do not go back; x and z have no meaning in a memory that is built.',
    example: "wordsFromHex('DEADBEEF 1 0x3', 32)    // wrong: 0x3\nwordsFromHex('DEADBEEF 1 3', 32)      // right",
  },
  RTL1018: {
    title: 'a black box cannot be made like this',
    text: 'The name, the ports and the parameters of a black box are exactly those of the text that describes it elsewhere, so they are names that Verilog takes, each once. It has inputs, outputs, sinks and sources; its parameters are text, choice(...) or integer(width). It is used as an instance, never alone.',
    example: "blackBox('pll', { ports: { reg: input(bit) } })      // wrong: a keyword\nblackBox('pll', { ports: { REG_IN: input(bit) } })   // right",
  },
  RTL1019: {
    title: 'a parameter of a black box is wrong, missing or unknown',
    text: 'An instance of a black box gives each of its parameters a value: a text (one of the choices, if it has them) or a whole number that fits its width. A parameter that is to keep the value of the other text is left out of the black box. A module of the language has no parameters: the function that makes it takes them as arguments.',
    example: "instance(pll, { MODE: 'fastest' })   // wrong where MODE is choice('FAST', 'SLOW')\ninstance(pll, { MODE: 'FAST' })      // right",
  },
  RTL1020: {
    title: 'a reset of a clock domain cannot be like this',
    text: "A module may say how clock domains that it has are reset: 'sync', 'async' or 'none'. It says so once for a whole domain; a register without reset is declared with 'none' for its reset value.",
    example: "module('m', decls, body, { domains: { clk: { reset: 'asynch' } } })   // wrong\nmodule('m', decls, body, { domains: { clk: { reset: 'async' } } })    // right",
  },
  RTL1021: {
    title: 'a module of the library cannot be made like this',
    text: "A synchronizer has at least two registers, an asyncQueue a depth that is a power of two, and a crossing two clock domains; arbiter, demux and fork have at least one stream. An arbiter is 'fixed' or 'roundRobin'; elements are a shape, clock domains are named by texts, and what computes from an element is a function. An option that is not known is refused: it is mostly misspelt.",
    example: "asyncQueue('q', uint(8), 6, { from: 'rx', to: 'clk' })   // wrong\nasyncQueue('q', uint(8), 8, { from: 'rx', to: 'clk' })   // right\narbiter('a', uint(8), 2, 'round-robin')                  // wrong\narbiter('a', uint(8), 2, 'roundRobin')                   // right",
  },
  RTL2001: {
    title: 'the two sides of an operation differ in width',
    text: 'Operands have one width. Nothing is widened or cut silently, because either may lose a bit that was meant.',
    example: 'a8.add(b9)               // wrong\na8.extend(9).add(b9)     // right: nothing is lost\na8.add(b9.truncate(8))   // right: says that the top bit is dropped',
  },
  RTL2002: {
    title: 'a number does not fit',
    text: 'A bare number takes the width of the value beside it and must fit: 0 to 2^width - 1 for uint, -2^(width-1) to 2^(width-1) - 1 for sint.',
    example: 'x4.eq(16)             // wrong\nx4.extend(5).eq(16)   // right',
  },
  RTL2003: {
    title: 'a value and its target differ in width',
    text: 'The value that is given to a register, output, wire or field has another width than it was declared with.',
    example: '{ acc17: sum18 }                // wrong\n{ acc17: sum18.truncate(17) }   // right: says that the top bit is dropped',
  },
  RTL2004: {
    title: 'truncate to more bits than there are',
    text: 'truncate(width) keeps the low bits; it cannot make a value wider.',
    example: 'x8.truncate(9)   // wrong\nx8.extend(9)     // right',
  },
  RTL2005: {
    title: 'extend to fewer bits than there are',
    text: 'extend(width) keeps the number and makes it wider; it cannot drop bits.',
    example: 'x8.extend(7)     // wrong\nx8.truncate(7)   // right',
  },
  RTL2006: {
    title: 'not a whole number that JavaScript can hold',
    text: 'JavaScript numbers are exact up to 2^53. Fractions, NaN and larger numbers are refused; write large constants as bigint, round fractions or count in smaller units (2.5 us as 2500 ns).',
    example: 'lit(64, 0xffffffffffffffff)    // wrong: rounded by JavaScript\nlit(64, 0xffffffffffffffffn)   // right',
  },
  RTL2007: {
    title: 'bits outside the value',
    text: 'bits(low, width), bit(i) and at(i) with constants must lie inside the value.',
    example: 'x8.bits(4, 5)   // wrong: bits 4 to 8\nx8.bits(4, 4)   // right: bits 4 to 7',
  },
  RTL2008: {
    title: 'two kinds of values are mixed',
    text: 'uint, sint, and each enumeration are kinds of their own; an operation or an assignment has one kind on both sides. Say how the bits are to be read: asUint(), asSint(), asEnum(shape).',
    example: 'u8.add(s8)            // wrong\nu8.asSint().add(s8)   // right',
  },
  RTL2009: {
    title: 'no such member',
    text: 'The enumeration has no member of this name.',
    example: "state.is('idel')   // wrong\nstate.is('idle')   // right",
  },
  RTL2010: {
    title: 'two clock domains meet',
    text: 'Values that belong to different clocks cannot be combined: the result would be stable with respect to neither.',
    example: "a.and(b)   // wrong where a belongs to 'clk' and b to 'rx'",
  },
  RTL2011: {
    title: 'a JavaScript value stands where hardware is wanted',
    text: 'A signal, or a constant of the right shape beside one, is wanted here. undefined mostly comes from a misspelt property.',
    example: "count.add('1')   // wrong\ncount.add(1)     // right",
  },
  RTL2012: {
    title: 'fields or elements do not match the shape',
    text: 'A value for a whole bundle or vector has every field or element, and no other. A rule may change single fields of a bundle; elements of a vector are changed with write(index, value).',
    example: 'assign({ seg: { base } })          // wrong where seg also has `limit`\nassign({ seg: { base, limit } })   // right',
  },
  RTL2013: {
    title: 'the legs do not fit what selects them',
    text: 'oneHotMux and priorityMux take one leg for each bit of `select`, the leg of bit 0 first.',
    example: 'oneHotMux(select3, [a, b])      // wrong\noneHotMux(select3, [a, b, c])   // right',
  },
  RTL2014: {
    title: 'decode would have too many bits, or none',
    text: 'decode gives a bit for each number that its operand can be: of a uint(16) these are 65536. Say how many are wanted; numbers past them set no bit.',
    example: 'decode(address16)       // wrong\ndecode(address16, 12)   // right: the numbers 0 to 11',
  },
  RTL2900: {
    title: 'a JavaScript operator was used on a signal',
    text: 'Operators of JavaScript run once, while the design is built; a signal has a value only when the hardware runs. `if (a)`, `a ? b : c`, `a && b`, `!a` and `a === b` cannot be caught while the design is built: the lint rule `no-signal-truthiness` finds them.',
    example: '`a < b`     // wrong\na.lt(b)     // right',
  },
  RTL2901: {
    title: 'a signal cannot be made JSON',
    text: 'A signal has no value while the design is built, so it cannot be printed or stored. Elaborate the module and print its design instead.',
    example: 'JSON.stringify(count)               // wrong\nelaborate(counter).modules.length   // right: a Design is plain data',
  },
  RTL2902: {
    title: 'a JavaScript boolean stands where a signal is wanted',
    text: 'It mostly comes from `!a`, `a === b` or `a && b`, which JavaScript works out while the design is built. For a constant write 0 or 1.',
    example: 'when(a === b, ...)    // wrong: always false\nwhen(a.eq(b), ...)    // right',
  },
  RTL3001: {
    title: 'something is given no value',
    text: 'assign gives every output, wire, handshake and instance input the value that it has when no rule says otherwise. So there are no latches and no forgotten outputs.',
    example: "module('m', { a: output(bit), b: output(bit) }, (x, { assign }) => [assign({ a: 0 })])         // wrong\nmodule('m', { a: output(bit), b: output(bit) }, (x, { assign }) => [assign({ a: 0, b: 0 })])   // right",
  },
  RTL3002: {
    title: 'an input is driven from inside',
    text: 'The value of an input comes from outside of the module.',
    example: 'when(go, { someInput: 1 })   // wrong\nwhen(go, { someOutput: 1 })  // right',
  },
  RTL3003: {
    title: 'nothing of this name is declared',
    text: 'A rule changes what the declarations of its module name.',
    example: 'when(go, { cuont: 0 })   // wrong\nwhen(go, { count: 0 })   // right',
  },
  RTL3004: {
    title: 'a rule was made but not returned',
    text: 'Rules are values: only those that the body returns, or that stand inside one of them, become hardware.',
    example: '{ when(go, { count: 0 }); return [assign({ ... })] }   // wrong\nreturn [assign({ ... }), when(go, { count: 0 })]        // right',
  },
  RTL3005: {
    title: 'assign stands once, first',
    text: 'The body returns an array: assign({ ... }) first, once, then the rules. The last rule that sets something wins, so the defaults come first.',
    example: '[when(go, { q: 1 }), assign({ q: 0 })]   // wrong\n[assign({ q: 0 }), when(go, { q: 1 })]   // right',
  },
  RTL3006: {
    title: 'two different modules have one name',
    text: 'In the emitted text a module is known by its name. Two modules of equal contents are one; two that differ need two names. A function that makes modules takes the name, or builds it from its parameters.',
    example: "fifo('queue', MemReq), fifo('queue', MemResp)         // wrong\nfifo('reqQueue', MemReq), fifo('respQueue', MemResp)   // right",
  },
  RTL3007: {
    title: 'a signal of another module',
    text: 'A module sees only its own declarations. A value comes in through an input, and out through an output of an instance.',
    example: "inner = module('inner', ..., ({ a }, { assign }) => [assign({ y: outerSignal })])   // wrong: add an input",
  },
  RTL3008: {
    title: 'read of something that is not declared',
    text: 'The body reads what the declarations of its module name. A misspelt field or method stops the body with an error of JavaScript, which is told under this code too.',
    example: '({ cuont }, { assign }) => ...   // wrong\n({ count }, { assign }) => ...   // right',
  },
  RTL3009: {
    title: 'a stream is driven against its direction',
    text: 'A sink takes: the module gives `ready`. A source offers: the module gives `valid` and `payload`. For an instance it is the other way round, seen from its parent.',
    example: 'assign({ enq: { valid: 1 } })   // wrong where enq is a sink\nassign({ enq: { ready: 1 } })   // right',
  },
  RTL3010: {
    title: 'the arms do not fit what is matched',
    text: 'match has an arm for every member of the enumeration. matchSome has some arms and `otherwise`.',
    example: 'match(state, { idle: ... })                           // wrong where `busy` exists\nmatch(state, { idle: ..., busy: {} })                  // right\nmatchSome(state, { idle: ..., otherwise: {} })         // right',
  },
  RTL3011: {
    title: 'a memory is used in a way that it has no port for',
    text: 'A memory has one read port and one write port, or those that it names; in one set of changes each is used at most once, under its name if it has one. A ROM has read ports only. An address is exactly as wide as the depth wants, and lanes have one bit each.',
    example: '{ mem: [read(a), read(b)] }        // wrong\n{ mem: [read(a), write(b, v)] }    // right',
  },
  RTL3012: {
    title: 'a JavaScript value stands where rules are wanted',
    text: 'A body of rules is an object of changes, a rule, or an array of these. The body of a module returns them at once, so it is not async: what has to be waited for (a file, a table) is loaded before the module is made, with await at the top of the file.',
    example: "when(go, count.add(1))              // wrong\nwhen(go, { count: count.add(1) })   // right\n\nmodule('m', { ... }, async (x, { assign }) => { const table = await load(); ... })        // wrong\nconst table = await load()\nmodule('m', { ... }, (x, { assign }) => ...)                                                // right: table is there",
  },
  RTL3013: {
    title: 'a whole stream is passed on so that elements are lost or doubled',
    text: 'An element passes where valid and ready hold on both ends, so whoever offers a stream to a taker listens to the `ready` of that taker, and of no other. A whole stream goes to one place at a time; the module gives its own source, or the sink of an instance, its elements once; and the `ready` of the taker is read. A rule that holds a stream back changes both ends together: `ready` of the one, `valid` of the other. To copy a stream, to choose a taker or to drop elements, write out valid, ready and payload.',
    example: 'assign({ o: i, p: i, i: { ready: 1 } })   // wrong: o and p both take, and nobody waits for them\nassign({ o: i, i: o })                    // right: o gets valid and payload, i gets ready',
  },
  RTL3014: {
    title: 'one clock domain has two kinds of reset',
    text: "A clock domain has one kind of reset in a whole design, because its reset is one signal: that which the outermost module says, 'sync' if it says nothing. Modules inside follow without a word; one that says another kind is refused.",
    example: "module('top', ..., { domains: { clk: { reset: 'async' } } }) with an instance of a module that says 'sync'   // wrong\nthe same with an instance of a module that says nothing                                                   // right",
  },
  RTL3015: {
    title: 'a list is given too little or too much',
    text: 'What was declared with vecOf is driven as a list: in assign with a value for each part, in a rule with such a list or with an object that gives some parts by number.',
    example: 'assign({ outs: [0, 1] })           // wrong where outs is vecOf(3, output(bit))\nassign({ outs: [0, 1, 0] })        // right\nwhen(go, { outs: { [2]: 1 } })     // right, in a rule',
  },
  RTL3050: {
    title: 'a module contains itself',
    text: 'An instance leads back to the module in which it stands, through a getter, through a function that makes modules, or through other modules. Such hardware would have no end. A function that makes a module out of smaller ones of its kind has a size at which it makes one without instances.',
    example: "const tree = (n) => module('tree' + n, { half: instance(tree(n / 2)), ... }, ...)                    // wrong: never ends\nconst tree = (n) => (n === 1 ? leaf : module('tree' + n, { half: instance(tree(n / 2)), ... }, ...))   // right",
  },
  RTL3051: {
    level: 'note',
    title: 'a port has another name in the emitted text',
    text: 'Ports are emitted in snake_case under their own names. One that is a word of Verilog, SystemVerilog or C++, that has other characters than letters, digits and underscores, or that becomes the same as another one, gets a name that tools take. The header of the module says it too. This is a note: the design is emitted as it is.',
    example: "module('m', { reg: input(bit), 'data in': input(bit), dataIn: input(bit) }, ...)   // reg_, data_in, data_in_2",
  },
} as const satisfies Record<string, CodeEntry>

export type DslCode = keyof typeof dslCodes
