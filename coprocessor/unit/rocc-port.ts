// Owns: the command port: the command at hand, its response, and the commands that wait for a record.
import { all, any, bit, input, lit, module, mux, named, output, register, sink, source, uint, vec, write } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { done, running } from '../isa/status.ts'
import { lowest } from './lowest.ts'
import { Command, Response, widths } from './shapes.ts'

/**
 * Holds one command until the microcode gave `reply` (with `value`) or `replyLater` (it waits on `slot`). A waiting command answers 0 when a record of
 * its slot was queued (`recorded`), or 1 when the core took an interrupt or fault meanwhile. Commands with xd = 0 are taken and nothing happens.
 * `busy`: a command is not answered and does not wait on a host.
 */
export const roccPort = (p: Parameters) => {
  const slot = uint(widths(p).slot)
  return module('rocc_port', {
    cmd: sink(Command),
    resp: source(Response),
    exception: input(bit),
    busy: output(bit),
    /** A command stands in `command` and its response has a place. */
    ready: output(bit),
    command: output(Command),
    /** The microcode is at work on the command. */
    serving: input(bit),
    reply: input(bit), value: input(uint(64)),
    replyLater: input(bit), slot: input(slot),
    recorded: input(bit), recordedSlot: input(slot),
    at: register(Command, 'none'),
    here: register(bit, 0),
    answered: register(bit, 0), rd: register(uint(5), 'none'), data: register(uint(64), 'none'),
    /** The exception came while a command stood here or was offered. */
    excepted: register(bit, 0),
    waiting: register(uint(p.slots), 0), due: register(uint(p.slots), 0), freed: register(uint(p.slots), 0),
    rds: register(vec(p.slots, uint(5)), 'none'),
  }, ({ cmd, resp, exception, serving, reply, value, replyLater, slot, recorded, recordedSlot, at, here, answered, rd, data, excepted, waiting, due, freed, rds }, { assign, when }) => {
    const one = (s: typeof slot) => lit(p.slots, 1).shiftLeft(s)
    const { candidates } = named({ candidates: waiting.and(due.or(freed)) })
    const { next } = named({ next: lowest(candidates, slot.width) })
    const { wakes, records, released, asked } = named({
      wakes: all(candidates.orReduce(), answered.not(), serving.not()),
      records: mux(recorded, one(recordedSlot), lit(p.slots, 0)).and(waiting),
      released: freed.or(mux(exception, waiting, lit(p.slots, 0))),
      /** a command stands here or is offered: the hart may wait for its rd */
      asked: any(here, cmd.valid),
    })
    return [
      assign({
        cmd: { ready: here.not() },
        resp: { valid: answered, payload: { rd, data } },
        busy: any(here, answered, candidates.orReduce()),
        ready: all(here, answered.not(), candidates.eq(0)),
        command: at,
      }),
      when(resp.fire, { answered: 0 }),
      when(all(cmd.fire, cmd.payload.xd), { at: cmd.payload, here: 1 }),
      { excepted: all(asked, any(exception, excepted)), freed: released },
      when(recorded, { due: due.or(records) }),
      when(wakes, {
        answered: 1, rd: rds.at(next), data: mux(due.at(next), lit(64, done), lit(64, running)),
        waiting: waiting.and(one(next).not()), due: due.or(records).and(one(next).not()), freed: released.and(one(next).not()),
      }),
      when(reply, { answered: 1, rd: at.rd, data: value, here: 0 }),
      when(replyLater, {
        here: 0, waiting: waiting.or(one(slot)), rds: write(slot, at.rd), due: due.and(one(slot).not()),
        freed: mux(excepted.or(exception), released.or(one(slot)), released.and(one(slot).not())),
      }),
    ]
  }, { doc: 'commands and responses of the RoCC port' })
}
