// Owns: black boxes: exact names, parameters, clocks; and the resets of clock domains.
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { bit, blackBox, bundle, choice, elaborate, input, instance, integer, module, output, register, sink, source, text, uint } from '../../../rtl-gen/dsl/index.ts'
import type { Module } from '../../../rtl-gen/dsl/index.ts'
import { blockDiagram } from '../../../rtl-gen/backends/diagram/index.ts'
import { emitFirrtl } from '../../../rtl-gen/backends/firrtl/index.ts'
import { emitSystemVerilog } from '../../../rtl-gen/backends/systemverilog/index.ts'
import { emitVerilog } from '../../../rtl-gen/backends/verilog/index.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'
import { firtoolOf, withoutFirtool } from '../../support/firtool.ts'
import { lintVerilog, inFolder } from '../../support/lint-verilog.ts'
import type { SourceFile } from '../../support/lint-verilog.ts'

const filesOf = (m: Module<any>): SourceFile[] => emitVerilog(elaborate(m)).map(({ file, text: t }) => ({ file, text: t }))

describe('parameters', () => {
  const box = blackBox('echo', {
    parameters: { T: text, MODE: choice('FAST', 'SLOW'), P: integer(64), N: integer(8), PLAIN: integer() },
    ports: { t: output(uint(40)), fast: output(bit), p: output(uint(65)), n: output(uint(9)), plain: output(uint(48)) },
  })
  const echo = `module echo #(parameter [39:0] T = 0, parameter MODE = "SLOW", parameter P = 64'd0, parameter N = 8'd0, parameter PLAIN = 64'd0)
    (output wire [39:0] t, output wire fast, output wire [64:0] p, output wire [8:0] n, output wire [47:0] plain);
  assign t = T; assign fast = (MODE == "FAST"); assign p = {P, 1'b1}; assign n = {1'b0, N}; assign plain = {16'd0, PLAIN[31:0]};
endmodule
`
  const user = (T: string, P: bigint) => module('user', { t: output(uint(40)), fast: output(bit), p: output(uint(65)), n: output(uint(9)), plain: output(uint(48)), e: instance(box, { T, MODE: 'FAST', P, N: -128, PLAIN: 5 }) },
    ({ e }, { assign }) => [assign({ e: {}, t: e.t, fast: e.fast, p: e.p, n: e.n, plain: e.plain })])
  const seen = (T: string, P: bigint): string => inFolder([{ file: 'echo.v', text: echo }, ...filesOf(user(T, P)), {
    file: 'tb.v', text: 'module tb; wire [39:0] t; wire fast; wire [64:0] p; wire [8:0] n; wire [47:0] plain;\n  reg low = 0;\n  user u(.clock(low), .reset(low), .t(t), .fast(fast), .p(p), .n(n), .plain(plain));\n  initial #1 $display("%h %b %h %h %h", t, fast, p, n, plain);\nendmodule\n',
  }], folder => {
    const built = spawnSync('iverilog', ['-g2005', '-Wall', '-o', 'sim', '-s', 'tb', 'tb.v', 'user.v', 'echo.v'], { cwd: folder, encoding: 'utf8' })
    expect(built.stdout + built.stderr.split('\n').filter(l => !l.includes('timescale')).join('\n')).toBe('')
    return spawnSync('vvp', ['-n', 'sim'], { cwd: folder, encoding: 'utf8' }).stdout.trim()
  })
  it.each<[string, bigint, string]>([
    ['a"b\\c', 0x0123456789abcdefn, '6122625c63 1 002468acf13579bdf 080 000000000005'],
    // A number keeps the width of its parameter, however small it is; what is not printable ASCII arrives as its bytes.
    ['\n\t%d', 12n, '000a092564 1 00000000000000019 080 000000000005'],
    ['été', 2n ** 64n - 1n, 'c3a974c3a9 1 1ffffffffffffffff 080 000000000005'],
  ])('%j and %s arrive as they are', (T, P, wanted) => expect(seen(T, P)).toBe(wanted))
  it('are clean in three tools', () => expect(lintVerilog([{ file: 'echo.v', text: echo }, ...filesOf(user('a"b\\c', 12n))])).toBe(''))
})

