import type { Publication } from '../../domain/telling/publication.ts'
import { blocksText } from '../../domain/telling/text-blocks.ts'
import { newsBlocks } from './news-blocks.ts'

/** What is new, as plain text. */
export function newsText(publication: Pick<Publication, 'content'>, siteUrl: string): string {
  return blocksText(newsBlocks(publication, siteUrl))
}
