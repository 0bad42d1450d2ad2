// Owns: platform.h: what C programs know of the Rocket system around the hart.
import type { RocketConfigName } from '../configs.ts'
import { clint, memory, mmio } from '../memory-map.ts'

/** The cause of the RoCC interrupt, and its bit in mie and mip: 12 up to Rocket Chip 1.4, 13 from 1.5 on. */
export const roccInterrupt = 12
/** The cause of machine mode's external interrupt. */
const externalInterrupt = 11

const hex = (value: bigint) => `0x${value.toString(16)}`

/** The text of platform.h. Numbers without suffixes: for C, for .S files and for the linker. */
export function platformHeader(config: RocketConfigName): string {
  const rows: readonly (readonly [string, string, string])[] = [
    ['PLATFORM_CONFIG', `"${config}"`, 'the configuration that this was compiled for'],
    ['PLATFORM_MEMORY_BASE', hex(memory.base), 'main memory'],
    ['PLATFORM_MEMORY_SIZE', hex(memory.size), 'bytes'],
    ['PLATFORM_MTIMECMP', hex(clint.base + clint.mtimecmp), 'timer: the interrupt is up while mtime >= mtimecmp'],
    ['PLATFORM_MTIME', hex(clint.base + clint.mtime), 'timer: counts'],
    ['PLATFORM_CYCLES_PER_TICK', String(clint.cyclesPerTick), 'clock cycles for one step of mtime'],
    ['PLATFORM_EXIT', hex(mmio.base + mmio.exit), 'store the exit code here, 32 bits: the run ends'],
    ['PLATFORM_CONSOLE', hex(mmio.base + mmio.console), 'store one byte here: it is printed'],
    ['PLATFORM_LINK_SEND', hex(mmio.base + mmio.linkSend), 'where the link has no unit: store a beat to send here, 64 bits'],
    ['PLATFORM_LINK_SEND_LAST', hex(mmio.base + mmio.linkSendLast), 'the same, the last beat of a frame'],
    ['PLATFORM_LINK_TAKE', hex(mmio.base + mmio.linkTake), 'load a beat that came'],
    ['PLATFORM_LINK_COUNTS', hex(mmio.base + mmio.linkCounts), 'load: places for beats to send in [7:0], beats that came in [15:8]'],
    ['PLATFORM_LINK_INTERRUPT', hex(mmio.base + mmio.linkInterrupt), 'store 1: a beat that came asks for the external interrupt; 0: it does not'],
    ['PLATFORM_EXTERNAL_INTERRUPT', String(externalInterrupt), 'cause of that interrupt, and its bit in mie'],
    ['PLATFORM_ROCC_INTERRUPT', String(roccInterrupt), 'cause of the unit\'s interrupt, and its bit in mie'],
  ]
  const wide = Math.max(...rows.map(([name]) => name.length)), values = Math.max(...rows.map(([, value]) => value.length))
  return [
    '/* platform.h: the Rocket system around the hart. Generated: change the memory map, not this file. */',
    '#ifndef PLATFORM_H', '#define PLATFORM_H', '',
    ...rows.map(([name, value, doc]) => `#define ${name.padEnd(wide)} ${value.padEnd(values)} /* ${doc} */`),
    '', '#endif', '',
  ].join('\n')
}
