import { spawnSync } from 'node:child_process'
import {
  link,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { dropTag, isMakerGone, makeTag } from '../../backup/maker-tag.ts'
import type { Answer, Variant } from '../../edition/answer.ts'

/** `current` is what web servers serve. `previous` has the scripts of pages that are still open. */
export const CURRENT = 'current'
export const PREVIOUS = 'previous'
const RELEASES = 'releases'
const LOCK = '.exporting'
export const SITE = 'site'
/** Other programs deploy into `releases` with a link `current`, too. Only names like this are ours to replace. */
const OWN_NAME = /^\d{8}T\d{6}Z-\d+$/

const SUFFIXES: Record<Variant['encoding'], string> = { identity: '', br: '.br', gzip: '.gz' }

export type Bytes = Record<Variant['encoding'], number>

export interface Release {
  path: string
  bytes: Bytes
  write(file: string, answer: Answer): Promise<void>
  note(file: string, text: string): Promise<void>
  /** Replaces the previous release atomically. If older releases could not be removed, says why. */
  publish(): Promise<{ notRemoved?: string }>
  discard(): Promise<void>
}

type ReleaseOutcome = { kind: 'open'; release: Release } | { kind: 'refused'; line: string }

export async function openRelease(folder: string, name: string): Promise<ReleaseOutcome> {
  await mkdir(join(folder, RELEASES), { recursive: true })
  const lock = await takeExportLock(join(folder, LOCK))
  if (lock.kind === 'taken') {
    return { kind: 'refused', line: `Another export into ${folder} is running (${lock.by}).` }
  }
  const path = join(folder, RELEASES, name)
  const before = await targetOf(join(folder, CURRENT))
  if (before !== undefined && !OWN_NAME.test(basename(before))) {
    await lock.leave()
    const line = `${join(folder, CURRENT)} points to ${before}, which is not an export. Choose another folder.`
    return { kind: 'refused', line }
  }
  const bytes: Bytes = { identity: 0, br: 0, gzip: 0 }
  let isPublished = false
  const folders = new Map<string, Promise<unknown>>()
  const within = (file: string) => {
    const parent = dirname(file)
    const made = folders.get(parent) ?? mkdir(parent, { recursive: true })
    folders.set(parent, made)
    return made
  }
  const release: Release = {
    path,
    bytes,
    async write(file, answer) {
      const target = join(path, SITE, file)
      await within(target)
      const same = before === undefined ? undefined : join(folder, before, SITE, file)
      const isSame = same !== undefined && (await isUnchanged(same, answer))
      for (const variant of answer.variants) {
        const suffix = SUFFIXES[variant.encoding]
        bytes[variant.encoding] += variant.bytes.length
        // A hard link keeps the ETag, so readers' cached copies stay valid.
        const isLinked =
          isSame &&
          (await link(same + suffix, target + suffix).then(
            () => true,
            () => false,
          ))
        if (!isLinked) await writeFile(target + suffix, variant.bytes, { flag: 'wx' })
      }
    },
    async note(file, text) {
      await within(join(path, file))
      await writeFile(join(path, file), text)
    },
    async publish() {
      // One call for all files. Where this program is missing, the system decides when to flush.
      spawnSync('sync', ['-f', path])
      const own = join(RELEASES, name)
      if (before !== undefined) await pointTo(folder, PREVIOUS, before)
      await pointTo(folder, CURRENT, own)
      isPublished = true
      const removing = removeOthers(join(folder, RELEASES), [own, before])
      const notRemoved = await removing.then(() => undefined).catch((error: Error) => error.message)
      await lock.leave()
      return { ...(notRemoved !== undefined && { notRemoved }) }
    },
    async discard() {
      if (!isPublished) await rm(path, { recursive: true, force: true })
      await lock.leave()
    },
  }
  await rm(path, { recursive: true, force: true })
  return { kind: 'open', release }
}

/** Relative, so that the folder can be moved or copied as a whole. */
async function targetOf(pointer: string): Promise<string | undefined> {
  return readlink(pointer).catch(() => undefined)
}

async function isUnchanged(file: string, { variants }: Answer) {
  const identity = variants.find(({ encoding }) => encoding === 'identity')
  const before = await readFile(file).catch(() => undefined)
  return before !== undefined && identity !== undefined && before.equals(identity.bytes)
}

/** In one step, so that the link always exists. */
async function pointTo(folder: string, name: string, target: string) {
  const next = join(folder, `.${name}-${process.pid}`)
  await rm(next, { force: true })
  await symlink(target, next)
  await rename(next, join(folder, name))
}

async function removeOthers(releases: string, needed: readonly (string | undefined)[]) {
  const names = needed.flatMap((path) => (path === undefined ? [] : basename(path)))
  for (const name of await readdir(releases)) {
    if (OWN_NAME.test(name) && !names.includes(name))
      await rm(join(releases, name), { recursive: true, force: true })
  }
}

/**
 * The holder renews the lock every SAY_EVERY_MS. Without a renewal for GONE_AFTER_MS it counts as killed,
 * on any machine.
 */
const SAY_EVERY_MS = 10_000
const GONE_AFTER_MS = 120_000

type ExportLock = { kind: 'ours'; leave(): Promise<void> } | { kind: 'taken'; by: string }

/** One export at a time per folder. Machines may share the folder, so a process ID alone is not enough. */
export async function takeExportLock(file: string): Promise<ExportLock> {
  const tag = makeTag()
  if (await create(file, tag)) return hold(file, tag)
  const by = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (!isMakerGone(by) && !(await isSilent(file))) {
    dropTag(tag)
    return { kind: 'taken', by: by === '' ? 'it has just started' : by }
  }
  // Whatever it leaves behind is removed when the next release is published.
  await rm(file, { force: true })
  if (await create(file, tag)) return hold(file, tag)
  dropTag(tag)
  return { kind: 'taken', by: 'it has just started' }
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
