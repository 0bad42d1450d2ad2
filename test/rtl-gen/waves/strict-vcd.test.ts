// Owns: dumps as a strict reader wants them: one form a line, names without blanks and without doubles, every bit of a value, times that grow.
import { describe, expect, it } from 'vitest'
import { bit, dumpVcd, input, module, output, register, simulate, sint, uint, vec } from '../../../rtl-gen/index.ts'
import { vcdChange, vcdHeader, vcdIdentifier, type VcdSignal } from '../../../rtl-gen/waves/index.ts'

/** Every line by the grammar, or the line that breaks it. */
function read(text: string): { readonly names: string[]; readonly values: (name: string) => [number, string][] } {
  const [header = '', body = ''] = text.split('$enddefinitions $end\n'), scopes: string[] = [], byCode = new Map<string, { name: string; width: number }>(), changes = new Map<string, [number, string][]>()
  for (const line of header.trimEnd().split('\n')) {
    const scope = /^\$scope module ([A-Za-z0-9_$]+) \$end$/.exec(line), variable = /^\$var (wire|reg) (\d+) ([!-~]+) ([A-Za-z0-9_][A-Za-z0-9_$]*)(?: \[(\d+):0\])? \$end$/.exec(line)
    if (scope) scopes.push(scope[1]!)
    else if (line === '$upscope $end') scopes.pop()
    else if (variable) {
      const [, , width, code, name, high] = variable
      if (high !== undefined && Number(high) !== Number(width) - 1) throw new Error(`the range is not the width: ${line}`)
      if (byCode.has(code!)) throw new Error(`two variables of one code: ${line}`)
      byCode.set(code!, { name: [...scopes, name].join('.'), width: Number(width) })
    } else if (line !== '$timescale 1ns $end') throw new Error(`no line of a header: ${line}`)
  }
  if (scopes.length > 0) throw new Error('a scope is open')
  let time = -1
  for (const line of body.split('\n')) {
    const at = /^#(\d+)$/.exec(line), scalar = /^([01])([!-~]+)$/.exec(line), vector = /^b([01]+) ([!-~]+)$/.exec(line)
    if (at) {
      if (Number(at[1]) <= time) throw new Error(`time goes back: ${line}`)
      time = Number(at[1])
    } else if (scalar || vector) {
      const [, value, code] = (vector ?? scalar)!, of = byCode.get(code!)
      if (!of || (of.width === 1) !== (vector === null) || value!.length > of.width) throw new Error(`no change of a variable: ${line}`)
      changes.set(of.name, [...changes.get(of.name) ?? [], [time, value!]])
    } else if (!['', '$dumpvars', '$end'].includes(line)) throw new Error(`no line of a dump: ${line}`)
  }
  return { names: [...byCode.values()].map(v => v.name), values: name => changes.get(name)! }
}

function dump(sim: ReturnType<typeof simulate<any>>, cycle: (i: number) => void, cycles: number): ReturnType<typeof read> {
  let text = ''
  const finish = dumpVcd(sim, piece => { text += piece })
  for (let i = 0; i < cycles; i++) {
    cycle(i)
    sim.step()
  }
  finish()
  return read(text)
}

describe('a dump', () => {
  it('has negative numbers as their patterns, with every leading one', () => {
    const m = module('signedRegister', { d: input(sint(4)), q: output(sint(4)), kept: register(sint(4), 0) }, ({ d, kept }, { assign }) => [assign({ q: kept }), { kept: d }])
    const sim = simulate(m), seen = dump(sim, i => sim.poke({ d: [-3, -8, 7, 0][i]! }), 4)
    expect(seen.values('signed_register.q')).toEqual([[0, '0'], [10, '1101'], [20, '1000'], [30, '111']])
  })
  it('has bits without a blank, vectors with one, and wide values digit by digit', () => {
    const m = module('widths', { f: input(bit), v: input(uint(3)), w: input(uint(100)), o: output(bit) }, ({ f }, { assign }) => [assign({ o: f })])
    const sim = simulate(m), seen = dump(sim, i => sim.poke(i === 0 ? { f: 0, v: 0, w: 0 } : { f: 1, v: 5, w: 2n ** 99n + 1n }), 2)
    expect([seen.values('widths.f'), seen.values('widths.v')]).toEqual([[[0, '0'], [10, '1']], [[0, '0'], [10, '101']]])
    expect(seen.values('widths.w')[1]).toEqual([10, `1${'0'.repeat(98)}1`])
  })
  it('has more than 94 signals, each with a code of its own', () => {
    const m = module('many', { set: input(bit), regs: register(vec(200, bit), Array.from({ length: 200 }, () => 0)), any: output(bit) }, ({ set, regs }, { assign, when }) => [
      assign({ any: regs.at(199) }),
      when(set, { regs: Array.from({ length: 200 }, (_, i) => (i === 0 ? 1 : regs.at(i - 1))) }),
    ])
    const sim = simulate(m), seen = dump(sim, () => sim.poke({ set: 1 }), 150)
    expect(seen.names.length).toBe(204)
    expect(seen.values('many.regs_120').at(-1)).toEqual([1210, '1'])
    expect(seen.values('many.regs_170')).toEqual([[0, '0']])
  })
})

describe('names', () => {
  const wire = (name: string, scope: readonly string[] = [], width = 1): VcdSignal => ({ scope, name, width, kind: 'wire' })
  const names = (signals: readonly VcdSignal[], top = 'top'): string[] => read(vcdHeader(signals, top)).names
  it('hold no blank and nothing that a reader stumbles on', () => {
    expect(names([wire('sum : stage 1'), wire('x$y'), wire('été'), wire('in', ['a.b']), wire('ß'), wire('日本'), wire(''), wire('a\nb'), wire('$end')]))
      .toEqual(['top.sum___stage_1', 'top.x$y', 'top.ete', 'top._', 'top.__', 'top.__2', 'top.a_b', 'top._end', 'top.a_b.in'])
  })
  it('stay different where they would be spelled alike; the first keeps its spelling', () => {
    expect(names([wire('a.b'), wire('a b'), wire('a_b'), wire('a_b_2'), wire('a_b', ['s.t']), wire('x', ['s t'])]))
      .toEqual(['top.a_b', 'top.a_b_2', 'top.a_b_3', 'top.a_b_2_2', 'top.s_t.a_b', 'top.s_t_2.x'])
    expect(names([wire('Data'), wire('data')])).toEqual(['top.Data', 'top.data'])
  })
  it('of the outermost scope too', () => expect(names([wire('a')], 'my top')).toEqual(['my_top.a']))
  it('do not depend on the order of anything but the signals', () => {
    const all = Array.from({ length: 300 }, (_, i) => wire(`s${i}`, [`m${i % 7}`], i % 5 + 1))
    expect(vcdHeader(all, 't')).toBe(vcdHeader(all.map(s => ({ ...s })), 't'))
    expect(names(all).length).toBe(300)
  })
})

describe('changes', () => {
  it('are written by the standard', () => {
    expect([vcdChange('!', 1, 1n), vcdChange('!', 3, 5n), vcdChange('ab', 100, 2n ** 99n), vcdChange(vcdIdentifier(94), 2, 0n)]).toEqual(['1!\n', 'b101 !\n', `b1${'0'.repeat(99)} ab\n`, 'b0 !!\n'])
  })
})
