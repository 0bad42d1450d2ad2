// Owns: how FIRRTL looks, what stands in it for what FIRRTL does not have, and that firtool takes its names and checks.
import { describe, expect, it } from 'vitest'
import { emitFirrtl, firrtlMemoryFiles, writeFirrtl } from '../../../../rtl-gen/backends/firrtl/index.ts'
import type { Design, Memory, Module } from '../../../../rtl-gen/ir/index.ts'
import { mapModules } from '../../../../rtl-gen/ir/index.ts'
import { firtool, withoutFirtool } from '../../../support/firtool.ts'
import { and, bin, design, domain, input, instance, lit, memory, module, output, read, readPort, ref, register, s, set, target, u, vec, writePort } from '../../../support/ir-nodes.ts'
import * as samples from '../../../support/ir-samples.ts'
import { watched } from '../systemverilog/checked-design.ts'
import { constructs, examples } from './designs.ts'

const bodyOf = (text: string): string => text.replace(/ @\[[^\]]*\]/g, '')
const withMemory = (d: Design, change: (m: Memory) => Memory): Design => mapModules(d, m => ({ ...m, memories: m.memories.map(change) }))

describe('FIRRTL', () => {
  it('looks like this: an example', () => {
    const text = emitFirrtl(examples['example: fifo']!)
    expect(bodyOf(text).replace(/^; Generated.*\n/m, '')).toMatchInlineSnapshot(`
      "FIRRTL version 4.2.0
      circuit fifo :
        ; 4 entries, one in and one out a cycle.
        public module fifo :
          input clock : Clock
          input reset : UInt<1>
          input enq_valid : UInt<1>
          output enq_ready : UInt<1>
          input enq_payload : UInt<8>
          output deq_valid : UInt<1>
          input deq_ready : UInt<1>
          output deq_payload : UInt<8>

          reg slots : UInt<8>[4], clock
          regreset head : UInt<2>, clock, reset, UInt<2>(0)
          regreset tail : UInt<2>, clock, reset, UInt<2>(0)
          regreset count : UInt<3>, clock, reset, UInt<3>(0)

          node push = and(enq_valid, enq_ready)
          node pop = and(deq_valid, deq_ready)

          connect enq_ready, neq(count, UInt<3>(4))
          connect deq_valid, neq(count, UInt<3>(0))
          connect deq_payload, slots[head]
          when push :
            connect slots[tail], enq_payload
            connect tail, tail(add(tail, UInt<2>(1)), 1)
          when pop :
            connect head, tail(add(head, UInt<2>(1)), 1)
          when and(push, not(pop)) :
            connect count, tail(add(count, UInt<3>(1)), 1)
          else when and(pop, not(push)) :
            connect count, tail(sub(count, UInt<3>(1)), 1)
      "
    `)
    expect(text).toMatch(/ {4}reg slots : UInt<8>\[4\], clock @\[examples\/language\/fifo\.ts \d+:\d+\]$/m)
    expect(text.split('\n').filter(l => /^ +(connect|node|reg|regreset|when|else when) /.test(l) && !/ @\[examples\/language\/fifo\.ts \d+:\d+\]$/.test(l))).toEqual([])
  })

  it('looks like this: enums, checks under the conditions that they stand in', () => {
    expect(bodyOf(emitFirrtl(watched())).split('\n').slice(3).join('\n')).toMatchInlineSnapshot(`
      "  public module watched :
          input clock : Clock
          input reset : UInt<1>
          input jump : UInt<1>
          input kind : UInt<2>
          output count : UInt<4>
          output busy : UInt<1>

          node PHASE_BUSY = UInt<2>(1)
          node PHASE_DONE = UInt<2>(2)
          node PHASE_IDLE = UInt<2>(0)

          regreset value : UInt<4>, clock, reset, UInt<4>(0)
          regreset now : UInt<2>, clock, reset, UInt<2>(0)

          connect count, value
          connect busy, eq(now, PHASE_BUSY)
          connect value, mux(jump, UInt<4>(12), mux(eq(value, UInt<4>(9)), UInt<4>(0), tail(add(value, UInt<4>(1)), 1)))
          connect now, mux(eq(value, UInt<4>(9)), PHASE_DONE, PHASE_BUSY)
          assert(clock, lt(value, UInt<4>(10)), not(reset), "below_ten") : below_ten
          when eq(value, UInt<4>(9)) :
            assume(clock, not(jump), not(reset), "no_jump_at_nine") : no_jump_at_nine
            cover(clock, eq(value, UInt<4>(9)), not(reset), "nine") : nine
          else :
            cover(clock, not(jump), not(reset), "jumps") : jumps
          when eq(kind, PHASE_IDLE) :
            skip
          else when or(eq(kind, PHASE_BUSY), eq(kind, PHASE_DONE)) :
            assert(clock, neq(kind, PHASE_IDLE), not(reset), "busy_or_done") : busy_or_done
          else :
            cover(clock, UInt<1>(0), not(reset), "unknown_kind") : unknown_kind
          when jump :
            assert(clock, leq(value, UInt<4>(12)), not(reset), "is_twelve_once") : is_twelve_once
      "
    `)
  })

  it('is the same text for the same design, and only locations change with the lines of the source', () => {
    const moved = JSON.parse(JSON.stringify(examples['example: roccAccumulator'], (key, v: unknown) => (typeof v === 'bigint' ? `${v}n` : key === 'line' ? (v as number) + 7 : v)), (_, v: unknown) => (typeof v === 'string' && /^\d+n$/.test(v) ? BigInt(v.slice(0, -1)) : v)) as Design
    const text = emitFirrtl(examples['example: roccAccumulator']!)
    expect(emitFirrtl(examples['example: roccAccumulator']!)).toBe(text)
    expect(emitFirrtl(moved)).not.toBe(text)
    expect(bodyOf(emitFirrtl(moved))).toBe(bodyOf(text))
  })

  it('has a read latency of 1 where the compiler does what is asked for, with a register for the word that stays', () => {
    const text = bodyOf(writeFirrtl(samples.ram('new', 16, 'sync')))
    expect(text).toContain('read-latency => 1')
    expect(text).toContain('read-under-write => new')
    expect(text).toContain('node store_data = mux(store_data_enabled, store_data_word, store_data_held)')
    expect(writeFirrtl(samples.ram('undefined', 16, 'sync')).replace('read-under-write => undefined', 'read-under-write => new')).toBe(writeFirrtl(samples.ram('new', 16, 'sync')))
  })

  it('reads at once, into a register, where the old word is wanted: firtool gives the new one whatever read-under-write says', () => {
    const text = bodyOf(writeFirrtl(samples.ram('old', 16, 'sync')))
    expect(text).toContain('read-latency => 0')
    expect(text).toMatch(/when re :\n +connect store_data, store_data_now\n/)
  })

  it('has masks for lanes; a write without lanes, and lanes of another width, get theirs', () => {
    const text = (lanes: number, plain: boolean): string => bodyOf(writeFirrtl(withMemory(samples.ram('old', 16, 'sync', true), m => ({ ...m, writes: [
      { ...m.writes[0]!, lanes: lit(u(lanes), 1) }, ...(plain ? [writePort(lit(u(4), 3), lit(u(1), 1), lit(u(16), 0x1234))] : []),
    ] }))))
    expect(text(2, false)).toMatch(/data-type => UInt<8>\[2\]/)
    expect(text(4, true)).toMatch(/data-type => UInt<4>\[4\]/)
    expect(text(4, true).match(/connect store\.w1\.mask\[\d\], UInt<1>\(1\)/g)).toHaveLength(4)
  })

  it('of two writes of one clock the earlier gives way', () => {
    const text = bodyOf(writeFirrtl(withMemory(samples.ram('old', 16, 'sync'), m => ({ ...m, writes: [m.writes[0]!, writePort(lit(u(4), 3), lit(u(1), 1), lit(u(16), 7))] }))))
    expect(text).toContain('connect store.w0.en, and(we, not(eq(wa, store_constant)))')
  })

  it('names a file for a RAM with first words; a ROM is a vector of constants', () => {
    const filled = withMemory(samples.ram('old', 4, 'sync'), m => ({ ...m, init: [0xbeefn, 5n] }))
    expect(writeFirrtl(filled)).toContain('{"class":"firrtl.annotations.MemoryFileInlineAnnotation","filename":"ram_store.hex","hexOrBinary":"h","target":"~ram|ram>store"}')
    expect(firrtlMemoryFiles(filled)).toEqual([{ file: 'ram_store.hex', text: 'beef\n0005\n0000\n0000\n', module: 'ram', memory: 'store' }])
    expect(bodyOf(writeFirrtl(constructs['ROM']!))).toMatch(/wire table_rom : UInt<16>\[16\]\n +connect table_rom\[0\], UInt<16>\(19\)\n +connect table_rom\[1\], UInt<16>\(0hbeef\)/)
    expect(firrtlMemoryFiles(constructs['ROM']!)).toEqual([])
  })

  it('asks a black box whether the clock has risen where no reset gives a register its value', () => {
    const text = bodyOf(emitFirrtl(samples.domains()))
    expect(text).toContain('"class":"firrtl.transforms.BlackBoxInlineAnno","target":"~domains|slow_started","name":"slow_started.v"')
    expect(text).toContain('node count_value = mux(slow_started.started, count, UInt<8>(5))')
  })

  it('declares a black box once for each set of parameters', () => {
    const { modules } = samples.nested()
    const outer = modules.at(-1) as Module
    const twice = design(...modules.slice(0, -1), { ...outer, instances: [...outer.instances, instance('cell_1', 'vendor_cell', { MODE: 'slow', DEPTH: -1n, MASK: 3n }), instance('cell_2', 'vendor_cell', outer.instances[2]!.parameters)], body: [
      ...outer.body, ...['cell_1', 'cell_2'].map(name => set({ name: 'x', type: u(4), instance: name }, ref('a', u(4)))),
    ] })
    const text = bodyOf(writeFirrtl(twice))
    expect(text.match(/extmodule .*/g)).toEqual(['extmodule vendor_cell :', 'extmodule vendor_cell_2 :'])
    expect(text.match(/defname = .*/g)).toEqual(['defname = vendor_cell', 'defname = vendor_cell'])
    expect(text.match(/inst cell_.*/g)).toEqual(['inst cell_0 of vendor_cell', 'inst cell_1 of vendor_cell_2', 'inst cell_2 of vendor_cell'])
    expect(text).toContain('parameter MODE = "FA\\"ST\\\\"')
    expect(text).toContain('parameter DEPTH = -1')
  })

  it('keeps a bracket and a line end in a file name out of the way', () => {
    const odd = mapModules(samples.fifo(), m => ({ ...m, at: { file: 'a]b\n\\c.ts', line: 3, column: 4 } }))
    expect(writeFirrtl(odd)).toContain('module fifo : @[a\\]b \\\\c.ts 3:4]')
  })
})

