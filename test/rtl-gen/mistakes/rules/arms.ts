// Owns: mistakes in rules: arms of match, and assert, assume and cover.
import type { Mistake } from '../try.ts'
import { alone, host } from '../try.ts'
import { withRules } from '../world.ts'

export const arms: readonly Mistake[] = [
  {
    what: 'a missing arm', code: 'RTL3010', says: 'match has no arm for `done`', at: ['match(x.st, { idle: {}, busy', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: {}, busy: {} })]),
  },
  {
    what: 'an arm for no member', code: 'RTL2009', says: 'enumeration state has no member `lost`', at: ['match(x.st, { idle: {}, busy', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: {}, busy: {}, done: {}, lost: {} })]),
  },
  {
    what: 'match without arms', code: 'RTL3010', says: 'arms are the properties of an object, not undefined', at: ['match(x.st', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st)]),
  },
  {
    what: 'arms in an array', code: 'RTL3010', says: 'arms are the properties of an object, not an array', at: ['match(x.st, [{}, {}, {', 'input(state), p: input(Pair'],
    by: () => withRules((x: any, { match }: any) => [match(x.st, [{}, {}, {}])]),
  },
  {
    what: 'an arm that is undefined', code: 'RTL3012', says: 'rules are wanted, not undefined', at: ['match(x.st, { idle: undefine'], one: host,
    by: () => withRules((x: any, { match }: any) => [match(x.st, { idle: undefined, busy: {}, done: {} })]),
  },
  {
    what: 'match over a number', code: 'RTL2011', says: 'match wants an enumeration, not a number', at: ['match(x.a, {', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { match }: any) => [match(x.a, {})]),
  },
  {
    what: 'match over a comparison of JavaScript', code: 'RTL2011', says: 'match wants an enumeration, not a boolean', at: ['match(x.a === 1, {'], one: host,
    by: () => withRules((x: any, { match }: any) => [match(x.a === 1, {})]),
  },
  {
    what: 'matchSome without otherwise', code: 'RTL3010', says: 'matchSome has no arm `otherwise`', at: ['matchSome(x.a, { 1: {', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 1: {} })]),
  },
  {
    what: 'matchSome over a signed number', code: 'RTL2011', says: 'matchSome wants an enumeration or a uint, not a signal', at: ['matchSome(x.s, { 1: {}, othe', 'input(sint(8)), c: input(bit'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.s, { 1: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over text', code: 'RTL3010', says: '`one` is no value of a uint', at: ['matchSome(x.a, { one: {}, ot', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { one: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over a value that does not fit', code: 'RTL2002', says: '256 does not fit in uint(8): 0 to 255', at: ['matchSome(x.a, { 256: {}, ot', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 256: {}, otherwise: {} })]),
  },
  {
    what: 'matchSome over -1', code: 'RTL3010', says: '`-1` is no value of a uint', at: ['matchSome(x.a, { [-1]: {}, o', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { [-1]: {}, otherwise: {} })]),
  },
  {
    what: 'two arms for one value', code: 'RTL3010', says: 'two arms are for 1', at: ['matchSome(x.a, { 1: { o: 1', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a, { 1: { o: 1 }, '01': { o: 0 }, otherwise: {} })]),
  },
  {
    what: 'matchSome without arms', code: 'RTL3010', says: 'arms are the properties of an object, not undefined', at: ['matchSome(x.a', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { matchSome }: any) => [matchSome(x.a)]),
  },
  {
    what: 'an assertion of eight bits', code: 'RTL2001', says: 'a condition has one bit, `a` is uint(8)', at: ['assert(\'small\', x.a', 'input(uint(8)), b: input(uin'],
    by: () => withRules((x: any, { assert }: any) => [assert('small', x.a)]),
  },
  {
    what: 'an assertion without a label', code: 'RTL1006', says: 'a signal is not a name for a label of assert', at: ['assert(x.c'], one: alone,
    by: () => withRules((x: any, { assert }: any) => [assert(x.c)]),
  },
  {
    what: 'an assertion without a condition', code: 'RTL2011', says: 'a signal or a whole number is wanted, not undefined', at: ['assert(\'held\''], one: host,
    by: () => withRules((_: any, { assert }: any) => [assert('held')]),
  },
  {
    what: 'an assertion of a comparison of JavaScript', code: 'RTL2902', says: 'a JavaScript boolean stands where a signal is wanted', at: ['assert(\'same\', x.a === x.b'], one: host,
    by: () => withRules((x: any, { assert }: any) => [assert('same', x.a === x.b)]),
  },
  { what: 'two assertions of one label', fine: 'the second is named held_2', by: () => withRules((x: any, { assert }: any) => [assert('held', x.c.or(1)), assert('held', x.c.not().or(1))]) },
]
