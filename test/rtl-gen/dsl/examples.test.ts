// Owns: the examples of the language: what they become, read line by line, and what they do, against plain models.
import { describe, expect, it } from 'vitest'
import { counter } from '../../../examples/language/counter.ts'
import { fifo, twoFifos } from '../../../examples/language/fifo.ts'
import { roccAccumulator } from '../../../examples/language/rocc-accumulator.ts'
import { segmentChecker } from '../../../examples/language/segment-checker.ts'
import { elaborate, uint } from '../../../rtl-gen/dsl/index.ts'
import { printDesign } from '../../../rtl-gen/ir/print.ts'
import { validate } from '../../../rtl-gen/ir/validate.ts'
import { compileSimulator } from '../../../rtl-gen/sim/index.ts'

const examples = { counter, fifo: fifo('fifo', uint(8)), twoFifos: twoFifos(uint(8)), roccAccumulator, segmentChecker }

/** Numbers that look random and are always the same (a linear congruential generator). */
const random = (seed: number) => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 8

describe('examples', () => {
  it.each(Object.entries(examples))('%s is well formed', (_, m) => expect(validate(elaborate(m as never))).toEqual([]))
  it.each(Object.entries(examples))('%s: twice the same', (_, m) => expect(printDesign(elaborate(m as never), { places: true })).toBe(printDesign(elaborate(m as never), { places: true })))

  it('counter', () => {
    expect(printDesign(elaborate(counter))).toMatchInlineSnapshot(`
      "design counter

      module counter
        domain clk: clock clock rising, reset reset sync
        input enable: uint(1) on clk
        output count: uint(8) on clk
        register value: uint(8) on clk = 0
        count := value
        if enable
          value := add(value, 1:uint(8))
      "
    `)
  })

  it('fifo: names, directions of streams, a write of one element', () => {
    expect(printDesign(elaborate(fifo('fifo', uint(8))))).toMatchInlineSnapshot(`
      "design fifo

      module fifo
        domain clk: clock clock rising, reset reset sync
        input enq_valid: uint(1) on clk (valid of enq)
        output enq_ready: uint(1) on clk (ready of enq)
        input enq_payload: uint(8) on clk (payload of enq)
        output deq_valid: uint(1) on clk (valid of deq)
        input deq_ready: uint(1) on clk (ready of deq)
        output deq_payload: uint(8) on clk (payload of deq)
        register slots: vec(4, uint(8)) on clk = none
        register head: uint(2) on clk = 0
        register tail: uint(2) on clk = 0
        register count: uint(3) on clk = 0
        local push: uint(1) = and(enq_valid, enq_ready)
        local pop: uint(1) = and(deq_valid, deq_ready)
        enq_ready := ne(count, 4:uint(3))
        deq_valid := ne(count, 0:uint(3))
        deq_payload := slots[head]
        if push
          slots[tail] := enq_payload
          tail := add(tail, 1:uint(2))
        if pop
          head := add(head, 1:uint(2))
        if and(push, not(pop))
          count := add(count, 1:uint(3))
        else if and(pop, not(push))
          count := sub(count, 1:uint(3))
      "
    `)
  })

  it('two fifos: a whole stream gives only what its direction wants; equal modules are one', () => {
    const text = printDesign(elaborate(twoFifos(uint(8))))
    expect(text.match(/^module \w+/gm)).toEqual(['module fifo', 'module two_fifos'])
    expect(text.slice(text.indexOf('  instance first'))).toMatchInlineSnapshot(`
      "  instance first of fifo
        instance second of fifo
        enq_ready := first.enq_ready
        first.enq_valid := enq_valid
        first.enq_payload := enq_payload
        first.deq_ready := second.enq_ready
        second.enq_valid := first.deq_valid
        second.enq_payload := first.deq_payload
        second.deq_ready := deq_ready
        deq_valid := second.deq_valid
        deq_payload := second.deq_payload
      "
    `)
  })

  it('segment checker: a memory of bundles, packed with the first field on top, and its port wires', () => {
    const text = printDesign(elaborate(segmentChecker))
    expect(text.slice(text.indexOf('  wire segments'), text.indexOf('  access_ready'))).toMatchInlineSnapshot(`
      "  wire segments_read_enable: uint(1)
        wire segments_write_enable: uint(1)
        memory segments: 4 of uint(82), collision old
          read segments_data sync on clk [access_slot] when segments_read_enable
          write on clk [load_slot] := cat(entry_base, entry_limit, entry_valid, entry_writable) when segments_write_enable
        local size: uint(40) = sub(segments_data[41:2], segments_data[81:42])
        local reach: uint(41) = add(extend(asked.offset, 41), extend(extend(asked.length, 40), 41))
        local taken: uint(1) = and(access_valid, access_ready)
        segments_read_enable := 0:uint(1)
        segments_write_enable := 0:uint(1)
      "
    `)
  })
})

