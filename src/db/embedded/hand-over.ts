import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Owner = { uid: number; gid: number }

export async function handOverFolder(folder: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(folder)).uid === 0) await chown(folder, uid, gid)
}

export async function handOverTree(folder: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(folder)).uid === uid) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) await lchown(join(entry.parentPath, entry.name), uid, gid)
  await chown(folder, uid, gid)
}
