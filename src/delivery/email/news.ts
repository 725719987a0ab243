import { recordStory } from '../../domain/record-story.ts'
import type { Publication } from '../../domain/telling/publication.ts'
import { blocksText, plainBlocks, type TextBlock, textBlocks } from '../../domain/telling/text-blocks.ts'

/** The newest update, or the record itself. */
export function newsBlocks({ content }: Pick<Publication, 'content'>, siteUrl: string): TextBlock[] {
  const { update, summary, body } = content
  if (update !== null) return textBlocks(update.body, siteUrl)
  const story = recordStory({ summary, body })
  return [...plainBlocks(story.lead), ...textBlocks(story.body, siteUrl)]
}

export function newsText(publication: Pick<Publication, 'content'>, siteUrl: string): string {
  return blocksText(newsBlocks(publication, siteUrl))
}
