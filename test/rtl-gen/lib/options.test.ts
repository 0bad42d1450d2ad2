// Owns: what the modules of the library are made with, as from JavaScript: a misspelt word, option or domain is refused at the call, never taken for another one.
import { describe, expect, it } from 'vitest'
import * as rtl from '../../../rtl-gen/index.ts'
import { type DiagnosticError, elaborate } from '../../../rtl-gen/index.ts'
import { tryMistake, type Mistake } from '../mistakes/try.ts'

const { arbiter, asyncQueue, bit, bundle, demux, filterStream, fork, handshakeCrossing, join, mapStream, pipe, queue, skid, synchronizer, uint } = rtl as any
const byte = uint(8), alone = 'it is wrong by itself', place = (call: string): Pick<Mistake, 'at' | 'one' | 'code'> => ({ code: 'RTL1021', at: [call], one: alone })

const mistakes: readonly (Mistake & { readonly help: RegExp })[] = [
  { what: 'a policy with a hyphen', ...place('arbiter('), says: "the policy of arbiter `a` is the string 'round-robin'", help: /did you mean `roundRobin`/, by: () => arbiter('a', byte, 2, 'round-robin') },
  { what: 'a policy in capitals', ...place('arbiter('), says: "is the string 'FIXED'", help: /did you mean `fixed`/, by: () => arbiter('a', byte, 2, 'FIXED') },
  { what: 'a policy that is none', ...place('arbiter('), says: "is the string 'lottery'", help: /there are `fixed`, `roundRobin`/, by: () => arbiter('a', byte, 2, 'lottery') },
  { what: 'a policy of every object', ...place('arbiter('), says: "is the string 'toString'", help: /`fixed`/, by: () => arbiter('a', byte, 2, 'toString') },
  { what: 'a domain for the policy', ...place('arbiter('), says: "is the string 'rx'", help: /`fixed`/, by: () => arbiter('a', byte, 2, 'rx') },
  { what: 'null for the policy', ...place('arbiter('), says: 'the policy of arbiter `a` is null', help: /`fixed`/, by: () => arbiter('a', byte, 2, null) },
  { what: 'a number as text', ...place('arbiter('), says: "inputs of arbiter `a`: the string '2'", help: /whole number/, by: () => arbiter('a', byte, '2') },
  { what: 'a width for the elements', ...place('queue('), says: 'the elements of queue `q` are a number', help: /uint\(8\)/, by: () => queue('q', 8, 4) },
  { what: 'nothing for the elements', ...place('pipe('), says: 'the elements of pipe `p` are undefined', help: /uint\(8\)/, by: () => pipe('p') },
  { what: 'the function for the shape', ...place('skid('), says: 'the elements of skid `s` are a function', help: /uint\(8\)/, by: () => skid('s', uint) },
  { what: 'an object for the domain', ...place('queue('), says: 'the clock domain of queue `q` is an object', help: /'clk'/, by: () => queue('q', byte, 4, { domain: 'rx' }) },
  { what: 'a number for the domain', ...place('fork('), says: 'the clock domain of fork `f` is 3', help: /'clk'/, by: () => fork('f', byte, 2, 3) },
  { what: 'an empty domain', ...place('skid('), says: "the clock domain of skid `s` is the string ''", help: /'clk'/, by: () => skid('s', byte, '') },
  { what: 'demux without its function', ...place('demux('), says: '`select` of demux `d` is undefined, not a function', help: /item => item/, by: () => demux('d', byte, 2) },
  { what: 'a select that gives a number', ...place('elaborate('), says: '`select` of demux `d` gives 1', help: /a uint/, by: () => elaborate(demux('d', byte, 2, () => 1)) },
  { what: 'filterStream without its function', ...place('filterStream('), says: '`keep` of filterStream `f` is undefined', help: /item => item/, by: () => filterStream('f', byte) },
  { what: 'a condition that is a comparison of JavaScript', ...place('elaborate('), says: '`keep` of filterStream `f` gives a boolean', help: /one bit/, by: () => elaborate(filterStream('f', byte, (x: any) => x === 3)) },
  { what: 'a condition of eight bits', ...place('elaborate('), says: '`keep` of filterStream `f` gives a uint(8)', help: /one bit/, by: () => elaborate(filterStream('f', byte, (x: any) => x)) },
  { what: 'mapStream without the result', ...place('mapStream('), says: 'the elements of the result of mapStream `m` are a function', help: /uint\(8\)/, by: () => mapStream('m', byte, (x: any) => x) },
  { what: 'mapStream without its function', ...place('mapStream('), says: 'what computes the elements of mapStream `m` is undefined', help: /p => /, by: () => mapStream('m', byte, byte) },
  { what: 'a join of an array', ...place('join('), says: 'join `j` joins streams by name, not an array', help: /\{ a: uint\(8\)/, by: () => join('j', [byte, bit]) },
  { what: 'a join of nothing', ...place('join('), says: 'not nothing', help: /\{ a: uint\(8\)/, by: () => join('j', {}) },
  { what: 'a join of a number', ...place('join('), says: 'the elements of `a` of join `j` are a number', help: /uint\(8\)/, by: () => join('j', { a: 8 }) },
  { what: 'domains that are not in an object', ...place('asyncQueue('), says: "asyncQueue `q` takes an object, not the string 'rx'", help: /\{ from: \.\.\., to: \.\.\. \}/, by: () => asyncQueue('q', byte, 4, 'rx', 'clk') },
  { what: 'no domains', ...place('asyncQueue('), says: 'takes an object, not undefined', help: /from/, by: () => asyncQueue('q', byte, 4) },
  { what: 'a misspelt domain option', ...place('asyncQueue('), says: 'asyncQueue `q` has no option `too`', help: /did you mean `to`/, by: () => asyncQueue('q', byte, 4, { from: 'rx', too: 'clk' }) },
  { what: 'one domain only', ...place('handshakeCrossing('), says: '`to` of handshakeCrossing `h` is undefined', help: /from: 'rx', to: 'clk'/, by: () => handshakeCrossing('h', byte, { from: 'rx' }) },
  { what: 'a misspelt number of registers', ...place('synchronizer('), says: 'synchronizer `s` has no option `stage`', help: /did you mean `stages`/, by: () => synchronizer('s', { from: 'rx', to: 'clk', stage: 3 }) },
  { what: 'a reset value of two bits', ...place('synchronizer('), says: 'what synchronizer `s` is after reset: 2', help: /0 or 1/, by: () => synchronizer('s', { from: 'rx', to: 'clk', reset: 2 }) },
  { what: 'a reset value that is a boolean', ...place('synchronizer('), says: 'after reset: a boolean', help: /0 or 1/, by: () => synchronizer('s', { from: 'rx', to: 'clk', reset: true }) },
]

describe('a module of the library', () => {
  it.each(mistakes.map((m) => [m.what, m] as const))('%s', (_, m) => {
    tryMistake(m)
    let help = ''
    try { m.by() } catch (e) { help = (e as DiagnosticError).diagnostics[0]!.help }
    expect(help).toMatch(m.help)
  })

  it.each<[string, () => any]>([
    ['both policies', () => arbiter('a', byte, 3, 'fixed')], ['a policy by itself', () => arbiter('a', byte, 3)], ['a bundle', () => queue('q', class extends bundle({ a: bit, b: byte }) {}, 4, 'rx')],
    ['all options', () => synchronizer('s', { from: 'rx', to: 'clk', stages: 3, reset: 1 })], ['a condition of one bit', () => filterStream('f', byte, (x: any) => x.eq(3))], ['a select', () => demux('d', byte, 3, (x: any) => x.bits(0, 2))],
  ])('takes %s', (_, by) => expect(elaborate(by()).modules).toHaveLength(1))
})
