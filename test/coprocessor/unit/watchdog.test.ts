// Owns: checks of the watchdogs: never before the bound, soon after it, in every phase of the scan.
import { describe, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { watchdog } from '../../../coprocessor/unit/watchdog.ts'
import { bench, Chance, same } from './bench.ts'

const names = ['now', 'restart', 'restart_slot', 'progress', 'progress_slot', 'arm', 'arm_slot', 'arm_cycles', 'watched', 'expired', 'expired_slot'] as const
/** Cycles by which an expiry may be late. */
const late = (slots: number) => slots + 3

describe.each([1, 2, 3, 8, 16])('%i slots', (slots) => {
  const { pins, sim, cycle } = bench(watchdog(parameters({ slots })), names)
  let now = 0, watched = 0
  /** One cycle; the slot that expired in it. */
  const step = (given: { restart?: number; progress?: number; arm?: readonly [number, number] } = {}): number | undefined => {
    pins.now.set(now)
    pins.watched.set(watched)
    pins.restart.set(given.restart === undefined ? 0 : 1)
    pins.restart_slot.set(given.restart ?? 0)
    pins.progress.set(given.progress === undefined ? 0 : 1)
    pins.progress_slot.set(given.progress ?? 0)
    pins.arm.set(given.arm ? 1 : 0)
    pins.arm_slot.set(given.arm?.[0] ?? 0)
    pins.arm_cycles.set(given.arm?.[1] ?? 0)
    cycle()
    now++
    if (given.restart !== undefined) watched |= 1 << given.restart
    return pins.expired.get() ? pins.expired_slot.get() : undefined
  }
  /** Every slot has been stamped once long ago, and is not watched. */
  const fresh = (phase: number, bound: number) => {
    sim.reset()
    now = 1000
    watched = 0
    for (let s = 0; s < slots; s++) step({ restart: s, arm: [s, bound] })
    watched = 0
    for (let i = 0; i < 50 + phase; i++) step()
  }
  /** Runs until a slot expires; [slot, cycle]. */
  const expiry = (within: number): readonly [number | undefined, number] => {
    for (let i = 0; i < within; i++) {
      const s = step()
      if (s !== undefined) return [s, now - 1]
    }
    return [undefined, now]
  }

  test('a restart in every phase of the scan, bounds from 1 on', () => {
    for (const bound of [1, 2, 3, slots, slots + 1, 40, 300]) {
      for (let phase = 0; phase < slots; phase++) {
        for (const slot of new Set([0, slots - 1, phase])) {
          fresh(phase, bound)
          const at = now
          step({ restart: slot })
          const [who, when] = expiry(bound + late(slots) + 1)
          same([who, when >= at + bound, when <= at + bound + late(slots)], [slot, true, true], () => `bound ${bound}, phase ${phase}, slot ${slot}: after ${when - at}`)
        }
      }
    }
  })

  test('progress long before the bound moves it, in every phase of the scan', () => {
    for (let phase = 0; phase < slots; phase++) {
      for (const delay of [1, 2, 10, 40]) {
        fresh(phase, 50)
        step({ restart: 0 })
        for (let i = 1; i < delay; i++) step()
        const at = now
        step({ progress: 0 })
        const [who, when] = expiry(50 + late(slots) + 1)
        same([who, when >= at + 50, when <= at + 50 + late(slots)], [0, true, true], () => `phase ${phase}, progress ${delay} after the restart: after ${when - at}`)
      }
    }
  })

  test('progress in the last cycles before the bound moves it too', () => {
    const bound = 30
    for (let phase = 0; phase < slots; phase++) {
      for (let early = 1; early <= 4; early++) {
        fresh(phase, bound)
        const start = now
        step({ restart: 0 })
        while (now < start + bound - early) step()
        const at = now, seen = step({ progress: 0 })
        const [who, when] = seen === undefined ? expiry(bound + late(slots) + 1) : [seen, at] as const
        same([who, when >= at + bound], [0, true], () => `phase ${phase}: progress ${bound - early} after the restart of a bound of ${bound}, expired ${when - at} after it`)
      }
    }
  })

  test('a slot that is not watched never expires, and one that goes on never does', () => {
    fresh(0, 20)
    same([expiry(200)[0]], [undefined], 'nothing is watched')
    const slot = slots - 1
    step({ restart: slot })
    for (let i = 0; i < 400; i++) same([step(i % 15 === 0 ? { progress: slot } : {})], [undefined], `cycle ${i}`)
  })

  test('a new bound counts from the last restart', () => {
    fresh(0, 100)
    const at = now
    step({ restart: 0 })
    step({ arm: [0, 10] })
    const [who, when] = expiry(40)
    same([who, when >= at + 10, when <= at + 10 + late(slots)], [0, true, true], `after ${when - at}`)
  })

  test('all of them at once, restarts and progress at random, against the times of the last ones', () => {
    sim.reset()
    const chance = new Chance(slots), bounds = Array.from({ length: slots }, () => 30 + chance.below(60)), last: (number | undefined)[] = bounds.map(() => undefined)
    now = 5
    watched = 0
    for (const [s, b] of bounds.entries()) step({ arm: [s, b] })
    for (let i = 0; i < 8000; i++) {
      const idle = [...last.keys()].filter((s) => last[s] === undefined), busy = [...last.keys()].filter((s) => last[s] !== undefined)
      const start = idle.length > 0 && chance.often(5) ? chance.one(idle) : undefined
      // The storer goes on for a slot; not in the last cycles, which the test above looks at.
      const going = busy.filter((s) => now - last[s]! < bounds[s]! - 4)
      const progress = going.length > 0 && start === undefined && chance.often(8) ? chance.one(going) : undefined
      const at = now, seen = step({ ...(start === undefined ? {} : { restart: start }), ...(progress === undefined ? {} : { progress }) })
      for (const s of busy) same([at <= last[s]! + bounds[s]! + late(slots)], [true], () => `slot ${s} is late in cycle ${at}`)
      if (start !== undefined) last[start] = at
      if (progress !== undefined) last[progress] = at
      // A slot that was looked at before it was let go may show once more.
      if (seen === undefined || last[seen] === undefined) continue
      same([at >= last[seen]! + bounds[seen]!], [true], () => `slot ${seen} is early in cycle ${at}`)
      last[seen] = undefined
      watched &= ~(1 << seen)
    }
  })
})
