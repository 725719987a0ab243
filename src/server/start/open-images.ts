import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findImage } from '../../db/images.ts'
import { within } from '../../db/within.ts'
import { IMAGES_FOLDER } from '../../edition/file/edition-name.ts'
import { readIfThere, sourceOf } from '../../edition/file/edition-sources.ts'
import { placeOf } from '../../edition/file/edition-targets.ts'
import { type ImageShelf, type ImageSource, makeImageShelf } from '../../edition/images/image-shelf.ts'
import type { Config } from '../config.ts'
import type { Opened } from './opened.ts'

const READ_WITHIN_MS = 5_000

export function openImages(
  { config, db, isDatabaseLost }: { config: Config; db: Kysely<DB>; isDatabaseLost: () => boolean },
  opened: Opened,
): ImageShelf {
  const stopping = new AbortController()
  opened.add(async () => stopping.abort())
  const { target, source } = config.editionFile
  const sources: ImageSource[] = [
    async (name) => {
      if (isDatabaseLost()) throw new Error('The database is unreachable')
      return within(READ_WITHIN_MS, findImage(db, name))
    },
  ]
  if (target !== undefined) {
    const place = placeOf(target, stopping.signal)
    sources.push((name) => place.read(`${IMAGES_FOLDER}/${name}`))
  }
  if (source !== undefined) {
    const files = sourceOf(source, stopping.signal)
    sources.push((name) => readIfThere(files, `${IMAGES_FOLDER}/${name}`))
  }
  sources.push((name) =>
    readFile(join(config.dataDir, 'recovery', IMAGES_FOLDER, name)).catch(() => undefined),
  )
  return makeImageShelf(sources)
}
