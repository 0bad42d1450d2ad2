// Owns: what a process writes about a fixed design: run by itself, under other surroundings, in tests that the bytes are the same.
import { createHash } from 'node:crypto'
import { designFiles } from '../../rtl-gen/artifacts/index.ts'
import { manyModules } from './many-modules.ts'

const hash = createHash('sha256')
for (const { name, text } of designFiles(manyModules(50))) hash.update(name).update('\0').update(text).update('\0')
process.stdout.write(hash.digest('hex'))
