import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HEAD_NAME } from '../edition-name.ts'
import type { WritablePlace } from './place.ts'

/** Half-written files of a process that was killed go with the next listing. */
const UNFINISHED = /^\.[0-9a-f-]{36}\.unfinished$/

export function folderPlace({ path: folder }: { path: string }): WritablePlace {
  return {
    put: (name, bytes) => writeWhole(folder, name, bytes),
    remove: (name) => rm(join(folder, name), { force: true }),
    list: async () => {
      const names = await readdir(folder)
      for (const name of names) if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true })
      return names
    },
    readHead: () => readFile(join(folder, HEAD_NAME), 'utf8').catch(() => undefined),
  }
}

/** Under another name first, and on the disk before it gets its own: readers see the old file or the new one. */
export async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `.${randomUUID()}.unfinished`)
  try {
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** The new name is on the disk, too. Some systems know no such thing of a folder. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r').catch(() => undefined)
  try {
    await handle?.sync().catch(() => {})
  } finally {
    await handle?.close()
  }
}
