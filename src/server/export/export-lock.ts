import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dropTag, isMakerGone, makeTag } from '../../backup/maker-tag.ts'

/**
 * The holder renews the lock every SAY_EVERY_MS. Without a renewal for GONE_AFTER_MS it counts as killed, on any
 * machine.
 */
const SAY_EVERY_MS = 10_000
const GONE_AFTER_MS = 120_000

export type ExportLock = { kind: 'ours'; leave(): Promise<void> } | { kind: 'taken'; by: string }

/** One export at a time per folder. Machines may share the folder, so a process ID alone is not enough. */
export async function takeExportLock(file: string): Promise<ExportLock> {
  const tag = makeTag()
  if (await create(file, tag)) return hold(file, tag)
  const by = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (!isMakerGone(by) && !(await isSilent(file))) {
    dropTag(tag)
    return { kind: 'taken', by: by === '' ? 'it has just begun' : by }
  }
  // Its leftovers are removed when the next release is published.
  await rm(file, { force: true })
  if (await create(file, tag)) return hold(file, tag)
  dropTag(tag)
  return { kind: 'taken', by: 'it has just begun' }
}

async function create(file: string, tag: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(tag).finally(() => handle.close())
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function hold(file: string, tag: string): ExportLock {
  const saying = setInterval(() => {
    const now = new Date()
    void utimes(file, now, now).catch(() => {})
  }, SAY_EVERY_MS)
  saying.unref()
  return {
    kind: 'ours',
    leave: async () => {
      clearInterval(saying)
      dropTag(tag)
      await rm(file, { force: true })
    },
  }
}

async function isSilent(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }))
  return Date.now() - mtimeMs > GONE_AFTER_MS
}
