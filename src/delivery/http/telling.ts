import type { Because } from '../../domain/telling/because.ts'
import type { Publication } from '../../domain/telling/publication.ts'
import { publicationPath } from '../../domain/telling/publication-words.ts'

/** A publication as one channel is told of it. */
export interface Telling {
  publication: Publication
  because: Because | null
  zone: string
  links: TellingLinks
}

export interface TellingLinks {
  /** Of the site, without a slash at the end. */
  publicUrl: string
  unsubscribeUrl: string
}

export function postUrl({ publication, because, links: { publicUrl } }: Telling): string {
  return publicUrl + publicationPath(publication, because)
}

export function subscriptionsUrl({ publicUrl }: Pick<TellingLinks, 'publicUrl'>): string {
  return `${publicUrl}/subscribe`
}
