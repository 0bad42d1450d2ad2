// Owns: checks of the reference pages: the committed ones are those that the tables write now.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { referencePages } from '../../../coprocessor/isa/reference.ts'
import { instructions } from '../../../coprocessor/isa/table.ts'
import { parameterNames } from '../../../coprocessor/parameter-text.ts'

const pages = referencePages()

describe('reference pages', () => {
  test.each(Object.keys(pages))('docs/reference/%s is current (npm run docs writes it)', (name) => {
    expect(readFileSync(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8')).toBe(pages[name])
  })

  test('they name every instruction and every parameter, and leave no value out', () => {
    for (const i of instructions) expect(pages['isa.md']).toContain(`\n### \`${i.mnemonic}\`\n`)
    for (const name of parameterNames) expect(pages['parameters.md']).toContain(`| \`${name}\` | `)
    for (const text of Object.values(pages)) expect(text).not.toMatch(/undefined|NaN|\[object/)
  })
})