describe('examples in simulation', () => {
  it('counter counts enabled cycles and wraps', () => {
    const sim = compileSimulator(elaborate(counter))
    sim.reset()
    sim.poke('enable', 1)
    sim.step(255)
    expect(sim.peek('count')).toBe(255n)
    sim.step()
    expect(sim.peek('count')).toBe(0n)
    sim.poke('enable', 0)
    sim.step(9)
    expect(sim.peek('count')).toBe(0n)
  })

  it.each([['fifo', fifo('fifo', uint(8)), 4], ['twoFifos', twoFifos(uint(8)), 8]] as const)('%s is a queue', (_, m, room) => {
    const sim = compileSimulator(elaborate(m as never)), next = random(7), queue: bigint[] = []
    sim.reset()
    let most = 0, passed = 0
    for (let cycle = 0; cycle < 3000; cycle++) {
      // Long stretches of pushing and of taking, so that it fills and empties.
      const pushing = next() % 8 < (cycle % 200 < 100 ? 7 : 2), taking = next() % 8 < (cycle % 200 < 100 ? 2 : 7), value = BigInt(next() % 256)
      sim.poke('enq_valid', pushing ? 1 : 0)
      sim.poke('enq_payload', value)
      sim.poke('deq_ready', taking ? 1 : 0)
      const accepted = pushing && sim.peek('enq_ready') === 1n, taken = taking && sim.peek('deq_valid') === 1n
      if (taken) {
        expect(sim.peek('deq_payload')).toBe(queue.shift())
        passed++
      }
      if (accepted) queue.push(value)
      most = Math.max(most, queue.length)
      sim.step()
    }
    expect(most).toBe(room)
    expect(passed).toBeGreaterThan(500)
  })

  it('the accumulator adds what memory answers', () => {
    const sim = compileSimulator(elaborate(roccAccumulator)), memory = new Map([[0x100n, 40n], [0x108n, 2n]])
    sim.reset()
    const command = (funct: number, rs1: bigint): bigint => {
      sim.poke('cmd_valid', 1)
      sim.poke('cmd_funct', funct)
      sim.poke('cmd_rd', 9)
      sim.poke('cmd_rs1', rs1)
      sim.step()
      sim.poke('cmd_valid', 0)
      for (let cycle = 0; cycle < 20; cycle++) {
        sim.poke('mem_resp_valid', 0)
        sim.poke('mem_req_ready', 1)
        sim.poke('resp_ready', 1)
        if (sim.peek('resp_valid') === 1n) {
          const answer = sim.peek('resp_data')
          expect(sim.peek('resp_rd')).toBe(9n)
          sim.step()
          return answer
        }
        const asked = sim.peek('mem_req_valid') === 1n ? sim.peek('mem_req_addr') : undefined
        sim.step()
        if (asked !== undefined) {
          sim.poke('mem_req_ready', 0)
          sim.poke('mem_resp_valid', 1)
          sim.poke('mem_resp_data', memory.get(asked)!)
          sim.step()
        }
      }
      throw new Error('no answer')
    }
    expect([command(1, 0x100n), command(1, 0x108n), command(0, 0n), command(1, 0x108n)]).toEqual([40n, 42n, 0n, 2n])
  })

  it('the segment checker says what a plain function says', () => {
    const sim = compileSimulator(elaborate(segmentChecker)), next = random(3), names = ['ok', 'noSegment', 'notWritable', 'tooLong', 'crossesLimit']
    const table = [
      { base: 0x1000n, limit: 0x1100n, valid: 1n, writable: 1n }, { base: 0x2000n, limit: 0x8000n, valid: 1n, writable: 0n },
      { base: 0x3000n, limit: 0x3001n, valid: 0n, writable: 1n }, { base: 0n, limit: 0xffffffffffn, valid: 1n, writable: 1n },
    ]
    sim.reset()
    sim.poke('load', 1)
    table.forEach((s, i) => {
      sim.poke('load_slot', i)
      for (const [k, v] of Object.entries(s)) sim.poke(`entry_${k}`, v)
      sim.step()
    })
    sim.poke('load', 0)
    sim.poke('access_valid', 1)
    sim.poke('verdict_ready', 1)
    const seen = new Set<string>()
    let refused = 0n
    for (let n = 0; n < 400; n++) {
      const slot = next() % 4, s = table[slot]!, store = next() % 2, size = s.limit - s.base
      const offset = [0n, size - 1n, size, (size + 1n) & 0xffffffffffn, 0xffffffffffn, BigInt(next() % 300)][next() % 6]!, length = [0, 1, 16, 4096, 4097, 65535][next() % 6]!
      const expected = s.valid === 0n ? 'noSegment' : store === 1 && s.writable === 0n ? 'notWritable' : length > 4096 ? 'tooLong' : offset + BigInt(length) > size ? 'crossesLimit' : 'ok'
      sim.poke('access_slot', slot)
      sim.poke('access_offset', offset)
      sim.poke('access_length', length)
      sim.poke('access_store', store)
      sim.step()
      expect(sim.peek('verdict_valid')).toBe(1n)
      expect(names[Number(sim.peek('verdict_status'))]).toBe(expected)
      expect(sim.peek('verdict_address')).toBe((s.base + offset) & 0xffffffffffn)
      expect(sim.peek('refused')).toBe(refused)
      if (expected !== 'ok') refused++
      seen.add(expected)
    }
    expect([...seen].sort()).toEqual([...names].sort())
  })
})
