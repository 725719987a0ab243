import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOf, type DataFolder } from './data-folder.ts'

/** Where a database that is complete waits for its place; see `finishMove`. */
const COMPLETE = 'postgres.restored'

/**
 * Puts the database of another folder into the place of the one that is here, which is moved aside. Whoever is killed
 * halfway leaves the new one where the next start finds it.
 */
export async function moveClusterIn({
  from,
  dataDir,
  aside,
}: {
  from: string
  dataDir: string
  aside: string
}): Promise<void> {
  await rename(join(from, 'postgres'), join(dataDir, COMPLETE))
  await sync(dataDir)
  await rename(join(dataDir, 'postgres'), aside)
  await rename(join(dataDir, COMPLETE), join(dataDir, 'postgres'))
  await sync(dataDir)
}

/** Before a new database is made: one may be waiting. */
export async function finishMove({ root, cluster }: Pick<DataFolder, 'root' | 'cluster'>): Promise<void> {
  const waiting = join(root, COMPLETE)
  if ((await contentOf(waiting)).length > 0) await rename(waiting, cluster)
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
