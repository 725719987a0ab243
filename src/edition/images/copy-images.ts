import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findImage, storedImages } from '../../db/images.ts'
import { storedFile } from '../../domain/images/attachment-name.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time.ts'
import { type Edition, imagesShown } from '../edition.ts'
import { IMAGES_FOLDER } from '../file/edition-name.ts'
import type { WritablePlace } from '../file/edition-targets.ts'

/** Time per round, so that editions don't wait. The first copy to a new target takes several rounds. */
const WITHIN_MS = 3_000
const TIDY_EVERY_MS = HOUR_MS
/** Sites without the database may still show an earlier edition. They read a new one within minutes. */
const UNSHOWN_KEPT_MS = DAY_MS

/**
 * An image that no edition has shown for a day is removed there, since a text may have been withdrawn because
 * of it. One that was deleted from the database is removed within the hour. The day starts over when another
 * worker takes over.
 */
export function copyImagesTo({ db, place }: { db: Kysely<DB>; place: WritablePlace }) {
  const there = new Set<string>()
  let done: Edition | undefined
  const unshownSince = new Map<string, Date>()
  let tidiedAt = Number.NEGATIVE_INFINITY

  async function copy(
    edition: Edition,
    { now, mayWrite }: { now: Date; mayWrite: () => boolean },
  ): Promise<'done' | 'more'> {
    if (done !== edition && (await copyShown(edition, mayWrite)) === 'more') return 'more'
    if (mayWrite() && now.getTime() - tidiedAt >= TIDY_EVERY_MS) {
      tidiedAt = now.getTime()
      await tidy(edition, now)
    }
    return 'done'
  }

  async function copyShown(edition: Edition, mayWrite: () => boolean): Promise<'done' | 'more'> {
    const endsAt = performance.now() + WITHIN_MS
    for (const name of imagesShown(edition)) {
      unshownSince.delete(name)
      if (there.has(name)) continue
      if (performance.now() > endsAt) return 'more'
      const file = `${IMAGES_FOLDER}/${name}`
      const bytes = (await place.has(file)) ? undefined : await findImage(db, name)
      if (!mayWrite()) return 'done'
      if (bytes !== undefined) await place.put(file, bytes)
      there.add(name)
    }
    done = edition
    return 'done'
  }

  async function tidy(edition: Edition, now: Date) {
    const shown = new Set(imagesShown(edition))
    const names = ((await place.listImages()) ?? []).filter(
      (name) => storedFile(name) !== undefined && !shown.has(name),
    )
    const stored = await storedImages(db, names)
    for (const name of names) {
      const since = unshownSince.get(name) ?? now
      unshownSince.set(name, since)
      if (stored.has(name) && now.getTime() - since.getTime() < UNSHOWN_KEPT_MS) continue
      await place.remove(`${IMAGES_FOLDER}/${name}`)
      there.delete(name)
      unshownSince.delete(name)
    }
  }

  return { copy }
}
