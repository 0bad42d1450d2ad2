// Owns: the waves of a running simulation: what has changed since the last cycle, to a sink of text.
import type { SimPort, SimSignal, Simulator } from '../sim/index.ts'
import { vcdChange, vcdHeader, vcdIdentifier, type VcdSignal } from './vcd.ts'

export interface WaveOptions {
  /** Which signals; all if absent. */
  readonly signals?: (s: SimSignal) => boolean
  /** Name of the outermost scope ('top'). */
  readonly top?: string
  /** Also the clocks, as bits that are high in the first half of each cycle (true). */
  readonly clocks?: boolean
}

/** Takes waves: call `sample` before each `step`; then `finish` once. A cycle is 10 ns; its values stand from its start. */
export interface WaveRecorder {
  /** The signals as they settle in the present cycle. `rising`: the clocks that will rise at its end; all if absent. */
  sample(rising?: number): void
  /** The end of the last cycle. */
  finish(): void
}

const period = 10

/** Starts a dump; the header goes to `write` at once, then the changes of each cycle in one piece. */
export function recordVcd(sim: Simulator, write: (text: string) => void, options: WaveOptions = {}): WaveRecorder {
  const wanted = sim.signals.filter(options.signals ?? (() => true))
  const { ports, settle } = sim.watch(wanted.map(s => s.path))
  const clocks = options.clocks === false ? [] : sim.clocks
  const variables: VcdSignal[] = [
    ...clocks.map((name): VcdSignal => ({ scope: [], name, width: 1, kind: 'wire' })),
    ...wanted.map((s): VcdSignal => ({ scope: s.scope, name: s.name, width: s.width, kind: s.kind === 'register' || s.kind === 'read' ? 'reg' : 'wire' })),
  ]
  write(vcdHeader(variables, options.top ?? 'top'))
  const ids = ports.map((_, i) => vcdIdentifier(clocks.length + i))
  const clockIds = clocks.map((_, i) => vcdIdentifier(i))
  const seen = new Uint32Array(ports.reduce((n, p) => n + p.count, 0))
  let time = 0, first = true, high = 0
  return {
    sample: (rising = 2 ** clocks.length - 1) => {
      settle()
      let text = `#${time}\n${first ? '$dumpvars\n' : ''}`
      // The edge that ended the last cycle is the one at which this one begins.
      clockIds.forEach((id, i) => { if (first) text += `0${id}\n`; else if (high >> i & 1) text += `1${id}\n` })
      text += changes(sim.words, ports, ids, seen, first)
      if (first) text += '$end\n'
      else if (high) text += `#${time + period / 2}\n${clockIds.map((id, i) => high >> i & 1 ? `0${id}\n` : '').join('')}`
      write(text)
      time += period
      first = false
      high = clocks.length > 0 ? rising : 0
    },
    finish: () => {
      if (first) return
      write(`#${time}\n${clockIds.map((id, i) => high >> i & 1 ? `1${id}\n` : '').join('')}`)
      first = true
    },
  }
}

/** The lines of the ports whose words are not those in `seen`, which is brought up to date. */
function changes(words: Uint32Array, ports: readonly SimPort[], ids: readonly string[], seen: Uint32Array, all: boolean): string {
  let text = '', at = 0
  for (let i = 0; i < ports.length; i++) {
    const { index, count, signal } = ports[i]!
    let changed = all
    for (let k = 0; k < count; k++) {
      const now = words[index + k]!
      if (now !== seen[at + k]) {
        seen[at + k] = now
        changed = true
      }
    }
    at += count
    if (changed) text += vcdChange(ids[i]!, signal.width, ports[i]!.getBig())
  }
  return text
}
