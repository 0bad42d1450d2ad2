// Owns: the words for a run that did not end by itself: hangs, limits, assertions.
import { ownInstruction } from '../../sim-harness/observer/hart-watch.ts'
import type { EngineFailure } from '../../sim-harness/errors.ts'
import { RocketError } from '../errors.ts'
import type { Hang, SeenTrap } from './hang-watch.ts'
import type { HartStand } from './hart-events.ts'
import { mnemonicOf, systemWords, wordText } from './instruction-text.ts'
import type { Places } from './places.ts'
import { trapWords } from './trap-words.ts'

/** What is known of a run at its end. */
export interface Standing {
  readonly cycle: number
  readonly places: Places
  readonly last: { readonly pc: bigint; readonly insn: number; readonly cycle: number } | undefined
  /** Instructions. */
  readonly retired: number
  readonly stand: HartStand
  /** Of the unit: commands that wait, slots that are at something. */
  readonly waits: readonly string[]
}

/** Cycles without a retirement that are nothing: a miss in a cache takes as many. */
const shortWait = 200

const number = (n: number): string => n.toLocaleString('en-US')
const named = (insn: number): string => { const m = mnemonicOf(insn); return m === undefined ? wordText(insn) : m }
const lines = (first: string, rest: readonly string[]): string => [first, ...rest.map((r) => `  ${r}`)].join('\n')

function lastLine({ last, places, retired }: Standing): string {
  if (!last && retired > 0) return `${number(retired)} instructions retired; which was the last is known with the observer`
  return last ? `the last instruction that retired: ${named(last.insn)} at ${places.text(last.pc)}, in cycle ${last.cycle}` : 'no instruction retired at all'
}

/** Why decode does not go on, as far as the hart shows it; nothing if it does. */
function standLines({ stand, places, last, cycle }: Standing): string[] {
  if (stand.wfi || last?.insn === systemWords.wfi) return ['the hart stands in a wfi: no interrupt that is enabled in mie comes']
  if (last && cycle - last.cycle < shortWait) return []
  if (!stand.valid) return ['nothing is in decode: the hart waits for the fetch of its next instruction']
  const why = [
    ...(stand.waitsRegister ? ['a register that it reads or writes is still to come, from the unit, a load or a division'] : []),
    ...(stand.waitsFence ? ['a fence waits until memory and the unit are quiet: is `busy` up?'] : []),
    ...(stand.waitsUnit ? ['the unit takes no command'] : []),
  ]
  return [`next is ${named(stand.insn)} at ${places.text(stand.pc)}${why.length > 0 ? `: ${why.join('; ')}` : stand.stalled ? ': it is held back' : ''}`]
}

const unitLines = (waits: readonly string[]): string[] => (waits.length > 0 ? waits.map((w) => `unit: ${w}`) : ['unit: no command waits, no slot runs'])

/** `illegal instruction (cause 2) at 0x... (main+0x8), oinfo a0, a1: is mstatus.XS set?` */
function trapText(t: SeenTrap, places: Places): string {
  const illegal = !t.interrupt && t.cause === 2 ? ` ${named(Number(t.value & 0xffff_ffffn))}` : ''
  const ours = illegal !== '' && ownInstruction(Number(t.value & 0xffff_ffffn)) !== undefined ? ': is mstatus.XS set?' : ''
  return `${trapWords(t.interrupt, t.cause)}${illegal} at ${places.text(t.epc)}${ours}`
}

export function hangError(hang: Hang, standing: Standing): RocketError {
  const { cycle, places, waits } = standing
  switch (hang.kind) {
    case 'silent':
      return new RocketError('RKT3001', lines(`the program hangs: no instruction retired in ${number(cycle - hang.since)} cycles (cycle ${cycle})`, [lastLine(standing), ...standLines(standing), ...unitLines(waits)]),
        'look at what it waits for; with --trace the instructions before, with --vcd every signal')
    case 'self':
      return new RocketError('RKT3002', lines(`the program hangs: it jumps to itself at ${places.text(hang.pc)} since cycle ${hang.since}, and no interrupt comes (cycle ${cycle})`, unitLines(waits)),
        'store the exit code to end the program, or enable the interrupt that it waits for')
    case 'traps': {
      const { trap, before } = hang
      return new RocketError('RKT3002', lines(`the program hangs: it takes the same trap again and again, ${trapText(trap, places)}, ${number(hang.times)} times in a row (cycle ${cycle})`, [
        ...(before ? [`the trap before: ${trapText(before, places)}, in cycle ${before.cycle}`] : []), lastLine(standing), ...unitLines(waits),
      ]), trap.interrupt ? 'take away the cause of the interrupt in its handler before mret' : 'set mtvec before anything can trap, and let the handler step over an instruction that cannot be done')
    }
    default: {
      const never: never = hang
      return never
    }
  }
}

export function limitError(most: number, standing: Standing): RocketError {
  return new RocketError('RKT3003', lines(`the program had not ended after ${number(most)} cycles`, [lastLine(standing), ...standLines(standing), ...unitLines(standing.waits)]),
    'give it more cycles, or look at where it stands')
}

/** Rocket prints `Assertion failed`, the words of the assertion, and its place in the Scala source; all of it is shown. */
export function assertionError(failure: EngineFailure, last: Standing['last'], places: Places): RocketError {
  const { stop } = failure
  const text = failure.said === '' ? 'it printed nothing' : failure.said
  return new RocketError('RKT3004', lines(`an assertion of the design failed in cycle ${failure.completeCycles}, ${stop!.file}:${stop!.line} (${stop!.what})`, [
    ...text.split('\n').map((l) => l.trim()).filter((l) => l !== ''),
    ...(last ? [`the last instruction that is known to have retired: ${named(last.insn)} at ${places.text(last.pc)}, in cycle ${last.cycle}`] : []),
  ]), 'an access to memory that faults is the usual reason: is the window opened in PMP? --vcd shows every signal')
}
