import { recordStory } from '../../domain/record-story.ts'
import { blocksText, plainBlocks, textBlocks } from '../../domain/telling/text-blocks.ts'

/** A record as plain text, for clients that show no HTML. */
export function recordText({ summary, body }: { summary: string; body: string }, siteUrl: string): string {
  const story = recordStory({ summary, body })
  return blocksText([...plainBlocks(story.lead), ...textBlocks(story.body, siteUrl)])
}

/** An update as plain text. */
export function updateText({ body }: { body: string }, siteUrl: string): string {
  return blocksText(textBlocks(body, siteUrl))
}
