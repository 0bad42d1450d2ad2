// Owns: firtool takes the FIRRTL of every design, and its Verilog computes what ours does, in every cycle; a fault in an operator would show.
import { describe, expect, it } from 'vitest'
import { writeFirrtl } from '../../../../rtl-gen/backends/firrtl/index.ts'
import { dropChecks } from '../../../../rtl-gen/passes/drop-checks.ts'
import { decided, simulatedDifferences, unproven } from '../../../support/equivalence.ts'
import type { OtherText, Pair } from '../../../support/equivalence.ts'
import { firtool, firtoolOf, firtoolUnoptimised, withoutFirtool } from '../../../support/firtool.ts'
import { conformance, constructs, examples, random, vendorCell } from './designs.ts'

const designs = { ...examples, ...constructs, ...conformance }
const pairsOf = (of: typeof designs, other: OtherText): Pair[] => Object.entries(of).map(([name, design]) => ({ name, design: decided(design), other, boxes: [vendorCell] }))

/** Small enough for a proof, and every part of their state has one name in both texts. */
const provable = [
  'example: counter', 'example: fifo', 'accumulator', 'memory, old word', 'memory, read at once, an odd depth', 'ROM', 'ROM, read at once, past its end', 'parts of vectors',
  'clock domains', 'conformance: operators_1', 'conformance: operators_8', 'conformance: machine', 'conformance: ripple', 'conformance: two_clocks',
]

/** A fault in the text of an operator: what is written instead. */
const faults: readonly (readonly [string, RegExp, string])[] = [
  ['add', /\badd\(/g, 'sub('], ['sub', /\bsub\(/g, 'add('], ['mul: the wrong half', /tail\(mul\((\w+), (\w+)\), 8\)/g, 'head(mul($1, $2), 8)'], ['div', /\bdiv\(/g, 'rem('], ['rem', /\brem\(/g, 'div('],
  ['and', /\band\(/g, 'or('], ['or', /\bor\(/g, 'xor('], ['xor', /\bxor\(/g, 'or('], ['not', /\bnot\((\w+)\)/g, '$1'], ['neg', /tail\(neg\(/g, 'tail(cvt('],
  ['eq', /\beq\(/g, 'neq('], ['ne', /\bneq\(/g, 'eq('], ['lt', /\blt\(/g, 'leq('], ['le', /\bleq\(/g, 'lt('], ['gt', /\bgt\(/g, 'geq('], ['ge', /\bgeq\(/g, 'gt('],
  ['shl', /dshl\(/g, 'dshr('], ['shr', /dshr\((\w+), \w+\)/g, '$1'], ['andReduce', /andr\(/g, 'orr('], ['orReduce', /\borr\(/g, 'xorr('], ['xorReduce', /xorr\(/g, 'orr('],
  ['mux', /mux\(bits\((\w+), 0, 0\), (\w+), (\w+)\)/g, 'mux(bits($1, 0, 0), $3, $2)'], ['cat', /cat\((\w+), (\w+)\)/g, 'cat($2, $1)'], ['slice', /bits\((\w+), 7, 1\)/g, 'bits($1, 6, 0)'],
  ['sign of a comparison', /lt\(asSInt\((\w+)\), asSInt\((\w+)\)\)/g, 'lt($1, $2)'], ['sign of an extension', /pad\(asSInt\((\w+)\), (\d+)\)/g, 'asSInt(pad($1, $2))'],
  ['sign of a shift', /dshr\(asSInt\((\w+)\), (\w+)\)/g, 'asSInt(dshr($1, $2))'],
]

describe.skipIf(withoutFirtool)(`FIRRTL through firtool${withoutFirtool === undefined ? '' : ` (skipped: ${withoutFirtool})`}`, () => {
  it('computes what our Verilog does: examples, constructs, conformance', () => {
    expect(simulatedDifferences(pairsOf(designs, d => firtoolOf(d)))).toEqual([])
  }, 240_000)

  it('computes what our Verilog does: random designs', () => {
    expect(simulatedDifferences(pairsOf(random(40), firtoolUnoptimised))).toEqual([])
  }, 240_000)

  it.each(provable)('is proved to be our Verilog: %s', name => {
    const design = dropChecks(designs[name]!)
    expect(unproven(design, firtool(writeFirrtl(design)))).toBe('')
  })

  it('a fault in any operator shows', () => {
    const design = conformance['conformance: operators_8']!
    const text = writeFirrtl(design)
    const pairs = faults.map(([name, pattern, wrong]): Pair => {
      expect(text, name).toMatch(pattern)
      return { name, design, other: d => firtoolOf(d, { change: t => t.replace(pattern, wrong) }) }
    })
    const seen = simulatedDifferences(pairs)
    expect(faults.map(([name]) => name).filter(name => !seen.some(s => s.startsWith(`${name}, `)))).toEqual([])
  }, 240_000)

  it('a fault is not proved', () => {
    const design = examples['example: fifo']!
    expect(unproven(design, firtool(writeFirrtl(design).replace('add(head, UInt<2>(1))', 'add(head, UInt<2>(2))')))).toMatch(/unproven/)
  })
})
