// Owns: that the examples of the checks of names are what a user can write, and meet: the codes that the language itself never comes to.
import { expect, it } from 'vitest'
import { bit, blackBox, check, codes, type DiagnosticError, elaborate, input, instance, module, output, type Design, type Module } from '../../../rtl-gen/index.ts'

const ports = { i: input(bit), o: output(bit) }
const through = (inside: any): Module<any> => module('top', { i: input(bit), o: output(bit), f: instance(inside) }, (({ i, f }: any, { assign }: any) => [assign({ f: { i }, o: f.o })]) as never)
const codesOf = (design: Design): string[] => {
  try {
    check(design)
    return []
  } catch (e) {
    return (e as DiagnosticError).diagnostics.map((d) => d.code)
  }
}

it('RTL4008: a module or a port that was renamed in the data of a design; a black box may have a `$` in its name', () => {
  expect(codesOf(elaborate(through(blackBox('pad$io', { ports }))))).toEqual([])
  const own = elaborate(through(module('pad_io', ports, ({ i }, { assign }) => [assign({ o: i })])))
  const renamed = (kind: string, name: string) => ({ ...own, modules: own.modules.map((m) => ({ ...m, ...(m.name === 'pad_io' ? { name, kind } : {}), ...('instances' in m ? { instances: m.instances.map((i) => ({ ...i, of: name })) } : {}) })) }) as Design
  expect(codesOf(renamed('module', 'pad$io'))).toEqual(['RTL4008'])
  for (const name of ['1pad', '$pad', 'pad-io', '\\\\pad']) expect(codesOf(renamed('blackbox', name)), name).toEqual(['RTL4008'])
  const design = elaborate(module('m', { a: input(bit), o: output(bit) }, (_, { assign }) => [assign({ o: 0 })])), [m] = design.modules
  expect(codesOf({ ...design, modules: [{ ...m!, ports: m!.ports.map((p) => (p.name === 'a' ? { ...p, name: 'reg' } : p)) } as never] })).toEqual(['RTL4008'])
  for (const part of ["name: 'pad$io' }", "name: 'pad_io' }", "name: 'reg' }"]) expect(codes['RTL4008']!.example).toContain(part)
  expect(codes['RTL4008']!.text).toMatch(/put together or changed by hand/)
})

it('RTL4009: a black box beside a module of the same name in other letters', () => {
  const design = (name: string) => {
    const inner = module(name, ports, ({ i }, { assign }) => [assign({ o: i })]), outer = blackBox('Fifo', { ports })
    return elaborate(module('top', { i: input(bit), o: output(bit), f: instance(inner), g: instance(outer) }, ({ i, f, g }, { assign }) => [assign({ f: { i }, g: { i: f.o }, o: g.o })]))
  }
  expect(codesOf(design('fifo'))).toEqual(['RTL4009'])
  expect(codesOf(design('rxFifo'))).toEqual([])
  for (const part of ["module('fifo'", "blackBox('Fifo'", "module('rxFifo'"]) expect(codes['RTL4009']!.example).toContain(part)
  expect(codes['RTL4009']!.text).toMatch(/put together or changed by hand/)
})
