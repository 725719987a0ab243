import { recordStory } from '../../domain/record-story.ts'
import { blocksText, plainBlocks, textBlocks } from '../../domain/telling/text-blocks.ts'

/** What a record says of itself, as plain text: for programs that show no HTML. */
export function recordText({ summary, body }: { summary: string; body: string }, siteUrl: string): string {
  const story = recordStory({ summary, body })
  return blocksText([...plainBlocks(story.lead), ...textBlocks(story.body, siteUrl)])
}

/** The same of an update. */
export function updateText({ body }: { body: string }, siteUrl: string): string {
  return blocksText(textBlocks(body, siteUrl))
}
