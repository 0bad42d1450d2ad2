// Owns: what the observer says at the first difference: where, which step, what was due, what was seen, and the cycles before it.
import { statusOf } from '../../coprocessor/isa/status.ts'
import { decodeRecord } from '../../coprocessor/isa/cause.ts'
import { instructionByFunct7 } from '../../coprocessor/isa/table.ts'
import type { CommandEvent, CycleEvents } from '../port-events.ts'

export interface Finding {
  /** The rule that was broken, in a word or two, for example `store` or `response`. */
  readonly rule: string
  readonly cycle: number
  readonly slot?: number
  /** The command (counted from 1) that was last accepted. */
  readonly step: number
  readonly expected: string
  readonly seen: string
}

export const hex = (value: bigint | number): string => `0x${BigInt.asUintN(64, BigInt(value)).toString(16)}`

/** A value of rd in words: a status, a record, or a number. */
export function rdText(value: bigint): string {
  const signed = BigInt.asIntN(64, value)
  const status = statusOf(signed)
  const record = decodeRecord(BigInt.asUintN(64, value))
  if (status !== undefined) return `${status} (${signed})`
  return record === undefined ? `${signed} (${hex(value)})` : `record {${record.cause}, slot ${record.slot}, appended ${record.appended}${record.cut ? ', cut' : ''}${record.yielded ? ', yielded' : ''}}`
}

export const commandText = (c: CommandEvent): string => `${instructionByFunct7(c.funct7)?.mnemonic ?? `funct7 ${c.funct7}`} ${hex(c.rs1)}, ${hex(c.rs2)} (x${c.rd}, privilege ${c.prv})`

/** One cycle on one line. */
export function cycleText(e: CycleEvents): string {
  const parts: string[] = []
  if (e.command) parts.push(`command ${commandText(e.command)}`)
  if (e.response) parts.push(`x${e.response.rd} = ${rdText(e.response.data)}`)
  if (e.memoryRequest) {
    const m = e.memoryRequest
    parts.push(`${m.store ? 'store' : 'load'} ${m.bytes} at ${hex(m.address)} tag ${m.tag}${m.store ? ` = ${hex(m.data)}` : ''}`)
  }
  if (e.memoryResponse) parts.push(`memory tag ${e.memoryResponse.tag} = ${hex(e.memoryResponse.data)}`)
  if (e.toHost) parts.push(`to host ${e.toHost.data.toString(16).padStart(16, '0')}${e.toHost.last ? ' last' : ''}`)
  if (e.fromHost) parts.push(`from host ${e.fromHost.data.toString(16).padStart(16, '0')}${e.fromHost.keep === 0xff ? '' : ` keep ${hex(e.fromHost.keep)}`}${e.fromHost.last ? ' last' : ''}`)
  if (e.exception) parts.push('exception')
  return `${String(e.cycle).padStart(8)} ${e.busy ? 'B' : '.'}${e.interrupt ? 'I' : '.'} ${parts.join('; ')}`
}

/** The unit did what no reading of the instruction set allows. */
export class ObserverDifference extends Error {
  readonly finding: Finding
  /** The last cycles before and with the difference, oldest first. */
  readonly window: readonly CycleEvents[]

  constructor(finding: Finding, window: readonly CycleEvents[]) {
    const where = `cycle ${finding.cycle}, step ${finding.step}${finding.slot === undefined ? '' : `, slot ${finding.slot}`}`
    super(`${finding.rule}: ${where}\n  expected ${finding.expected}\n  seen     ${finding.seen}\n  the cycles before (B busy, I interrupt):\n${window.map((e) => `  ${cycleText(e)}`).join('\n')}`)
    this.name = 'ObserverDifference'
    this.finding = finding
    this.window = window
  }
}
