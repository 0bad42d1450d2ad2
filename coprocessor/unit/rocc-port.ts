// Owns: the command port: the command at hand, its response, and the commands that wait for a record.
import { all, any, bit, indexBits, input, lit, module, mux, named, output, register, sink, source, uint, vec, write, type Uint } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { done, running } from '../isa/status.ts'
import { lowest } from './lowest.ts'
import { Command, Response, widths } from './shapes.ts'

/**
 * Holds one command until the microcode gave `reply` (with `value`) or `replyLater`: it waits on `slot`, or `onMask` on those of rs1. A waiting command
 * answers 0 when a record of its slots was queued (`recorded`), or 1 when the core took an interrupt or fault meanwhile. Commands with xd = 0 are taken and nothing happens.
 * `busy`: a command is not answered and does not wait on a host.
 */
export const roccPort = (p: Parameters) => {
  // A place to wait for each slot, and one more for a mask.
  const slot = uint(widths(p).slot), places = p.slots + 1, place = uint(indexBits(places))
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
    replyLater: input(bit), slot: input(slot), onMask: input(bit),
    /** A command waits on a mask. */
    maskWaits: output(bit),
    recorded: input(bit), recordedSlot: input(slot),
    at: register(Command, 'none'),
    here: register(bit, 0),
    answered: register(bit, 0), rd: register(uint(5), 'none'), data: register(uint(64), 'none'),
    /** The exception came while the command stood here or was offered; while the one that is offered now was. */
    excepted: register(bit, 0), exceptedBefore: register(bit, 0),
    waiting: register(uint(places), 0), due: register(uint(places), 0), freed: register(uint(places), 0),
    rds: register(vec(places, uint(5)), 'none'), mask: register(uint(p.slots), 'none'),
  }, (x, { assign, when }) => {
    const { cmd, resp, exception, serving, reply, value, replyLater, onMask, recorded, recordedSlot, at, here, answered, rd, data, excepted, exceptedBefore, waiting, due, freed, rds, mask } = x
    const one = (s: Uint<any>) => lit(places, 1).shiftLeft(s), none = lit(places, 0)
    const { candidates } = named({ candidates: waiting.and(due.or(freed)) })
    const { next, wanted } = named({ next: lowest(candidates, place.bits), wanted: mux(onMask, lit(place, p.slots), x.slot.extend(place.bits)) })
    const { wakes, records, released } = named({
      wakes: all(candidates.orReduce(), answered.not(), serving.not()),
      records: mux(recorded, one(recordedSlot).or(mux(mask.at(recordedSlot), one(lit(place, p.slots)), none)), none).and(waiting),
      released: freed.or(mux(exception, waiting, none)),
    })
    return [
      assign({
        cmd: { ready: here.not() },
        resp: { valid: answered, payload: { rd, data } },
        busy: any(here, answered, candidates.orReduce()),
        ready: all(here, answered.not(), candidates.eq(0)),
        command: at, maskWaits: waiting.bit(p.slots),
      }),
      when(resp.fire, { answered: 0 }),
      when(all(cmd.fire, cmd.payload.xd), { at: cmd.payload, here: 1 }),
      {
        excepted: mux(cmd.fire, any(exception, exceptedBefore), all(here, any(exception, excepted))),
        exceptedBefore: all(cmd.valid, cmd.fire.not(), any(exception, exceptedBefore)), freed: released,
      },
      when(recorded, { due: due.or(records) }),
      when(wakes, {
        answered: 1, rd: rds.at(next), data: mux(due.at(next), lit(64, done), lit(64, running)),
        waiting: waiting.and(one(next).not()), due: due.or(records).and(one(next).not()), freed: released.and(one(next).not()),
      }),
      when(reply, { answered: 1, rd: at.rd, data: value, here: 0 }),
      when(replyLater, {
        here: 0, waiting: waiting.or(one(wanted)), rds: write(wanted, at.rd), due: due.and(one(wanted).not()),
        freed: mux(excepted.or(exception), released.or(one(wanted)), released.and(one(wanted).not())),
      }),
      when(all(replyLater, onMask), { mask: at.rs1.truncate(p.slots) }),
    ]
  }, { doc: 'commands and responses of the RoCC port' })
}
