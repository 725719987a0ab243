import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openDataFolder } from './data-folder.ts'
import { stopPostmaster } from './postmaster.ts'

export async function removeEmbedded(dataDir: string): Promise<void> {
  const folder = await openDataFolder(dataDir)
  if (folder.kind === 'open') await stopPostmaster(folder)
  await rm(resolve(dataDir), { recursive: true, force: true, maxRetries: 5 })
}
