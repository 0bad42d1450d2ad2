// Owns: tests of the bench around real Rocket systems: what its outputs say of the hart is what the program does, and what memory shows.
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { buildBench, simulatorFolder } from '../../../rocket-config/bench/build-bench.ts'
import type { RocketSimulator } from '../../../rocket-config/bench/simulator.ts'
import { bootRom, clint, memory, mmio } from '../../../rocket-config/memory-map.ts'
import { openRocket } from '../../../rocket-config/run/open.ts'
import type { ProgramImage } from '../../../rocket-config/program/image.ts'
import type { Engine } from '../../../sim-harness/engines/engine.ts'
import { addi, bne, code, csrNumbers, csrs, csrw, custom0, ebreak, ecall, here, jr, li, load, sfenceVma, store, wfi, x } from './assembler.ts'
import { exitWith, programBase, runBench, type BenchRun, type Values } from './run-bench.ts'
import { Shadow, shadowWatches } from './shadow.ts'
import { region, storeProgram, type Store, type StoreProgram } from './store-program.ts'
import { cacheDir, coldBuild, elaboratedSystem, programImage, rocketSimulator } from './system.ts'
import { trafficCommand, trafficUnit } from './traffic-unit.ts'

let engine: Engine | undefined
afterEach(async () => { await engine?.close() })
const run = async (simulator: RocketSimulator, image: ProgramImage, when: readonly string[], seen: (cycle: number, values: Values) => void, maxCycles?: number): Promise<BenchRun> => {
  engine = await openRocket(simulator, image)
  return await runBench(engine, when, seen, maxCycles)
}

interface StoreRun { readonly stores: Store[]; readonly storesWithoutRetirement: number; readonly printed: Uint8Array; readonly shadow: Shadow; readonly end: BenchRun }
async function runStores(simulator: RocketSimulator, program: StoreProgram, ...more: { address: bigint; bytes: Uint8Array }[]): Promise<StoreRun> {
  const stores: Store[] = [], printed: number[] = [], shadow = new Shadow()
  let storesWithoutRetirement = 0
  const end = await run(simulator, programImage(program.code, ...more), [...shadowWatches, 'console_valid'], (cycle, values) => {
    shadow.take(cycle, values)
    if (values('console_valid') === 1n) printed.push(Number(values('console_data')))
    if (values('hart_store_valid') === 0n) return
    const mask = Number(values('hart_store_mask'))
    const lanes = Array.from({ length: 8 }, (_, n) => (mask >> n & 1 ? 0xffn << BigInt(8 * n) : 0n)).reduce((a, b) => a | b)
    stores.push({ address: values('hart_store_addr'), mask, data: values('hart_store_data') & lanes })
    // 0x23: store, 0x2f: AMO and SC.
    if (values('hart_retire_valid') === 0n || ![0x23n, 0x2fn].includes(values('hart_retire_insn') & 0x7fn)) storesWithoutRetirement++
  })
  return { stores, storesWithoutRetirement, printed: Uint8Array.from(printed), shadow, end }
}

function expectStores(ran: StoreRun, program: StoreProgram): void {
  expect(ran.end.exit).toBe(0)
  expect(ran.stores).toEqual(program.stores)
  expect(ran.storesWithoutRetirement).toBe(0)
  expect(Buffer.from(ran.printed).equals(Buffer.from(ran.shadow.bytes))).toBe(true)
}

/** Lets the unit, and supervisor mode, reach all of memory, and opens the RoCC instructions. */
const openAll = [...li(x.t0, -1n), csrw(csrNumbers.pmpaddr0, x.t0), ...li(x.t0, 0x1fn), csrw(csrNumbers.pmpcfg0, x.t0), ...li(x.t0, 0x1_8000n), csrs(csrNumbers.mstatus, x.t0)]

