// Owns: the assembler: microcode text to micro-operations, and what it refuses.
import { actions, argumentWords, conditions, type Action, type ArgumentKind, type Condition } from './vocabulary.ts'

/** One micro-operation. `target` is used when the branch is taken; `argument` is a number by `argumentWords`. */
export interface MicroOperation {
  readonly address: number
  readonly labels: readonly string[]
  readonly condition: Condition
  readonly negate: boolean
  readonly target: number
  readonly action: Action
  readonly argument: number
  /** The action is done though the branch is taken: `then goto`. */
  readonly both: boolean
  readonly line: number
  readonly text: string
}
export interface MicroProgram { readonly operations: readonly MicroOperation[]; readonly labels: ReadonlyMap<string, number> }

/** What is wrong with a line of microcode; `line` counts from 1. */
export class MicrocodeError extends Error {
  readonly line: number
  constructor(line: number, text: string, what: string) {
    super(`microcode line ${line}: ${what}\n  ${text.trim()}`)
    this.name = 'MicrocodeError'
    this.line = line
  }
}

const shape = /^(?:(if)\s+(not\s+)?(\w+)\s+goto\s+(\w+)(?:\s+else\s+(\w+)(?:\s+(\w+))?)?|goto\s+(\w+)|(\w+)(?:\s+(\w+))?(?:\s+then\s+goto\s+(\w+))?)$/

/** @throws MicrocodeError for an unknown word, a missing label, a path that runs off the end, or a line that nothing reaches. */
export function assemble(source: string, entries: readonly string[]): MicroProgram {
  const labels = new Map<string, number>()
  const drafts: { line: number; text: string; body: string; labels: string[] }[] = []
  let pending: string[] = []
  source.split('\n').forEach((text, n) => {
    const line = n + 1
    let rest = text.replace(/\/\/.*$/, '').trim()
    for (let m = /^(\w+):\s*/.exec(rest); m; m = /^(\w+):\s*/.exec(rest)) {
      if (labels.has(m[1]!)) throw new MicrocodeError(line, text, `label ${m[1]} stands twice`)
      labels.set(m[1]!, drafts.length)
      pending.push(m[1]!)
      rest = rest.slice(m[0].length)
    }
    if (rest === '') return
    drafts.push({ line, text, body: rest, labels: pending })
    pending = []
  })
  const operations = drafts.map((d, address): MicroOperation => {
    const fail = (what: string): never => { throw new MicrocodeError(d.line, d.text, what) }
    const m = shape.exec(d.body)
    if (!m) return fail('a line is `action [argument] [then goto label]`, `if [not] condition goto label [else action [argument]]` or `goto label`')
    const place = (label: string) => labels.get(label) ?? fail(`no label ${label}`)
    const action = (name: string | undefined, word: string | undefined) => {
      const known = actions.find((a) => a.name === (name ?? 'none')) ?? fail(`no action ${name}`)
      const kind: ArgumentKind | undefined = 'argument' in known ? known.argument : undefined
      if (kind === undefined) return word === undefined ? { action: known.name, argument: 0 } : fail(`${known.name} takes no argument`)
      const argument = argumentWords[kind].indexOf(word ?? '?')
      return argument > 0 || (argument === 0 && word !== '') ? { action: known.name, argument } : fail(`${known.name} wants one of ${argumentWords[kind].filter(Boolean).join(', ')}`)
    }
    const common = { address, labels: d.labels, line: d.line, text: d.body.replace(/\s+/g, ' ') }
    if (m[1]) {
      const condition = conditions.find((c) => c.name === m[3])?.name ?? fail(`no condition ${m[3]}`)
      return { ...common, condition, negate: m[2] !== undefined, target: place(m[4]!), ...action(m[5], m[6]), both: false }
    }
    const go = m[7] ?? m[10]
    return { ...common, condition: 'always', negate: go === undefined, target: go === undefined ? 0 : place(go), ...action(m[8], m[9]), both: go !== undefined }
  })
  checkPaths(operations, entries.map((e) => {
    const at = labels.get(e)
    if (at === undefined) throw new MicrocodeError(0, e, `no label ${e}, where something begins`)
    if (at >= operations.length) throw new MicrocodeError(drafts.at(-1)?.line ?? 0, e, `the microcode runs off its end at the label ${e}`)
    return at
  }))
  return { operations, labels }
}

/** The addresses that can follow an operation. */
export function successors(o: MicroOperation): number[] {
  const always = o.condition === 'always'
  if (always && !o.negate) return [o.target]
  return always ? [o.address + 1] : [o.target, o.address + 1]
}

function checkPaths(operations: readonly MicroOperation[], entries: readonly number[]): void {
  const reached = new Set<number>()
  const open = [...entries]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (reached.has(at)) continue
    reached.add(at)
    const o = operations[at]!
    for (const next of successors(o)) {
      if (next >= operations.length) throw new MicrocodeError(o.line, o.text, 'the microcode runs off its end here')
      open.push(next)
    }
  }
  const lost = operations.find((o) => !reached.has(o.address))
  if (lost) throw new MicrocodeError(lost.line, lost.text, 'nothing reaches this line')
}
