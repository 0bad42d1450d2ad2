// Owns: the assembler: microcode text to micro-operations, and what it refuses.
import { statusValue, statuses } from '../isa/status.ts'
import { MicrocodeError, type MicroOperation, type MicroProgram, type WordPlace } from './operation.ts'
import { checkHazards, checkPaths, checkReturns } from './paths.ts'
import { actions, conditions, constantBits, countersAt, fieldsAt, flagMasks, infosAt, slotWords, sources, unitWords, waits, type Action, type Condition } from './vocabulary.ts'

export { MicrocodeError, type Flow, type MicroOperation, type MicroProgram, type WordPlace } from './operation.ts'

interface Draft { readonly line: number; readonly text: string; readonly body: string; readonly labels: readonly string[] }
type Parts = { -readonly [K in keyof MicroOperation]: MicroOperation[K] }
type Fail = (what: string) => never

const isAction = (name: string) => actions.find((a) => a.name === name)

/**
 * @throws MicrocodeError for an unknown word, a missing label, a line that reads what the line before wrote, a path that runs off the end or never comes back,
 * a called routine that waits or does not return, or a line that nothing reaches.
 */
export function assemble(source: string, entries: readonly string[]): MicroProgram {
  const labels = new Map<string, number>()
  const drafts = draft(source, labels)
  const operations = drafts.map((d, address) => operation(d, address, labels))
  checkHazards(operations)
  const begins = entries.map((e) => {
    const at = labels.get(e)
    if (at === undefined) throw new MicrocodeError(0, e, `no label ${e}, where something begins`)
    if (at >= operations.length) throw new MicrocodeError(drafts.at(-1)?.line ?? 0, e, `the microcode runs off its end at the label ${e}`)
    return at
  })
  checkPaths(operations, begins)
  checkReturns(operations, begins)
  return { operations, labels }
}

function draft(source: string, labels: Map<string, number>): Draft[] {
  const drafts: Draft[] = []
  let pending: string[] = []
  source.split('\n').forEach((text, n) => {
    let rest = text.replace(/\/\/.*$/, '').trim()
    for (let m = /^(\w+):\s*/.exec(rest); m; m = /^(\w+):\s*/.exec(rest)) {
      if (labels.has(m[1]!)) throw new MicrocodeError(n + 1, text, `label ${m[1]} stands twice`)
      labels.set(m[1]!, drafts.length)
      pending.push(m[1]!)
      rest = rest.slice(m[0].length)
    }
    if (rest === '') return
    drafts.push({ line: n + 1, text, body: rest.replace(/\s+/g, ' '), labels: pending })
    pending = []
  })
  return drafts
}

function operation(d: Draft, address: number, labels: ReadonlyMap<string, number>): MicroOperation {
  const fail: Fail = (what) => { throw new MicrocodeError(d.line, d.text, what) }
  const place = (label: string) => labels.get(label) ?? fail(`no label ${label}`)
  const o: Parts = {
    address, labels: d.labels, line: d.line, text: d.body, condition: 'never', negate: false, both: false, flow: 'branch', target: 0, wait: undefined,
    fn: 'pass', source: 'constant', reads: undefined, writes: undefined, loadsA: false, action: 'none', constant: 0,
  }
  let rest = d.body
  const test = /^if (not )?(.+?) goto (\w+) ?/.exec(rest)
  if (test) {
    rest = rest.slice(test[0].length)
    condition(o, test[2]!, fail)
    o.negate = (test[1] !== undefined) !== o.negate
    o.target = place(test[3]!)
  }
  const flow = /(?:^| )(?:(goto|call) (\w+)|(return|home)|wait (\w+))$/.exec(rest)
  if (flow) {
    rest = rest.slice(0, flow.index)
    if (test && flow[1] !== undefined) fail('a line branches once')
    if (flow[1] !== undefined) Object.assign(o, { condition: 'always', both: true, target: place(flow[2]!), flow: flow[1] === 'call' ? 'call' : 'branch' })
    else if (flow[3] !== undefined) o.flow = flow[3] as 'return' | 'home'
    else {
      o.flow = 'wait'
      o.wait = waits.find((w) => w.name === flow[4])?.name ?? fail(`nothing to wait for is called ${flow[4]}`)
    }
  }
  for (const part of rest.split(';').map((t) => t.trim()).filter((t) => t !== '')) operate(o, part, test !== null, fail)
  return o
}

const comparisons: Readonly<Record<string, readonly [Condition, boolean]>> = { '<': ['less', false], '>=': ['less', true], '==': ['equal', false], '!=': ['equal', true], '<=': ['lessOrEqual', false], '>': ['lessOrEqual', true] }

