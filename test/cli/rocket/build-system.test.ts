// Owns: checks of the words that say why a simulator is built again.
import { expect, test } from 'vitest'
import { whyAgain, whyElaborated } from '../../../cli/rocket/build-system.ts'

test('the words for an elaboration', () => {
  expect(whyElaborated(undefined, 'i')).toBe('there is none yet')
  expect(whyElaborated({ interface: 'j' }, 'i')).toBe('what the wrapper knows of the unit changed: ports, opcode or addresses')
  expect(whyElaborated({ interface: 'i' }, 'i')).toBe('the wrapper around the unit changed, or the cache was emptied')
})

const made = { interface: 'i', unit: 'u', waves: 'none', parameters: { slots: '8', quiet: '32' } }

test.each([
  [undefined, made, 'there is none yet'],
  [made, { ...made, unit: 'v', parameters: { slots: '8', quiet: '33' } }, 'other parameters of the unit: quiet 33'],
  [made, { ...made, unit: 'v', interface: 'j', parameters: { slots: '4', quiet: '33' } }, 'other parameters of the unit: slots 4, quiet 33'],
  [made, { ...made, unit: 'v', interface: 'j' }, 'the ports of the unit changed'],
  [made, { ...made, unit: 'v' }, 'the unit changed'],
  [made, { ...made, waves: 'vcd' }, 'the last one cannot write vcd'],
  [{ ...made, waves: 'vcd' }, made, 'the last one was for waves'],
  [made, made, 'the system around the unit, the test bench or Verilator changed'],
])('%# %j', (before, now, why) => expect(whyAgain(before, now)).toBe(why))
