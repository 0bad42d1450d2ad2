// Owns: the watchdogs: one slot is looked at in each cycle.
import { all, any, bit, input, memory, module, mux, named, output, read, register, uint, write } from '../../rtl-gen/dsl/index.ts'
import type { Parameters } from '../parameters.ts'
import { longCount, widths } from './shapes.ts'

/**
 * `expired` names a slot in `watched` whose last `restart` or `progress` lies its watchdog or more behind `now`: at most `slots` + 2 cycles late.
 * `progress` gives way to `restart` by a cycle. The look-out begins with slot 0 when a slot is watched again.
 */
export const watchdog = (p: Parameters) => {
  const slot = uint(widths(p).slot)
  return module('watchdog', {
    now: input(longCount),
    restart: input(bit), restartSlot: input(slot),
    progress: input(bit), progressSlot: input(slot),
    arm: input(bit), armSlot: input(slot), armCycles: input(longCount),
    watched: input(uint(p.slots)),
    expired: output(bit), expiredSlot: output(slot),
    last: memory({ depth: p.slots, of: longCount, collision: 'undefined' }),
    cycles: memory({ depth: p.slots, of: longCount, collision: 'undefined' }),
    pending: register(bit, 0), pendingSlot: register(slot, 'none'),
    scan: register(slot, 0),
    looks: register(bit, 0), looked: register(slot, 'none'),
  }, ({ now, restart, restartSlot, progress, progressSlot, arm, armSlot, armCycles, watched, last, cycles, pending, pendingSlot, scan, looks, looked }, { assign, when }) => {
    const { stamps, stampSlot } = named({ stamps: restart.or(pending), stampSlot: mux(restart, restartSlot, pendingSlot) })
    const { clashes } = named({ clashes: all(stamps, stampSlot.eq(scan)).or(all(arm, armSlot.eq(scan))) })
    return [
      assign({ expired: all(looks, now.sub(last.data).ge(cycles.data), all(pending, pendingSlot.eq(looked)).not()), expiredSlot: looked }),
      when(stamps, { last: write(stampSlot, now) }),
      when(restart.not(), { pending: 0 }),
      when(progress, { pending: 1, pendingSlot: progressSlot }),
      when(arm, { cycles: write(armSlot, armCycles) }),
      { last: read(scan), cycles: read(scan), scan: mux(any(watched.eq(0), scan.eq(p.slots - 1)), scan.and(0), scan.add(1)), looks: all(watched.at(scan), clashes.not()), looked: scan },
    ]
  }, { doc: 'the watchdogs of the slots' })
}
