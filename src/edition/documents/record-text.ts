import { blocksText, plainBlocks, textBlocks } from '../../domain/notifying/text-blocks.ts'
import { recordStory } from '../../domain/record-story.ts'

export function recordText({ summary, body }: { summary: string; body: string }, siteUrl: string): string {
  const story = recordStory({ summary, body })
  return blocksText([...plainBlocks(story.lead), ...textBlocks(story.body, siteUrl)])
}

export function updateText({ body }: { body: string }, siteUrl: string): string {
  return blocksText(textBlocks(body, siteUrl))
}
