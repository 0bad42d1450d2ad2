// Owns: a small coprocessor: takes commands, reads memory, answers; a state machine over four streams.
//
// RoCC is how a coprocessor is joined to a Rocket core (RISC-V). The core meets a custom instruction and sends it over `cmd`: `funct` says which of
// 128 operations, `rs1` and `rs2` are the values of two source registers, `rd` is the number of the register that wants the answer, which goes back
// over `resp` with that number. Requests to memory carry a `tag`, because answers may come back in another order.
//
// Run: as try-counter.ts does; `simulate(roccAccumulator)` has sinks.cmd.send({ funct: 1, rd: 5, rs1: 64, rs2: 0 }) and sources.resp.take().
import { bit, bundle, enumeration, input, instance, module, output, register, sink, source, uint } from '../../rtl-gen/index.ts' // in a package of your own: from 'archnights/rtl-gen'
import { fifo } from './fifo.ts'

// What passes over a stream is a bundle: fields under names. It is written as a class only so that messages and editors can say `RoccCommand`
// instead of its fields; nobody makes objects of it with `new`, and the body is empty. `bundle({...})` alone is a shape as well.
export class RoccCommand extends bundle({ funct: uint(7), rd: uint(5), rs1: uint(64), rs2: uint(64) }) {}
export class RoccResponse extends bundle({ rd: uint(5), data: uint(64) }) {}
export class MemRequest extends bundle({ addr: uint(40), tag: uint(8), store: bit, data: uint(64) }) {}
export class MemResponse extends bundle({ tag: uint(8), data: uint(64) }) {}

export const step = enumeration('step', ['idle', 'ask', 'wait', 'reply'])

/** funct 0 clears the sum and answers 0; any other adds the word at address rs1 and answers the new sum. */
export const roccAccumulator = module('roccAccumulator', {
  cmd: sink(RoccCommand),
  resp: source(RoccResponse),
  memReq: source(MemRequest), // emitted as mem_req_valid, mem_req_ready, mem_req_addr, ...
  memResp: sink(MemResponse),
  exception: input(bit),
  busy: output(bit),
  state: register(step, 'idle'),
  sum: register(uint(64), 0),
  rd: register(uint(5), 'none'), // not reset: it is only used in states that set it before
  addr: register(uint(40), 'none'),
  answers: instance(fifo('answers', MemResponse)),
}, ({ cmd, resp, memReq, memResp, exception, state, sum, rd, addr, answers }, { assign, when, match }) => [
  assign({
    cmd: { ready: state.is('idle') },
    memReq: { valid: state.is('ask'), payload: { addr, tag: 0, store: 0, data: 0 } },
    memResp: answers.enq,
    answers: { enq: memResp, deq: { ready: state.is('wait') } },
    resp: { valid: state.is('reply'), payload: { rd, data: sum } },
    busy: state.is('idle').not(),
  }),
  // match wants an arm for each member: a forgotten state does not compile.
  match(state, {
    idle: when(cmd.fire, [
      { rd: cmd.payload.rd, addr: cmd.payload.rs1.truncate(40) },
      when(cmd.payload.funct.eq(0), { sum: 0, state: 'reply' }).otherwise({ state: 'ask' }),
    ]),
    ask: when(memReq.fire, { state: 'wait' }),
    wait: when(answers.deq.fire, { sum: sum.add(answers.deq.payload.data), state: 'reply' }),
    reply: when(resp.fire, { state: 'idle' }),
  }),
  // A later rule wins over an earlier one.
  when(exception, { state: 'idle', sum: 0 }),
])
