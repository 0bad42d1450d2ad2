// Owns: checks of the cost card: counted by hand for small designs, and against Yosys for the examples and the Oracle unit.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { oracleUnit } from '../../../coprocessor/unit/oracle-unit.ts'
import { counter } from '../../../examples/language/counter.ts'
import { fifo } from '../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../../examples/language/segment-checker.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { costCard, formatCostCard } from '../../../rtl-gen/cost/index.ts'
import { elaborate, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Design } from '../../../rtl-gen/ir/index.ts'
import { temporaryFolder } from '../../sim-harness/temporary-folder.ts'
import { add, and, at, binary, design, eq, index, input, instance, lit, module, mux, output, readPort, ref, register, slice, uint as bits, memory, writePort } from '../../support/ir-build.ts'
import type { Expr, Statement, Target } from '../../../rtl-gen/ir/index.ts'

const set = (name: string, value: Expr, more: Partial<Target> = {}): Statement => ({ kind: 'set', target: { name, path: [], type: value.type, at, ...more }, value, at })
const when = (condition: Expr, ...body: Statement[]): Statement => ({ kind: 'if', arms: [{ condition, body, at }], otherwise: [], at })
const one = (parts: Parameters<typeof module>[1]) => costCard(design(module('m', parts))).modules[0]!

