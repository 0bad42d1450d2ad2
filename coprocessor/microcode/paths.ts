// Owns: the paths of a microprogram: what can follow a line, and that every path comes back.
import { MicrocodeError, type MicroOperation } from './operation.ts'
import type { Action } from './vocabulary.ts'

/** The thread is at home, or where it was called, behind this line. */
export const ends = (o: MicroOperation): boolean => o.flow === 'home' || o.flow === 'return'
/** Its branch is always taken. */
export const jumps = (o: MicroOperation): boolean => o.condition === 'always' && !o.negate

/** The addresses that can follow an operation in its thread. After a `return` the callers go on: that is the caller's own successor. */
export function successors(o: MicroOperation): number[] {
  if (jumps(o) && o.flow === 'branch') return [o.target]
  if (o.flow === 'call') return [o.target, o.address + 1]
  return [...(o.condition === 'never' ? [] : [o.target]), ...(ends(o) ? [] : [o.address + 1])]
}
/** The same with a call as one step: what follows when the routine has returned. */
export const steps = (o: MicroOperation): number[] => (o.flow === 'call' ? [o.address + 1] : successors(o))

const refuse = (o: MicroOperation, what: string): never => { throw new MicrocodeError(o.line, o.text, what) }

/** Every line that is reached from these, themselves included, by such steps. */
export function reach(operations: readonly MicroOperation[], from: readonly number[], by: (o: MicroOperation) => readonly number[] = successors): Set<number> {
  const reached = new Set<number>()
  const open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    open.push(...by(operations[at]!))
  }
  return reached
}

/** The line behind a write is read a cycle too early to see it. @throws MicrocodeError */
export function checkHazards(operations: readonly MicroOperation[]): void {
  for (const o of operations) {
    const next = operations[o.address + 1], w = o.writes, r = next?.reads
    if (w === undefined || r === undefined || jumps(o) || ends(o) || o.flow === 'wait' || w.unit !== r.unit) continue
    if (r.by !== 'plain' || r.at === w.at) refuse(next!, 'this line reads a word that the line before it writes: put another between them')
  }
}

/** @throws MicrocodeError for a path that runs off the end, or a line that nothing reaches */
export function checkPaths(operations: readonly MicroOperation[], entries: readonly number[]): void {
  const reached = reach(operations, entries, (o) => {
    if (successors(o).some((next) => next >= operations.length)) refuse(o, 'the microcode runs off its end here')
    return successors(o)
  })
  const lost = operations.find((o) => !reached.has(o.address))
  if (lost) refuse(lost, 'nothing reaches this line')
}

/** The line that closes a circle of such steps, if there is one. */
function circle(operations: readonly MicroOperation[], by: (o: MicroOperation) => readonly number[]): MicroOperation | undefined {
  const done = new Set<number>(), path = new Set<number>()
  const visit = (at: number): MicroOperation | undefined => {
    if (done.has(at)) return undefined
    path.add(at)
    for (const next of by(operations[at]!)) {
      const found = path.has(next) ? operations[at]! : visit(next)
      if (found) return found
    }
    path.delete(at)
    done.add(at)
    return undefined
  }
  for (const o of operations) {
    const found = visit(o.address)
    if (found) return found
  }
  return undefined
}

/** A wait is a rest: under its watchdog it ends, and the steps are counted anew. */
const untilWait = (o: MicroOperation): number[] => (o.flow === 'wait' ? steps(o).filter((next) => next !== o.address + 1) : steps(o))
/** The step that a test of the last slot takes for another one leads on. */
const onlyLast = (o: MicroOperation): number[] => (o.condition === 'lastSlot' ? (o.negate ? [o.address + 1] : [o.target]) : untilWait(o))
const turnsBack: readonly Action[] = ['slotFirst', 'slotCommand', 'slotSource']

/**
 * Every path comes home, to a wait, or, in a routine that is called, back. A loop has a wait, or goes from slot to slot until the last.
 * @throws MicrocodeError
 */
export function checkReturns(operations: readonly MicroOperation[], entries: readonly number[]): void {
  const endless = circle(operations, (o) => (o.action === 'slotNext' ? [] : untilWait(o)))
  if (endless) refuse(endless, 'this never comes back: a loop has a wait, or goes from slot to slot')
  const uncounted = circle(operations, onlyLast)
  if (uncounted) refuse(uncounted, 'this never comes back: a loop from slot to slot tests lastSlot')
  for (const o of operations) {
    if (turnsBack.includes(o.action) && reach(operations, untilWait(o), untilWait).has(o.address)) refuse(o, `this never comes back: ${o.action} in a loop from slot to slot`)
  }
  for (const at of reach(operations, entries, steps)) if (operations[at]!.flow === 'return') refuse(operations[at]!, 'a path comes to this return that nothing has called')
  for (const call of operations.filter((o) => o.flow === 'call')) {
    const routine = [...reach(operations, [call.target], steps)].map((at) => operations[at]!)
    const waits = routine.find((o) => o.flow === 'wait'), calls = routine.find((o) => o.flow === 'call')
    if (waits) refuse(waits, 'a routine that is called does not wait')
    if (calls) refuse(calls, 'a routine that is called calls none')
    if (!routine.some((o) => o.flow === 'return')) refuse(call, 'what is called here never returns')
  }
}

/** One line, on which nothing can be skipped, hands a record out. @throws MicrocodeError */
export function checkRecord(operations: readonly MicroOperation[]): void {
  const [first, second] = operations.filter((o) => o.action === 'record')
  if (first === undefined) throw new MicrocodeError(0, '', 'no line has the action record')
  if (second !== undefined) refuse(second, `a second line has the action record: line ${first.line} is the way out`)
  if (first.condition !== 'never') refuse(first, 'the line that has the action record does it always')
}

/** A thread waits only for what ends its wait. @throws MicrocodeError */
export function checkWaits(operations: readonly MicroOperation[], entries: readonly number[], own: readonly string[]): void {
  for (const at of reach(operations, entries)) {
    const o = operations[at]!
    if (o.wait !== undefined && !own.includes(o.wait)) refuse(o, `nothing ends this wait in a thread that comes here: it has ${own.length === 0 ? 'none' : own.join(', ')}`)
  }
}
