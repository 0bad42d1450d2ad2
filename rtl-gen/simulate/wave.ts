// Owns: the waves of a simulation as text for tests: chosen signals, recorded from the moment they are asked for.
import type { Decls, EnumShape, Shape } from '../dsl/index.ts'
import { leafPaths } from '../dsl/tree.ts'
import { memberOf, toHost } from '../host-values.ts'
import { asciiWave, type AsciiSignal } from '../waves/ascii.ts'
import type { Sim } from '../simulate.ts'
import { wholeNumber } from './clocks.ts'
import type { Found } from './paths.ts'
import { refuse } from './refuse.ts'

export type Radix = 'bin' | 'dec' | 'hex'
/** A path as `peekPath` takes it, or one with a radix behind a colon: `count`, `count:dec`, `first.slots[2]`. `name`: what the line is called. */
export type WaveSignal = string | { readonly path: string; readonly name?: string; readonly radix?: Radix }

/** Which cycles are drawn: from `from` to `to` (both included, numbers of cycles), or the `last` ones; all if absent. `mark`: a cycle to point at. */
export interface WaveWindowOptions { readonly from?: number; readonly to?: number; readonly last?: number; readonly mark?: number }
export interface Wave {
  /** The recorded cycles as text, one column each, with the values as they were before the clock edge. */
  draw(window?: WaveWindowOptions): string
  /** Records no more. */
  stop(): void
}

/** One drawn line: `sample` reads it in the present cycle. */
interface Line { readonly name: string; readonly width: number; readonly sample: () => bigint | string; readonly show?: (v: bigint) => string; readonly again?: (text: string) => boolean }

/**
 * Records signals in each cycle from now on; `draw` gives a text to compare in a test. Bits are levels; numbers are hexadecimal unless a radix is given,
 * signed ones decimal; enumerations show the names of their members; a bundle or vector has a line for each part; a stream has one line: what passes,
 * what waits in parentheses, `.` where the taker is ready in vain. Throws RTL6008 and RTL6016.
 *
 *     const w = wave(sim, ['enable', 'count:dec'])
 *     sim.step(3)
 *     expect(w.draw()).toMatchInlineSnapshot()
 */
export function wave<P extends Decls>(sim: Sim<P>, signals: readonly WaveSignal[]): Wave {
  if (!Array.isArray(signals) || signals.length === 0) refuse('RTL6016', 'a wave of no signals', "name some: wave(sim, ['enable', 'count'])")
  const lines = signals.flatMap(s => linesOf(sim, s)), rows: (bigint | string)[][] = []
  let first = sim.cycle
  const stop = sim.onCycle(() => {
    // A restored snapshot may go back: what was recorded after it is history no more.
    if (rows.length > 0 && sim.cycle !== first + rows.length) {
      rows.length = 0
      first = sim.cycle
    }
    if (rows.length === 0) first = sim.cycle
    rows.push(lines.map(l => l.sample()))
  })
  return {
    stop,
    draw: ({ from, to, last, mark } = {}) => {
      for (const [name, n] of Object.entries({ from, to, last, mark })) if (n !== undefined) wholeNumber(n, `\`${name}\``)
      if (last !== undefined && (from !== undefined || to !== undefined)) refuse('RTL6016', 'a window is `from` and `to`, or `last`', 'give only one of them')
      const end = Math.min(first + rows.length, to === undefined ? Infinity : to + 1), begin = Math.max(first, last === undefined ? from ?? 0 : end - last)
      if (from !== undefined && to !== undefined && from > to) refuse('RTL6016', `the window begins at cycle ${from} and ends at ${to}`, 'give the earlier one as `from`')
      const shown = rows.slice(begin - first, Math.max(begin, end) - first)
      const drawn = lines.map((l, i): AsciiSignal => {
        const values = shown.map(r => r[i]!)
        if (values.every(v => typeof v === 'bigint')) return { name: l.name, width: l.width, values: values as bigint[], ...(l.show && { show: l.show }) }
        return { name: l.name, width: 2, values: values.map((_, k) => BigInt(k)), show: k => String(values[Number(k)]), ...(l.again && { again: l.again }) }
      })
      return asciiWave(drawn, { first: begin, columns: 'fitted', ...(mark !== undefined && mark >= begin && mark < end && { mark }) })
    },
  }
}

function linesOf<P extends Decls>(sim: Sim<P>, signal: WaveSignal): Line[] {
  const given = typeof signal === 'string' ? { path: signal } : signal, [path, said] = given.path.split(':') as [string, string?]
  const radix = ('radix' in given ? given.radix : undefined) ?? said
  if (radix !== undefined && radix !== 'bin' && radix !== 'dec' && radix !== 'hex') return refuse('RTL6016', `\`${radix}\` is no radix`, 'there are bin, dec and hex')
  const found = sim.find(path), name = ('name' in given ? given.name : undefined) ?? path
  if (found.stream) return [streamLine(found, name, radix)]
  return leafPaths(found.shape).map(({ path: leaf, shape }) => {
    const show = shower(shape, radix)
    return { name: leaf.reduce((text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : `${text}.${step}`), name), width: shape.bits, sample: () => found.read(leaf), ...(show && { show }) }
  })
}

/** How a value is written; undefined: as asciiWave does it. */
function shower(shape: Shape, radix: Radix | undefined): ((v: bigint) => string) | undefined {
  if (shape.kind === 'enum') return v => memberOf(shape as EnumShape<string>, v) ?? `?${v}`
  if (radix === 'bin') return v => v.toString(2).padStart(shape.bits, '0')
  if (radix === 'dec' || (radix === undefined && shape.kind === 'sint')) return v => String(shape.kind === 'sint' ? BigInt.asIntN(shape.bits, v) : v)
  return radix === 'hex' && shape.bits === 1 ? v => v.toString(16) : undefined
}

function streamLine(found: Found, name: string, radix: Radix | undefined): Line {
  const write = (value: unknown, shape: Shape): string => {
    if (typeof value === 'bigint') return (shower(shape, radix) ?? (v => v.toString(16).padStart(Math.ceil(shape.bits / 4), '0')))(BigInt.asUintN(shape.bits, value))
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.map(v => write(v, (shape as Shape & { of: Shape }).of)).join(' ')
    return Object.entries(value as object).map(([k, v]) => `${k}=${write(v, (shape as Shape & { fields: Record<string, Shape> }).fields[k]!)}`).join(' ')
  }
  return {
    // What passes in two cycles in a row are two values, also if they are equal.
    name, width: 2, again: text => text !== '' && text !== '.' && !text.startsWith('('),
    sample: () => {
      const valid = found.read(['valid']) === 1n, ready = found.read(['ready']) === 1n
      if (!valid) return ready ? '.' : ''
      const payload = write(toHost(found.shape, l => found.read(['payload', ...l])), found.shape)
      return ready ? payload : `(${payload})`
    },
  }
}
