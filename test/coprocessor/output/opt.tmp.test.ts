import { it, expect } from 'vitest'
import { firtool } from '../../support/firtool.ts'
import { writeFirrtl } from '../../../rtl-gen/backends/firrtl/index.ts'
import { decided, simulatedDifferences } from '../../support/equivalence.ts'
import { recordedRun } from './recorded-run.ts'
it('opt', () => {
  const { design, cycles } = recordedRun()
  const other = (d: any) => { const files = firtool(writeFirrtl(d)); const known = new Set(d.modules.map((m: any) => m.name))
    const added = files.flatMap(f => [...f.text.matchAll(/^module (\w+)/gm)].map(m => m[1]!)).filter(n => !known.has(n))
    const rename = (text: string): string => added.reduce((t, n) => t.replace(new RegExp(`^(module |  )${n}(?=\\b)`, 'gm'), `$1${d.top}_${n}`), text)
    return files.map(f => ({ file: `${d.top}_${f.file}`, text: rename(f.text) })) }
  expect(simulatedDifferences([{ name: 'unit', design: decided(design), cycles, other }])).toEqual([])
}, 400000)