describe.skipIf(withoutFirtool)(`FIRRTL that firtool takes${withoutFirtool === undefined ? '' : ` (skipped: ${withoutFirtool})`}`, () => {
  it('checks of all kinds become those of the Verilog', () => {
    const [file] = firtool(emitFirrtl(watched()))
    for (const label of ['assert__below_ten', 'assume__no_jump_at_nine', 'cover__nine', 'assert__busy_or_done']) expect(file!.text).toContain(label)
  })

  it('any word of FIRRTL is a name, in every place', () => {
    const words = ('FIRRTL version circuit public extmodule intmodule layer layerblock enablelayer option group instchoice formal simulation parameter defname flip const wires regreset node mem smem cmem mport rdwr read write inst of is '
      + 'when skip connect invalidate attach propassign stop printf fprintf fflush intrinsic probe rwprobe depth reader writer readwriter old undefined Clock Reset AsyncReset UInt SInt Analog Inst Integer Bool String List Path '
      + 'add sub mul div rem lt leq gt geq eq neq pad asUInt asSInt asClock shl shr dshl dshr cvt neg andr orr xorr cat bits head tail mux infer define').split(' ')
    const modules = words.map((w): Module => {
      const [a, b] = [input(w, u(4)), input('a', u(2))], r = register(`r_${w}`, u(4), 1n), y = output('y', s(4)), n = output('n', u(4))
      const m = memory('store', u(4), 4, { reads: [readPort(`word_${w}`, 'async', read(b))], writes: [writePort(read(b), lit(u(1), 1), read(a))] })
      return module(`m_${w}`, { ports: [a, b, y, n], registers: [r], memories: [m], body: [set(r, bin('add', read(a), ref(`word_${w}`, u(4)))), set(y, lit(s(4), -3)), set(n, read(r))] })
    })
    // The same word as an output, a register, an array and an instance.
    const others = words.map((w): Module => {
      const [a, i] = [input('a', u(4)), input('i', u(2))], y = output('y', u(4)), r = register(w, vec(4, u(4)), null)
      return module(`o_${w}`, { ports: [a, i, y], registers: [r], body: [set(target(r, read(i)), read(a)), set(y, { kind: 'index', of: read(r), index: read(i), type: u(4), at: domain.at })] })
    })
    const outs = words.map(w => module(`w_${w}`, { ports: [input('a', u(1)), output(w, u(1))], instances: [], body: [set(output(w, u(1)), and(ref('a', u(1)), ref('a', u(1))))] }))
    const top = module('top_of_words', {
      ports: [input('a', u(4)), ...words.map(w => output(`y_${w}`, u(1)))], instances: words.map(w => instance(w, `w_${w}`)),
      body: words.flatMap(w => [set({ name: 'a', type: u(1), instance: w }, lit(u(1), 1)), set(output(`y_${w}`, u(1)), ref(w, u(1), w))]),
    })
    const all = design(...modules, ...others, ...outs, top)
    expect(() => firtool(writeFirrtl(all))).not.toThrow()
    expect(writeFirrtl(all)).toContain('reg `is` :')
  })
})