function condition(o: Parts, text: string, fail: Fail): void {
  const compare = /^A (<|>=|==|!=|<=|>) (\S+)$/.exec(text), has = /^(\S+) has (\S+)$/.exec(text), listed = /^listed (@\w+)$/.exec(text)
  if (compare) {
    const [name, negate] = comparisons[compare[1]!]!
    o.condition = name
    o.negate = negate
    o.fn = 'subtract'
    operand(o, compare[2]!, fail)
  } else if (has) {
    o.condition = 'has'
    operand(o, has[1]!, fail)
    o.constant = mask(has[2]!, fail)
  } else if (listed) {
    o.condition = 'listed'
    operand(o, listed[1]!, fail)
  } else o.condition = conditions.find((c) => c.name === text)?.name ?? fail(`no condition ${text}`)
}

/** `A, held = A - base`, or an action alone. */
function operate(o: Parts, text: string, tests: boolean, fail: Fail): void {
  const give = /^([^=]+) = (.+)$/.exec(text)
  if (!give) {
    const known = isAction(text) ?? fail(`no action ${text}`)
    if ('gives' in known) fail(`${text} is given a value: ${text} = ...`)
    act(o, known.name, fail)
    return
  }
  if (tests && (o.reads !== undefined || o.fn !== 'pass')) fail('this line computes for its test: give the value in a line of its own')
  for (const name of give[1]!.split(',').map((t) => t.trim())) {
    const known = isAction(name), word = wordOf(name)
    if (name === 'A') o.loadsA = true
    else if (word !== undefined && (known === undefined || !('gives' in known))) {
      if (word.by !== 'plain') fail(`${name} is only read`)
      o.writes = o.writes === undefined ? word : fail('a line writes one word')
    } else if (known !== undefined && 'gives' in known) act(o, known.name, fail)
    else fail(`nothing is called ${name}`)
  }
  expression(o, give[2]!, fail)
}

function act(o: Parts, name: Action, fail: Fail): void {
  if (o.action !== 'none') fail('a line does one action')
  o.action = name
}

function expression(o: Parts, text: string, fail: Fail): void {
  const two = /^(\S+) (\+|-|\||& ~|&) ?(\S+)$/.exec(text.replace('& ~', '& ~ ').replace('& ~  ', '& ~ ')), bits = /^(\S+) (\||& ~) ?(\S+)$/.exec(text), record = /^trapRecord (\w+)$/.exec(text)
  if (record) {
    operand(o, record[1]!, fail)
    o.source = 'trapRecord'
  } else if (bits) {
    operand(o, bits[1]!, fail)
    o.fn = bits[2] === '|' ? 'set' : 'clear'
    o.constant = mask(bits[3]!, fail)
  } else if (text === 'A') {
    o.fn = 'add'
    operand(o, '0', fail)
  } else if (two && two[1] === 'A' && (two[2] === '+' || two[2] === '-')) {
    o.fn = two[2] === '+' ? 'add' : 'subtract'
    operand(o, two[3]!, fail)
  } else if (two && two[2] === '+' && two[3] === '1') {
    o.fn = 'increment'
    operand(o, two[1]!, fail)
  } else if (/^\S+$/.test(text)) operand(o, text, fail)
  else fail(`\`${text}\` cannot be computed in one line: Y, Y + 1, A + Y, A - Y, Y | mask, Y & ~mask`)
}

/** Y: a word, a source, a number, or a status by name behind `!`. */
function operand(o: Parts, text: string, fail: Fail): void {
  const word = wordOf(text), source = sources.find((s) => s.name === text)
  if (/^-?(0x)?[0-9a-f]+$/.test(text)) o.constant = fits(Number(text), fail)
  else if (text.startsWith('!')) {
    if (!statuses.some((s) => s.name === text.slice(1))) fail(`no status ${text.slice(1)}`)
    o.constant = Number(statusValue(text.slice(1) as (typeof statuses)[number]['name']))
  } else if (word !== undefined) {
    o.reads = word
    o.source = 'word'
  } else if (source !== undefined && source.name !== 'trapRecord' && source.name !== 'word' && source.name !== 'constant') o.source = source.name
  else fail(`nothing is called ${text}`)
}

const fits = (v: number, fail: Fail): number => (v >= -(2 ** (constantBits - 1)) && v < 2 ** (constantBits - 1) ? v : fail(`${v} does not fit into ${constantBits} bits`))

function mask(text: string, fail: Fail): number {
  return fits(text.split('+').reduce((m, n) => m | (/^\d+$/.test(n) ? Number(n) : flagMasks[n] ?? fail(`no flag ${n}`)), 0), fail)
}

function wordOf(name: string): WordPlace | undefined {
  if (name === 'field') return { unit: false, at: fieldsAt, by: 'field' }
  if (name === 'counter') return { unit: false, at: countersAt, by: 'counter' }
  if (name === '@info') return { unit: true, at: infosAt, by: 'info' }
  const found = name.startsWith('@') ? unitWords.find((w) => w.name === name.slice(1)) : slotWords.find((w) => w.name === name)
  return found && { unit: name.startsWith('@'), at: found.at, by: 'plain' }
}
