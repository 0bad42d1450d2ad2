// Owns: checks of the walks over statements: what is reached, under which expressions, and what is replaced.
import { expect, it } from 'vitest'
import { mapLeaves, printExpr, reachedStatements, signalKey } from '../../../rtl-gen/ir/index.ts'
import { check, lit, match, output, ref, set, u, when, whenElse } from '../../support/ir-nodes.ts'

const bit = (name: string) => ref(name, u(1)), y = output('y', u(1)), s = ref('s', u(2))
const body = [
  set(y, bit('always')),
  whenElse([set(y, bit('otherwise')), check('held', bit('checked'))], [bit('a'), [set(y, bit('first')), when([bit('inner'), [set(y, bit('deep'))]])]], [bit('b'), [set(y, bit('second'))]]),
  match(s, [[[1, 2], [set(y, bit('arm'))]]], [when([bit('c'), [set(y, bit('rest'))]])]),
  set(y, bit('last')),
]

it('a statement stands under the conditions of its arms and of the arms before them, and under the subjects of matches', () => {
  const told = [...reachedStatements(body)].map(({ statement: x, under }) => `${printExpr(x.kind === 'set' ? x.value : x.condition)}: ${under.map(printExpr).join(' ')}`)
  expect(told).toEqual(['always: ', 'first: a', 'deep: a inner', 'second: a b', 'otherwise: a b', 'checked: a b', 'arm: s', 'rest: s c', 'last: '])
})

it('leaves are replaced wherever they stand, conditions and branches stay', () => {
  const flipped = mapLeaves(body, x => (x.kind === 'check' ? [] : [x, { ...x, value: lit(u(1), 1) }]))
  expect([...reachedStatements(flipped)].map(({ statement: x, under }) => `${x.kind === 'set' ? signalKey(x.target) + printExpr(x.value) : 'check'} ${under.length}`)).toEqual(
    ['always 0', 'first 1', 'deep 2', 'second 2', 'otherwise 2', 'arm 1', 'rest 2', 'last 0'].flatMap(x => [`y${x}`, x.replace(/^\w+/, 'y1:uint(1)')]))
  const same = mapLeaves(body, x => [x])
  expect(same).toEqual(body)
})
