// Owns: checks of making folders: what is told, what is left of a failure, and that it comes back where nothing can be made.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders } from '../../sim-harness/make-folders.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()

test('all that is missing, and the topmost of it', () => {
  expect(makeFolders(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'))
  expect([existsSync(join(folder, 'a', 'b', 'c')), makeFolders(join(folder, 'a', 'b'))]).toEqual([true, undefined])
})

test('under a file: nothing is left', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolders(join(folder, 'file', 'x', 'y'))).toThrow('ENOTDIR')
})

test.skipIf(!existsSync('/proc/self'))('under /proc it comes back', () => {
  expect(() => makeFolders('/proc/nope/a')).toThrow('ENOENT')
})
