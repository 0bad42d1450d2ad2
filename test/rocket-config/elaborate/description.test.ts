// Owns: tests of the description of a unit: it says what its tables say, and its hash changes with the interface alone.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { opcode } from '../../../coprocessor/isa/instruction.ts'
import { unitFiles } from '../../../coprocessor/output/unit-files.ts'
import { parameters } from '../../../coprocessor/parameters.ts'
import { describeUnit } from '../../../rocket-config/elaborate/description.ts'
import { bootRom, clint, memory, mmio } from '../../../rocket-config/memory-map.ts'

/** Read as Java reads it, as far as these files go: comments, and `=` after a key without spaces. */
const entriesOf = (text: string) => new Map(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const))

describe('the description of a unit', () => {
  test('has the ports of oracle.json, in their order, and nothing that Java would read in another way', () => {
    const p = parameters(), { ports } = unitFiles(p).metadata, { text } = describeUnit(p), entries = entriesOf(text)
    expect(entries.get('ports')!.split(' ')).toEqual(ports.map((port) => port.name))
    for (const { name, dir, width } of ports) expect(entries.get(`port.${name}`)).toBe(`${dir} ${width}`)
    expect([...entries.keys()].filter((k) => k.startsWith('port.'))).toHaveLength(ports.length)
    expect(text.slice(text.indexOf('\n'))).toMatch(/^[\w./=\n -]*$/)
    expect(new Set(entries.keys()).size).toBe(text.split('\n').filter((line) => line.includes('=')).length)
  })

  test('has opcode, range and the memory map', () => {
    const entries = entriesOf(describeUnit(parameters({ addrWidth: 36, cacheableLow: 0x8000_1000n, cacheableHigh: 0x9000_0000n })).text)
    const numbers = {
      opcode, 'parameter.addrWidth': 36, 'parameter.cacheableLow': 0x8000_1000n, 'parameter.cacheableHigh': 0x9000_0000n,
      'memory.base': memory.base, 'memory.size': memory.size, 'mmio.base': mmio.base, 'mmio.size': mmio.size,
      'bootRom.base': bootRom.base, 'bootRom.size': bootRom.size, 'clint.base': clint.base, 'clint.cyclesPerTick': clint.cyclesPerTick,
    }
    for (const [key, value] of Object.entries(numbers)) expect([key, entries.get(key)]).toEqual([key, String(value)])
  })

  test('has the number of the layout that the wrapper reads', () => {
    const scala = readFileSync(new URL('../../../rocket-config/src/main/scala/archnights/unit/UnitDescription.scala', import.meta.url), 'utf8')
    expect(entriesOf(describeUnit(parameters()).text).get('format')).toBe(/val format = (\d+)/.exec(scala)![1])
  })

  test('hashes the interface: not the inside, not the time; addresses, link and system are in it', () => {
    const hash = (...given: Parameters<typeof describeUnit>) => describeUnit(...given).interfaceHash
    const first = hash(parameters())
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    for (const inside of [{}, { slots: 1 }, { burst: 7 }, { loadsInFlight: 16 }, { yieldSymbol: 0xfe }, { txDepth: 2 }] as const) expect(hash(parameters(inside))).toBe(first)
    const others = [hash(parameters({ addrWidth: 36 })), hash(parameters({ cacheableHigh: 0x9000_0000n })), hash(parameters({ cacheableLow: 0x8000_1000n })),
      hash(parameters(), { link: 'dpi' }), hash(parameters(), { system: false })]
    expect(new Set([first, ...others]).size).toBe(6)
    expect(describeUnit(parameters()).text).toContain(`interfaceHash=${first}\n`)
  })
})
