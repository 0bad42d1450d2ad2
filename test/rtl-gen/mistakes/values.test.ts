// Owns: mistakes in expressions: widths, signs, kinds, constants, indices, and JavaScript in the place of hardware.
/* eslint-disable eqeqeq -- so is this */
import type { Mistake } from './try.ts'
import { cleanWhereFine, alone, host, all, any, bit, cat, input, lit, module, mux, named, pack, register, replicate, tryAll, uint, unpack, vec } from './try.ts'
import { Pair, state, withRules, withValue } from './world.ts'

const operands: readonly Mistake[] = [
  {
    what: 'add of another width', code: 'RTL2001', says: 'add: the left side has 8 bits, the right side 9', at: ['add(x.b', 'input(uint(8)), b: input(uin', 'input(uint(9)), s: input(sin'],
    by: () => withValue(x => x.a.add(x.b)),
  },
  {
    what: 'sub of a narrower value', code: 'RTL2001', says: 'sub: the left side has 9 bits, the right side 8', at: ['sub(x.a', 'input(uint(9)), s: input(sin', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.b.sub(x.a)),
  },
  {
    what: 'compare with another width', code: 'RTL2001', says: 'lt: the left side has 8 bits, the right side 9', at: ['lt(x.b', 'input(uint(8)), b: input(uin', 'input(uint(9)), s: input(sin'],
    by: () => withValue(x => x.a.lt(x.b)),
  },
  {
    what: 'add of a signed value', code: 'RTL2008', says: 'add: the left side is uint(8), the right side sint(8)', at: ['add(x.s', 'input(uint(8)), b: input(uin', 'input(sint(8)), c: input(bit'],
    by: () => withValue(x => x.a.add(x.s)),
  },
  {
    what: 'compare of a signed with an unsigned value', code: 'RTL2008', says: 'lt: the left side is sint(8), the right side uint(8)', at: ['lt(x.a', 'input(sint(8)), c: input(bit',
      'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.s.lt(x.a)),
  },
  {
    what: 'multiply by another width', code: 'RTL2001', says: 'mul: the left side has 8 bits, the right side 9', at: ['mul(x.b', 'input(uint(8)), b: input(uin', 'input(uint(9)), s: input(sin'],
    by: () => withValue(x => x.a.mul(x.b)),
  },
  {
    what: 'divide by a signed value', code: 'RTL2008', says: 'div: the left side is uint(8), the right side sint(8)', at: ['div(x.s', 'input(uint(8)), b: input(uin', 'input(sint(8)), c: input(bit'],
    by: () => withValue(x => x.a.div(x.s)),
  },
  {
    what: 'an enumeration beside a number', code: 'RTL2008', says: 'eq: the left side is uint(8), the right side enumeration state', at: ['eq(x.st', 'input(uint(8)), b: input(uin',
      'input(state), p: input(Pair'],
    by: () => withValue(x => x.a.eq(x.st)),
  },
  {
    what: 'a bundle beside a number', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a bundle', at: ['add(x.p', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(x.p)),
  },
  {
    what: 'a vector beside a number', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a vector', at: ['add(x.v', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(x.v)),
  },
  {
    what: 'add of text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'1\'', at: ['add(\'1\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add('1')),
  },
  {
    what: 'add of text that looks like hex', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'0x1f\'', at: ['eq(\'0x1f\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.eq('0x1f')),
  },
  {
    what: 'add of a misspelt field', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['add(x.p.z', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(x.p.z)),
  },
  { what: 'add of nothing', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['add(', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.add()) },
  { what: 'add of null', code: 'RTL2011', says: 'a signal or a whole number is wanted, not null', at: ['add(null', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.add(null)) },
  {
    what: 'add of an array', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an array', at: ['add([1', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add([1])),
  },
  {
    what: 'add of an object', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['add({ value: 1', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add({ value: 1 })),
  },
  {
    what: 'add of a function', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a function', at: ['add(() => 1', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(() => 1)),
  },
  {
    what: 'add of a declaration', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a declaration (input)', at: ['add(input(uint(8', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(input(uint(8)))),
  },
  {
    what: 'add of a shape', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a bare shape (uint)', at: ['add(uint(8', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(uint(8))),
  },
  {
    what: 'add of a module', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a module', at: ['add(module(\'n\', {}, () => [', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(module('n', {}, () => []))),
  },
  {
    what: 'add of a symbol', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a symbol', at: ['add(Symbol(\'s\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(Symbol('s'))),
  },
  {
    what: 'add of a date', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['add(new Date(0', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(new Date(0))),
  },
  { what: 'a proxy of a signal', fine: 'it is the signal', by: () => withValue(x => x.a.add(new Proxy(x.a, {}))) },
  {
    what: 'a copy of a signal', code: 'RTL2011', says: 'a signal or a whole number is wanted, not an object', at: ['add({ ...x.a', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add({ ...x.a })),
  },
]
const constants: readonly Mistake[] = [
  { what: 'a constant that is too big', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['eq(256', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.eq(256)) },
  {
    what: 'a negative constant beside a uint', code: 'RTL2002', says: '-1 does not fit in uint(8): 0 to 255', at: ['add(-1', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(-1)),
  },
  {
    what: 'a signed constant that is too small', code: 'RTL2002', says: '-129 does not fit in sint(8): -128 to 127', at: ['add(-129', 'input(sint(8)), c: input(bit'],
    by: () => withValue(x => x.s.add(-129)),
  },
  {
    what: '128 beside eight signed bits', code: 'RTL2002', says: '128 does not fit in sint(8): -128 to 127', at: ['lt(128', 'input(sint(8)), c: input(bit'],
    by: () => withValue(x => x.s.lt(128)),
  },
  {
    what: 'a bigint that is too big', code: 'RTL2002', says: '18446744073709551616 does not fit in uint(8): 0 to 255', at: ['eq(1n << 64n', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.eq(1n << 64n)),
  },
  { what: 'a fraction', code: 'RTL2006', says: '0.5 is not a whole number below 2^53', at: ['add(0.5', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.add(0.5)) },
  { what: 'NaN', code: 'RTL2006', says: 'NaN is not a whole number below 2^53', at: ['add(NaN', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.add(NaN)) },
  { what: 'Infinity', code: 'RTL2006', says: 'Infinity is not a whole number below 2^53', at: ['add(Infinity', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.add(Infinity)) },
  { what: 'a number beyond 2^53', code: 'RTL2006', says: '18446744073709552000 is not a whole number below 2^53', at: ['lit(64, 2 ** 64'], one: host, by: () => lit(64, 2 ** 64) },
  { what: 'a literal without a value', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['lit(8'], one: host, by: () => lit(8) },
  { what: 'a literal without a width', code: 'RTL1007', says: 'the first of lit is a shape, not undefined', at: ['lit(undefined, 1'], one: alone, by: () => lit(undefined, 1) },
  { what: 'a literal of no bits', code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', at: ['lit(0, 0'], one: alone, by: () => lit(0, 0) },
  { what: 'a literal whose width is text', code: 'RTL1007', says: 'the first of lit is a shape, not the string \'8\'', at: ['lit(\'8\', 1'], one: alone, by: () => lit('8', 1) },
  { what: 'a literal that does not fit', code: 'RTL2002', says: '16 does not fit in uint(4): 0 to 15', at: ['lit(4, 16'], one: host, by: () => lit(4, 16) },
  { what: 'a literal of no member', code: 'RTL2009', says: 'enumeration state has no member `bsuy`', at: ['lit(state, \'bsuy\''], one: host, by: () => lit(state, 'bsuy') },
  {
    what: 'a literal of too few elements', code: 'RTL1004', says: 'the constant is an array, but vec(2, uint(1)) is wanted: 2 elements', at: ['lit(vec(2, bit), [1'], one: alone,
    by: () => lit(vec(2, bit), [1]),
  },
  { what: 'a literal of null', code: 'RTL1004', says: 'the constant is null, but bundle Pair is wanted: fields x, y', at: ['lit(Pair, null'], one: alone, by: () => lit(Pair, null) },
  { what: 'a signal for a literal', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a signal', at: ['lit(8, x.a'], one: host, by: () => withValue(x => lit(8, x.a)) },
]
const widths: readonly Mistake[] = [
  {
    what: 'truncate to more bits', code: 'RTL2004', says: 'truncate(9) of `a`, which has only 8 bits', at: ['truncate(9', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.truncate(9)),
  },
  {
    what: 'truncate to nothing', code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', at: ['truncate(0', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.truncate(0)),
  },
  {
    what: 'truncate without a width', code: 'RTL1001', says: 'a width is a whole number from 1 up, not undefined', at: ['truncate(', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.truncate()),
  },
  { what: 'extend to fewer bits', code: 'RTL2005', says: 'extend(7) of `a`, which already has 8 bits', at: ['extend(7', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.extend(7)) },
  { what: 'extend to NaN', code: 'RTL1001', says: 'a width is a whole number from 1 up, not NaN', at: ['extend(NaN', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.extend(NaN)) },
  {
    what: 'extend to text', code: 'RTL1001', says: 'a width is a whole number from 1 up, not the string \'9\'', at: ['extend(\'9\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.extend('9')),
  },
  {
    what: 'extend by a signal', code: 'RTL1001', says: 'a width is a whole number from 1 up, not a signal', at: ['extend(x.b', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.extend(x.b)),
  },
  { what: 'extend to 2^31 bits', code: 'RTL1001', says: 'a value of 2147483648 bits: the most is 65536', at: ['extend(2 ** 31'], one: alone, by: () => withValue(x => x.a.extend(2 ** 31)) },
  { what: 'bits past the end', code: 'RTL2007', says: 'bits 4 to 8 of `a`, which has 8 bits', at: ['bits(4, 5', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bits(4, 5)) },
  {
    what: 'highest and lowest bit, as in Verilog', code: 'RTL2007', says: 'bits 7 to 10 of `a`, which has 8 bits', at: ['bits(7, 4', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.bits(7, 4)),
  },
  { what: 'no bits', code: 'RTL1001', says: 'a width is a whole number from 1 up, not 0', at: ['bits(0, 0', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bits(0, 0)) },
  { what: 'bits from -1', code: 'RTL2007', says: 'bits -1 to 0 of `a`, which has 8 bits', at: ['bits(-1, 2', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bits(-1, 2)) },
  { what: 'bits from 0.5', code: 'RTL2007', says: 'bits 0.5 to 0.5 of `a`, which has 8 bits', at: ['bits(0.5, 1', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bits(0.5, 1)) },
  {
    what: 'bits without a width', code: 'RTL1001', says: 'a width is a whole number from 1 up, not undefined', at: ['bits(3', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.bits(3)),
  },
  { what: 'bit 8 of eight', code: 'RTL2007', says: 'bits 8 to 8 of `a`, which has 8 bits', at: ['bit(8', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bit(8)) },
  { what: 'bit NaN', code: 'RTL2007', says: 'bits NaN to NaN of `a`, which has 8 bits', at: ['bit(NaN', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.bit(NaN)) },
  {
    what: 'bit of a signal', code: 'RTL2011', says: 'the number of a bit is a whole number, not a signal', at: ['bit(x.c', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.bit(x.c)),
  },
  {
    what: 'bit as text', code: 'RTL2011', says: 'the number of a bit is a whole number, not the string \'0\'', at: ['bit(\'0\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.bit('0')),
  },
  { what: 'at -1', code: 'RTL2007', says: 'bits -1 to -1 of `a`, which has 8 bits', at: ['at(-1', 'input(uint(8)), b: input(uin'], by: () => withValue(x => x.a.at(-1)) },
  {
    what: 'at a signed index', code: 'RTL2008', says: 'an amount, index or address is a uint, not sint(8)', at: ['at(x.s', 'input(sint(8)), c: input(bit', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.at(x.s)),
  },
  {
    what: 'at text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'1\'', at: ['at(\'1\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.at('1')),
  },
  {
    what: 'at an enumeration', code: 'RTL2008', says: 'an amount, index or address is a uint, not enumeration state', at: ['at(x.st', 'input(state), p: input(Pair', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.at(x.st)),
  },
  { what: 'an element past the end', code: 'RTL2007', says: 'element 4 of a vector of 4', at: ['at(4'], one: host, by: () => withValue(x => x.v.at(4)) },
  { what: 'element -1', code: 'RTL2007', says: 'element -1 of a vector of 4', at: ['at(-1'], one: host, by: () => withValue(x => x.v.at(-1)) },
  {
    what: 'an element in brackets', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['add(x.v[0', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.add(x.v[0])),
  },
  {
    what: 'a shift by -1', code: 'RTL2002', says: '-1 is no amount, index or address: these are from 0 up', at: ['shiftLeft(-1', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.shiftLeft(-1)),
  },
  {
    what: 'a shift by half a bit', code: 'RTL2006', says: '0.5 is not a whole number below 2^53', at: ['shiftRight(0.5', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.shiftRight(0.5)),
  },
  {
    what: 'a shift by a signed value', code: 'RTL2008', says: 'an amount, index or address is a uint, not sint(8)', at: ['shiftLeft(x.s', 'input(sint(8)), c: input(bit',
      'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.shiftLeft(x.s)),
  },
  {
    what: 'a shift by nothing', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['shiftLeft(', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.shiftLeft()),
  },
  {
    what: 'a shift by text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'1\'', at: ['shiftLeft(\'1\'', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.shiftLeft('1')),
  },
  { what: 'a shift by 2^40', fine: 'all bits go out', by: () => withRules((x: any) => [{ o2: x.a.shiftLeft(2 ** 40).orReduce() }], { o2: register(bit, 0) }) },
  { what: 'a shift by a bigint', fine: 'a whole number', by: () => withRules((x: any) => [{ o2: x.a.shiftLeft(1n).orReduce() }], { o2: register(bit, 0) }) },
  {
    what: 'other bits than the enumeration has', code: 'RTL2001', says: '`a` has 8 bits, enumeration state has 2', at: ['asEnum(state', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.asEnum(state)),
  },
  {
    what: 'as an enumeration that is undefined', code: 'RTL1007', says: 'asEnum takes an enumeration, not undefined', at: ['asEnum(undefined', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.asEnum(undefined)),
  },
  {
    what: 'as an enumeration that is a uint', code: 'RTL1007', says: 'asEnum takes an enumeration, not a bare shape (uint)', at: ['asEnum(uint(8', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => x.a.asEnum(uint(8))),
  },
  {
    what: 'unpack of another width', code: 'RTL2001', says: '`a` has 8 bits, the shape has 5', at: ['unpack(Pair, x.a', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => unpack(Pair, x.a)),
  },
  { what: 'unpack of a number', code: 'RTL2011', says: 'unpack takes a uint, not a number', at: ['unpack(Pair, 3'], one: host, by: () => withValue(() => unpack(Pair, 3)) },
  {
    what: 'unpack without a shape', code: 'RTL1007', says: 'the first of unpack is a shape, not undefined', at: ['unpack(undefined, x.a'], one: alone,
    by: () => withValue(x => unpack(undefined, x.a)),
  },
  { what: 'pack of a number', code: 'RTL2011', says: 'pack takes a signal, a bundle or a vector, not a number', at: ['pack(3'], one: host, by: () => withValue(() => pack(3)) },
  {
    what: 'pack of an object that is written out', code: 'RTL2011', says: 'pack takes a signal, a bundle or a vector, not an object', at: ['pack({ x: x.a, y: x.c'], one: host,
    by: () => withValue(x => pack({ x: x.a, y: x.c })),
  },
]
const functions: readonly Mistake[] = [
  {
    what: 'a condition of eight bits', code: 'RTL2001', says: 'a condition has one bit, `a` is uint(8)', at: ['mux(x.a, x.a, x.a', 'input(uint(8)), b: input(uin'],
    by: () => withValue(x => mux(x.a, x.a, x.a)),
  },
  {
    what: 'a condition that is an enumeration', code: 'RTL2001', says: 'a condition has one bit, `st` is enumeration state', at: ['mux(x.st, x.a, x.a', 'input(state), p: input(Pair'],
    by: () => withValue(x => mux(x.st, x.a, x.a)),
  },
  {
    what: 'a condition that is a comparison of JavaScript', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['mux(x.a === x.b, x.a, x.a'], one: host,
    by: () => withValue(x => mux(x.a === x.b, x.a, x.a)),
  },
  {
    what: 'a condition that is a bundle', code: 'RTL2011', says: 'a signal or a whole number is wanted, not a bundle', at: ['mux(x.p, x.a, x.a'], one: host,
    by: () => withValue(x => mux(x.p, x.a, x.a)),
  },
  {
    what: 'sides of two widths', code: 'RTL2001', says: 'mux: one side is uint(8), the other uint(9)', at: ['mux(x.c, x.a, x.b', 'input(uint(8)), b: input(uin', 'input(uint(9)), s: input(sin'],
    by: () => withValue(x => mux(x.c, x.a, x.b)),
  },
  {
    what: 'sides of two kinds', code: 'RTL2008', says: 'mux: one side is uint(8), the other sint(8)', at: ['mux(x.c, x.a, x.s', 'input(uint(8)), b: input(uin', 'input(sint(8)), c: input(bit'],
    by: () => withValue(x => mux(x.c, x.a, x.s)),
  },
  { what: 'two bare numbers', code: 'RTL2011', says: 'mux chooses between values, not a number', at: ['mux(x.c, 1, 2'], one: host, by: () => withValue(x => mux(x.c, 1, 2)) },
  { what: 'one side only', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['mux(x.c, x.a'], one: host, by: () => withValue(x => mux(x.c, x.a)) },
  { what: 'a bundle and a number', code: 'RTL2012', says: 'mux: one side is bundle Pair, the other uint(8)', at: ['mux(x.c, x.p, x.a'], one: host, by: () => withValue(x => mux(x.c, x.p, x.a)) },
  {
    what: 'a vector and a bundle', code: 'RTL2012', says: 'mux: one side is vec(4, uint(8)), the other bundle Pair', at: ['mux(x.c, x.v, x.p'], one: host,
    by: () => withValue(x => mux(x.c, x.v, x.p)),
  },
  { what: 'cat of nothing', code: 'RTL2011', says: 'cat of nothing has no bits', at: ['cat('], one: host, by: () => withValue(() => cat()) },
  { what: 'cat of a number without a width', code: 'RTL2011', says: 'cat takes signals, not a number', at: ['cat(x.a, 3'], one: host, by: () => withValue(x => cat(x.a, 3)) },
  { what: 'cat of an array', code: 'RTL2011', says: 'cat takes signals, not an array', at: ['cat([x.a, x.b'], one: host, by: () => withValue(x => cat([x.a, x.b])) },
  { what: 'cat of a bundle', code: 'RTL2011', says: 'cat takes signals, not a bundle', at: ['cat(x.p, x.a'], one: host, by: () => withValue(x => cat(x.p, x.a)) },
  { what: 'cat of a misspelt field', code: 'RTL2011', says: 'cat takes signals, not undefined', at: ['cat(x.a, x.p.zz'], one: host, by: () => withValue(x => cat(x.a, x.p.zz)) },
  { what: 'no copies', code: 'RTL1001', says: 'a count is a whole number from 1 to 65536, not 0', at: ['replicate(0, x.a'], one: alone, by: () => withValue(x => replicate(0, x.a)) },
  {
    what: '2^31 copies', code: 'RTL1001', says: 'a count is a whole number from 1 to 65536, not 2147483648', at: ['replicate(2 ** 31, x.a'], one: alone,
    by: () => withValue(x => replicate(2 ** 31, x.a)),
  },
  {
    what: 'count and value swapped', code: 'RTL1001', says: 'a count is a whole number from 1 to 65536, not a signal', at: ['replicate(x.a, 2'], one: alone,
    by: () => withValue(x => replicate(x.a, 2)),
  },
  { what: 'all of eight bits', code: 'RTL2001', says: 'a condition has one bit, `a` is uint(8)', at: ['all(x.c, x.a', 'input(uint(8)), b: input(uin'], by: () => withValue(x => all(x.c, x.a)) },
  { what: 'any of text', code: 'RTL2011', says: 'a signal or a whole number is wanted, not the string \'yes\'', at: ['any(x.c, \'yes\''], one: host, by: () => withValue(x => any(x.c, 'yes')) },
  { what: 'a name for a number', code: 'RTL2011', says: '`k` names a value, not a number', at: ['named({ k: 3'], one: host, by: () => withValue(() => named({ k: 3 })) },
  { what: 'a name for a misspelt field', code: 'RTL2011', says: '`k` names a value, not undefined', at: ['named({ k: x.p.z'], one: host, by: () => withValue(x => named({ k: x.p.z })) },
  { what: 'names for an array', fine: 'its elements are named after their numbers', by: () => withValue(x => named([x.a])) },
  { what: 'a name for a signal itself', code: 'RTL2011', says: '`expr_kind` names a value, not the string \'ref\'', at: ['named(x.a'], one: host, by: () => withValue(x => named(x.a)) },
  { what: 'names for nothing', code: 'RTL3008', says: 'the body of `m` stops: Cannot convert undefined or null to object', at: ['named(', 'module(\'m\', {'], by: () => withValue(() => named()) },
  {
    what: 'a member that does not exist', code: 'RTL2009', says: 'enumeration state has no member `bsuy`', at: ['is(\'bsuy\'', 'input(state), p: input(Pair'],
    by: () => withValue(x => x.st.is('bsuy')),
  },
  {
    what: 'a number for a member', code: 'RTL2011', says: 'a member of enumeration state is wanted, not a number', at: ['is(1', 'input(state), p: input(Pair'],
    by: () => withValue(x => x.st.is(1)),
  },
  { what: 'no member', code: 'RTL2011', says: 'a member of enumeration state is wanted, not undefined', at: ['eq(', 'input(state), p: input(Pair'], by: () => withValue(x => x.st.eq()) },
  {
    what: 'an array of members', code: 'RTL2011', says: 'a member of enumeration state is wanted, not an array', at: ['isIn([\'idle\', \'busy\'', 'input(state), p: input(Pair'],
    by: () => withValue(x => x.st.isIn(['idle', 'busy'])),
  },
  { what: 'a method that does not exist', code: 'RTL3008', says: 'the body of `m` stops: x.a.plus is not a function', at: ['plus(1', 'module(\'m\', {'], by: () => withValue(x => x.a.plus(1)) },
  { what: 'a sum of an enumeration', code: 'RTL3008', says: 'the body of `m` stops: x.st.add is not a function', at: ['add(1', 'module(\'m\', {'], by: () => withValue(x => x.st.add(1)) },
  {
    what: 'a method of a misspelt field', code: 'RTL3008', says: 'the body of `m` stops: Cannot read properties of undefined (reading \'a', at: ['add(1', 'module(\'m\', {'],
    by: () => withValue(x => x.p.z.add(1)),
  },
  { what: 'an error of the designer', own: 'mine', by: () => withValue(() => { throw new RangeError('mine') }) },
]
const javascript: readonly Mistake[] = [
  { what: 'a + b', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['+ x.b'], one: host, by: () => withValue(x => x.a + x.b) },
  { what: 'a < b', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['< x.b'], one: host, by: () => withValue(x => x.a < x.b) },
  { what: '-a', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['-x.a'], one: host, by: () => withValue(x => -x.a) },
  { what: '~a', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['~x.a'], one: host, by: () => withValue(x => ~x.a) },
  { what: 'a << 1', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['<< 1'], one: host, by: () => withValue(x => x.a << 1) },
  { what: 'a++', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['a++; return a'], one: host, by: () => withValue(x => { let { a } = x; a++; return a }) },
  { what: 'a == 3', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['== 3'], one: host, by: () => withValue(x => x.a == 3) },
  { what: 'a in a template', code: 'RTL2900', says: 'a JavaScript operator made a string from the signal `a`', at: ['a}`'], one: host, by: () => withValue(x => `${x.a}`) },
  { what: 'a as a key', code: 'RTL2900', says: 'a JavaScript operator made a string from the signal `a`', at: ['a]: 1'], one: host, by: () => withValue(x => ({ [x.a]: 1 })) },
  { what: 'Number(a)', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['Number(x.a'], one: host, by: () => withValue(x => Number(x.a)) },
  { what: 'Math.max(a, b)', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `a`', at: ['max(x.a, x.b'], one: host, by: () => withValue(x => Math.max(x.a, x.b)) },
  { what: 'a as an index of an array', code: 'RTL2900', says: 'a JavaScript operator made a string from the signal `a`', at: ['[x.a'], one: host, by: () => withValue(x => [1, 2, 3][x.a]) },
  { what: 'a as JSON', code: 'RTL2901', says: 'the signal `a` cannot be made JSON', at: ['stringify({ a: x.a'], one: host, by: () => withValue(x => JSON.stringify({ a: x.a })) },
  { what: 'a bundle > 1', code: 'RTL2900', says: 'a JavaScript operator was used on a bundle', at: ['> 1'], one: host, by: () => withValue(x => x.p > 1) },
  { what: 'a vector in a template', code: 'RTL2900', says: 'a JavaScript operator was used on a vector', at: ['v}`'], one: host, by: () => withValue(x => `${x.v}`) },
  { what: 'an enumeration + 1', code: 'RTL2900', says: 'a JavaScript operator was used on the signal `st`', at: ['+ 1'], one: host, by: () => withValue(x => x.st + 1) },
  {
    what: 'a === b as a condition', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['when(x.a === x.b, { o: 1'], one: host,
    by: () => withRules((x: any, { when }: any) => [when(x.a === x.b, { o: 1 })]),
  },
  {
    what: '!a as a condition', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['when(!x.c, { o: 1'], one: host,
    by: () => withRules((x: any, { when }: any) => [when(!x.c, { o: 1 })]),
  },
  { what: 'a && b as a condition', fine: 'it is b: nothing at run time can tell; the lint rule does', by: () => withRules((x: any, { when }: any) => [when(x.c && x.p.y, { o: 1 })]) },
  { what: 'if (a)', fine: 'always taken: nothing at run time can tell; the lint rule does', by: () => withRules((x: any) => { if (x.c) return [{ o2: 1 }]; return [] }, { o2: register(bit, 0) }) },
  {
    what: 'for of a vector', code: 'RTL3008', says: 'the body of `m` stops: x.v is not iterable', at: ['v) e.add(1', 'module(\'m\', {'],
    by: () => withValue(x => { for (const e of x.v) e.add(1) }),
  },
  { what: 'spread of a vector', code: 'RTL3008', says: 'the body of `m` stops: x.v is not iterable', at: ['v', 'module(\'m\', {'], by: () => withValue(x => [...x.v]) },
  {
    what: 'map of a vector', code: 'RTL3008', says: 'the body of `m` stops: x.v.map is not a function', at: ['map((e: any) => e.add(1', 'module(\'m\', {'],
    by: () => withValue(x => x.v.map((e: any) => e.add(1))),
  },
]

tryAll('operands', operands)
tryAll('constants', constants)
tryAll('widths, bits and amounts', widths)
tryAll('functions and methods', functions)
tryAll('JavaScript in the place of hardware', javascript)
cleanWhereFine(operands, widths, javascript)
