// Owns: waves: the text of a dump, what other tools read in it, and drawings.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compileSimulator, type Simulator } from '../../../rtl-gen/sim/index.ts'
import { asciiWave, recordVcd, vcdIdentifier, waveWindow } from '../../../rtl-gen/waves/index.ts'
import { add, at, bit, bundle, cat, design, field, input, instance, lit, module, output, ref, register, set, slice, target, uint, when } from '../../support/ir-short.ts'

const pair = bundle('pair', { low: uint(4), wide: uint(70) })
const inner = module('inner', {
  ports: [input('on', bit), output('n', 4)], registers: [register('value', 4)],
  body: [set('n', ref('value', 4)), when(ref('on', 1), [set('value', add(ref('value', 4), lit(4, 3)))])],
})
const outer = module('outer', {
  ports: [input('go', bit), output('n', 4)], instances: [instance('a', 'inner')], registers: [register('kept', pair, { low: 1n, wide: 2n })], wires: [{ kind: 'wire', name: 'high', type: bit, at }],
  body: [
    set(target('on', bit, [], 'a'), ref('go', 1)), set('n', ref('n', 4, 'a')), set('high', slice(ref('n', 4, 'a'), 3, 1)),
    set(target('kept', uint(70), [{ kind: 'field', field: 'wide' }]), cat(slice(field(ref('kept', pair), 'wide'), 0, 69), lit(1, 1))),
  ],
})

function dump(cycles: number, write: (text: string) => void): Simulator {
  const sim = compileSimulator(design(inner, outer)), waves = recordVcd(sim, write, { top: 'outer' })
  for (let i = 0; i < cycles; i++) {
    sim.poke('go', i === 2 ? 0 : 1)
    waves.sample()
    sim.step()
  }
  waves.finish()
  return sim
}

interface Parsed { readonly variables: Map<string, { name: string; width: number }>; readonly changes: Map<string, [number, string][]> }
/** A small reader of dumps, by the standard's grammar. */
function parse(text: string): Parsed {
  const variables: Parsed['variables'] = new Map(), changes: Parsed['changes'] = new Map(), scopes: string[] = []
  const tokens = text.split(/\s+/)
  let time = 0
  const note = (id: string, value: string): void => {
    const name = variables.get(id)!.name
    changes.set(name, [...changes.get(name) ?? [], [time, value]])
  }
  for (let i = 0; i < tokens.length; i++) {
    const t = tokens[i]!
    if (t === '$scope') scopes.push(tokens[i += 2]!)
    else if (t === '$upscope') scopes.pop()
    else if (t === '$var') { variables.set(tokens[i + 3]!, { name: [...scopes, tokens[i + 4]].join('.'), width: Number(tokens[i + 2]) }); i += 4 } else if (t[0] === '#') time = Number(t.slice(1))
    else if (/^b[01]+$/.test(t)) note(tokens[++i]!, t.slice(1))
    else if (/^[01]./.test(t) && variables.has(t.slice(1))) note(t.slice(1), t[0]!)
  }
  return { variables, changes }
}

describe('dumps', () => {
  it('have the instances as scopes, no date, and only changes', () => {
    const pieces: string[] = []
    dump(4, t => pieces.push(t))
    expect(pieces.join('')).toBe([
      '$timescale 1ns $end', '$scope module outer $end', '$var wire 1 ! clk $end', '$var wire 1 " rst $end', '$var wire 1 # go $end', '$var wire 4 $ n [3:0] $end', '$var wire 1 % high $end',
      '$var reg 4 & kept_low [3:0] $end', "$var reg 70 ' kept_wide [69:0] $end", '$scope module a $end', '$var wire 1 ( on $end', '$var wire 4 ) n [3:0] $end', '$var reg 4 * value [3:0] $end',
      '$upscope $end', '$upscope $end', '$enddefinitions $end',
      '#0', '$dumpvars', '0!', '0"', '1#', 'b0 $', '0%', 'b1 &', "b10 '", '1(', 'b0 )', 'b0 *', '$end',
      '#10', '1!', 'b11 $', "b101 '", 'b11 )', 'b11 *', '#15', '0!',
      '#20', '1!', '0#', 'b110 $', "b1011 '", '0(', 'b110 )', 'b110 *', '#25', '0!',
      '#30', '1!', '1#', "b10111 '", '1(', '#35', '0!', '#40', '1!', '',
    ].join('\n'))
  })
  it('are read by GTKWave\'s tools, and come back the same', () => {
    let text = ''
    dump(200, t => { text += t })
    const folder = mkdtempSync(join(tmpdir(), 'waves-'))
    try {
      writeFileSync(join(folder, 'a.vcd'), text)
      for (const [tool, ...args] of [['vcd2fst', 'a.vcd', 'a.fst'], ['fst2vcd', '-f', 'a.fst', '-o', 'b.vcd']] as const) {
        const done = spawnSync(tool, args, { cwd: folder, encoding: 'utf8' })
        expect([done.error, done.status]).toEqual([undefined, 0])
      }
      const before = parse(text), after = parse(readFileSync(join(folder, 'b.vcd'), 'utf8'))
      const numbers = (p: Parsed): unknown => [...p.changes].sort().map(([n, c]) => [n, c.map(([time, v]) => [time, BigInt(`0b${v}`)])])
      expect([...after.variables.values()].sort((a, b) => a.name < b.name ? -1 : 1)).toEqual([...before.variables.values()].sort((a, b) => a.name < b.name ? -1 : 1))
      expect(numbers(after)).toEqual(numbers(before))
      expect(before.changes.get('outer.n')!.slice(0, 3)).toEqual([[0, '0'], [10, '11'], [20, '110']])
    } finally { rmSync(folder, { recursive: true }) }
  })
  it('number more than 94 signals', () => {
    expect([0, 93, 94, 95, 94 + 94 * 94].map(vcdIdentifier)).toEqual(['!', '~', '!!', '"!', '!!!'])
    expect(new Set(Array.from({ length: 20000 }, (_, i) => vcdIdentifier(i))).size).toBe(20000)
  })
})

describe('drawings', () => {
  it('show bits as levels and vectors where they change', () => {
    expect(asciiWave([
      { name: 'valid', width: 1, values: [0, 1, 1, 0] }, { name: 'data', width: 8, values: [0, 0x1f, 0x1f, 0x20] },
      { name: 'state', width: 2, values: [0, 0, 2, undefined], show: v => ['idle', 'ask', 'wait'][Number(v)]! },
    ], { first: 8, mark: 10 })).toMatchInlineSnapshot(`
      "cycle   8      9      10     11
      valid  _______/~~~~~~~~~~~~~\\______
      data   | 00   | 1f          | 20
      state  | idle        | wait | ?
                            ^
      "
    `)
  })
  it('keep the last cycles before an error', () => {
    const sim = compileSimulator(design(inner, outer)), window = waveWindow(sim, ['go', 'a.value', 'high'], 4)
    for (let i = 0; i < 6; i++) {
      sim.poke('go', i === 3 ? 0 : 1)
      window.sample()
      sim.step()
    }
    expect(window.draw()).toMatchInlineSnapshot(`
      "cycle     2   3   4   5
      go       ~~~~\\___/~~~~~~~
      a.value  | 6 | 9     | c
      high     ____/~~~~~~~~~~~
                            ^
      "
    `)
  })
})