describe('by hand', () => {
  test('a counter of 8 bits: 8 flip-flops, one adder, one choice, adder and choice in a row', () => {
    const [card] = costCard(elaborate(counter)).modules
    expect(card).toMatchObject({ name: 'counter', times: 1, flipFlops: 8, memoryBits: 0, memories: [], muxes: { count: 1, bits: 8 } })
    expect(card!.operators.map(({ kind, count, width }) => ({ kind, count, width }))).toEqual([{ kind: 'adder', count: 1, width: 8 }])
    expect(card!.chain).toEqual({ levels: 2, path: [{ name: 'value', levels: 0 }, { name: 'value', levels: 2 }] })
  })

  test('operators by kind, the widest of each; what is used twice is built once; shifts by constants are wires', () => {
    const [a, b, n] = [ref('a', 16), ref('b', 8), ref('n', 3)]
    const sum = add(a, a)
    const card = one({
      ports: [input('a', 16), input('b', 8), input('n', 3), output('x', 16), output('y', 8), output('z', 8), output('w', 1)],
      body: [set('x', binary('xor', sum, binary('mul', sum, a))), set('y', binary('shl', b, n)), set('z', binary('shr', binary('sub', b, binary('rem', b, b)), lit(3, 2))), set('w', and(binary('lt', a, sum), eq(b, lit(8, 7))))],
    })
    // boundDivisions compares the divisor with zero: two equalities.
    expect(card.operators.map(o => [o.kind, o.count, o.width])).toEqual([['adder', 2, 16], ['multiplier', 1, 16], ['divider', 1, 8], ['comparator', 1, 16], ['equality', 2, 8], ['shifter', 1, 8]])
    expect(card.flipFlops).toBe(0)
  })

  test('levels: eq of 8 bits with a constant takes 2, an adder of 32 bits 3, a choice 1', () => {
    const body = (condition: Expr) => [set('r', mux(condition, add(ref('r', 32), ref('a', 32)), ref('a', 32)))]
    const parts = { ports: [input('a', 32), input('n', 8), output('q', 32)], registers: [register('r', 32)] }
    const card = one({ ...parts, body: [...body(eq(ref('n', 8), lit(8, 3))), set('q', ref('r', 32))] })
    expect(card.chain).toEqual({ levels: 4, path: [{ name: 'r', levels: 0 }, { name: 'r', levels: 4 }] })
  })

  test('a condition counts as what it chooses: two levels to compare, one to choose', () => {
    const card = one({ ports: [input('n', 8), input('a', 4), output('q', 4)], registers: [register('r', 4)], body: [set('q', ref('r', 4)), when(eq(ref('n', 8), lit(8, 3)), set('r', ref('a', 4)))] })
    expect(card.chain).toEqual({ levels: 3, path: [{ name: 'n', levels: 0 }, { name: 'r', levels: 3 }] })
  })

  test('a chain goes through named values, wires, branches and instances, and says its way', () => {
    const child = module('child', { ports: [input('i', 4), output('o', 4)], body: [set('o', add(ref('i', 4), lit(4, 1)))] })
    const top = module('top', {
      ports: [input('go', 1), input('a', 4), output('q', 4)], registers: [register('r', 4)], instances: [instance('c', 'child')],
      locals: [{ kind: 'local', name: 'twice', type: bits(4), value: add(ref('a', 4), ref('r', 4)), at }],
      body: [set('i', ref('twice', 4), { instance: 'c' }), set('q', ref('r', 4)), when(ref('go', 1), set('r', ref('o', 4, 'c')))],
    })
    const card = costCard(design(child, top))
    expect(card.total.chain.levels).toBe(3)
    expect(card.total.chain.path.map(h => `${h.name} ${h.levels}`)).toEqual(['a 0', 'twice 1', 'c.o 2', 'r 3'])
    expect(card.modules.find(m => m.name === 'child')!.chain.path.map(h => `${h.name} ${h.levels}`)).toEqual(['i 0', 'o 1'])
  })

  test('a module that stands twice counts twice', () => {
    const child = module('child', { ports: [input('i', 4), output('o', 4)], registers: [register('r', 4)], body: [set('r', add(ref('r', 4), ref('i', 4))), set('o', ref('r', 4))] })
    const middle = module('middle', {
      ports: [input('i', 4), output('o', 4)], instances: [instance('a', 'child'), instance('b', 'child')],
      body: [set('i', ref('i', 4), { instance: 'a' }), set('i', ref('o', 4, 'a'), { instance: 'b' }), set('o', ref('o', 4, 'b'))],
    })
    const top = module('top', {
      ports: [input('i', 4), output('o', 4)], instances: [instance('m', 'middle'), instance('c', 'child')],
      body: [set('i', ref('i', 4), { instance: 'm' }), set('i', ref('o', 4, 'm'), { instance: 'c' }), set('o', ref('o', 4, 'c'))],
    })
    const card = costCard(design(child, middle, top))
    expect(card.modules.map(m => [m.name, m.times])).toEqual([['child', 3], ['middle', 1], ['top', 1]])
    expect(card.total).toMatchObject({ modules: 5, flipFlops: 12, operators: [{ kind: 'adder', count: 3, width: 4 }] })
  })

  test('memories: bits and ports; the words of sync reads are told beside them', () => {
    const card = one({
      ports: [input('a', 8), input('d', 16), input('we', 1), output('q', 16)],
      memories: [memory('ram', 256, 16, [readPort('data', 'sync', ref('a', 8))], [writePort(ref('a', 8), ref('we', 1), ref('d', 16))])],
      body: [set('q', ref('data', 16))],
    })
    expect(card).toMatchObject({ flipFlops: 0, memoryBits: 4096, memories: [{ name: 'ram', depth: 256, width: 16, bits: 4096, syncReads: 1, asyncReads: 0, writes: 1, collision: 'old' }] })
  })

  test('an element chosen by a signal is a select; one whose number is known is a wire', () => {
    const vector = { kind: 'vec', length: 4, of: bits(8) } as const
    const card = one({
      ports: [input('n', 2), input('d', 8), output('q', 8), output('p', 1)], registers: [register('v', vector, [0n, 0n, 0n, 0n])],
      body: [set('q', index(ref('v', vector), ref('n', 2))), set('p', slice(index(ref('v', vector), lit(2, 3)), 0, 1)), { kind: 'set', target: { name: 'v', path: [{ kind: 'index', index: ref('n', 2) }], type: bits(8), at }, value: ref('d', 8), at }],
    })
    expect(card).toMatchObject({ flipFlops: 32, operators: [{ kind: 'select', count: 1, width: 32 }] })
  })
})

