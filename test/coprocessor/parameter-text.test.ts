// Owns: checks of parameters as text: what a person may write after --set, and what is said when it does not fit.
import { describe, expect, test } from 'vitest'
import { formatParameter, parameterInfo, parameterNames, ParameterTextError, parseParameters } from '../../coprocessor/parameter-text.ts'
import { parameters } from '../../coprocessor/parameters.ts'

const refused = (...settings: string[]): ParameterTextError => {
  try {
    parseParameters(settings)
  } catch (error) {
    if (error instanceof ParameterTextError) return error
    throw error
  }
  throw new Error(`${settings.join(' ')} was taken`)
}

describe('parseParameters', () => {
  test('nothing given: the defaults', () => expect(parseParameters([])).toEqual(parameters()))

  test('decimal, hexadecimal, digit groups, lists', () => {
    const p = parseParameters(['slots=4', 'cacheableLow=0x4000_0000', 'watchdogCycles=1_000_000', 'recordMarks=0xF5, 246,0xf7'])
    expect([p.slots, p.cacheableLow, p.watchdogCycles, p.recordMarks]).toEqual([4, 0x4000_0000n, 1_000_000, [0xf5, 0xf6, 0xf7]])
  })

  test('every parameter takes its own default, as it is printed', () => {
    for (const name of parameterNames) expect(parseParameters([`${name}=${formatParameter(parameters()[name])}`])).toEqual(parameters())
  })

  test.each([
    [['slot=3'], 'unknown', 'there is no parameter `slot`'],
    [['slots'], 'value', 'slots has no value'],
    [['slots=many'], 'value', 'slots: `many` is not a number'],
    [['slots=-1'], 'value', 'slots: `-1` is not a number'],
    [['slots='], 'value', 'slots: `` is not a number'],
    [['slots=17'], 'value', 'slots = 17: it must be 1 to 16'],
    [['slots=2', 'slots=3'], 'value', 'slots is given twice'],
    [['loadsInFlight=3'], 'value', 'loadsInFlight = 3: it must be 2, 4, 8 or 16'],
    [['recordMarks=0xf8,0xf9'], 'value', 'recordMarks = 0xf8,0xf9: it must be a list of 3 values 0 to 255'],
    [['recordMarks=1,2,3'], 'value', 'recordMarks = 0x1,0x2,0x3: it must be a byte that never occurs in UTF-8: C0, C1 or F5 to FF'],
    [['yieldSymbol=0xf9'], 'value', 'recordMarks = 0xf8,0xf9,0xfa: the marks and the yield symbol must be four different bytes'],
    [['cacheableLow=0x80000001'], 'value', 'cacheableLow = 0x80000001: it must be a multiple of 4096'],
    [['cacheableHigh=0x80000000'], 'value', 'cacheableHigh = 0x80000000: it must lie above cacheableLow'],
  ] as const)('%j is refused', (settings, kind, message) => {
    const error = refused(...settings)
    expect([error.kind, error.message]).toEqual([kind, message])
    expect(error.help).not.toBe('')
  })

  test('the remedy names the range and the default', () => {
    expect(refused('burst=0').help).toBe('burst: clock cycles of use of the memory port after which it is quiet for a while (1 to 65535; default 2048)')
  })
})

test('every parameter has help, a range and a default', () => {
  for (const name of parameterNames) {
    const info = parameterInfo(name)
    expect([info.doc, info.values, info.initial].every((text) => text !== '' && !text.includes('undefined'))).toBe(true)
    expect(info.values).not.toBe('any')
  }
})
