// Owns: a folder of the cache that is there whole or not at all, also when two processes make it at once or one is ended in the middle.
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../../sim-harness/make-folders.ts'
import { RocketError } from '../errors.ts'

export interface OnceBuilt {
  /** Made if it is not there. */
  readonly parent: string
  /** The folder's name in it; stands for the content. */
  readonly name: string
  /** Whether what lies in a folder can be used; a folder that cannot is made anew. */
  readonly usable: (folder: string) => Promise<boolean>
  /** Fills an empty folder; what it leaves there is kept. */
  readonly build: (work: string) => Promise<void>
}

/** @returns the folder, and whether it was there. @throws what `build` throws; RocketError RKT1006 if the disk refuses */
export async function buildOnce({ parent, name, usable, build }: OnceBuilt): Promise<{ readonly folder: string; readonly cached: boolean }> {
  const folder = join(parent, name)
  if (await usable(folder)) return { folder, cached: true }
  const work = await disk(parent, async () => {
    makeFolders(parent)
    return await mkdtemp(join(parent, 'new-'))
  })
  try {
    await build(work)
    await disk(parent, async () => {
      for (;;) {
        try {
          await rename(work, folder)
          return
        } catch (error) {
          // Somebody else finished the same build first, and theirs is as good; or what is there is damaged.
          if (!isOccupied(error)) throw error
          if (await usable(folder)) return
          await rm(folder, { recursive: true, force: true })
        }
      }
    })
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 3 })
  }
  return { folder, cached: false }
}

const isOccupied = (error: unknown): boolean => ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** What the disk says about the cache folder, as ours. */
export const disk = <T>(folder: string, work: () => Promise<T>): Promise<T> => work().catch((error: unknown) => {
  if (error instanceof RocketError) throw error
  throw new RocketError('RKT1006', `cannot write ${folder}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, 'make that folder writable, free some space, or name another folder')
})

/** The record of a finished folder. */
export const writeRecord = (file: string, record: object): Promise<void> => writeFile(file, `${JSON.stringify(record, null, 2)}\n`)
/** undefined: there is none, or it is damaged. */
export const readRecord = async (file: string): Promise<unknown> => readFile(file, 'utf8').then((text): unknown => JSON.parse(text)).catch(() => undefined)
