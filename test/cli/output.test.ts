// Owns: checks of the progress line where there is no terminal: when it is written, and that it keeps out of the way of what others write.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { output } from '../../cli/output.ts'

let written: string[] = []
const write = process.stderr.write
beforeEach(() => {
  vi.useFakeTimers()
  written = []
  process.stderr.write = ((text: string) => written.push(text) > 0) as typeof process.stderr.write
})
afterEach(() => {
  process.stderr.write = write
  vi.useRealTimers()
})
const isTerminal = process.stderr.isTTY === true

/** For the length of `work` stderr says that it is a terminal of that width. */
function onTerminal(columns: number, work: () => void): void {
  const before = ['isTTY', 'columns'].map((name) => [name, Object.getOwnPropertyDescriptor(process.stderr, name)] as const)
  Object.defineProperties(process.stderr, { isTTY: { value: true, configurable: true }, columns: { value: columns, configurable: true } })
  try {
    work()
  } finally {
    for (const [name, was] of before) {
      if (was) Object.defineProperty(process.stderr, name, was)
      else Reflect.deleteProperty(process.stderr, name)
    }
  }
}

test('a terminal without a width gets plain lines: one that is drawn again would never end', () => onTerminal(0, () => {
  const progress = output(false).progress('building')
  vi.advanceTimersByTime(12_000)
  progress.stop()
  expect(written).toEqual(['building\n', 'building\n'])
}))

describe.skipIf(isTerminal)('the progress line', () => {
  test('what is done at once shows none; what takes long shows it again and again', () => {
    const progress = output(false).progress('building')
    vi.advanceTimersByTime(1999)
    expect(written).toEqual([])
    vi.advanceTimersByTime(1)
    progress.update('still building')
    vi.advanceTimersByTime(10_000)
    progress.stop()
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(['building\n', 'still building\n'])
  })

  test('a step is written at once, and with the time it took every half minute', () => {
    const progress = output(true).progress('looking')
    progress.step('elaborating: nothing is cached')
    vi.advanceTimersByTime(29_999)
    expect(written).toEqual(['elaborating: nothing is cached\n'])
    vi.advanceTimersByTime(30_001)
    progress.step('building: the unit changed')
    progress.stop()
    progress.step('too late')
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(['elaborating: nothing is cached\n', 'elaborating: nothing is cached (30 s)\n', 'elaborating: nothing is cached (60 s)\n', 'building: the unit changed\n'])
  })

  test('hidden: it comes back after two quiet seconds, or not at all', () => {
    const progress = output(false).progress('running')
    progress.hide(true)
    vi.advanceTimersByTime(1500)
    progress.hide(true)
    vi.advanceTimersByTime(1500)
    expect(written).toEqual([])
    vi.advanceTimersByTime(500)
    expect(written).toEqual(['running\n'])
    progress.hide(false)
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(['running\n'])
    progress.hide(true)
    progress.stop()
    progress.hide(true)
    vi.advanceTimersByTime(60_000)
    expect(written).toEqual(['running\n'])
  })
})
