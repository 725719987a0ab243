import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOf, type DataFolder } from './data-folder.ts'

const COMPLETE = 'postgres.restored'

/** If the process is killed halfway, the next start finishes the move. */
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

/** Call this before creating a new database. */
export async function finishMove({ root, cluster }: Pick<DataFolder, 'root' | 'cluster'>): Promise<void> {
  const waiting = join(root, COMPLETE)
  if ((await contentOf(waiting)).length > 0) await rename(waiting, cluster)
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
