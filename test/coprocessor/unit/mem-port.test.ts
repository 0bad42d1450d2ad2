// Owns: checks of the memory port: nothing lost, what stands does not change, and the quiet gap.
import { describe, expect, test } from 'vitest'
import { parameters } from '../../../coprocessor/parameters.ts'
import { memPort } from '../../../coprocessor/unit/mem-port.ts'
import { bench, Chance, same } from './bench.ts'

const names = [
  'load_valid', 'load_ready', 'load_addr', 'load_tag', 'store_valid', 'store_ready', 'store_addr', 'store_tag', 'store_store', 'store_size', 'store_data',
  'req_valid', 'req_ready', 'req_addr', 'req_tag', 'req_store', 'req_size', 'req_data',
] as const
interface Request { readonly addr: number; readonly tag: number; readonly store: number; readonly size: number; readonly data: bigint }
const build = (burst: number, quiet: number) => bench(memPort(parameters({ burst, quiet })), names)
const list = (r: Request | undefined) => [r?.addr, r?.tag, r?.store, r?.size, r?.data]
type Port = ReturnType<typeof build>
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

/** Runs with random offers; gives for each cycle whether a request was there and whether it was taken. */
function run(p: Port, chance: Chance, cycles: number, percent: { load: number; store: number; ready: number }) {
  const { pins, sim, cycle } = p
  sim.reset()
  const offered: { load: Request | undefined; store: Request | undefined } = { load: undefined, store: undefined }
  let standing: Request | undefined
  const valid: boolean[] = [], taken: boolean[] = []
  const make = (store: number): Request =>
    ({ addr: chance.below(2 ** 40), tag: chance.below(64), store, size: store ? chance.below(4) : 3, data: store ? chance.word() : 0n })
  for (let i = 0; i < cycles; i++) {
    if (!offered.load && chance.often(percent.load)) offered.load = make(0)
    if (!offered.store && chance.often(percent.store)) offered.store = make(1)
    offer(p, offered.load, false)
    offer(p, offered.store, true)
    pins.req_ready.set(chance.often(percent.ready) ? 1 : 0)
    cycle()
    const isValid = pins.req_valid.get() === 1, isTaken = isValid && pins.req_ready.get() === 1
    valid.push(isValid)
    taken.push(isTaken)
    const store = pins.req_store.get()
    const shown: Request = { addr: pins.req_addr.get(), tag: pins.req_tag.get(), store, size: pins.req_size.get(), data: store ? pins.req_data.getBig() : 0n }
    if (standing) same([isValid, ...list(shown)], [true, ...list(standing)], `cycle ${i}: what stands`)
    if (isValid) same(list(shown), list(store ? offered.store : offered.load), `cycle ${i}: what is asked`)
    standing = isValid && !isTaken ? shown : undefined
    const loads = pins.load_ready.get() === 1 && offered.load !== undefined, stores = pins.store_ready.get() === 1 && offered.store !== undefined
    same([loads, stores], [isTaken && !store, isTaken && store === 1], `cycle ${i}: whose turn it is`)
    if (isTaken) offered[store ? 'store' : 'load'] = undefined
  }
  return { valid, taken }
}

describe.each([[1, 0], [1, 1], [1, 5], [2, 3], [5, 32], [16, 255], [1024, 32]])('burst %i, quiet %i', (burst, quiet) => {
  const p = build(burst, quiet)

  test('each request passes once and unchanged, and stands until it is taken', () => {
    for (let seed = 0; seed < 12; seed++) run(p, new Chance(seed), 400, { load: 10 + 30 * (seed % 4), store: 5 + 40 * (seed % 3), ready: 20 + 26 * (seed % 4) })
  })

  test('after every burst there are exactly so many cycles without a request, if one is always there', () => {
    const cycles = 3 * (burst + quiet), { valid, taken } = run(p, new Chance(7), cycles, { load: 100, store: 100, ready: 100 })
    const want = Array.from({ length: cycles }, (_, i) => i % (burst + quiet) < burst)
    expect(taken).toEqual(want)
    expect(valid).toEqual(want)
  })

  test('never fewer, whatever the order of offers and readiness', () => {
    for (let seed = 100; seed < 106; seed++) {
      const { valid, taken } = run(p, new Chance(seed), 600, { load: 60, store: 60, ready: 70 })
      let used = 0
      taken.forEach((t, i) => {
        if (t && ++used === burst) {
          used = 0
          expect(valid.slice(i + 1, i + 1 + quiet)).not.toContain(true)
        }
      })
    }
  })
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
