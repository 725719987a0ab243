import type { Because } from '../../domain/notifying/because.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { publicationPath } from '../../domain/notifying/publication-words.ts'

export interface HttpNotification {
  publication: Publication
  because: Because | null
  zone: string
  /** The site's URL, without a trailing slash. */
  publicUrl: string
}

export function postUrl({ publication, because, publicUrl }: HttpNotification): string {
  return publicUrl + publicationPath(publication, because)
}

/**
 * Where the owner changes or ends a channel, after signing in. Never a one-click unsubscribe link as in mail: a whole
 * room reads these posts.
 */
export function subscriptionsUrl({ publicUrl }: Pick<HttpNotification, 'publicUrl'>): string {
  return `${publicUrl}/subscribe`
}