describe('names and clocks', () => {
  class Beat extends bundle({ dataIn: uint(4), keep: bit }) {}
  const box = blackBox('Vendor_RAM', { clocks: { clk: { clock: 'CLKA', reset: 'RSTA' }, rx: 'CLKB' }, ports: { dinA: input(Beat), Q$: output(uint(4)), S: sink(uint(4)), axis: source(uint(4), { axis: true }) } })
  const user = module('user', { i: sink(uint(4)), o: source(uint(4)), q: output(uint(4)), b: instance(box), c: instance(box) }, ({ i, o, b, c }, { assign }) => [
    assign({ b: { dinA: { dataIn: 3, keep: 1 }, S: i, axis: c.S }, c: { dinA: { dataIn: 0, keep: 0 }, S: b.axis, axis: o }, i: b.S, o: c.axis, q: b.Q$.xor(c.Q$) })])
  it('are exactly those of the other text; clocks and resets are those of the parent', () => {
    const [file] = filesOf(user)
    expect(/Vendor_RAM b \([^;]*/.exec(file!.text)![0].split('\n').map(l => l.replace(/ *\/\/.*/, '').replace(/ +/g, ' ').trim())).toEqual([
      'Vendor_RAM b (', '.CLKA (clock),', '.RSTA (reset),', '.CLKB (rx_clock),', ".dinA_dataIn (4'd3),", ".dinA_keep (1'b1),", '.Q$ (b_Q$),',
      '.S_valid (i_valid),', '.S_ready (i_ready),', '.S_payload (i_payload),', '.axis_tvalid (b_axis_tvalid),', '.axis_tready (c_S_ready),', '.axis_tdata (b_axis_tdata)', ')',
    ])
    const design = elaborate(user)
    expect(validate(design)).toEqual([])
    expect(design.modules[0]).toMatchObject({ kind: 'blackbox', name: 'Vendor_RAM', domains: [{ name: 'clk', clock: 'CLKA', reset: { name: 'RSTA' } }, { name: 'rx', clock: 'CLKB' }] })
  })
  it('may have a $ in them, as Verilog lets them: every writer takes it, and three tools', () => {
    const io = blackBox('pad$io$1', { parameters: { M$: integer(4) }, ports: { a$: input(bit), Y: output(bit) } })
    const design = elaborate(module('user', { i: input(bit), y: output(bit), b: instance(io, { M$: 3 }) }, ({ i, b }, { assign }) => [assign({ b: { a$: i }, y: b.Y })]))
    const other = { file: 'pad$io$1.v', text: 'module pad$io$1 #(parameter [3:0] M$ = 4\'d0) (input wire a$, output wire Y);\n  assign Y = a$ & M$[0] & M$[1] & ~M$[2] & ~M$[3];\nendmodule\n' }
    const verilog = emitVerilog(design)
    for (const [file] of [verilog, emitSystemVerilog(design)]) expect(file!.text).toMatch(/pad\$io\$1 #\(.*\n *\.M\$\(4'd3\)/)
    expect(lintVerilog([other, ...verilog.map(({ file, text: t }) => ({ file, text: t }))])).toBe('')
    expect(emitFirrtl(design)).toContain('defname = pad$io$1')
    if (withoutFirtool === undefined) expect(firtoolOf(design).map((f) => f.text).join('')).toContain('pad$io$1 #(')
    expect(blockDiagram(design)).toContain('pad$io$1')
  })
  it('a box without a clock needs none', () => {
    const [file] = filesOf(module('user', { y: output(bit), b: instance(blackBox('tie', { ports: { Y: output(bit) } })) }, ({ b }, { assign }) => [assign({ b: {}, y: b.Y })]))
    expect(file!.text).toContain('.Y (y)')
  })
  it('cannot be simulated, and says so', () => expect(() => compileSimulator(elaborate(user))).toThrow('RTL6001'))
})

describe('resets of clock domains', () => {
  const inner = module('inner', { d: input(uint(8)), q: output(uint(8)), r: register(uint(8), 42) }, ({ d, r }, { assign }) => [assign({ q: r }), { r: d }])
  const outer = (reset?: 'sync' | 'async' | 'none') => module('outer', { d: input(uint(8)), q: output(uint(8)), r: register(uint(8), 7), free: register(uint(8), 'none'), i: instance(inner) },
    ({ d, r, free, i }, { assign }) => [assign({ q: r.xor(free), i: { d } }), { r: i.q, free: r }], reset && { domains: { clk: { reset } } })
  const heads = (reset?: 'sync' | 'async' | 'none'): string[] => filesOf(outer(reset)).flatMap(f => f.text.split('\n').filter(l => /always|initial|wire reset|wire .* reset/.test(l)).map(l => l.trim()))
  it('hold in the modules inside too', () => {
    expect(heads()).toEqual(['input  wire       reset,', 'always @(posedge clock) begin', 'input  wire       reset,', 'always @(posedge clock) begin', 'always @(posedge clock) begin'])
    expect(heads('sync')).toEqual(heads())
    expect(heads('async')).toEqual(['input  wire       reset,', 'always @(posedge clock or posedge reset) begin', 'input  wire       reset,', 'always @(posedge clock) begin', 'always @(posedge clock or posedge reset) begin'])
    expect(heads('none')).toEqual(['always @(posedge clock) begin', 'initial begin', 'always @(posedge clock) begin', 'initial begin'])
  })
  it.each(['sync', 'async', 'none'] as const)('%s is clean in three tools', reset => expect(lintVerilog(filesOf(outer(reset)))).toBe(''))
  it('async: the value is there before any edge', () => {
    const sim = compileSimulator(elaborate(module('m', { d: input(uint(8)), q: output(uint(8)), r: register(uint(8), 42) }, ({ d, r }, { assign }) => [assign({ q: r }), { r: d }], { domains: { clk: { reset: 'async' } } })))
    expect([[1, 7], [1, 7], [0, 7], [0, 8], [1, 9]].map(([reset, d]) => {
      sim.poke('reset', reset!)
      sim.poke('d', d!)
      const q = sim.peek('q')
      sim.step()
      return q
    })).toEqual([42n, 42n, 42n, 7n, 42n])
  })
  it('none: the value is that of the start', () => {
    const sim = compileSimulator(elaborate(outer('none')))
    sim.poke('d', 3)
    expect(sim.peek('r')).toBe(7n)
    sim.step()
    expect(sim.peek('r')).toBe(42n)
  })
})