const temporary = temporaryFolder()
const examples: Record<string, () => Design> = {
  counter: () => elaborate(counter), fifo: () => elaborate(fifo('byte_fifo', uint(8))), accumulator: () => elaborate(roccAccumulator), checker: () => elaborate(segmentChecker), unit: () => elaborate(oracleUnit(parameters())),
}

test.skipIf(spawnSync('yosys', ['-V']).status !== 0).each(Object.keys(examples))('%s: flip-flops and memory bits as Yosys counts them', (name) => {
  const made = examples[name]!()
  const folder = join(temporary, name)
  mkdirSync(folder)
  const files = emitVerilog(made)
  for (const { file, text } of files) writeFileSync(join(folder, file), text)
  // Each file by itself, so that numbers are those of one module; the reads of memories are still flip-flops here.
  const script = files.map(({ file }) => `design -reset; read_verilog -setattr keep_hierarchy ${file}; proc; opt_clean; tee -q -o ${file}.stat stat -width`).join('\n')
  writeFileSync(join(folder, 's.ys'), script)
  const done = spawnSync('yosys', ['-q', '-s', 's.ys'], { cwd: folder, encoding: 'utf8' })
  expect([done.status, done.stderr]).toEqual([0, ''])
  const stat = (file: string) => readFileSync(join(folder, `${file}.stat`), 'utf8')
  const theirs = files.map(({ file }) => {
    const text = stat(file)
    return { name: file.replace('.v', ''), flipFlops: [...text.matchAll(/^\s+\$a?dff_(\d+)\s+(\d+)$/gm)].reduce((n, [, width, many]) => n + Number(width) * Number(many), 0), memoryBits: Number(/Number of memory bits:\s+(\d+)/.exec(text)?.[1]) }
  })
  // Registers that are set by an index stand as arrays in the text: Yosys counts them as memories until it makes flip-flops of them.
  const arrays = (text: string) => [...text.matchAll(/^ {2}(?!.*\/\/)reg +(?:\[(\d+):0\] +)?(\w+) \[0:(\d+)\];$/gm)].filter(([, , array]) => !new RegExp(`// R[AO]M ${array},`).test(text))
    .reduce((n, [, high, , last]) => n + (Number(high ?? 0) + 1) * (Number(last) + 1), 0)
  const card = costCard(made)
  const ours = card.modules.map(m => {
    const inArrays = arrays(files.find(f => f.file === `${m.name}.v`)!.text)
    return { name: m.name, flipFlops: m.flipFlops - inArrays + m.memories.reduce((n, x) => n + x.syncReads * x.width, 0), memoryBits: m.memoryBits + inArrays }
  })
  expect(ours).toEqual(theirs)
  expect(ours.length).toBeGreaterThan(0)
})

test('the text of a card', () => {
  expect(`\n${formatCostCard(costCard(elaborate(fifo('byte_fifo', uint(8)))))}`).toMatchInlineSnapshot(`
    "
    module        times  flip-flops  memory bits  adders  multipliers  dividers  comparators  equalities  shifters  selects  muxes  levels
    byte_fifo         1          39            0  4 (3)             -         -            -  2 (3)              -  1 (32)       5       5
    all together      1          39            0  4 (3)             -         -            -  2 (3)              -  1 (32)       5       5

    widest operators:
      adder, 3 bits: examples/language/fifo.ts:29:46
      equality, 3 bits: examples/language/fifo.ts:22:27
      select, 32 bits: examples/language/fifo.ts:23:49

    longest chain, 5 levels (an estimate: a level is about one look-up table of four inputs):
        0  count
        1  deq_valid
        2  pop
        5  count"
  `)
})

test('the same design gives the same card, which is plain data', () => {
  const card = () => JSON.stringify(costCard(elaborate(fifo('byte_fifo', uint(8)))))
  expect(card()).toBe(card())
})
