// Owns: checks of the memory port: nothing lost, what stands does not change, and the quiet gap.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { memPort } from '../../../coprocessor/unit/mem-port.ts'
import { bench, Chance, same } from './bench.ts'

const names = [
  'load_valid', 'load_ready', 'load_addr', 'load_tag', 'store_valid', 'store_ready', 'store_addr', 'store_tag', 'store_store', 'store_size', 'store_data',
  'req_valid', 'req_ready', 'req_addr', 'req_tag', 'req_store', 'req_size', 'req_data', 'answered', 'used',
] as const
interface Request { readonly addr: number; readonly tag: number; readonly store: number; readonly size: number; readonly data: bigint }
const build = (burst: number, quiet: number) => bench(memPort(parameters({ burst, quiet })), names)
const list = (r: Request | undefined) => [r?.addr, r?.tag, r?.store, r?.size, r?.data]
type Port = ReturnType<typeof build>
const mostFlying = 2 * parameters().loadsInFlight + 1
const offer = (p: Port, request: Request | undefined, store: boolean) => {
  const { pins } = p
  pins[store ? 'store_valid' : 'load_valid'].set(request ? 1 : 0)
  pins[store ? 'store_addr' : 'load_addr'].set(request?.addr ?? 0)
  pins[store ? 'store_tag' : 'load_tag'].set(request?.tag ?? 0)
  if (store) {
    pins.store_store.set(1)
    pins.store_size.set(request?.size ?? 0)
    pins.store_data.setBig(request?.data ?? 0n)
  }
}

interface Load { readonly load: number; readonly store: number; readonly ready: number; /** Cycles from a request to its answer, at most. */ readonly latency: number }

/**
 * Runs with random offers. In each cycle: a request is there if and only if one is offered and it stands already, or fewer than `burst` cycles have gone by since the
 * first use, where the first is one that `quiet` unused cycles come before. Used is a cycle with a request, or with one that was not answered before it.
 */
function run({ pins, sim, cycle }: Port, burst: number, quiet: number, chance: Chance, cycles: number, percent: Load) {
  sim.reset()
  const offered: { load: Request | undefined; store: Request | undefined } = { load: undefined, store: undefined }
  let standing: Request | undefined
  const valid: boolean[] = [], due: number[] = []
  let first = 0, unused = Infinity
  const make = (store: number): Request =>
    ({ addr: chance.below(2 ** 40), tag: chance.below(64), store, size: store ? chance.below(4) : 3, data: store ? chance.word() : 0n })
  for (let i = 0; i < cycles; i++) {
    if (!offered.load && chance.often(percent.load)) offered.load = make(0)
    if (!offered.store && chance.often(percent.store)) offered.store = make(1)
    offer({ pins, sim, cycle }, offered.load, false)
    offer({ pins, sim, cycle }, offered.store, true)
    pins.req_ready.set(due.length < mostFlying && chance.often(percent.ready) ? 1 : 0)
    const flying = due.length > 0, answered = due.findIndex((at) => at <= i)
    pins.answered.set(answered < 0 ? 0 : 1)
    if (answered >= 0) due.splice(answered, 1)
    cycle()
    const isValid = pins.req_valid.get() === 1, isTaken = isValid && pins.req_ready.get() === 1
    if (unused >= quiet) first = i
    same([isValid], [standing !== undefined || ((offered.load ?? offered.store) !== undefined && (quiet === 0 || i - first < burst))], `cycle ${i}: whether it asks`)
    same([pins.used.get()], [isValid || flying ? 1 : 0], `cycle ${i}: whether it is used`)
    unused = isValid || flying ? 0 : unused + 1
    valid.push(isValid)
    const store = pins.req_store.get()
    const shown: Request = { addr: pins.req_addr.get(), tag: pins.req_tag.get(), store, size: pins.req_size.get(), data: store ? pins.req_data.getBig() : 0n }
    if (standing) same(list(shown), list(standing), `cycle ${i}: what stands`)
    if (isValid) same(list(shown), list(store ? offered.store : offered.load), `cycle ${i}: what is asked`)
    standing = isValid && !isTaken ? shown : undefined
    const loads = pins.load_ready.get() === 1 && offered.load !== undefined, stores = pins.store_ready.get() === 1 && offered.store !== undefined
    same([loads, stores], [isTaken && !store, isTaken && store === 1], `cycle ${i}: whose turn it is`)
    if (!isTaken) continue
    offered[store ? 'store' : 'load'] = undefined
    due.push(i + 1 + chance.below(percent.latency))
  }
  return valid
}

describe.each([[1, 0], [1, 1], [1, 5], [2, 3], [5, 32], [16, 255], [300, 32]])('burst %i, quiet %i', (burst, quiet) => {
  const p = build(burst, quiet)

  test('each request passes once and unchanged, stands until it is taken, and the gaps are as long as they have to be', () => {
    for (let seed = 0; seed < 24; seed++) {
      run(p, burst, quiet, new Chance(seed), 500, { load: [1, 10, 40, 100][seed % 4]!, store: 5 + 40 * (seed % 3), ready: 20 + 26 * (seed % 4), latency: 1 + 15 * (seed % 2) })
    }
  })

  test('if a request is always there: bursts, one cycle for the last answer, gaps', () => {
    const period = burst + (quiet === 0 ? 0 : 1 + quiet), cycles = 3 * period
    expect(run(p, burst, quiet, new Chance(7), cycles, { load: 100, store: 100, ready: 100, latency: 1 })).toEqual(Array.from({ length: cycles }, (_, i) => i % period < burst))
  })
})

test('an answer to nothing does not count', () => {
  const { pins, cycle } = build(2, 3)
  pins.answered.set(1)
  cycle()
  pins.answered.set(0)
  cycle()
  expect(pins.used.get()).toBe(0)
})

test('a store goes first, but not before a load that stands', () => {
  const { pins, cycle } = build(100, 1)
  pins.load_valid.set(1)
  pins.req_ready.set(0)
  cycle()
  pins.store_valid.set(1)
  cycle()
  expect([pins.req_valid.get(), pins.req_store.get()]).toEqual([1, 0])
  pins.req_ready.set(1)
  cycle()
  expect(pins.req_store.get()).toBe(0)
  cycle()
  expect(pins.req_store.get()).toBe(1)
})
