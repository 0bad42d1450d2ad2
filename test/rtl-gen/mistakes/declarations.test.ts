// Owns: mistakes in shapes and declarations: widths, lengths, members, reset values, first words, what stands for what.
/* eslint-disable no-sparse-arrays -- holes are among the mistakes */
import type { Mistake } from './try.ts'
import { alone, bit, bundle, doc, elaborate, enumeration, input, instance, memory, module, output, register, rom, sint, tryAll, uint, vec, wire } from './try.ts'
import { Pair, state, withRules, withValue } from './world.ts'

/** A module with a declaration that it does not use. */
const declaring = (decls: object): unknown => elaborate(withRules(() => [], decls))

const widths: readonly Mistake[] = [
  { what: 'a width of 0', code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', at: ['uint(0'], one: alone, by: () => uint(0) },
  { what: 'a negative width', code: 'RTL1001', says: 'a width is a whole number from 1 up, not -1', at: ['uint(-1'], one: alone, by: () => uint(-1) },
  { what: 'a width that is NaN', code: 'RTL1001', says: 'a width is a whole number from 1 up, not NaN', at: ['uint(NaN'], one: alone, by: () => uint(NaN) },
  { what: 'a fraction of a bit', code: 'RTL1001', says: 'a width is a whole number from 1 up, not 1.5', at: ['sint(1.5'], one: alone, by: () => sint(1.5) },
  { what: 'a width as text', code: 'RTL1001', says: 'a width is a whole number from 1 up, not the string \'8\'', at: ['uint(\'8\''], one: alone, by: () => uint('8') },
  { what: 'a width that is undefined', code: 'RTL1001', says: 'a width is a whole number from 1 up, not undefined', at: ['uint(undefined'], one: alone, by: () => uint(undefined) },
  { what: 'a width that is null', code: 'RTL1001', says: 'a width is a whole number from 1 up, not null', at: ['uint(null'], one: alone, by: () => uint(null) },
  { what: 'a width as a bigint', code: 'RTL1001', says: 'a width is a whole number from 1 up, not a bigint', at: ['uint(8n'], one: alone, by: () => uint(8n) },
  { what: 'a width in an array', code: 'RTL1001', says: 'a width is a whole number from 1 up, not an array', at: ['uint([8'], one: alone, by: () => uint([8]) },
  { what: 'a width that is true', code: 'RTL1001', says: 'a width is a whole number from 1 up, not a boolean', at: ['uint(true'], one: alone, by: () => uint(true) },
  { what: 'a width that is a symbol', code: 'RTL1001', says: 'a width is a whole number from 1 up, not a symbol', at: ['uint(Symbol(\'w\''], one: alone, by: () => uint(Symbol('w')) },
  { what: 'a width without end', code: 'RTL1001', says: 'a width is a whole number from 1 up, not Infinity', at: ['uint(Infinity'], one: alone, by: () => uint(Infinity) },
  { what: 'a width of 2^31', code: 'RTL1001', says: 'a width of 2147483648 is more than 65536', at: ['uint(2 ** 31'], one: alone, by: () => declaring({ w: input(uint(2 ** 31)) }) },
  { what: 'a width of 2^53', code: 'RTL1001', says: 'a width of 9007199254740992 is more than 65536', at: ['uint(2 ** 53'], one: alone, by: () => declaring({ w: input(uint(2 ** 53)) }) },
  { what: 'a vector of no elements', code: 'RTL1001', says: 'a length is a whole number from 1 up, not 0', at: ['vec(0, bit'], one: alone, by: () => vec(0, bit) },
  { what: 'a vector of half an element', code: 'RTL1001', says: 'a length is a whole number from 1 up, not 0.5', at: ['vec(0.5, bit'], one: alone, by: () => vec(0.5, bit) },
  { what: 'length and element swapped', code: 'RTL1001', says: 'a length is a whole number from 1 up, not a bare shape (uint)', at: ['vec(bit, 4'], one: alone, by: () => vec(bit, 4) },
  { what: 'a width for an element', code: 'RTL1007', says: 'an element of a vec is a shape, not a number', at: ['vec(4, 8'], one: alone, by: () => vec(4, 8) },
  { what: 'an element that is undefined', code: 'RTL1007', says: 'an element of a vec is a shape, not undefined', at: ['vec(4, undefined'], one: alone, by: () => vec(4, undefined) },
  {
    what: 'a vector of 2^31 elements', code: 'RTL1001', says: 'a size of 2147483648 is more than 16777216', at: ['vec(2 ** 31, bit'], one: alone,
    by: () => declaring({ w: wire(vec(2 ** 31, bit)) }),
  },
  {
    what: 'vectors of vectors, 2^60 bits in all', code: 'RTL1001', says: 'a size of 1099511627776 is more than 16777216', at: ['vec(2 ** 20, vec(2 ** 20, bi'], one: alone,
    by: () => declaring({ w: input(vec(2 ** 20, vec(2 ** 20, vec(2 ** 20, bit)))) }),
  },
]
const members: readonly Mistake[] = [
  {
    what: 'an enumeration without members', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', ['], one: alone,
    by: () => enumeration('e', []),
  },
  { what: 'an enumeration without a name', code: 'RTL1006', says: 'an array is not a name for an enumeration', at: ['enumeration([\'a\', \'b\''], one: alone, by: () => enumeration(['a', 'b']) },
  { what: 'an enumeration of nothing', code: 'RTL1002', says: 'enumeration `e` is made of undefined', at: ['enumeration(\'e\', undefined'], one: alone, by: () => enumeration('e', undefined) },
  { what: 'an enumeration of null', code: 'RTL1002', says: 'enumeration `e` is made of null', at: ['enumeration(\'e\', null'], one: alone, by: () => enumeration('e', null) },
  {
    what: 'two members of one name', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', [\'a\', \'b\''], one: alone,
    by: () => enumeration('e', ['a', 'b', 'a']),
  },
  {
    what: 'two members of one value', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', { a: 1, b:'], one: alone,
    by: () => enumeration('e', { a: 1, b: 1 }),
  },
  {
    what: 'a member with a fraction', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', { a: 0.5'], one: alone,
    by: () => enumeration('e', { a: 0.5 }),
  },
  {
    what: 'a member below 0', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', { a: -1'], one: alone,
    by: () => enumeration('e', { a: -1 }),
  },
  {
    what: 'a member beyond 2^53', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', { a: 2 ** 6'], one: alone,
    by: () => enumeration('e', { a: 2 ** 60 }),
  },
  {
    what: 'a value as text', code: 'RTL1002', says: 'enumeration `e` needs members with distinct names and values from 0 up', at: ['enumeration(\'e\', { a: \'1\''], one: alone,
    by: () => enumeration('e', { a: '1' }),
  },
  { what: 'members that are numbers', code: 'RTL1006', says: '1 is not a name for a member of `e`', at: ['enumeration(\'e\', [1, 2'], one: alone, by: () => enumeration('e', [1, 2]) },
  {
    what: 'a hole in the members', code: 'RTL1006', says: 'undefined is not a name for a member of `e`', at: ['enumeration(\'e\', [\'a\', , \'b\''], one: alone,
    by: () => enumeration('e', ['a', , 'b']),
  },
  { what: 'text for the members', code: 'RTL1002', says: 'enumeration `e` is made of the string \'abc\'', at: ['enumeration(\'e\', \'abc\''], one: alone, by: () => enumeration('e', 'abc') },
  { what: 'a bundle without fields', code: 'RTL1001', says: 'a bundle has at least one field', at: ['bundle({'], one: alone, by: () => bundle({}) },
  { what: 'a bundle of null', code: 'RTL1007', says: 'the fields of a bundle are the properties of an object, not null', at: ['bundle(null'], one: alone, by: () => bundle(null) },
  {
    what: 'a bundle of undefined', code: 'RTL1007', says: 'the fields of a bundle are the properties of an object, not undefined', at: ['bundle(undefined'], one: alone,
    by: () => bundle(undefined),
  },
  {
    what: 'a bundle of an array', code: 'RTL1007', says: 'the fields of a bundle are the properties of an object, not an array', at: ['bundle([bit, bit'], one: alone,
    by: () => bundle([bit, bit]),
  },
  { what: 'a width for a field', code: 'RTL1007', says: 'field `f` is a shape, not a number', at: ['bundle({ f: 8'], one: alone, by: () => bundle({ f: 8 }) },
  {
    what: 'a declaration for a field', code: 'RTL1007', says: 'field `f` is a shape, not a declaration (input)', at: ['bundle({ f: input(bit', 'input(bit'],
    by: () => bundle({ f: input(bit) }),
  },
  { what: 'two fields of one name in the text', fine: 'the second becomes another name', by: () => bundle({ dataIn: bit, data_in: bit }) },
  {
    what: 'a symbol for a field', code: 'RTL1006', says: 'Symbol(g) is not a name: it would be left out without a word', at: ['bundle({ f: bit, [Symbol(\'g\''], one: alone,
    by: () => bundle({ f: bit, [Symbol('g')]: bit }),
  },
  { what: 'a field that is added after the bundle was made', fine: 'the bundle has its own copy', by: () => { const f: any = { a: bit }, b = bundle(f); f.b = b; return declaring({ r: register(b,
    'none') }) } },
]
const resets: readonly Mistake[] = [
  {
    what: 'a register without a reset value', code: 'RTL1004', says: 'the reset value: a signal or a whole number is wanted, not undefined', at: ['register(uint(8'], one: alone,
    by: () => register(uint(8)),
  },
  {
    what: 'a reset value that is too big', code: 'RTL1004', says: 'the reset value: 256 does not fit in uint(8): 0 to 255', at: ['register(uint(8), 256'], one: alone,
    by: () => register(uint(8), 256),
  },
  {
    what: 'a negative reset value of a uint', code: 'RTL1004', says: 'the reset value: -1 does not fit in uint(8): 0 to 255', at: ['register(uint(8), -1'], one: alone,
    by: () => register(uint(8), -1),
  },
  {
    what: 'a reset value with a fraction', code: 'RTL1004', says: 'the reset value: 0.5 is not a whole number below 2^53', at: ['register(uint(8), 0.5'], one: alone,
    by: () => register(uint(8), 0.5),
  },
  {
    what: 'a reset value that is NaN', code: 'RTL1004', says: 'the reset value: NaN is not a whole number below 2^53', at: ['register(uint(8), NaN'], one: alone,
    by: () => register(uint(8), NaN),
  },
  {
    what: 'a reset value beyond 2^53 as a number', code: 'RTL1004', says: 'the reset value: 1152921504606847000 is not a whole number below 2^53', at: ['register(uint(64), 2 ** 60'], one: alone,
    by: () => register(uint(64), 2 ** 60),
  },
  {
    what: 'a reset value as text', code: 'RTL1004', says: 'the reset value: a signal or a whole number is wanted, not the string ', at: ['register(uint(8), \'0\''], one: alone,
    by: () => register(uint(8), '0'),
  },
  {
    what: 'a reset value that is true', code: 'RTL1004', says: 'the reset value: a JavaScript boolean stands where a signal is wanted', at: ['register(bit, true'], one: alone,
    by: () => register(bit, true),
  },
  {
    what: 'a reset value that is null', code: 'RTL1004', says: 'the reset value: a signal or a whole number is wanted, not null', at: ['register(bit, null'], one: alone,
    by: () => register(bit, null),
  },
  {
    what: 'a misspelt none', code: 'RTL1004', says: 'the reset value: a signal or a whole number is wanted, not the string ', at: ['register(uint(8), \'None\''], one: alone,
    by: () => register(uint(8), 'None'),
  },
  {
    what: 'a reset value that is no member', code: 'RTL1004', says: 'the reset value: enumeration state has no member `bsuy`', at: ['register(state, \'bsuy\''], one: alone,
    by: () => register(state, 'bsuy'),
  },
  {
    what: 'a number for a member', code: 'RTL1004', says: 'the reset value: a member of enumeration state is wanted, not a number', at: ['register(state, 0'], one: alone,
    by: () => register(state, 0),
  },
  {
    what: 'too few elements', code: 'RTL1004', says: 'the reset value is an array, but vec(2, uint(1)) is wanted: 2 elements', at: ['register(vec(2, bit), [1'], one: alone,
    by: () => register(vec(2, bit), [1]),
  },
  {
    what: 'a hole in the elements', code: 'RTL1004', says: 'the reset value, element 1,: a signal or a whole number is wanted, not', at: ['register(vec(3, bit), [1'], one: alone,
    by: () => register(vec(3, bit), [1, , 1]),
  },
  {
    what: 'one number for all elements', code: 'RTL1004', says: 'the reset value is a number, but vec(2, uint(1)) is wanted: 2 elements', at: ['register(vec(2, bit), 0'], one: alone,
    by: () => register(vec(2, bit), 0),
  },
  {
    what: 'a field that is missing', code: 'RTL1004', says: 'the reset value is an object, but bundle Pair is wanted: field `y` is ', at: ['register(Pair, { x: 1'], one: alone,
    by: () => register(Pair, { x: 1 }),
  },
  {
    what: 'a field that is not there', code: 'RTL1004', says: 'the reset value is an object, but bundle Pair is wanted: it has no fie', at: ['register(Pair, { x: 1, y: 0'], one: alone,
    by: () => register(Pair, { x: 1, y: 0, z: 0 }),
  },
  {
    what: 'a field that all objects have', code: 'RTL1004', says: 'the reset value is an object, but bundle Pair is wanted: it has no fie', at: ['register(Pair, { x: 1, y: 0'], one: alone,
    by: () => register(Pair, { x: 1, y: 0, constructor: 0 }),
  },
  { what: 'shape and reset value swapped', code: 'RTL1007', says: 'what register takes is a shape, not a number', at: ['register(0, uint(8'], one: alone, by: () => register(0, uint(8)) },
  {
    what: 'a signal for a reset value', code: 'RTL1004', says: 'the reset value: a signal or a whole number is wanted, not a signal', at: ['register(uint(8), x.a'], one: alone,
    by: () => withValue((x: any) => register(uint(8), x.a)),
  },
  {
    what: 'none for a member and for no reset', code: 'RTL1004', says: '\'none\' is a member of the enumeration, and it also means: no reset', at: ['register(enumeration(\'e\', [\''], one: alone,
    by: () => register(enumeration('e', ['none', 'some']), 'none'),
  },
  { what: 'a reset value for a wire', code: 'RTL1006', says: '0 is not a name for a clock domain', at: ['wire(uint(8), 0'], one: alone, by: () => declaring({ w: wire(uint(8), 0) }) },
]
const places: readonly Mistake[] = [
  { what: 'a width for a shape', code: 'RTL1007', says: 'what input takes is a shape, not a number', at: ['input(8'], one: alone, by: () => input(8) },
  { what: 'nothing for a shape', code: 'RTL1007', says: 'what input takes is a shape, not undefined', at: ['input('], one: alone, by: () => input() },
  { what: 'text for a shape', code: 'RTL1007', says: 'what output takes is a shape, not the string \'8\'', at: ['output(\'8\''], one: alone, by: () => output('8') },
  { what: 'uint without a width', code: 'RTL1007', says: 'what input takes is a shape, not a function', at: ['input(uint'], one: alone, by: () => input(uint) },
  { what: 'a declaration for a shape', code: 'RTL1007', says: 'what input takes is a shape, not a declaration (input)', at: ['input(input(bit', 'input(bit'], by: () => input(input(bit)) },
  { what: 'a module for a shape', code: 'RTL1007', says: 'what input takes is a shape, not a module', at: ['input(module(\'n\', {}, () =>'], one: alone, by: () => input(module('n', {}, () => [])) },
  { what: 'an instance of a bundle', code: 'RTL1007', says: 'what input takes is a shape, not an object', at: ['input(new Pair('], one: alone, by: () => input(new Pair()) },
  { what: 'a domain with a blank', fine: 'it becomes an underscore', by: () => declaring({ w: input(bit, 'rx clk') }) },
  { what: 'a domain that is empty', code: 'RTL1006', says: 'an empty text is not a name for a clock domain', at: ['input(bit, \'\''], one: alone, by: () => declaring({ w: input(bit, '') }) },
  { what: 'a domain that is null', code: 'RTL1006', says: 'null is not a name for a clock domain', at: ['input(bit, null'], one: alone, by: () => declaring({ w: input(bit, null) }) },
  {
    what: 'a shape without saying what it is', code: 'RTL1007', says: '`o` of module `m` is no declaration, but a bare shape (uint)', at: ['module(\'m\', { o: bit }, () ='], one: alone,
    by: () => module('m', { o: bit }, () => []),
  },
  {
    what: 'an array of ports', code: 'RTL1007', says: '`q` of module `m` is no declaration, but an array', at: ['module(\'m\', { q: [input(bit'], one: alone,
    by: () => module('m', { q: [input(bit), input(bit)] }, () => []),
  },
  {
    what: 'a port that is undefined', code: 'RTL1007', says: '`q` of module `m` is no declaration, but undefined', at: ['module(\'m\', { q: undefined'], one: alone,
    by: () => module('m', { q: undefined }, () => []),
  },
  {
    what: 'a comment for nothing', code: 'RTL1007', says: 'doc takes a text and a declaration, not the string \'a comment\' and und', at: ['doc(\'a comment\''], one: alone,
    by: () => doc('a comment'),
  },
  {
    what: 'comment and declaration swapped', code: 'RTL1007', says: 'doc takes a text and a declaration, not a declaration (input) and the ', at: ['doc(input(bit), \'a comment\''], one: alone,
    by: () => declaring({ w: doc(input(bit), 'a comment') }),
  },
  {
    what: 'a number for a comment', code: 'RTL1007', says: 'doc takes a text and a declaration, not a number and a declaration (in', at: ['doc(3, input(bit'], one: alone,
    by: () => declaring({ w: doc(3, input(bit)) }),
  },
]
const memories: readonly Mistake[] = [
  { what: 'a memory of nothing', code: 'RTL1005', says: 'a memory is made of { depth, of, collision }, not of undefined', at: ['memory('], one: alone, by: () => memory() },
  {
    what: 'depth and word in a row', code: 'RTL1005', says: 'a memory is made of { depth, of, collision }, not of a number', at: ['memory(16, uint(8'], one: alone,
    by: () => memory(16, uint(8)),
  },
  {
    what: 'a memory without words', code: 'RTL1001', says: 'a depth is a whole number from 1 up, not 0', at: ['memory({ depth: 0, of: bit'], one: alone,
    by: () => memory({ depth: 0, of: bit, collision: 'old' }),
  },
  {
    what: 'a depth that is NaN', code: 'RTL1001', says: 'a depth is a whole number from 1 up, not NaN', at: ['memory({ depth: NaN, of: bit'], one: alone,
    by: () => memory({ depth: NaN, of: bit, collision: 'old' }),
  },
  {
    what: 'a depth as text', code: 'RTL1001', says: 'a depth is a whole number from 1 up, not the string \'16\'', at: ['memory({ depth: \'16\', of: bi'], one: alone,
    by: () => memory({ depth: '16', of: bit, collision: 'old' }),
  },
  {
    what: 'a memory without a word', code: 'RTL1007', says: 'a word of a memory is a shape, not undefined', at: ['memory({ depth: 16, collisio'], one: alone,
    by: () => memory({ depth: 16, collision: 'old' }),
  },
  { what: 'a memory without a collision', code: 'RTL1005', says: 'a memory whose collision is undefined', at: ['memory({ depth: 16, of: bit'], one: alone, by: () => memory({ depth: 16, of: bit }) },
  {
    what: 'a collision that does not exist', code: 'RTL1005', says: 'a memory whose collision is the string \'first\'', at: ['memory({ depth: 16, of: bit'], one: alone,
    by: () => memory({ depth: 16, of: bit, collision: 'first' }),
  },
  {
    what: 'too many first words', code: 'RTL1005', says: '2 first words for a memory of 1', at: ['memory({ depth: 1, of: bit'], one: alone,
    by: () => memory({ depth: 1, of: bit, collision: 'old', init: [0, 1] }),
  },
  {
    what: 'a first word that is too big', code: 'RTL1004', says: 'word 1: 4 does not fit in uint(2): 0 to 3', at: ['memory({ depth: 2, of: uint('], one: alone,
    by: () => memory({ depth: 2, of: uint(2), collision: 'old', init: [3, 4] }),
  },
  {
    what: 'a first word that is undefined', code: 'RTL1004', says: 'word 0: a signal or a whole number is wanted, not undefined', at: ['memory({ depth: 2, of: uint('], one: alone,
    by: () => memory({ depth: 2, of: uint(2), collision: 'old', init: [undefined, 1] }),
  },
  {
    what: 'a hole in the first words', code: 'RTL1004', says: 'word 1: a signal or a whole number is wanted, not undefined', at: ['memory({ depth: 3, of: uint('], one: alone,
    by: () => memory({ depth: 3, of: uint(2), collision: 'old', init: [1, , 1] }),
  },
  {
    what: 'one number for the first words', code: 'RTL1005', says: 'the first words of a memory are an array, not a number', at: ['memory({ depth: 3, of: uint('], one: alone,
    by: () => memory({ depth: 3, of: uint(2), collision: 'old', init: 0 }),
  },
  {
    what: 'text for the first words', code: 'RTL1005', says: 'the first words of a memory are an array, not the string \'012\'', at: ['memory({ depth: 3, of: uint('], one: alone,
    by: () => memory({ depth: 3, of: uint(2), collision: 'old', init: '012' }),
  },
  {
    what: 'null for the first words', code: 'RTL1005', says: 'the first words of a memory are an array, not null', at: ['memory({ depth: 3, of: uint('], one: alone,
    by: () => memory({ depth: 3, of: uint(2), collision: 'old', init: null }),
  },
  {
    what: 'a memory of 2^40 words', code: 'RTL1005', says: 'a memory of 1099511627776 words of 64 bits', at: ['memory({ depth: 2 ** 40, of:'], one: alone,
    by: () => declaring({ w: memory({ depth: 2 ** 40, of: uint(64), collision: 'old' }) }),
  },
  { what: 'a ROM of nothing', code: 'RTL1005', says: 'a ROM is made of { of, words }, not of undefined', at: ['rom('], one: alone, by: () => rom() },
  { what: 'a ROM without words', code: 'RTL1005', says: 'the words of a ROM are an array, not undefined', at: ['rom({ of: bit'], one: alone, by: () => rom({ of: bit }) },
  { what: 'a ROM of no words', code: 'RTL1005', says: 'a ROM of no words', at: ['rom({ of: bit, words: ['], one: alone, by: () => rom({ of: bit, words: [] }) },
  {
    what: 'a ROM whose words do not fit', code: 'RTL1004', says: 'word 1: 4 does not fit in uint(2): 0 to 3', at: ['rom({ of: uint(2), words: [3'], one: alone,
    by: () => rom({ of: uint(2), words: [3, 4] }),
  },
  {
    what: 'a ROM with a hole', code: 'RTL1004', says: 'word 1: a signal or a whole number is wanted, not undefined', at: ['rom({ of: uint(2), words: [3'], one: alone,
    by: () => rom({ of: uint(2), words: [3, , 1] }),
  },
  {
    what: 'remarks that are text', code: 'RTL1005', says: 'the remarks of a ROM are an array of texts', at: ['rom({ of: uint(2), words: [3'], one: alone,
    by: () => declaring({ w: rom({ of: uint(2), words: [3, 1], remarks: 'text' }) }),
  },
  { what: 'an instance of nothing', code: 'RTL1007', says: 'instance takes a module, not undefined', at: ['instance(undefined'], one: alone, by: () => instance(undefined) },
  {
    what: 'an instance of a function that makes modules', code: 'RTL1007', says: 'instance takes a module, not a function', at: ['instance((name: string) => m'], one: alone,
    by: () => instance((name: string) => module(name, {}, () => [])),
  },
  {
    what: 'an instance of a design', code: 'RTL1007', says: 'instance takes a module, not a design', at: ['instance(elaborate(module(\'n'], one: alone,
    by: () => instance(elaborate(module('n', {}, (_: any, v: any) => [v.assign({})]))),
  },
]

tryAll('widths and lengths', widths)
tryAll('members and fields', members)
tryAll('reset values', resets)
tryAll('declarations', places)
tryAll('memories and instances', memories)
