import { postMortemBlocks } from '../../domain/notifying/post-mortem-blocks.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import { blocksText, plainBlocks, type TextBlock, textBlocks } from '../../domain/notifying/text-blocks.ts'
import { recordStory } from '../../domain/record-story.ts'

export function newsBlocks({ content }: Pick<Publication, 'content'>, siteUrl: string): TextBlock[] {
  const { update, summary, body, post_mortem: postMortem } = content
  if (postMortem !== undefined) return postMortemBlocks(postMortem, siteUrl)
  if (update !== null) return textBlocks(update.body, siteUrl)
  const story = recordStory({ summary, body })
  return [...plainBlocks(story.lead), ...textBlocks(story.body, siteUrl)]
}

export function newsText(publication: Pick<Publication, 'content'>, siteUrl: string): string {
  return blocksText(newsBlocks(publication, siteUrl))
}
