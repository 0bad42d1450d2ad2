// Owns: what boot code and a kernel do first: entry, Oracles, window, a segment with a history in it.
import { statusOf } from '../../coprocessor/isa/status.ts'
import { HarnessError } from '../errors.ts'
import type { UnitDriver } from './unit-driver.ts'

/** The command must do its work. @throws HarnessError SIM3003 naming the status */
export async function must(unit: UnitDriver, mnemonic: string, rs1 = 0n, rs2 = 0n): Promise<bigint> {
  const rd = await unit.command(mnemonic, rs1, rs2)
  const status = statusOf(rd)
  if (status) throw new HarnessError('SIM3003', `${mnemonic} 0x${rs1.toString(16)}, 0x${rs2.toString(16)} answered ${status}`, 'see what the instruction set says about that status')
  return rd
}

export interface BootSettings {
  /** Default: the first address of the cacheable range. */
  readonly entry?: bigint
  /** Bit n: Oracle n may be queried in O-mode. Default: Oracle 0. */
  readonly oracles?: bigint
  /** Default: the whole cacheable range. */
  readonly window?: { readonly low: bigint; readonly high: bigint }
}

/** oentry, oauto, owindow. */
export async function boot(unit: UnitDriver, settings: BootSettings = {}): Promise<void> {
  const { cacheableLow, cacheableHigh } = unit.parameters
  await must(unit, 'oentry', settings.entry ?? cacheableLow)
  await must(unit, 'oauto', settings.oracles ?? 1n)
  await must(unit, 'owindow', settings.window?.low ?? cacheableLow, settings.window?.high ?? cacheableHigh)
}

export interface SegmentSettings {
  readonly slot: number
  readonly base: bigint
  /** Bytes, a multiple of 8. */
  readonly length: number
  /** Default O. */
  readonly colour?: 'O' | 'P'
  readonly history: Uint8Array
}

/** oseg.open, the history into memory, oseg.top. @returns the address behind the history */
export async function openSegment(unit: UnitDriver, { slot, base, length, colour = 'O', history }: SegmentSettings): Promise<bigint> {
  await must(unit, 'oseg.open', base | (colour === 'O' ? 1n : 0n), BigInt(length) << 8n | BigInt(slot))
  unit.write(base, history)
  const top = base + BigInt(history.length)
  await must(unit, 'oseg.top', BigInt(slot), top)
  return top
}
