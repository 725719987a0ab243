import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { storedFile } from '../../domain/images/attachment-name.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time.ts'
import { type Edition, imagesShown } from '../edition.ts'
import { type ImageSource, isImage } from '../images/image-shelf.ts'
import { IMAGES_FOLDER } from './edition-name.ts'
import { readIfThere, type sourceOf } from './edition-sources.ts'
import { UNFINISHED, writeWhole } from './edition-targets.ts'

const TIDY_EVERY_MS = HOUR_MS
/** Counted from when an image was copied. */
const UNSHOWN_KEPT_MS = DAY_MS

interface FollowedImages {
  fetch(): void
  read: ImageSource
  settled(): Promise<void>
}

export function followImages({
  source,
  folder,
  signal,
  clock,
  current,
  onNotKept,
}: {
  source: ReturnType<typeof sourceOf>
  folder: string
  signal: AbortSignal
  clock: () => Date
  current: () => Edition | undefined
  onNotKept: (error: unknown) => void
}): FollowedImages {
  let underWay: Promise<void> | undefined
  let hasImagesOf: Edition | undefined
  let tidiedAt = Number.NEGATIVE_INFINITY

  async function fetchImages() {
    const edition = current()
    if (edition === undefined) return
    if (edition !== hasImagesOf) await fetchMissing(edition)
    if (signal.aborted || current() !== edition) return
    if (performance.now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = performance.now()
    await tidy(edition).catch(() => {})
  }

  async function fetchMissing(edition: Edition) {
    const here = new Set(await readdir(folder).catch(() => []))
    let isComplete = true
    for (const name of imagesShown(edition)) {
      if (signal.aborted || current() !== edition) return
      if (here.has(name)) continue
      const bytes = await imageAtSource(name).catch(() => undefined)
      if (bytes === undefined) isComplete = false
      else await writeWhole(folder, name, bytes).catch(onNotKept)
    }
    if (isComplete) hasImagesOf = edition
  }

  /** Removes copies that the edition doesn't show, since a text may have been withdrawn because of one. */
  async function tidy(edition: Edition) {
    const shown = new Set(imagesShown(edition))
    for (const name of await readdir(folder)) {
      const isOurs = storedFile(name) !== undefined || UNFINISHED.test(name)
      if (!isOurs || shown.has(name)) continue
      const { mtimeMs } = await stat(join(folder, name))
      // Another process may be writing it, or may have a newer edition that shows it.
      if (clock().getTime() - mtimeMs < UNSHOWN_KEPT_MS) continue
      await rm(join(folder, name), { force: true })
    }
  }

  async function imageAtSource(name: string): Promise<Buffer | undefined> {
    const bytes = await readIfThere(source, `${IMAGES_FOLDER}/${name}`)
    return bytes !== undefined && isImage(name, bytes) ? bytes : undefined
  }

  return {
    fetch: () => {
      underWay ??= fetchImages().finally(() => {
        underWay = undefined
      })
    },
    read: async (name) => {
      const kept = await readFile(join(folder, name)).catch(() => undefined)
      return kept !== undefined && isImage(name, kept) ? kept : imageAtSource(name)
    },
    settled: async () => underWay,
  }
}
