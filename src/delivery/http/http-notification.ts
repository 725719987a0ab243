import type { Because } from '../../domain/notifying/because.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { publicationPath } from '../../domain/notifying/publication-words.ts'

export interface HttpNotification {
  publication: Publication
  because: Because | null
  zone: string
  /** Without a trailing slash. */
  publicUrl: string
}

export function postUrl({ publication, because, publicUrl }: HttpNotification): string {
  return publicUrl + publicationPath(publication, because)
}

/**
 * Where the owner changes or deletes a channel after signing in. Never a one-click unsubscribe link like in
 * mail: everyone in a chat can read it.
 */
export function subscriptionsUrl({ publicUrl }: Pick<HttpNotification, 'publicUrl'>): string {
  return `${publicUrl}/subscribe`
}
