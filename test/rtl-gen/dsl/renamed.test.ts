// Owns: which ports are told to have another name in the emitted text: those, and no others, each once for its declaration.
import { expect, it } from 'vitest'
import { bit, bundle, emitVerilog, elaborate, input, instance, module, output, queue, renamedPorts, sink, source, uint, vecOf } from '../../../rtl-gen/index.ts'
import { levelOf } from '../../../rtl-gen/diagnostics/codes.ts'

const told = (m: Parameters<typeof renamedPorts>[0]) => renamedPorts(m).map((d) => d.message.replace(/^in the emitted text of module /, ''))

it('words of three languages, blanks and quotes, names that become one', () => {
  const m = module('m', { reg: input(bit), int: input(bit), logic: input(bit), 'it\'s': input(bit), a: input(bit), A: input(bit), o: output(bit) }, (x, { assign }) => [
    assign({ o: x.reg.and(x.int).and(x.logic).and(x['it\'s']).and(x.a).and(x.A) }),
  ])
  expect(told(m)).toEqual(['`m`, port `reg` is `reg_`', '`m`, port `int` is `int_`', '`m`, port `logic` is `logic_`', '`m`, port `"it\'s"` is `it_s`', '`m`, port `A` is `a_2`'])
  const [text] = emitVerilog(elaborate(m))
  for (const name of ['reg_', 'int_', 'logic_', 'it_s', 'a_2']) expect(text!.text).toMatch(new RegExp(`input +wire +${name},`))
  expect(renamedPorts(m)[0]!.notes.map((n) => n.text)).toEqual(['declared here', 'the module'])
  expect(levelOf('RTL3051')).toBe('note')
})

it('the parts of one declaration together, and modules inside once', () => {
  const inner = module('inner', { pair: input(bundle({ x: bit, y: bit })), pair_x: input(bit), o: output(bit) }, ({ pair, pair_x }, { assign }) => [assign({ o: pair.x.and(pair.y).and(pair_x) })])
  const outer = module('outer', { i: input(bit), o: output(bit), f: instance(inner), g: instance(inner) }, ({ i, f, g }, { assign }) => [
    assign({ f: { pair: { x: i, y: i }, pair_x: i }, g: { pair: { x: i, y: f.o }, pair_x: f.o }, o: g.o }),
  ])
  expect(told(outer)).toEqual(['`inner`, port `pair_x` is `pair_x_2`'])
})

it('nothing of names in camelCase, of streams, lists and the library', () => {
  const m = module('m', { memReq: sink(uint(8)), rs1: input(bit), outs: vecOf(2, output(bit)), memResp: source(uint(8)), q: instance(queue('q', uint(8), 4)) }, ({ memReq, rs1, q }, { assign }) => [
    assign({ q: { enq: memReq, deq: { ready: rs1 } }, memReq: { ready: q.enq.ready }, outs: [rs1, 0], memResp: { valid: 0, payload: q.deq.payload } }),
  ])
  expect(told(m)).toEqual([])
})
