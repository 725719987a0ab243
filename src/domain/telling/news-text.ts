import { recordStory } from '../record-story.ts'
import type { Publication } from './publication.ts'
import { blocksText, textBlocks } from './text-blocks.ts'

/** What is new, as plain text: the newest update, or the record itself. */
export function newsText({ content }: Pick<Publication, 'content'>, siteUrl: string): string {
  const { update, summary, body } = content
  const asText = (html: string) => blocksText(textBlocks(html, siteUrl))
  if (update !== null) return asText(update.body)
  const story = recordStory({ summary, body })
  return [story.lead, asText(story.body)].filter((part) => part !== '').join('\n\n')
}
