// Owns: checks of what is kept of asserts that failed: by place and instance, how often, and where it shows soonest.
import { expect, it } from 'vitest'
import type { Failure } from '../../../rtl-gen/fuzz/reference.ts'
import type { CheckStatement } from '../../../rtl-gen/ir/index.ts'
import { failedAsserts } from '../../../sim-harness/fuzz/index.ts'
import { check, lit, on, u } from '../../support/ir-nodes.ts'

const statement = (label: string, line: number, more: Partial<CheckStatement> = {}): CheckStatement => ({ ...check(label, lit(u(1), 0)) as CheckStatement, at: on(line), ...more })
const held = statement('held', 3), again = statement('held_2', 4, { written: 'held' }), given = statement('given', 5, { check: 'assume' })
const failed = (s: CheckStatement, cycle: number, scope = ''): Failure => ({ statement: s, label: s.label, scope, cycle })

it('counts by assert and instance, and keeps the stimulus in which it fails soonest, the first of equals', () => {
  const asserts = failedAsserts()
  asserts.add([failed(held, 7), failed(again, 7), failed(held, 9), failed(given, 9)], 0)
  asserts.add([], 1)
  asserts.add([failed(held, 2, 'a.b'), failed(held, 4), failed(held, 5)], 2)
  asserts.add([failed(held, 4), failed(again, 8)], 3)
  expect(asserts.all()).toEqual([
    { name: 'held', label: 'held', instance: '', at: on(3), times: 5, stimuli: 3, stimulus: 2, cycle: 4 },
    { name: 'held', label: 'held_2', instance: '', at: on(4), times: 2, stimuli: 2, stimulus: 0, cycle: 7 },
    { name: 'held', label: 'held', instance: 'a.b', at: on(3), times: 1, stimuli: 1, stimulus: 2, cycle: 2 },
  ])
})