describe('a small Rocket', () => {
  let simulator: RocketSimulator
  beforeAll(async () => { simulator = await rocketSimulator('small') }, coldBuild)

  test.each([1, 2])('every store of the core, in order, with its final bytes: program %i', async (seed) => {
    const program = storeProgram(seed, 400)
    expectStores(await runStores(simulator, program), program)
  })

  test('every instruction that retires, from the boot ROM on; console and exit code; the same cycles again', async () => {
    const loop = [addi(x.a0, x.a0, -1), bne(x.a0, x.zero, -4)]
    const words = [...li(x.t0, mmio.base + mmio.console), addi(x.t1, x.zero, 0x41), store(0, x.t1, x.t0, 0), addi(x.a0, x.zero, 3), ...loop, ...exitWith(300)]
    const retired = async (): Promise<{ pcs: bigint[]; text: string; cycles: number; exit: number | undefined }> => {
      const pcs: bigint[] = []
      let text = ''
      const ran = await run(simulator, programImage(code(words)), ['hart_retire_valid', 'console_valid'], (_, values) => {
        if (values('console_valid') === 1n) text += String.fromCharCode(Number(values('console_data')))
        if (values('hart_retire_valid') === 0n) return
        const pc = values('hart_retire_pc')
        pcs.push(pc)
        if (pc >= programBase) expect(values('hart_retire_insn')).toBe(BigInt(words[Number(pc - programBase) / 4]!))
        expect(values('hart_privilege')).toBe(3n)
      })
      await engine!.close()
      return { pcs, text, cycles: ran.cycles, exit: ran.exit }
    }
    const first = await retired()
    expect(first).toMatchObject({ text: 'A', exit: 300 })
    expect(first.pcs[0]).toBe(bootRom.base)
    const own = first.pcs.filter((pc) => pc >= programBase).map((pc) => Number(pc - programBase) / 4)
    // In a straight line, but three times round the loop; then the jump to itself until the exit code has gone through.
    const from = words.length - exitWith(300).length - loop.length, straight = Array.from({ length: words.length }, (_, n) => n)
    const expected = [...straight.slice(0, from), from, from + 1, from, from + 1, from, from + 1, ...straight.slice(from + 2)]
    expect(own.slice(0, expected.length)).toEqual(expected)
    expect(new Set(own.slice(expected.length - 1))).toEqual(new Set([words.length - 1]))
    expect(first.pcs.findIndex((pc) => pc >= programBase)).toBe(first.pcs.length - own.length)
    await engine!.close()
    expect(await retired()).toEqual(first)
  })

  const handler = 0x400n
  /** What traps, with mtvec at a place that exits. */
  const trapOf = async (words: readonly number[]): Promise<Record<string, bigint>> => {
    const bytes = new Uint8Array(0x500), seen: Record<string, bigint>[] = []
    bytes.set(code([...li(x.t0, programBase + handler), csrw(csrNumbers.mtvec, x.t0), ...words, here]))
    bytes.set(code(exitWith(7)), Number(handler))
    const ran = await run(simulator, programImage(bytes), ['hart_trap_valid'], (_, values) => {
      seen.push(Object.fromEntries(['interrupt', 'cause', 'pc', 'value', 'target'].map((name) => [name, values(`hart_trap_${name}`)])))
      expect(values('hart_retire_valid')).toBe(0n)
    }, 20_000)
    expect(ran.exit).toBe(7)
    expect(seen).toHaveLength(1)
    return seen[0]!
  }
  const first = programBase + 4n * BigInt(li(x.t0, programBase + handler).length + 1)
  const target = programBase + handler

  test.each([
    ['ecall', [ecall], { cause: 11n, pc: first, value: 0n }],
    ['ebreak', [ebreak], { cause: 3n, pc: first }],
    ['an instruction of the unit while XS is 0', [custom0(0, 0, 0, 0, 0)], { cause: 2n, pc: first, value: BigInt(custom0(0, 0, 0, 0, 0)) }],
    ['a misaligned load', [addi(x.a0, x.zero, 3), load(3, x.a1, x.a0, 0)], { cause: 4n, pc: first + 4n, value: 3n }],
    ['a store to nowhere', [addi(x.a0, x.zero, 8), store(3, x.a1, x.a0, 0)], { cause: 7n, pc: first + 4n, value: 8n }],
    ['a jump to where nothing answers behind the MMIO port', [...li(x.a0, mmio.base), jr(x.a0)], { cause: 1n, pc: mmio.base, value: mmio.base }],
  ] as const)('a trap, %s', async (_, words, trap) => {
    expect(await trapOf(words)).toMatchObject({ ...trap, interrupt: 0n, target })
  })

  test('a trap, the timer: an interrupt with its cause, while the hart waits for it', async () => {
    const timer = [...li(x.t0, clint.base + clint.mtimecmp), ...li(x.t1, 3n), store(3, x.t1, x.t0, 0)]
    const enable = [...timer, ...li(x.t0, 0x80n), csrs(csrNumbers.mie, x.t0), ...li(x.t0, 8n), csrs(csrNumbers.mstatus, x.t0), wfi, here]
    const trap = await trapOf(enable)
    expect(trap).toMatchObject({ interrupt: 1n, cause: 1n << 63n | 7n, target })
    expect(trap['pc']).toBe(first + 4n * BigInt(enable.length - 1))
  })

  test('what the hart stands at', async () => {
    const standing = await run(simulator, programImage(code([wfi, here])), [], () => undefined, 2000)
    expect(standing.exit).toBeUndefined()
    expect([standing.last('hart_wfi'), standing.last('hart_stalled'), standing.last('hart_decode_pc')]).toEqual([1n, 1n, programBase + 4n])
  })
})

