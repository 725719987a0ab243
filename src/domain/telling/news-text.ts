import { newsBlocks } from './news-blocks.ts'
import type { Publication } from './publication.ts'
import { blocksText } from './text-blocks.ts'

/** What is new, as plain text. */
export function newsText(publication: Pick<Publication, 'content'>, siteUrl: string): string {
  return blocksText(newsBlocks(publication, siteUrl))
}
