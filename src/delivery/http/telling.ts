import type { Because } from '../../domain/telling/because.ts'
import type { Publication } from '../../domain/telling/publication.ts'
import { publicationPath } from '../../domain/telling/publication-words.ts'

/** A publication as one channel is told of it. */
export interface Telling {
  publication: Publication
  because: Because | null
  zone: string
  /** Of the site, without a slash at the end. */
  publicUrl: string
}

export function postUrl({ publication, because, publicUrl }: Telling): string {
  return publicUrl + publicationPath(publication, because)
}

/**
 * Where the owner of a channel changes or ends it, signed in. Never a link that unsubscribes by itself, as mail has: what is
 * posted is read by a whole room.
 */
export function subscriptionsUrl({ publicUrl }: Pick<Telling, 'publicUrl'>): string {
  return `${publicUrl}/subscribe`
}
