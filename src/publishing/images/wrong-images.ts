import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { storedImages } from '../../db/images.ts'
import { IMAGES_PATH } from '../../domain/images/image-name.ts'
import { wrongImageTags } from '../../domain/images/image-tag.ts'

/** What keeps the images of a text from being published: a sentence. Drafts may have it. */
export async function wrongImages(db: Kysely<DB>, html: string): Promise<string | undefined> {
  const shown = Array.from(html.matchAll(SHOWN), ([, name = '']) => name)
  if (shown.length === 0) return undefined
  const stored = await storedImages(db, shown)
  const missing = shown.find((name) => !stored.has(name))
  if (missing === undefined) return wrongImageTags(html)
  return `There is no image at ${IMAGES_PATH}/${missing}. Remove it from the text, or add the image again.`
}

const SHOWN = new RegExp(`<img\\s[^>]*src\\s*=\\s*["']?${IMAGES_PATH}/([^"'\\s>]*)`, 'gi')
