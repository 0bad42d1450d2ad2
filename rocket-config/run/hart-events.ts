// Owns: a recorded cycle of the bench as what the hart and the bench's devices did in it.
import { fieldNamed, type PortLayout } from '../../sim-harness/engines/layout.ts'
import type { HartTrap, Retirement } from '../../sim-harness/observer/hart-watch.ts'
import { read64 } from '../../sim-harness/transport/unit-ports.ts'

/** A store of the hart as it takes effect: those bytes of the aligned 8 at `address` whose bit in `mask` is 1. */
export interface HartStore { readonly address: number; readonly data: bigint; readonly mask: number }
/** A load of the hart as it takes its data: `bytes` at `address`, physical. */
export interface HartLoad { readonly address: bigint; readonly bytes: number }
/** What stands in the hart's decode stage and why, in the last cycle that was looked at. */
export interface HartStand {
  readonly pc: bigint; readonly insn: number; readonly valid: boolean
  readonly stalled: boolean; readonly waitsRegister: boolean; readonly waitsFence: boolean; readonly waitsUnit: boolean; readonly wfi: boolean
}

const names = [
  'hart_retire_valid', 'hart_retire_pc', 'hart_retire_insn', 'hart_trap_valid', 'hart_trap_interrupt', 'hart_trap_cause', 'hart_trap_pc', 'hart_trap_value', 'hart_retired',
  'hart_store_valid', 'hart_store_addr', 'hart_store_data', 'hart_store_mask', 'hart_load_valid', 'hart_load_addr', 'hart_load_size',
  'hart_decode_pc', 'hart_decode_insn', 'hart_decode_valid', 'hart_stalled', 'hart_waits_register', 'hart_waits_fence', 'hart_waits_unit', 'hart_wfi',
  'console_valid', 'console_data', 'exit_valid', 'exit_code',
] as const

/** Which words of a frame of outputs are the hart's. */
export class HartEvents {
  readonly #at: Readonly<Record<(typeof names)[number], number>>

  /** @throws RangeError naming a port that the bench does not have */
  constructor(layout: PortLayout) {
    this.#at = Object.fromEntries(names.map((name) => [name, fieldNamed(layout, name).word])) as Record<(typeof names)[number], number>
  }

  /** Words that a mask is set at, to keep or to stop at cycles with a retirement, a trap, a store, a load, a console byte, the exit. */
  get strobes(): { readonly retire: number; readonly trap: number; readonly store: number; readonly load: number; readonly console: number; readonly exit: number } {
    const at = this.#at
    return { retire: at.hart_retire_valid, trap: at.hart_trap_valid, store: at.hart_store_valid, load: at.hart_load_valid, console: at.console_valid, exit: at.exit_valid }
  }

  retirement(cycle: number, o: Uint32Array): Retirement | undefined {
    const at = this.#at
    return o[at.hart_retire_valid] === 1 ? { cycle, pc: read64(o, at.hart_retire_pc), insn: o[at.hart_retire_insn]! } : undefined
  }

  /** `value` as in mtval. */
  trap(cycle: number, o: Uint32Array): (HartTrap & { readonly value: bigint }) | undefined {
    const at = this.#at
    if (o[at.hart_trap_valid] !== 1) return undefined
    return { cycle, interrupt: o[at.hart_trap_interrupt] === 1, cause: o[at.hart_trap_cause]!, epc: read64(o, at.hart_trap_pc), value: read64(o, at.hart_trap_value) }
  }

  store(o: Uint32Array): HartStore | undefined {
    const at = this.#at
    if (o[at.hart_store_valid] !== 1) return undefined
    return { address: o[at.hart_store_addr + 1]! * 2 ** 32 + o[at.hart_store_addr]!, data: read64(o, at.hart_store_data), mask: o[at.hart_store_mask]! }
  }

  load(o: Uint32Array): HartLoad | undefined {
    const at = this.#at
    return o[at.hart_load_valid] === 1 ? { address: read64(o, at.hart_load_addr), bytes: 1 << o[at.hart_load_size]! } : undefined
  }

  consoleByte(o: Uint32Array): number | undefined { return o[this.#at.console_valid] === 1 ? o[this.#at.console_data]! : undefined }
  /** The program's exit code as it was stored, 32 bits. */
  exit(o: Uint32Array): number | undefined { return o[this.#at.exit_valid] === 1 ? o[this.#at.exit_code]! : undefined }
  /** Instructions that retired until now, with this cycle's. */
  retired(o: Uint32Array): number { return Number(read64(o, this.#at.hart_retired)) + o[this.#at.hart_retire_valid]! }

  stand(o: Uint32Array): HartStand {
    const at = this.#at
    return {
      pc: read64(o, at.hart_decode_pc), insn: o[at.hart_decode_insn]!, valid: o[at.hart_decode_valid] === 1, stalled: o[at.hart_stalled] === 1,
      waitsRegister: o[at.hart_waits_register] === 1, waitsFence: o[at.hart_waits_fence] === 1, waitsUnit: o[at.hart_waits_unit] === 1, wfi: o[at.hart_wfi] === 1,
    }
  }
}

/** The bytes of a store as runs: [address, bytes]. */
export function storedBytes({ address, data, mask }: HartStore): [number, Uint8Array][] {
  const runs: [number, number[]][] = []
  for (let i = 0; i < 8; i++) {
    if ((mask >> i & 1) === 0) continue
    const byte = Number(data >> BigInt(8 * i) & 0xffn)
    if (i > 0 && (mask >> (i - 1) & 1) === 1) runs.at(-1)![1].push(byte)
    else runs.push([address + i, [byte]])
  }
  return runs.map(([at, bytes]) => [at, Uint8Array.from(bytes)])
}
