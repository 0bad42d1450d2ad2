// Owns: checks of the words that say why a simulator is built again.
import { expect, test } from 'vitest'
import { whyAgain } from '../../../cli/rocket/build-system.ts'

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
