import { plainText } from './plain-text.ts'

/** The text of a record: the summary leads, and the body doesn't repeat it. */
export interface RecordStory {
  lead: string
  /** HTML. */
  body: string
}

export function recordStory({ summary, body }: { summary: string; body: string }): RecordStory {
  const first = FIRST_PARAGRAPH.exec(body)?.[0] ?? ''
  const words = plainText(summary)
  if (words !== '' && plainText(first) === words) return { lead: summary, body: body.slice(first.length) }
  // A paragraph that continues after the summary can't be cut.
  return plainText(body).startsWith(words) ? { lead: '', body } : { lead: summary, body }
}

const FIRST_PARAGRAPH = /^\s*<p>[\s\S]*?<\/p>\s*/
