// Owns: how messages name files: from the current folder, or by the whole path; and that designs do not carry where they lie.
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { formatPlace, nearPath, shownFile, shownPlace } from '../../../rtl-gen/diagnostics/index.ts'
import { toJson } from '../../../rtl-gen/diagnostics/json.ts'
import { toSarif } from '../../../rtl-gen/diagnostics/sarif.ts'
import { bit, elaborate, module, output } from '../../../rtl-gen/index.ts'
import { localPlace } from '../../../rtl-gen/ir/place.ts'

const here = process.cwd()

it.each([[`${here}/a/b.ts`, 'a/b.ts'], [`${here}/..a/b.ts`, '..a/b.ts'], [`${dirname(here)}/other/b.ts`, `${dirname(here)}/other/b.ts`], [`${here}x/b.ts`, `${here}x/b.ts`], [here, here], ['/b.ts', '/b.ts']])('%s is %s', (path, shown) => {
  expect(nearPath(path)).toBe(shown)
})

it('a position has the name of its package for what is emitted, and its own for messages', () => {
  const far = localPlace('/elsewhere/p/src/x y.ts', 'src/x y.ts', 3, 7), near = localPlace(`${here}/p/src/x.ts`, 'src/x.ts', 3, 7), data = { file: 'src/z.ts', line: 1, column: 2 }
  expect([far, near, data].map((p) => formatPlace(p))).toEqual(['src/x y.ts:3:7', 'src/x.ts:3:7', 'src/z.ts:1:2'])
  expect([far, near, data].map(shownPlace)).toEqual(['/elsewhere/p/src/x y.ts:3:7', 'p/src/x.ts:3:7', 'src/z.ts:1:2'])
  const found = [{ code: 'RTL2003', message: 'm', help: 'h', notes: [far, near, data].map((place) => ({ place, text: 't' })) }]
  expect(toJson(found)[0]!.places.map((p) => p.file)).toEqual(['/elsewhere/p/src/x y.ts', 'p/src/x.ts', 'src/z.ts'])
  const [run] = (toSarif(found) as { runs: { results: { locations: unknown[]; relatedLocations: unknown[] }[] }[] }).runs
  const uris = [...run!.results[0]!.locations, ...run!.results[0]!.relatedLocations].map((l) => (l as { physicalLocation: { artifactLocation: unknown } }).physicalLocation.artifactLocation)
  expect(uris).toEqual([{ uri: 'file:///elsewhere/p/src/x%20y.ts' }, { uri: 'p/src/x.ts', uriBaseId: 'SRCROOT' }, { uri: 'src/z.ts', uriBaseId: 'SRCROOT' }])
})

it('where a package lies is in no data of a design', () => {
  const design = elaborate(module('m', { o: output(bit) }, (_, { assign }) => [assign({ o: 0 })]))
  expect(shownFile(design.modules[0]!.at)).toBe('test/rtl-gen/diagnostics/shown-file.test.ts')
  expect(JSON.stringify(design, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(here)
  expect(Object.keys({ ...design.modules[0]!.at })).toEqual(['file', 'line', 'column'])
})
