// Owns: a small module with the ports of the Oracle unit, for tests of the harness that do not want the unit itself.
import { Beat, Command, MemoryAnswer, memoryRequest, Response } from '../../coprocessor/unit/shapes.ts'
import type { Parameters } from '../../coprocessor/parameters.ts'
import { all, any, bit, elaborate, enumeration, input, lit, module, mux, output, register, sink, source, uint } from '../../rtl-gen/dsl/index.ts'
import type { Design } from '../../rtl-gen/ir/index.ts'

/** What it does with a command, by funct7. */
export const fake = {
  /** rd = rs1 + rs2 */ add: 0,
  /** rd = 2^rs2 bytes at rs1 */ load: 1,
  /** eight bytes rs2 to rs1; rd = 0 */ store: 2,
  /** a frame of the beats rs1, rs2; rd = 0 */ send: 3,
  /** rd = 0 when a frame has come, 1 on an exception */ await: 35,
  /** rd = first beat of the last frame; the interrupt falls */ take: 37,
} as const

const state = enumeration('state', ['idle', 'ask', 'answer', 'first', 'second', 'hold', 'reply'])

export const fakeUnit = (p: Parameters): Design => elaborate(module('fake_unit', {
  roccCmd: sink(Command), roccResp: source(Response), roccBusy: output(bit), roccInterrupt: output(bit), roccException: input(bit),
  memReq: source(memoryRequest(p)), memRespValid: input(bit), memResp: input(MemoryAnswer),
  linkTx: source(Beat, { axis: true }), linkRx: sink(Beat, { axis: true }),
  now: register(state, 'idle'), rd: register(uint(5), 0), funct: register(uint(7), 0), a: register(uint(64), 0), b: register(uint(64), 0),
  arrived: register(bit, 0), got: register(uint(64), 0), inFrame: register(bit, 0), tag: register(uint(6), 0),
}, ({ roccCmd, roccResp, roccException, memReq, memRespValid, memResp, linkTx, linkRx, now, rd, funct, a, b, arrived, got, inFrame, tag }, { assign, when, match }) => {
  const c = roccCmd.payload
  return [
    assign({
      roccCmd: { ready: now.is('idle') },
      roccResp: { valid: now.is('reply'), payload: { rd, data: a } },
      roccBusy: all(now.is('idle').not(), now.is('hold').not()),
      roccInterrupt: arrived,
      memReq: { valid: now.is('ask'), payload: { addr: a.truncate(p.addrWidth), tag, store: funct.eq(fake.store), size: mux(funct.eq(fake.store), lit(2, 3), b.truncate(2)), data: b } },
      linkTx: { valid: any(now.is('first'), now.is('second')), payload: { data: mux(now.is('first'), a, b), keep: 0xff, last: now.is('second') } },
      linkRx: { ready: any(now.is('idle'), now.is('hold')) },
    }),
    match(now, {
      idle: when(all(roccCmd.fire, c.xd), [
        { rd: c.rd, funct: c.funct7, a: c.rs1, b: c.rs2, now: 'reply' },
        when(c.funct7.eq(fake.add), { a: c.rs1.add(c.rs2) })
          .elseWhen(c.funct7.isIn(fake.load, fake.store), { now: 'ask' })
          .elseWhen(c.funct7.eq(fake.send), { now: 'first' })
          .elseWhen(c.funct7.eq(fake.await), { now: 'hold' })
          .elseWhen(c.funct7.eq(fake.take), { a: got, arrived: 0 }),
      ]),
      ask: when(memReq.fire, { now: 'answer', tag: tag.add(1) }),
      answer: when(memRespValid, { now: 'reply', a: memResp.data }),
      first: when(linkTx.fire, { now: 'second' }),
      second: when(linkTx.fire, { now: 'reply', a: 0 }),
      hold: when(any(arrived, roccException), { now: 'reply', a: arrived.not().extend(64) }),
      reply: when(roccResp.fire, { now: 'idle' }),
    }),
    when(linkRx.fire, [{ inFrame: linkRx.payload.last.not() }, when(inFrame.not(), { got: linkRx.payload.data }), when(linkRx.payload.last, { arrived: 1 })]),
  ]
}))
