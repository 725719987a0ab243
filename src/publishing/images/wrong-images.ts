import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { storedImages } from '../../db/images.ts'
import { ATTACHMENTS_PATH, attachmentsIn } from '../../domain/images/attachment-name.ts'
import { IMAGES_PATH } from '../../domain/images/image-name.ts'
import { wrongImageTags } from '../../domain/images/image-tag.ts'

export async function wrongImages(db: Kysely<DB>, html: string): Promise<string | undefined> {
  const shown = Array.from(html.matchAll(SHOWN), ([, name = '']) => name)
  const attached = attachmentsIn(html)
  if (shown.length + attached.length === 0) return undefined
  const stored = await storedImages(db, [...shown, ...attached])
  const lost = attached.find((name) => !stored.has(name))
  if (lost !== undefined) {
    return `There is no file at ${ATTACHMENTS_PATH}/${lost}. Remove the link from the text, or attach the file again.`
  }
  const missing = shown.find((name) => !stored.has(name))
  if (missing === undefined) return wrongImageTags(html)
  return `There is no image at ${IMAGES_PATH}/${missing}. Remove it from the text, or add the image again.`
}

const SHOWN = new RegExp(`<img\\s[^>]*src\\s*=\\s*["']?${IMAGES_PATH}/([^"'\\s>]*)`, 'gi')
