import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BackupRefused } from './backup-refused.ts'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'

const PART = '.part-'
/** Until then, a process on another machine that shares the folder may still be writing. */
const LEFT_ALONE_MS = 24 * 3_600_000

export async function intoPlace<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (await isThere(file)) throw new BackupRefused(`${file} already exists: choose another name.`)
  await sweepParts(folder)
  const tag = makeTag()
  const part = `${file}${PART}${tag}`
  try {
    const written = await write(part)
    await rename(part, file)
    await syncFolder(folder)
    return written
  } finally {
    await rm(part, { force: true })
    dropTag(tag)
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function sweepParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isPart = name.includes(PART) && basename(name) === name
    if (!isPart) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    const isLeft = isMakerGone(name) || Date.now() - mtimeMs > LEFT_ALONE_MS
    if (isLeft) await rm(path, { force: true }).catch(() => {})
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