describe('the order of the hart\'s accesses and those at the unit\'s port', () => {
  let traffic: RocketSimulator
  beforeAll(async () => {
    const { metadata: { top, ports } } = unitFiles(parameters())
    const built = await buildBench({ elaborated: await elaboratedSystem('small'), unit: trafficUnit(top, ports), buildDir: simulatorFolder(cacheDir) })
    traffic = { ...built, parameters: parameters(), unit: 'oracle', waves: undefined }
  }, coldBuild)
  /** Random loads and stores of the unit; 0: one that faults. */
  const begin = (accesses: bigint): number[] => [...openAll, ...li(x.a0, region.base), ...li(x.a1, accesses), custom0(trafficCommand.funct7, trafficCommand.funct3, 0, x.a0, x.a1)]

  test('a store takes effect when it is reported or answered, and every later load of the unit sees it', async () => {
    const { shadow, end, printed } = await runStores(traffic, storeProgram(3, 400, begin(3000n)))
    expect(end.exit).toBe(0)
    expect(shadow.wrong).toEqual([])
    expect(shadow.counts.unitLoads + shadow.counts.unitStores).toBe(3000)
    expect(Math.min(shadow.counts.unitLoads, shadow.counts.unitStores)).toBeGreaterThan(1000)
    expect(shadow.counts.hartStores).toBe(storeProgram(3, 400).stores.length)
    expect(Buffer.from(printed).equals(Buffer.from(shadow.bytes))).toBe(true)
  })

  test('an assertion of Rocket comes with its text, its place and the cycle of the access', async () => {
    let offered = -1
    engine = await openRocket(traffic, programImage(code([...begin(0n), here])))
    const running = runBench(engine, ['mem_req_valid'], (cycle) => { offered = cycle }, 2000)
    await expect(running).rejects.toMatchObject({
      code: 'SIM1003', stop: { file: 'OracleSystem.v' },
      said: expect.stringMatching(/SimpleHellaCacheIF exception\n +at SimpleHellaCacheIF\.scala:136[^]*OracleSystem\.v:\d+: Assertion failed in top\.rocket_bench\.dut\.tile\.SimpleHellaCacheIF/) as string,
    })
    // The rows of the call that failed are lost: again, up to the cycle before.
    const failed = await running.then(() => -1, (error: { completeCycles: number }) => error.completeCycles)
    engine = await openRocket(traffic, programImage(code([...begin(0n), here])))
    await runBench(engine, ['mem_req_valid'], (cycle, values) => { if (values('mem_req_ready') === 1n) offered = cycle }, failed)
    // Accepted, then two stages of the cache.
    expect(failed).toBe(offered + 2)
  })
})

test('a medium Rocket with Sv39 on: the addresses of stores are physical', { timeout: coldBuild }, async () => {
  const simulator = await rocketSimulator('medium')
  const table = memory.base + 0x20_0000n, away = 0x4000_0000n
  // Gigapages: the devices at their place, memory 1 GiB above its own. Data accesses of this machine-mode code are translated by MPRV with MPP = supervisor.
  const entries = new BigUint64Array(512)
  entries[1] = 0x4000_0000n >> 12n << 10n | 0xcfn
  entries[3] = memory.base >> 12n << 10n | 0xcfn
  const first = [...openAll, ...li(x.t0, 8n << 60n | table >> 12n), csrw(csrNumbers.satp, x.t0), sfenceVma, ...li(x.t0, 1n << 17n | 1n << 11n), csrw(csrNumbers.mstatus, x.t0)]
  const program = storeProgram(7, 400, first, region.base + away)
  expectStores(await runStores(simulator, program, { address: table, bytes: new Uint8Array(entries.buffer) }), program)
})
