// Owns: answers to cases about size: long chains, many conditions, shared values.
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { bit, cat, elaborate, emitVerilog, input, lit, module, mux, output, uint } from '../../../rtl-gen/index.ts'
import type { Module, Uint } from '../../../rtl-gen/index.ts'
import { inFolder } from '../../support/lint-verilog.ts'
import type { Answers } from './answer.ts'

const bits = 5000
const chain = (name: string, nest: (parts: readonly Uint<1>[]) => Uint) => module(name, { a: input(bit), b: input(bit), t: output(bit), l: output(uint(8)) }, ({ a, b }, { assign }) => {
  // x0 is the highest: an even number of parts, of which the even ones are `a`.
  const whole = nest(Array.from({ length: bits }, (_, i) => i % 2 === 0 ? a : b))
  return [assign({ t: whole.bit(bits - 1), l: whole.bits(0, 8) })]
})
const toTheLeft = chain('s87Left', parts => parts.slice(1).reduce<Uint>((whole, x) => cat(whole, x), parts[0]!))
const toTheRight = chain('s87Right', parts => parts.slice(0, -1).reduceRight<Uint>((whole, x) => cat(x, whole), parts.at(-1)!))

const ones = module('s88', { c: input(uint(40)), n: output(uint(6)) }, ({ c }, { assign }) => {
  let n: Uint<6, any> = lit(6, 0)
  for (let k = 0; k < 40; k++) n = mux(c.bit(k), n.add(1), n)
  return [assign({ n })]
})
const levels = module('s89', { a: input(uint(64)), y: output(uint(64)) }, ({ a }, { assign }) => {
  let x = a
  for (let k = 0; k < 60; k++) x = x.add(x).xor(x)
  return [assign({ y: x })]
})
const underAMegabyte = (m: Module<any>) => () => { expect(emitVerilog(elaborate(m)).reduce((n, f) => n + f.text.length, 0)).toBeLessThan(1_000_000) }

export const scale: Answers = {
  'hdl-S87': { modules: [toTheLeft, toTheRight] },
  'hdl-S88': { modules: [ones], check: underAMegabyte(ones) },
  'hdl-S90': {
    // Another design first, other time zones, languages and folders: the same bytes.
    check: () => {
      const program = `
        import { createHash } from 'node:crypto'
        const { bit, compileSimulator, elaborate, emitVerilog, input, instance, module, output, recordVcd, register, uint } = await import(${JSON.stringify(new URL('../../../rtl-gen/index.ts',
          import.meta.url).href)})
        const level = (i, inner) => module('level_' + i, { a: input(uint(8)), o: output(uint(8)), r: register(uint(8), i), ...inner ? { inner: instance(inner) } : {} }, (x, { assign }) => [
          assign({ o: inner ? x.inner.o.add(x.r) : x.r, ...inner ? { inner: { a: x.a } } : {} }), { r: x.a.xor(i) }])
        const build = () => { let m; for (let i = 0; i < 50; i++) m = level(i, m); return m }
        const text = () => { const d = elaborate(build()); let waves = ''; recordVcd(compileSimulator(d), t => { waves += t }); return JSON.stringify(emitVerilog(d).map(f => [f.file,
          f.text])) + waves }
        if (process.argv[2] === 'other') emitVerilog(elaborate(module('other', { a: input(bit), o: output(bit) }, (x, { assign }) => [assign({ o: x.a })])))
        const [one, two] = [text(), text()]
        if (one !== two) throw new Error('two builds differ')
        console.log(createHash('sha256').update(one).digest('hex'))`
      inFolder([{ file: 'build.mjs', text: program }], home => {
        const run = (folder: string, env: Record<string, string>, ...args: readonly string[]): string => {
          const done = spawnSync(process.execPath, ['--import', new URL('../../support/blank-types.js', import.meta.url).href, join(home, 'build.mjs'), ...args], { cwd: folder,
            env: { ...process.env, ...env }, encoding: 'utf8' })
          expect(done.stderr).toBe('')
          return done.stdout.trim()
        }
        const first = run('/', { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })
        expect(first).toMatch(/^[0-9a-f]{64}$/)
        expect(run(tmpdir(), { TZ: 'America/Lima', LANG: 'C', LC_ALL: 'C' }, 'other')).toBe(first)
      })
    },
    how: 'checked in two processes; two hosts are two environments of one',
  },
  'hdl-S89': { modules: [levels], check: underAMegabyte(levels) },
}
