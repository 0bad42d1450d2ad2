// Owns: mistakes in rules: memories that rules read and write.
import type { Mistake } from '../try.ts'
import { alone, bit, memory, read, rom, uint, write } from '../try.ts'
import { r8, withRules } from '../world.ts'

const mem = { mem: memory({ depth: 4, of: uint(8), collision: 'old' }) }
export const memories: readonly Mistake[] = [
  {
    what: 'a number for a memory', code: 'RTL3011', says: '`mem` takes read(address) and write(address, value)', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: 3 }], mem),
  },
  {
    what: 'two reads of one port', code: 'RTL3011', says: '`mem` has one read port and one write port', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: [read(0), read(1)] }], mem),
  },
  {
    what: 'two writes of one port', code: 'RTL3011', says: '`mem` has one read port and one write port', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: [write(0, 1), write(1, 1)] }], mem),
  },
  {
    what: 'two reads in two changes', code: 'RTL4005', says: '`mem_read_enable` is set twice without a condition', at: ['assign({ o: 0 }), ...more as', 'assign({ o: 0 }), ...more as'],
    by: () => withRules(() => [{ mem: read(0) }, { mem: read(1) }], mem),
  },
  {
    what: 'a ROM that is written', code: 'RTL3011', says: '`t` is a ROM: it cannot be written', at: ['assign({ o: 0 }), ...more as', 'rom({ of: bit, words: [0, 1'],
    by: () => withRules(() => [{ t: write(0, 1) }], { t: rom({ of: bit, words: [0, 1] }) }),
  },
  {
    what: 'an address that is too wide', code: 'RTL3011', says: 'the address has 8 bits, `mem` of 4 words takes 2', at: ['assign({ o: 0 }), ...more as', 'input(uint(8)), b: input(uin',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.a) }], mem),
  },
  {
    what: 'an address that is too narrow', code: 'RTL3011', says: 'the address has 1 bits, `mem` of 4 words takes 2', at: ['assign({ o: 0 }), ...more as', 'input(bit), st: input(state',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.c) }], mem),
  },
  {
    what: 'an address past the end', code: 'RTL3011', says: 'address 4 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(4) }], mem),
  },
  {
    what: 'a negative address', code: 'RTL3011', says: 'address -1 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(-1) }], mem),
  },
  {
    what: 'an address with a fraction', code: 'RTL3011', says: 'address 0.5 of `mem`, which has 4 words', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read(0.5) }], mem),
  },
  {
    what: 'an address that is text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'0\'', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read('0') }], mem),
  },
  {
    what: 'a read without an address', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: read() }], mem),
  },
  {
    what: 'a signed address', code: 'RTL2008', says: 'an amount, index or address is a uint, not sint(8)', at: ['assign({ o: 0 }), ...more as', 'input(sint(8)), c: input(bit',
      'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: read(x.s) }], mem),
  },
  {
    what: 'a word that is too wide', code: 'RTL2003', says: 'the value has 9 bits, `mem` has 8', at: ['assign({ o: 0 }), ...more as', 'input(uint(9)), s: input(sin', 'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ mem: write(0, x.b) }], mem),
  },
  {
    what: 'a word that does not fit', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0, 256) }], mem),
  },
  {
    what: 'a write without a word', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0) }], mem),
  },
  {
    what: 'a memory that is read like a vector', code: 'RTL3008', says: 'the body of `m` stops: x.mem.at is not a function', at: ['at(0) }], { ...mem, ...r8', 'module(\'m\', {'],
    by: () => withRules((x: any) => [{ r: x.mem.at(0) }], { ...mem, ...r8 }),
  },
  {
    what: 'a memory that is read like a word', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['assign({ o: 0 }), ...more as', 'register(uint(8), 0'],
    by: () => withRules((x: any) => [{ r: x.mem }], { ...mem, ...r8 }),
  },
  {
    what: 'lanes of a memory without lanes', code: 'RTL3011', says: 'a write of some lanes of `mem`, whose words have none', at: ['assign({ o: 0 }), ...more as', 'memory({ depth: 4, of: uint('],
    by: () => withRules(() => [{ mem: write(0, 1, 1) }], mem),
  },
  {
    what: 'lanes that do not divide a word', code: 'RTL1005', says: '3 lanes for words of 8 bits', at: ['memory({ depth: 4, of: uint('], one: alone,
    by: () => memory({ depth: 4, of: uint(8), collision: 'old', lanes: 3 }),
  },
  {
    what: 'lanes of another width', code: 'RTL3011', says: 'the lanes have 1 bits, `m4` has 4', at: ['assign({ o: 0 }), ...more as', 'input(bit), st: input(state', 'memory({ depth: 4, of: uint('],
    by: () => withRules((x: any) => [{ m4: write(0, 1, x.c) }], { m4: memory({ depth: 4, of: uint(32), collision: 'old', lanes: 4 }) }),
  },
  { what: 'a memory that nobody uses', fine: 'it is left out, or nothing reads it', by: () => withRules(() => [], mem) },
]
