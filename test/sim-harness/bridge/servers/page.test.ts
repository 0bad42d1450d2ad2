import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serverSettingsSchema } from '../../../../sim-harness/bridge/dialects/settings.ts'
import { oraclesPage, settingInfos } from '../../../../sim-harness/bridge/oracles/settings-page.ts'
import { parseSettings } from '../../../../sim-harness/bridge/oracles/settings-file.ts'

const doc = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')

it('the reference of the Oracles is that of the present sources (npm run docs writes it)', () => {
  expect(doc('reference/oracles.md')).toBe(oraclesPage())
})
it('every setting says what it means', () => {
  for (const { name, doc: words } of settingInfos(serverSettingsSchema)) expect(words.length, name).toBeGreaterThan(10)
})
it('the settings that the how-to shows can be read', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(doc('how-to/a-model-server.md'))!
  expect(parseSettings(serverSettingsSchema, json, 'how-to')).toMatchObject({ yield: '<|im_end|>', request: { temperature: 0 } })
})
